"""Launching and collecting Fighters (CC-115 to CC-120, D-055)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.geometry.plane import Point
from games.cosmic_conflict.rules import fighters
from games.cosmic_conflict.table.units import Table
from tests.games.cosmic_conflict.scenes import code, du, scene, unit


def carrier(turn: int = 2, **fields: Any) -> Table:
    return scene(
        unit("a1", "HEAR", "20 10", **fields),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        unit("a3", "MACE", aboard="a1", carrier="a1"),
        unit("a4", "MAUL", aboard="a1", carrier="a1"),
        turn=turn,
    )


def launch(table: Table, fighter: str, at: str) -> tuple[str, str]:
    found = fighters.refuse_launch(table, table.units["a1"], table.units[fighter], du(at))
    return code(found), str(found or "")


def launched(table: Table, fighter: str, at: str) -> Table:
    return fighters.launched(table, table.units["a1"], table.units[fighter], du(at))


def collect(table: Table, fighter: str, ship: str = "a1") -> tuple[str, str]:
    found = fighters.refuse_collect(table, table.units[ship], table.units[fighter])
    return code(found), str(found or "")


@pytest.mark.rules("W-32", "CC-116", "CC-117", "CC-120", "CC-128", "D-055")
def test_w32_each_launch_hangar_launches_one_fighter_a_turn() -> None:
    table = carrier()
    assert launch(table, "a2", "21.2 11.6") == ("", "")
    assert launch(table, "a2", "21.21 11.6") == (
        "E-LAUNCH",
        "(21.21, 11.60) is 2.01 from a1, over 2.00.",
    )
    table = launched(table, "a2", "21.2 11.6")
    hornet = table.units["a2"]
    assert (hornet.at, hornet.aboard, hornet.carrier) == (du("21.2 11.6"), "", "a1")
    assert not hornet.activated
    assert launch(table, "a3", "20 11") == ("", "")
    table = launched(table, "a3", "20 11")
    assert launch(table, "a4", "20 11") == (
        "E-LAUNCH",
        "a1 has used its 2 Fighter Launch Hangars this turn.",
    )
    again = table.put(replace(table.units["a1"], used=()))
    assert launch(again, "a4", "20 11") == ("", "")


@pytest.mark.rules("CC-116", "CC-120", "D-055")
def test_only_a_launch_hangar_that_works_lets_a_fighter_out() -> None:
    assert launch(carrier(off=(0,)), "a2", "20 11") == ("", "")
    table = launched(carrier(off=(0,)), "a2", "20 11")
    assert table.units["a1"].used == (1,)
    assert launch(table, "a3", "20 11")[0] == "E-LAUNCH"
    assert launch(carrier(off=(0, 1)), "a2", "20 11") == (
        "E-LAUNCH",
        "a1 has no Fighter Launch Hangar that works.",
    )


@pytest.mark.rules("CC-117", "D-055")
def test_a_fighter_is_launched_on_the_board_and_outside_solid_terrain() -> None:
    edge = scene(
        unit("a1", "HEAR", "53 14"),
        unit("a2", "HORN", aboard="a1", carrier="a1"),
        terrain=[{"kind": "moon", "at": [50, 14]}],
    )
    assert launch(edge, "a2", "54 14") == ("", "")
    assert launch(edge, "a2", "54.01 14")[1] == "(54.01, 14.00) is off the board."
    assert launch(edge, "a2", "52.5 14")[0] == ""
    assert launch(edge, "a2", "52.4 14") == (
        "E-LAUNCH",
        "(52.40, 14.00) is inside Moon T1, which is Solid.",
    )


@pytest.mark.rules("CC-117", "D-055")
def test_only_a_fighter_aboard_a_ship_on_the_board_is_launched() -> None:
    table = carrier()
    outside = table.put(replace(table.units["a2"], at=du("20 11"), aboard=""))
    assert launch(outside, "a2", "20 11")[1] == "a2 is not aboard a1."
    fled = table.put(replace(table.units["a1"], at=None, state="fled"))
    assert launch(fled, "a2", "20 11")[0] == "E-LAUNCH"


@pytest.mark.rules("CC-116", "CC-117", "D-055")
def test_a_carrier_collects_its_own_fighters_within_2_one_for_each_launch_hangar() -> None:
    table = scene(
        unit("a1", "HEAR", "20 10"),
        unit("a2", "HORN", "22 10", carrier="a1", activated=True),
        unit("a3", "MACE", "22.01 10", carrier="a1"),
        unit("a4", "WASP", "20 10", carrier="a9"),
        unit("a5", "HORN", "20 10", carrier="a1"),
        unit("a6", "MAUL", "20 10", carrier="a1"),
        turn=2,
    )
    assert collect(table, "a3") == ("E-COLLECT", "a3 is 2.01 from a1, over 2.00.")
    assert collect(table, "a4") == ("E-COLLECT", "a4 does not belong to a1.")
    assert collect(table, "a2") == ("", "")
    table = fighters.collected(table, table.units["a1"], table.units["a2"])
    inside = table.units["a2"]
    assert (inside.at, inside.aboard, inside.boarded, inside.activated) == (None, "a1", 2, True)
    assert collect(table, "a2")[1] == "a2 and a1 are not both on the board."
    assert collect(table, "a5") == ("", "")
    table = fighters.collected(table, table.units["a1"], table.units["a5"])
    assert table.units["a1"].used == (0, 1)
    assert collect(table, "a6")[1] == "a1 has used its 2 Fighter Launch Hangars this turn."


@pytest.mark.rules("CC-115", "CC-119", "D-055")
def test_a_carrier_has_room_for_as_many_fighters_as_hangars_that_work() -> None:
    def full(**fields: Any) -> Table:
        return scene(
            unit("a1", "HEAR", "20 10", **fields),
            unit("a2", "HORN", aboard="a1", carrier="a1"),
            unit("a3", "HORN", aboard="a1", carrier="a1"),
            unit("a4", "HORN", "20 10", carrier="a1"),
        )

    assert collect(full(), "a4") == ("", "")
    assert collect(full(off=(2,)), "a4") == ("E-COLLECT", "a1 carries 2 Fighters at most.")
    table = launched(full(off=(2,)), "a2", "20 11")
    assert collect(table, "a4") == ("", "")


@pytest.mark.rules("D-052")
def test_launching_next_to_an_enemy_is_no_move_and_moves_nothing_else() -> None:
    table = carrier()
    after = launched(table, "a2", "20 11")
    assert after.units["a1"].at == Point(2000, 1000)
    assert after.units["a1"].used == (0,)
    assert {id: after.units[id] for id in ("a3", "a4")} == {
        id: table.units[id] for id in ("a3", "a4")
    }
