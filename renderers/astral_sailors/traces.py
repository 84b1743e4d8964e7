"""What points at something: ways, shots, wounds, frames, small labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import NamedTuple, TypeAlias

from games.core.geometry.squares import Base, Facing, Square
from renderers import paint
from renderers import palette as c
from renderers.glyphs import box, brackets, chevron, dashed_ring, star
from renderers.palette import Colour
from renderers.scene import Area, Art, Disc, Label, Mark, Shape, Stroke, Style
from renderers.squaremap import SquareMap, bar

TURN = 3
"""Dashes are kept for angles of this many degrees."""


def way(grid: SquareMap, path: Sequence[Base], colour: Colour) -> Iterator[Mark]:
    """A ring where a path starts and an arrowhead for every step."""
    if len(path) < 2 or path[0] == path[-1]:
        return
    yield _centred(_ring(colour, grid.cell * path[0].side), *grid.centre(path[0]))
    for here, there in pairwise(path):
        steps = max(abs(there.c - here.c), abs(there.r - here.r))
        (ax, ay), (bx, by) = grid.centre(here), grid.centre(there)
        angle = round(degrees(atan2(by - ay, bx - ax)) / TURN) * TURN
        for number in range(steps):
            part = (number + 0.4) / steps
            x, y = round(ax + (bx - ax) * part), round(ay + (by - ay) * part)
            yield _centred(_arrow(colour, angle, grid.cell), x, y)


class _Course(NamedTuple):
    """A straight line between two bases: its direction in degrees, and where it may be drawn."""

    x: int
    y: int
    dx: float
    dy: float
    angle: int
    first: float
    last: float

    def at(self, length: float) -> tuple[int, int]:
        return round(self.x + self.dx * length), round(self.y + self.dy * length)


def _course(grid: SquareMap, start: Base, end: Base) -> _Course:
    (ax, ay), (bx, by) = grid.centre(start), grid.centre(end)
    length = hypot(bx - ax, by - ay) or 1.0
    angle = round(degrees(atan2(by - ay, bx - ax)) / TURN) * TURN
    first, last = grid.cell * start.side * 0.45, length - grid.cell * end.side * 0.55
    return _Course(ax, ay, (bx - ax) / length, (by - ay) / length, angle, first, last)


def line(grid: SquareMap, start: Base, end: Base, colour: Colour) -> Iterator[Mark]:
    """A line of dashes from base to base."""
    course, cell = _course(grid, start, end), grid.cell
    at = course.first + cell * 0.17
    while at < course.last - cell * 0.2:
        yield _centred(_dash(colour, course.angle, cell), *course.at(at))
        at += cell * 0.54


def head(grid: SquareMap, start: Base, end: Base, colour: Colour, *, near: bool) -> Mark:
    """The head of such a line; ``near``: a smaller one between neighbours."""
    course = _course(grid, start, end)
    at = course.last + grid.cell * 0.1 if near else course.last
    size = grid.cell * 2 // 3 if near else grid.cell
    return _centred(_head(colour, course.angle, size), *course.at(at))


def wound(grid: SquareMap, base: Base, wounds: int, *, gone: bool) -> Mark:
    """A burst with the wounds in the upper right of a base; a cross over it when it is gone."""
    if gone:
        return _centred(_grave(grid.cell * base.side), *grid.centre(base))
    x, y = grid.corner(base)
    right = x + base.side * grid.cell
    art = _burst(wounds, grid.cell)
    return art, right - art.width, y


def label(
    grid: SquareMap, text: str, at: tuple[int, int], size: int, colour: Colour, ink: Colour = c.VOID
) -> Mark:
    """A small plate with lettering, centred on ``at`` as far as it stays inside the window."""
    art = label_of(text, size, colour, ink)
    x = max(grid.x, min(at[0] - art.width // 2, grid.x + grid.wide - art.width))
    y = max(grid.y, min(at[1] - art.height // 2, grid.y + grid.high - art.height))
    return art, x, y


Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height."""


def tag(
    grid: SquareMap, text: str, start: Base, end: Base, colour: Colour, taken: Sequence[Box]
) -> Mark:
    """A label on the line between two bases, where it covers as little as can be of ``taken``."""
    (ax, ay), (bx, by) = grid.centre(start), grid.centre(end)
    size, far = grid.cell * 3 // 8, (end.side + 1) * grid.cell * 5 // 8
    parts = (0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2)
    places = [(round(ax + (bx - ax) * part), round(ay + (by - ay) * part)) for part in parts]
    seen = [at for at in places if at == grid.clamped(*at)]
    seen += [(bx + x * far, by + y * far) for y in (-1, 1, -2, 2) for x in (0, -1, 1)]
    marks = [label(grid, text, at, size, colour) for at in seen]
    return min(marks, key=lambda mark: sum(_shared(mark, box) for box in taken))


def _shared(mark: Mark, box: Box) -> int:
    """How many pixels a piece of art covers of a box."""
    (art, x, y), (left, top, wide, high) = mark, box
    across = min(x + art.width, left + wide) - max(x, left)
    return max(0, across) * max(0, min(y + art.height, top + high) - max(y, top))


def frame(grid: SquareMap, base: Base) -> Mark:
    """Bright corners around the unit that is being activated."""
    art = _brackets(grid.cell * base.side)
    return _centred(art, *grid.centre(base))


def outline(grid: SquareMap, base: Base, reach: int, colour: Colour) -> Iterator[Mark]:
    """A broken line around everything within ``reach`` squares of a base, cut at the window."""
    window = grid.window
    west, north = max(window.c, base.c - reach), max(window.r, base.r - reach)
    east = min(window.c + window.columns, base.c + base.side + reach)
    south = min(window.r + window.rows, base.r + base.side + reach)
    if west >= east or north >= south:
        return
    x, y = grid.box(west, north, east - west, south - north)
    wide, high = (east - west) * grid.cell, (south - north) * grid.cell
    level, upright = _dashed(grid.cell, colour, True), _dashed(grid.cell, colour, False)
    for step in range(0, wide, grid.cell):
        yield level, x + step, y
        yield level, x + step, y + high - level.height
    for step in range(0, high, grid.cell):
        yield upright, x, y + step
        yield upright, x + wide - upright.width, y + step


def border(grid: SquareMap, squares: frozenset[Square], colour: Colour) -> Iterator[Mark]:
    """A line around a set of squares."""
    width = max(3, grid.cell // 12)
    level, upright = bar(grid.cell, width, colour), bar(width, grid.cell, colour)
    for square in squares:
        base = Base(*square)
        if not grid.window.shows(base):
            continue
        x, y = grid.corner(base)
        edge = grid.cell - level.height
        for facing, art, across, down in (
            (Facing.N, level, 0, 0),
            (Facing.S, level, 0, edge),
            (Facing.W, upright, 0, 0),
            (Facing.E, upright, edge, 0),
        ):
            if square.plus(grid.shown(facing)) not in squares:
                yield art, x + across, y + down


def _centred(art: Art, x: int, y: int) -> Mark:
    return art, x - art.width // 2, y - art.height // 2


@lru_cache(maxsize=64)
def _ring(colour: Colour, size: int) -> Art:
    shapes = [
        *dashed_ring(size / 2, size / 2, size * 0.36, size / 8, c.VOID, 8),
        *dashed_ring(size / 2, size / 2, size * 0.36, size / 16, colour, 8),
    ]
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=512)
def _arrow(colour: Colour, angle: int, cell: int) -> Art:
    size = cell // 2 * 2
    points = chevron(size / 2, size / 2, cell * 0.2, angle)
    shapes = (Stroke(points, cell * 0.19, c.VOID), Stroke(points, cell * 0.1, colour))
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=1024)
def _dash(colour: Colour, angle: int, cell: int) -> Art:
    size = cell // 2 * 2
    middle, half = size / 2, cell * 0.17
    dx, dy = cos(radians(angle)) * half, sin(radians(angle)) * half
    line = ((middle - dx, middle - dy), (middle + dx, middle + dy))
    shapes = (Stroke(line, cell * 0.15, c.VOID), Stroke(line, cell * 0.08, colour))
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=512)
def _head(colour: Colour, angle: int, cell: int) -> Art:
    size = cell // 2 * 2
    middle = size / 2

    def tip(reach: float) -> tuple[tuple[float, float], ...]:
        turn = angle * pi / 180
        ahead, aside = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
        ends = ((1.0, 0.0), (-0.8, 0.85), (-0.35, 0.0), (-0.8, -0.85))
        return tuple(
            (
                middle + reach * (along * ahead[0] + off * aside[0]),
                middle + reach * (along * ahead[1] + off * aside[1]),
            )
            for along, off in ends
        )

    shapes = (
        Stroke(tip(cell * 0.26), cell / 12, c.VOID, closed=True),
        Area(tip(cell * 0.26), colour),
    )
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=64)
def _burst(wounds: int, cell: int) -> Art:
    size = cell // 2
    middle = size / 2
    text = f"-{wounds}" if wounds else "0"
    fill, ink = (c.RED, c.VOID) if wounds else (c.STONE_LIGHT, c.VOID)
    shapes: list[Shape] = []
    if wounds:
        for turn in range(8):
            dx, dy = cos(turn * pi / 4) * middle * 0.94, sin(turn * pi / 4) * middle * 0.94
            shapes.append(Stroke(((middle, middle), (middle + dx, middle + dy)), cell / 11, c.VOID))
        for turn in range(8):
            dx, dy = cos(turn * pi / 4) * middle * 0.88, sin(turn * pi / 4) * middle * 0.88
            shapes.append(Stroke(((middle, middle), (middle + dx, middle + dy)), cell / 19, c.RED))
    shapes += [
        Disc(middle, middle, middle * 0.78, c.VOID),
        Disc(middle, middle, middle * 0.68, fill),
    ]
    shapes.append(Label(middle, middle, text, Style(round(cell * 0.27), ink, fill)))
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=32)
def _grave(size: int) -> Art:
    near, far = size * 0.2, size * 0.8
    ends = (((near, near), (far, far)), ((near, far), (far, near)))
    shapes = [Stroke(line, size / 5, c.VOID) for line in ends]
    shapes += [Stroke(line, size / 9, c.RED) for line in ends]
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=32)
def _brackets(size: int) -> Art:
    middle, reach = size / 2, size / 2 - 5
    shapes = [
        *brackets(middle, middle, reach, 10, c.VOID),
        *brackets(middle, middle, reach, 6, c.WHITE),
    ]
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=64)
def _dashed(cell: int, colour: Colour, level: bool) -> Art:
    width = max(3, cell // 14)
    near, far = cell * 0.18, cell * 0.68
    line = ((near, width / 2), (far, width / 2)) if level else ((width / 2, near), (width / 2, far))
    wide, high = (cell, width) if level else (width, cell)
    return Art(wide, high, c.VOID, (Stroke(line, width, colour),), cut=True)


@lru_cache(maxsize=256)
def label_of(text: str, size: int, colour: Colour, ink: Colour = c.VOID) -> Art:
    style = Style(size, ink, colour)
    wide, high = paint.width(text, style) + size, round(size * 1.5)
    shapes = (
        Area(box(0, 0, wide, high, high / 3), c.VOID),
        Area(box(3, 3, wide - 6, high - 6, high / 3 - 2), colour),
        Label(wide / 2, high / 2, text, style),
    )
    return Art(wide, high, c.VOID, shapes, cut=True)


@lru_cache(maxsize=8)
def star_of(size: int, ground: Colour) -> Art:
    """The sign of a Commander, for lines of lettering."""
    return Art(size, size, ground, (Area(star(size / 2, size / 2, size * 0.46), c.YELLOW),))
