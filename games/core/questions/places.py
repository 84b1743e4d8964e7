"""Text fields for points of a plane."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from games.core.geometry.plane import Board, Point
from games.core.questions import Points, TextField
from games.core.questions.tree import Ask, Typed

M = TypeVar("M")

WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
LONGEST_PLACE = 400
_WIND = re.compile(rf" *({'|'.join(sorted(WINDS, key=len, reverse=True))}) +([0-9.]+) *")


class TypedPlace(NamedTuple, Generic[M]):
    """What a point is typed for.

    ``read``    the answer that a text means, or the question that follows it
    ``at``      the point of an answer, where it has one
    ``beyond``  what an answer says behind its point
    """

    read: Callable[[str], M | Ask[M]]
    at: Callable[[Any], Point | None]
    beyond: Callable[[Any], str] = lambda move: ""


def place_field(
    place: TypedPlace[M],
    board: Board,
    points: Points,
    nudge: int,
    name: Callable[[int], str],
    example: str,
    start: Point | None = None,
) -> Typed[M]:
    """A place: two numbers, what ``read`` knows besides, or from ``start`` a wind and a length.

    Beside an answer are the places so far from it; ``name`` writes a length with its unit.
    """
    scale = points.scale

    def read(text: str) -> M | Ask[M]:
        return place.read(_in_a_wind(board, points, start, text))

    def near(move: Any) -> Iterator[tuple[str, str]]:
        found = place.at(move)
        if found is not None:
            for wind, spot in nudged(board, found, nudge):
                yield f"{wind} {name(nudge)}", f"{scale.name(spot)}{place.beyond(move)}"

    return Typed(TextField("Type the place", example, LONGEST_PLACE, points), read, near)


def _in_a_wind(board: Board, points: Points, start: Point | None, text: str) -> str:
    """``NE 5`` as the point that it means; any other text as it is."""
    found = _WIND.fullmatch(text.upper())
    if start is None or found is None:
        return text
    try:
        far = points.scale.read(found[2])
    except ValueError:
        return text
    return points.scale.name(board.short_of(start, 45 * WINDS.index(found[1]), far))


def nudged(board: Board, at: Point, far: int) -> Iterator[tuple[str, Point]]:
    """The eight places at a distance ``far`` from a point, each with the name of its direction."""
    for number, wind in enumerate(WINDS):
        yield wind, board.short_of(at, 45 * number, far)
