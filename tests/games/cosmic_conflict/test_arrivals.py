"""The end of a move (D-080): Push and Pull, the edge, Solid and Hazardous terrain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.rules import movement, terrain
from games.cosmic_conflict.rules.movement import Bearing, MovePlan
from games.cosmic_conflict.rules.terrain import Arrival, TerrainDamage
from games.cosmic_conflict.space import shown
from games.cosmic_conflict.table.units import Table
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit, well

MOON = {"kind": "moon", "at": [27, 15]}
ASTEROIDS = {"kind": "asteroid_field", "at": [14, 11]}


def arrive(table: Table, *dice: int, id: str = "a1") -> Arrival:
    return terrain.arrive(table, table.units[id], dice)


def moved(table: Table, plan: MovePlan) -> tuple[str, Arrival]:
    """The refusal, and what becomes of ``a1`` in spite of it."""
    ship = table.units["a1"]
    end = movement.moved(ship, movement.plot(table, ship, plan))
    return code(movement.refuse(table, ship, plan)), terrain.arrive(table, end)


# --- Push and Pull ---


@pytest.mark.rules("W-42", "CC-193", "CC-206", "CC-207", "D-085")
@pytest.mark.parametrize(
    ("at", "zone", "far", "to"),
    [
        ("25 18", {"pull": 1}, "3.61", "25.55 17.17"),
        ("25 18", {"push": 1}, "3.61", "24.45 18.83"),
        ("26.6 15.4", {"pull": 1}, "0.57", "27 15"),
    ],
)
def test_w42_push_and_pull(at: str, zone: dict[str, Any], far: str, to: str) -> None:
    table = scene(unit("a1", plain(3), at), terrain=[well(27, 15, **zone)])
    assert terrain.displacement_dice(table, table.units["a1"]) == 0
    found = arrive(table)
    ((feature, away, direction, end),) = found.shifts
    assert (feature, shown(away), direction, end) == ("T1", far, None, du(to))
    assert found.table.units["a1"].at == du(to)


@pytest.mark.rules("W-42", "CC-209", "D-085")
def test_w42_a_random_push_asks_for_two_dice() -> None:
    anomaly = well(20, 15, push=1, random=True)
    table = scene(unit("a1", plain(3), "20 15", heading=90), terrain=[anomaly])
    assert terrain.displacement_dice(table, table.units["a1"]) == 2
    found = arrive(table, 3, 4)
    assert (found.shifts[0].direction, found.table.units["a1"].at) == (150, du("20.5 14.13"))


@pytest.mark.rules("W-42", "CC-193", "D-010", "D-085")
def test_w42_a_ship_on_the_border_of_the_zone_is_unaffected() -> None:
    table = scene(unit("a1", plain(3), "27 19"), terrain=[well(27, 15, push=1)])
    assert arrive(table) == Arrival(table)


@pytest.mark.rules("CC-180", "CC-193", "D-080", "D-085")
def test_the_zones_around_the_end_of_the_move_act_once_each_in_map_order() -> None:
    first, second = well(20, 15, push=3), well(24, 15, push=1, random=True)
    third = well(28, 15, push=1)
    table = scene(unit("a1", plain(3), "22 15"), terrain=[first, second, third])
    found = arrive(table, 1, 1)
    assert [shift.feature for shift in found.shifts] == ["T1", "T2"]
    assert [shift.to for shift in found.shifts] == [du("25 15"), du("25 16")]
    assert found.table.units["a1"].at == du("25 16")


@pytest.mark.rules("CC-193", "D-057", "D-085")
def test_at_the_centre_a_ship_is_pushed_along_its_heading_and_a_fighter_north() -> None:
    wormhole = {"kind": "wormhole_exit", "at": [27, 15]}
    for sic, heading, to in ((plain(3), 90, "28 15"), ("HORN", 90, "27 16")):
        table = scene(unit("a1", sic, "27 15", heading=heading), terrain=[wormhole])
        assert arrive(table).table.units["a1"].at == du(to)


# --- Leaving the board ---


@pytest.mark.rules("W-64", "CC-024", "CC-025", "D-086")
def test_w64_leaving_the_board() -> None:
    table = scene(unit("a1", plain(4), "53 10", heading=90, velocity=2))
    ship = table.units["a1"]
    assert movement.plot(table, ship, MovePlan()).step2 == du("55 10")
    refused, found = moved(table, MovePlan(shift=Bearing(270, 100)))
    assert (refused, found.state, found.table.units["a1"].at) == ("", "in", du("54 10"))
    refused, found = moved(table, MovePlan())
    assert refused == "E-EXIT-CONFIRM"
    assert movement.refuse(table, ship, MovePlan(confirmed=True)) is None
    gone = found.table.units["a1"]
    assert (found.state, gone.state, gone.at) == ("fled", "fled", None)
    said = movement.refuse(table, ship, MovePlan())
    assert str(said) == "(55.00, 10.00) is off the board: a1 would flee. Add CONFIRM to leave."


@pytest.mark.rules("D-086")
def test_with_walls_nobody_leaves_the_board_but_stops_there() -> None:
    ship = unit("a1", plain(4), "53 10", heading=90, velocity=3)
    refused, found = moved(scene(ship, edge="wall"), MovePlan(-1))
    after = found.table.units["a1"]
    assert (refused, found.state) == ("", "in")
    assert (after.at, after.velocity) == (du("54 10"), 0)
    refused, found = moved(scene(ship, edge="wall"), MovePlan(-1, Bearing(270, 100)))
    assert found.table.units["a1"].velocity == 2


@pytest.mark.rules("D-080", "D-086")
def test_a_wall_stops_a_ship_in_the_terrain_beside_it() -> None:
    moon = {"kind": "moon", "disc": [54, 10, 1]}
    ship = unit("a1", plain(4), "53.5 10", heading=90, velocity=2)
    refused, found = moved(scene(ship, terrain=[moon], edge="wall"), MovePlan())
    assert (refused, found.state, found.solid) == ("E-SOLID-CONFIRM", "destroyed", "T1")


@pytest.mark.rules("CC-193", "D-085", "D-086")
def test_push_never_takes_a_ship_off_the_board_nor_pull_a_fled_one_back() -> None:
    wormhole = {"kind": "wormhole_exit", "at": [52, 15]}
    table = scene(unit("a1", plain(4), "53.5 15", velocity=2), terrain=[wormhole])
    found = arrive(table)
    assert (found.state, found.table.units["a1"].at) == ("in", du("54 15"))
    assert found.table.units["a1"].velocity == 2
    hole = well(54, 15, pull=3, random=True)
    table = scene(unit("a1", plain(4), "54.5 15"), terrain=[hole])
    assert terrain.displacement_dice(table, table.units["a1"]) == 0
    assert arrive(table).state == "fled"


@pytest.mark.rules("D-055", "D-086", "W-70")
@pytest.mark.parametrize(("edge", "state"), [("54.01 10", "fled"), ("27 15", "destroyed")])
def test_fighters_aboard_share_the_fate_of_their_carrier(edge: str, state: str) -> None:
    table = scene(
        unit("a1", "HEAR", edge),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        unit("a3", "MAUL", "20 10", carrier="a1"),
        terrain=[MOON],
    )
    units = arrive(table).table.units
    assert [units[id].state for id in ("a1", "a2", "a3")] == [state, state, "in"]
    assert units["a1"].at is None
    assert units["a3"].at == du("20 10")


# --- Solid terrain ---


@pytest.mark.rules("W-38", "CC-024", "CC-025", "CC-185", "D-012", "D-080")
def test_w38_ending_in_solid_terrain() -> None:
    table = scene(unit("a1", plain(4), "27 9", velocity=4), terrain=[MOON])
    plan = MovePlan(shift=Bearing(90, 100))
    refused, found = moved(table, plan)
    assert refused == "E-SOLID-CONFIRM"
    assert movement.refuse(table, table.units["a1"], replace(plan, confirmed=True)) is None
    assert (found.state, found.solid, found.table.units["a1"].state) == (
        "destroyed",
        "T1",
        "destroyed",
    )
    refused, found = moved(table, MovePlan(-1))
    assert (refused, found.state, found.table.units["a1"].at) == ("", "in", du("27 12"))
    table = scene(unit("a1", plain(1), "27 11", velocity=6), terrain=[MOON])
    assert moved(table, MovePlan())[0] == "E-SOLID-CONFIRM"
    refused, found = moved(table, MovePlan(shift=Bearing(0, 100)))
    assert (refused, found.state, found.table.units["a1"].at) == ("", "in", du("27 18"))
    table = scene(unit("a1", plain(1), "27 17.5"), terrain=[MOON])
    assert moved(table, MovePlan()) == ("", Arrival(table))


@pytest.mark.rules("CC-185")
def test_the_refusal_names_the_solid_terrain() -> None:
    table = scene(unit("a1", plain(4), "27 9", velocity=4), terrain=[MOON])
    said = movement.refuse(table, table.units["a1"], MovePlan())
    assert str(said) == (
        "(27.00, 13.00) is inside Moon T1, which is Solid: a1 would be destroyed. "
        "Add CONFIRM to do it."
    )


@pytest.mark.rules("CC-185", "CC-193", "D-080")
def test_pull_can_bring_a_ship_into_a_planet_and_out_of_one() -> None:
    pull = well(27, 15, pull=1)
    table = scene(unit("a1", plain(4), "27 11.9"), terrain=[MOON, pull])
    refused, found = moved(table, MovePlan())
    assert (refused, found.state, found.solid) == ("E-SOLID-CONFIRM", "destroyed", "T1")
    assert found.shifts[0].to == du("27 12.9")
    table = scene(unit("a1", plain(4), "27 13"), terrain=[MOON, well(27, 15, push=1)])
    refused, found = moved(table, MovePlan())
    assert (refused, found.state, found.table.units["a1"].at) == ("", "in", du("27 12"))


@pytest.mark.rules("CC-185", "CC-209", "D-080")
def test_where_dice_decide_only_the_own_move_needs_to_be_confirmed() -> None:
    anomaly = well(27, 15, push=1, random=True)
    table = scene(unit("a1", plain(4), "27 12"), terrain=[MOON, anomaly])
    assert movement.refuse(table, table.units["a1"], MovePlan()) is None
    assert arrive(table, 1, 1).state == "destroyed"
    assert arrive(table, 4, 1).state == "in"
    table = scene(unit("a1", plain(4), "27 13"), terrain=[MOON, anomaly])
    assert code(movement.refuse(table, table.units["a1"], MovePlan())) == "E-SOLID-CONFIRM"


# --- Hazardous terrain ---


@pytest.mark.rules("W-39", "CC-162", "CC-163", "CC-190", "D-056", "D-083")
def test_w39_hazardous_terrain_spares_who_has_navigated() -> None:
    table = scene(unit("a1", "PART", "14 12"), terrain=[ASTEROIDS])
    assert arrive(table).damage == (TerrainDamage("a1", 3, "T1"),)
    table = scene(unit("a1", "PART", "14 12", navigated=True), terrain=[ASTEROIDS])
    assert arrive(table).damage == ()
    changing = movement.changed(unit("a1", "PART", "14 12", velocity=1)[0], 1)
    assert terrain.hazards(table, changing) == ()
    fighter = scene(unit("a1", "HORN", "14 12"), terrain=[ASTEROIDS])
    assert arrive(fighter).damage == (TerrainDamage("a1", 1, "T1"),)


@pytest.mark.rules("CC-190", "D-080", "D-082")
def test_hazards_hurt_after_push_one_zone_after_the_other() -> None:
    wreck = {"kind": "wreckage", "at": [24, 15]}
    mines = {"kind": "ancient_minefield", "at": [24, 15]}
    table = scene(unit("a1", plain(2), "21.5 15"), terrain=[wreck, mines, well(20, 15, push=1)])
    found = arrive(table)
    assert found.table.units["a1"].at == du("22.5 15")
    assert found.damage == (TerrainDamage("a1", 2, "T1"), TerrainDamage("a1", 4, "T2"))
