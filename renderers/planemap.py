"""Open tables: where each point lies on the picture, ruler, grid and scenery.

A map shows a window of the table: all of it, or a part for a close-up. Nothing is see-through:
what units can stand in is hatched and has an outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

from games.core.geometry import plane
from games.core.geometry.plane import Disc, Rectangle, Scale, Shape, Table
from renderers.glyphs import clipped, stripes
from renderers.inset import inset
from renderers.overlay.callouts import Box
from renderers.palette import Colour
from renderers.scene import Area, Art, Caption, Mark, Point, Stroke, Style
from renderers.scene import Disc as Dot
from renderers.scene import Shape as Drawn
from renderers.squaremap import mats

Place: TypeAlias = plane.Point | Shape
"""What an overlay can be about: a point, where a marker stands or would stand, or an area."""


class Scenery(NamedTuple):
    """Something on the table: a shape, or a line from one point to another.

    ``line`` is the colour of the line, the outline and the stripes, ``fill`` that of the inside;
    ``width`` is that of a line or an outline, in pixels for each pixel of a length of 1.
    """

    what: Shape | tuple[plane.Point, plane.Point]
    line: Colour
    fill: Colour | None = None
    hatched: bool = False
    dotted: bool = False
    width: float = 0.1


def whole(table: Table) -> Rectangle:
    return Rectangle(0, 0, table.width, table.height)


def around(table: Table, points: Sequence[plane.Point], wide: int, high: int) -> Rectangle:
    """So many units of a table, with ``points`` in the middle.

    Where they do not all fit, the last one is sure to be seen.
    """
    x = _start([point.x for point in points], wide, table.width)
    y = _start([point.y for point in points], high, table.height)
    return Rectangle(x, y, x + min(wide, table.width), y + min(high, table.height))


def _start(values: list[int], size: int, limit: int) -> int:
    low, high = min(values), max(values)
    if high - low > size:
        low = high = values[-1]
    return max(0, min((low + high - size) // 2, limit - size))


@dataclass(frozen=True, slots=True)
class PlaneMap:
    """A ``window`` of a table, its upper left corner at (``x``, ``y``).

    ``per``     pixels for a length that is written as 1
    ``marker``  the radius of what stands at a point, in units
    ``turned``  has what is below above, and what is on the right on the left
    """

    table: Table
    scale: Scale
    window: Rectangle
    per: int
    x: int
    y: int
    marker: int
    turned: bool = False

    @property
    def wide(self) -> int:
        return (self.window.x1 - self.window.x0) * self.per // self.scale.unit

    @property
    def high(self) -> int:
        return (self.window.y1 - self.window.y0) * self.per // self.scale.unit

    @property
    def unit(self) -> int:
        return round(self.pixels(2 * self.marker))

    @property
    def area(self) -> Box:
        return Box(self.x, self.y, self.wide, self.high)

    @property
    def name(self) -> str:
        """The part that is shown: ``12 to 36 across, 9 to 27 down``."""
        write, window = self.scale.write, self.window
        across = f"{write(window.x0)} to {write(window.x1)} across"
        return f"{across}, {write(window.y0)} to {write(window.y1)} down"

    def pixels(self, units: int) -> float:
        return units * self.per / self.scale.unit

    def at(self, point: plane.Point) -> Point:
        across, down = point.x - self.window.x0, point.y - self.window.y0
        if (self.table.north == 1) != self.turned:
            down = self.window.y1 - point.y
        if self.turned:
            across = self.window.x1 - point.x
        return self.x + self.pixels(across), self.y + self.pixels(down)

    def bounds(self, place: Place) -> Box:
        if isinstance(place, plane.Point):
            return Box.around(self.at(place), self.unit, self.unit)
        points = self.corners(place)
        left, top = (min(point[side] for point in points) for side in (0, 1))
        right, low = (max(point[side] for point in points) for side in (0, 1))
        return Box(left, top, right - left, low - top)

    def outline(self, place: Place, radius: int = 0) -> tuple[Point, ...]:
        """Round a marker or everything within ``radius`` units of its centre; an area as far as
        it is shown."""
        if isinstance(place, plane.Point) or radius:
            return self._circle(self.bounds(place).centre, self.pixels(radius or self.marker))
        points = self.corners(place)
        return clipped(points, self.corners(self.window)) or points

    def corners(self, shape: Shape) -> tuple[Point, ...]:
        """The corners of a shape, clockwise on the picture; those of a disc are many."""
        if isinstance(shape, Disc):
            return self._circle(self.at(shape.centre), self.pixels(shape.radius))
        if isinstance(shape, Rectangle):
            ends = (plane.Point(shape.x0, shape.y0), plane.Point(shape.x1, shape.y1))
            (ax, ay), (bx, by) = map(self.at, ends)
            left, right, top, low = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
            return (left, top), (right, top), (right, low), (left, low)
        return tuple(map(self.at, shape.corners[:: -self.table.north]))

    def _circle(self, centre: Point, far: float) -> tuple[Point, ...]:
        count = 4 * max(6, round(pi * far / self.unit))
        turns = (2 * pi * number / count for number in range(count))
        return tuple((centre[0] + far * sin(turn), centre[1] - far * cos(turn)) for turn in turns)

    # --- What is drawn once under everything else ---

    def ground(self, colour: Colour, scenery: Iterable[Scenery], every: int, grid: Colour) -> Art:
        """The table with what stands on it, cut off where the window ends, over a ``grid`` with
        lines each ``every`` units."""
        own = replace(self, x=0, y=0)
        (left, top), _, (right, low), _ = own.corners(self.window)
        xs = _multiples(self.window.x0, self.window.x1, every)
        ys = _multiples(self.window.y0, self.window.y1, every)
        across = [own.at(plane.Point(x, 0))[0] for x in xs]
        down = [own.at(plane.Point(0, y))[1] for y in ys]
        lines = [((x, top), (x, low)) for x in across] + [((left, y), (right, y)) for y in down]
        shapes: list[Drawn] = [Stroke(line, 2, grid) for line in lines]
        shapes += (shape for piece in scenery for shape in _drawn(own, piece))
        return Art(self.wide, self.high, colour, tuple(shapes))

    def ruler(self, every: int, style: Style, room: int) -> Iterator[Caption]:
        """Lengths each ``every`` units on all four sides, in margins of ``room`` pixels."""
        low = style.size * 36 // 100
        for x in _multiples(self.window.x0, self.window.x1, every):
            across = round(self.at(plane.Point(x, 0))[0])
            for y in (self.y - room // 2, self.y + self.high + room // 2):
                yield Caption(self.scale.write(x), across, y + low, style, "middle")
        for y in _multiples(self.window.y0, self.window.y1, every):
            down = round(self.at(plane.Point(0, y))[1]) + low
            for x in (self.x - room // 2, self.x + self.wide + room // 2):
                yield Caption(self.scale.write(y), x, down, style, "middle")

    def mats(self, room: int) -> Iterator[Mark]:
        """Bars over the margins: they cover what reaches out of a part, but not where the table
        ends, for markers stand on the border."""
        window, table = self.window, self.table
        ends = [window.x0 > 0, window.x1 < table.width, window.y0 > 0, window.y1 < table.height]
        if table.north == 1:
            ends[2:] = ends[:1:-1]
        if self.turned:
            ends = [ends[side] for side in (1, 0, 3, 2)]
        return compress(mats(self.area, room), ends)

    def inset(
        self, scenery: Iterable[Scenery], dots: Iterable[tuple[plane.Point, Colour]], size: int
    ) -> Art:
        """The whole table in small, with the window of this map."""
        small = replace(self, window=whole(self.table), x=0, y=0)
        ground = [
            (small.corners(piece.what), piece.line if piece.hatched else piece.fill or piece.line)
            for piece in scenery
            if isinstance(piece.what, Shape)
        ]
        far = small.wide / 60
        found = (Dot(*small.at(point), far, colour) for point, colour in dots)
        rim, window = (small.corners(each) for each in (small.window, self.window))
        return inset(rim, window, ground, found, size)


@dataclass(frozen=True, slots=True)
class Rim:
    """The numbers of the ruler: ``every`` so many units, in margins of ``high`` pixels above and
    below, and of ``wide`` pixels at both sides."""

    every: int
    style: Style
    high: int
    wide: int

    def free(self, board: PlaneMap, marks: Iterable[Mark], mats: Iterable[Mark]) -> list[Caption]:
        """Those that no mark reaches, unless a mat hides it there."""
        edge = Box.around(board.area.centre, board.wide + 8, board.high + 8)
        there = [box for box in _boxes(marks) if not box.inside(edge)]
        hidden = list(_boxes(mats))
        return [
            word
            for word, box in _numbers(self, board)
            if any(map(box.inside, hidden)) or not any(map(box.meets, there))
        ]


@lru_cache(maxsize=64)
def _numbers(rim: Rim, board: PlaneMap) -> tuple[tuple[Caption, Box], ...]:
    words = [
        word
        for room, across in ((rim.high, True), (rim.wide, False))
        for word in board.ruler(rim.every, rim.style, room)
        if (board.x <= word.x <= board.x + board.wide) is across
    ]
    return tuple((word, Box.around((word.x, word.y - 7), 28, 18)) for word in words)


def _boxes(marks: Iterable[Mark]) -> Iterator[Box]:
    return (Box(x, y, art.width, art.height) for art, x, y in marks)


def _drawn(board: PlaneMap, piece: Scenery) -> Iterator[Drawn]:
    width = piece.width * board.per
    if not isinstance(piece.what, Shape):
        yield Stroke(tuple(map(board.at, piece.what)), width, piece.line)
        return
    points = board.corners(piece.what)
    if piece.fill:
        yield Area(points, piece.fill)
    if piece.hatched:
        yield from stripes(points, board.per * 0.6, board.per * 0.05, 1, piece.line)
    if piece.dotted:
        yield from (Dot(x, y, width, piece.line) for x, y in _dots(points, 4 * width))
    else:
        yield Stroke(points, width, piece.line, closed=True)


def _multiples(low: int, high: int, every: int) -> range:
    return range(-(-low // every) * every, high + 1, every)


def _dots(points: Sequence[Point], gap: float) -> Iterator[Point]:
    """Points on an outline, about ``gap`` apart."""
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        far = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        count = max(1, round(far / gap))
        for number in range(count):
            yield ax + (bx - ax) * number / count, ay + (by - ay) * number / count
