"""Terrain on the board: a pattern for each attribute, and what a feature is called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import pairwise
from math import atan2, cos, degrees, hypot, pi, sin
from operator import add
from typing import TypeAlias

from games.core.geometry.plane import Disc as Round
from games.core.geometry.plane import Point, Rectangle
from games.cosmic_conflict.content.maps import kind_name, zone_attributes
from games.cosmic_conflict.content.terrain import Feature, FeatureZone
from games.cosmic_conflict.space import SCALE, ahead
from renderers import paint
from renderers import palette as c
from renderers.boards.planemap import PlaneMap, Scenery, whole
from renderers.cosmic_conflict.art import BODIES
from renderers.glyphs import box, chevron, clipped, oval, stripes
from renderers.overlay.callouts import Box
from renderers.palette import blend
from renderers.scene import Area, Art, Disc, Label, Shape, Stroke, Style
from renderers.scene import Point as Pixel

Outline: TypeAlias = tuple[Pixel, ...]

DUST = blend(c.VOID, c.STAR, 0.75)
GAS = c.GAS_LIGHT
AMBER, DANGER = c.ORANGE, c.RED
TEETH = 14
"""How far an edge reaches out, at most."""
_NAME = Style(18, c.WHITE, c.VOID)
_CODES = Style(17, c.YELLOW_TEXT, c.VOID, bold=False)


def zone(shape: Rectangle, seat: int) -> Scenery:
    """Where a side deploys."""
    return Scenery(shape, blend(c.PLATE, BODIES[seat], 0.6), blend(c.PLATE, BODIES[seat], 0.2))


def drawn(board: PlaneMap, features: Sequence[Feature]) -> Iterator[Shape]:
    """All terrain in a window: insides, then edges, then arrows, so that none hides another's."""
    zones = [(zone, _outline(board, zone)) for each in features for zone in each.zones]
    found = [(zone, points) for zone, points in zones if board.near(points, TEETH)]
    for each, points in found:
        yield from _inside(each, points)
    for each, points in found:
        yield from _edge(each, points)
    for each, _ in found:
        yield from _chevrons(board, each)
    for feature in features:
        yield from _arrow(board, feature)


def _outline(board: PlaneMap, zone: FeatureZone) -> Outline:
    """The corners, those of a disc near enough for a smooth edge."""
    if not isinstance(zone.shape, Round):
        return board.corners(zone.shape)
    far = board.pixels(zone.shape.radius)
    return oval(*board.at(zone.shape.centre), far, far, 0, 0, 360, 96)[:-1]


# --- Attributes ---


def _inside(zone: FeatureZone, points: Outline) -> Iterator[Shape]:
    if zone.solid:
        yield Area(points, c.STONE)
    if zone.concealing:
        yield Area(points, blend(c.PLATE, GAS, 0.3))
        for lean in (1, -1):
            yield from stripes(points, 13, 1.3, lean, GAS)
    if zone.obscuring:
        for number, (x, y) in enumerate(_lattice(points, 19 if zone.obscuring < 2 else 13)):
            yield Disc(x, y, 2.6 if number % 2 else 1.9, DUST)
    if zone.blocking:
        for number, (x, y) in enumerate(_lattice(points, 30)):
            yield Area(
                _rock(x + 5 * (number % 3) - 5, y + number % 5, 6 + number % 4), c.EARTH_LIGHT
            )


def _rock(x: float, y: float, far: float) -> tuple[Pixel, ...]:
    corners = ((-1, -0.2), (-0.3, -0.9), (0.6, -0.7), (1, 0.2), (0.3, 0.9), (-0.7, 0.7))
    return tuple((x + far * px, y + far * py) for px, py in corners)


def _lattice(outline: Outline, gap: int) -> Iterator[Pixel]:
    """Places inside a convex outline, ``gap`` pixels apart, in rows that are shifted."""
    left, top, right, low = _box(outline)
    sides = list(pairwise((*outline, outline[0])))
    for row in range(int((low - top) / gap) + 1):
        y = top + (row + 0.5) * gap
        ends = [
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in sides
            if (ay > y) != (by > y)
        ]
        for column in range(int((right - left) / gap) + 1):
            x = left + (column + 0.25 + row % 2 / 2) * gap
            if ends and min(ends) < x < max(ends):
                yield x, y


def _box(outline: Outline) -> tuple[float, float, float, float]:
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _edge(zone: FeatureZone, points: Outline) -> Iterator[Shape]:
    """Amber dashes for Hazardous, a red line with teeth for Dangerous, else a thin line."""
    if not (zone.hazardous or zone.dangerous):
        width, ink = (4, c.STONE_LIGHT) if zone.solid else (2, c.STAR_DIM)
        yield Stroke(points, width, GAS if zone.concealing else ink, closed=True)
    if zone.dangerous:
        yield Stroke(points, 3, DANGER, closed=True)
        for (x, y), angle in _along(points, 26):
            (ax, ay), (bx, by) = _through(x, y, (angle - 90) * pi / 180, 6)
            yield Area(((ax, ay), (bx, by), _through(x, y, angle * pi / 180, 11)[1]), DANGER)
    if zone.hazardous:
        for (x, y), angle in _along(points, 22):
            turn = (angle + 90) * pi / 180
            yield Stroke(_through(x, y, turn, 6), 5, AMBER)


def _through(x: float, y: float, turn: float, half: float) -> tuple[Pixel, Pixel]:
    dx, dy = half * cos(turn), half * sin(turn)
    return (x - dx, y - dy), (x + dx, y + dy)


def _along(outline: Outline, gap: float) -> Iterator[tuple[Pixel, float]]:
    """Places along an outline, evenly, with the angle of the way inside."""
    legs = list(pairwise((*outline, outline[0])))
    longs = [hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in legs]
    around = reduce(add, longs)  # sum() rounds otherwise since Python 3.12
    step = around / round(around / gap)
    far = step / 2
    for ((ax, ay), (bx, by)), long in zip(legs, longs, strict=True):
        angle = degrees(atan2(by - ay, bx - ax)) + 90
        while far < long:
            yield (ax + (bx - ax) * far / long, ay + (by - ay) * far / long), angle
            far += step
        far -= long


def _chevrons(board: PlaneMap, zone: FeatureZone) -> Iterator[Shape]:
    """Away from the centre for Push, towards it for Pull, in all directions where dice decide."""
    if not (zone.push or zone.pull):
        return
    centre = board.at(zone.centre)
    far = board.pixels(zone.shape.radius) if isinstance(zone.shape, Round) else 60
    for number, turn in enumerate((-125, -90, -55, 55, 90, 125)):
        x, y = _through(*centre, turn * pi / 180, far * 0.78)[1]
        angle = turn + (180 if zone.pull else 0) + (60 + 40 * number if zone.random else 0)
        for back in (0, 9):
            bx, by = _through(x, y, angle * pi / 180, back)[0]
            yield Stroke(chevron(bx, by, 9, angle), 3, c.WHITE)


def _arrow(board: PlaneMap, feature: Feature) -> Iterator[Shape]:
    """The arrow from a Mobile feature to where it will be."""
    if not feature.mobile:
        return
    start = feature.zones[0].centre
    (ax, ay), (bx, by) = map(board.at, (start, ahead(start, feature.direction, feature.mobile)))
    angle = degrees(atan2(by - ay, bx - ax))
    tip = _through(bx, by, angle * pi / 180, 10)[0]
    for ink, more in ((c.VOID, 4), (c.WHITE, 0)):
        yield Stroke(((ax, ay), tip), 4 + more, ink)
        yield Stroke(chevron(*tip, 12, angle), 4 + more, ink)
    words = f"{SCALE.write(feature.mobile)} du"
    wide = paint.width(words, _CODES) + 8
    yield Area(box(bx - wide / 2, by + 14, wide, 20, 5), c.VOID)
    yield Label(bx, by + 24, words, _CODES)


# --- Names ---


def codes(feature: Feature) -> str:
    """``D2 H1``: the attributes of a feature, each once."""
    found = (_code(said) for each in feature.zones for said in zone_attributes(each))
    return " ".join(dict.fromkeys(found))


def _code(said: str) -> str:
    """``D2`` for ``Dangerous 2``, ``push 1?`` for ``Push 1 at random``."""
    word, _, amount = said.partition(" ")
    pushed = f"{word.lower()} {amount.replace(' at random', '?')}"
    return pushed if word in ("Push", "Pull") else f"{word[0]}{amount}"


def names(
    board: PlaneMap, features: Sequence[Feature], hulls: Sequence[Box]
) -> Iterator[tuple[Box, Art]]:
    """What the features in a window are called, and where that stands: over no hull, if it can."""
    for feature in features:
        places, plate = _name_of(board, feature)
        if plate is not None:
            yield min(places, key=lambda place: sum(map(place.meets, hulls))), plate


@lru_cache(maxsize=256)
def _name_of(board: PlaneMap, feature: Feature) -> tuple[tuple[Box, ...], Art | None]:
    """In the middle of what is seen of a feature, below it or above it, the best first: the middle
    of a small one is too full, and so is the side of an arrow."""
    outline = clipped(_outline(board, feature.zones[0]), board.corners(board.window))
    if not outline:
        return (), None
    left, top, right, low = _box(outline)
    grown = 1.6 if board.window != whole(board.table) else 1
    name, small = (replace(style, size=round(style.size * grown)) for style in (_NAME, _CODES))
    lines = [(f"{feature.id} {kind_name(feature.kind)}", name), (codes(feature), small)]
    if paint.width(*lines[0]) > max(1.1 * (right - left), 140 * grown):
        first, _, rest = lines[0][0].rpartition(" ")
        lines[:1] = [(first, name), (rest, name)]
    lines = [line for line in lines if line[0]]
    wide = max(paint.width(*line) for line in lines) + 12
    high = 1.1 * name.size * len(lines) + 6
    rows = [(top + low) / 2, low + high / 2 + 4, top - high / 2 - 4]
    if high > 0.5 * (low - top) or feature.mobile:
        rows.append(rows.pop(0))
    if feature.mobile and (feature.direction % 360 in range(91, 270)) != board.turned:
        rows.reverse()
    area = board.area
    x = min(max((left + right) / 2, area.left + wide / 2 + 2), area.left + area.wide - wide / 2 - 2)
    ys = (min(max(y, area.top + high / 2 + 2), area.top + area.high - high / 2 - 2) for y in rows)
    places = tuple(Box.around((x, y), round(wide), round(high)) for y in ys)
    return places, _plate(places[0], lines)


def _plate(place: Box, lines: Sequence[tuple[str, Style]]) -> Art:
    step = (place.high - 6) / len(lines)
    labels = (
        Label(place.wide / 2, 3 + step * (number + 0.5), text, style)
        for number, (text, style) in enumerate(lines)
    )
    plate = Area(box(0, 0, place.wide, place.high, 6), c.VOID)
    return Art(round(place.wide), round(place.high), c.VOID, (plate, *labels), cut=True)


def middle(board: PlaneMap) -> Iterator[Shape]:
    """The line beyond which Deep Survey finds its tokens (CC-221)."""
    ends = (Point(0, board.table.height // 2), Point(board.table.width, board.table.height // 2))
    (ax, y), (bx, _) = map(board.at, ends)
    left, right = sorted((ax, bx))
    for number in range(int((right - left) / 28) + 1):
        x = left + 28 * number
        yield Stroke(((x, y), (x + 14, y)), 3, c.YELLOW_EDGE)
