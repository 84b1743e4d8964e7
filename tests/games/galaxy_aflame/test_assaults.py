"""Assaults and attacks on vehicles (2.10, 2.11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.galaxy_aflame.course import Course, having, position

PLAIN = {"R1": "INF 24 24", "B1": "RIF 24 12"}
NONE = "1 1 1 1 1 1 1 1 1 1"
WALL = {"solid": [[20, 16, 28, 18]]}


# --- Assaults ---

CLOSE = {"R1": "REE 24 18", "B1": "RIF 24 12"}
COVER = {"cover": [{"circle": [24, 12, 3]}]}


@pytest.mark.rules("GA-71", "GA-72")
def test_there_is_one_first_round_whatever_came_of_it() -> None:
    match = position(CLOSE).shoot("R1 B1 SUPPRESS", "1", "1 1 1 1 1 1 1")
    match.play("END", "SHOOT B1 R1 KILL")
    assert match.dice == ((7, 6),)
    assert not match.roll("1 1 1 1 1 1 1").told("Attacked")[0].assault


@pytest.mark.rules("GA-71", "GA-72")
def test_another_enemy_is_another_assault_and_parting_ends_one() -> None:
    match = position({**CLOSE, "R2": "INF 22 16"}).shoot("R1 B1 KILL", "1", "1 1 1 1 1 1 1")
    assert Course(match.state).play("SHOOT R2 B1 KILL").dice == ((1, 4),)
    match.play("END", "MOVE B1 24 11.9", "END")
    assert match.table.engaged == ()
    match.play("MOVE R1 24 17.9", "SHOOT R1 B1 KILL")
    assert match.dice == ((1, 4),)


@pytest.mark.rules("GA-71")
def test_a_unit_that_is_removed_is_no_longer_engaged() -> None:
    units = {**CLOSE, "B1": having("RIF", "24 12", models=1), "B2": "STO 4 4"}
    match = position(units).shoot("R1 B1 KILL", "1", "4 1 1 1 1 1 1", "1")
    assert match.table.engaged == ()
    assert match.told("Disengaged") == []


@pytest.mark.rules("GA-73")
@pytest.mark.parametrize(
    ("y", "pairs", "ground"),
    [("18.1", [], COVER), ("18", [["B1", "R1"]], COVER), ("18", [], None)],
)
def test_saves_return_hits_only_in_cover_in_the_first_round(
    y: str, pairs: list[list[str]], ground: Any
) -> None:
    match = position({**CLOSE, "R1": f"REE 24 {y}"}, ground, engaged=pairs)
    match.play("SHOOT R1 B1 KILL")
    if match.dice == ((1, 4),):
        match.roll("1")
    count = match.dice[0][0]
    match.roll(" ".join(["4"] * 2 + ["1"] * (count - 2)), "6 6")
    assert not match.dice
    assert match.told("Returned") == []


@pytest.mark.rules("GA-73", "GA-81")
def test_returned_hits_can_destroy_the_attacker() -> None:
    units = {**CLOSE, "R1": having("REE", "24 18", models=1), "R2": "INF 4 30"}
    match = position(units, COVER).shoot("R1 B1 KILL", "2", "4 4 1", "3 3", "1 2")
    assert match.unit("R1").out
    assert match.table.losses[0] == (1, 1)
    assert match.table.engaged == ()


SCREAMERS = """
title = "Screamers"

[[cards]]
code = "SCR"
name = "Screamers"
army = "aquanaratta"
models = 5
attack = "1d6"
defence = "d6"
move = 6
ranges = ["C", "A"]
keywords = ["Auto-Suppress (4)"]
value = 6
"""


@pytest.mark.rules("GA-03", "GA-73", "GA-75")
def test_automatic_suppression_at_close_range_begins_an_assault_without_more_dice() -> None:
    units = {"R1": "SCR 24 18", "B1": "RIF 24 12", "B2": "STO 26 11"}
    agreed = {"pack": SCREAMERS}
    match = position(units, COVER, settings=agreed).play("SHOOT R1 B1 SUPPRESS")
    assert match.dice == ((1, 4),)
    match.roll("3", "3 3 1")
    assert match.table.engaged == (("B1", "R1"),)
    assert match.dice == ((2, 6),)
    match.roll("3 4")
    assert match.models("R1", "B1") == [4, 6]
    told = match.told("Attacked")[0]
    assert (told.assault, told.bonus, told.die) == (True, 0, 3)
    match.shoot("R1 B1 SUPPRESS", "1", "6")
    kill = position(units, COVER, settings=agreed).play("SHOOT R1 B1 KILL")
    assert kill.dice == ((1, 4),)
    assert kill.roll("2").dice == ((7, 6),)


@pytest.mark.rules("GA-75")
def test_saves_of_another_victim_return_no_hits() -> None:
    units = {"R1": "SCR 24 18", "B1": "RIF 24 12", "B2": "STO 26 11"}
    match = position(units, COVER, settings={"pack": SCREAMERS})
    match.shoot("R1 B1 SUPPRESS VICTIM B2", "2", "3 3")
    assert match.told("Returned") == []
    assert match.table.engaged == (("B1", "R1"),)


@pytest.mark.rules("GA-74")
def test_a_vehicle_without_anti_vehicle_fears_hits_of_anti_vehicle_units_too() -> None:
    match = position({"R1": "MAN 24 18", "B1": "HUN 24 12"}, COVER)
    match.shoot("R1 B1 KILL", "1", "4 4 1 1 1", "3 3", "3 4")
    assert match.unit("R1").shaken
    assert match.told("Returned")[0].checks.fate == "shaken"


# --- Vehicles ---


@pytest.mark.rules("GA-60", "GA-76", "GA-97", "GA-98")
@pytest.mark.parametrize(
    ("card", "kill"), [("INF", False), ("SPI", False), ("LAM", True), ("LEV", True)]
)
def test_who_can_attack_a_vehicle(card: str, kill: bool) -> None:
    match = position({"R1": f"{card} 24 24", "B1": "WAL 24 12"})
    assert match.allows("SHOOT R1 B1 KILL") is kill
    assert match.refused("SHOOT R1 B1 SUPPRESS") == "E_VEHICLE"


@pytest.mark.rules("GA-77", "GA-78", "GA-79", "GA-80")
@pytest.mark.parametrize(
    ("checks", "fate"),
    [
        ("1", "destroyed"),
        ("4", ""),
        ("1 4", "shaken"),
        ("1 1 4", "destroyed"),
        ("1 4 4", "shaken"),
        ("1 1 4 4", "shaken"),
    ],
)
def test_what_becomes_of_a_vehicle(checks: str, fate: str) -> None:
    hits = len(checks.split())
    match = position({"R1": "LAM 24 24", "B1": "WAL 24 12", "B2": "STO 4 4"})
    match.shoot("R1 B1 KILL", " ".join(["4"] * hits + ["1"] * (4 - hits)), checks)
    unit = match.unit("B1")
    assert unit.out is (fate == "destroyed")
    assert unit.shaken is (fate == "shaken")
    assert unit.models == (fate != "destroyed")
    report = match.told("Attacked")[0].checks
    assert (report.fate, report.lost) == (fate, 0)
    assert unit.fails == checks.count("1")
    assert match.table.losses[1] == ((1, 1) if fate == "destroyed" else (0, 0))


@pytest.mark.rules("GA-78")
def test_checks_of_different_attacks_are_not_added_up() -> None:
    match = position({"R1": "LAM 24 24", "B1": "WAL 24 12"})
    match.shoot("R1 B1 KILL", "4 4 1 1", "1 4").shoot("R1 B1 KILL", "4 4 1 1", "1 4")
    assert match.unit("B1").shaken
    assert not match.unit("B1").out


SMALL = {"R1": "INF 24 18", "R2": "SPI 24 24", "B1": "WAL 24 12", "B2": "STO 4 4"}


@pytest.mark.rules("GA-76")
def test_with_small_arms_shake_others_shake_a_vehicle_and_never_destroy_it() -> None:
    agreed = {"small_arms_shake": True}
    match = position(SMALL, settings=agreed)
    assert match.refused("SHOOT R1 B1 SUPPRESS") == "E_VEHICLE"
    match.shoot("R2 B1 KILL", "4 4 1", "1 1")
    assert (match.unit("B1").out, match.unit("B1").shaken) == (False, True)
    assert match.told("Attacked")[0].checks.fate == "shaken"
    hunters = position({**SMALL, "R2": "LAM 24 24"}, settings=agreed)
    assert hunters.shoot("R2 B1 KILL", "4 4 1 1", "1 1").unit("B1").out


@pytest.mark.rules("GA-76")
@pytest.mark.parametrize(
    ("change", "legal"),
    [
        ({}, True),
        ({"R1": "INF 24 18.1"}, False),
        ({"R1": "CHO 24 18"}, False),
        ({"R3": "LAM"}, False),
        ({"R3": "LAM 4 30"}, False),
        ({"R3": having("LAM", state="out")}, True),
        ({"B3": "HUN"}, True),
    ],
)
def test_the_last_resort_is_a_close_attack_of_a_side_without_anti_vehicle(
    change: dict[str, Any], legal: bool
) -> None:
    match = position({**SMALL, **change}, settings={"last_resort": True})
    assert match.allows("SHOOT R1 B1 KILL") is legal
    assert match.refused("SHOOT R1 B1 SUPPRESS") in ("E_VEHICLE", "E_DEAD_ZONE")
    assert not position({**SMALL, **change}).allows("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-76", "GA-78")
def test_the_last_resort_destroys_even_where_small_arms_only_shake() -> None:
    agreed = {"last_resort": True, "small_arms_shake": True}
    match = position(SMALL, settings=agreed)
    match.shoot("R1 B1 KILL", "1", "4 1 1 1 1 1 1 1 1 1 1", "1")
    assert match.unit("B1").out
    match = position({**SMALL, "R3": "LAM"}, settings=agreed)
    match.shoot("R1 B1 KILL", "1", "4 1 1 1 1 1 1 1 1 1 1", "1")
    assert match.unit("B1").shaken
