"""The card of a ship or a Fighter: equipment with its arcs, tracks, movement, chart and price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, radians, sin
from typing import Final

from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.limits import design_faults
from games.cosmic_conflict.content.weapons import OVERSIZED, STRUCTURAL, Weapon
from games.cosmic_conflict.words import designs as words
from renderers import Look, Scene
from renderers import palette as c
from renderers.cards.sides import Part
from renderers.cosmic_conflict.art import GROWN, hull
from renderers.glyphs import box, larger
from renderers.lettering import LONGEST_ALT, drawable, plain, shorten
from renderers.palette import Colour
from renderers.scene import (
    SIGN,
    Area,
    Art,
    Caption,
    Disc,
    Drawing,
    Icon,
    Label,
    Point,
    Shape,
    Stroke,
    Style,
)

WIDE, BAND, EDGE = 640, 76, 20
SYMBOL, SMALL, STEP, ROW = 74, 56, 81, 104
"""Pixels of a Primary symbol and of a Secondary one, and from one to the next."""
IN_ROW, LEFT = 6, 152
BOX, TRACK = 22, 34
MOST_TRACKS = 18
_COLUMN = 62
"""From one Velocity of the Movement Table to the next."""
_INKS: Final = {"KIN": c.SAND_LIGHT, "BEAM": c.CYAN, "RKT": c.ORANGE, "MSL": c.RED}
_TRACKS: Final = {"SHD": c.CYAN_TEXT, "ARM": c.SAND_LIGHT}
_FACING: Final = {"F": -90, "S": 0, "A": 90, "P": 180}
"""Where the middle of an arc points, the nose above; degrees, clockwise from the right."""
_TEXT = Style(26, c.MUTED, c.VOID, bold=False)
_STRONG = Style(28, c.WHITE, c.VOID)


@dataclass(frozen=True, slots=True)
class DesignCard(Scene):
    """Shows a design that may be faulty."""

    design: Design
    look: Look

    @property
    def alt(self) -> str:
        return shorten(self.board.replace("\n", " "), LONGEST_ALT)

    @property
    def board(self) -> str:
        design = self.design
        faults = (f"{each.sentence} ({each.rule})" for each in design_faults(design))
        head = (
            f"Card of {plain(design.name, 24)} ({design.code}): {plain(words.short(design), 80)}."
        )
        return "\n".join((head, *words.card(design), *faults))

    @property
    def drawing(self) -> Drawing:
        part = _head(self.design)
        y = BAND + 24
        for items, size in ((self.design.primary, SYMBOL), (self.design.secondary, SMALL)):
            _symbols(part, self.design, items, size, y)
            y += ROW * max(1, -(-len(items) // IN_ROW)) - (SYMBOL - size)
        y = max(y, BAND + 176) + 10
        tracks = list(_tracks(self.design))
        for at, (name, boxes, ink) in enumerate(tracks[:MOST_TRACKS]):
            part.words.append(Caption(name, EDGE, y + at * TRACK + 20, _TEXT))
            part.marks.append((_boxes(boxes, ink), EDGE + 132, y + at * TRACK))
        if len(tracks) > MOST_TRACKS:
            rest = f"and {len(tracks) - MOST_TRACKS} more tracks"
            part.words.append(Caption(rest, EDGE, y + MOST_TRACKS * TRACK + 20, _TEXT))
        y += min(len(tracks), MOST_TRACKS + 1) * TRACK + 12
        part.words += _table(self.design, y)
        y += (2 if self.design.fighter else 3) * TRACK + 34
        part.words += _foot(self.design, y)
        return Drawing(WIDE, y + TRACK + 24, c.VOID, part.marks, part.words)


def _head(design: Design) -> Part:
    title, price = Style(36, c.VOID, c.CYAN), Style(32, c.VOID, c.CYAN)
    ship, middle = hull(0, 0, 76, ship=design.size), BAND + 98
    size = "Fighter" if design.fighter else f"Size {design.size}"
    marks = [(_band(), 0, 0), (ship, (LEFT - ship.width) // 2, middle - ship.height // 2)]
    words = [
        Caption(drawable(design.name), EDGE, 51, title, room=WIDE - 2 * EDGE - 172),
        Caption(f"{design.points} points", WIDE - EDGE, 51, price, "right"),
        Caption(design.code, LEFT // 2, BAND + 178, _STRONG, "middle"),
        Caption(size, LEFT // 2, BAND + 34, _TEXT, "middle"),
    ]
    return Part(marks, words)


@lru_cache(maxsize=1)
def _band() -> Art:
    return Art(WIDE, BAND, c.CYAN, ())


def sign(design: Design) -> Icon:
    """The hull, of whatever side: the larger the Size, the larger, and none too small to see."""
    wide = SIGN * (0.64 + 0.06 * design.size)
    hull_only = hull(0, 0, round(wide / GROWN[design.size]), ship=design.size)
    left = (SIGN - hull_only.width) / 2
    shapes = tuple(larger(shape, 1, left, left) for shape in hull_only.shapes)
    return Icon(design.name, Art(SIGN, SIGN, c.VOID, shapes))


# --- Equipment ---


def _symbols(part: Part, design: Design, items: Sequence[Item], size: int, top: int) -> None:
    small = Style(22, c.MUTED, c.VOID, bold=False)
    if not items:
        part.words.append(Caption("none", LEFT, top + size // 2 + 8, small))
    for at, item in enumerate(items):
        x, y = LEFT + at % IN_ROW * STEP, top + at // IN_ROW * ROW
        part.marks.append((_symbol(item, size), x, y))
        said = Caption(_said(item, design), x + size // 2, y + size + 20, small, "middle")
        part.words.append(said)


def _said(item: Item, design: Design) -> str:
    """``KIN L1``; the Weapon Size of a Fighter's Weapon."""
    if not isinstance(item, Weapon):
        return item.type
    return f"{item.type} {item.size if design.fighter else item.variant}".rstrip()


@lru_cache(maxsize=256)
def _symbol(item: Item, size: int) -> Art:
    half = size / 2
    if isinstance(item, Weapon):
        shapes = tuple(_weapon(item, half))
    else:
        ink = _TRACKS.get(item.type, c.MUTED)
        outline = _hexagon(half, half, half - 3)
        sign = Label(half, half, item.type, Style(18 if size == SMALL else 24, ink, c.CARD))
        shapes = (Area(outline, c.CARD), Stroke(outline, 3, ink, closed=True), sign)
    return Art(size, size, c.VOID, shapes)


def _weapon(weapon: Weapon, half: float) -> Iterator[Shape]:
    """A disc with a wedge for each arc; a second ring, or a hexagon, tells the Variant."""
    ink, reach = _INKS[weapon.type], half - 3
    yield Disc(half, half, reach, c.DARK_EDGE)
    yield Disc(half, half, reach - 3, c.CARD)
    for arc in weapon.arcs:
        if arc in _FACING:
            yield Area(_wedge(half, 0.3 * half, reach - 3, _FACING[arc]), ink)
            if weapon.variant == OVERSIZED:
                rim = _wedge(half, 0.62 * half, 0.72 * half, _FACING[arc])
                yield Area(rim, c.CARD)
    if weapon.variant == STRUCTURAL:
        yield Area(_hexagon(half, half, 0.3 * half), c.WHITE)
    else:
        yield Disc(half, half, 0.18 * half, c.WHITE)


def _wedge(half: float, inner: float, outer: float, facing: int) -> tuple[Point, ...]:
    turns = [radians(facing + each) for each in range(-40, 41, 8)]
    far = [(half + outer * cos(turn), half + outer * sin(turn)) for turn in turns]
    near = [(half + inner * cos(turn), half + inner * sin(turn)) for turn in reversed(turns)]
    return (*far, *near)


def _hexagon(x: float, y: float, reach: float) -> tuple[Point, ...]:
    return tuple((x + reach * cos(at * pi / 3), y + reach * sin(at * pi / 3)) for at in range(6))


# --- Tracks, movement, price ---


def _tracks(design: Design) -> Iterator[tuple[str, int, Colour]]:
    """Name, boxes and colour of each row, in the order in which damage fills them."""
    for at, boxes in design.absorbers:
        item = design.items[at]
        yield item.kind.name, boxes, _TRACKS[item.type]
    for row in range(design.rows):
        yield ("Health" if row == 0 else ""), design.row, c.GREEN


@lru_cache(maxsize=64)
def _boxes(count: int, ink: Colour) -> Art:
    shapes = tuple(
        Stroke(box(2 + at * (BOX + 5), 2, BOX, BOX, 4), 3, ink, closed=True) for at in range(count)
    )
    return Art(count * (BOX + 5) + 4, BOX + 6, c.VOID, shapes)


def _table(design: Design, y: int) -> Iterator[Caption]:
    if design.fighter:
        yield Caption(f"Flies {design.flight // 100} du", EDGE, y + 20, _TEXT)
        carrier = "Needs a carrier" if design.needs_carrier else "Needs no carrier"
        yield Caption(carrier, EDGE, y + 20 + TRACK, _TEXT)
        return
    for at, name in enumerate(("Velocity", "Maneuver", "Heading")):
        yield Caption(name, EDGE, y + 20 + at * TRACK, _TEXT)
    for column, values in enumerate(words.movement(design)):
        x = EDGE + 168 + column * _COLUMN
        for at, value in enumerate(values):
            style = _STRONG if at else _TEXT
            yield Caption(str(value), x, y + 20 + at * TRACK, style, "middle")


def _foot(design: Design, y: int) -> Iterator[Caption]:
    """The chart and the price; of a faulty design the fault in place of the price."""
    fault = next(design_faults(design), None)
    said, ink = words.price(design), c.MUTED
    if fault is not None:
        said, ink = f"! {fault.sentence} ({fault.rule})", c.ORANGE
    yield Caption(f"Attacks on it {words.chart(design)}", EDGE, y, _TEXT)
    style = Style(24, ink, c.VOID, bold=False)
    yield Caption(drawable(said), EDGE, y + TRACK, style, room=WIDE - 2 * EDGE)
