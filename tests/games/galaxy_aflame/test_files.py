"""Positions, setups and questions as files."""

from __future__ import annotations

from typing import Any

import pytest

from games.cli.asking import ask
from games.cli.faults import Fault


@pytest.mark.parametrize(
    ("placed", "says"),
    [
        ({"units": {"R1": "XYZ 24 24"}}, "there is no card"),
        ({"units": {"R1": "INF 24 24.05"}}, "at most one decimal"),
        ({"units": {"R1": {"card": "INF", "at": [24, 24.05]}}}, "at most one decimal"),
        ({"units": {"R1": {"card": "INF", "at": [24, 1e9]}}}, "is not a length in inches"),
        ({"units": {"R1": {"card": "INF", "at": [24, True]}}}, "is not a length in inches"),
        ({"units": {"R1": {"card": "INF", "at": [24]}}}, "is not a point"),
        ({"units": {"R1": "INF 24 36.1"}}, "24 36.1 is not on the table"),
        ({"units": {"R1": {"card": "INF", "in": "R7"}}}, "there is no unit 'R7'"),
        (
            {"units": {"R1": {"card": "INF", "at": "1 1", "state": "out"}}},
            "one of at, in and state",
        ),
        ({"units": {"R1": {"card": "INF", "models": 11}}}, "Infectors have 10 models"),
        ({"units": {"R1": {"card": "INF", "shots": 3}}}, "units.R1.shots: choose 2 or less"),
        ({"units": {"Q1": "INF 1 1"}}, r"units\.Q1: a unit's code is one of R, B and .*R1"),
        ({"layout": "nowhere"}, "there are open_basin"),
        ({"layout": {"solid": [[14, 18, 8, 14]]}}, "lies beyond the first"),
        ({"layout": {"cover": [{}]}}, "either circle or rect"),
        ({"armies": {"R": "nobody"}}, "there are aquanaratta, halcyon"),
        ({"engaged": [["R1", "B1"]]}, "engaged: there is no unit"),
        ({"phase": "draft", "decks": {"R": ["XYZ"]}}, "there is no card 'XYZ'"),
        ({"phase": "over"}, "ending: needed"),
    ],
)
def test_what_no_position_can_be_is_a_fault(run: Any, placed: Any, says: str) -> None:
    with pytest.raises(Fault, match=says):
        run(position=placed)


def test_a_setup_names_armies_that_exist(run: Any) -> None:
    with pytest.raises(Fault, match="both must be given"):
        run(setup={"armies": {"R": "halcyon"}, "first": "R"})
    with pytest.raises(Fault, match="there are aquanaratta"):
        run(setup={"armies": {"R": "halcyon", "B": "rome"}, "first": "R"})


def test_a_question_may_bring_its_own_table(run: Any) -> None:
    shot = {"ask": "shot", "from": [12, 20], "to": [12, 8.5], "layout": "salt_trenches"}
    back = {"ask": "fall_back", "home": "N", "card": "RIF", "at": [24, 12]}
    back |= {"others": [["STO", 24, 7]], "layout": "open_basin"}
    answers = run(
        ask,
        position={"layout": "ruined_quarter", "units": {"R1": "INF 24 24", "B1": "RIF 24 12"}},
        ask=[shot, {**shot, "from": [12, 4]}, back],
    )
    assert answers == [
        {"distance_squared": 132.25, "line_of_sight": True, "cover": True},
        {"distance_squared": 20.25, "line_of_sight": True, "cover": False},
        {"to": [24, 5]},
    ]
