"""Markers of units, scenery, and signs, as pieces of art."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

from games.core.geometry.plane import Disc as Round
from games.core.geometry.plane import Point, Rectangle
from games.galaxy_aflame.catalogue import Card
from renderers import palette as c
from renderers import silhouettes
from renderers.boards import terrain
from renderers.boards.planemap import Scenery
from renderers.cards import sides
from renderers.glyphs import box, cross
from renderers.palette import Colour, blend
from renderers.scene import Area, Art, Disc, Label, Shape, Stroke, Style
from renderers.silhouettes import load_silhouettes, silhouette

BODIES = (c.RED, c.BLUE)
"""By seat."""

SILHOUETTES = load_silhouettes("renderers.galaxy_aflame")

LARGE = 72
"""From this diameter on a marker has room for its silhouette."""
READABLE = 30
"""A code of this height can be read on a phone; it grows to that before the marker does."""


@dataclass(frozen=True, slots=True)
class MarkerLook:
    """What a marker shows.

    ``shape``   key of the silhouette
    ``models``  left; none is written on a vehicle
    ``shaken``  shaken, or limited by that in this turn
    ``cargo``   how many units are inside
    ``spent``   whether it can neither move nor shoot any more in this turn
    """

    code: str
    seat: int
    shape: str
    vehicle: bool
    models: int
    suppressed: bool = False
    shaken: bool = False
    cargo: int = 0
    spent: bool = False


@lru_cache(maxsize=1024)
def marker(look: MarkerLook, size: int) -> Art:
    """A disc of ``size`` pixels, that of a vehicle half as large again in a square frame."""
    side = size * 3 // 2 if look.vehicle else size
    half, unit = side / 2, size / 48
    body, ink = BODIES[look.seat], c.VOID
    if look.spent:
        body, ink = blend(c.VOID, body, 0.35), c.WHITE
    shapes = [*_plate(look.vehicle, side, unit, body, BODIES[look.seat])]
    scale = unit * (1.25 if look.vehicle else 0.95)
    shapes += silhouette(SILHOUETTES[look.shape], half, 0.37 * side, scale, ink, body)
    share = 0.62 * len(look.code) + 0.5
    high = min(
        max(15 * unit, min(19 * unit, READABLE)) * (1.3 if look.vehicle else 1), side / share
    )
    wide = high * share
    shapes.append(Area(box(half - wide / 2, side - high, wide, high, 4 * unit), c.VOID))
    style = Style(round(high), c.WHITE, c.VOID)
    shapes.append(Label(half, side - high / 2, look.code, style))
    shapes += _badges(look, side, unit if size >= LARGE else 1.1 * unit)
    return Art(side, side, c.VOID, tuple(shapes), cut=True)


def _plate(vehicle: bool, side: int, unit: float, body: Colour, rim: Colour) -> Iterator[Shape]:
    half = side / 2
    if vehicle:
        yield Area(box(0, 0, side, side, 5 * unit), c.VOID)
        frame = box(2.5 * unit, 2.5 * unit, side - 5 * unit, side - 5 * unit, 4 * unit)
        yield Stroke(frame, 2.5 * unit, rim, closed=True)
        yield Disc(half, half, half - 5.5 * unit, body)
        return
    yield Disc(half, half, half, c.VOID)
    yield Disc(half, half, half - 1.2 * unit, rim)
    yield Disc(half, half, half - 3 * unit, body)


def _badges(look: MarkerLook, side: int, unit: float) -> Iterator[Shape]:
    """Badges in the corners of a unit: models left, suppressed, shaken, passengers."""
    near, far = 8.2 * unit, side - 8.2 * unit
    if not look.vehicle:
        yield from _badge(far, near, str(look.models), c.VOID, c.WHITE, unit)
    if look.suppressed:
        yield from _badge(near, near, "S", c.WHITE, c.VOID, unit)
    if look.shaken:
        yield from _badge(near, far, "!", c.YELLOW, c.VOID, unit)
    if look.cargo:
        yield from _badge(far, far, f"P{look.cargo}", c.WHITE, c.VOID, unit)


def _badge(
    x: float, y: float, text: str, ground: Colour, ink: Colour, unit: float
) -> Iterator[Shape]:
    yield Disc(x, y, 8.2 * unit, ink if ground == c.VOID else c.VOID)
    yield Disc(x, y, 7 * unit, ground)
    yield Label(x, y, text, Style(round((12.5 if len(text) < 2 else 10.5) * unit), ink, ground))


def shape_of(card: Card) -> str:
    """The key of a card's silhouette."""
    return card.code if card.code in SILHOUETTES else "vehicle" if card.vehicle else "squad"


@lru_cache(maxsize=512)
def token(shape: str, vehicle: bool, colour: Colour, size: int, crossed: bool = False) -> Art:
    """The silhouette of a card on a small plate, for lists."""
    plain, half = silhouettes.token(SILHOUETTES[shape], vehicle, colour, size, c.CARD), size / 2
    inks = ((0.2 * size, c.VOID), (0.1 * size, c.MUTED)) if crossed else ()
    crosses = (each for wide, ink in inks for each in cross(half, half, 0.36 * size, wide, ink))
    return replace(plain, shapes=(*plain.shapes, *crosses))


def chip(seat: int, size: int, ground: Colour) -> Art:
    """The sign of a seat."""
    return sides.chip("RB"[seat], BODIES[seat], size, ground)


# --- What stands on the table ---


def solid(shape: Rectangle) -> Scenery:
    return Scenery(shape, c.VOID, c.STONE_LIGHT, terrain.ruin, width=0.06)


def cover(shape: Round | Rectangle) -> Scenery:
    """A crater where it is round, else woods: both with the sign of cover."""
    if isinstance(shape, Round):
        return Scenery(shape, c.SAND_LIGHT, c.EARTH, _crater, dotted=True, width=0.09)
    return Scenery(shape, c.WOOD_LIGHT, c.WOOD, _woods, dotted=True, width=0.09)


def _crater(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from terrain.crater(wide, high, cell)
    yield from terrain.shield(wide / 2, high - 0.5 * cell, 0.3 * cell)


def _woods(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from terrain.woods(wide, high, cell)
    yield from terrain.shield(wide - 0.45 * cell, high - 0.45 * cell, 0.3 * cell)


def barrier(ends: tuple[Point, Point]) -> Iterator[Scenery]:
    """A wall of stones."""
    yield Scenery(ends, c.VOID, width=0.75)
    yield Scenery(ends, c.SAND_LIGHT, width=0.5)
    (ax, ay), (bx, by) = ends
    far = hypot(bx - ax, by - ay)
    across, down = 3 * (ay - by) / far, 3 * (bx - ax) / far
    for run in range(5, int(far), 7):
        x, y = ax + (bx - ax) * run / far, ay + (by - ay) * run / far
        joint = (
            Point(round(x - across), round(y - down)),
            Point(round(x + across), round(y + down)),
        )
        yield Scenery(joint, c.VOID, width=0.1)


def zone(shape: Rectangle, seat: int) -> Scenery:
    """Where a side places its units."""
    return Scenery(shape, BODIES[seat], blend(c.GROUND, BODIES[seat], 0.2), width=0.06)
