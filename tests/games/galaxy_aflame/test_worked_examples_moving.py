"""The worked examples of the canon about movement and transports, with its numbers."""

from __future__ import annotations

import pytest

from tests.games.galaxy_aflame.course import Course, having, position

FAR = {"B1": "RIF 4 4"}


@pytest.mark.rules("GA-35", "GA-40", "T18")
def test_a_move_is_as_long_as_the_card_says_and_a_run_a_hand_more() -> None:
    match = position({"R1": "INF 24 31", **FAR})
    assert match.allows("MOVE R1 24 25")
    refusal = match.refusal("MOVE R1 24 24.9")
    assert refusal.code == "E_TOO_FAR"
    assert "6.1 in" in refusal.sentence
    assert "move 6 in" in refusal.sentence
    assert match.refused("RUN R1 24 18.9") == "E_TOO_FAR"
    match.play("RUN R1 24 19")
    assert match.told("Moved")[0].length == 120
    assert match.refused("SHOOT R1 B1 KILL") == "E_BUDGET"


@pytest.mark.rules("GA-12", "GA-42", "GA-43", "T18")
def test_a_path_keeps_off_enemy_markers() -> None:
    through = position({"R1": "INF 24 24", "B1": "RIF 24 20"})
    assert through.refused("RUN R1 24 16") == "E_PATH"
    assert through.refused("MOVE R1 24 21.9") == "E_SPOT"
    assert through.allows("MOVE R1 24 22")
    beside = position({"R1": "INF 22.9 24", "B1": "RIF 24 20"})
    assert beside.allows("RUN R1 22.9 16")


@pytest.mark.rules("GA-40", "GA-41", "T19")
def test_way_points_lead_round_a_solid_piece() -> None:
    match = position({"R1": "BIK 7 16", "B1": "INF 40 4"}, "ruined_quarter")
    assert match.refused("MOVE R1 15 16") == "E_PATH"
    match.play("MOVE R1 15 16 VIA 8 14 VIA 14 14")
    assert match.at("R1") == "15 16"
    assert match.told("Moved")[0].length == 105
    assert len(match.told("Moved")[0].path) == 4


@pytest.mark.rules("GA-36", "T20")
def test_what_a_unit_has_done_limits_what_it_may_do() -> None:
    units = {"R1": having("INF", "24 24", shots=1), "B1": "RIF 24 10"}
    once = position(units)
    assert once.refused("RUN R1 24 25") == "E_BUDGET"
    once.play("MOVE R1 24 25")
    assert once.refused("SHOOT R1 B1 KILL") == "E_BUDGET"
    twice = position({**units, "R1": having("INF", "24 24", shots=2)})
    assert twice.refused("MOVE R1 24 25") == "E_BUDGET"
    both = position({**units, "R1": having("INF", "24 24", shots=1, moved=True)})
    assert both.refused("SHOOT R1 B1 KILL") == "E_BUDGET"


@pytest.mark.rules("GA-36", "GA-52", "GA-92", "GA-93", "GA-94", "T28")
def test_a_skiff_carries_the_reef_guard() -> None:
    units = {"R1": "REE 24 30", "R2": "MAN 24 26", "R3": "INF 24 32.5", "B1": "RIF 36 10"}
    match = position(units).play("EMBARK REE MAN")
    assert match.refused("EMBARK INF MAN") == "E_CAPACITY"
    match.play("MOVE MAN 24 16")
    assert match.at("R1") == ""
    match.play("END")
    assert match.refused("SHOOT B1 R1 KILL") == "E_CARRIED"
    match.play("END", "DISEMBARK REE 24 12.1")
    assert match.at("R1") == "24 12.1"
    assert match.refused("MOVE REE 24 11") == "E_BUDGET"
    match.shoot("REE B1 KILL", "1 1 1 1 1 1")
    assert match.refused("SHOOT REE B1 KILL") == "E_BUDGET"


@pytest.mark.rules("GA-93", "T28")
def test_a_unit_that_ran_cannot_embark() -> None:
    match = position({"R1": "REE 24 30", "R2": "MAN 24 26", **FAR})
    ran = Course(match.state).play("RUN R1 24 29")
    assert ran.refused("EMBARK R1 R2") == "E_BUDGET"
    assert match.play("MOVE R1 24 29").allows("EMBARK R1 R2")
