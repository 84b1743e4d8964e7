"""Terrain (CC-179 to 209, D-009 to D-012, D-078 to D-086), with the numbers of the canon."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.geometry.plane import Board, Disc, Point, Polygon, squared
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.terrain import (
    FREE,
    Feature,
    FeatureZone,
    FireOrigin,
    LineOfFire,
    dangers_at,
    displaced,
    hazards_at,
    is_off,
    line_of_fire,
    moved_feature,
    random_direction,
    shifting,
    solid_between,
)
from games.cosmic_conflict.space import BOARD, SCALE


def du(text: str) -> Point:
    return SCALE.point(text)


def field(*written: dict[str, Any]) -> tuple[Feature, ...]:
    return maps.features(written)


def fire(features: Sequence[Feature], start: str, end: str, **more: bool) -> LineOfFire:
    return line_of_fire(features, du(start), du(end), **more)


STORM = field({"kind": "plasma_storm", "at": [20, 10]})
ASTEROIDS = {"kind": "asteroid_field", "disc": [15, 10, 3]}
DUST = {"kind": "dust_cloud", "disc": [15, 10, 3]}
MOON = {"kind": "moon", "disc": [15, 10, 3]}

# --- Lines of fire ---


@pytest.mark.rules("CC-180", "CC-188")
def test_features_that_overlap_add_up_and_each_is_named() -> None:
    swarm = {"kind": "meteor_swarm", "disc": [15, 10, 3]}
    line = fire(field(DUST, swarm, ASTEROIDS, ASTEROIDS), "10 10", "20 10")
    assert line == LineOfFire("", (("T1", 1), ("T2", 2)), ("T3", "T4"))
    assert (line.accuracy, line.requests) == (-3, 2)


@pytest.mark.rules("CC-183", "D-009")
def test_the_attacker_ignores_terrain_around_it_but_the_target_does_not() -> None:
    both = field(DUST, ASTEROIDS)
    assert fire(both, "15 10", "20 10") == FREE
    line = fire(both, "20 10", "15 10")
    assert (line.accuracy, line.requests) == (-1, 1)
    assert fire(both, "12 10", "20 10") == line
    assert fire(field(MOON), "15 10", "20 10").stopped == "T1"


@pytest.mark.rules("D-009")
def test_nothing_is_between_two_units_at_the_same_point() -> None:
    assert fire(field(MOON, DUST, ASTEROIDS), "15 10", "15 10") == FREE


@pytest.mark.rules("CC-172", "CC-184", "D-069", "W-45")
def test_mark_effect_2_lets_missiles_ignore_all_and_others_what_obscures() -> None:
    moon, other = field(MOON), field(DUST, ASTEROIDS)
    assert fire(moon, "5 10", "25 10", mark=True).stopped == "T1"
    assert fire(moon, "5 10", "25 10", mark=True, missile=True) == FREE
    beam = fire(other, "5 10", "25 10", mark=True)
    assert (beam.accuracy, beam.requests) == (0, 1)
    assert fire(other, "5 10", "25 10", mark=True, missile=True) == FREE
    assert fire(STORM, "5 10", "25 10", mark=True).stopped == "T1"


ELBOW_POLYS = ([[10, 10], [20, 10], [20, 12], [10, 12]], [[18, 10], [20, 10], [20, 20], [18, 20]])
ELBOW = {
    "kind": "reef",
    "zones": [{"poly": corners, "zone_key": "reef"} for corners in ELBOW_POLYS],
    "obscuring": 2,
    "blocking": True,
}


@pytest.mark.rules("CC-183", "CC-188", "D-009")
def test_zones_with_one_key_are_one_shape() -> None:
    reef = field(ELBOW)
    line = fire(reef, "9 11", "21 15")
    assert (line.accuracy, line.requests) == (-2, 1)
    assert fire(reef, "11 11", "25 18") == FREE
    apart = [{"poly": corners} for corners in ELBOW_POLYS]
    line = fire(field({**ELBOW, "zones": apart}), "9 11", "21 15")
    assert (line.accuracy, line.requests) == (-4, 2)
    twice = fire(field(ELBOW, ELBOW), "9 11", "21 15")
    assert (twice.accuracy, twice.requests) == (-4, 2)


@pytest.mark.rules("CC-169", "D-049", "D-068")
def test_only_solid_terrain_hinders_a_mark_or_a_token() -> None:
    features = field({"kind": "plasma_storm", "disc": [15, 10, 3]}, MOON)
    found = solid_between(features, du("10 10"), du("20 10"))
    assert found == features[1]
    assert solid_between(features, du("10 13"), du("20 13")) is None
    assert solid_between(features[:1], du("10 10"), du("20 10")) is None


# --- Lines of fire, compared with fractions ---


def part_inside(zone: FeatureZone, a: Point, b: Point) -> bool:
    """Whether a segment has a part of positive length in the open interior (D-009, 3.4)."""
    if a == b:
        return False
    if isinstance(zone.shape, Disc):
        (cx, cy), radius = zone.shape.centre, zone.shape.radius
        x, y = b.x - a.x, b.y - a.y
        share = Fraction((cx - a.x) * x + (cy - a.y) * y, x * x + y * y)
        share = min(max(share, Fraction(0)), Fraction(1))
        return (a.x + share * x - cx) ** 2 + (a.y + share * y - cy) ** 2 < radius**2
    low, high, corners = Fraction(0), Fraction(1), zone.shape.corners
    for v, w in pairwise((*corners, corners[0])):
        start, end = ((w.x - v.x) * (p.y - v.y) - (w.y - v.y) * (p.x - v.x) for p in (a, b))
        if end == start and start <= 0:
            return False
        if end > start:
            low = max(low, Fraction(-start, end - start))
        elif end < start:
            high = min(high, Fraction(-start, end - start))
    return low < high


def plainly(
    features: Sequence[Feature], a: Point, b: Point, *, missile: bool, mark: bool
) -> tuple[bool, int, int] | None:
    """The four steps of canon 3.4, word by word."""
    left = []
    for feature in features:
        around = [zone for zone in feature.zones if zone.shape.inside(a)]
        for zone in feature.zones:
            same = any(zone is each or (zone.key and zone.key == each.key) for each in around)
            if not same or zone.solid or zone.concealing:
                left.append((feature, zone))
    between = [(f, zone) for f, zone in left if part_inside(zone, a, b)]
    stopped = any(zone.solid or zone.concealing for _, zone in between)
    if stopped and not (mark and missile):
        return None
    accuracy, requests, counted = 0, 0, set()
    close = squared(a, b) <= 1000 * 1000
    for number, (feature, zone) in enumerate(between):
        shape = (feature.id, zone.key or number)
        if shape in counted:
            continue
        counted.add(shape)
        accuracy -= 0 if mark else zone.obscuring
        requests += zone.blocking and not (missile and (close or mark))
    return stopped, accuracy, requests


def random_features(rng: random.Random, far: int) -> tuple[Feature, ...]:
    """Two to six features on points so close together that ties are frequent."""

    def shape() -> Disc | Polygon:
        while True:
            corners = tuple(Point(rng.randrange(far), rng.randrange(far)) for _ in range(4))
            if rng.random() < 0.5:
                return Disc(corners[0], rng.randrange(1, far // 2))
            try:
                return Polygon(corners[rng.randrange(2) :])
            except ValueError:
                continue

    found = []
    for number in range(rng.randrange(2, 7)):
        stops, key = rng.random() < 0.15, rng.choice(("", "", "k"))
        attributes: dict[str, Any] = {
            "key": key,
            "solid": stops,
            "concealing": rng.random() < 0.1,
            "blocking": rng.random() < 0.5,
            "obscuring": rng.randrange(3),
        }
        zones = tuple(FeatureZone(shape(), **attributes) for _ in range(rng.randrange(1, 4)))
        found.append(Feature(f"T{number}", "", zones))
    return tuple(found)


@pytest.mark.rules("CC-183", "CC-184", "CC-186", "CC-188", "CC-191", "D-009", "D-011")
@pytest.mark.parametrize("far", [6, 12, 2500])
def test_lines_of_fire_are_what_fractions_say(far: int) -> None:
    rng, seen = random.Random(far), Counter[Any]()
    for _ in range(1500):
        features = random_features(rng, far)
        points = [Point(rng.randrange(far), rng.randrange(far)) for _ in range(4)]
        missile, mark = rng.random() < 0.5, rng.random() < 0.3
        origin = FireOrigin(features, points[0])
        for target in points:
            expected = plainly(features, points[0], target, missile=missile, mark=mark)
            line = origin.to(target, missile=missile, mark=mark)
            assert (line.stopped != "") == (expected is None)
            if expected is not None:
                assert (line.accuracy, line.requests) == expected[1:]
            seen[None if expected is None else expected] += 1
    assert len(seen) > 10
    assert min(seen[None], seen[False, 0, 0], seen[False, -1, 1]) > 40


# --- Inside ---


@pytest.mark.rules("CC-180", "D-082")
def test_each_zone_hurts_in_map_order() -> None:
    features = field(
        {"kind": "minefield", "at": [20, 10]},
        {"kind": "ancient_minefield", "at": [20, 10]},
        {"kind": "mist", "zones": [{"disc": [20, 10, 2]}, {"disc": [20, 10, 1]}], "hazardous": 3},
    )
    assert hazards_at(features, du("20 10"), 2) == (("T1", 2), ("T2", 4), ("T3", 6), ("T3", 6))


# --- Displacement ---


def zone(**attributes: Any) -> FeatureZone:
    return field({"kind": "well", "disc": [27, 15, 4], **attributes})[0].zones[0]


def shifted(found: FeatureZone, at: str, heading: int = 0, *dice: int) -> Point:
    pair = (dice[0], dice[1]) if dice else None
    return displaced(BOARD, found, du(at), heading, pair)


@pytest.mark.rules("CC-209", "D-085", "W-42")
def test_a_random_push_goes_where_two_dice_say() -> None:
    field_of_anomalies = zone(push=1, random=True)
    assert random_direction(3, 4) == 150
    assert shifted(field_of_anomalies, "20 15", 0, 3, 4) == du("20.5 14.13")
    directions = [random_direction(a, b) for a in range(1, 7) for b in range(1, 7)]
    assert directions == list(range(0, 360, 10))


@pytest.mark.rules("D-080", "D-085", "W-42")
def test_only_units_strictly_inside_are_displaced_by_each_zone_in_map_order() -> None:
    features = field(
        {"kind": "wormhole_exit", "at": [27, 15]},
        {"kind": "dust_cloud", "at": [27, 15]},
        {"kind": "wormhole_entrance", "at": [29, 15]},
        {"kind": "gravity_anomaly_field", "at": [25, 15]},
    )
    found = [feature.id for feature, _ in shifting(features, du("28 15"))]
    assert found == ["T1", "T3", "T4"]
    assert [feature.id for feature, _ in shifting(features, du("30 15"))] == ["T3"]
    assert shifting(features, du("21 15")) == ()
    assert shifting(features, du("21.01 15")) == ((features[3], features[3].zones[0]),)


@pytest.mark.rules("CC-193", "D-085")
def test_nobody_is_displaced_off_the_board() -> None:
    wormhole = field({"kind": "wormhole_exit", "at": [52, 29]})[0].zones[0]
    assert shifted(wormhole, "53.5 29") == du("54 29")
    assert shifted(wormhole, "53 29.9") == du("53.74 30")
    assert shifted(zone(push=2, random=True), "0.5 1", 0, 5, 1) == du("0 0")


@pytest.mark.rules("CC-193", "D-085")
def test_a_polygon_displaces_from_the_mean_of_its_corners() -> None:
    square = {"poly": [[20, 10], [24, 10], [24, 14], [20, 14]], "push": 1}
    found = field(square)[0].zones[0]
    assert found.centre == du("22 12")
    assert shifted(found, "23 12") == du("24 12")


# --- Mobile terrain ---


@pytest.mark.rules("CC-188", "CC-189", "CC-192", "CC-201", "CC-202", "D-084", "W-73")
def test_meteors_fly_on_with_all_their_zones() -> None:
    swarm = moved_feature(field({"kind": "meteor_swarm", "at": [5, 12], "direction": 90})[0])
    assert swarm.zones[0].shape == Disc(du("8 12"), 250)
    assert dangers_at((swarm,), du("9 12"), 2) == (("T1", 2),)
    assert fire((swarm,), "4 12", "12 12").accuracy == -2
    meteor = field({"kind": "giant_meteor", "at": [20, 15], "direction": 90})[0]
    tail = [du(at) for at in ("20 14", "20 16", "14 17", "14 13")]
    assert meteor.zones[1].shape == Polygon(tuple(tail))
    after = moved_feature(meteor)
    assert after.zones[0].shape == Disc(du("23 15"), 150)
    assert after.zones[1].shape == Polygon(tuple(at.plus(300, 0) for at in tail))
    assert [each.solid for each in after.zones] == [True, False]


@pytest.mark.rules("D-084")
@pytest.mark.parametrize(
    ("written", "off"),
    [
        ({"disc": [55.49, 10, 1.5]}, False),
        ({"disc": [55.5, 10, 1.5]}, True),
        ({"disc": [-1.2, -0.9, 1.5]}, True),
        ({"disc": [-1.2, -0.8, 1.5]}, False),
        ({"poly": [[20, 30], [24, 30], [24, 32]]}, True),
        ({"poly": [[20, 30], [19, 32], [21, 32]]}, True),
        ({"poly": [[20, 0], [19, -2], [21, -2]]}, True),
        ({"poly": [[0, 12], [-2, 11], [-2, 13]]}, True),
        ({"poly": [[54, 12], [56, 11], [56, 13]]}, True),
        ({"poly": [[20, 30], [24, 29.99], [24, 32]]}, False),
        ({"poly": [[-3, 1], [1, -3], [0, -4], [-4, 0]]}, True),
        ({"poly": [[-3, 3.01], [3, -3], [0, -6], [-6, 0]]}, False),
        ({"poly": [[-3, 3], [3, -3], [0, -6], [-6, 0]]}, True),
        ({"zones": [{"disc": [60, 10, 1]}, {"disc": [53, 10, 1]}]}, False),
    ],
)
def test_a_feature_is_off_when_nobody_on_the_board_could_be_inside(
    written: dict[str, Any], *, off: bool
) -> None:
    assert is_off(BOARD, field(written)[0]) == off


SMALL = Board(6, 4, 1)
NEAR = st.builds(Point, st.integers(-4, 10), st.integers(-4, 8))


def area_on(board: Board, corners: Sequence[Point]) -> Fraction:
    """Twice the area of the part of a polygon that is on the board: clipped at each edge."""
    left = [(Fraction(x), Fraction(y)) for x, y in corners]
    for x, y, most in ((-1, 0, 0), (1, 0, board.width), (0, -1, 0), (0, 1, board.height)):
        clipped = []
        for a, b in zip(left, left[1:] + left[:1], strict=True):
            over_a, over_b = (x * at[0] + y * at[1] - most for at in (a, b))
            if over_a <= 0:
                clipped.append(a)
            if over_a * over_b < 0:
                share = over_a / (over_a - over_b)
                clipped.append((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))
        left = clipped
    edges = zip(left, left[1:] + left[:1], strict=True)
    return sum((a[0] * b[1] - a[1] * b[0] for a, b in edges), Fraction(0))


@pytest.mark.rules("D-084")
@given(st.lists(NEAR, min_size=3, max_size=4, unique=True))
def test_a_polygon_is_off_where_fractions_say_so(corners: list[Point]) -> None:
    try:
        shape = Polygon(tuple(corners))
    except ValueError:
        return
    off = is_off(SMALL, Feature("T1", "", (FeatureZone(shape),)))
    assert off == (area_on(SMALL, shape.corners) == 0)


@pytest.mark.rules("D-084")
@given(NEAR, st.integers(1, 5))
def test_a_disc_is_off_where_no_point_of_the_board_is_near(centre: Point, radius: int) -> None:
    zone = FeatureZone(Disc(centre, radius))
    nearest = min(squared(centre, Point(x, y)) for x in range(7) for y in range(5))
    assert is_off(SMALL, Feature("T1", "", (zone,))) == (nearest >= radius**2)
