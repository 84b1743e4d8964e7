"""Falling back, and units that are out (GA-81 to GA-86, GA-101)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.galaxy_aflame.course import Course, having, position

HIT = "10 1 1"
FAILED = "1"


def _broken(card: str = "RIF", at: str = "24 12", fails: int = 2, **others: Any) -> Course:
    """Marksmen of Red cost a Blue unit one more failed check."""
    settings = others.pop("settings", {})
    layout = others.pop("layout", None)
    units = {"R1": "SPI 24 30", "B1": having(card, at, fails=fails), "B9": "STO 46 34", **others}
    match = position(units, layout, settings=settings)
    return match.shoot("R1 B1 KILL", HIT, FAILED)


@pytest.mark.rules("GA-82", "GA-69")
@pytest.mark.parametrize(("fails", "at"), [(1, "24 12"), (2, "24 6"), (3, "24 6")])
def test_three_failed_checks_in_a_turn_break_a_unit(fails: int, at: str) -> None:
    match = _broken(fails=fails)
    assert match.at("B1") == at
    assert match.unit("B1").fell_back is (fails > 1)


@pytest.mark.rules("GA-82", "GA-85")
def test_a_unit_falls_back_once_a_turn_and_not_after_it_is_out() -> None:
    match = _broken()
    match.shoot("R1 B1 KILL", HIT, FAILED)
    assert match.at("B1") == "24 6"
    gone = _broken(B1=having("RIF", "24 12", fails=2, models=1))
    assert gone.kinds() == ["Attacked", "Removed"]


@pytest.mark.rules("GA-101")
def test_fearless_units_stay() -> None:
    assert _broken("STO").at("B1") == "24 12"


@pytest.mark.rules("GA-82")
def test_vehicles_fall_back_too() -> None:
    units = {"R1": "LAM 24 24", "B1": having("CAR", "24 12", fails=2), "B2": "STO 46 34"}
    match = position(units).shoot("R1 B1 KILL", "4 4 1 1", "1 4")
    assert match.at("B1") == "24 2"


@pytest.mark.rules("GA-84")
@pytest.mark.parametrize(
    ("at", "edge", "end"),
    [
        ("24 12", "north", "24 6"),
        ("12 24", "west", "6 24"),
        ("10 18", "west", "4 18"),
        ("38 18", "east", "44 18"),
        ("12 12", "north", "12 6"),
        ("36 12", "north", "36 6"),
        ("12 24.1", "south", "12 30.1"),
        ("11.9 12", "west", "5.9 12"),
    ],
)
def test_it_goes_to_the_nearest_of_four_edges(at: str, edge: str, end: str) -> None:
    match = _broken(at=at)
    told = match.told("FellBack")[0]
    assert (told.edge, match.at("B1"), told.lost) == (edge, end, False)


@pytest.mark.rules("GA-84")
@pytest.mark.parametrize(
    ("first", "at", "size", "end"),
    [
        ("R", "18 18", (36, 36), "18 12"),
        ("B", "18 18", (36, 36), "18 24"),
        ("B", "18 12", (36, 24), "18 18"),
        ("B", "12 18", (24, 40), "6 18"),
        ("B", "12 12", (48, 36), "6 12"),
        ("B", "36 12", (48, 36), "42 12"),
        ("R", "36 24", (48, 36), "42 24"),
    ],
)
def test_equal_edges_are_taken_in_an_order(
    first: str, at: str, size: tuple[int, int], end: str
) -> None:
    """The own edge, west, east, the enemy's; Blue's own is the south where Blue is first."""
    units = {"R1": "BRI 1 1", "B1": having("RIF", at, fails=2), "B2": "STO 2 20"}
    match = position(units, {"size": list(size)}, first=first, turn="R")
    match.shoot("R1 B1 KILL", "6 1 1 1 1 1", FAILED)
    assert match.at("B1") == end


@pytest.mark.rules("GA-84", "GA-13")
def test_it_goes_on_in_inches_until_the_spot_is_legal() -> None:
    assert _broken(B2="STO 24 6").at("B1") == "24 4"
    assert _broken(B2="STO 24 7.9").at("B1") == "24 5"
    wall = {"solid": [[20, 3.5, 28, 8]]}
    assert _broken(layout=wall).at("B1") == "24 3"


@pytest.mark.rules("GA-84")
def test_terrain_and_markers_on_the_way_do_not_stop_it() -> None:
    wall = {"solid": [[20, 8, 28, 10]], "barriers": [[[20, 11], [28, 11]]]}
    match = _broken(R2="INF 21 17", B2="STO 24 9.9", layout={"barriers": wall["barriers"]})
    assert match.at("B1") == "24 6"
    units = {"R1": "BRI 24 30", "B1": having("RIF", "24 12", fails=2), "B2": "STO 46 34"}
    blocked = position(units, wall).shoot("R1 B1 KILL", "6 1 1 1 1 1", FAILED)
    assert blocked.at("B1") == "24 6"


@pytest.mark.rules("GA-84", "GA-85")
@pytest.mark.parametrize(("at", "end"), [("24 6", "24 0"), ("24 5.9", "")])
def test_on_the_border_it_is_still_on_the_table(at: str, end: str) -> None:
    assert _broken(at=at).at("B1") == end


@pytest.mark.rules("GA-81", "GA-85", "GA-89")
def test_beyond_the_edge_it_is_lost_with_all_models() -> None:
    match = _broken(at="24 5")
    assert match.unit("B1").out
    assert match.models("B1") == [0]
    assert match.table.losses[1] == (7, 1)
    assert match.kinds() == ["Attacked", "FellBack", "Removed"]
    told, removed = match.told("FellBack")[0], match.told("Removed")[0]
    assert (told.lost, told.end.y) == (True, 0)
    assert (removed.cause, removed.models) == ("fled", 6)


@pytest.mark.rules("GA-84", "GA-85")
def test_a_unit_that_finds_no_spot_before_the_edge_is_lost() -> None:
    assert _broken(at="24 7", B2="STO 24 1").unit("B1").out


@pytest.mark.rules("GA-86")
def test_falling_back_is_not_a_move() -> None:
    match = _broken().play("END", "MOVE B1 24 12")
    assert match.allows("SHOOT B1 R1 KILL")
    assert match.refused("MOVE B1 24 12") == "E_BUDGET"


@pytest.mark.rules("GA-71", "GA-84")
def test_falling_back_can_end_an_assault() -> None:
    units = {"R1": "LAM 24 16", "B1": having("RIF", "24 12", fails=2), "B2": "STO 46 34"}
    match = position(units).shoot("R1 B1 KILL", "1", "4 1 1 1 1", FAILED)
    assert match.at("B1") == "24 6"
    assert match.table.engaged == ()


@pytest.mark.rules("GA-83")
def test_the_target_falls_back_before_its_attacker_and_others() -> None:
    """The target leaves the spot that the attacker falls back to."""
    units = {
        "R1": having("REE", "24 14", fails=2),
        "B1": having("RIF", "24 9", fails=2),
        "B2": "STO 46 34",
    }
    match = position(units, {"cover": [{"circle": [24, 9, 1]}]})
    match.shoot("R1 B1 KILL", "1", "4 4 1 1 1 1 1", "3 1", "1")
    assert [told.unit.code for told in match.told("FellBack")] == ["B1", "R1"]
    assert (match.at("B1"), match.at("R1")) == ("24 3", "24 9")


@pytest.mark.rules("GA-83", "GA-96")
def test_others_fall_back_in_order_of_their_numbers() -> None:
    units = {
        "R1": "MAN 24 12",
        "R3": having("INF", **{"in": "R1"}, fails=2),
        "R2": having("REE", fails=2, **{"in": "R1"}),
        "B1": "HUN 24 24",
        "R4": "INF 4 30",
    }
    crowd = position(units, turn="B").play("SHOOT B1 R1 KILL").roll("10 1 1", "1")
    crowd.roll("1", "1", "1", "1")
    assert [told.unit.code for told in crowd.told("FellBack")] == ["R2", "R3"]


LATE = {"fallback": "end_of_turn"}


@pytest.mark.rules("GA-39", "GA-82", "GA-83")
def test_with_the_option_units_fall_back_at_the_end_of_the_turn() -> None:
    match = _broken(settings=LATE, R2=having("INF", "10 20", fails=3))
    assert match.at("B1") == "24 12"
    assert match.unit("B1").fails == 3
    match.play("END")
    assert [told.unit.code for told in match.told("FellBack")] == ["B1", "R2"]
    assert (match.at("B1"), match.at("R2")) == ("24 6", "4 20")
    assert match.unit("B1").fails == 0
    assert match.kinds()[:3] == ["FellBack", "FellBack", "TurnEnded"]


@pytest.mark.rules("GA-82", "GA-102")
def test_a_last_unit_that_flees_at_the_end_of_a_turn_ends_the_match() -> None:
    units = {"R1": "INF 24 24", "B1": having("RIF", "24 5", fails=3)}
    match = position(units, settings=LATE).play("END")
    ending = match.ending
    assert ending is not None
    assert (ending.winners, ending.rule) == ((0,), "GA-102")
    assert "TurnStarted" not in match.kinds()
    now = position(units).play("END")
    assert now.ending is None
