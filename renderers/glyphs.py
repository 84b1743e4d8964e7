"""Symbols as shapes, around a centre. What they mean is the business of each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import cos, hypot, pi, sin
from operator import add

from renderers.palette import Colour, blend
from renderers.scene import Area, Disc, Label, Point, Shape, Stroke


@dataclass(frozen=True, slots=True)
class Tint:
    """The colours of one side's bodies, from the lit spot to the outline."""

    light: Colour
    body: Colour
    deep: Colour
    outline: Colour


def moved(points: Sequence[Point], x: float, y: float, size: float = 1.0) -> tuple[Point, ...]:
    """Points around the origin, made ``size`` times as large and put around (``x``, ``y``)."""
    return tuple((x + size * px, y + size * py) for px, py in points)


def larger(shape: Shape, size: float, right: float = 0, down: float = 0) -> Shape:
    """A shape ``size`` times as large and as far from the origin, then moved; no lettering."""
    match shape:
        case Disc():
            x, y = right + shape.x * size, down + shape.y * size
            return Disc(x, y, shape.radius * size, shape.colour)
        case Area():
            return Area(moved(shape.points, right, down, size), shape.colour)
        case Stroke():
            points = moved(shape.points, right, down, size)
            return Stroke(points, shape.width * size, shape.colour, shape.closed)
        case Label():
            raise TypeError("lettering has sizes of its own")


def oval(
    x: float, y: float, wide: float, high: float, tilt: float, first: float, last: float,
    steps: int = 32,
) -> tuple[Point, ...]:  # fmt: skip
    """Points on a tilted oval between two angles (all in degrees, clockwise from the right)."""
    lean = tilt * pi / 180
    found = []
    for number in range(steps + 1):
        turn = (first + (last - first) * number / steps) * pi / 180
        along, across = wide * cos(turn), high * sin(turn)
        found.append(
            (x + along * cos(lean) - across * sin(lean), y + along * sin(lean) + across * cos(lean))
        )
    return tuple(found)


_QUARTERS = tuple(oval(0, 0, 1, 1, 0, first, first + 90, 8) for first in (-90, 0, 90, 180))


def box(x: float, y: float, wide: float, high: float, radius: float) -> tuple[Point, ...]:
    """A rectangle with round corners; (``x``, ``y``) is the upper left one."""
    left, top, right, low = x + radius, y + radius, x + wide - radius, y + high - radius
    corners = zip(((right, top), (right, low), (left, low), (left, top)), _QUARTERS, strict=True)
    return tuple(
        (cx + radius * across, cy + radius * down)
        for (cx, cy), quarter in corners
        for across, down in quarter
    )


def ball(x: float, y: float, radius: float, tint: Tint) -> Iterator[Shape]:
    """A lit sphere."""
    yield Disc(x, y, radius + 1.5, tint.outline)
    yield Disc(x, y, radius, tint.deep)
    for step in range(1, 6):
        part = step / 5
        shift = 0.2 * radius * part
        yield Disc(
            x - shift, y - shift, radius * (1 - 0.17 * part), blend(tint.deep, tint.body, part)
        )
    for step in range(1, 4):
        part = step / 3
        shift = 0.2 * radius + 0.16 * radius * part
        yield Disc(
            x - shift, y - shift, radius * (0.55 - 0.4 * part), blend(tint.body, tint.light, part)
        )


def ringed_planet(x: float, y: float, size: float, tint: Tint) -> Iterator[Shape]:
    """A planet with a tilted ring, 2 × ``size`` wide."""
    wide, high, tilt = size, 0.3 * size, -24
    back = oval(x, y, wide, high, tilt, 180, 360)
    front = oval(x, y, wide, high, tilt, 0, 180)
    yield Stroke(back, 0.11 * size, tint.body)
    yield from ball(x, y, 0.62 * size, tint)
    yield Stroke(front, 0.25 * size, tint.outline)
    yield Stroke(front, 0.13 * size, tint.light)


def mooned_planet(x: float, y: float, size: float, tint: Tint) -> Iterator[Shape]:
    """A planet inside the round orbit of a moon, 2 × ``size`` wide."""
    orbit = 0.9 * size
    yield Stroke(oval(x, y, orbit, orbit, 0, 0, 360), 0.09 * size, tint.body)
    yield from ball(x, y, 0.6 * size, tint)
    yield Disc(x + 0.64 * size, y - 0.64 * size, 0.28 * size, tint.outline)
    yield Disc(x + 0.64 * size, y - 0.64 * size, 0.2 * size, tint.light)


def dart(x: float, y: float, size: float, tint: Tint) -> Iterator[Shape]:
    """A ship like an arrowhead that points upwards."""
    hull = ((0.0, -1.0), (0.82, 0.86), (0.0, 0.42), (-0.82, 0.86))
    half = ((0.0, -1.0), (0.82, 0.86), (0.0, 0.42))
    yield Area(moved(hull, x, y, size), tint.light)
    yield Area(moved(half, x, y, size), tint.body)


def saucer(x: float, y: float, size: float, tint: Tint) -> Iterator[Shape]:
    """A ship like a wide disc with a dome."""
    low = y + 0.22 * size
    yield Area(oval(x, low - 0.1 * size, 0.52 * size, 0.72 * size, 0, 180, 360), tint.light)
    yield Area(oval(x, low, size, 0.42 * size, 0, 0, 360), tint.body)
    for across in (-0.55, 0.0, 0.55):
        yield Disc(x + across * size, low + 0.02 * size, 0.12 * size, tint.outline)


def token(x: float, y: float, radius: float, rim: Colour, ground: Colour) -> Iterator[Shape]:
    """A dark round plate with a bright rim."""
    yield Disc(x, y, radius, rim)
    yield Disc(x, y, radius - 3, ground)


def star(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """A star of five points, one of them above."""
    found = []
    for number in range(10):
        turn = number * pi / 5 - pi / 2
        reach = radius if number % 2 == 0 else 0.45 * radius
        found.append((x + reach * cos(turn), y + reach * sin(turn)))
    return tuple(found)


def dashed_ring(
    x: float, y: float, radius: float, width: float, colour: Colour, dashes: int
) -> Iterator[Shape]:
    """A circle of dashes."""
    step = 360 / dashes
    for number in range(dashes):
        first = number * step - 90 - 0.3 * step
        yield Stroke(oval(x, y, radius, radius, 0, first, first + 0.6 * step, 8), width, colour)


def brackets(x: float, y: float, reach: float, width: float, colour: Colour) -> Iterator[Shape]:
    """Four corners that frame a target."""
    arm = 0.5 * reach
    for across, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        cx, cy = x + across * reach, y + down * reach
        yield Stroke(((cx - across * arm, cy), (cx, cy), (cx, cy - down * arm)), width, colour)


def chevron(x: float, y: float, size: float, angle: float) -> tuple[Point, ...]:
    """The three points of an arrowhead that points to ``angle`` (degrees, clockwise from right)."""
    turn = angle * pi / 180
    ahead, aside = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    return tuple(
        (
            x + size * (along * ahead[0] + across * aside[0]),
            y + size * (along * ahead[1] + across * aside[1]),
        )
        for along, across in ((-0.6, -0.9), (0.6, 0.0), (-0.6, 0.9))
    )


def plus(x: float, y: float, reach: float, width: float, colour: Colour) -> Iterator[Shape]:
    """A plus sign."""
    yield Stroke(((x - reach, y), (x + reach, y)), width, colour)
    yield Stroke(((x, y - reach), (x, y + reach)), width, colour)


def cross(x: float, y: float, reach: float, width: float, colour: Colour) -> Iterator[Shape]:
    """A diagonal cross."""
    yield Stroke(((x - reach, y - reach), (x + reach, y + reach)), width, colour)
    yield Stroke(((x - reach, y + reach), (x + reach, y - reach)), width, colour)


def _centre(outline: Sequence[Point]) -> Point:
    """The mean of the corners. Since Python 3.12 ``sum`` would round otherwise."""
    across, down = (reduce(add, each) for each in zip(*outline, strict=True))
    return across / len(outline), down / len(outline)


def stripes(
    outline: Sequence[Point], gap: float, width: float, lean: int, colour: Colour
) -> Iterator[Shape]:
    """Diagonal stripes inside a convex outline; ``lean`` 1 falls to the right, -1 rises.

    ``gap`` is measured downwards from stripe to stripe; one runs through the centre.
    """
    left, right = min(x for x, _ in outline), max(x for x, _ in outline)
    centre = _centre(outline)
    middle = centre[1] - lean * centre[0]
    reach = round(2 * (right - left) / gap)
    for number in range(-reach, reach + 1):
        base = middle + number * gap
        band = (
            (left, lean * left + base - width), (right, lean * right + base - width),
            (right, lean * right + base + width), (left, lean * left + base + width),
        )  # fmt: skip
        inside = clipped(band, outline)
        if len(inside) > 2:
            yield Area(inside, colour)


def dots(outline: Sequence[Point], gap: float, radius: float, colour: Colour) -> Iterator[Shape]:
    """A lattice of dots inside a convex outline, none of them cut."""
    centre = _centre(outline)
    for row in range(-6, 7):
        for column in range(-7, 7):
            x = centre[0] + gap * (column + 0.5 + (row % 2) / 2)
            y = centre[1] + 0.87 * gap * row
            if all(
                _depth((x, y), a, b) > radius * hypot(b[0] - a[0], b[1] - a[1])
                for a, b in pairwise((*outline, outline[0]))
            ):
                yield Disc(x, y, radius, colour)


def clipped(polygon: Sequence[Point], outline: Sequence[Point]) -> tuple[Point, ...]:
    """The part of ``polygon`` inside ``outline``, a convex polygon given clockwise."""
    found = list(polygon)
    for a, b in pairwise((*outline, outline[0])):
        points, found = found, []
        for here, there in pairwise((*points, *points[:1])):
            depth, next_depth = _depth(here, a, b), _depth(there, a, b)
            if depth >= 0:
                found.append(here)
            if depth * next_depth < 0:
                part = depth / (depth - next_depth)
                found.append(
                    (here[0] + part * (there[0] - here[0]), here[1] + part * (there[1] - here[1]))
                )
    return tuple(found)


def _depth(point: Point, a: Point, b: Point) -> float:
    """How far ``point`` lies inside of the edge from ``a`` to ``b``, times the edge's length."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
