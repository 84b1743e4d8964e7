"""Open tables: where each point lies on the picture, ruler, grid and scenery.

A map shows a window of the table: all of it, or a part for a close-up. Nothing is see-through:
pieces have painters and an outline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress, product
from math import cos, hypot, pi, sin
from typing import NamedTuple, TypeAlias

from games.core.geometry import plane
from games.core.geometry.plane import Board, Disc, Rectangle, Scale, Shape
from renderers.boards.inset import Inset, SmallBoard
from renderers.boards.squaremap import mats
from renderers.boards.terrain import Painter
from renderers.glyphs import clipped, larger
from renderers.overlay.callouts import Box
from renderers.palette import Colour
from renderers.scene import Area, Art, Caption, Mark, Pane, Point, Stroke, Style
from renderers.scene import Disc as Dot
from renderers.scene import Shape as Drawn

Place: TypeAlias = plane.Point | Shape
"""What an overlay can be about: a point, where a marker stands or would stand, or an area."""


class Scenery(NamedTuple):
    """Something on the table: a shape, or a line from one point to another.

    ``line``     the colour of the line or outline
    ``fill``     that of the inside, and of the whole piece where it is shown in small
    ``painter``  draws what lies in the box of a shape; its third length is that of a marker
    ``dotted``   an outline of dots
    ``width``    of a line or an outline, in pixels for each pixel of a length of 1
    """

    what: Shape | tuple[plane.Point, plane.Point]
    line: Colour
    fill: Colour | None = None
    painter: Painter | None = None
    dotted: bool = False
    width: float = 0.1


def part_name(scale: Scale, part: Rectangle) -> str:
    """``12 to 36 across, 9 to 27 down``"""
    x0, y0, x1, y1 = map(scale.write, (part.x0, part.y0, part.x1, part.y1))
    return f"{x0} to {x1} across, {y0} to {y1} down"


def whole(table: Board) -> Rectangle:
    return Rectangle(0, 0, table.width, table.height)


SHIFTS = (0, 1, -1, 2, -2, 3, -3)
"""How many steps a window may be moved lest it cuts something in two, the least first."""


def around(
    table: Board,
    points: Sequence[plane.Point],
    wide: int,
    high: int,
    step: int = 1,
    uncut: Sequence[Disc] = (),
) -> Rectangle:
    """So many units of a table, with ``points`` in the middle (without any, that of the table), as
    near as windows that begin at multiples of ``step`` come to that.

    Where they do not all fit, the last one is sure to be seen. Of ``uncut``, what is at the edge
    is shown whole or not at all, where a small shift is enough for that.
    """
    wide, high = min(wide, table.width), min(high, table.height)
    xs, ys = zip(*(points or [plane.Point(table.width // 2, table.height // 2)]), strict=True)
    x = _start(xs, wide, table.width, step, ())
    spans = [_span(each, 1) for each in uncut if _meets(_span(each, 0), x, wide)]
    y = _start(ys, high, table.height, step, spans)
    spans = [_span(each, 0) for each in uncut if _meets(_span(each, 1), y, high)]
    x = _start(xs, wide, table.width, step, spans)
    return Rectangle(x, y, x + wide, y + high)


def _start(
    values: Sequence[int], size: int, limit: int, step: int, uncut: Sequence[tuple[int, int]]
) -> int:
    """Where a window of this size begins, in one direction."""
    inside = [max(0, min(each, limit)) for each in values]
    low, high = min(inside), max(inside)
    if high - low > size - step + 1:
        low = high = inside[-1]
    near = ((low + high - size) // 2 + step // 2) // step * step

    def cuts(start: int) -> int:
        return sum(first < edge < last for first, last in uncut for edge in (start, start + size))

    found = (max(0, min(near + step * shift, limit - size)) for shift in SHIFTS)
    return min((at for at in found if at <= low and high <= at + size), key=cuts)


def _span(disc: Disc, side: int) -> tuple[int, int]:
    return disc.centre[side] - disc.radius, disc.centre[side] + disc.radius


def _meets(span: tuple[int, int], start: int, size: int) -> bool:
    return span[0] < start + size and start < span[1]


@dataclass(frozen=True, slots=True)
class PlaneMap:
    """A ``window`` of a table, its upper left corner at (``x``, ``y``).

    ``per``     pixels for a length that is written as 1
    ``marker``  the radius of what stands at a point, in units
    ``turned``  has what is below above, and what is on the right on the left
    """

    table: Board
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

    def shows(self, piece: Scenery) -> bool:
        """Whether a piece of scenery can be seen in the window."""
        what, width = piece.what, piece.width * self.per
        points = self.corners(what) if isinstance(what, Shape) else map(self.at, what)
        return self.near(points, width)

    def near(self, points: Iterable[Point], margin: float) -> bool:
        """Whether something with these corners, or ``margin`` pixels around it, can be seen."""
        xs, ys = zip(*points, strict=True)
        left, top = min(xs) - margin, min(ys) - margin
        return Box(left, top, max(xs) + margin - left, max(ys) + margin - top).meets(self.area)

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
        self, scenery: tuple[Scenery, ...], dots: Iterable[tuple[plane.Point, Colour]], size: int
    ) -> Inset:
        """The whole table in small, with the window of this map."""
        table = replace(self, window=whole(self.table), x=0, y=0)
        found = (Dot(*table.at(point), table.wide / 60, colour) for point, colour in dots)
        return _small(table, scenery, size).inset(found, table.corners(self.window))


@lru_cache(maxsize=16)
def _small(table: PlaneMap, scenery: tuple[Scenery, ...], size: int) -> SmallBoard:
    ground = [(_body(table, piece), piece.fill or piece.line) for piece in scenery]
    return SmallBoard.of(table.corners(table.window), ground, size)


def _body(board: PlaneMap, piece: Scenery) -> tuple[Point, ...]:
    """The outline of a piece; that of a line is as wide as it."""
    if isinstance(piece.what, Shape):
        return board.corners(piece.what)
    (ax, ay), (bx, by) = map(board.at, piece.what)
    half = piece.width * board.per / 2 / (hypot(bx - ax, by - ay) or 1)
    across, down = half * (ay - by), half * (bx - ax)
    return (
        (ax + across, ay + down), (bx + across, by + down),
        (bx - across, by - down), (ax - across, ay - down),
    )  # fmt: skip


class Ground:
    """What is drawn once under everything else, in blocks of ``side`` units: each is made when a
    window first shows it, and serves all windows at this scale."""

    def __init__(self, side: int, block: Callable[[PlaneMap], Art]) -> None:
        self._side, self._block = side, block
        self._made: dict[Rectangle, Art] = {}

    def panes(self, board: PlaneMap) -> Iterator[Pane]:
        """The blocks that the window of ``board`` shows, as far as it does."""
        side, window, table = self._side, board.window, board.table
        for x, y in product(
            range(window.x0 // side * side, window.x1, side),
            range(window.y0 // side * side, window.y1, side),
        ):
            low, right = min(y + side, table.height), min(x + side, table.width)
            block = Rectangle(x, y, right, low)
            shown = Rectangle(
                max(x, window.x0), max(y, window.y0), min(right, window.x1), min(low, window.y1)
            )
            whole, part = (tuple(map(round, board.bounds(each))) for each in (block, shown))
            left, top, wide, high = part
            yield Pane(
                self._of(board, block), left - whole[0], top - whole[1], wide, high, left, top
            )

    def _of(self, board: PlaneMap, block: Rectangle) -> Art:
        art = self._made.get(block)
        if art is None:
            art = self._made[block] = self._block(replace(board, window=block, x=0, y=0))
        return art


def _drawn(board: PlaneMap, piece: Scenery) -> Iterator[Drawn]:
    width = piece.width * board.per
    if not isinstance(piece.what, Shape):
        yield Stroke(tuple(map(board.at, piece.what)), width, piece.line)
        return
    points = board.corners(piece.what)
    if piece.fill:
        yield Area(points, piece.fill)
    if piece.painter:
        left, top, wide, high = board.bounds(piece.what)
        for shape in piece.painter(wide, high, board.unit):
            yield larger(shape, 1, left, top)
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
