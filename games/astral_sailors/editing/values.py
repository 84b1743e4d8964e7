"""What edits name (units, players, teams, squares), and their shared refusals."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from games.astral_sailors.names import (
    COLOURS,
    DIRECTIONS,
    facing_name,
    kind_name,
    listed,
    seat_name,
    team_letter,
    team_name,
    team_with_seats,
)
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LETTERS, Table, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words import choice_notes
from games.core.editing.acts import Act, Argument, Audience, choice
from games.core.editing.editing import SAME
from games.core.geometry.squares import Facing, Square, column, square
from games.core.notation import Value, many
from games.core.refusals import Forbidden, Unreadable
from games.core.seats import Seat

RULE = "ASCW-D79"
NONE = "NONE"
LONGEST_NAME = 20
CODE = re.compile(f"[{LETTERS}][1-9][0-9]{{0,2}}")
"""Codes of units."""

BATTLE = ("activation", "reinforcement")
FIELD = ("deployment", *BATTLE)
"""Phases in which units can be on the board."""

# --- Refusals ---


def refuse(why: str, instead: str = "", rule: str = RULE) -> Forbidden:
    return Forbidden(rule, why, instead=instead)


def same(why: str) -> Forbidden:
    return Forbidden(RULE, why, code=SAME)


def no_unit(view: SailorsView | State, code: str) -> Forbidden | None:
    table = view.table
    if code in table.units:
        return None
    army = [unit.code for unit in table.units.values() if unit.code[0] == code[:1]]
    instead = f"The codes run from {army[0]} to {army[-1]}." if army else ""
    return refuse(f"There is no unit {code}.", instead)


def no_seat(view: SailorsView, seat: int) -> Forbidden | None:
    table = view.table
    if 0 <= seat < len(table.players):
        return None
    playing = listed([seat_name(each.seat) for each in table.players])
    return refuse("No player has that colour in this match.", f"The players are {playing}.")


def no_kind(view: SailorsView, code: str) -> Forbidden | None:
    if code in view.table.catalogue.units:
        return None
    known = ", ".join(view.table.catalogue.units)
    return refuse(f"There is no unit type {code}.", f"The unit types are {known}.")


def not_in(table: Table, phases: tuple[str, ...], what: str) -> Forbidden | None:
    """Refuse a wrong phase; ``what`` begins the sentence (``Units can be marked``)."""
    if table.phase in phases:
        return None
    names = listed(phases, "or")
    return refuse(f"{what} only in the phase {names}; this is {table.phase}.")


def off_board(unit: Unit) -> Forbidden | None:
    if unit.on_board:
        return None
    where = {"reserve": "in the Reserve", "captive": "a captive", "out": "out of the match"}
    why = f"{unit.code} is {where[unit.place]}, not on the board."
    return refuse(why, f"Put it on the board first: {unit.code} TO C5.")


# --- Units ---


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


def army_of(state: State, seat: int, *_: Any) -> Audience:
    """What only the team of a seat may know."""
    return tuple(map(Seat, state.table.teams[state.table.team(seat)].seats))


def who_knows(state: State, code: str, *_: Any) -> Audience:
    """Everyone, or the team of a hidden unit; a new one is hidden with closed armies."""
    unit, table = state.table.units.get(code), state.table
    hidden = not table.agreement.open_armies if unit is None else is_hidden(table, unit)
    return army_of(state, owner(code)) if hidden else None


def idle(builder: StepBuilder, code: str) -> None:
    """Deactivate the unit without ending its activation."""
    turn = builder.table.turn
    if turn.active == code:
        over = replace(turn, active="", struck=(), touched=(), moved=False)
        builder.table = replace(builder.table, turn=over)


def unit_of(view: SailorsView, code: str) -> Unit:
    return view.table.units[code]


def _read_code(_: SailorsView, text: str) -> str:
    if not CODE.fullmatch(text):
        raise ValueError
    return text


def _unit_label(view: SailorsView, code: str) -> str:
    table, unit = view.table, unit_of(view, code)
    return f"{code} {kind_name(table, unit)}, {place_of(table, unit)}"


UNIT = Argument(
    Value("a unit code", _read_code),
    "Which unit?",
    lambda view, *_: view.table.units,
    label=_unit_label,
    detail=lambda view, code: choice_notes.unit_state(view.table, unit_of(view, code)),
    group=lambda _, code: (code[0], f"A unit of {seat_name(owner(code))}"),
    missing=no_unit,
)

# --- Names, squares, players ---


def read_name(_: SailorsView, text: str) -> str:
    if len(text) > LONGEST_NAME:
        raise ValueError
    return text


KIND = Argument(
    Value("a kind of unit", read_name),
    "Which kind?",
    lambda view, *_: view.table.catalogue.units,
    label=lambda view, code: f"{code} {view.table.catalogue.units[code].name}",
    called=lambda view, code: view.table.catalogue.units[code].name,
    missing=no_kind,
)


def read_square(_: SailorsView, text: str) -> Square:
    found = square(text)
    if found is None:
        raise ValueError
    return found


def by_column(_: SailorsView, at: Square) -> tuple[str, str]:
    return column(at.c), f"Column {column(at.c)}"


_FACINGS = {facing.name: facing for facing in Facing} | {
    name.replace("-", "").upper(): Facing(place) for place, name in enumerate(DIRECTIONS)
}
FACING = choice(
    f"a direction ({listed([facing.name for facing in Facing], 'or')})",
    _FACINGS | {name.upper(): Facing(place) for place, name in enumerate(DIRECTIONS)},
    "Which direction?",
    label=lambda _, facing: facing_name(facing).capitalize(),
    called=lambda _, facing: facing_name(facing),
)


def flag(yes: str, no: str, prompt: str = "") -> Argument:
    """YES or NO, with what each is in words."""
    said = {True: yes, False: no}
    return choice(
        "YES or NO",
        {"YES": True, "NO": False, "Y": True, "ON": True, "N": False, "OFF": False},
        prompt,
        label=lambda _, on: said[on].capitalize(),
        called=lambda _, on: said[on],
    )


SEAT = choice(
    "a player",
    {
        **{colour.upper(): seat for seat, colour in enumerate(COLOURS)},
        **{letter: seat for seat, letter in enumerate(LETTERS)},
        **{str(seat + 1): seat for seat in range(len(COLOURS))},
    },
    "Whose?",
    offered=lambda view, *_: range(len(view.table.players)),
    label=lambda _, seat: seat_name(seat),
    called=lambda _, seat: seat_name(seat),
    missing=no_seat,
)


def _read_team(view: SailorsView, text: str) -> int:
    """``A``, ``1``, ``TEAM1``, or the colour of a member."""
    word = text.removeprefix("TEAM") or text
    for number, team in enumerate(view.table.teams):
        colours = (COLOURS[seat].upper() for seat in team.seats)
        if word in (team_letter(number), str(number + 1), *colours):
            return number
    raise Unreadable(f"There is no team “{text[:LONGEST_NAME]}”.")


TEAM = Argument(
    Value("a team", _read_team, team_letter),
    "Which team?",
    lambda view, *_: range(len(view.table.teams)),
    label=lambda view, team: team_with_seats(view.table, team),
    called=lambda _, team: team_name(team),
)


def some(value: Value[Any, Any], most: int) -> Value[Any, tuple[Any, ...]]:
    """At most so many of something, or ``NONE``."""
    named = many(value, most)

    def read(view: Any, text: str) -> tuple[Any, ...]:
        return () if text == NONE else named.read(view, text)

    def write(values: tuple[Any, ...]) -> str:
        return named.write(values) or NONE

    return Value(f"{value.wanted}, or {NONE}", read, write, named.extent)


def of_unit(name: str, form: str, label: str, value: Argument | None, put: Any, **more: Any) -> Act:
    args = {"unit": UNIT, "value": value} if value else {"unit": UNIT}
    return Act(name, f"{{unit}} {form}", label, args, put, **{"only": who_knows, **more})


def too_early(view: SailorsView, code: str, *_: Any) -> Forbidden | None:
    """Before the first round units carry no marks: deployment ignores them."""
    return off_board(unit_of(view, code)) or not_in(view.table, BATTLE, "Units can be marked")
