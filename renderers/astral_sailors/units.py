"""How a unit looks: a counter that shows its code, its seat and all that changes about it.

Ready units are filled with the colour of their seat, activated ones are hollow.
The nose points where the unit faces; the rear half is darker. The outline tells
the class: round for civilians, eight corners for machines, six for mercenaries,
four for troops, four with a double rim and a star for Commanders.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import atan2, cos, pi, sin
from typing import Literal, NamedTuple, TypeAlias

from games.astral_sailors.content.catalogue import Class
from games.core.geometry.squares import Facing
from renderers import palette as c
from renderers.glyphs import box, clipped, oval, star
from renderers.palette import Colour, blend
from renderers.scene import Area, Art, Disc, Label, Point, Shape, Stroke, Style

BODIES = (c.RED, c.BLUE, c.GREEN, c.YELLOW, c.PURPLE, c.ORANGE, c.CYAN, c.WHITE)
"""The colour of each seat, in the order of ``LETTERS``."""

State: TypeAlias = Literal["ready", "done", "plan"]

_MOST_PIPS = 6


class UnitLook(NamedTuple):
    """Everything that is to be seen of one unit. ``facing`` is the direction on the picture.

    ``left`` RE of ``full``; ``ap`` is -1 where action points mean nothing yet.
    ``poison`` counts ticks.
    """

    code: str
    seat: int
    category: Class
    side: int
    facing: Facing
    state: State
    left: int
    full: int
    ap: int
    flying: bool = False
    cover: bool = False
    shot: bool = False
    poison: int = 0


class Counter(NamedTuple):
    """Measures of a counter, in pixels: the middle and half the side of its plate, half the side
    of its base, and the unit in which signs are measured. The plate stands back a little, to
    make room for the nose."""

    x: float
    y: float
    reach: float
    half: float
    unit: float


@lru_cache(maxsize=1024)
def unit_of(look: UnitLook, cell: int) -> Art:
    """The counter, as large as the unit's base."""
    size = cell * look.side
    unit = cell / 48 * (1 + 0.42 * (look.side - 1))
    dx, dy = _ahead(look.facing)
    back = (1.6 if look.facing % 2 else 2.4) * unit
    spot = Counter(
        size / 2 - dx * back, size / 2 - dy * back, size / 2 - 6.6 * unit, size / 2, unit
    )
    body = BODIES[look.seat]
    shapes: list[Shape] = []
    if look.flying:
        shapes += _wings(look, spot)
    shapes += _nose(look, spot)
    shapes += _plate(look, spot, body)
    shapes += _signs(look, spot, body)
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=256)
def chip_of(seat: int, letter: str, size: int, hollow: bool) -> Art:
    """The sign of a seat in the roster."""
    body = BODIES[seat]
    fill, ink = (_dark(body), body) if hollow else (body, c.VOID)
    frame = box(1, 1, size - 2, size - 2, size / 5)
    inner = box(4, 4, size - 8, size - 8, size / 6)
    shapes = (
        Area(frame, body),
        Area(inner, fill),
        Label(size / 2, size / 2, letter, Style(round(size * 0.62), ink, fill)),
    )
    return Art(size, size, c.CARD, shapes)


def outline(category: Class, x: float, y: float, reach: float) -> tuple[Point, ...]:
    """The plate of a class around a centre, clockwise."""
    if category == "civilian":
        return oval(x, y, reach, reach, 0, 0, 360)[:-1:2]
    if category == "machine":
        cut = reach * 0.45
        return (
            (x - cut, y - reach), (x + cut, y - reach), (x + reach, y - cut), (x + reach, y + cut),
            (x + cut, y + reach), (x - cut, y + reach), (x - reach, y + cut), (x - reach, y - cut),
        )  # fmt: skip
    if category == "mercenary":
        slope = reach * 0.3
        return (
            (x - reach + slope, y - reach), (x + reach - slope, y - reach), (x + reach, y),
            (x + reach - slope, y + reach), (x - reach + slope, y + reach), (x - reach, y),
        )  # fmt: skip
    return box(x - reach, y - reach, 2 * reach, 2 * reach, reach * 0.25)


def _dark(body: Colour) -> Colour:
    return blend(c.VOID, body, 0.25)


def _ahead(facing: Facing) -> tuple[float, float]:
    """The direction, of length 1."""
    across, down = facing.step
    angle = atan2(down, across)
    return cos(angle), sin(angle)


def _nose(look: UnitLook, spot: Counter) -> Iterator[Shape]:
    """A wedge that looks out from behind the plate; with Cover, a bar before it."""
    (dx, dy), half, unit = _ahead(look.facing), spot.half, spot.unit
    diagonal = look.facing % 2 == 1
    far = (half - 1.6 * unit) * (1.3 if diagonal else 1.0)
    wide, long = spot.reach * (0.62 if diagonal else 0.7), (15 if diagonal else 9) * unit

    def wedge(more: float) -> tuple[Point, ...]:
        tip, end, side = far + 0.7 * more, far - long - more, wide + more
        return (
            (half + dx * tip, half + dy * tip),
            (half + dx * end - dy * side, half + dy * end + dx * side),
            (half + dx * end + dy * side, half + dy * end - dx * side),
        )

    yield Area(wedge(1.8 * unit), c.VOID)
    yield Area(wedge(0), c.WHITE)
    if look.cover:
        yield from _shield(look.facing, spot)


def _shield(facing: Facing, spot: Counter) -> Iterator[Shape]:
    """A thick bar along the front edge, or around the front corner."""
    (dx, dy), half = facing.step, spot.half
    edge, arm = half - 2.8 * spot.unit, spot.reach * 0.8
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
    yield Stroke(line, 5.6 * spot.unit, c.VOID)
    yield Stroke(line, 3.4 * spot.unit, c.YELLOW)


def _plate(look: UnitLook, spot: Counter, body: Colour) -> Iterator[Shape]:
    x, y, reach, _, unit = spot
    hollow = look.state != "ready"
    fill, rear = (_dark(body), c.VOID) if hollow else (body, blend(c.VOID, body, 0.7))
    yield Area(outline(look.category, x, y, reach + 1.8 * unit), c.VOID)
    yield Area(outline(look.category, x, y, reach), body)
    inner = reach - (2.4 * unit if hollow else 0)
    if look.category == "commander":
        yield Area(outline(look.category, x, y, reach - 1.6 * unit), c.VOID)
        inner = reach - 3.2 * unit
    plate = outline(look.category, x, y, inner)
    yield Area(plate, fill)
    behind = clipped(_half(look.facing, x, y, 4 * reach), plate)
    if len(behind) > 2:
        yield Area(behind, rear)
    if look.state == "plan":
        yield from _dashes(look.category, spot)


def _half(facing: Facing, x: float, y: float, far: float) -> tuple[Point, ...]:
    """The half-plane behind the middle, as a large rectangle."""
    dx, dy = _ahead(facing)
    return (
        (x - dy * far, y + dx * far),
        (x - dx * far - dy * far, y - dy * far + dx * far),
        (x - dx * far + dy * far, y - dy * far - dx * far),
        (x + dy * far, y - dx * far),
    )


def _dashes(category: Class, spot: Counter) -> Iterator[Shape]:
    """A rim of dashes: the unit is not there yet."""
    points = outline(category, spot.x, spot.y, spot.reach)
    ring = [*points, points[0]]
    for (ax, ay), (bx, by) in pairwise(ring):
        length = max(abs(bx - ax), abs(by - ay))
        pieces = max(1, round(length / (8 * spot.unit)))
        for number in range(pieces):
            first, last = (number + 0.1) / pieces, (number + 0.6) / pieces
            line = (
                (ax + (bx - ax) * first, ay + (by - ay) * first),
                (ax + (bx - ax) * last, ay + (by - ay) * last),
            )
            yield Stroke(line, 2.6 * spot.unit, c.WHITE)


def _signs(look: UnitLook, spot: Counter, body: Colour) -> Iterator[Shape]:
    """The code in the middle; class and AP above it, RE and the shot below it."""
    x, y, reach, _, unit = spot
    hollow = look.state != "ready"
    ground = _dark(body) if hollow else body
    ink = c.WHITE if hollow else c.VOID
    size = round((20 if len(look.code) < 3 else 18) * unit)
    yield Label(x, y, look.code, Style(size, ink, ground))
    rise, edge = 11.8 * unit, reach - 5.5 * unit
    if look.category in ("civilian", "machine", "mercenary"):
        edge = reach - 7.5 * unit
    if look.side > 1:
        rise, edge = 15 * unit, 15 * unit
    if look.category == "commander":
        yield from _star(look, spot)
    else:
        yield from _emblem(look, x - edge, y - rise, unit, ink)
    for number in range(max(0, look.ap)):
        across = x + edge - 5.4 * unit * number
        yield Area(_diamond(across, y - rise, 2.4 * unit, 3.6 * unit), ink)
    yield from _pips(look, x, y + rise, unit, ink, ground)
    if look.poison:
        yield from _poison(look, spot)


def _star(look: UnitLook, spot: Counter) -> Iterator[Shape]:
    """The star of a Commander, on the upper left corner of its plate if the nose is not there."""
    away = 1 if look.facing == Facing.NW else -1
    x, y = (middle + away * (spot.reach - 3 * spot.unit) for middle in (spot.x, spot.y))
    yield Area(star(x, y, 10.5 * spot.unit), c.VOID)
    yield Area(star(x, y, 8 * spot.unit), c.YELLOW)


def _poison(look: UnitLook, spot: Counter) -> Iterator[Shape]:
    """A drop with the ticks to come, at the rear, where no nose is in its way."""
    dx, dy = _ahead(Facing((look.facing + 4) % 8))
    far = (spot.half - 7.6 * spot.unit) * (1.25 if look.facing % 2 else 1.0)
    x, y, text = spot.half + dx * far, spot.half + dy * far, str(look.poison)
    yield Disc(x, y, 7.6 * spot.unit, c.VOID)
    yield Disc(x, y, 6.4 * spot.unit, c.ACID_LIGHT)
    yield Label(x, y, text, Style(round(11 * spot.unit), c.VOID, c.ACID_LIGHT))


def _pips(
    look: UnitLook, middle: float, low: float, unit: float, ink: Colour, ground: Colour
) -> Iterator[Shape]:
    """RE left as full discs, RE lost as rings; a cross-hair when it has shot."""
    count = look.full if look.full <= _MOST_PIPS else 3
    step = min(7.0, 27 / max(1, count + look.shot)) * unit
    x = middle - step * (count + look.shot - 1) / 2
    if look.full <= _MOST_PIPS:
        for number in range(look.full):
            yield Disc(x, low, 3.0 * unit, ink)
            if number >= look.left:
                yield Disc(x, low, 1.9 * unit, ground)
            x += step
    else:
        text = f"{look.left}/{look.full}"
        yield Label(x + step, low, text, Style(round(11 * unit), ink, ground))
        x += 3 * step
    if look.shot:
        x += 1.2 * unit
        yield from _sight(x, low, unit, ink)


def _sight(x: float, y: float, unit: float, ink: Colour) -> Iterator[Shape]:
    """A cross-hair."""
    yield Stroke(oval(x, y, 2.2 * unit, 2.2 * unit, 0, 0, 360), 1.2 * unit, ink)
    arm = 3.8 * unit
    for dx, dy in ((arm, 0.0), (0.0, arm)):
        yield Stroke(((x - dx, y - dy), (x + dx, y + dy)), unit, ink)


def _emblem(look: UnitLook, x: float, y: float, unit: float, ink: Colour) -> Iterator[Shape]:
    """The class in small: chevron, cog, crossed blades, person."""
    if look.category == "troop":
        for drop in (-1.8, 1.6):
            tip = (x, y + (drop - 1.8) * unit)
            arms = (
                (x - 3.6 * unit, y + (drop + 1.4) * unit),
                (x + 3.6 * unit, y + (drop + 1.4) * unit),
            )
            yield Stroke((arms[0], tip, arms[1]), 1.6 * unit, ink)
    elif look.category == "machine":
        for turn in range(4):
            dx, dy = cos(turn * pi / 4) * 4.4 * unit, sin(turn * pi / 4) * 4.4 * unit
            yield Stroke(((x - dx, y - dy), (x + dx, y + dy)), 1.7 * unit, ink)
        yield Disc(x, y, 3.2 * unit, ink)
        yield Disc(x, y, 1.4 * unit, BODIES[look.seat] if look.state == "ready" else c.VOID)
    elif look.category == "mercenary":
        for lean in (-1, 1):
            arm = 3.4 * unit
            yield Stroke(((x - arm, y - lean * arm), (x + arm, y + lean * arm)), 1.7 * unit, ink)
    else:
        yield Disc(x, y - 1.8 * unit, 1.9 * unit, ink)
        yield Area(oval(x, y + 4 * unit, 3.4 * unit, 4 * unit, 0, 180, 360), ink)


def _wings(look: UnitLook, spot: Counter) -> Iterator[Shape]:
    """Swept wings at both sides of a flyer."""
    dx, dy = _ahead(look.facing)
    far = (spot.half - 1.4 * spot.unit) * (1.3 if look.facing % 2 else 1.0)
    for hand in (-1, 1):

        def wing(more: float, hand: int = hand) -> tuple[Point, ...]:
            spans = ((0.55, 0.75, more), (-0.5, 1, more), (-0.95, 1, more), (-0.75, 0.75, more))
            found = []
            for along, out, extra in spans:
                run = along * spot.reach + (extra if along > 0 else -extra)
                off = hand * (far * out + (extra if out == 1 else 0))
                found.append((spot.half + dx * run - dy * off, spot.half + dy * run + dx * off))
            return tuple(found)

        yield Area(wing(1.6 * spot.unit), c.VOID)
        yield Area(wing(0), c.STONE_LIGHT)


def _diamond(x: float, y: float, half: float, tall: float) -> tuple[Point, ...]:
    return (x, y - tall), (x + half, y), (x, y + tall), (x - half, y)


Sign: TypeAlias = Literal["left", "lost", "ap", "shot"]


def sign_of(sign: Sign, x: float, y: float, size: float) -> Iterator[Shape]:
    """One of the small signs of a counter in white, for the legend."""
    unit = size / 15
    if sign == "ap":
        yield Area(_diamond(x, y, 2.4 * unit, 3.6 * unit), c.WHITE)
    elif sign == "shot":
        yield from _sight(x, y, unit, c.WHITE)
    else:
        yield Disc(x, y, 3.0 * unit, c.WHITE)
        if sign == "lost":
            yield Disc(x, y, 1.9 * unit, c.VOID)
