"""How a unit looks: a counter that shows its kind, its code, its seat and all that changes.

A ready unit is a dark silhouette on the colour of its seat, an activated one a coloured
silhouette on a dark plate. The nose points where the unit faces. Below the silhouette stand
RE as a bar, a part for each, and the code in a light tab; a Commander's tab is golden and
has a star.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, hypot, sin
from typing import Literal, NamedTuple, TypeAlias

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.table import LETTERS
from games.core.geometry.squares import Facing
from renderers import palette as c
from renderers.cards import sides
from renderers.glyphs import box, oval, star
from renderers.palette import Colour, blend
from renderers.scene import Area, Art, Disc, Label, Point, Shape, Stroke, Style
from renderers.silhouettes import load_silhouettes, silhouette

BODIES = c.SEATS
"""The colour of each seat, in the order of ``LETTERS``."""

SILHOUETTES = load_silhouettes("renderers.astral_sailors")

State: TypeAlias = Literal["ready", "done", "plan"]

_MOST_PARTS = 6
"""RE of more than this are written as a number."""


class UnitLook(NamedTuple):
    """Everything that is to be seen of one unit. ``facing`` is the direction on the picture.

    ``kind`` a key of ``SILHOUETTES``; ``left`` RE of ``full``; ``ap`` is -1 where action
    points mean nothing yet. ``poison`` counts ticks.
    """

    code: str
    seat: int
    kind: str
    commander: bool
    side: int
    facing: Facing
    state: State
    left: int
    full: int
    ap: int
    cover: bool = False
    shot: bool = False
    poison: int = 0


class Plate(NamedTuple):
    """Measures of a counter, in pixels: the middle and half the side of its plate, half the side
    of its base, and the unit in which signs are measured. The plate stands back a little, to
    make room for the nose."""

    x: float
    y: float
    reach: float
    half: float
    unit: float

    @property
    def left(self) -> float:
        return self.x - self.reach

    @property
    def top(self) -> float:
        return self.y - self.reach

    @property
    def side(self) -> float:
        return 2 * self.reach


TAB = 27
"""The height of the tab."""

BAR = 10
"""The height of the bar above it."""


@lru_cache(maxsize=1024)
def unit_of(look: UnitLook, cell: int) -> Art:
    """The counter, as large as the unit's base."""
    size = cell * look.side
    unit = cell / 96 * (1 + 0.42 * (look.side - 1))
    dx, dy = _ahead(look.facing)
    back = (5.5 if look.facing % 2 else 6.5) * unit
    plate = Plate(size / 2 - dx * back, size / 2 - dy * back, size / 2 - 9.5 * unit, size / 2, unit)
    body = BODIES[look.seat]
    shapes = [*_nose(look, plate), *_frame(look, plate, body), *_portrait(look, plate, body)]
    shapes += (*_health(look, plate), *_tab(look, plate))
    if look.state == "plan":
        shapes += _dashes(plate)
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


def chip(seat: int, size: int, ground: Colour, hollow: bool = False) -> Art:
    """The sign of a seat."""
    return sides.chip(LETTERS[seat], BODIES[seat], size, ground, hollow)


def _dark(body: Colour) -> Colour:
    return blend(c.VOID, body, 0.25)


def _ahead(facing: Facing) -> tuple[float, float]:
    """The direction, of length 1."""
    across, down = facing.step
    angle = atan2(down, across)
    return cos(angle), sin(angle)


def _nose(look: UnitLook, plate: Plate) -> Iterator[Shape]:
    """A wedge that looks out from behind the plate; with Cover, a bar before it."""
    (dx, dy), half, unit = look.facing.step, plate.half, plate.unit

    def wedge(far: float, wide: float, deep: float) -> tuple[Point, ...]:
        tip = (half + dx * far, half + dy * far)
        if look.facing % 2:
            return tip, (tip[0] - dx * wide, tip[1]), (tip[0], tip[1] - dy * wide)
        foot = (tip[0] - dx * deep, tip[1] - dy * deep)
        return (
            tip,
            (foot[0] - dy * wide, foot[1] + dx * wide),
            (foot[0] + dy * wide, foot[1] - dx * wide),
        )

    wide = plate.reach * (1.15 if look.facing % 2 else 0.8)
    yield Area(wedge(half, wide + 6 * unit, 17 * unit), c.VOID)
    yield Area(wedge(half - 2.5 * unit, wide, 15 * unit), c.WHITE)
    if look.cover:
        yield from _shield(look.facing, plate)


def _shield(facing: Facing, plate: Plate) -> Iterator[Shape]:
    """A thick bar along the front edge, or around the front corner."""
    (dx, dy), half = facing.step, plate.half
    edge, arm = half - 5.6 * plate.unit, plate.reach * 0.85
    if facing % 2:
        corner = (half + dx * edge, half + dy * edge)
        inner = edge - 1.4 * arm
        line: tuple[Point, ...] = (
            (half + dx * inner, corner[1]), corner, (corner[0], half + dy * inner),
        )  # fmt: skip
    else:
        line = (
            (half + dx * edge - dy * arm, half + dy * edge + dx * arm),
            (half + dx * edge + dy * arm, half + dy * edge - dx * arm),
        )
    yield Stroke(line, 11 * plate.unit, c.VOID)
    yield Stroke(line, 7 * plate.unit, c.YELLOW)


def _frame(look: UnitLook, plate: Plate, body: Colour) -> Iterator[Shape]:
    """The plate with its rim; a Commander has a second, golden one."""
    unit = plate.unit
    yield Area(_square(plate, -3 * unit), c.VOID)
    inset = 0.0
    if look.commander:
        yield Area(_square(plate, 0), c.YELLOW)
        yield Area(_square(plate, 3.5 * unit), c.VOID)
        inset = 5.5 * unit
    yield Area(_square(plate, inset), body)
    if look.state != "ready":
        yield Area(_square(plate, inset + 4 * unit), _dark(body))


def _square(plate: Plate, inset: float) -> tuple[Point, ...]:
    side = plate.side - 2 * inset
    return box(plate.left + inset, plate.top + inset, side, side, 9 * plate.unit)


def _dashes(plate: Plate) -> Iterator[Shape]:
    """A rim of dashes: the unit is not there yet."""
    points = _square(plate, 0)
    for (ax, ay), (bx, by) in pairwise((*points, points[0])):
        pieces = max(1, round(hypot(bx - ax, by - ay) / (16 * plate.unit)))
        for number in range(pieces):
            first, last = (number + 0.1) / pieces, (number + 0.6) / pieces
            line = (
                (ax + (bx - ax) * first, ay + (by - ay) * first),
                (ax + (bx - ax) * last, ay + (by - ay) * last),
            )
            yield Stroke(line, 5 * plate.unit, c.WHITE)


def _portrait(look: UnitLook, plate: Plate, body: Colour) -> Iterator[Shape]:
    """The silhouette, AP at its right, the sign of a shot at its left."""
    hollow = look.state != "ready"
    ink, ground = (body, _dark(body)) if hollow else (c.VOID, body)
    unit = plate.unit
    high = plate.side - (TAB + BAR + 4) * unit
    middle = plate.top + 3 * unit + high / 2
    size = min(high / 20.5, plate.side / 32)
    yield from silhouette(SILHOUETTES[look.kind], plate.x - 1.5 * unit, middle, size, ink, ground)
    bright = c.WHITE if hollow else c.VOID
    x = plate.left + plate.side - 9.5 * unit
    for number in range(max(0, look.ap)):
        y = plate.top + (13 + 13 * number) * unit
        yield Area(_diamond(x, y, 7.5 * unit, 9 * unit), ground)
        yield Area(_diamond(x, y, 5 * unit, 6.5 * unit), bright)
    if look.shot:
        yield from _sight(plate.left + 13 * unit, plate.top + 14 * unit, unit, bright, ground)


def _sight(x: float, y: float, unit: float, ink: Colour, ground: Colour) -> Iterator[Shape]:
    """A cross-hair."""
    yield Disc(x, y, 10 * unit, ground)
    yield Stroke(oval(x, y, 5.5 * unit, 5.5 * unit, 0, 0, 360), 2.6 * unit, ink)
    arm = 9 * unit
    for dx, dy in ((arm, 0.0), (0.0, arm)):
        yield Stroke(((x - dx, y - dy), (x + dx, y + dy)), 2.2 * unit, ink)


def _health(look: UnitLook, plate: Plate) -> Iterator[Shape]:
    """RE left as bright parts of a bar, RE lost as dark ones; poison at its start."""
    unit = plate.unit
    left, wide = plate.left + 5 * unit, plate.side - 10 * unit
    top = plate.top + plate.side - (TAB + BAR + 1.5) * unit
    high = BAR * unit
    yield Area(box(left, top, wide, high, 3 * unit), c.VOID)
    if look.poison:
        left, wide = left + 18 * unit, wide - 18 * unit
    if look.full > _MOST_PARTS:
        text = f"{look.left}/{look.full}"
        style = Style(round(high * 1.1), c.WHITE, c.VOID)
        yield Label(left + wide / 2, top + high / 2, text, style)
    else:
        step = (wide - 2 * unit) / look.full
        for number in range(look.full):
            part = box(
                left + 2 * unit + number * step, top + 2 * unit,
                step - 2 * unit, high - 4 * unit, 1.5 * unit,
            )  # fmt: skip
            yield Area(part, c.GREEN if number < look.left else c.LAVA_DARK)
    if look.poison:
        x, y = plate.left + 11 * unit, top + high / 2 - 2 * unit
        yield Disc(x, y, 15 * unit, c.VOID)
        yield Disc(x, y, 12.5 * unit, c.ACID_LIGHT)
        style = Style(round(21 * unit), c.VOID, c.ACID_LIGHT)
        yield Label(x, y, str(look.poison), style)


def _tab(look: UnitLook, plate: Plate) -> Iterator[Shape]:
    """The code, on a light ground that is duller for an activated unit."""
    unit, high = plate.unit, TAB * plate.unit
    top = plate.top + plate.side - high - unit
    fill = c.YELLOW if look.commander else c.WHITE if look.state == "ready" else c.STONE_LIGHT
    yield Area(box(plate.left + 2 * unit, top, plate.side - 4 * unit, high, 6 * unit), fill)
    size = round((32 if len(look.code) < 3 else 30) * unit)
    x, y = plate.x, top + high / 2
    if look.commander:
        x += (10 if len(look.code) < 3 else 13) * unit
        yield Area(star(plate.left + 17 * unit, y + unit, 13 * unit), c.VOID)
        size = min(size, round(25 * unit)) if len(look.code) > 2 else size
    yield Label(x, y, look.code, Style(size, c.VOID, fill))


def _diamond(x: float, y: float, half: float, tall: float) -> tuple[Point, ...]:
    return (x, y - tall), (x + half, y), (x, y + tall), (x - half, y)


def silhouette_of(kind: UnitKind) -> str:
    """The key of a kind's silhouette: its code, or for kinds of a pack one that does the same."""
    if kind.code in SILHOUETTES:
        return kind.code
    if kind.category != "machine":
        return {"commander": "EX1", "troop": "EX3", "mercenary": "MC3"}.get(kind.category, "CV1")
    if kind.specials.fly:
        return "EX9" if kind.base == 1 else "GU10"
    return "GU9" if kind.base > 2 else "EX10" if kind.farthest >= 12 else "EX8"
