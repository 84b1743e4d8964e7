"""Shared refusals and events of adjustments."""

from __future__ import annotations

import re
from dataclasses import replace

from games.astral_sailors.events.adjustments import Adjusted
from games.astral_sailors.names import counted, listed, seat_name, team_name
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LETTERS, NOBODY, Table, Unit
from games.core.geometry.squares import Square
from games.core.refusals import Forbidden
from games.core.seats import Seat

RULE = "ASCW-D79"

CODE = re.compile(f"[{LETTERS}][1-9][0-9]{{0,2}}")
"""Codes of units."""

BATTLE = ("activation", "reinforcement")
FIELD = ("deployment", *BATTLE)
"""Phases in which units can be on the board."""

SAME = "SAME"
"""The code of refusals because nothing would change. They are for people only: what a viewer
does not know may be like that already."""


def refuse(why: str, instead: str = "", rule: str = RULE) -> Forbidden:
    return Forbidden(rule, why, instead=instead)


def same(why: str) -> Forbidden:
    return Forbidden(RULE, why, code=SAME)


def no_unit(table: Table, code: str) -> Forbidden | None:
    if code in table.units:
        return None
    army = [unit.code for unit in table.units.values() if unit.code[0] == code[:1]]
    instead = f"The codes run from {army[0]} to {army[-1]}." if army else ""
    return refuse(f"There is no unit {code}.", instead)


def no_seat(table: Table, seat: int) -> Forbidden | None:
    if 0 <= seat < len(table.players):
        return None
    playing = listed([seat_name(each.seat) for each in table.players])
    return refuse("No player has that colour in this match.", f"The players are {playing}.")


def no_team(table: Table, team: int) -> Forbidden | None:
    if 0 <= team < len(table.teams):
        return None
    there = listed([team_name(number) for number in range(len(table.teams))])
    return refuse("That team does not exist.", f"The teams are {there}.")


def outside(what: str, value: int, lowest: int, highest: int, rule: str = RULE) -> Forbidden | None:
    """Refuse a number out of range; ``what`` is the subject (``The AP of R3``)."""
    if lowest <= value <= highest:
        return None
    return refuse(f"{what} must be from {lowest} to {highest}, not {value}.", rule=rule)


def not_in(table: Table, phases: tuple[str, ...], what: str) -> Forbidden | None:
    """Refuse a wrong phase; ``what`` begins the sentence (``Units can be marked``)."""
    if table.phase in phases:
        return None
    names = listed(phases, "or")
    return refuse(f"{what} only in the phase {names}; this is {table.phase}.")


def off_board(table: Table, unit: Unit) -> Forbidden | None:
    if unit.on_board:
        return None
    where = {"reserve": "in the Reserve", "captive": "a captive", "out": "out of the match"}
    why = f"{unit.code} is {where[unit.place]}, not on the board."
    return refuse(why, f"Put it on the board first: {unit.code} TO C5.")


def audience(builder: StepBuilder, *units: Unit) -> tuple[Seat, ...] | None:
    """The audience for these units: everyone, or the teams of hidden ones."""
    hidden = [each for each in units if is_hidden(builder.table, each)]
    if not hidden:
        return None
    teams = sorted({builder.table.team(each.seat) for each in hidden})
    return tuple(seat for team in teams for seat in builder.members(team))


def is_hidden(table: Table, unit: Unit) -> bool:
    return not (unit.seen or table.agreement.open_armies)


def place_of(table: Table, unit: Unit) -> str:
    match unit.place:
        case "board":
            return str(Square(unit.c, unit.r))
        case "reserve":
            return "the Reserve"
        case "captive":
            return f"captivity with {unit.held_by}"
        case _:
            return "out of the match"


def owner(code: str) -> int:
    """The seat that a unit code names by its letter, or ``NOBODY``."""
    return LETTERS.index(code[0]) if CODE.fullmatch(code) else NOBODY


def idle(builder: StepBuilder, code: str) -> None:
    """Deactivate the unit without ending its activation."""
    turn = builder.table.turn
    if turn.active == code:
        over = replace(turn, active="", struck=(), touched=(), moved=False)
        builder.table = replace(builder.table, turn=over)


def forget(builder: StepBuilder, code: str) -> None:
    """Forget the last action if it names a changed unit code."""
    last = builder.table.last
    if last is not None and (
        last.unit == code or any(code in (hit.attacker, hit.target) for hit in last.hits)
    ):
        builder.table = replace(builder.table, last=None)


def told(
    builder: StepBuilder,
    what: str,
    about: str,
    before: object = "",
    after: object = "",
    *,
    unit: Unit | None = None,
    only: tuple[Seat, ...] | None = None,
) -> None:
    """Build an event for everyone, for ``only``, or for viewers who know ``unit``."""
    if unit is not None:
        only = audience(builder, unit)
    builder.tell(Adjusted(what=what, about=about, before=str(before), after=str(after), only=only))


def marks(unit: Unit) -> str:
    found = [
        f"{mark.source}, Damage {mark.damage}, {counted(mark.ticks, 'round')}"
        for mark in unit.poison
    ]
    return "; ".join(found) or "none"
