"""Text fields: moves and points that can be typed, and what is beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core.geometry.plane import Disc, Point, Shape
from games.core.questions import Points, TextField
from games.core.questions.places import TypedPlace
from games.core.questions.places import place_field as point_field
from games.core.questions.tree import Typed
from games.galaxy_aflame.ground import INCH, INCHES, inches
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.view import Request

LONGEST_TYPED = 4000
NUDGE = INCH // 2


def typed(request: Request, begun: str, example: str) -> Typed[Move]:
    """Anything that continues a text."""
    field = TextField("Type it", example, LONGEST_TYPED)
    return Typed(field, lambda text: NOTATION.read(request, begun + text))


def place_field(
    request: Request,
    begun: str,
    example: str,
    limits: tuple[Shape, ...],
    start: Point | None = None,
    at: Callable[[Any], Point | None] = lambda move: getattr(move, "at", None),
) -> Typed[Move]:
    """A place: two numbers, what the notation knows besides, or from ``start`` a wind and a
    length. Beside an answer are the places half an inch from it."""
    place = TypedPlace[Move](lambda text: NOTATION.read(request, begun + text), at, _via)
    points, board = Points(INCHES, limits), request.view.table.ground.table
    return point_field(place, board, points, NUDGE, inches, example, start)


def _via(move: Any) -> str:
    return "".join(f" VIA {INCHES.name(each)}" for each in getattr(move, "via", ()))


def limits(table: Table, unit: Unit, *reach: Shape) -> tuple[Shape, ...]:
    """Where it changes whether a unit can stand: the table, what is in reach, solid pieces and
    other markers."""
    ground = table.ground
    others = (
        Disc(each.at, table.radius(unit) + table.radius(each))
        for each in table.on_table()
        if each.at is not None and each.code != unit.code
    )
    return (*reach, ground.border, *ground.solid, *others)
