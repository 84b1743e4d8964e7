"""Fleets, who begins, deployment (4.1; CC-061, CC-211, D-015, D-071, D-088)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.table.units import Placement, Table
from tests.games.cosmic_conflict.scenes import code, du, plain, scene, unit


def facing(first: str, second: str, initiative: int = 1) -> Table:
    """Two starter fleets that are to be deployed."""
    fleets = {1: BASE.fleets[first].units, 2: BASE.fleets[second].units}
    units = [
        each
        for side, fleet in fleets.items()
        for each in preparation.units(BASE.designs, side, fleet)
    ]
    opening = preparation.opening(Agreement())
    return replace(opening, designs=BASE.designs, initiative=initiative).put(*units)


def refused(table: Table, unit: str, at: str, velocity: int = 2, *, in_order: bool = True) -> str:
    placement = Placement(unit, du(at), velocity=velocity)
    return code(preparation.refuse_placement(table, placement, in_order=in_order))


# --- Fleets ---


@pytest.mark.rules("CC-T01")
def test_a_fleet_has_at_most_40_units_as_the_settings_say() -> None:
    most, more = ((FleetUnit("DART"),) * count for count in (40, 41))
    assert preparation.refuse_fleet(BASE.designs, most, 5000) is None
    found = preparation.refuse_fleet(BASE.designs, more, 5000)
    assert found is not None
    assert found.sentence == "The fleet has 41 units, but the limit is 40."
    assert "40 units" in (Agreement.model_fields["points"].description or "")


@pytest.mark.rules("CC-004", "CC-016", "CC-017", "D-015", "D-018", "D-019")
def test_ships_start_undamaged_and_head_for_the_other_edge() -> None:
    table = facing("A", "B")
    assert [each.sic for each in table.of(1)] == ["CITA", "PART", "BULW", "LONG", "DART"]
    assert list(table.units) == ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5"]
    citadel, tempest = table.units["a1"], table.units["b1"]
    assert (citadel.health, citadel.absorbers, citadel.conditions) == (0, (10, 10, 5), ())
    assert (citadel.heading, citadel.velocity) == (0, 2)
    assert (tempest.heading, tempest.velocity) == (180, 2)
    assert {each.at for each in table.units.values()} == {None}


@pytest.mark.rules("CC-115", "CC-119", "CC-125", "CC-136", "CC-146")
def test_fighters_start_aboard_their_carrier_with_full_ammunition() -> None:
    table = facing("A", "C")
    hornet, maul = table.units["b6"], table.units["b8"]
    assert [each.id for each in table.aboard("b1")] == ["b6", "b7", "b8"]
    assert (hornet.carrier, hornet.shots, hornet.absorbers) == ("b1", 1, ())
    assert (hornet.heading, hornet.velocity) == (0, 0)
    assert (maul.carrier, maul.shots, maul.absorbers) == ("b1", 2, (3,))
    assert {each.id for each in preparation.unplaced(table, 2)} == {"b1", "b2", "b3", "b4", "b5"}


def test_units_keep_the_names_of_their_fleet() -> None:
    (found,) = preparation.units(BASE.designs, 2, [FleetUnit("WREN", "Second Wind")])
    assert (found.id, found.name, found.side) == ("b1", "Second Wind", 2)


# --- Deployment ---


@pytest.mark.rules("CC-211")
def test_big_hulls_come_before_small_ones_in_any_order_within_a_size() -> None:
    table = facing("A", "B")
    sizes = []
    while ships := preparation.placeable(table, 1):
        sizes.append([each.id for each in ships])
        table = preparation.placed(table, Placement(ships[-1].id, du("20 6")))
        if not any(each.side == 1 for each in preparation.unplaced(table)):
            break
    assert sizes == [["a1"], ["a2", "a3"], ["a2"], ["a4"], ["a5"]]


@pytest.mark.rules("CC-211")
def test_a_refused_order_of_placing_says_what_is_possible() -> None:
    table = facing("A", "C")
    said = preparation.refuse_placement(table, Placement("a5", du("20 6")))
    expected = "a5 has Size 1; your ships of Size 6 come first. Possible now: a1."
    assert str(said) == expected
    table = preparation.placed(table, Placement("a1", du("20 6")))
    said = preparation.refuse_placement(table, Placement("a1", du("20 6")))
    assert str(said) == "a1 has been placed. Possible now: a2, a3."
    said = preparation.refuse_placement(table, Placement("b6", du("20 25")))
    assert said is not None
    assert said.sentence == "Fighters are placed after all ships."


@pytest.mark.rules("CC-211", "D-003")
@pytest.mark.parametrize(
    ("unit", "at", "error"),
    [
        ("a1", "0 0", ""),
        ("a1", "54 8", ""),
        ("a1", "54.01 8", "E-ZONE"),
        ("a1", "20 -0.01", "E-ZONE"),
        ("b1", "20 22", ""),
        ("b1", "20 21.99", "E-ZONE"),
        ("b1", "20 30", ""),
        ("b1", "20 30.01", "E-ZONE"),
    ],
)
def test_a_zone_is_8_deep_along_the_own_edge(unit: str, at: str, error: str) -> None:
    assert refused(facing("A", "B"), unit, at) == error


@pytest.mark.rules("CC-211")
def test_a_place_outside_the_zone_is_told_with_its_depth() -> None:
    said = preparation.refuse_placement(facing("A", "B"), Placement("b1", du("20 18.5")))
    assert str(said) == "That is 11.50 from your starting edge. Your zone is 8.00 deep."


@pytest.mark.rules("D-088", "D-010")
def test_no_unit_starts_inside_solid_terrain() -> None:
    table = scene(unit("a1", "WREN"), terrain=[{"kind": "moon", "at": [20, 5]}])
    assert refused(table, "a1", "20 5") == "E-SOLID"
    assert refused(table, "a1", "20 7.49") == "E-SOLID"
    assert refused(table, "a1", "20 7.5") == ""


@pytest.mark.rules("D-015", "CC-017")
@pytest.mark.parametrize(("size", "most"), [(1, 3), (2, 3), (3, 3), (4, 3), (5, 2), (6, 2)])
def test_a_ship_starts_with_at_most_half_its_velocity(size: int, most: int) -> None:
    table = scene(unit("a1", plain(size)))
    allowed = [v for v in range(-1, 7) if not refused(table, "a1", "20 5", v)]
    assert allowed == list(range(most + 1))


@pytest.mark.rules("CC-211", "D-088")
def test_fighters_without_a_carrier_wait_for_the_ships_of_both_sides() -> None:
    ships = unit("a1", "WREN"), unit("b1", "WREN")
    table = scene(*ships, unit("a2", "DRIF"), unit("b2", "DRIF"))
    for id, at in (("a1", "20 5"), ("b1", "20 25")):
        assert [each.id for each in preparation.placeable(table, table.units[id].side)] == [id]
        assert refused(table, "a2", "25 5") == "E-SIZE-ORDER"
        table = preparation.placed(table, Placement(id, du(at)))
    assert refused(table, "a2", "25 5") == refused(table, "b2", "25 25") == ""


@pytest.mark.rules("CC-211", "D-015")
def test_faults_of_a_placement_come_in_the_order_of_the_canon() -> None:
    moon = [{"kind": "moon", "at": [20, 7]}]
    table = scene(unit("a1", "CITA"), unit("a2", "DART"), terrain=moon)
    assert refused(table, "a2", "20 9", 9) == "E-SIZE-ORDER"
    assert refused(table, "a1", "20 9", 9) == "E-ZONE"
    assert refused(table, "a1", "20 7", 9) == "E-SOLID"
    assert refused(table, "a1", "30 7", 9) == "E-VELOCITY"


# --- Fighters ---


@pytest.mark.rules("CC-143", "CC-211", "D-088")
def test_a_fighter_without_a_carrier_starts_in_the_zone() -> None:
    table = scene(unit("a1", "WREN", "20 5"), unit("a2", "DRIF"))
    assert [each.id for each in preparation.unplaced(table)] == ["a2"]
    assert preparation.deployer(table) is None
    assert refused(table, "a2", "40 8") == ""
    assert refused(table, "a2", "40 8.01") == "E-ZONE"
    assert preparation.automatic(table, table.units["a2"]).at == du("27 4")


# --- Secret deployment ---


@pytest.mark.rules("D-088", "CC-115")
def test_fighters_go_back_aboard_when_their_carrier_is_placed_anew() -> None:
    table = preparation.placed(facing("A", "C"), Placement("b1", du("20 25")))
    for id in ("b6", "b7"):
        table = preparation.placed(table, Placement(id, du("20 20")))
    assert refused(table, "b7", "21 20", in_order=False) == "", "it counts once"
    assert refused(table, "b8", "21 20", in_order=False) == "E-ZONE"
    table = preparation.placed(table, Placement("b1", du("40 25")))
    assert [each.id for each in table.aboard("b1")] == ["b6", "b7", "b8"]
    assert table.units["b6"].at is None


# --- Automatic slots ---


@pytest.mark.rules("D-088")
def test_an_automatic_slot_stays_the_same_when_others_are_placed_by_hand() -> None:
    table = preparation.placed(facing("A", "B"), Placement("a1", du("1 1")))
    assert preparation.automatic(table, table.units["a3"]) == Placement("a3", du("27 4"), None, 2)


@pytest.mark.rules("D-088")
@pytest.mark.parametrize(
    ("terrain", "at"),
    [
        ([27, 4, 2.5], "30 4"),
        ([27, 4, 3], "30 4"),
        ([40, 4, 14], "54 4"),
        ([35, 4, 35], "0 4"),
        ([41, 4, 15], "26 4"),
        ([27, 4, 40], "27 4"),
    ],
)
def test_an_automatic_slot_shifts_by_whole_du_out_of_solid_terrain(
    terrain: list[Any], at: str
) -> None:
    solid = [{"disc": terrain, "solid": True}]
    table = scene(unit("a1", "WREN"), terrain=solid)
    assert preparation.automatic(table, table.units["a1"]).at == du(at)


@pytest.mark.rules("D-088")
@pytest.mark.parametrize("space", ["shattered_moon", "veil", "meteor_run", "quick"])
@pytest.mark.parametrize("fleet", ["A", "B", "C", "D", "Q1", "Q2", "Q3"])
def test_the_automatic_slots_of_all_maps_are_legal(space: Any, fleet: str) -> None:
    opening = preparation.opening(Agreement(map=space))
    for side in (1, 2):
        found = preparation.units(BASE.designs, side, BASE.fleets[fleet].units)
        table = replace(opening, designs=BASE.designs).put(*found)
        while ships := preparation.unplaced(table, side):
            slot = preparation.automatic(table, preparation.placeable(table, side)[0])
            assert preparation.refuse_placement(table, slot) is None
            table = preparation.placed(table, slot)
            assert len(preparation.unplaced(table, side)) == len(ships) - 1


def test_slots_are_rounded_to_whole_hundredths() -> None:
    table = scene(*(unit(f"a{at}", "WREN") for at in range(1, 7)))
    found = [preparation.automatic(table, each).at for each in table.of(1)]
    assert found == [Point(x, 400) for x in (771, 1543, 2314, 3086, 3857, 4629)]


@pytest.mark.rules("CC-253", "D-107")
def test_a_long_code_makes_room_for_the_unit_that_it_is_named_after() -> None:
    one = replace(BASE.designs["WREN"], code="W" * 24)
    other = replace(one, name="Other")
    table, _ = preparation.with_design(scene(), one, "a1")
    table, found = preparation.with_design(table, other, "a40")
    assert found.code == "W" * 19 + "-a40"
    assert preparation.with_design(table, other, "b1") == (table, found)
