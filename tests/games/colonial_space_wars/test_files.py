"""Positions, setups and questions as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.cli.asking import ask
from games.cli.faults import Fault
from games.cli.position import position

pytestmark = pytest.mark.usefixtures("found")
Capture = pytest.CaptureFixture[str]
PLAIN = ["............"] * 10


@pytest.fixture
def run(tmp_path: Path, capsys: Capture) -> Any:
    def run(command: Any = position, **content: Any) -> Any:
        file = tmp_path / "file"
        file.write_text(json.dumps({"game": "colonial_space_wars", **content}))
        command(str(file))
        return json.loads(capsys.readouterr().out)

    return run


UNITS = {
    "R4": "BRI F5",
    "R9": "MAS A10",
    "R5": {"type": "CAP", "in": "R9", "health": 2, "inspired": True},
    "R3": {"type": "BRI", "in": "R9"},
    "R12": {"type": "LAN", "destroyed": True},
    "B2": {"type": "PIL", "at": "F8", "s": 1, "dread": True},
}


@pytest.mark.rules("CSW-06", "CSW-42", "CSW-89")
def test_every_field_of_a_position_is_printed(run: Any) -> None:
    told = run(position={"board": PLAIN, "units": UNITS, "pool": 5, "round": 3})
    assert told["board"] == "drill_field"
    assert (told["turn"], told["attacker"], told["zone"]) == ("R", "R", "south")
    assert (told["pool"], told["round"], told["bonus"]) == (5, 3, {"R": 0, "B": 0})
    assert told["units"]["R5"] == {
        "type": "CAP",
        "in": "R9",
        "health": 2,
        "s": 0,
        "a": 0,
        "activated": False,
        "dug_in": False,
        "inspired": True,
        "dread": False,
        "healed": False,
        "destroyed": False,
        "cost": 1,
        "protection": 2,
    }
    assert told["units"]["R12"]["destroyed"] is True
    assert [code for code in told["units"] if code in ("R3", "R5")] == ["R5", "R3"]
    assert told["factions"] == {"R": "union", "B": "centauri"}
    assert told["inspire_used"] is False
    assert "state" not in told
    assert told["reach"]["R4"]["F5"] == 0
    assert told["reach"]["R4"]["F6"] == 1
    assert told["score"] == {"R": "7", "B": "2"}


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


def test_questions_measure_and_may_bring_a_board(run: Any) -> None:
    answers = run(
        ask,
        position={"board": PLAIN, "units": UNITS, "pool": 5},
        ask=[
            {"ask": "distance", "from": "A1", "to": "D3"},
            {"ask": "reach", "unit": "R4"},
            {"ask": "reach", "unit": "R4", "board": "broken_march"},
            {"ask": "targets", "unit": "R4", "units": {"R4": "BRI F6", "B2": "PIL F8"}},
            {"ask": "reach", "unit": "R99"},
        ],
    )
    assert answers[0] == {"distance": 3}
    assert answers[1]["stops"]["G6"] == 1
    assert "E5" in answers[1]["stops"]
    assert "E5" not in answers[2]["stops"]
    assert answers[3] == {"targets": {"B2": {"points": 2, "hits": 0}}}
    assert answers[4]["refused"] == "E_NO_UNIT"


def test_a_setup_says_what_is_not_to_be_asked(run: Any) -> None:
    armies = {"R": ["COM", "BRI"], "B": ["PRE"]}
    factions = {"R": "union", "B": "centauri"}
    told = run(setup={"factions": factions, "armies": armies, "attacker": "B", "zone": "north"})
    assert [each["kind"] for each in told["pending"]] == ["deploy"]
    assert sorted(told["units"]) == ["B1", "R1", "R2"]
    told = run(setup={"factions": factions}, dice=[3, 5])
    assert told["pending"] == [{"seat": "B", "kind": "role", "waits": True, "secret": False}]
    assert len(told["units"]) == 20


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
