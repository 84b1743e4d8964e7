"""The open table: points in whole numbers of a game's unit, everything measured exactly.

The unit is as fine as the game writes its lengths: a tenth of an inch, a hundredth. There are
whole numbers and exact fractions only, so that every machine gives the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import Literal, NamedTuple, TypeAlias


class Point(NamedTuple):
    x: int
    y: int

    def plus(self, x: int, y: int) -> Point:
        return Point(self.x + x, self.y + y)


@dataclass(frozen=True, slots=True)
class Scale:
    """How lengths are written: with at most ``decimals`` digits behind the point."""

    decimals: int

    @property
    def unit(self) -> int:
        """How many units there are in what is written as 1."""
        return int(10**self.decimals)

    def read(self, text: str) -> int:
        """The units that a text such as ``-19.5`` means. Raises ``ValueError``."""
        found = _NUMBER.fullmatch(text)
        if found is None or len(found[3] or "") > self.decimals:
            raise ValueError(f"a length has at most {self.decimals} decimals: {text!r}")
        units = int(found[2] + (found[3] or "").ljust(self.decimals, "0"))
        return -units if found[1] else units

    def write(self, units: int) -> str:
        """The inverse of ``read``, without zeros at the end: ``19.5``, ``24``."""
        whole, rest = divmod(abs(units), self.unit)
        sign, digits = "-" if units < 0 else "", f"{rest:0{self.decimals}}".rstrip("0")
        return f"{sign}{whole}.{digits}" if digits else f"{sign}{whole}"

    def point(self, text: str) -> Point:
        """The point that two lengths with blanks or a comma between them mean. Raises
        ``ValueError``."""
        x, y = text.replace(",", " ").split()
        return Point(self.read(x), self.read(y))

    def name(self, point: Point) -> str:
        """The inverse of ``point``: ``24 19.5``."""
        return f"{self.write(point.x)} {self.write(point.y)}"


_NUMBER = re.compile(r"(-?)([0-9]{1,4})(?:\.([0-9]+))?")


# Distances. Those of two points are compared by their squares; a limit of so many units with any
# tolerance below 1 / (2 * limit + 1) allows the same points as one without.


def squared(a: Point, b: Point) -> int:
    """The square of the distance."""
    x, y = a[0] - b[0], a[1] - b[1]
    return x * x + y * y


def within(a: Point, b: Point, limit: int) -> bool:
    """Whether two points are at most ``limit`` apart."""
    return squared(a, b) <= limit * limit


def length(path: Sequence[Point], parts: int = 1) -> int:
    """How long a path of straight legs is, in ``parts`` of a unit, rounded up.

    As it is rounded up, it is at most a whole number when the path itself is.
    """
    squares = [squared(a, b) * parts * parts for a, b in pairwise(path)]
    fine = 1
    while True:
        roots = [isqrt(square * fine * fine) for square in squares]
        low = sum(roots)
        uneven = sum(r * r != s * fine * fine for r, s in zip(roots, squares, strict=True))
        if not uneven:
            return -(-low // fine)
        # A sum of roots that are not all whole is never whole: it lies between the bounds.
        above = -(-(low + uneven) // fine)
        if above == low // fine + 1:
            return above
        fine *= 1_000_000


def near_segment(point: Point, a: Point, b: Point, limit: int) -> bool:
    """Whether some point between ``a`` and ``b`` is at most ``limit`` away."""
    over, under = _from_segment(point, a, b)
    return over <= limit * limit * under


def _from_segment(point: Point, a: Point, b: Point) -> tuple[int, int]:
    """The square of the distance to the nearest point between ``a`` and ``b``, as a fraction."""
    x, y, px, py = b[0] - a[0], b[1] - a[1], point[0] - a[0], point[1] - a[1]
    square, along = x * x + y * y, px * x + py * y
    if along <= 0:
        return px * px + py * py, 1
    if along >= square:
        return squared(point, b), 1
    across = x * py - y * px
    return across * across, square


# What stands on the table. A straight line passes through a shape when a part of it lies inside:
# touching a corner or running along the border is free, as is a line from a point to itself.


def side(a: Point, b: Point, point: Point) -> int:
    """Which side of the line from ``a`` to ``b`` a point is on: 0 on it, else by the sign."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common; touching counts."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
        return False
    return _apart(side(a, b, c), side(a, b, d)) and _apart(side(c, d, a), side(c, d, b))


def _apart(one: int, other: int) -> bool:
    """Whether two points are not on the same side of a line."""
    return (one <= 0 or other <= 0) and (one >= 0 or other >= 0)


@dataclass(frozen=True, slots=True)
class Disc:
    centre: Point
    radius: int

    def covers(self, point: Point) -> bool:
        """Whether a point lies in it or on its border."""
        return squared(self.centre, point) <= self.radius * self.radius

    def inside(self, point: Point) -> bool:
        """Whether a point lies in it, not on its border."""
        return squared(self.centre, point) < self.radius * self.radius

    def blocks(self, a: Point, b: Point) -> bool:
        """Whether the straight line from ``a`` to ``b`` passes through it."""
        over, under = _from_segment(self.centre, a, b)
        return over < self.radius * self.radius * under and a != b


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle between its corners with the lowest and the highest coordinates."""

    x0: int
    y0: int
    x1: int
    y1: int

    def __post_init__(self) -> None:
        if not (self.x0 < self.x1 and self.y0 < self.y1):
            raise ValueError("the second corner of a rectangle lies beyond the first")

    def covers(self, point: Point) -> bool:
        """Whether a point lies in it or on its border."""
        return self.x0 <= point[0] <= self.x1 and self.y0 <= point[1] <= self.y1

    def inside(self, point: Point) -> bool:
        """Whether a point lies in it, not on its border."""
        return self.x0 < point[0] < self.x1 and self.y0 < point[1] < self.y1

    def blocks(self, a: Point, b: Point) -> bool:
        """Whether the straight line from ``a`` to ``b`` passes through it."""
        x0, y0, x1, y1 = self.x0, self.y0, self.x1, self.y1
        (ax, ay), (bx, by) = a, b
        if (ax <= x0 and bx <= x0) or (ax >= x1 and bx >= x1):
            return False
        if (ay <= y0 and by <= y0) or (ay >= y1 and by >= y1):
            return False
        x, y = bx - ax, by - ay
        # The two corners farthest from the line on its two sides.
        if (x > 0) == (y > 0):
            x0, x1 = x1, x0
        return (x * (y0 - ay) - y * (x0 - ax)) * (x * (y1 - ay) - y * (x1 - ax)) < 0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex polygon; its corners go round it either way."""

    corners: tuple[Point, ...]

    def __post_init__(self) -> None:
        corners = self.corners
        if len(corners) > 2 and side(*corners[:3]) < 0:
            object.__setattr__(self, "corners", corners[::-1])
        others = [(v, w, p) for v, w in self._edges() for p in corners if p not in (v, w)]
        convex = all(side(v, w, point) > 0 for v, w, point in others)
        if not convex or len(corners) < 3 or len(set(corners)) < len(corners):
            raise ValueError("a polygon has at least three corners, all of them convex")

    def covers(self, point: Point) -> bool:
        """Whether a point lies in it or on its border."""
        return all(side(a, b, point) >= 0 for a, b in self._edges())

    def inside(self, point: Point) -> bool:
        """Whether a point lies in it, not on its border."""
        return all(side(a, b, point) > 0 for a, b in self._edges())

    def blocks(self, a: Point, b: Point) -> bool:
        """Whether the straight line from ``a`` to ``b`` passes through it."""
        sides = [side(a, b, corner) for corner in self.corners]
        if not min(sides) < 0 < max(sides):
            return False
        return all(side(v, w, a) > 0 or side(v, w, b) > 0 for v, w in self._edges())

    def _edges(self) -> Iterator[tuple[Point, Point]]:
        return pairwise(self.corners + self.corners[:1])


Shape: TypeAlias = Disc | Rectangle | Polygon


# Directions: whole degrees, clockwise from north.


ONE = 1_000_000
"""What the sine of 90 degrees is in the table."""

_SINES = (
    0, 17452, 34899, 52336, 69756, 87156, 104528, 121869, 139173, 156434, 173648, 190809, 207912,
    224951, 241922, 258819, 275637, 292372, 309017, 325568, 342020, 358368, 374607, 390731, 406737,
    422618, 438371, 453990, 469472, 484810, 500000, 515038, 529919, 544639, 559193, 573576, 587785,
    601815, 615661, 629320, 642788, 656059, 669131, 681998, 694658, 707107, 719340, 731354, 743145,
    754710, 766044, 777146, 788011, 798636, 809017, 819152, 829038, 838671, 848048, 857167, 866025,
    874620, 882948, 891007, 898794, 906308, 913545, 920505, 927184, 933580, 939693, 945519, 951057,
    956305, 961262, 965926, 970296, 974370, 978148, 981627, 984808, 987688, 990268, 992546, 994522,
    996195, 997564, 998630, 999391, 999848, ONE,
)  # fmt: skip


def sine(degrees: int) -> int:
    """The sine of an angle, in millionths."""
    half, degrees = divmod(degrees % 360, 180)
    found = _SINES[min(degrees, 180 - degrees)]
    return -found if half else found


def cosine(degrees: int) -> int:
    """The cosine of an angle, in millionths."""
    return sine(degrees + 90)


@dataclass(frozen=True, slots=True)
class Board:
    """A rectangle from (0, 0) to (``width``, ``height``).

    ``north`` is 1 where y grows to the north, -1 where it grows to the south.
    """

    width: int
    height: int
    north: Literal[1, -1]

    def __contains__(self, point: Point) -> bool:
        """Whether a point lies on the board, its border included."""
        return 0 <= point.x <= self.width and 0 <= point.y <= self.height

    def relative(self, origin: Point, heading: int, point: Point) -> tuple[int, int]:
        """How far a point lies ahead and to the right, in millionths of a unit."""
        x, y = point.x - origin.x, self.north * (point.y - origin.y)
        sin, cos = sine(heading), cosine(heading)
        return x * sin + y * cos, x * cos - y * sin

    def ahead(self, origin: Point, heading: int, far: int) -> Point:
        """The point straight ahead, rounded, halves away from zero."""
        x, y = far * sine(heading), self.north * far * cosine(heading)
        return origin.plus(rounded(x, ONE), rounded(y, ONE))

    def short_of(self, origin: Point, heading: int, far: int) -> Point:
        """The point straight ahead, rounded towards the origin, so that it is never too far
        away."""
        x, y = far * sine(heading), self.north * far * cosine(heading)
        return origin.plus(truncated(x, ONE), truncated(y, ONE))


def rounded(over: int, under: int) -> int:
    """The nearest whole number to a fraction, halves away from zero; ``under`` is positive."""
    nearest = (2 * abs(over) + under) // (2 * under)
    return nearest if over >= 0 else -nearest


def truncated(over: int, under: int) -> int:
    """The next whole number towards zero."""
    return abs(over) // under if over >= 0 else -(abs(over) // under)


# Straight steps.


def toward(start: Point, goal: Point, far: int) -> Point:
    """The point that is ``far`` from ``start`` towards ``goal``, or beyond it. The distance between
    the two counts in thousandths of a unit; a mirrored ``goal`` leads away."""
    x, y = goal.x - start.x, goal.y - start.y
    thousandths = isqrt((x * x + y * y) * ONE)
    if not thousandths:
        return start
    return start.plus(rounded(x * far * 1000, thousandths), rounded(y * far * 1000, thousandths))


def on_the_way(start: Point, goal: Point, most: int) -> Iterator[Point]:
    """Where one gets towards ``goal`` within ``most`` units, farthest first.

    ``goal`` itself where it is in reach, then the points each whole number of units from
    ``start``, rounded exactly: none of them lies half-way between two numbers.
    """
    x, y = goal.x - start.x, goal.y - start.y
    square = x * x + y * y
    if square <= most * most:
        yield goal
    for far in range(min(most, isqrt(max(square - 1, 0))), 0, -1):
        yield start.plus(_share(x * far, square), _share(y * far, square))


def _share(part: int, square: int) -> int:
    """``part`` by the root of ``square``, rounded."""
    nearest = (isqrt(4 * part * part // square) + 1) // 2
    return nearest if part >= 0 else -nearest
