"""What all moves share: text forms of units, cards and places, and their base."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from pydantic import Field

from games.core import moves, notation
from games.core.geometry.plane import Point
from games.core.notation import Value, one_of
from games.core.types import Seat, Unreadable
from games.galaxy_aflame.ground import INCHES

if TYPE_CHECKING:
    from games.galaxy_aflame.state import StepBuilder
    from games.galaxy_aflame.table import Unit
    from games.galaxy_aflame.view import Request, View

MOST_CARDS = 40
FARTHEST = 9999
"""Tenths of an inch that can be named, more than any table is long."""


def _code(_: object, text: str) -> str:
    """A code in its usual form: ``R1`` for ``R01``."""
    found = re.fullmatch("([RB])0{0,2}([1-9][0-9]{0,2})", text)
    if found is None:
        raise ValueError
    return f"{found[1]}{found[2]}"


def _unit(wanted: str, among: Callable[[Request], Iterable[Unit]]) -> Value[Any, str]:
    """A code, or a card that one of some units has."""

    def read(request: Request, text: str) -> str:
        found = [unit.code for unit in among(request) if unit.card == text]
        if len(found) > 1:
            raise Unreadable(f"{text} could be {' or '.join(found)}.", instead="Write the code.")
        return found[0] if found else _code(request, text)

    return Value(wanted, read, extent=r"[A-Z]{1,3}[0-9]{0,3}")


def _length(_: Request, text: str) -> int:
    found = INCHES.read(text)
    if not 0 < found <= FARTHEST:
        raise ValueError
    return found


CODE = Value[Any, str]("a unit such as R1", _code, extent="[RB][0-9]+")
UNIT = _unit(CODE.wanted, lambda request: request.view.table.left(request.decision.seat))
ENEMY = _unit(
    "an enemy unit such as B2",
    lambda request: request.view.table.on_table(Seat(1 - request.decision.seat)),
)
POINT = notation.point(INCHES, "a point such as 24 19.5, with at most one decimal")
LENGTH = Value[Any, int](
    "inches such as 4.5, with at most one decimal", _length, INCHES.write, r"\S+"
)
CARD = Value[Any, str]("a card such as INF", lambda _, text: text, extent="[A-Z]{3}")
CARDS = notation.many(CARD, MOST_CARDS, "cards such as LAM SPA")
ARMY = Value[Any, str]("an army", lambda _, text: text.lower(), str.upper, r"[A-Z][A-Z0-9_]*")
MODE = one_of("KILL or SUPPRESS", {"KILL": False, "SUPPRESS": True})


def _points(request: Request, text: str) -> tuple[Point, ...]:
    """Way points: pairs of numbers, with or without VIA between them."""
    numbers = text.replace(",", " ").replace(" VIA ", " ").split()
    if len(numbers) % 2 or len(numbers) > 40:
        raise ValueError
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple(INCHES.point(f"{x} {y}") for x, y in pairs)


WAY = Value[Any, tuple[Point, ...]](
    "way points such as 20 20 VIA 22 18",
    _points,
    lambda points: " VIA ".join(map(INCHES.name, points)),
    r"\S+ \S+.*",
)

Code: TypeAlias = Annotated[str, Field(pattern=r"^[RB][0-9]{1,3}$")]
UnitCode: TypeAlias = Annotated[Code, UNIT]
EnemyCode: TypeAlias = Annotated[Code, ENEMY]
CardCode: TypeAlias = Annotated[str, Field(pattern=r"^[A-Z]{3}$"), CARD]
At: TypeAlias = Annotated[Point, POINT]


class Move(moves.Move["View", "StepBuilder"]):
    """An answer that a seat can give."""

    __slots__ = ()


class TurnStep(Move):
    """What a unit does in a turn: alone, or as a step of an ``Order``."""

    __slots__ = ()

    unit: UnitCode
