"""The whole board in small beside a part of it: its rim, its pieces as dots, and the window."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from renderers import palette as c
from renderers.glyphs import moved
from renderers.palette import Colour
from renderers.scene import Area, Art, Disc, Mark, Point, Stroke

Corners = Sequence[Point]
EDGE = 4
"""Pixels around the rim."""


class Inset(NamedTuple):
    """Marks in a box with its upper left corner at (0, 0)."""

    width: int
    height: int
    marks: tuple[Mark, ...]

    def at(self, x: int, y: int) -> Iterator[Mark]:
        """The marks of an inset with its corner there."""
        return ((art, x + left, y + top) for art, left, top in self.marks)


@dataclass(frozen=True, slots=True)
class SmallBoard:
    """A board without its pieces: make each one once. Lengths of the board become ``unit`` times
    as large, after ``left`` and ``top`` have been taken off."""

    art: Art
    left: float
    top: float
    unit: float

    @classmethod
    def of(cls, rim: Corners, ground: Iterable[tuple[Corners, Colour]], size: int) -> SmallBoard:
        """A small board of at most ``size`` pixels each way; the lengths may be in any unit.

        ``ground``  areas under the dots, such as scenery
        """
        left, top = min(x for x, _ in rim), min(y for _, y in rim)
        wide, high = max(x for x, _ in rim) - left, max(y for _, y in rim) - top
        unit = (size - 2 * EDGE) / max(wide, high)
        right, down = EDGE - left * unit, EDGE - top * unit
        areas = (
            Area(moved(points, right, down, unit), colour)
            for points, colour in ((rim, c.PLATE), *ground)
        )
        edge = Stroke(moved(rim, right, down, unit), 2, c.RIM, closed=True)
        cut = len(rim) != 4  # a rectangle fills its box, and a mask costs as much as the painting
        box = round(wide * unit) + 2 * EDGE, round(high * unit) + 2 * EDGE
        return cls(Art(*box, c.VOID, (*areas, edge), cut), left, top, unit)

    def inset(self, dots: Iterable[Disc], window: Corners | None = None) -> Inset:
        """A small map of the whole board: pieces as ``dots``, and a frame around ``window``."""
        marks: list[Mark] = [(self.art, 0, 0)]
        for dot in dots:
            art = _dot(round(dot.radius * self.unit, 1), dot.colour)
            x, y = self._place(dot.x, dot.y)
            marks.append((art, round(x - art.width / 2), round(y - art.height / 2)))
        if window is not None:
            marks.append(self._framed([self._place(*point) for point in window]))
        return Inset(self.art.width, self.art.height, tuple(marks))

    def _place(self, x: float, y: float) -> Point:
        return EDGE + (x - self.left) * self.unit, EDGE + (y - self.top) * self.unit

    @staticmethod
    def _framed(window: Corners) -> Mark:
        """The frame; its corners lie at whole pixels, so that there are few different ones."""
        left, top = (round(min(point[side] for point in window)) - EDGE for side in (0, 1))
        return _frame(tuple((round(x) - left, round(y) - top) for x, y in window)), left, top


@lru_cache(maxsize=64)
def _dot(radius: float, colour: Colour) -> Art:
    size = 2 * round(radius + 0.5)
    return Art(size, size, c.PLATE, (Disc(size / 2, size / 2, radius, colour),), cut=True)


@lru_cache(maxsize=64)
def _frame(window: tuple[Point, ...]) -> Art:
    wide, high = (round(max(point[side] for point in window)) + EDGE for side in (0, 1))
    lines = ((7, c.VOID), (4, c.WHITE))
    shapes = tuple(Stroke(window, width, ink, closed=True) for width, ink in lines)
    return Art(wide, high, c.VOID, shapes, cut=True)
