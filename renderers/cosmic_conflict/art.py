"""Hulls, plates beside them, tokens and signs, as pieces of art."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from math import cos, hypot, radians, sin
from typing import Final

from games.cosmic_conflict.content.contacts import is_contact
from games.cosmic_conflict.content.designs import Design
from renderers import paint
from renderers import palette as c
from renderers.cards import sides
from renderers.glyphs import box, brackets
from renderers.palette import Colour, blend
from renderers.scene import Area, Art, Disc, Label, Point, Shape, Stroke, Style
from renderers.silhouettes import read_points

BODIES = (c.CYAN, c.PURPLE, c.YELLOW, c.GREEN)
"""By seat. Red and amber are the edges of terrain that harms."""
DIM = 0.45
"""How much of its colour a unit keeps that has been activated."""
MANY = 4
"""From so many Conditions on, their number is written."""

GROWN = (0.72, 0.84, 0.98, 1.12, 1.26, 1.42, 1.58)
"""How large a hull is by Size, 0 for a Fighter; 1 is usual."""
HULLS: Final = tomllib.loads(
    resources.files("renderers.cosmic_conflict").joinpath("hulls.toml").read_text("utf-8")
)["sides"]
_STRIPES = {
    0: ((0, -0.5), (0, 0.34)),
    2: ((-0.3, 0.45), (0.3, 0.45)),
    3: ((-0.36, 0.3), (0.36, 0.3)),
}
"""On hulls by seat; blocks have a hole in its place."""
_MISSILE = ((0, -0.5), (0.2, 0.1), (0.34, 0.5), (0, 0.3), (-0.34, 0.5), (-0.2, 0.1))


def _turned(points: tuple[tuple[float, float], ...], turn: int, half: float) -> tuple[Point, ...]:
    """Points around the middle of a square, turned clockwise by degrees."""
    across, down = cos(radians(turn)), sin(radians(turn))
    return tuple(
        (half + 0.94 * half * (x * across - y * down), half + 0.94 * half * (x * down + y * across))
        for x, y in points
    )


@lru_cache
def _outline(seat: int, ship: int) -> tuple[Point, ...]:
    """A hull, or for Size 0 a Fighter, around the origin, with its farthest corner at 1."""
    side = HULLS[seat]
    right = read_points((side["ships"][ship - 1] if ship else side["fighter"]).split())
    far = max(hypot(x, y) for x, y in right)
    right = tuple((x / far, y / far) for x, y in right)
    return (*right, *((-x, y) for x, y in reversed(right) if x))


@lru_cache(maxsize=1024)
def hull(seat: int, turn: int, size: int, *, ship: int = 3, spent: bool = False) -> Art:
    """A ship of Size ``ship``, or a Fighter for 0, with its nose to ``turn``; ``size`` is that of
    a usual hull in pixels."""
    side = round(size * GROWN[ship])
    half, body = side / 2, blend(c.VOID, BODIES[seat], DIM) if spent else BODIES[seat]
    points = _turned(_outline(seat, ship), turn, half)
    rim = c.MUTED if spent else c.WHITE
    shapes: list[Shape] = [Stroke(points, size / 9, c.VOID, closed=True), Area(points, body)]
    shapes.append(Stroke(points, size / 26, rim, closed=True))
    deep = blend(c.VOID, body, 0.5)
    if seat == 1:
        shapes.append(
            Disc(*_turned(((0, 0.2),), turn, half)[0], side * (0.1 if ship else 0.07), c.VOID)
        )
    else:
        shapes.append(Stroke(_turned(_STRIPES[seat], turn, half), size / 14, deep))
    return Art(side, side, c.VOID, tuple(shapes), cut=True)


_CONTACT = ((0.0, -1.0), (0.8, 0.8), (-0.8, 0.8))


@lru_cache(maxsize=256)
def contact(seat: int, turn: int, size: int, *, ship: int = 2, spent: bool = False) -> Art:
    """A hidden ship that counts as Size ``ship``: a hollow triangle with the sign of its side."""
    side = round(size * GROWN[ship])
    half, ink = side / 2, blend(c.VOID, BODIES[seat], DIM) if spent else BODIES[seat]
    points = _turned(_CONTACT, turn, half)
    shapes: list[Shape] = [Stroke(points, size / 4, c.VOID, closed=True), Area(points, c.PLATE)]
    shapes.append(Stroke(points, size / 10, ink, closed=True))
    if seat == 1:
        shapes.append(Disc(*_turned(((0, 0.3),), turn, half)[0], side * 0.09, ink))
    else:
        shapes.append(Stroke(_turned(_STRIPES[seat], turn, half), size / 12, ink))
    return Art(side, side, c.VOID, tuple(shapes), cut=True)


def sign(design: Design, seat: int, turn: int, size: int, *, spent: bool) -> Art:
    """What stands for a unit: its hull, or a contact."""
    draw = contact if is_contact(design) else hull
    return draw(seat, turn, size, ship=design.size, spent=spent)


@lru_cache(maxsize=1024)
def tip(seat: int, turn: int, size: int) -> Art:
    """The end of the arrow of a ship's Velocity."""
    points = _turned(((-0.7, 0.5), (0, -0.5), (0.7, 0.5)), turn, size / 2)
    inks = ((size / 3, c.VOID), (size / 7, BODIES[seat]))
    shapes = tuple(Stroke(points, wide, ink) for wide, ink in inks)
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=4)
def frame(size: int) -> Art:
    """A frame around the unit that acts."""
    half = size / 2
    inks = ((c.VOID, size / 9), (c.WHITE, size / 18))
    shapes = (each for ink, wide in inks for each in brackets(half, half, 0.42 * size, wide, ink))
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=256)
def missile(seat: int, turn: int, size: int) -> Art:
    """A dart that points to its target."""
    points = _turned(_MISSILE, turn, size / 2)
    shapes = (Stroke(points, size / 9, c.VOID, closed=True), Area(points, BODIES[seat]))
    return Art(size, size, c.VOID, shapes, cut=True)


@lru_cache(maxsize=64)
def ground(seat: int, size: int) -> Art:
    """What lies under ships that act together."""
    middle = size / 2
    disc = Disc(middle, middle, middle, blend(c.PLATE, BODIES[seat], 0.25))
    return Art(size, size, c.VOID, (disc,), cut=True)


@lru_cache(maxsize=16)
def crosshair(seat: int, size: int) -> Art:
    """Around a ship that the other side has marked, in that side's colour."""
    half, far = size / 2, size * 0.46
    shapes: list[Shape] = []
    for ink, width in ((c.VOID, size / 11), (BODIES[seat], size / 24)):
        ring = tuple(
            (half + 0.78 * far * sin(radians(turn)), half - 0.78 * far * cos(radians(turn)))
            for turn in range(0, 360, 10)
        )
        shapes += (Stroke(ring[first : first + 8], width, ink) for first in (1, 10, 19, 28))
        for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            ends = ((half + far * x * share, half + far * y * share) for share in (0.6, 1))
            shapes.append(Stroke(tuple(ends), width, ink))
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=32)
def objective(label: str, size: int) -> Art:
    """A Contested Mark, or the VIP, which is brighter: there is one."""
    half, bright = size / 2, len(label) > 2
    inks = (c.VOID, c.WHITE, c.VOID, c.SAND_LIGHT if bright else c.PLATE)
    rings = zip((1, 0.94, 0.84 if bright else 0.74, 0.78 if bright else 0.68), inks, strict=True)
    shapes: list[Shape] = [Disc(half, half, half * far, ink) for far, ink in rings]
    text = (c.VOID, c.SAND_LIGHT) if bright else (c.WHITE, c.PLATE)
    style = Style(round(size * 0.36), *text)
    shapes.append(Label(half, half, label, style))
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


# --- Plates ---


@dataclass(frozen=True, slots=True)
class PlateLook:
    """What stands beside a hull.

    ``name``        of a ship; none where there is no room for names
    ``rows``        Health rows: 2 whole, 1 damaged, 0 gone
    ``conditions``  how many there are
    ``badges``      letters: E evading, B bracing, H hidden, J jumping, S has surveyed, V has the
                    VIP aboard
    """

    id: str
    seat: int
    name: str = ""
    rows: tuple[int, ...] = ()
    conditions: int = 0
    badges: str = ""
    spent: bool = False


@lru_cache(maxsize=1024)
def plate(look: PlateLook, size: int) -> Art:
    """``size`` is that of a hull."""
    unit, colour = size / 44, BODIES[look.seat]
    ink = c.MUTED if look.spent else c.WHITE
    bold, thin = Style(round(21 * unit), ink, c.VOID), Style(round(19 * unit), colour, c.VOID)
    pad, gap = 6 * unit, 5 * unit
    words = [(look.id, bold), (look.name, thin)]
    long = [paint.width(text, style) if text else 0 for text, style in words]
    badge, pip = 18 * unit, 10 * unit
    first = sum(long) + gap * bool(long[1]) + (badge + 2 * unit) * len(look.badges)
    count = look.conditions if look.conditions < MANY else 2
    second = pip * (len(look.rows) + count) + (4 * unit + (4 * unit) * bool(count))
    wide = round(max(first, second if look.rows else 0) + 2 * pad)
    high = round((42 if look.rows else 28) * unit)
    edge = blend(c.VOID, colour, DIM) if look.spent else colour
    shapes: list[Shape] = [
        Area(box(0, 0, wide, high, 7 * unit), edge),
        Area(box(2 * unit, 2 * unit, wide - 4 * unit, high - 4 * unit, 5 * unit), c.VOID),
    ]
    x, y = pad, 14.5 * unit
    for (text, style), far in zip(words, long, strict=True):
        if text:
            shapes.append(Label(x + far / 2, y, text, style))
            x += far + gap
    for letter in look.badges:
        shapes.append(Area(box(x, y - badge / 2, badge, badge, 4 * unit), c.WHITE))
        style = Style(round(16 * unit), c.VOID, c.WHITE)
        shapes.append(Label(x + badge / 2, y, letter, style))
        x += badge + 2 * unit
    shapes += _pips(look, pad, 27 * unit, pip, unit)
    return Art(wide, high, c.VOID, tuple(shapes), cut=True)


def _pips(look: PlateLook, x: float, y: float, pip: float, unit: float) -> Iterator[Shape]:
    """A box for each Health row; a red diamond for each Condition, from four on their number."""
    for row in look.rows:
        frame = box(x, y, pip - 2 * unit, 10 * unit, unit)
        yield Area(frame, c.GREEN if row == 2 else c.YELLOW if row else c.STONE)
        if row < 2:
            low = 5 * unit if row else 0
            yield Area(
                box(x + 1.5 * unit, y + 1.5 * unit, pip - 5 * unit, 7 * unit - low, 1), c.VOID
            )
        x += pip
    x, y = x + 7 * unit, y + 5 * unit
    for _ in range(look.conditions if look.conditions < MANY else 1):
        far = 5.5 * unit
        yield Area(((x, y - far), (x + 0.8 * far, y), (x, y + far), (x - 0.8 * far, y)), c.RED)
        x += pip
    if look.conditions >= MANY:
        style = Style(round(15 * unit), c.WHITE, c.VOID)
        yield Label(x + unit, y + 0.5 * unit, str(look.conditions), style)


def chip(seat: int, size: int, ground: Colour) -> Art:
    """The sign of a seat."""
    return sides.chip(str(seat + 1), BODIES[seat], size, ground)
