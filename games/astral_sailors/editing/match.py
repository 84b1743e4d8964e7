"""What can be set of the round and its turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.astral_sailors.editing.agreed import AGREED
from games.astral_sailors.editing.values import (
    BATTLE,
    SEAT,
    TEAM,
    not_in,
    refuse,
    same,
)
from games.astral_sailors.names import listed, seat_name, team_name
from games.astral_sailors.rules.setup import deployment
from games.astral_sailors.rules.turns import activation, reinforcing, rounds, selecting, turns
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table, Turn, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Act, Argument, number
from games.core.notation import Value, many
from games.core.refusals import Forbidden

LAST_ROUND = 99


def _no_battle(view: SailorsView, *_: Any) -> Forbidden | None:
    return not_in(view.table, BATTLE, "The round can be set")


def _no_round(view: SailorsView, number: int) -> Forbidden | None:
    limit = view.table.agreement.round_limit
    if limit and number > limit:
        instead = f"Set the limit first: OPTION ROUND_LIMIT {number}."
        return refuse(f"The last round is {limit}.", instead, "ASCW-D67")
    return _no_battle(view)


def _set_round(builder: StepBuilder, number: int) -> None:
    """Activations and shots move with the round."""
    before = builder.table.round
    builder.put(*(_carried(unit, before, number) for unit in builder.table.units.values()))
    builder.table = replace(builder.table, round=number)


# --- The phase ---

Phase = tuple[str, int]


def _read_phase(_: SailorsView, text: str) -> Phase:
    word, *half = text.split()
    if word in ("REINFORCEMENT", "REINFORCEMENTS") and not half:
        return "reinforcement", 1
    if word != "ACTIVATION" or not all(each.isascii() and each.isdecimal() for each in half):
        raise ValueError
    return "activation", int(half[0]) if half else 1


def _write_phase(phase: Phase) -> str:
    return f"ACTIVATION {phase[1]}" if phase[0] == "activation" else "REINFORCEMENT"


def _named(_: SailorsView, phase: Phase) -> str:
    if phase[0] != "activation":
        return phase[0]
    return f"activation, {'first' if phase[1] == 1 else 'second'} half"


PHASE = Argument(
    Value(
        "ACTIVATION 1, ACTIVATION 2 or REINFORCEMENT",
        _read_phase,
        _write_phase,
        r"\S+(?:\s+\S+)?",
    ),
    "Which phase?",
    lambda _: [("activation", 1), ("activation", 2), ("reinforcement", 1)],
    label=lambda view, phase: _named(view, phase).capitalize(),
    called=_named,
)


def _now(view: SailorsView) -> Phase:
    table = view.table
    return table.phase, table.turn.half if table.phase == "activation" else 1


def _no_phase(view: SailorsView, phase: Phase) -> Forbidden | None:
    if found := _no_battle(view):
        return found
    if phase[1] not in (1, 2):
        return refuse("Only the activation phase has halves, 1 and 2.")
    if _first(view.table) is None:
        return refuse("No player in the turn order could take a turn.")
    return None


def _first(table: Table) -> int | None:
    """Index in the order of the seat on turn, or of the first that can play."""
    order = table.turn.order
    places = (*range(table.turn.at, len(order)), *range(len(order)))
    return next((at for at in places if turns.takes_part(table.players[order[at]])), None)


def _set_phase(builder: StepBuilder, phase: Phase) -> None:
    """AP and marks stay."""
    at = _first(builder.table)
    assert at is not None
    _set("phase")(builder, phase[0])
    _give(builder, at, phase[1])


# --- Turns ---


def _no_quota(view: SailorsView, _: int) -> Forbidden | None:
    if view.table.phase == "activation":
        return None
    why = "Units are activated only in the activation phase."
    return _no_battle(view) or refuse(why, rule="ASCW-D43")


def _left(view: SailorsView) -> range:
    table = view.table
    if table.phase != "activation":
        return range(0)
    left = selecting.unbegun(table, table.turn.seat)
    return range(sum(unit.code != table.turn.active for unit in left) + 1)


def _active(view: SailorsView, seat: int) -> Forbidden | None:
    table, name = view.table, seat_name(seat)
    if table.phase not in turns.KINDS or table.turn.seat == NOBODY:
        return refuse("No turn is under way.")
    if seat == table.turn.seat:
        return same(f"It is already the turn of {name}.")
    if seat not in table.turn.order or not turns.takes_part(table.players[seat]):
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


def _activate(builder: StepBuilder, seat: int) -> None:
    """Begin a new turn of this seat, ending the current one."""
    if builder.table.phase == "deployment":
        builder.put_player(replace(builder.player(seat), deployed=False))
    turn = builder.table.turn
    _give(builder, _nearest(turn, seat), turn.half)


_ENDS = {
    "deployment": deployment.end_turn,
    "activation": activation.end_turn,
    "reinforcement": reinforcing.end,
}
"""How turns end by themselves, by phase."""


def _no_end(view: SailorsView) -> Forbidden | None:
    table = view.table
    if found := not_in(table, tuple(_ENDS), "Turns can be ended"):
        return found
    if table.turn.seat == NOBODY:
        return refuse("No turn is under way.")
    return deployment.commanders_missing(table) if table.phase == "deployment" else None


def _no_order(view: SailorsView, seats: tuple[int, ...]) -> Forbidden | None:
    table = view.table
    if found := not_in(table, ("deployment", *BATTLE), "The turn order can be set"):
        return found
    playing = turns.seats(table)
    if sorted(seats) != list(playing):
        names = listed([seat_name(seat) for seat in playing])
        return refuse(f"The order must list {names} once each.")
    now = table.turn.seat
    if now not in seats:
        return refuse("No turn is under way.")
    if table.phase == "deployment" and (waiting := _waiting(table, seats[: seats.index(now)])):
        why = f"{listed(waiting)} must deploy after {seat_name(now)}."
        return refuse(why, "Put them later in the order.", "ASCW-D52")
    return None


def _set_order(builder: StepBuilder, seats: tuple[int, ...]) -> None:
    """The seat on turn stays."""
    turn = builder.table.turn
    turn = replace(turn, order=seats, at=seats.index(turn.seat))
    builder.table = replace(builder.table, turn=turn)


ORDER = Argument(
    many(SEAT.value, 8, "the players in order"),
    "Which order?",
    lambda view: [turns.line(view.table, team) for team in turns.teams(view.table)],
    label=lambda _, seats: f"{seat_name(seats[0])} first, then clockwise" if seats else "Nobody",
    called=lambda _, seats: listed(list(map(seat_name, seats))),
    example="RED BLUE",
)


def _carried(unit: Unit, before: int, after: int) -> Unit:
    """Shift the unit's round marks to the new round number."""
    activated = after if unit.activated == before else 0
    shot = max(0, unit.shot + after - before) if unit.shot else 0
    return replace(unit, activated=activated, shot=shot)


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


def _set(field: str) -> Callable[[StepBuilder, Any], None]:
    def put(builder: StepBuilder, value: Any) -> None:
        changed: dict[str, Any] = {field: value}
        builder.table = replace(builder.table, **changed)

    return put


def _set_quota(builder: StepBuilder, units: int) -> None:
    builder.table = replace(builder.table, turn=replace(builder.table.turn, quota=units))


def _starts(view: SailorsView, team: int) -> tuple[str, str]:
    now = view.table.starter
    return team_name(now) if now != NOBODY else "nobody", team_name(team)


ROUND = (
    Act(
        "round", "ROUND {round}", "The round", {"round": number(range(1, LAST_ROUND + 1))},
        _set_round, "the round", lambda view: view.table.round, refuse=_no_round,
    ),
    Act(
        "phase", "PHASE {phase}", "The phase", {"phase": PHASE}, _set_phase, "the phase", _now,
        refuse=_no_phase,
    ),
    Act(
        "active", "ACTIVE {seat}", "Whose turn it is", {"seat": SEAT}, _activate,
        said="passes the turn", refuse=_active,
        words=lambda view, seat: (seat_name(view.table.turn.seat), seat_name(seat)),
    ),
    Act(
        "end", "END TURN", "End the turn", {},
        lambda builder: _ENDS[builder.table.phase](builder), refuse=_no_end,
        said=lambda view: f"ends the turn of {seat_name(view.table.turn.seat)}",
    ),
    Act(
        "order", "ORDER {seats}", "The turn order", {"seats": ORDER}, _set_order,
        "the turn order", lambda view: view.table.turn.order, refuse=_no_order,
    ),
    Act(
        "quota", "QUOTA {units}", "Units left to activate", {"units": number(_left)}, _set_quota,
        "the number of units left to activate", lambda view: view.table.turn.quota,
        refuse=_no_quota, rule="ASCW-D43",
    ),
    Act(
        "starter", "STARTER {team}", "Who starts the round", {"team": TEAM}, _set("starter"),
        "the team that starts this round", lambda view: view.table.starter, words=_starts,
        refuse=_no_battle,
    ),
)  # fmt: skip
MATCH = (*ROUND, AGREED.act)
