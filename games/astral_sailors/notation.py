"""Text forms of the fields of moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from games.astral_sailors.names import COLOURS, DIRECTIONS, listed, team_letter
from games.astral_sailors.table import LETTERS
from games.astral_sailors.tasks import Move
from games.core.geometry.squares import Facing, Square, square
from games.core.notation import Value, many, number, one_of, shown
from games.core.types import Unreadable

LONGEST_NAME = 20
MOST_STEPS, MOST_AIMS, MOST_UNITS = 40, 12, 200
UNDEALT = -1
"""Stands for the dice of a target without a number, until they are filled in."""

UNIT_CODE = f"[{LETTERS}][1-9][0-9]{{0,2}}"

_UNIT = re.compile(UNIT_CODE)
_PIECE = re.compile("[A-Z][A-Z0-9]")
_FACINGS = {facing.name: facing for facing in Facing} | {
    name.replace("-", "").upper(): Facing(place) for place, name in enumerate(DIRECTIONS)
}


@dataclass(frozen=True, slots=True)
class Aim:
    target: Name
    dice: int


def _read_unit(_: Any, text: str) -> str:
    if not _UNIT.fullmatch(text):
        raise ValueError
    return text


def _read_square(_: Any, text: str) -> Square:
    if (found := square(text)) is None:
        raise ValueError
    return found


def _read_facing(_: Any, text: str) -> Facing:
    if (found := _FACINGS.get(text.replace("-", ""))) is None:
        raise ValueError
    return found


def _read_aim(request: Any, text: str) -> Aim:
    target, colon, dice = text.partition(":")
    if not _UNIT.fullmatch(target):
        size = request.view.table.size
        raise Unreadable(
            f"“{shown(text)}” is not a target. A target is a unit, such as B4 or B4:2; the board "
            f"ends at {Square(size - 1, size - 1)}."
        )
    return Aim(_read_unit(request, target), NUMBER.read(request, dice) if colon else UNDEALT)


def spelt(text: str, known: Mapping[str, object]) -> str:
    """A name as it is spelt among the ``known`` ones, else unchanged."""
    if len(text) > LONGEST_NAME:
        raise ValueError
    return next((name for name in known if name.upper() == text), text)


def _read_kind(request: Any, text: str) -> str:
    return spelt(text, request.view.table.catalogue.units)


def _read_piece(_: Any, text: str) -> str:
    if not _PIECE.fullmatch(text):
        raise ValueError
    return text


def _read_team(request: Any, text: str) -> int:
    for place, team in enumerate(request.view.table.teams):
        if text in (team_letter(place), *(COLOURS[seat].upper() for seat in team.seats)):
            return place
    return NUMBER.read(request, text) - 1


def _from_one(place: int) -> str:
    return str(place + 1)


NUMBER = number("a whole number from 0 to 9999")
UNIT = Value("a unit code", _read_unit)
UNITS = many(UNIT, MOST_UNITS)
SQUARE = Value("a square", _read_square)
FACING = Value(
    f"a direction ({listed([facing.name for facing in Facing], 'or')})",
    _read_facing,
    lambda facing: facing.name,
)
AIM = Value("a target", _read_aim, lambda aim: f"{aim.target}:{aim.dice}")
AIMS = many(AIM, MOST_AIMS)
KIND = Value("a kind of unit such as EX1", _read_kind)
PIECE = Value("a piece such as WA", _read_piece)
PATH = many(FACING, MOST_STEPS)
TEAM = Value("a team", _read_team, _from_one)
REACTION = one_of(
    "COUNTER, COVER or NONE", {"COUNTER": "counter", "COVER": "cover", "NONE": "none"}
)
YES = one_of("YES or NO", {"YES": True, "Y": True, "NO": False, "N": False})
TURNED = one_of("TURNED", {"TURNED": True})

Name: TypeAlias = Annotated[str, Field(max_length=LONGEST_NAME)]
"""A code of a unit, a kind of unit, a piece, a list or a quadrant."""
UnitCode: TypeAlias = Annotated[Name, UNIT]
KindName: TypeAlias = Annotated[Name, KIND]
At: TypeAlias = Annotated[Square, SQUARE]
Toward: TypeAlias = Annotated[Facing, FACING]
Number: TypeAlias = Annotated[int, NUMBER]
Aims: TypeAlias = Annotated[tuple["Aim", ...], Field(max_length=MOST_AIMS), AIMS]


def units_named(move: Move) -> Iterator[str]:
    """The codes of all units that a move names."""
    for name in ("unit", "target"):
        if code := getattr(move, name, ""):
            yield code
    yield from getattr(move, "hold", ())
    for aim in getattr(move, "aims", ()):
        yield aim.target
