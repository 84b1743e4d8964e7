"""The symbols of Astralis: how hexes, planets, ships and marks look.

Yellow and Cyan differ in shape as well as in colour: ringed planets and darts
against mooned planets and saucers, stripes against dots; contested hexes are
cross-hatched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from math import atan2, degrees
from typing import Literal, NamedTuple, TypeAlias

from renderers import palette as c
from renderers.boards.hexmap import Dress, Pitch, brick
from renderers.glyphs import (
    Tint,
    box,
    brackets,
    chevron,
    cross,
    dart,
    dots,
    larger,
    mooned_planet,
    oval,
    plus,
    ringed_planet,
    saucer,
    stripes,
    token,
)
from renderers.palette import Colour
from renderers.scene import SIGN, Area, Art, Disc, Label, Point, Shape, Stroke, Style

YELLOW_TINT = Tint(c.YELLOW_LIGHT, c.YELLOW, c.YELLOW_DEEP, c.VOID)
CYAN_TINT = Tint(c.CYAN_LIGHT, c.CYAN, c.CYAN_DEEP, c.VOID)
TINTS = (YELLOW_TINT, CYAN_TINT)

NOW, LATER = 7.0, 3.5
"""Widths of the lines for what a side could win with its next turn, and otherwise."""

REACH = 35
"""What stands on a hex of the largest board is at most this far from its centre."""

LETTERING = 25
"""The size of names on the largest board: they can still be read in a small picture."""


class Tile(IntEnum):
    """How a hex is dressed."""

    UNEXPLORED = 0
    YELLOW = 1
    CYAN = 2
    CONTESTED = 3
    NOTHING = 4
    YELLOW_NEW = 5
    CYAN_NEW = 6
    YELLOW_START = 7
    CYAN_START = 8
    NEW = 9
    CLOSED = 10
    YELLOW_LAND = 11
    CYAN_LAND = 12


Came: TypeAlias = Literal["before", "planted", "bonus", "extracted"]
"""How a planet came to stand where it is: in the last turn, or before."""


_Pattern: TypeAlias = Callable[[Sequence[Point], float], Iterable[Shape]]
"""Marks inside an outline; lengths are times the second number."""


def _striped(gap: float, width: float, colour: Colour, lean: int = -1) -> _Pattern:
    return lambda outline, unit: stripes(outline, gap * unit, width * unit, lean, colour)


def _dotted(gap: float, radius: float, colour: Colour) -> _Pattern:
    return lambda outline, unit: dots(outline, gap * unit, radius * unit, colour)


class Face(NamedTuple):
    """The colours of a hex and of its name, the width of its edge, and its patterns."""

    fill: Colour
    edge: Colour
    text: Colour
    width: float = 2.5
    patterns: tuple[_Pattern, ...] = ()


_STRIPES, _DOTS = _striped(15, 3.6, c.YELLOW_MARK), _dotted(12.5, 3.3, c.CYAN_MARK)
_CROSSED = tuple(_striped(17, 2, c.SPLIT_MARK, lean) for lean in (-1, 1))
_FACES: dict[Tile, Face] = {
    Tile.UNEXPLORED: Face(c.DARK_FILL, c.DARK_EDGE, c.DARK_TEXT, 2),
    Tile.YELLOW: Face(c.YELLOW_FILL, c.YELLOW_EDGE, c.YELLOW_TEXT, 2.5, (_STRIPES,)),
    Tile.CYAN: Face(c.CYAN_FILL, c.CYAN_EDGE, c.CYAN_TEXT, 2.5, (_DOTS,)),
    Tile.CONTESTED: Face(c.SPLIT_FILL, c.SPLIT_EDGE, c.SPLIT_TEXT, 2.5, _CROSSED),
    Tile.YELLOW_NEW: Face(c.YELLOW_FILL, c.WHITE, c.YELLOW_TEXT, 4.5, (_STRIPES,)),
    Tile.CYAN_NEW: Face(c.CYAN_FILL, c.WHITE, c.CYAN_TEXT, 4.5, (_DOTS,)),
    Tile.NEW: Face(c.DARK_FILL, c.WHITE, c.WHITE, 4.5),
    Tile.CLOSED: Face(c.PLATE, c.DARK_FILL, c.DARK_TEXT, 2),
    Tile.YELLOW_LAND: Face(
        c.DARK_FILL, c.YELLOW_EDGE, c.YELLOW_TEXT, 2.5, (_striped(30, 2.4, c.YELLOW_EDGE),)
    ),
    Tile.CYAN_LAND: Face(
        c.DARK_FILL, c.CYAN_EDGE, c.CYAN_TEXT, 2.5, (_dotted(17, 3, c.CYAN_EDGE),)
    ),
    Tile.YELLOW_START: Face(c.DARK_FILL, c.YELLOW, c.WHITE, 4.5),
    Tile.CYAN_START: Face(c.DARK_FILL, c.CYAN, c.WHITE, 4.5),
}


def _dress(face: Face) -> Dress:
    def dress(pitch: Pitch, x: float, y: float) -> tuple[Shape, ...]:
        inner, unit = pitch.outline(x, y, 4 + face.width), max(1.0, pitch.unit)
        marks = (mark for pattern in face.patterns for mark in pattern(inner, unit))
        edge = pitch.outline(x, y, 2 + face.width / 2)
        rim = Stroke(edge, face.width, face.edge, closed=True)
        return Area(pitch.outline(x, y, 2), face.fill), *marks, rim

    return dress


_DRESSES = {tile: _dress(face) for tile, face in _FACES.items()}


@cache
def brick_of(pitch: Pitch, own: Tile, left: Tile, right: Tile) -> Art:
    """The brick of a hex; ``Tile.NOTHING`` for a slot above the board and for no hex below."""
    below = _DRESSES.get(left), _DRESSES.get(right)
    return brick(pitch, _DRESSES.get(own), below, c.PLATE)


@cache
def label_of(pitch: Pitch, tile: Tile, name: str) -> Art:
    """The name of a hex, on a plain patch of the hex's own ground."""
    unit = pitch.unit
    wide, high = (2 * round(half * unit) for half in (26, 14))
    ink, fill = _FACES[tile].text, _FACES[tile].fill
    style = Style(round(LETTERING * min(unit, 1.6)), ink, fill, bold=False)
    patch = Area(box(0, 0, wide, high, high / 2), style.ground)
    return Art(wide, high, style.ground, (patch, Label(wide / 2, high / 2, name, style)), cut=True)


@cache
def planet_of(pitch: Pitch, side: int, came: Came, aim: float) -> Art:
    """A planet of a side.

    ``aim`` is the width of the brackets around a planet that the other side
    could extract, 0 for none.
    """
    shapes: list[Shape] = [*planet(side, REACH, REACH, 32)]
    if aim:
        shapes += brackets(REACH, REACH, 25, aim + 4, c.VOID)
        shapes += brackets(REACH, REACH, 25, aim, TINTS[1 - side].body)
    if came in ("bonus", "extracted"):
        shapes += badge(came, 54, 54)
    return standing(pitch, shapes)


@cache
def ship_of(pitch: Pitch, side: int, over: int | None, waits: int | None) -> Art:
    """A ship on a hex.

    ``over`` is the side of a planet beneath it, ``waits`` the side that gets a
    planet when the ship leaves.
    """
    shapes = ship_shapes(side)
    if over is not None:
        shapes += [Disc(54, 54, 15, c.VOID), *planet(over, 54, 54, 15)]
    if waits is not None:
        shapes += hourglass(waits, 54, 54)
    return standing(pitch, shapes)


@cache
def ghost_of(pitch: Pitch, side: int, now: bool) -> Art:
    """A planet that a side could win, with its next turn or later."""
    return standing(pitch, [*ghost(side, REACH, REACH, 22, now)])


@cache
def wrong_of(pitch: Pitch) -> Art:
    """The sign of a wrong claim, in the corner of a hex."""
    return standing(pitch, [*badge("extracted", 54, 16)])


@cache
def origin_of(pitch: Pitch, side: int) -> Art:
    """Where the last ship came from: its outline."""
    return standing(pitch, [*wake(side, REACH, REACH, 24)])


@cache
def trail_of(pitch: Pitch, side: int, across: int, down: int) -> Art:
    """One arrowhead of a flight, for the edge between two hexes ``across``, ``down`` apart."""
    angle = degrees(atan2(down, across))
    points = chevron(20, 20, 11, angle)
    shapes = (Stroke(points, 10.5, c.VOID), Stroke(points, 5.5, TINTS[side].light))
    return _scaled(pitch, 40, shapes)


def planet(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A planet of a side around a centre."""
    return (ringed_planet if side == 0 else mooned_planet)(x, y, size, TINTS[side])


def ghost(side: int, x: float, y: float, radius: float, now: bool) -> Iterator[Shape]:
    """A plus in the flat shape of a planet of a side: filled for now, an outline for later."""
    colour, ink = TINTS[side].body, c.VOID
    fill = colour if now else c.DARK_FILL
    if side == 0:
        for first in (-20, 160):
            tip = oval(x, y, 1.36 * radius, 0.4 * radius, -24, first, first + 40)
            yield Stroke(tip, 4, colour)
    yield Disc(x, y, radius + 2, c.VOID)
    yield Disc(x, y, radius, colour)
    yield Disc(x, y, radius - 3.5, fill)
    if side == 1:
        moon = 0.76 * radius
        yield Disc(x + moon, y - moon, 0.42 * radius, c.VOID)
        yield Disc(x + moon, y - moon, 0.3 * radius, colour)
    yield from plus(x, y, 0.5 * radius, 5, ink if now else colour)


def wake(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """The outline of a ship of a side."""
    for shape in ship(side, x, y, size):
        if isinstance(shape, Area):
            yield Stroke(shape.points, 8, c.VOID, closed=True)
            yield Area(shape.points, c.VOID)
            yield Stroke(shape.points, 3.5, TINTS[side].body, closed=True)


def hourglass(side: int, x: float, y: float) -> Iterator[Shape]:
    """The sign that a planet of a side waits for the ship here to leave."""
    yield Disc(x, y, 15, c.VOID)
    yield Disc(x, y, 13, TINTS[side].body)
    yield Area(((x - 6, y - 8), (x + 6, y - 8), (x - 6, y + 8), (x + 6, y + 8)), c.VOID)


def badge(came: Came, x: float, y: float) -> Iterator[Shape]:
    """A plus for a bonus planet, a cross for one that was extracted."""
    yield Disc(x, y, 14, c.VOID)
    yield Disc(x, y, 12, c.WHITE)
    if came == "bonus":
        yield from plus(x, y, 6.5, 4, c.VOID)
    else:
        yield from cross(x, y, 5, 4, c.VOID)


def ship(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A ship of a side around a centre."""
    return (dart if side == 0 else saucer)(x, y, size, TINTS[side])


def ship_shapes(side: int) -> list[Shape]:
    """A ship of a side on its plate, for ``standing``."""
    plate = token(REACH, REACH, 30, TINTS[side].body, c.VOID)
    return [*plate, *ship(side, REACH, REACH, 22)]


def ship_sign(side: int) -> Art:
    """A ship of a side on its plate, for the sign of the side."""
    shapes = tuple(larger(shape, SIGN / (2 * REACH)) for shape in ship_shapes(side))
    return Art(SIGN, SIGN, c.VOID, shapes)


def swatch(tile: Tile, pitch: Pitch, x: float, y: float) -> Sequence[Shape]:
    """A hex of a kind around a centre, for the legend."""
    return _DRESSES[tile](pitch, x, y)


def standing(pitch: Pitch, shapes: Sequence[Shape]) -> Art:
    """What stands on a hex, from shapes around (``REACH``, ``REACH``)."""
    return _scaled(pitch, 2 * REACH, shapes)


def _scaled(pitch: Pitch, side: int, shapes: Sequence[Shape]) -> Art:
    """Art of the largest board, as large as a board's hexes ask for."""
    unit = pitch.unit
    size = round(side * unit)
    return Art(size, size, c.VOID, tuple(larger(shape, unit) for shape in shapes), cut=True)


STARTS = (Tile.YELLOW_START, Tile.CYAN_START)
NEW = (Tile.YELLOW_NEW, Tile.CYAN_NEW)
