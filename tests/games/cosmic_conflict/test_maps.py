"""The terrain catalogue, the maps and features of one's own (canon 5.3, 5.4; CC-194 to 209)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from decimal import Decimal
from typing import Any

import pytest

from games.core.geometry.plane import Disc, Point, Polygon
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.terrain import Feature, FeatureZone, moved_feature, solid_at
from games.cosmic_conflict.space import BOARD, SCALE


def du(text: str) -> Point:
    return SCALE.point(text)


def only(**written: Any) -> Feature:
    (found,) = maps.features([written])
    return found


def attributes(zone: FeatureZone) -> Mapping[str, object]:
    """What is not as in empty space; lengths in cu."""
    names = [each.name for each in fields(zone) if each.name != "shape"]
    return {name: value for name in names if (value := getattr(zone, name))}


DISCS: list[tuple[str, int, list[tuple[int, dict[str, Any]]]]] = [
    ("planet", 0, [(400, {"solid": True})]),
    ("moon", 0, [(250, {"solid": True})]),
    ("asteroid_field", 0, [(300, {"hazardous": 1, "blocking": True})]),
    ("massive_asteroid", 200, [(150, {"solid": True})]),
    ("dust_cloud", 0, [(300, {"obscuring": 1})]),
    ("gas_nebula", 0, [(450, {"obscuring": 1}), (250, {"obscuring": 1})]),
    ("dense_gas_nebula", 0, [(450, {"obscuring": 1}), (250, {"concealing": True})]),
    ("plasma_storm", 0, [(300, {"concealing": True, "dangerous": 1})]),
    ("meteor_swarm", 300, [(250, {"dangerous": 1, "hazardous": 1, "obscuring": 2})]),
    ("wreckage", 0, [(200, {"hazardous": 1, "obscuring": 1})]),
    ("wormhole_entrance", 0, [(300, {"pull": 100})]),
    ("wormhole_exit", 0, [(300, {"push": 100})]),
    ("gravity_anomaly_field", 0, [(400, {"blocking": True, "push": 100, "random": True})]),
]


@pytest.mark.rules(
    "CC-194",
    "CC-195",
    "CC-196",
    "CC-197",
    "CC-198",
    "CC-199",
    "CC-200",
    "CC-201",
    "CC-203",
    "CC-206",
    "CC-207",
    "CC-209",
    "D-011",
    "D-078",
)
@pytest.mark.parametrize(("kind", "mobile", "zones"), DISCS)
def test_a_kind_has_its_discs_and_attributes(
    kind: str, mobile: int, zones: list[tuple[int, dict[str, Any]]]
) -> None:
    found = only(kind=kind, at=[20, 10])
    assert found.mobile == mobile
    assert [zone.shape for zone in found.zones] == [Disc(du("20 10"), r) for r, _ in zones]
    assert [attributes(zone) for zone in found.zones] == [each for _, each in zones]


@pytest.mark.rules("CC-202", "CC-204", "CC-205", "D-078", "W-36")
def test_minefields_are_rectangles_and_a_giant_meteor_has_a_tail() -> None:
    west, east = [du("18 7"), du("18 10")], [du("24 10"), du("24 7")]
    for kind, each in {
        "minefield": {"dangerous": 2, "hazardous": 1},
        "ancient_minefield": {"hazardous": 2, "blocking": True},
    }.items():
        (zone,) = only(kind=kind, at=[21, 8.5]).zones
        assert isinstance(zone.shape, Polygon)
        assert set(zone.shape.corners) == {*west, *east}
        assert attributes(zone) == each
    mass, tail = (meteor := only(kind="giant_meteor", at=[20, 15])).zones
    assert (mass.shape, attributes(mass)) == (Disc(du("20 15"), 150), {"solid": True})
    corners = tuple(map(du, ("21 15", "19 15", "18 9", "22 9")))
    assert isinstance(tail.shape, Polygon)
    assert set(tail.shape.corners) == set(corners)
    assert attributes(tail) == {"hazardous": 1, "obscuring": 1}
    assert meteor.mobile == 300


@pytest.mark.rules("CC-202", "D-084")
@pytest.mark.parametrize("direction", range(0, 360, 15))
def test_the_tail_of_a_giant_meteor_is_behind_it_in_every_direction(direction: int) -> None:
    meteor = only(kind="giant_meteor", at=[20, 15], direction=direction)
    assert meteor.direction == direction
    behind = BOARD.ahead(du("20 15"), direction, -400)
    assert meteor.zones[1].shape.inside(behind)
    assert moved_feature(meteor).zones[0].centre == BOARD.ahead(du("20 15"), direction, 300)


def test_the_catalogue_is_that_of_the_canon() -> None:
    known = {kind for kind, _, _ in DISCS}
    assert set(maps.KINDS) == known | {"minefield", "ancient_minefield", "giant_meteor"}
    assert maps.kind_name("gas_nebula") == "Gas Nebula"
    assert maps.kind_name("ice_ring") == "ice ring"
    assert maps.kind_name("") == "Terrain"


# --- Maps ---

PLACES: dict[str, dict[str, list[str]]] = {
    "shattered_moon": {
        "moon": ["27 15"],
        "asteroid_field": ["14 11", "40 19"],
        "dust_cloud": ["40 10", "14 20"],
    },
    "veil": {
        "dense_gas_nebula": ["27 15"],
        "wreckage": ["11 15", "43 15"],
        "minefield": ["20 10.5", "34 19.5"],
    },
    "meteor_run": {
        "gravity_anomaly_field": ["27 15"],
        "meteor_swarm": ["5 12", "49 18"],
        "massive_asteroid": ["44 11", "10 19"],
        "dust_cloud": ["20 21", "34 9"],
    },
    "quick": {
        "moon": ["18 12"],
        "dust_cloud": ["8 10", "28 14"],
        "asteroid_field": ["27 9", "9 15"],
    },
    "crossroads": {
        "moon": ["27 27"],
        "asteroid_field": ["27 16", "38 27", "27 38", "16 27"],
        "dust_cloud": ["17 17", "37 17", "37 37", "17 37"],
    },
    "four_winds": {
        "dense_gas_nebula": ["27 27"],
        "meteor_swarm": ["27 12", "42 27", "27 42", "12 27"],
        "wreckage": ["18 18", "36 18", "36 36", "18 36"],
    },
}


@pytest.mark.rules("CC-009", "CC-179", "D-079")
def test_the_maps_have_their_features_in_order() -> None:
    found: dict[str, dict[str, list[str]]] = {}
    for each in BASE.maps.values():
        places = found.setdefault(each.key, {})
        for feature in each.features:
            places.setdefault(feature.kind, []).append(SCALE.name(feature.zones[0].centre))
        assert [feature.id for feature in each.features] == [
            f"T{number}" for number in range(1, len(each.features) + 1)
        ]
        assert len(each.features) >= 4
    assert found == PLACES


@pytest.mark.rules("CC-008", "D-003")
def test_a_map_brings_its_board() -> None:
    sizes = {each.key: (each.width, each.height) for each in BASE.maps.values()}
    usual = (BOARD.width, BOARD.height)
    square = dict.fromkeys(("crossroads", "four_winds"), (5400, 5400))
    assert sizes == {**dict.fromkeys(PLACES, usual), "quick": (3600, 2400), **square}
    radii = [zone.shape for feature in BASE.maps["quick"].features for zone in feature.zones]
    assert [each.radius for each in radii if isinstance(each, Disc)] == [200, 250, 250, 250, 250]
    ways = {each.id: (each.mobile, each.direction) for each in BASE.maps["meteor_run"].features}
    assert [ways[f"T{number}"] for number in (2, 3, 4, 5)] == [
        (300, 90), (300, 270), (200, 270), (200, 90),
    ]  # fmt: skip


def summary(feature: Feature, board: maps.SpaceMap | None = None) -> object:
    """What a feature is and where, on a board after a half turn of it."""

    def at(point: Point) -> Point:
        return Point(board.width - point.x, board.height - point.y) if board else point

    zones = []
    for zone in feature.zones:
        shape = zone.shape
        points = shape.corners if isinstance(shape, Polygon) else (shape.centre,)
        radius = shape.radius if isinstance(shape, Disc) else 0
        zones.append((frozenset(map(at, points)), radius, tuple(attributes(zone).items())))
    turn = 180 if board and feature.mobile else 0
    return feature.kind, feature.mobile, (feature.direction + turn) % 360, tuple(zones)


@pytest.mark.rules("D-079")
@pytest.mark.parametrize("key", PLACES)
def test_a_map_is_the_same_after_a_half_turn(key: str) -> None:
    found = BASE.maps[key]
    turned = Counter(summary(feature, found) for feature in found.features)
    assert turned == Counter(map(summary, found.features))


# --- Features of one's own (issue 16, Positions) ---


@pytest.mark.rules("CC-180", "CC-208")
def test_a_feature_of_any_kind_has_what_is_written() -> None:
    found = only(
        kind="ice ring", disc=[27, "15.5", Decimal("2.25")], blocking=True, obscuring=2,
        pull=0.5, mobile=1.5, direction=45,
    )  # fmt: skip
    (zone,) = found.zones
    assert (found.id, found.kind, found.mobile, found.direction) == ("T1", "ice ring", 150, 45)
    assert zone.shape == Disc(du("27 15.5"), 225)
    assert attributes(zone) == {"blocking": True, "obscuring": 2, "pull": 50}


@pytest.mark.rules("CC-182", "CC-208")
def test_a_known_kind_fills_what_is_not_written() -> None:
    exit_of_flames = only(kind="Wormhole Exit", disc=[10, 10, 2], dangerous=1)
    (zone,) = exit_of_flames.zones
    assert exit_of_flames.kind == "wormhole_exit"
    assert zone.shape == Disc(du("10 10"), 200)
    assert attributes(zone) == {"push": 100, "dangerous": 1}
    (clear,) = only(kind="asteroid_field", disc=[10, 10, 2], blocking=False).zones
    assert attributes(clear) == {"hazardous": 1}
    assert only(kind="meteor_swarm", at=[1, 1], mobile=0).mobile == 0


@pytest.mark.rules("CC-198", "CC-202", "D-011")
def test_a_written_disc_is_the_first_band_of_a_kind_with_two() -> None:
    outer, inner = only(kind="gas_nebula", disc=[10, 10, 5]).zones
    assert (outer.shape, inner.shape) == (Disc(du("10 10"), 500), Disc(du("10 10"), 250))
    mass, tail = only(kind="giant_meteor", disc=[20, 15, 1], direction=90).zones
    assert mass.shape == Disc(du("20 15"), 100)
    assert tail.shape == only(kind="giant_meteor", at=[20, 15], direction=90).zones[1].shape


@pytest.mark.rules("CC-199", "D-011")
def test_written_zones_take_the_attributes_of_the_kind_in_order() -> None:
    discs = [{"disc": [10, 10, 5], "obscuring": 3}, {"disc": [11, 10, 1]}]
    outer, inner = only(kind="dense_gas_nebula", zones=discs).zones
    assert attributes(outer) == {"obscuring": 3}
    assert attributes(inner) == {"concealing": True}
    three = only(kind="wreckage", zones=[{"disc": [x, 10, 1]} for x in (1, 2, 3)])
    assert [zone.obscuring for zone in three.zones] == [1, 1, 1]
    assert [zone.shape for zone in three.zones][2] == Disc(du("3 10"), 100)


def test_zones_of_one_shape_share_a_key_and_all_attributes() -> None:
    zones = [{"disc": [x, 10, 2], "zone_key": "belt"} for x in (10, 11)]
    found = only(kind="belt", zones=zones, obscuring=1)
    assert [zone.key for zone in found.zones] == ["belt", "belt"]
    with pytest.raises(ValueError, match="T1: Zones with the same zone_key"):
        only(kind="belt", zones=[zones[0], {**zones[1], "solid": True}])
    zones[1]["zone_key"] = "other"
    assert len(only(kind="belt", zones=[zones[0], {**zones[1], "solid": True}]).zones) == 2


def test_a_polygon_goes_round_either_way_and_may_have_corners_on_an_edge() -> None:
    corners = [[0, 0], [4, 0], [4, 4]]
    plain = only(poly=corners).zones[0].shape
    assert plain == Polygon((du("0 0"), du("4 0"), du("4 4")))
    assert only(poly=[*corners, [2, 2]]).zones[0].shape == plain
    assert only(poly=[[2, 0], *corners[1:], corners[0]]).zones[0].shape == Polygon(
        (du("4 0"), du("4 4"), du("0 0"))
    )
    back = only(poly=corners[::-1]).zones[0].shape
    assert isinstance(back, Polygon)
    assert back.inside(du("3 1"))


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ({"kind": "reef"}, "needs one of disc, poly and zones"),
        ({"kind": "reef", "at": [1, 1]}, "needs one of disc, poly and zones"),
        ({"disc": [1, 1, 1], "poly": [[0, 0], [1, 0], [0, 1]]}, "needs one of"),
        ({"kind": "moon", "zones": [{"solid": True}]}, "either disc or poly"),
        ({"zones": []}, "a list of 1 to 12 zones"),
        ({"disc": [1, 1, 0]}, "must be more than 0"),
        ({"disc": [1, 1, -2]}, "must be more than 0"),
        ({"disc": [1, 1]}, "a centre and a radius"),
        ({"disc": [1, 1, 1.005]}, "at most 2 decimals"),
        ({"disc": [1, True, 1]}, "a centre and a radius"),
        ({"disc": [1, 1, 1], "mobile": -1}, "mobile: It must be a length in du from 0"),
        ({"disc": [1, 1, 1], "push": 1, "pull": 1}, "cannot have both push and pull"),
        ({"disc": [1, 1, 1], "solid": 1}, "solid: It must be true or false"),
        ({"disc": [1, 1, 1], "obscuring": -1}, "obscuring: It must be a whole number"),
        ({"disc": [1, 1, 1], "direction": 360}, "whole degrees from 0 to 359"),
        ({"disc": [1, 1, 1], "kind": "<@1>"}, "a name in plain letters"),
        ({"disc": [1, 1, 1], "size": 3}, "“size” is not a field of a feature"),
        ({"poly": [[0, 0], [4, 0]]}, "a list of 3 to 24 corners"),
        ({"poly": [[0, 0], [4, 0], [1, 1], [0, 4]]}, "all of them convex"),
        ({"poly": [[0, 0], [8, 0], [4, 0], [4, 4]]}, "all of them convex"),
        ({"poly": [[0, 0], [4, 0], [8, 0]]}, "at least three corners"),
        ({"poly": [[0, 0], [4, 0], [4, 0], [4, 4]]}, "all of them convex"),
        (7, "Write a feature as a table"),
    ],
)
def test_what_is_wrong_with_a_feature_is_said(written: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        maps.features([written])
    with pytest.raises(ValueError, match="T2: "):
        maps.features([{"kind": "moon", "at": [1, 1]}, written])


@pytest.mark.parametrize("written", [{}, "moon", [{"kind": "moon", "at": [1, 1]}] * 61])
def test_features_are_a_list_that_is_not_too_long(written: object) -> None:
    with pytest.raises(ValueError, match="a list of at most 60 features"):
        maps.features(written)


# --- Places of scenarios ---


def places(points: int, *features: dict[str, Any], width: int = 5400) -> list[str]:
    board = replace(BOARD, width=width)
    return [SCALE.name(at) for at in maps.marks(board, maps.features(features), points)]


@pytest.mark.rules("CC-225", "D-097", "W-60")
@pytest.mark.parametrize(
    ("points", "found"),
    [
        (1000, ["18 15", "36 15"]),
        (481, ["27 15"]),
        (500, ["27 15"]),
        (999, ["27 15"]),
        (1500, ["13.5 15", "27 15", "40.5 15"]),
        (3000, ["7.71 15", "15.43 15", "23.14 15", "30.86 15", "38.57 15", "46.29 15"]),
    ],
)
def test_there_is_a_mark_for_each_full_500_points(points: int, found: list[str]) -> None:
    assert places(points) == found


@pytest.mark.rules("CC-225", "D-097")
def test_a_mark_in_solid_terrain_moves_east_to_the_next_whole_du_outside() -> None:
    moon = {"kind": "moon", "at": [27, 15]}
    assert places(500, moon) == ["30 15"]
    assert places(500, {**moon, "at": [26.5, 15]}) == ["29 15"]
    assert places(500, {"kind": "moon", "disc": [27, 15, 2]}) == ["29 15"]
    assert places(500, {"kind": "moon", "disc": [29, 15, 2]}) == ["27 15"]
    assert places(500, {"kind": "dust_cloud", "at": [27, 15]}) == ["27 15"]
    assert places(500, moon, {"kind": "moon", "at": [31, 15]}) == ["34 15"]
    assert places(500, moon, width=5301) == ["30 15"]
    assert places(500, {"kind": "moon", "disc": [27, 15, 0.5]}) == ["28 15"]
    assert places(500, {"kind": "planet", "disc": [27, 15, 27]}) == ["54 15"]
    assert places(500, {"kind": "planet", "disc": [27, 15, 27.01]}) == ["27 15"]


def test_the_marks_of_the_maps_are_outside_solid_terrain() -> None:
    for each in BASE.maps.values():
        board = replace(BOARD, width=each.width, height=each.height)
        for points in range(500, 5001, 500):
            for mark in maps.marks(board, each.features, points):
                assert mark in board
                assert solid_at(each.features, mark) is None
