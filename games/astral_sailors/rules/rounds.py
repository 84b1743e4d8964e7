"""The round: order, points, halves, the end (2.6 to 2.9, D-41 to D-46, D-76)."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.events.battle import (
    IncomePaid,
    RoundStarted,
    TurnEnded,
    TurnOrder,
    TurnSkipped,
    TurnStarted,
)
from games.astral_sailors.moves import Done
from games.astral_sailors.rules import (
    action_points,
    objectives,
    poison,
    reinforcing,
    selecting,
    turns,
)
from games.astral_sailors.rules import activation as activations
from games.astral_sailors.step_builder import Course
from games.astral_sailors.table import DiceOff, RollIncome, Table, Turn, Unit

PER_CIVILIAN = 2
PER_ENEMY = 5
REACH = 2
"""Points for civilians in the game area, and for enemies so near to the main Commander."""

ANNOUNCED = 3
"""In so many of the last rounds the round limit is announced (D-67)."""

decisions = turns.decisions


# --- The start of a round ---


def begin(course: Course, about: str) -> None:
    """Step ``begin-round`` (4.1, order of bot steps): or the draw at the limit of rounds (D-67)."""
    limit = course.table.agreement.round_limit
    if limit and course.table.round >= limit:
        objectives.draw(course, "ASCW-D67")
        return
    turns.nobodys(course)
    number = course.table.round + 1
    course.table = replace(course.table, round=number, phase="activation")
    course.put(*(_refreshed(unit) for unit in course.table.units.values()))
    last = limit if limit and number > limit - ANNOUNCED else 0
    course.tell(RoundStarted(round=number, last=last))
    course.then("order")
    poison.start(course)


def _refreshed(unit: Unit) -> Unit:
    """Without what counts for one round: Tough, re-rolls, active Cover."""
    return replace(unit, absorbed=0, rerolls=(), lent=(), cover=False)


def order(course: Course, about: str) -> None:
    """Step ``order``: roll who starts, or know it (D-42).

    All teams roll for the first round; later the one that started the round
    before does not. Of two teams the other one starts without rolling.
    """
    table = course.table
    teams = turns.teams(table)
    later = table.round > 1
    rolling = tuple(team for team in teams if not later or team != table.starter) or teams
    if len(rolling) > 1:
        course.push(DiceOff("round" if later else "start", rolling))
    elif rolling:  # else everybody has gone; the check that follows ends the match
        ordered(course, rolling[0])


def ordered(course: Course, team: int) -> None:
    """``team`` starts the round."""
    found = turns.line(course.table, team)
    # It is nobody's turn yet: the place in the order is behind its end.
    turn = replace(course.table.turn, order=found, at=len(found))
    course.table = replace(course.table, starter=team, turn=turn)
    course.tell(TurnOrder(order=found))
    course.then("points")


# --- The points phase ---


def points(course: Course, about: str) -> None:
    """Step ``points``: one die for every player."""
    course.push(RollIncome(turns.seats(course.table)))


def income_rolled(course: Course, task: RollIncome, faces: tuple[int, ...]) -> None:
    """Pay the income of all; the whole of it is one step before the victory check (D-57)."""
    for seat, face in zip(task.seats, faces, strict=True):
        civilians = paying_civilians(course.table, seat)
        enemies = enemies_near_commander(course.table, seat)
        total = face + PER_CIVILIAN * civilians + PER_ENEMY * enemies
        player = replace(course.player(seat), pool=course.player(seat).pool + total)
        course.put_player(player)
        course.tell(
            IncomePaid(
                seat=seat,
                die=face,
                civilians=civilians,
                enemies=enemies,
                total=total,
                pool=player.pool,
            )
        )
    course.then("check", "activation")


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


def activation(course: Course, about: str) -> None:
    """Step ``activation``: set AP, begin the first half.

    With ``saved_ap: carry`` a unit gets its AP when it is activated (D-29).
    """
    table = replace(course.table, phase="activation")
    if table.agreement.saved_ap == "round":
        table = table.with_unit(
            *(replace(unit, ap=action_points.full(table.kind(unit))) for unit in table.on_board())
        )
    course.table = table
    _go_on(course, Turn(table.turn.order, half=1, number=table.turn.number), 0)


def quota(table: Table, seat: int, half: int) -> int:
    """Units that the seat activates in a half that begins now (D-43).

    A Commander whose captor fell at the start of the round counts as activated already (D-61).
    """
    own = [unit for unit in table.of(seat) if unit.on_board]
    left = len(selecting.unbegun(table, seat))
    return min((len(own) + 1) // 2, left) if half == 1 else left


def next_turn(course: Course, about: str) -> None:
    """Step ``next-turn``: the next half-turn or reinforcement turn that has something to decide."""
    turn = course.table.turn
    _go_on(course, Turn(turn.order, half=turn.half, number=turn.number), turn.at + 1)


def _go_on(course: Course, fresh: Turn, first: int) -> None:
    """The next in the order from place ``first`` on, then the next half or phase."""
    for at in range(first, len(fresh.order)):
        player = course.player(fresh.order[at])
        if turns.takes_part(player) and _begins(course, replace(fresh, at=at)):
            return
    course.table = replace(
        course.table, turn=replace(course.table.turn, order=fresh.order, at=len(fresh.order))
    )
    if course.table.phase == "reinforcement":
        course.then("end-round")
    elif fresh.half == 1:
        _go_on(course, replace(course.table.turn, half=2), 0)
    else:
        course.then("reinforcement")


def _begins(course: Course, turn: Turn) -> bool:
    """Whether this turn begins; otherwise it passes by itself, and all are told why (D-76)."""
    if course.table.phase == "reinforcement":
        return _reinforcing_begins(course, turn)
    units = quota(course.table, turn.seat, turn.half)
    if not units:
        course.tell(TurnSkipped(seat=turn.seat, reason="no units"))
        return False
    turns.give(course, replace(turn, quota=units, number=course.table.turn.number))
    course.tell(TurnStarted(seat=turn.seat, phase="activation", half=turn.half, units=units))
    if not turns.is_played(course.table, turn.seat):
        activations.perform(course, turn.seat, Done())
    return True


def _reinforcing_begins(course: Course, turn: Turn) -> bool:
    seat = turn.seat
    if not turns.is_played(course.table, seat):
        course.tell(TurnEnded(seat=seat))
        return False
    reason = reinforcing.nothing_to_bring(course.table, seat)
    if reason is not None:
        course.tell(TurnSkipped(seat=seat, reason=reason))
        return False
    turns.give(course, replace(turn, number=course.table.turn.number))
    course.tell(TurnStarted(seat=seat, phase="reinforcement", half=1))
    return True


# --- The reinforcement phase, and the end ---


def reinforcement(course: Course, about: str) -> None:
    """Step ``reinforcement``: the players bring units, in the order of the round."""
    course.table = replace(course.table, phase="reinforcement")
    turn = course.table.turn
    _go_on(course, Turn(turn.order, number=turn.number), 0)


def end(course: Course, about: str) -> None:
    """Step ``end-round``: quadrants are counted, an offer of a draw lapses (D-75).

    The next round clears what counts for one round, or ends the match at the limit.
    """
    turns.nobodys(course)
    course.table = replace(course.table, draw=())
    objectives.count_quadrants(course)
    course.then("check", "begin-round")
