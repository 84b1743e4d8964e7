"""Terrain: its zones, and what lies under a point or across a line (CC-179 to 209, D-009 to D-012).

A feature is a list of zones with attributes of their own; bands are zones that overlap (D-011).
What touches the border of a zone is not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from games.core.geometry.plane import (
    Board,
    Disc,
    Point,
    Polygon,
    rounded,
    side,
    squared,
    toward,
    within,
)
from games.cosmic_conflict.space import MISSILE_REACH, ahead, clamped, distance

ZoneShape: TypeAlias = Disc | Polygon
Box: TypeAlias = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class FeatureZone:
    """A part of a feature.

    ``key``     zones of a feature with the same one make one shape: for a line they count once
    ``push``, ``pull``  in cu, from or to the centre; ``random``: in a direction by two dice
    The other numbers are the X of their attributes, 0 for none.
    """

    shape: ZoneShape
    key: str = ""
    solid: bool = False
    concealing: bool = False
    blocking: bool = False
    obscuring: int = 0
    dangerous: int = 0
    hazardous: int = 0
    push: int = 0
    pull: int = 0
    random: bool = False

    @property
    def stops_fire(self) -> bool:
        """Whether it forbids attacks through it (CC-184, CC-186)."""
        return self.solid or self.concealing

    @property
    def centre(self) -> Point:
        """The centre of a disc; the mean of the corners of a polygon."""
        if isinstance(self.shape, Disc):
            return self.shape.centre
        xs, ys = zip(*self.shape.corners, strict=True)
        return Point(rounded(sum(xs), len(xs)), rounded(sum(ys), len(ys)))


@dataclass(frozen=True, slots=True)
class Feature:
    """One piece of terrain.

    ``kind``    a key of the catalogue, or a name of one's own
    ``mobile``  how far it moves each turn in its ``direction`` (CC-192), in cu
    """

    id: str
    kind: str
    zones: tuple[FeatureZone, ...]
    mobile: int = 0
    direction: int = 0


# --- Lines of fire ---


class LineOfFire(NamedTuple):
    """What terrain does to an attack.

    ``stopped``    the ID of the feature that forbids it, empty when nothing does
    ``obscuring``  the features that lower Accuracy, each with its X (CC-188)
    ``blocking``   the features that give the defender a reroll request (CC-191)
    """

    stopped: str = ""
    obscuring: tuple[tuple[str, int], ...] = ()
    blocking: tuple[str, ...] = ()

    @property
    def accuracy(self) -> int:
        return -sum(penalty for _, penalty in self.obscuring)

    @property
    def requests(self) -> int:
        return len(self.blocking)


FREE = LineOfFire()


class FireOrigin:
    """The point from which a unit or a Missile token attacks, with the zones that count for it.

    Step 1 of canon 3.4: zones around the origin are dropped with all of their shape, except those
    that stop fire (CC-183, CC-187, D-009).
    """

    def __init__(self, features: Sequence[Feature], origin: Point) -> None:
        self.origin = origin
        self._zones = [
            (_box(zone.shape), feature.id, zone)
            for feature in features
            for zone in _counting(feature, origin)
        ]

    def to(self, target: Point, *, missile: bool = False, mark: bool = False) -> LineOfFire:
        """The line to a target; ``mark``: by Mark effect 2 (CC-172, D-069)."""
        crossed = self._crossed(target)
        if not crossed:
            return FREE
        if not (missile and mark):
            for feature, zone in crossed:
                if zone.stops_fire:
                    return LineOfFire(feature)
        ignored = missile and (mark or within(self.origin, target, MISSILE_REACH))
        return LineOfFire(
            obscuring=() if mark else tuple((id, z.obscuring) for id, z in crossed if z.obscuring),
            blocking=() if ignored else tuple(id for id, zone in crossed if zone.blocking),
        )

    def _crossed(self, target: Point) -> list[tuple[str, FeatureZone]]:
        """The zones between, one of each shape; none where the points are the same."""
        origin, found = self.origin, []
        west, east = sorted((origin.x, target.x))
        south, north = sorted((origin.y, target.y))
        for (x0, y0, x1, y1), feature, zone in self._zones:
            if east <= x0 or west >= x1 or north <= y0 or south >= y1:
                continue
            if zone.shape.blocks(origin, target):
                found.append((feature, zone))
        if any(zone.key for _, zone in found):
            shapes = {(id, zone.key or at): (id, zone) for at, (id, zone) in enumerate(found)}
            return list(shapes.values())
        return found


def line_of_fire(
    features: Sequence[Feature],
    origin: Point,
    target: Point,
    *,
    missile: bool = False,
    mark: bool = False,
) -> LineOfFire:
    """One line; for several from the same point ``FireOrigin`` is faster."""
    return FireOrigin(features, origin).to(target, missile=missile, mark=mark)


def solid_between(features: Sequence[Feature], a: Point, b: Point) -> Feature | None:
    """Solid terrain on the direct line, for marks and Missile tokens (CC-169, D-049)."""
    solid = ((each, zone) for each in features for zone in each.zones if zone.solid)
    return next((each for each, zone in solid if zone.shape.blocks(a, b)), None)


def _counting(feature: Feature, origin: Point) -> Iterator[FeatureZone]:
    around = [zone.shape.inside(origin) for zone in feature.zones]
    keys = {zone.key for zone, inside in zip(feature.zones, around, strict=True) if inside} - {""}
    for zone, inside in zip(feature.zones, around, strict=True):
        dropped = inside or zone.key in keys
        if zone.stops_fire or ((zone.obscuring or zone.blocking) and not dropped):
            yield zone


def _box(shape: ZoneShape) -> Box:
    if isinstance(shape, Disc):
        (x, y), radius = shape.centre, shape.radius
        return x - radius, y - radius, x + radius, y + radius
    xs, ys = zip(*shape.corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


# --- Inside ---


def zones_at(features: Sequence[Feature], at: Point) -> Iterator[tuple[Feature, FeatureZone]]:
    """The zones around a point in map order; on a border is outside (D-010)."""
    for feature in features:
        for zone in feature.zones:
            if zone.shape.inside(at):
                yield feature, zone


def solid_at(features: Sequence[Feature], at: Point) -> Feature | None:
    """The Solid terrain that destroys what ends there (CC-185, CC-192, D-080)."""
    return next((feature for feature, zone in zones_at(features, at) if zone.solid), None)


def dangers_at(features: Sequence[Feature], at: Point, size: int) -> tuple[tuple[str, int], ...]:
    """The damage of each Dangerous zone, by feature (CC-189, D-082); Fighters count as Size 1."""
    return tuple(
        (f.id, zone.dangerous * max(size, 1))
        for f, zone in zones_at(features, at)
        if zone.dangerous
    )


def hazards_at(features: Sequence[Feature], at: Point, size: int) -> tuple[tuple[str, int], ...]:
    """The damage of each Hazardous zone to a unit that has not used Navigate (CC-190, D-083)."""
    return tuple(
        (f.id, zone.hazardous * max(size, 1))
        for f, zone in zones_at(features, at)
        if zone.hazardous
    )


# --- Displacement ---


def shifting(features: Sequence[Feature], at: Point) -> tuple[tuple[Feature, FeatureZone], ...]:
    """The zones that displace a unit at the end of its move, in map order (CC-193, D-085)."""
    return tuple((f, zone) for f, zone in zones_at(features, at) if zone.push or zone.pull)


def displaced(
    board: Board, zone: FeatureZone, at: Point, heading: int, dice: tuple[int, int] | None = None
) -> Point:
    """Where a zone shifts a unit to; Fighters have heading 0 (D-085).

    ``dice``  for a ``random`` zone
    """
    centre, length = zone.centre, zone.push or zone.pull
    if dice is not None:
        found = ahead(at, random_direction(*dice), length)
    elif zone.pull:
        found = centre if within(at, centre, length) else toward(at, centre, length)
    elif at == centre:
        found = ahead(at, heading, length)
    else:
        away = Point(2 * at.x - centre.x, 2 * at.y - centre.y)
        found = toward(at, away, length)
    return clamped(board, found)


def random_direction(first: int, second: int) -> int:
    """The direction that two dice give (CC-209, D-085)."""
    return (6 * (first - 1) + second - 1) * 10


# --- Mobile terrain ---


def moved_feature(feature: Feature) -> Feature:
    """A Mobile feature one turn later (CC-192, D-084)."""
    return moved_by(feature, ahead(Point(0, 0), feature.direction, feature.mobile))


def moved_by(feature: Feature, step: Point) -> Feature:
    zones = (replace(zone, shape=_moved(zone.shape, step)) for zone in feature.zones)
    return replace(feature, zones=tuple(zones))


def _moved(shape: ZoneShape, step: Point) -> ZoneShape:
    if isinstance(shape, Disc):
        return Disc(shape.centre.plus(*step), shape.radius)
    return Polygon(tuple(corner.plus(*step) for corner in shape.corners))


def is_off(board: Board, feature: Feature) -> bool:
    """Whether no point of the board is inside a feature, which is removed then (D-084)."""
    return all(_is_off(board, zone.shape) for zone in feature.zones)


def _is_off(board: Board, shape: ZoneShape) -> bool:
    x0, y0, x1, y1 = _box(shape)
    if x1 <= 0 or x0 >= board.width or y1 <= 0 or y0 >= board.height:
        return True
    if isinstance(shape, Disc):
        nearest = clamped(board, shape.centre)
        return squared(nearest, shape.centre) >= shape.radius**2
    ends = [Point(x, y) for x in (0, board.width) for y in (0, board.height)]
    edges = zip(shape.corners, shape.corners[1:] + shape.corners[:1], strict=True)
    return any(all(side(v, w, end) <= 0 for end in ends) for v, w in edges)


# --- Turned terrain ---


def turned_point(board: Board, at: Point, quarters: int) -> Point:
    """A point after so many quarter turns of the terrain, clockwise around the middle of the board;
    where it is not square, half turns only."""
    if quarters % 4 >= 2:
        at = Point(board.width - at.x, board.height - at.y)
    return Point(at.y, board.width - at.x) if quarters % 2 else at


def turned_feature(board: Board, feature: Feature, quarters: int) -> Feature:
    """A feature after so many quarter turns of the terrain."""

    def shape(old: ZoneShape) -> ZoneShape:
        if isinstance(old, Disc):
            return Disc(turned_point(board, old.centre, quarters), old.radius)
        return Polygon(tuple(turned_point(board, at, quarters) for at in old.corners))

    zones = tuple(replace(zone, shape=shape(zone.shape)) for zone in feature.zones)
    return replace(feature, zones=zones, direction=(feature.direction + 90 * quarters) % 360)


def spread(feature: Feature) -> int:
    """The radius of the disc around the centre of its first zone that holds all of a feature."""
    middle = feature.zones[0].centre
    return max(_reach(middle, zone.shape) for zone in feature.zones)


def _reach(middle: Point, shape: ZoneShape) -> int:
    if isinstance(shape, Disc):
        return distance(middle, shape.centre) + shape.radius
    return max(distance(middle, corner) for corner in shape.corners)
