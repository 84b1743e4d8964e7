"""Positions, setups and questions as files."""

from __future__ import annotations

from typing import Any

import pytest

from games.cli.faults import Fault

PLAIN = ["............"] * 10


UNITS = {
    "R4": "BRI F5",
    "R9": "MAS A10",
    "R5": {"type": "CAP", "in": "R9", "health": 2, "inspired": True},
    "R3": {"type": "BRI", "in": "R9"},
    "R12": {"type": "LAN", "destroyed": True},
    "B2": {"type": "PIL", "at": "F8", "s": 1, "dread": True},
}


def test_a_place_on_the_way_can_be_shown(run: Any) -> None:
    placed = {"board": PLAIN, "units": UNITS, "pool": 5}
    told = run(position=placed, play=[{"show": "before"}, "ORDER R4: MOVE F6"])
    assert told["shown"]["before"]["units"]["R4"]["at"] == "F5"
    assert told["units"]["R4"]["at"] == "F6"


def test_a_refused_order_names_its_step(run: Any) -> None:
    placed = {"board": PLAIN, "units": UNITS, "pool": 5}
    order = {"try": "ORDER R4: MOVE F6; ATTACK B2 3", "refused": "E_POINTS"}
    assert run(position=placed, play=[{**order, "step": 2}])["pool"] == 5
    with pytest.raises(Fault, match="in step 2, not 1"):
        run(position=placed, play=[{**order, "step": 1}])


@pytest.mark.rules("CSW-118")
def test_fractions_are_text_and_a_draw_is_told(run: Any) -> None:
    units = {
        "R1": "COM A10",
        "R2": {"type": "BAS", "at": "B10", "health": 2},
        "B1": {"type": "PRE", "at": "A1", "health": 3},
        "B2": "PIL B1",
        "B3": {"type": "ARK", "at": "C1", "health": 2},
    }
    told = run(position={"units": units, "turn": "B", "round": 20}, play=["END"])
    assert told["score"] == {"R": "13/2", "B": "13/2"}
    assert (told["ended"], told["winner"], told["round"]) == (True, "draw", 21)


@pytest.mark.parametrize(
    ("placed", "says"),
    [
        ({"units": {"R1": "XYZ A1"}}, "there is no type"),
        ({"units": {"R1": "BRI A1", "R2": "BRI A1"}}, "both on A1"),
        ({"units": {"R1": "BRI Z9"}}, "Z9 is not on the board"),
        ({"units": {"R1": {"type": "BRI", "in": "R7"}}}, "there is no unit 'R7'"),
        ({"board": ["..", "."]}, "rows of equal length"),
        ({"board": ["..", ".X"]}, "squares are"),
        ({"board": "nowhere"}, "there are drill_field"),
        ({"factions": {"R": "nobody"}}, "there are union"),
        ({"open": {"unit": "R7"}}, "there is no unit 'R7'"),
        ({"units": {"Q1": "BRI A1"}}, r"units\.Q1: a unit's code is one of R, B"),
        (
            {"units": {"R1": {"type": "BRI", "activated": 1}}},
            "units.R1.activated: write true or false",
        ),
    ],
)
def test_what_no_position_can_be_is_a_fault(run: Any, placed: Any, says: str) -> None:
    with pytest.raises(Fault, match=says):
        run(position=placed)
