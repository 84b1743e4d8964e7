"""The worked examples of the canon about losses and the end, T21 to T33, with its numbers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.galaxy_aflame.course import having, position

FOUR_HITS = "4 4 4 4 1 1 1 1 1 1"


@pytest.mark.rules("GA-82", "GA-84", "GA-86", "T21")
def test_three_failed_checks_drive_a_unit_to_the_nearest_edge() -> None:
    match = position({"R1": "INF 24 24", "B1": "RIF 24 12"})
    match.shoot("R1 B1 KILL", FOUR_HITS, "1 2 3 6")
    assert (match.models("B1"), match.at("B1")) == ([4], "24 6")
    match.play("END", "MOVE B1 24 12")
    assert match.allows("SHOOT B1 R1 KILL")


@pytest.mark.rules("GA-85", "GA-88", "GA-89", "T22")
def test_a_unit_that_leaves_the_table_is_lost_with_all_models() -> None:
    units = {"R1": "INF 10 18", "B1": "RIF 4 12", "B2": "STO", "B3": "BIK", "B4": "PEN"}
    match = position(units).shoot("R1 B1 KILL", FOUR_HITS, "1 2 3 6")
    assert match.unit("B1").out
    assert match.told("FellBack")[0].edge == "west"
    assert match.table.losses == ((0, 0), (7, 1))
    match.play("END")
    assert match.decision().kind == "reinforce"
    assert match.table.rights == 2


@pytest.mark.rules("GA-101", "T23")
def test_the_fearless_never_fall_back() -> None:
    match = position({"R1": "INF 24 24", "B1": "STO 24 12"})
    match.shoot("R1 B1 KILL", FOUR_HITS, "1 2 3 8")
    assert (match.models("B1"), match.at("B1")) == ([2], "24 12")


@pytest.mark.rules("GA-69", "GA-82", "T24")
def test_failures_of_a_turn_add_up_and_break_a_unit_once() -> None:
    units = {"R1": "INF 24 24", "R2": "REE 28 24", "R3": "SPI 20 20", "B1": "RIF 24 12"}
    match = position(units).shoot("R1 B1 KILL", "4 4 1 1 1 1 1 1 1 1", "1 2")
    assert (match.models("B1"), match.unit("B1").fails, match.at("B1")) == ([5], 2, "24 12")
    match.shoot("R2 B1 KILL", "4 4 4 1 1 1", "1 5 2")
    assert (match.models("B1"), match.unit("B1").fails, match.at("B1")) == ([3], 4, "24 6")
    match.shoot("R3 B1 KILL", "4 1 1", "1")
    assert (match.unit("B1").fails, match.at("B1")) == (5, "24 6")


def _falls_back(home: str, card: str, at: str, **others: Any) -> str:
    """Where a unit that has failed three checks goes after one more."""
    letter, foe = ("B", "R") if home == "north" else ("R", "B")
    shooter = having("SPI", "24 30")
    units = {f"{letter}1": having(card, at, fails=2), f"{foe}1": shooter, **others}
    match = position(units, turn=foe)
    match.shoot(f"{foe}1 {letter}1 KILL", "4 1 1", "1")
    return match.at(f"{letter}1")


@pytest.mark.rules("GA-84", "T25")
def test_of_equally_near_edges_the_own_comes_first_then_the_west() -> None:
    assert _falls_back("north", "RIF", "12 12") == "12 6"
    assert _falls_back("south", "INF", "12 12") == "6 12"
    assert _falls_back("north", "RIF", "24 12", B2="STO 24 7") == "24 5"


LOST_TWO: dict[str, Any] = {"losses": {"B": [2, 0]}}


@pytest.mark.rules("GA-87", "GA-88", "GA-90", "GA-91", "T26")
def test_losses_bring_reinforcements() -> None:
    units = {"R1": "INF 24 30", "B1": "STO 10 10", "B2": "RIF", "B3": "BIK"}
    quiet = position(units).play("END")
    assert quiet.decision().kind == "turn"
    assert quiet.refused("REINFORCE RIF 24 6") == "E_NO_RIGHT"
    match = position(units, **LOST_TWO).play("END")
    assert match.table.rights == 1
    assert match.refused("REINFORCE RIF 24 6.1") == "E_ZONE"
    assert match.allows("REINFORCE RIF 24 6")
    assert match.allows("REINFORCE NONE")
    vehicle = {"losses": {"B": [1, 1]}}
    assert position(units, **vehicle).play("END").table.rights == 2
    one_card = {**units, "B3": having("BIK", state="out")}
    assert position(one_card, **vehicle).play("END").table.rights == 1
    empty = {**units, "B1": having("STO", state="out")}
    assert position(empty, **LOST_TWO).play("END").refused("REINFORCE NONE") == "E_MUST"


@pytest.mark.rules("GA-73", "GA-89", "T27")
def test_models_lost_in_the_own_turn_count_too() -> None:
    units = {"R1": having("REE", "24 24", models=4), "R2": "INF", "B1": "RIF 24 19"}
    match = position(units, {"cover": [{"circle": [24, 19, 3]}]})
    match.shoot("R1 B1 KILL", "2", "4 5 6 1 2 3", "3 2 5", "1 8")
    assert match.models("R1") == [3]
    match.play("END", "END")
    assert (match.decision().kind, match.table.rights) == ("reinforce", 1)


@pytest.mark.rules("GA-21", "GA-78", "GA-96", "T29")
def test_passengers_are_thrown_out_of_a_wreck() -> None:
    units = {"R1": "MAN 24 20", "R2": having("REE", **{"in": "R1"}), "B1": "HUN 24 6"}
    match = position(units, turn="B").play("SHOOT B1 R1 KILL").roll("10 10 10", "1 2 3")
    assert match.unit("R1").out
    assert match.at("R2") == "24 20"
    assert match.dice == ((1, 4),)
    match.roll("3")
    assert match.dice == ((3, 8),)
    match.roll("1 5 2")
    assert match.models("R2") == [4]
    assert match.table.losses == ((3, 1), (0, 0))


@pytest.mark.rules("GA-63", "GA-81", "T30")
def test_all_checks_are_rolled_even_if_models_run_out() -> None:
    units = {"R1": "INF 24 24", "B1": having("SPI", "24 12", models=1), "B2": "RIF 4 4"}
    match = position(units).shoot("R1 B1 KILL", "4 4 4 1 1 1 1 1 1 1", "2 5 1")
    assert match.unit("B1").out
    assert match.unit("B1").fails == 2
    close = {**units, "R1": "INF 24 16"}
    match = position(close, {"cover": [{"circle": [24, 12, 3]}]})
    match.play("SHOOT R1 B1 KILL").roll("1", "4 4 4 1 1 1 1 1 1 1 1", "2 5 1")
    assert match.unit("B1").out
    assert match.dice == ((1, 4),)
    match.roll("1")
    assert match.models("R1") == [9]


@pytest.mark.rules("GA-73", "GA-102", "GA-103", "T31")
def test_two_last_units_that_destroy_each_other_draw() -> None:
    units = {"R1": having("INF", "24 16", models=1), "B1": having("RIF", "24 12", models=1)}
    match = position(units, {"cover": [{"circle": [24, 12, 3]}]})
    match.shoot("R1 B1 KILL", "2", "4 4 1", "5 2", "1")
    assert match.unit("R1").out
    assert match.unit("B1").out
    ending = match.ending
    assert ending is not None
    assert (ending.winners, ending.rule) == ((), "GA-103")


@pytest.mark.rules("GA-104", "T32")
def test_after_the_last_round_the_survivors_are_counted() -> None:
    units = {
        "R1": having("INF", "24 30", models=5),
        "R2": "SPI",
        "B1": having("STO", "24 6", models=3),
        "B2": having("BIK", "10 6", models=2),
    }
    match = position(units, round=20, turn="B").play("END")
    ending = match.ending
    assert ending is not None
    assert (ending.winners, ending.rule) == ((0,), "GA-104")
    assert match.told("GameOver")[0].scores == ("7", "61/10")


@pytest.mark.rules("GA-76", "GA-104", "GA-105", "T33")
def test_vehicles_that_nobody_can_destroy_end_the_match() -> None:
    units = {"R1": "MAN 24 30", "B1": "CAR 24 6"}
    match = position(units).play("END")
    ending = match.ending
    assert ending is not None
    assert (ending.winners, ending.rule, ending.scores) == ((), "GA-105", (4, 4))
    going_on = position({**units, "B2": having("HOW", models=1)}).play("END")
    assert going_on.ending is None
    howitzers = position({**units, "B2": "HOW 30 6"}, turn="B")
    assert howitzers.refused("SHOOT B2 R1 KILL") == "E_VEHICLE"
