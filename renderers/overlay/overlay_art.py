"""The small pieces of art of which overlays are made; every kind is made once and kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, radians, sin

from renderers import paint
from renderers import palette as c
from renderers.glyphs import box, cross, dashed_ring, stripes
from renderers.palette import Colour
from renderers.scene import Area, Art, Disc, Label, Point, Shape, Stroke, Style

TURN = 3
"""Directions of dashes and heads are multiples of this many degrees."""


LIGHT = c.MUTED
"""The outline of traces: a dark seat's colour must be seen on dark ground too."""


def cased(colour: Colour) -> Iterator[tuple[Colour, float]]:
    """The inks of a line from below to above, and how wide each is as a share of a unit."""
    return zip((c.VOID, LIGHT, colour), (0.19, 0.14, 0.08), strict=True)


@lru_cache(maxsize=64)
def ring(colour: Colour, size: int) -> Art:
    """A circle of dashes, where something was or is looked for."""
    shapes = [
        shape
        for ink, wide in cased(colour)
        for shape in dashed_ring(size / 2, size / 2, size * 0.36, size * wide, ink, 8)
    ]
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=1024)
def stroke(colour: Colour, angle: int, long: int, width: int) -> Art:
    """A piece of an unbroken line."""
    size = (long + width) // 2 * 2 + 2
    middle = size / 2
    dx, dy = cos(radians(angle)) * long / 2, sin(radians(angle)) * long / 2
    line = ((middle - dx, middle - dy), (middle + dx, middle + dy))
    return Art(size, size, colour, (Stroke(line, width, colour),), cut=True)


@lru_cache(maxsize=1024)
def dash(colour: Colour, angle: int, unit: int) -> Art:
    """One dash of a straight line."""
    size = unit * 2 // 7 * 2 + 2
    middle, half = size / 2, unit * 0.17
    dx, dy = cos(radians(angle)) * half, sin(radians(angle)) * half
    line = ((middle - dx, middle - dy), (middle + dx, middle + dy))
    shapes = tuple(Stroke(line, unit * wide, ink) for ink, wide in cased(colour))
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=512)
def head(colour: Colour, angle: int, unit: int) -> Art:
    """The head of such a line."""
    size = unit // 3 * 2 + 2
    middle, turn = size / 2, angle * pi / 180
    ahead, aside = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
    ends = ((1.0, 0.0), (-0.8, 0.85), (-0.35, 0.0), (-0.8, -0.85))
    reach = unit * 0.26
    tip = tuple(
        (
            middle + reach * (along * ahead[0] + off * aside[0]),
            middle + reach * (along * ahead[1] + off * aside[1]),
        )
        for along, off in ends
    )
    shapes = (
        Stroke(tip, unit * 0.11, c.VOID, closed=True),
        Stroke(tip, unit * 0.06, LIGHT, closed=True),
        Area(tip, colour),
    )
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=32)
def grave(size: int) -> Art:
    """A cross over the place where something was lost."""
    middle, reach = size / 2, size * 0.3
    shapes = [
        shape
        for ink, wide in cased(c.RED)
        for shape in cross(middle, middle, reach, size * wide * 1.2, ink)
    ]
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=32)
def dot(colour: Colour, size: int) -> Art:
    """One dot of a leader line."""
    middle = size / 2
    shapes = (Disc(middle, middle, middle, c.VOID), Disc(middle, middle, middle * 0.6, colour))
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=64)
def hatch(outline: tuple[Point, ...], colour: Colour, gap: float) -> Art:
    """Diagonal stripes inside an outline, which lies at the origin."""
    wide, high = (int(max(point[side] for point in outline)) for side in (0, 1))
    shapes = tuple(stripes(outline, gap, gap / 9, -1, colour))
    return Art(wide, high, c.VOID, shapes, cut=True)


@lru_cache(maxsize=256)
def edge(wide: int, high: int, rising: bool, width: float, colour: Colour) -> Art:
    """A piece of an outline, from corner to corner of a box that is ``width`` larger."""
    half = width / 2
    low, top = (high + half, half) if rising else (half, high + half)
    line = ((half, low), (wide + half, top))
    shape = Stroke(line, width, colour)
    return Art(round(wide + width), round(high + width), c.VOID, (shape,), cut=True)


@lru_cache(maxsize=512)
def choice(number: int, text: str, unit: int, colour: Colour, least: int) -> Art:
    """A number with a text below it, small enough to stand in a place that is ``unit`` wide.

    Of a text that has no room in letters of ``least`` pixels the amount behind a name remains, or
    nothing.
    """
    wide = unit * 9 // 10
    text = _readable(text, least, wide * 7 / 8) if least < unit * 2 / 5 else ""
    high = unit * (7 if text else 5) // 8
    large = unit // 2 if text else unit * 5 // 8
    digits = _fitting(str(number), large, wide * 5 // 6, c.WHITE, c.VOID)
    shapes: list[Shape] = [
        Area(box(0, 0, wide, high, unit / 5), c.VOID),
        Stroke(box(2, 2, wide - 4, high - 4, unit / 5), max(2, unit / 28), colour, closed=True),
        Label(wide / 2, high * (0.34 if text else 0.5), str(number), digits),
    ]
    if text:
        ink = _fitting(text, max(unit * 5 // 14, least), wide * 7 // 8, colour, c.VOID)
        shapes.append(Label(wide / 2, high * 0.74, text, ink))
    return Art(wide, high, c.VOID, tuple(shapes), cut=True)


def _readable(text: str, size: int, room: float) -> str:
    """A text, or else the amount in it, which stands behind a name."""
    name, _, amount = text.partition(" ")
    style = Style(size, c.WHITE, c.VOID)
    said = (text, amount if name[:1].isalpha() else "")
    return next((each for each in said if paint.width(each, style) <= room), "")


def _fitting(text: str, size: int, room: float, colour: Colour, ground: Colour) -> Style:
    """The largest lettering, from ``size`` downwards, in which a text has room."""
    style = Style(size, colour, ground)
    while style.size > 8 and paint.width(text, style) > room:
        style = Style(style.size - 1, colour, ground)
    return style


@lru_cache(maxsize=512)
def callout(number: int, text: str, size: int, colour: Colour, lost: bool) -> Art:
    """A number in a disc, and beside it a text, if there is one; a cross before what is lost."""
    ink = Style(size, c.VOID, colour)
    digits = Style(size, c.WHITE, c.VOID)
    high = size * 3 // 2
    long = paint.width(text, ink) + size // 2 if text else 0
    sign = size if lost else 0
    disc = max(high, paint.width(str(number), digits) + size * 2 // 3) if number else 0
    wide = disc + sign + long + (0 if number else size // 4)
    shapes: list[Shape] = [
        Area(box(0, 0, wide, high, high / 2.5), c.VOID),
        Area(box(3, 3, wide - 6, high - 6, high / 2.5 - 2), colour),
    ]
    if number:
        rim = 4 + size // 10
        inner = box(rim, rim, disc - 2 * rim, high - 2 * rim, high / 2.5 - 4)
        shapes.append(Area(inner, c.VOID))
        shapes.append(Label(disc / 2, high / 2, str(number), digits))
    if lost:
        shapes += cross(disc + sign * 0.5, high / 2, size * 0.27, size / 7, c.VOID)
    if text:
        shapes.append(Label(wide - long / 2 - size // 8, high / 2, text, ink))
    return Art(wide, high, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=512)
def stacked(number: int, text: str, size: int, colour: Colour, room: int) -> Art:
    """A number above a text, at most ``room`` pixels wide, for a place of their own."""
    digits, ink = Style(size, c.WHITE, c.VOID), Style(size * 3 // 4, c.VOID, colour)
    while paint.width(text, ink) + ink.size // 2 > room and ink.size > size // 2:
        ink = Style(ink.size - 1, c.VOID, colour)
    upper, lower = size, ink.size * 9 // 8
    wide = max(paint.width(text, ink) + ink.size // 2, paint.width(str(number), digits) + size)
    high = upper + lower + 3
    shapes: tuple[Shape, ...] = (
        Area(box(0, 0, wide, high, size / 2.5), c.VOID),
        Area(box(3, 3, wide - 6, high - 6, size / 2.5 - 2), colour),
        Area(box(5, 5, wide - 10, upper - 3, size / 2.5 - 3), c.VOID),
        Label(wide / 2, upper / 2 + 3, str(number), digits),
        Label(wide / 2, upper + lower / 2 + 1, text, ink),
    )
    return Art(wide, high, c.VOID, shapes, cut=True)
