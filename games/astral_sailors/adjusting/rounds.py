"""Adjustments of the round, its phases and turns, and cancelled attacks."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.adjusting import agreed
from games.astral_sailors.adjusting.kinds import (
    Drop,
    OfRound,
    SetActive,
    SetOption,
    SetOrder,
    SetPhase,
    SetQuota,
    SetRound,
    SetStarter,
)
from games.astral_sailors.adjusting.replies import (
    BATTLE,
    no_seat,
    no_team,
    not_in,
    outside,
    refuse,
    same,
    told,
)
from games.astral_sailors.names import called, counted, listed, seat_name, team_name
from games.astral_sailors.rules.combat import questions
from games.astral_sailors.rules.turns import rounds, selecting, turns
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.subjects import attack_under_way
from games.astral_sailors.table import NOBODY, Attack, Table, Tick, Turn, Unit
from games.core.agenda import Do
from games.core.refusals import Forbidden

LAST_ROUND = 99


def refusal(table: Table, adjustment: OfRound) -> Forbidden | None:
    match adjustment:
        case SetOption():
            return agreed.refusal(table, adjustment)
        case Drop():
            if attack_under_way(table) is None:
                return refuse("No attack waits for an answer.")
            return None
        case SetActive(seat):
            return no_seat(table, seat) or _active(table, seat)
        case SetOrder(seats):
            return _order(table, seats)
    if found := not_in(table, BATTLE, "The round can be set"):
        return found
    match adjustment:
        case SetRound(number):
            return _round(table, number)
        case SetPhase(phase, half):
            return _phase(table, phase, half)
        case SetQuota(units):
            return _quota(table, units)
        case SetStarter(team):
            if team == table.starter:
                return same(f"{team_name(team)} already starts this round.")
            return no_team(table, team)


def _round(table: Table, number: int) -> Forbidden | None:
    if number == table.round:
        return same(f"It is already round {number}.")
    limit = table.agreement.round_limit
    if limit and number > limit:
        why = f"The last round is {limit}."
        return refuse(why, f"Set the limit first: OPTION ROUND_LIMIT {number}.", "ASCW-D67")
    return outside("The round", number, 1, LAST_ROUND)


def _phase(table: Table, phase: str, half: int) -> Forbidden | None:
    if half not in (1, 2) or (half == 2 and phase != "activation"):
        return refuse("Only the activation phase has halves, 1 and 2.")
    if table.phase == phase and (phase != "activation" or table.turn.half == half):
        return same("It is already that phase.")
    if _first(table) is None:
        return refuse("No player in the turn order could take a turn.")
    return None


def _first(table: Table) -> int | None:
    """Index in the order of the seat on turn, or of the first that can play."""
    order = table.turn.order
    places = (*range(table.turn.at, len(order)), *range(len(order)))
    return next((at for at in places if turns.is_played(table, order[at])), None)


def _quota(table: Table, units: int) -> Forbidden | None:
    if table.phase != "activation":
        return refuse("Units are activated only in the activation phase.", rule="ASCW-D43")
    if units == table.turn.quota:
        return same(f"It is already {counted(units, 'unit')}.")
    most = len(_left(table))
    who = seat_name(table.turn.seat)
    return outside(f"The units left to activate for {who}", units, 0, most, "ASCW-D43")


def _left(table: Table) -> list[Unit]:
    left = selecting.unbegun(table, table.turn.seat)
    return [unit for unit in left if unit.code != table.turn.active]


def _active(table: Table, seat: int) -> Forbidden | None:
    if table.phase not in turns.KINDS or table.turn.seat == NOBODY:
        return refuse("No turn is under way.")
    name = seat_name(seat)
    if seat == table.turn.seat:
        return same(f"It is already the turn of {name}.")
    if seat not in table.turn.order or not turns.is_played(table, seat):
        return refuse(f"{name} takes no turn in this phase.")
    if table.phase == "deployment":
        waiting = _waiting(table, table.turn.order[: table.turn.order.index(seat)])
        if waiting:
            why = f"Then {listed(waiting)} would never deploy."
            return refuse(why, "Give the turn to an earlier player.", "ASCW-D52")
    return None


def _waiting(table: Table, seats: tuple[int, ...]) -> list[str]:
    """Names of players who have not deployed yet."""
    return [
        seat_name(seat)
        for seat in seats
        if turns.takes_part(table.players[seat]) and not table.players[seat].deployed
    ]


def _order(table: Table, seats: tuple[int, ...]) -> Forbidden | None:
    if found := not_in(table, ("deployment", *BATTLE), "The turn order can be set"):
        return found
    playing = turns.seats(table)
    if sorted(seats) != list(playing):
        names = listed([seat_name(seat) for seat in playing])
        return refuse(f"The order must list {names} once each.")
    if seats == table.turn.order:
        return same("It is already that order.")
    now = table.turn.seat
    if now not in seats:
        return refuse("No turn is under way.")
    if table.phase == "deployment" and (waiting := _waiting(table, seats[: seats.index(now)])):
        why = f"{listed(waiting)} must deploy after {seat_name(now)}."
        return refuse(why, "Put them later in the order.", "ASCW-D52")
    return None


# --- Setting it ---


def perform(builder: StepBuilder, adjustment: OfRound) -> None:
    table = builder.table
    match adjustment:
        case SetOption():
            agreed.perform(builder, adjustment)
        case SetRound(number):
            told(builder, "round", "", table.round, number)
            builder.put(*(_carried(unit, table.round, number) for unit in table.units.values()))
            builder.table = replace(builder.table, round=number)
        case SetPhase(phase, half):
            told(builder, "phase", "", _named(table.phase, table.turn.half), _named(phase, half))
            at = _first(table)
            assert at is not None
            builder.table = replace(table, phase=phase)
            _give(builder, at, half)
        case SetActive(seat):
            told(builder, "active", "", seat_name(table.turn.seat), seat_name(seat))
            if table.phase == "deployment":
                builder.put_player(replace(builder.player(seat), deployed=False))
            _give(builder, _nearest(table.turn, seat), table.turn.half)
        case SetOrder(seats):
            names = [listed(list(map(seat_name, each))) for each in (table.turn.order, seats)]
            told(builder, "order", "", *names)
            at = seats.index(table.turn.seat)
            builder.table = replace(table, turn=replace(table.turn, order=seats, at=at))
        case SetQuota(units):
            told(builder, "quota", "", table.turn.quota, units)
            builder.table = replace(table, turn=replace(table.turn, quota=units))
        case SetStarter(team):
            before = team_name(table.starter) if table.starter != NOBODY else ""
            told(builder, "starter", "", before, team_name(team))
            builder.table = replace(table, starter=team)
        case Drop(everything):
            _drop(builder, everything=everything)


def _carried(unit: Unit, before: int, after: int) -> Unit:
    """Shift the unit's round marks to the new round number."""
    activated = after if unit.activated == before else 0
    shot = max(0, unit.shot + after - before) if unit.shot else 0
    return replace(unit, activated=activated, shot=shot)


def _named(phase: str, half: int) -> str:
    if phase != "activation":
        return phase
    return f"{phase}, {'first' if half == 1 else 'second'} half"


def _give(builder: StepBuilder, at: int, half: int) -> None:
    """Begin a new turn in the current phase."""
    turn = Turn(builder.table.turn.order, at, half)
    if builder.table.phase == "activation":
        turn = replace(turn, quota=rounds.quota(builder.table, turn.seat, half))
    turns.give(builder, turn)


def _nearest(turn: Turn, seat: int) -> int:
    """The next index of the seat in the order, or its last one before."""
    after = [at for at in range(turn.at, len(turn.order)) if turn.order[at] == seat]
    before = [at for at in range(turn.at) if turn.order[at] == seat]
    return after[0] if after else before[-1]


def _drop(builder: StepBuilder, *, everything: bool) -> None:
    """Continue the agenda as after the attack."""
    attack = builder.pop()
    assert isinstance(attack, Attack)
    targets = listed([called(builder.table, part.target) for part in attack.parts])
    who = called(builder.table, attack.attacker) if attack.attacker else "the terrain"
    of = "the poison of " if attack.how == "poison" else "the attack of "
    more = ", and what was to follow" if everything else ""
    told(builder, "drop", f"{of}{who} on {targets}{more}")
    asked = len(questions.asked(builder.table, attack))
    builder.table = replace(builder.table, asked=builder.table.asked + asked)
    builder.secrets = replace(builder.secrets, answers=())
    if everything:
        builder.drop(task for task in builder.table.agenda if _strikes(task))
        turn = replace(builder.table.turn, touched=())
        builder.table = replace(builder.table, turn=turn)


def _strikes(task: object) -> bool:
    return isinstance(task, (Attack, Tick)) or (
        isinstance(task, Do) and task.step == "strike-terrain"
    )
