"""Terrain in the Resolution Phase: R2 and R3 (CC-189, CC-192, D-056, D-082, D-084)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.geometry.plane import Disc, Point, Polygon
from games.cosmic_conflict.content.terrain import Feature
from games.cosmic_conflict.rules import terrain
from games.cosmic_conflict.rules.terrain import TerrainDamage
from games.cosmic_conflict.space import distance, shown
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

MINEFIELD = {"kind": "minefield", "at": [20, 10.5]}


def mobile(kind: str, x: int, y: int, direction: int) -> dict[str, Any]:
    return {"kind": kind, "at": [x, y], "direction": direction}


def centre(feature: Feature) -> Point:
    return feature.zones[0].centre


# --- R2: Mobile terrain ---


@pytest.mark.rules("W-43", "CC-185", "CC-192", "CC-196", "D-010", "D-084")
def test_w43_a_massive_asteroid_catches_a_ship_but_not_one_on_its_border() -> None:
    table = scene(
        unit("a1", plain(2), "18 11"),
        unit("b1", plain(2), "18.38 11.32"),
        terrain=[mobile("massive_asteroid", 15, 12, 110)],
    )
    found = terrain.move_terrain(table)
    (asteroid,) = found.moved
    assert asteroid.zones[0].shape == Disc(du("16.88 11.32"), 150)
    assert shown(distance(du("16.88 11.32"), du("18 11"))) == "1.17"
    assert found.destroyed == (("a1", "T1"),)
    assert [each.state for each in found.table.units.values()] == ["destroyed", "in"]
    assert found.table.features == found.moved
    assert found.removed == ()


@pytest.mark.rules("W-73", "CC-189", "CC-192", "CC-201", "CC-202", "D-084")
def test_w73_meteors_move_before_they_hurt() -> None:
    table = scene(
        unit("a1", plain(2), "9 12"),
        terrain=[mobile("meteor_swarm", 5, 12, 90), mobile("giant_meteor", 20, 15, 90)],
    )
    assert terrain.dangers(table) == ()
    tail = [du(at) for at in ("20 14", "20 16", "14 17", "14 13")]
    assert table.features[1].zones[1].shape == Polygon(tuple(tail))
    found = terrain.move_terrain(table)
    assert [centre(each) for each in found.table.features] == [du("8 12"), du("23 15")]
    east = tuple(corner.plus(300, 0) for corner in tail)
    assert found.table.features[1].zones[1].shape == Polygon(east)
    assert terrain.dangers(found.table) == (TerrainDamage("a1", 2, "T1"),)


@pytest.mark.rules("CC-192", "D-084")
def test_a_feature_entirely_off_the_board_is_removed_and_the_others_stay() -> None:
    table = scene(
        terrain=[
            mobile("massive_asteroid", 53, 10, 90),
            MINEFIELD,
            mobile("massive_asteroid", 53, 20, 0),
            mobile("meteor_swarm", 2, 5, 270),
        ]
    )
    first = terrain.move_terrain(table)
    assert [each.id for each in first.table.features] == ["T1", "T2", "T3", "T4"]
    assert first.removed == ()
    second = terrain.move_terrain(first.table)
    assert second.removed == ("T1", "T4")
    assert [each.id for each in second.moved] == ["T3"]
    assert [each.id for each in second.table.features] == ["T2", "T3"]
    assert second.table.features[0] == table.features[1]


@pytest.mark.rules("CC-185", "CC-192", "D-055", "D-084")
def test_what_is_aboard_is_lost_and_terrain_that_stands_still_catches_nobody() -> None:
    table = scene(
        unit("a1", "HEAR", "20 10"),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        unit("a3", "HORN", "20 10", carrier="a1"),
        unit("b1", plain(1), "27 15"),
        terrain=[{"kind": "moon", "at": [27, 15]}, mobile("massive_asteroid", 18, 10, 90)],
    )
    found = terrain.move_terrain(table)
    assert found.destroyed == (("a1", "T2"), ("a3", "T2"))
    states = [each.state for each in found.table.units.values()]
    assert states == ["destroyed", "destroyed", "destroyed", "in"]


@pytest.mark.rules("CC-192", "CC-201", "D-084")
def test_mobile_terrain_that_is_not_solid_destroys_nobody() -> None:
    table = scene(unit("a1", plain(1), "8 12"), terrain=[mobile("meteor_swarm", 5, 12, 90)])
    assert terrain.move_terrain(table).destroyed == ()


@pytest.mark.rules("W-43", "CC-192", "D-004", "D-084")
def test_the_centres_of_a_mobile_feature_follow_turn_by_turn() -> None:
    found = terrain.centres(du("15 12"), 110, 200, 3)
    assert list(found) == [du("16.88 11.32"), du("18.76 10.64"), du("20.64 9.96")]


# --- R3: Dangerous terrain ---


@pytest.mark.rules("W-40", "CC-189", "CC-204", "D-056", "D-082", "D-083")
def test_w40_a_minefield_hurts_by_size_in_spite_of_navigation() -> None:
    table = scene(
        unit("a1", "VANG", "20 10", navigated=True),
        unit("a2", "HORN", "20 10"),
        unit("a3", "VANG", "23 10"),
        terrain=[MINEFIELD],
    )
    found = terrain.dangers(table)
    assert found == (TerrainDamage("a1", 8, "T1"), TerrainDamage("a2", 2, "T1"))


@pytest.mark.rules("CC-189", "D-073", "D-082")
@pytest.mark.parametrize(
    ("initiative", "order"), [(1, "a1 a1 a2 a2 b1 b1"), (2, "b1 b1 a1 a1 a2 a2")]
)
def test_dangers_come_by_initiative_then_fleet_then_map(initiative: int, order: str) -> None:
    storm = {"kind": "plasma_storm", "at": [20, 10]}
    table = scene(
        unit("a1", plain(1), "20 10"),
        unit("a2", plain(1), "20 10"),
        unit("a3", "HORN", aboard="a1"),
        unit("b1", plain(1), "20 10"),
        terrain=[storm, MINEFIELD],
        initiative=initiative,
    )
    found = terrain.dangers(table)
    assert " ".join(each.unit for each in found) == order
    assert [(each.feature, each.amount) for each in found[:2]] == [("T1", 1), ("T2", 2)]
