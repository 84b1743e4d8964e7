"""Turns: how they begin and end, and what lasts a turn (GA-33 to GA-39, GA-61, GA-62, GA-79)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.galaxy_aflame.course import Course, having, position

BOTH = {"R1": "INF 24 24", "B1": "RIF 24 10"}
NONE = "1 1 1 1 1 1 1 1 1 1"


@pytest.mark.rules("GA-33", "GA-34")
def test_players_take_turns_and_a_round_is_one_of_each() -> None:
    match = position(BOTH)
    assert (match.decision().seat, match.table.round) == (0, 1)
    match.play("END")
    assert (match.decision().seat, match.table.round) == (1, 1)
    assert match.told("RoundEnded") == []
    match.play("END")
    assert (match.decision().seat, match.table.round) == (0, 2)
    assert match.told("RoundEnded")[0].round == 1
    assert match.table.turns == 3
    assert match.kinds() == ["TurnEnded", "RoundEnded", "TurnStarted"]
    assert match.told("TurnEnded")[0].seat == 1


@pytest.mark.rules("GA-33")
def test_the_round_ends_with_the_turn_of_the_seat_that_plays_second() -> None:
    match = position(BOTH, first="B").play("END")
    assert (match.decision().seat, match.table.round) == (0, 1)
    assert match.play("END").table.round == 2


@pytest.mark.rules("GA-34", "GA-87")
def test_a_turn_begins_with_reinforcements() -> None:
    units = {**BOTH, "B2": "STO"}
    match = position(units, losses={"B": [1, 0]}).play("END")
    assert (match.decision().kind, match.decision().seat) == ("reinforce", 1)
    assert match.refused("MOVE B1 24 11") == "E_PHASE"
    match.play("REINFORCE B2 30 4")
    assert match.decision().kind == "turn"
    assert match.allows("MOVE B2 30 8")


@pytest.mark.rules("GA-34", "GA-91")
def test_a_right_that_is_not_used_does_not_last() -> None:
    units = {**BOTH, "B2": "STO", "B3": "BIK"}
    match = position(units, losses={"B": [1, 1]}).play("END", "REINFORCE NONE")
    assert (match.decision().kind, match.table.rights) == ("turn", 0)
    assert match.play("END", "END").decision().kind == "turn"


@pytest.mark.rules("GA-35", "GA-36")
def test_units_are_fresh_at_the_start_of_their_owners_turn() -> None:
    done = {"moved": True, "shots": 1, "disembarked": True}
    units = {**BOTH, "R1": having("INF", "24 24", **done), "R2": having("REE", "10 24", ran=True)}
    match = position(units).play("END")
    assert match.unit("R1").moved
    match.play("END")
    assert match.allows("RUN R1 24 25")
    assert match.unit("R1").shots == 0
    assert not match.unit("R1").disembarked
    assert match.allows("RUN R2 10 25")


@pytest.mark.rules("GA-39", "GA-69", "GA-82")
def test_failed_checks_of_everybody_are_forgotten_when_a_turn_ends() -> None:
    units = {
        "R1": having("INF", "24 24", fails=2, fell_back=True),
        "B1": having("RIF", "24 10", fails=2, fell_back=True),
    }
    match = position(units).play("END")
    assert [match.unit(code).fails for code in BOTH] == [0, 0]
    assert not any(match.unit(code).fell_back for code in BOTH)


@pytest.mark.rules("GA-39", "GA-61")
def test_suppression_ends_with_the_turn_of_the_suppressed() -> None:
    units = {
        "R1": having("INF", "24 24", suppressed=True),
        "B1": having("RIF", "24 10", suppressed=True),
    }
    match = position(units).play("END")
    assert [match.unit(code).suppressed for code in BOTH] == [False, True]
    (told,) = match.told("SuppressionEnded")
    assert [unit.code for unit in told.units] == ["R1"]
    match.play("END")
    assert not match.unit("B1").suppressed
    assert match.play("END").told("SuppressionEnded") == []


@pytest.mark.rules("GA-61")
def test_being_suppressed_again_changes_nothing() -> None:
    match = position({**BOTH, "B1": having("RIF", "24 10", suppressed=True)})
    match.shoot("R1 B1 SUPPRESS", "3 1 1 1 1 1 1 1 1 1").play("END", "END")
    assert not match.unit("B1").suppressed


@pytest.mark.rules("GA-62")
def test_a_suppressed_unit_acts_as_usual() -> None:
    units = {**BOTH, "R1": having("INF", "24 24", suppressed=True)}
    match = position(units, turn="B").play("END", "MOVE R1 24 23")
    assert match.allows("SHOOT R1 B1 KILL")


@pytest.mark.rules("GA-62")
def test_a_pinned_unit_gives_up_moving_or_shooting() -> None:
    units = {
        "R1": having("INF", "24 24", suppressed=True),
        "R2": "INF 28 24",
        "B1": having("RIF", "24 10", suppressed=True),
    }
    match = position(units, turn="B", settings={"suppression": "pinned"})
    match.play("MOVE B1 24 11")
    assert match.allows("SHOOT B1 R1 KILL")
    match.play("END")
    moved = Course(match.state).play("MOVE R1 24 23", "MOVE R2 28 23")
    assert moved.refused("SHOOT R1 B1 KILL") == "E_SHAKEN"
    assert moved.rule("SHOOT R1 B1 KILL") == "GA-62"
    assert moved.allows("SHOOT R2 B1 KILL")
    shot = match.shoot("R1 B1 KILL", NONE)
    assert shot.refused("MOVE R1 24 23") == "E_SHAKEN"
    assert shot.refused("MOVE R1 TOWARD B1") == "E_SHAKEN"
    shot.play("END", "END", "MOVE R1 24 23")
    assert shot.allows("SHOOT R1 B1 KILL")


TANKS: dict[str, Any] = {"R1": "LEV 24 24", "B1": "RIF 24 10"}
FIVE = "1 1 1 1 1"


@pytest.mark.rules("GA-39", "GA-79")
def test_a_shaken_vehicle_is_limited_in_one_turn_of_its_owner() -> None:
    units = {**TANKS, "R1": having("LEV", "24 24", shaken=True)}
    match = position(units, turn="B").play("END")
    assert match.unit("R1").limited
    moved = Course(match.state).play("MOVE R1 24 23")
    assert moved.rule("SHOOT R1 B1 KILL") == "GA-79"
    assert Course(match.state).allows("RUN R1 24 22")
    match.shoot("R1 B1 KILL", FIVE)
    assert match.allows("SHOOT R1 B1 KILL")
    match.play("END")
    assert (match.unit("R1").limited, match.unit("R1").shaken) == (False, False)
    match.play("END")
    assert not match.unit("R1").limited


@pytest.mark.rules("GA-39", "GA-79")
def test_a_vehicle_that_is_shaken_in_its_own_turn_is_limited_in_the_next() -> None:
    match = position({**TANKS, "R1": having("LEV", "24 24", shaken=True)})
    match.shoot("R1 B1 KILL", FIVE).play("MOVE R1 24 23", "END")
    assert match.unit("R1").shaken
    match.play("END")
    assert match.unit("R1").limited


@pytest.mark.rules("GA-39", "GA-79")
def test_a_limited_vehicle_that_is_shaken_again_is_free_after_its_turn() -> None:
    match = position({**TANKS, "R1": having("LEV", "24 24", shaken=True, limited=True)})
    match.play("END")
    assert not match.unit("R1").shaken
    match.play("END")
    assert not match.unit("R1").limited


@pytest.mark.rules("GA-39", "GA-79")
def test_the_opponents_turn_frees_no_vehicle() -> None:
    match = position({**TANKS, "R1": having("LEV", "24 24", shaken=True)}, turn="B")
    assert match.play("END").unit("R1").limited
    foe = position({**TANKS, "B2": having("CAR", "10 10", shaken=True)}).play("END")
    assert foe.unit("B2").limited
