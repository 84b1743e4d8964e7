"""Squares of a board, and counters, as pieces of art."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.colonial_space_wars.catalogue import Catalogue
from renderers import palette as c
from renderers.cards import sides
from renderers.glyphs import box, chevron
from renderers.palette import Colour, blend
from renderers.scene import Area, Art, Disc, Label, Point, Shape, Stroke, Style
from renderers.silhouettes import load_silhouettes, silhouette

BODIES = (c.RED, c.BLUE)
"""By seat."""

SILHOUETTES = load_silhouettes("renderers.colonial_space_wars")

BORDERS = (c.WATER_LIGHT, c.YELLOW_EDGE, c.GREEN, c.PURPLE, c.ORANGE)
"""Of the factions, in the order in which the catalogue has them."""

HEALTH = {4: c.GREEN, 3: c.YELLOW, 2: c.ORANGE, 1: c.RED}
_TURNS = {4: -90, 3: 0, 2: 90, 1: 180}
"""The health arrow in degrees, clockwise from right (CSW-88)."""


# --- Squares ---


@lru_cache(maxsize=64)
def ground(kind: str, cell: int, odd: bool, tint: Colour | None = None) -> Art:
    """A square of terrain, its type in the lower right corner; ``tint`` is that of a zone."""
    fill, line = GROUNDS[kind], c.GROUND_LINE
    if tint is not None:
        fill = blend(fill, tint, 0.25)
    elif odd:
        fill = blend(fill, line, 0.12)
    unit = cell / 48
    shapes: list[Shape] = [Area(box(0, 0, cell, cell, 0.1), line)]
    shapes.append(Area(box(unit / 2, unit / 2, cell - unit, cell - unit, 0.1), fill))
    shapes += _PATTERNS[kind](unit)
    if kind != ".":
        style = Style(round(13 * unit), c.WHITE, fill)
        shapes.append(Label(41.5 * unit, 40.5 * unit, kind, style))
    return Art(cell, cell, line, tuple(shapes))


GROUNDS: Mapping[str, Colour] = {
    ".": c.GROUND,
    "A": c.WOOD_DARK,
    "B": c.EARTH_DARK,
    "C": c.STONE_DARK,
}


def _plain(unit: float) -> Iterator[Shape]:
    return iter(())


def _trees(unit: float) -> Iterator[Shape]:
    for x, y, radius in ((11, 12, 8), (30, 9, 6.5), (38, 24, 7), (20, 27, 8.5), (9, 38, 6.5)):
        yield Disc(x * unit, y * unit, radius * unit, c.WOOD)
        yield Disc((x - 1.5) * unit, (y - 2) * unit, radius * 0.5 * unit, c.WOOD_LIGHT)


def _peaks(unit: float) -> Iterator[Shape]:
    for x, y, size in ((14, 20, 11), (34, 17, 9), (24, 38, 12)):
        left, right, top = (x - size) * unit, (x + size) * unit, (y - 1.2 * size) * unit
        yield Area(((left, y * unit), (x * unit, top), (right, y * unit)), c.EARTH_LIGHT)
        yield Area(((x * unit, y * unit), (x * unit, top), (right, y * unit)), c.EARTH)


def _blocks(unit: float) -> Iterator[Shape]:
    for row in range(3):
        shift = 0 if row % 2 else -12
        for x in range(shift, 48, 24):
            left, right = max(1.5, x + 1.5) * unit, min(46.5, x + 22.5) * unit
            top, low = (row * 16 + 1.5) * unit, (row * 16 + 14.5) * unit
            yield Area(((left, top), (right, top), (right, low), (left, low)), c.STONE)
    yield Stroke(((8 * unit, 8 * unit), (40 * unit, 40 * unit)), 4 * unit, c.STONE_DARK)
    yield Stroke(((40 * unit, 8 * unit), (8 * unit, 40 * unit)), 4 * unit, c.STONE_DARK)
    yield Disc(41.5 * unit, 40.5 * unit, 7 * unit, c.STONE_DARK)


_PATTERNS = {".": _plain, "A": _trees, "B": _peaks, "C": _blocks}


# --- Counters ---


@dataclass(frozen=True, slots=True)
class CounterLook:
    """What a counter shows.

    ``shape``    key of the silhouette
    ``border``   colour of the faction
    ``struck``   points received and protection, ``3/2``, or nothing
    ``spent``    whether the unit has been activated this turn
    ``framed``   whether both sides are of one faction, and this is the second
    ``terrain``  the type of its square, where that is not normal
    """

    code: str
    seat: int
    shape: str
    light: bool
    border: Colour
    health: int
    leader: bool = False
    cargo: int = 0
    struck: str = ""
    dug_in: bool = False
    inspired: bool = False
    dread: bool = False
    spent: bool = False
    framed: bool = False
    terrain: str = ""


@lru_cache(maxsize=512)
def counter(look: CounterLook, cell: int) -> Art:
    """The counter of a unit, as large as its square: Light ones are round, Heavy ones square."""
    unit = cell / 48
    body, ink = BODIES[look.seat], c.VOID
    if look.spent:
        body, ink = blend(c.VOID, body, 0.35), body
    shapes: list[Shape] = []
    rings = [(1.5, c.VOID), (2.5, look.border), (6.0, c.VOID), (7.0, body)]
    if look.framed:
        rings[3:] = [(7.0, c.WHITE), (8.5, body)]
    shapes += (_plate(look.light, inset, unit, colour) for inset, colour in rings)
    size = 0.86 if look.light else 1.0
    shapes += silhouette(SILHOUETTES[look.shape], 24 * unit, 19.5 * unit, size * unit, ink, body)
    shapes += _tab(look, unit)
    shapes += _arrow(look.health, 40 * unit, 8 * unit, 7 * unit)
    if look.leader:
        shapes += _crown(24 * unit, 6 * unit, 7 * unit)
    shapes += _marks(look, unit)
    return Art(cell, cell, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=256)
def plain_counter(shape: str, light: bool, border: Colour, cell: int) -> Art:
    """A counter of neither side; ``shape`` is the key of the silhouette."""
    unit, body = cell / 48, c.STONE_LIGHT
    rings = ((1.5, c.VOID), (2.5, border), (6.0, c.VOID), (7.0, body))
    size = (1.2 if light else 1.3) * unit
    plates = (_plate(light, inset, unit, colour) for inset, colour in rings)
    drawn = silhouette(SILHOUETTES[shape], 24 * unit, 24 * unit, size, c.VOID, body)
    return Art(cell, cell, c.VOID, (*plates, *drawn), cut=True)


def border_of(catalogue: Catalogue, faction: str) -> Colour:
    """The colour of a faction's counters (CSW-03)."""
    factions = list(dict.fromkeys(kind.faction for kind in catalogue.units.values()))
    return BORDERS[factions.index(faction) % len(BORDERS)]


def shape_of(code: str, *, light: bool, flying: bool) -> str:
    """The key of a type's silhouette."""
    return code if code in SILHOUETTES else "flying" if flying else "light" if light else "heavy"


def _plate(light: bool, inset: float, unit: float, colour: Colour) -> Shape:
    if light:
        return Disc(24 * unit, 24 * unit, (24 - inset) * unit, colour)
    side = (48 - 2 * inset) * unit
    return Area(box(inset * unit, inset * unit, side, side, 3 * unit), colour)


def _tab(look: CounterLook, unit: float) -> Iterator[Shape]:
    """The code on a light ground, duller for a unit that has been activated."""
    fill = c.STONE_LIGHT if look.spent else c.WHITE
    wide = 26 if len(look.code) < 3 else 32
    yield Area(box((24 - wide / 2) * unit, 29.5 * unit, wide * unit, 14.5 * unit, 4 * unit), c.VOID)
    inner = box((25 - wide / 2) * unit, 30.5 * unit, (wide - 2) * unit, 12.5 * unit, 3 * unit)
    yield Area(inner, fill)
    yield Label(24 * unit, 36.8 * unit, look.code, Style(round(12.5 * unit), c.VOID, fill))


def _arrow(health: int, x: float, y: float, radius: float) -> Iterator[Shape]:
    """The health arrow on a dark disc."""
    yield Disc(x, y, radius, c.VOID)
    if health in HEALTH:
        yield Area(chevron(x, y, 0.72 * radius, _TURNS[health]), HEALTH[health])


def _crown(x: float, y: float, half: float) -> Iterator[Shape]:
    """Three points of gold: a leader."""

    def points(size: float) -> tuple[Point, ...]:
        low, high, middle = y + 0.6 * size, y - 0.6 * size, y + 0.1 * size
        return (
            (x - size, low), (x - size, high), (x - 0.5 * size, middle), (x, high),
            (x + 0.5 * size, middle), (x + size, high), (x + size, low),
        )  # fmt: skip

    yield Stroke(points(half), 0.5 * half, c.VOID, True)
    yield Area(points(half), c.YELLOW)


def _marks(look: CounterLook, unit: float) -> Iterator[Shape]:
    """Passengers, effects and points received, at the left and below."""
    if look.dug_in:
        line = ((8 * unit, 45.5 * unit), (40 * unit, 45.5 * unit))
        yield Stroke(line, 5.5 * unit, c.VOID)
        yield Stroke(line, 3.5 * unit, c.SAND_LIGHT)
    signs = [
        (f"+{look.cargo}", c.WHITE, c.VOID) if look.cargo else None,
        ("↑", c.YELLOW, c.VOID) if look.inspired else None,
        ("↓", c.PURPLE, c.VOID) if look.dread else None,
    ]
    y = 8.0
    if look.struck:
        yield Area(box(0.5 * unit, 1.5 * unit, 19 * unit, 12.5 * unit, 3 * unit), c.VOID)
        yield Area(box(1.5 * unit, 2.5 * unit, 17 * unit, 10.5 * unit, 2 * unit), c.LAVA)
        yield Label(10 * unit, 7.8 * unit, look.struck, Style(round(10 * unit), c.WHITE, c.LAVA))
        y += 13
    for sign in filter(None, signs):
        text, fill, ink = sign
        yield Disc(7.5 * unit, y * unit, 7 * unit, c.VOID)
        yield Disc(7.5 * unit, y * unit, 6 * unit, fill)
        if text[0] == "+":
            yield Label(7.5 * unit, y * unit, text, Style(round(8.5 * unit), ink, fill))
        else:
            turn = -90 if text == "↑" else 90
            yield Area(chevron(7.5 * unit, y * unit, 4 * unit, turn), ink)
        y += 13
    if look.terrain:
        yield Disc(42.5 * unit, 42.5 * unit, 5.5 * unit, c.VOID)
        yield Label(42.5 * unit, 42.3 * unit, look.terrain, Style(round(9 * unit), c.WHITE, c.VOID))


@lru_cache(maxsize=64)
def health_arrow(health: int, size: int, ground: Colour) -> Art:
    """The health arrow alone, for the roster; a cross for a unit that was destroyed."""
    half = size / 2
    shapes = list[Shape]()
    if health:
        shapes += _arrow(health, half, half, half - 0.5)
    else:
        for dy in (-1, 1):
            line = ((0.25 * size, half - 0.25 * dy * size), (0.75 * size, half + 0.25 * dy * size))
            shapes.append(Stroke(line, 0.16 * size, c.MUTED))
    return Art(size, size, ground, tuple(shapes))


def chip(seat: int, size: int, ground: Colour) -> Art:
    """The sign of a seat."""
    return sides.chip("RB"[seat], BODIES[seat], size, ground)
