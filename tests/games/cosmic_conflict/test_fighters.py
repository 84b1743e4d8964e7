"""Fighters: their moves, resupply, and the loss of a carrier (CC-115 to 145, D-055 to D-060)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.cosmic_conflict.rules import fighters, terrain
from games.cosmic_conflict.table.units import Table
from tests.games.cosmic_conflict.scenes import code, du, scene, unit

MOON = {"kind": "moon", "at": [27, 15]}


def refused(table: Table, to: str, *pws: str, confirmed: bool = False) -> str:
    fighter = table.units["a1"]
    return code(fighters.refuse_move(table, fighter, du(to), pws=pws, confirmed=confirmed))


# --- Moves ---


@pytest.mark.rules("W-32", "CC-128", "CC-145", "D-002", "D-057")
@pytest.mark.parametrize(
    ("sic", "far", "too_far"),
    [
        ("MACE", "27 10", "27.01 10"),
        ("MACE", "24.2 15.6", "24.21 15.6"),
        ("HORN", "30 10", "30.01 10"),
        ("HORN", "14 2", "13.99 2"),
        ("HORN", "20 10", "20 20.01"),
    ],
)
def test_w32_a_fighter_moves_7_in_any_direction_and_10_with_boosters(
    sic: str, far: str, too_far: str
) -> None:
    table = scene(unit("a1", sic, "20 10"))
    assert (refused(table, far), refused(table, too_far)) == ("", "E-MANEUVER")


@pytest.mark.rules("CC-128")
def test_a_refused_flight_names_its_length() -> None:
    table = scene(unit("a1", "MACE", "20 10"))
    said = fighters.refuse_move(table, table.units["a1"], du("27.5 10"))
    assert said is not None
    assert said.rule == "CC-128"
    assert str(said) == "The move is 7.50 long; a1 moves 7.00 at most."


@pytest.mark.rules("CC-128", "CC-185", "D-012", "D-086")
def test_a_fighter_that_would_be_lost_needs_to_be_confirmed() -> None:
    table = scene(unit("a1", "HORN", "27 20"), terrain=[MOON])
    assert refused(table, "27 12.5") == ""
    assert refused(table, "27 12.51") == "E-SOLID-CONFIRM"
    assert refused(table, "27 12.51", confirmed=True) == ""
    assert refused(table, "27 30") == ""
    table = scene(unit("a1", "HORN", "27 25"))
    assert refused(table, "27 30.01") == "E-EXIT-CONFIRM"
    assert refused(table, "27 30.01", confirmed=True) == ""
    assert refused(table, "27 35.01", confirmed=True) == "E-MANEUVER"


@pytest.mark.rules("CC-123", "D-052", "D-057")
def test_a_fighter_elects_exchanges_where_its_move_ends() -> None:
    table = scene(unit("a1", "HORN", "20 10"), unit("b1", "PART", "25 10"))
    assert refused(table, "23 10", "b1") == ""
    assert refused(table, "22.99 10", "b1") == "E-PWS"


@pytest.mark.rules("CC-193", "D-057")
def test_push_and_pull_move_fighters_too() -> None:
    hole = {"kind": "wormhole_entrance", "at": [27, 15]}
    table = scene(unit("a1", "HORN", "27 17"), terrain=[hole])
    assert terrain.arrive(table, table.units["a1"]).table.units["a1"].at == du("27 16")


# --- Deployment and resupply ---


@pytest.mark.rules("CC-115", "CC-119")
def test_fighters_of_launch_hangars_may_start_within_8_of_the_carrier() -> None:
    table = scene(unit("a1", "HEAR", "20 10"), unit("a2", "HORN", "20 11", carrier="a1"))
    ship = table.units["a1"]
    assert fighters.refuse_deployed(table, ship, du("28 10")) is None
    said = fighters.refuse_deployed(table, ship, du("28.01 10"))
    assert code(said) == "E-ZONE"
    assert str(said) == "That is 8.01 from a1; its Fighters start within 8.00."
    two = table.put(replace(table.units["a2"], id="a3"))
    said = fighters.refuse_deployed(two, ship, du("20 10"))
    assert said is not None
    assert said.rule == "CC-119"


@pytest.mark.rules("W-32", "CC-136", "CC-137", "D-059")
def test_w32_a_fighter_is_resupplied_by_a_whole_turn_aboard() -> None:
    table = scene(
        unit("a1", "HEAR", "20 10"), unit("a2", "MACE", "21 10", carrier="a1", shots=0), turn=2
    )
    table = fighters.collected(table, table.units["a1"], table.units["a2"])
    assert fighters.resupplied(table) == ()
    table = replace(table.put(replace(table.units["a1"], used=())), turn=3)
    (mace,) = fighters.resupplied(table)
    assert (mace.id, mace.shots, mace.aboard) == ("a2", 1, "a1")
    assert fighters.resupplied(table.put(mace)) == ()
    outside = fighters.launched(table, table.units["a1"], table.units["a2"], du("21 10"))
    assert fighters.resupplied(outside) == ()
    back = fighters.collected(outside, outside.units["a1"], outside.units["a2"])
    assert fighters.resupplied(back) == ()
    table = replace(table.put(mace), turn=4)
    launch = fighters.refuse_launch(table, table.units["a1"], table.units["a2"], du("21 10"))
    assert launch is None


@pytest.mark.rules("CC-137", "CC-146", "D-059")
def test_a_fighter_that_starts_aboard_rests_in_turn_1() -> None:
    table = scene(
        unit("a1", "HEAR", "20 10"), unit("a2", "MAUL", aboard="a1", carrier="a1", shots=1)
    )
    assert [each.shots for each in fighters.resupplied(table)] == [2]


# --- The loss of a carrier ---


@pytest.mark.rules("W-70", "CC-125", "CC-141", "CC-143", "CC-146", "D-055", "D-060")
def test_w70_orphaned_fighters() -> None:
    table = scene(
        unit("a1", "HEAR", "20 10"),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        unit("a3", "MAUL", "22 10", carrier="a1", shots=1),
        unit("a4", "DRIF", "24 10"),
        unit("a5", "DRIF", "24 10", carrier="a1"),
    )
    assert not any(fighters.counts_as_destroyed(table, each) for each in table.units.values())
    after = table.removed(table.units["a1"], "destroyed")
    assert [after.units[id].state for id in ("a2", "a3", "a4")] == ["destroyed", "in", "in"]
    lost = [id for id, each in after.units.items() if fighters.counts_as_destroyed(after, each)]
    assert lost == ["a1", "a2", "a3"]
    points = [after.designs[after.units[id].sic].points for id in ("a3", "a4")]
    assert points == [44, 30]
    assert after.designs["MAUL"].shots == 2
    assert fighters.resupplied(replace(after, turn=9)) == ()
    maul, ship = after.units["a3"], after.units["a1"]
    assert code(fighters.refuse_collect(after, ship, maul)) == "E-COLLECT"


@pytest.mark.rules("CC-141", "D-055", "D-060")
def test_the_fighters_of_a_fled_carrier_are_not_destroyed() -> None:
    table = scene(
        unit("a1", "HEAR", "20 10"),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        unit("a3", "MAUL", "22 10", carrier="a1"),
    )
    after = table.removed(table.units["a1"], "fled")
    assert [after.units[id].state for id in ("a1", "a2", "a3")] == ["fled", "fled", "in"]
    assert not any(fighters.counts_as_destroyed(after, each) for each in after.units.values())
