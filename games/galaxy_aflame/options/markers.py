"""Places worth going to: at most ``MOST`` for a unit, each with the reason for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isqrt
from typing import NamedTuple

from games.core.geometry.plane import (
    ONE,
    Disc,
    Point,
    Rectangle,
    cosine,
    length,
    rounded,
    sine,
    squared,
    toward,
    within,
)
from games.core.questions.places import WINDS
from games.core.telling import listed
from games.galaxy_aflame.ground import INCH, INCHES, Barrier, Cover, inches
from games.galaxy_aflame.odds.threats import can_harm
from games.galaxy_aflame.rules import shooting, transports
from games.galaxy_aflame.table import Table, Unit, other

MOST = 24
NEAREST = 5
"""So many enemies are looked at, the nearest first."""
APART = 9
"""Places nearer to each other than this, in tenths of an inch, count as one."""
INSIDE = 5
"""How deep in a cover area a marker is put."""
TURNS = (0, 12, -12, 24, -24, 40, -40)
"""Directions in degrees that are tried beside the straight one."""
QUARTERS = (4, 3, 2, 1)
"""Shares of a length that are tried where all of it is not possible."""
Legal = Callable[[Point], bool]


class MarkedPlace(NamedTuple):
    """A place, and in words what is good about it."""

    at: Point
    why: str


class PlaceSearch(NamedTuple):
    """A unit that can be put where it is ``legal``, up to ``far`` from ``start``."""

    table: Table
    unit: Unit
    start: Point
    far: int
    legal: Legal

    @property
    def enemies(self) -> list[Unit]:
        """The enemies on the table, the nearest first."""
        found = list(self.table.on_table(other(self.unit.seat)))
        return sorted(found, key=lambda enemy: squared(self.start, _at(enemy)))


def markers(search: PlaceSearch, most: int = MOST) -> tuple[MarkedPlace, ...]:
    """At most ``most`` different places."""
    found: list[MarkedPlace] = []
    for marker in places(search):
        if all(squared(marker.at, each.at) >= APART * APART for each in found):
            found.append(marker)
            if len(found) == most:
                break
    return tuple(found)


def places(search: PlaceSearch) -> Iterator[MarkedPlace]:
    """Legal places in reach, the most useful first; some lie very near to each other."""
    for marker in _tried(search):
        at = marker.at
        if at != search.start and within(search.start, at, search.far) and search.legal(at):
            yield marker


def _tried(search: PlaceSearch) -> Iterator[MarkedPlace]:
    enemies = search.enemies[:NEAREST]
    for enemy in enemies:
        yield from in_reach(search, enemy)
    yield from _covers(search)
    for enemy in enemies[:2]:
        yield from _barriers(search, enemy)
    yield from _hidden(search, enemies)
    yield from _beside(search)
    for enemy in enemies[:2]:
        yield from _towards(search, enemy)
    yield from farthest(search, enemies)
    yield from winds(search)


# --- In reach of an enemy ---


def in_reach(search: PlaceSearch, enemy: Unit) -> Iterator[MarkedPlace]:
    """Places a tenth of an inch within hand range and within arm range of an enemy."""
    table, unit = search.table, search.unit
    card, agreement = table.card(unit), table.agreement
    if not can_harm(table, unit, enemy):
        return
    for band, limit in (("A", agreement.reach), ("C", agreement.hand)):
        if band in card.ranges:
            name = INCHES.write(limit - 1)
            for at in _around(search, _at(enemy), limit - 1):
                if shooting.out_of_reach(table, unit, enemy, at) is None:
                    yield MarkedPlace(at, f"{name} in from {enemy.code}")
                    break


def _around(search: PlaceSearch, centre: Point, radius: int) -> Iterator[Point]:
    """Legal places on a circle, first on the side of the unit."""
    if abs(isqrt(squared(search.start, centre)) - radius) > search.far + 1:
        return
    edge = toward(centre, search.start, radius)
    for turn in TURNS:
        at = turned(centre, edge, turn)
        if within(search.start, at, search.far) and search.legal(at):
            yield at


def turned(centre: Point, point: Point, degrees: int) -> Point:
    """A point turned around another one."""
    x, y = point.x - centre.x, point.y - centre.y
    sin, cos = sine(degrees), cosine(degrees)
    return centre.plus(rounded(x * cos - y * sin, ONE), rounded(x * sin + y * cos, ONE))


# --- Cover ---


def _covers(search: PlaceSearch) -> Iterator[MarkedPlace]:
    """The nearest places in cover areas."""
    ground = search.table.ground
    if ground.in_cover(search.start):
        return
    found = [into(area, search.start) for area in ground.cover]
    for at in sorted(found, key=lambda at: squared(search.start, at)):
        yield MarkedPlace(at, "into cover")


def into(area: Cover, start: Point) -> Point:
    """The nearest place well inside an area."""
    if isinstance(area, Disc):
        return toward(area.centre, start, max(area.radius - INSIDE, 0))
    deep = min(INSIDE, (area.x1 - area.x0) // 2, (area.y1 - area.y0) // 2)
    x = min(max(start.x, area.x0 + deep), area.x1 - deep)
    return Point(x, min(max(start.y, area.y0 + deep), area.y1 - deep))


def _barriers(search: PlaceSearch, enemy: Unit) -> Iterator[MarkedPlace]:
    """Places behind a barrier that protects from an enemy."""
    ground, attacker = search.table.ground, _at(enemy)
    if ground.behind_barrier(attacker, search.start):
        return
    found = [
        at
        for barrier in ground.barriers
        for at in beside(barrier, search.start)
        if ground.behind_barrier(attacker, at)
    ]
    for at in sorted(found, key=lambda at: squared(search.start, at)):
        yield MarkedPlace(at, f"behind a barrier from {enemy.code}")


def beside(barrier: Barrier, start: Point) -> Iterator[Point]:
    """An inch from a barrier on both sides, where it is nearest."""
    a, b = barrier
    x, y = b.x - a.x, b.y - a.y
    square = x * x + y * y
    along = min(max((start.x - a.x) * x + (start.y - a.y) * y, 0), square)
    foot = a.plus(along * x // square, along * y // square)
    wide = isqrt(square)
    across = (-y * INCH // wide, x * INCH // wide)
    yield foot.plus(*across)
    yield foot.plus(-across[0], -across[1])


# --- Safety ---


def _hidden(search: PlaceSearch, enemies: Sequence[Unit]) -> Iterator[MarkedPlace]:
    """Where no enemy sees the unit, behind a solid piece."""
    table = search.table
    if not table.agreement.los or not enemies or not _watched(table, enemies, search.start):
        return
    found = [at for piece in table.ground.solid for at in _rim(piece, search.start)]
    for at in sorted(found, key=lambda at: squared(search.start, at)):
        if within(search.start, at, search.far) and not _watched(table, enemies, at):
            yield MarkedPlace(at, "out of sight")


def _watched(table: Table, enemies: Sequence[Unit], at: Point) -> bool:
    return any(table.ground.sees(_at(enemy), at) for enemy in enemies)


def _rim(piece: Rectangle, start: Point) -> Iterator[Point]:
    """Places along the sides of a solid piece, at its corners, in the middle and nearest."""
    out = INCH // 2
    xs = (piece.x0 - out, (piece.x0 + piece.x1) // 2, piece.x1 + out)
    ys = (piece.y0 - out, (piece.y0 + piece.y1) // 2, piece.y1 + out)
    near = Point(min(max(start.x, xs[0]), xs[2]), min(max(start.y, ys[0]), ys[2]))
    for x in (*xs, near.x):
        yield from (Point(x, y) for y in (ys[0], ys[2]))
    for y in (ys[1], near.y):
        yield from (Point(x, y) for x in (xs[0], xs[2]))


def farthest(search: PlaceSearch, enemies: Sequence[Unit]) -> Iterator[MarkedPlace]:
    """The place as far from the enemies as the unit can get."""
    if not enemies:
        return

    def danger(at: Point) -> int:
        return -min(squared(at, _at(enemy)) for enemy in enemies)

    tried = sorted(_all_round(search), key=danger)
    for at in tried:
        if search.legal(at):
            yield MarkedPlace(at, "farthest from danger")
            return


def _all_round(search: PlaceSearch) -> Iterator[Point]:
    for turn in range(0, 360, 30):
        yield search.table.ground.table.short_of(search.start, turn, search.far)


# --- Towards others, and the eight winds ---


def _beside(search: PlaceSearch) -> Iterator[MarkedPlace]:
    """Places near enough to get into a transport."""
    table, unit = search.table, search.unit
    for transport in table.on_table(unit.seat):
        at = _at(transport)
        if transports.no_room(table, unit, transport) is not None:
            continue
        if not within(search.start, at, transports.BESIDE):
            for spot in _around(search, at, transports.BESIDE - 1):
                yield MarkedPlace(spot, f"beside the transport {transport.code}")
                break


def _towards(search: PlaceSearch, enemy: Unit) -> Iterator[MarkedPlace]:
    """The place as far as possible straight towards an enemy."""
    at = _at(enemy)
    if within(search.start, at, search.far):
        return
    for quarters in QUARTERS:
        spot = toward(search.start, at, search.far * quarters // 4 - 1)
        if search.legal(spot):
            yield MarkedPlace(spot, f"towards {enemy.code}")
            return


def winds(search: PlaceSearch) -> Iterator[MarkedPlace]:
    """Places in eight directions, at full length or as far as is possible."""
    table = search.table.ground.table
    for number, wind in enumerate(WINDS):
        for quarters in QUARTERS:
            far = search.far * quarters // 4
            at = table.short_of(search.start, 45 * number, far)
            if search.legal(at):
                yield MarkedPlace(at, f"{wind} {INCHES.write(far)} in")
                break


# --- In words ---


def seen_by(table: Table, unit: Unit, at: Point) -> list[str]:
    """The enemies that have a line of sight to a place."""
    enemies = table.on_table(other(unit.seat))
    return [enemy.code for enemy in enemies if table.ground.sees(_at(enemy), at)]


def told(search: PlaceSearch, at: Point) -> str:
    """``5.4 in, 17.6 in from B2, in cover, seen by B2 and B4``."""
    table, unit = search.table, search.unit
    parts = [_far(search.start, at)]
    if near := min(search.enemies, key=lambda enemy: squared(at, _at(enemy)), default=None):
        parts.append(f"{_far(at, _at(near))} from {near.code}")
    if table.ground.in_cover(at):
        parts.append("in cover")
    elif near and table.ground.behind_barrier(_at(near), at):
        parts.append(f"behind a barrier from {near.code}")
    seen = seen_by(table, unit, at) if table.agreement.los else []
    if table.agreement.los and search.enemies:
        parts.append(f"seen by {listed(seen)}" if seen else "out of sight")
    return ", ".join(parts)


def _far(a: Point, b: Point) -> str:
    return inches(length((a, b)))


def _at(unit: Unit) -> Point:
    return unit.spot
