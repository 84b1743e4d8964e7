"""The round: order, points, halves, the end (2.6 to 2.9, D-41 to D-46, D-76)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors import events as e
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.rules.turns import reinforcing, turns
from games.astral_sailors.rules.victory import objectives, quadrants
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Turn
from games.astral_sailors.tasks import DiceOff, RollIncome
from games.core.types import Rolled

PER_CIVILIAN = 2
PER_ENEMY = 5
REACH = 2
"""Points for civilians in the game area, and for enemies so near to the main Commander."""

ANNOUNCED = 3
"""In so many of the last rounds the round limit is announced (D-67)."""


# --- The start of a round ---


def begin(builder: StepBuilder, about: str) -> None:
    """Step ``begin-round`` (4.1): begin a round, or end in a draw at the limit of rounds (D-67)."""
    limit = builder.table.agreement.round_limit
    if limit and builder.table.round >= limit:
        objectives.draw(builder, "ASCW-D67")
        return
    turns.nobodys(builder)
    number = builder.table.round + 1
    builder.change(round=number, phase="activation")
    for unit in builder.table.units.values():
        builder.put(unit, absorbed=0, rerolls=(), lent=(), cover=False)
    last = limit if limit and number > limit - ANNOUNCED else 0
    builder.tell(e.RoundStarted(number, last))
    builder.then("order")
    attack.start_poison(builder)


def order(builder: StepBuilder, about: str) -> None:
    """Step ``order``: roll who starts, or know it (D-42).

    All teams roll for the first round; later the one that started the round
    before does not. Of two teams the other one starts without rolling.
    """
    table = builder.table
    teams = turns.teams(table)
    later = table.round > 1
    rolling = tuple(team for team in teams if not later or team != table.starter) or teams
    if len(rolling) > 1:
        builder.push(DiceOff("round" if later else "start", rolling))
    elif rolling:  # else everybody has gone; the check that follows ends the match
        ordered(builder, rolling[0])


def ordered(builder: StepBuilder, team: int) -> None:
    """``team`` starts the round."""
    found = turns.line(builder.table, team)
    builder.change(starter=team)
    builder.turn(order=found, at=len(found))  # it is nobody's turn yet
    builder.tell(e.TurnOrder(found))
    builder.then("points")


# --- The points phase ---


def points(builder: StepBuilder, about: str) -> None:
    """Step ``points``: one die for every player."""
    builder.push(RollIncome(turns.seats(builder.table)))


def income_rolled(builder: StepBuilder, task: RollIncome, dice: Rolled) -> None:
    """Pay the income of all; the whole of it is one step before the victory check (D-57)."""
    for seat, face in zip(task.seats, dice.faces[0], strict=True):
        civilians = paying_civilians(builder.table, seat)
        enemies = enemies_near_commander(builder.table, seat)
        total = face + PER_CIVILIAN * civilians + PER_ENEMY * enemies
        pool = builder.player(seat).pool + total
        builder.put_player(seat, pool=pool)
        builder.tell(e.IncomePaid(seat, face, civilians, enemies, total, pool))
    builder.then("check", "activation")


def paying_civilians(table: Table, seat: int) -> int:
    """Civilians in the game area that bring this seat points (D-44)."""
    everybodys = table.agreement.civilian_income == "all"
    return sum(
        not table.kind(unit).military and (everybodys or unit.seat == seat)
        for unit in table.on_board()
    )


def enemies_near_commander(table: Table, seat: int) -> int:
    """Enemy units within 2 squares of the seat's main Commander; 0 while it is dead or captive."""
    main = table.units.get(table.players[seat].main)
    if main is None or not main.on_board:
        return 0
    base = table.base(main)
    return sum(
        table.enemies(main, unit) and table.base(unit).gap(base) <= REACH
        for unit in table.on_board()
    )


# --- The activation phase ---


def activation(builder: StepBuilder, about: str) -> None:
    """Step ``activation``: set AP, begin the first half.

    Where saved AP are carried over a unit gets its AP when it is activated.
    """
    builder.change(phase="activation")
    table = builder.table
    if not turns.are_carried(table):
        for unit in table.on_board():
            builder.put(unit, ap=turns.full_points(table.kind(unit)))
    _go_on(builder, Turn(table.turn.order), 0)


def quota(table: Table, seat: int, half: int) -> int:
    """Units that the seat activates in a half that begins now (D-43).

    A Commander whose captor fell at the start of the round counts as activated already (D-61).
    """
    own = [unit for unit in table.of(seat) if unit.on_board]
    left = len(turns.unbegun(table, seat))
    return min((len(own) + 1) // 2, left) if half == 1 else left


def next_turn(builder: StepBuilder, about: str) -> None:
    """Step ``next-turn``: the next half-turn or reinforcement turn that has something to decide."""
    turn = builder.table.turn
    _go_on(builder, Turn(turn.order, half=turn.half), turn.at + 1)


def _go_on(builder: StepBuilder, fresh: Turn, first: int) -> None:
    """The next in the order from place ``first`` on, then the next half or phase."""
    for at in range(first, len(fresh.order)):
        player = builder.player(fresh.order[at])
        if turns.takes_part(player) and _begins(builder, replace(fresh, at=at)):
            return
    builder.turn(order=fresh.order, at=len(fresh.order))
    if builder.table.phase == "reinforcement":
        builder.then("end-round")
    elif fresh.half == 1:
        _go_on(builder, replace(builder.table.turn, half=2), 0)
    else:
        builder.then("reinforcement")


def _begins(builder: StepBuilder, turn: Turn) -> bool:
    """Whether this turn begins; otherwise it passes by itself, and all are told why (D-76)."""
    table, seat = builder.table, turn.seat
    reason: e.Skipped | None
    if table.phase == "reinforcement":
        units, reason = 0, reinforcing.nothing_to_bring(table, seat)
    else:
        units = quota(table, seat, turn.half)
        reason = None if units else "no units"
    if reason is not None:
        builder.tell(e.TurnSkipped(seat, reason))
        return False
    turns.give(builder, replace(turn, quota=units))
    builder.tell(e.TurnStarted(seat, table.phase, turn.half, units))
    return True


# --- The reinforcement phase, and the end ---


def reinforcement(builder: StepBuilder, about: str) -> None:
    """Step ``reinforcement``: the players bring units, in the order of the round."""
    builder.change(phase="reinforcement")
    _go_on(builder, Turn(builder.table.turn.order), 0)


def end(builder: StepBuilder, about: str) -> None:
    """Step ``end-round``: quadrants are counted.

    The next round clears what counts for one round, or ends the match at the limit.
    """
    turns.nobodys(builder)
    quadrants.count(builder)
    builder.then("check", "begin-round")
