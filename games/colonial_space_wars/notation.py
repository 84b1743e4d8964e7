"""What all moves share: text forms of units, squares and lists, and their base."""

from __future__ import annotations

from itertools import groupby
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from games.colonial_space_wars.catalogue import ACTIVE, PASSIVE
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import LETTERS
from games.colonial_space_wars.table.board import StoredSquare
from games.colonial_space_wars.view import View
from games.core import moves, notation
from games.core.geometry.squares import Square, square
from games.core.notation import Value, one_of

LONGEST_LIST = 99


def _unit(_: object, text: str) -> str:
    if text[0] not in LETTERS or not text[1:].isdecimal() or not 1 <= int(text[1:]) <= 999:
        raise ValueError
    return f"{text[0]}{int(text[1:])}"


def _square(_: object, text: str) -> Square:
    if (found := square(text)) is None:
        raise ValueError
    return found


def _list(_: object, text: str) -> tuple[str, ...]:
    codes: list[str] = []
    count = 1
    for word in text.split():
        if word.isdecimal():
            count = int(word)
            continue
        codes += [word] * min(count, LONGEST_LIST)
        count = 1
    if count != 1 or not codes or len(codes) > LONGEST_LIST:
        raise ValueError
    return tuple(codes)


def _written_list(codes: tuple[str, ...]) -> str:
    runs = ((code, len(tuple(run))) for code, run in groupby(codes))
    return " ".join(code if count == 1 else f"{count} {code}" for code, count in runs)


def _points(_: object, text: str) -> int | None:
    if text == "MAX":
        return None
    if not text.lstrip("-").isdecimal() or len(text) > 4:
        raise ValueError
    return int(text)


def _target(context: object, text: str) -> str:
    return f"{_square(context, text)}"


WORD = r"[A-Z0-9]+"
UNIT = Value[Any, str]("a unit such as R4", _unit, extent=WORD)
SQUARE = Value[Any, Square]("a square such as F6", _square, extent=WORD)
SQUARES = notation.many(SQUARE, 20, "squares such as E5 F6")
TYPE = Value[Any, str]("a type of units such as BRI", lambda _, text: text, extent="[A-Z]{3}")
LIST = Value[Any, tuple[str, ...]](
    "a list such as COM 2 CAP 3 BRI", _list, _written_list, r"\S+(?:\s+\S+)*"
)
SWORD = Value[Any, str]("a faction", lambda _, text: text.lower(), str.upper, r"[A-Z][A-Z0-9_]*")
POINTS = Value[Any, int | None](
    "a number of points, or MAX", _points, lambda points: "MAX" if points is None else str(points)
)
SKILL = Value(
    "a skill",
    one_of("a skill", {skill.upper(): skill for skill in (*ACTIVE, *sorted(PASSIVE))}).read,
    str.upper,
    r"DIG IN|\S+",
)
TARGET = Value[Any, str]("a unit or a square", _target, extent=WORD)
ROLE = one_of("ATTACKER or DEFENDER", {"ATTACKER": True, "DEFENDER": False})
ZONE = one_of("NORTH or SOUTH", {"NORTH": "north", "SOUTH": "south"})

Code: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{1,3}[0-9]{0,3}$")]
UnitCode: TypeAlias = Annotated[Code, UNIT]
TypeCode: TypeAlias = Annotated[Code, TYPE]
Sword: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,19}$"), SWORD]
At: TypeAlias = Annotated[StoredSquare, SQUARE]


class Move(moves.Move[View, StepBuilder]):
    """An answer that a seat can give."""

    __slots__ = ()


class OrderStep(Move):
    """What a unit does in its activation: alone, or as a step of an ``Order``."""

    __slots__ = ()
