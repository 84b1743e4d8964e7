"""Text fields: moves and points that can be typed, and what is beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from games.core.geometry.plane import Disc, Point, Shape
from games.core.options import Points, TextField
from games.core.tree import Typed
from games.galaxy_aflame.ground import INCH, INCHES
from games.galaxy_aflame.moves import Move
from games.galaxy_aflame.options.markers import WINDS
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.verbs import NOTATION
from games.galaxy_aflame.view import Asked

LONGEST_TYPED, LONGEST_PLACE = 4000, 400
NUDGE = INCH // 2
_WIND = re.compile(rf" *({'|'.join(sorted(WINDS, key=len, reverse=True))}) +([0-9.]+) *")


def typed(asked: Asked, begun: str, example: str) -> Typed[Move]:
    """Anything that continues a text."""
    field = TextField("Type it", example, LONGEST_TYPED)
    return Typed(field, lambda text: NOTATION.read(asked, begun + text))


def place_field(
    asked: Asked,
    begun: str,
    example: str,
    limits: tuple[Shape, ...],
    start: Point | None = None,
    at: Callable[[Any], Point | None] = lambda move: getattr(move, "at", None),
) -> Typed[Move]:
    """A place: two numbers, what the notation knows besides, or from ``start`` a wind and a
    length. Beside an answer are the places half an inch from it."""
    field = TextField("Type the place", example, LONGEST_PLACE, Points(INCHES, limits))

    def read(text: str) -> Move:
        return NOTATION.read(asked, begun + _in_a_wind(asked.view.table, start, text))

    def near(move: Any) -> Iterator[tuple[str, str]]:
        found = at(move)
        if found is not None:
            via = "".join(f" VIA {INCHES.name(each)}" for each in getattr(move, "via", ()))
            for wind, spot in nudged(asked.view.table, found):
                yield f"{wind} {INCHES.write(NUDGE)} in", f"{INCHES.name(spot)}{via}"

    return Typed(field, read, near)


def _in_a_wind(table: Table, start: Point | None, text: str) -> str:
    """``NE 5`` as the point that it means; any other text as it is."""
    found = _WIND.fullmatch(text.upper())
    if start is None or found is None:
        return text
    try:
        far = INCHES.read(found[2])
    except ValueError:
        return text
    heading = 45 * WINDS.index(found[1])
    return INCHES.name(table.ground.table.short_of(start, heading, far))


def nudged(table: Table, at: Point) -> Iterator[tuple[str, Point]]:
    """The places half an inch from another one, by wind."""
    for number, wind in enumerate(WINDS):
        yield wind, table.ground.table.short_of(at, 45 * number, NUDGE)


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
