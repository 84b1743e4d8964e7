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
from typing import Literal, TypeAlias

from renderers import palette as c
from renderers.glyphs import (
    Tint,
    brackets,
    chevron,
    cross,
    dart,
    dashed_ring,
    dots,
    mooned_planet,
    oval,
    plus,
    ringed_planet,
    saucer,
    stripes,
    token,
)
from renderers.hexmap import Dress, Pitch, brick
from renderers.palette import Colour
from renderers.scene import Area, Art, Disc, Label, Point, Shape, Stroke, Style

YELLOW_TINT = Tint(c.YELLOW_LIGHT, c.YELLOW, c.YELLOW_DEEP, c.VOID)
CYAN_TINT = Tint(c.CYAN_LIGHT, c.CYAN, c.CYAN_DEEP, c.VOID)
TINTS = (YELLOW_TINT, CYAN_TINT)

NOW, LATER = 3.5, 1.8
"""Widths of the lines for what a side could win with its next turn, and otherwise."""

REACH = 26
"""What stands on a hex is at most this far from its centre, so that its box fits into the hex."""


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


Came: TypeAlias = Literal["before", "planted", "bonus", "extracted"]
"""How a planet came to stand where it is: in the last turn, or before."""


def _face(
    fill: Colour,
    edge: Colour,
    width: float,
    pattern: Callable[[Sequence[Point]], Iterable[Shape]] | None = None,
) -> Dress:
    def dress(pitch: Pitch, x: float, y: float) -> tuple[Shape, ...]:
        inner = pitch.outline(x, y, 4 + width)
        marks = () if pattern is None else tuple(pattern(inner))
        rim = Stroke(pitch.outline(x, y, 2 + width / 2), width, edge, closed=True)
        return Area(pitch.outline(x, y, 2), fill), *marks, rim

    return dress


_DRESSES: dict[Tile, Dress] = {
    Tile.UNEXPLORED: _face(c.DARK_FILL, c.DARK_EDGE, 2),
    Tile.YELLOW: _face(
        c.YELLOW_FILL, c.YELLOW_EDGE, 2.5, lambda o: stripes(o, 15, 3.6, -1, c.YELLOW_MARK)
    ),
    Tile.CYAN: _face(c.CYAN_FILL, c.CYAN_EDGE, 2.5, lambda o: dots(o, 12.5, 3.3, c.CYAN_MARK)),
    Tile.CONTESTED: _face(
        c.SPLIT_FILL,
        c.SPLIT_EDGE,
        2.5,
        lambda o: (*stripes(o, 17, 2, -1, c.SPLIT_MARK), *stripes(o, 17, 2, 1, c.SPLIT_MARK)),
    ),
    Tile.YELLOW_NEW: _face(
        c.YELLOW_FILL, c.WHITE, 4.5, lambda o: stripes(o, 15, 3.6, -1, c.YELLOW_MARK)
    ),
    Tile.CYAN_NEW: _face(c.CYAN_FILL, c.WHITE, 4.5, lambda o: dots(o, 12.5, 3.3, c.CYAN_MARK)),
    Tile.YELLOW_START: _face(c.DARK_FILL, c.YELLOW, 4.5),
    Tile.CYAN_START: _face(c.DARK_FILL, c.CYAN, 4.5),
}


@cache
def brick_of(pitch: Pitch, own: Tile, left: Tile, right: Tile) -> Art:
    """The brick of a hex; ``Tile.NOTHING`` for a slot above the board and for no hex below."""
    below = _DRESSES.get(left), _DRESSES.get(right)
    return brick(pitch, _DRESSES.get(own), below, c.PLATE)


@cache
def label_of(pitch: Pitch, tile: Tile, name: str) -> Art:
    """The name of a hex in small type, on the hex's own ground."""
    wide, high = 40, 22
    x, y = wide / 2, high / 2
    style = Style(17, _TEXTS[tile], _FILLS[tile], bold=False)
    shapes = (*_DRESSES[tile](pitch, x, y), Disc(x, y, 0, style.ground), Label(x, y, name, style))
    return Art(wide, high, style.ground, shapes)


@cache
def planet_of(pitch: Pitch, side: int, came: Came, aim: float) -> Art:
    """A planet of a side.

    ``aim`` is the width of the brackets around a planet that the other side
    could extract, 0 for none.
    """
    tile = _PLANETS[side][came != "before"]
    shapes: list[Shape] = [*planet(side, REACH, REACH, 24)]
    if aim:
        shapes += brackets(REACH, REACH, 23, aim + 3, c.VOID)
        shapes += brackets(REACH, REACH, 23, aim, TINTS[1 - side].body)
    if came in ("bonus", "extracted"):
        shapes += badge(came, 41, 41)
    return _standing(pitch, tile, shapes)


@cache
def ship_of(pitch: Pitch, side: int, tile: Tile, over: int | None, waits: int | None) -> Art:
    """A ship on a hex of any kind.

    ``over`` is the side of a planet beneath it, ``waits`` the side that gets a
    planet when the ship leaves.
    """
    tint = TINTS[side]
    shapes: list[Shape] = [*token(REACH, REACH, 25.5, tint.body, c.VOID)]
    if waits is not None:
        shapes = [Disc(REACH, REACH, 25.5, c.VOID)]
        shapes += dashed_ring(REACH, REACH, 23.5, 4, TINTS[waits].body, 8)
    shapes += ship(side, REACH, REACH, 18.5)
    if over is not None:
        shapes += [Disc(42, 42, 10, c.VOID), Disc(42, 42, 8, TINTS[over].body)]
    return _standing(pitch, tile, shapes)


@cache
def ghost_of(pitch: Pitch, side: int, tile: Tile, name: str, width: float) -> Art:
    """The outline of a planet that a side could win, around the name of the hex."""
    shapes = [*ghost(side, REACH, REACH, 20, width)]
    return _standing(pitch, tile, [*shapes, _name(tile, name)])


@cache
def origin_of(pitch: Pitch, side: int, tile: Tile, name: str) -> Art:
    """Where the last ship came from: a broken ring around the name of the hex."""
    ring = dashed_ring(REACH, REACH, 22, 3, TINTS[side].body, 10)
    return _standing(pitch, tile, [*ring, _name(tile, name)])


@cache
def trail_of(side: int, across: int, down: int) -> Art:
    """One arrowhead of a flight, for the edge between two hexes ``across``, ``down`` apart."""
    angle = degrees(atan2(down, across))
    points = chevron(17, 17, 10, angle)
    shapes = (Stroke(points, 9.5, c.VOID), Stroke(points, 5, TINTS[side].light))
    return Art(34, 34, c.VOID, shapes, cut=True)


def planet(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A planet of a side around a centre."""
    return (ringed_planet if side == 0 else mooned_planet)(x, y, size, TINTS[side])


def ghost(side: int, x: float, y: float, radius: float, width: float) -> Iterator[Shape]:
    """The outline of a planet of a side."""
    colour = TINTS[side].body
    yield Stroke(oval(x, y, radius, radius, 0, 0, 360), width, colour)
    if side == 0:
        for first in (-20, 160):
            tip = oval(x, y, 1.3 * radius, 0.4 * radius, -24, first, first + 40)
            yield Stroke(tip, width, colour)
    else:
        moon = 0.72 * radius
        yield Disc(x + moon, y - moon, 0.35 * radius, c.DARK_FILL)
        yield Disc(x + moon, y - moon, 0.24 * radius, colour)


def badge(came: Came, x: float, y: float) -> Iterator[Shape]:
    """A plus for a bonus planet, a cross for one that was extracted."""
    yield Disc(x, y, 11, c.VOID)
    yield Disc(x, y, 9.5, c.WHITE)
    if came == "bonus":
        yield from plus(x, y, 5, 3, c.VOID)
    else:
        yield from cross(x, y, 3.8, 3, c.VOID)


def ship(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A ship of a side around a centre."""
    return (dart if side == 0 else saucer)(x, y, size, TINTS[side])


def swatch(tile: Tile, pitch: Pitch, x: float, y: float) -> Sequence[Shape]:
    """A hex of a kind around a centre, for the legend."""
    return _DRESSES[tile](pitch, x, y)


def _standing(pitch: Pitch, tile: Tile, shapes: Sequence[Shape]) -> Art:
    ground = _DRESSES[tile](pitch, REACH, REACH)
    return Art(2 * REACH, 2 * REACH, _FILLS[tile], (*ground, *shapes))


def _name(tile: Tile, name: str) -> Label:
    return Label(REACH, REACH, name, Style(17, _TEXTS[tile], _FILLS[tile], bold=False))


STARTS = (Tile.YELLOW_START, Tile.CYAN_START)
_PLANETS = ((Tile.YELLOW, Tile.YELLOW_NEW), (Tile.CYAN, Tile.CYAN_NEW))

_BY_STATUS = {
    Tile.UNEXPLORED: (c.DARK_FILL, c.DARK_TEXT),
    Tile.YELLOW: (c.YELLOW_FILL, c.YELLOW_TEXT),
    Tile.CYAN: (c.CYAN_FILL, c.CYAN_TEXT),
    Tile.CONTESTED: (c.SPLIT_FILL, c.SPLIT_TEXT),
    Tile.YELLOW_NEW: (c.YELLOW_FILL, c.YELLOW_TEXT),
    Tile.CYAN_NEW: (c.CYAN_FILL, c.CYAN_TEXT),
    Tile.YELLOW_START: (c.DARK_FILL, c.WHITE),
    Tile.CYAN_START: (c.DARK_FILL, c.WHITE),
}
_FILLS = {tile: fill for tile, (fill, _) in _BY_STATUS.items()}
_TEXTS = {tile: text for tile, (_, text) in _BY_STATUS.items()}
