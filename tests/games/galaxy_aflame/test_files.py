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


@pytest.fixture
def run(tmp_path: Path, capsys: Capture) -> Any:
    def run(command: Any = position, **content: Any) -> Any:
        file = tmp_path / "file"
        file.write_text(json.dumps({"game": "galaxy_aflame", **content}))
        command(str(file))
        return json.loads(capsys.readouterr().out)

    return run


UNITS = {
    "R1": "INF 24 24",
    "R2": "MAN 10 30.5",
    "R4": {"card": "REE", "in": "R2", "models": 4, "embarked": True},
    "R3": {"card": "LAM", "in": "R2"},
    "R5": "SPI",
    "B1": {"card": "RIF", "at": [24, 19.1], "suppressed": True, "fails": 2, "models": 5},
    "B2": {"card": "WAL", "at": "30 5", "shaken": True},
    "B3": {"card": "HOW", "state": "out"},
}
LAYOUT = {
    "size": [48, 36],
    "solid": [[8, 14, 14, 18.5]],
    "cover": [{"circle": [12, 12, 3]}, {"rect": [30, 6, 36, 10]}],
    "barriers": [[[6, 10], [18, 10]]],
}


@pytest.mark.rules("GA-07", "GA-09")
def test_every_field_of_a_position_is_printed(run: Any) -> None:
    placed = {"layout": LAYOUT, "units": UNITS, "losses": {"R": [3, 1]}, "round": 2}
    told = run(position={**placed, "engaged": [["R1", "B1"]]})
    assert told["layout"] == LAYOUT
    assert told["armies"] == {"R": "aquanaratta", "B": "halcyon"}
    assert (told["turn"], told["first"], told["round"], told["phase"]) == ("R", "R", 2, "turn")
    assert told["units"]["B1"] == {
        "card": "RIF",
        "at": [24, 19.1],
        "models": 5,
        "suppressed": True,
        "shaken": False,
        "limited": False,
        "moved": False,
        "ran": False,
        "shots": 0,
        "fails": 2,
        "fell_back": False,
        "boarded": False,
        "embarked": False,
        "disembarked": False,
    }
    states = {code: told["units"][code].get("state") for code in ("R1", "R4", "R5", "B3")}
    assert states == {"R1": None, "R4": None, "R5": "reserve", "B3": "out"}
    assert told["losses"] == {"R": [3, 1], "B": [0, 0]}
    assert told["engaged"] == [["B1", "R1"]]
    assert told["score"] == {"R": "71/3", "B": "11"}
    assert "state" not in told
    assert [each["kind"] for each in told["pending"]] == ["turn"]


@pytest.mark.rules("GA-94")
def test_passengers_board_in_the_order_of_the_file(run: Any) -> None:
    told = run(position={"units": UNITS})
    assert [code for code in told["units"] if code in ("R3", "R4")] == ["R4", "R3"]
    boarded = [told["units"][code]["boarded"] for code in ("R3", "R4")]
    assert boarded == [True, False], "one was inside when the turn began, one has just embarked"
    refused = {"try": "DISEMBARK R4 13 30", "refused": "E_BUDGET"}
    again = run(position=told, play=["DISEMBARK R3 10 33", refused])
    assert again["units"]["R3"]["at"] == [10, 33]


def test_without_a_layout_the_table_is_empty_unless_the_settings_name_one(run: Any) -> None:
    empty = {"size": [48, 36], "solid": [], "cover": [], "barriers": []}
    assert run(position={})["layout"] == empty
    assert run(position={"layout": "open_basin"})["layout"] == "open_basin"
    named = run(settings={"layout": "salt_trenches"}, position={})
    assert named["layout"] == "salt_trenches"


@pytest.mark.rules("GA-87", "GA-88", "GA-91")
def test_a_reinforcement_step_has_the_rights_that_losses_give(run: Any) -> None:
    units = {"R1": "INF 24 24", "R2": "SPI", "R3": "BRI", "B1": "RIF 24 12"}
    step = {"units": units, "phase": "reinforce"}
    told = run(position={**step, "losses": {"R": [7, 1], "B": [1, 0]}})
    assert (told["rights"], told["losses"]) == (2, {"R": [0, 0], "B": [1, 0]})
    assert run(position=told, play=["REINFORCE R2 24 31"])["rights"] == 1
    assert run(position={**step, "losses": {"R": [1, 0]}})["rights"] == 1
    nothing = {"try": "REINFORCE R2 24 31", "refused": "E_NO_RIGHT"}
    assert run(position=step, play=[nothing])["phase"] == "turn"
    alone = {"R1": "INF", "B1": "RIF 24 12"}
    must = {"try": "REINFORCE NONE", "refused": "E_MUST"}
    assert run(position={"units": alone, "phase": "reinforce"}, play=[must])["rights"] == 1


@pytest.mark.rules("GA-24", "GA-25")
def test_a_draft_can_be_placed_card_by_card(run: Any) -> None:
    decks = {"R": ["INF", "SPA", "REE", "EEL"], "B": ["RIF", "PEN", "STO", "BIK"]}
    told = run(
        position={"phase": "draft", "decks": decks},
        play=[{"try": "DRAFT INF DENY RIF", "refused": "E_DENY"}, "DRAFT INF"],
    )
    assert (told["turn"], told["drafted"]) == ("B", 1)
    assert told["decks"] == {"R": ["SPA", "REE", "EEL"], "B": ["RIF", "PEN", "STO", "BIK"]}
    later = run(position=told, play=["DRAFT PEN DENY SPA"])
    assert later["denied"] == {"R": ["SPA"], "B": []}
    assert later["units"]["B1"]["state"] == "reserve"
    full = run(position={"phase": "draft", "units": {"R1": "INF"}, "denied": {"B": ["RIF"]}})
    assert (len(full["decks"]["R"]), len(full["decks"]["B"]), full["drafted"]) == (9, 9, 1)


@pytest.mark.parametrize("phase", ["army", "privilege", "ranking", "deploy"])
def test_any_phase_can_be_placed(run: Any, phase: str) -> None:
    told = run(position={"phase": phase, "units": {"R1": "INF", "B1": "RIF"}})
    assert {each["kind"] for each in told["pending"]} == {phase}
    rolling = run(position={"phase": "rolloff"}, dice=[3, 3, 5, 2])
    assert (rolling["phase"], rolling["rolled"]) == ("privilege", "R")


@pytest.mark.rules("GA-10", "GA-23")
def test_a_setup_begins_after_the_roll_off(run: Any) -> None:
    armies = {"R": "aquanaratta", "B": "halcyon"}
    told = run(setup={"armies": armies, "first": "R"})
    assert told["pending"] == [{"seat": "B", "kind": "draft", "waits": True, "secret": False}]
    assert (told["first"], told["layout"]) == ("R", "ruined_quarter")
    ranked = run(settings={"muster": "ranked"}, setup={"armies": armies, "first": "B"})
    assert [each["kind"] for each in ranked["pending"]] == ["ranking", "ranking"]
    drawn = run(settings={"muster": "random"}, setup={"armies": armies, "first": "B"})
    assert drawn["pending"][0]["count"] == 1
    rolling = run(setup={"armies": armies}, dice=[3, 5])
    assert rolling["pending"][0]["seat"] == "B"
    assert [each["kind"] for each in rolling["pending"]] == ["privilege"]


@pytest.mark.rules("GA-11", "GA-40", "GA-51", "GA-66", "GA-67", "GA-84", "GA-85")
def test_questions_measure_and_may_bring_a_table(run: Any) -> None:
    answers = run(
        ask,
        position={"layout": "ruined_quarter", "units": {"R1": "INF 24 24", "B1": "RIF 24 12"}},
        ask=[
            {"ask": "shot", "from": [10, 10], "to": [20.8, 24.4]},
            {"ask": "shot", "from": [4, 10], "to": "8 14"},
            {"ask": "shot", "from": "R1", "to": [24.3, 15.4]},
            {"ask": "shot", "from": [12, 20], "to": [12, 8.5], "layout": "salt_trenches"},
            {"ask": "shot", "from": [12, 4], "to": [12, 8.5], "layout": "salt_trenches"},
            {"ask": "path", "from": [7, 16], "via": [[8, 14], [14, 14]], "to": [15, 16]},
            {"ask": "path", "from": "24 31", "to": "24 25"},
            {"ask": "fall_back", "home": "N", "card": "RIF", "at": [12, 12]},
            {"ask": "fall_back", "home": "S", "card": "RIF", "at": [12, 12]},
            {
                "ask": "fall_back",
                "home": "N",
                "card": "RIF",
                "at": [24, 12],
                "others": [["STO", 24, 7]],
                "layout": "open_basin",
            },
            {"ask": "fall_back", "home": "N", "card": "RIF", "at": [4, 12]},
        ],
    )
    assert answers == [
        {"distance_squared": 324, "line_of_sight": False, "cover": False},
        {"distance_squared": 32, "line_of_sight": True, "cover": False},
        {"distance_squared": 74.05, "line_of_sight": False, "cover": True},
        {"distance_squared": 132.25, "line_of_sight": True, "cover": True},
        {"distance_squared": 20.25, "line_of_sight": True, "cover": False},
        {"length": 10.472136},
        {"length": 6},
        {"to": [12, 6]},
        {"to": [6, 12]},
        {"to": [24, 5]},
        {"to": None},
    ]


@pytest.mark.rules("GA-48", "GA-54", "GA-59", "GA-63")
def test_odds_and_ranges_are_those_of_units(run: Any) -> None:
    units = {
        "R1": {"card": "INF", "at": "24 24", "models": 1},
        "B1": "RIF 24 12",
        "B2": "WAL 24 31",
    }
    answers = run(
        ask,
        position={"units": units},
        ask=[
            {"ask": "odds", "from": "R1", "to": "B1"},
            {"ask": "odds", "from": "R1", "to": "B1", "suppress": True},
            {
                "ask": "odds",
                "from": "R1",
                "to": "B1",
                "units": {"R1": "INF 24 36", "B1": "RIF 24 6"},
            },
            {"ask": "odds", "from": "R1", "to": "R9"},
            {"ask": "range", "unit": "R1"},
        ],
    )
    kill, suppress, far, nobody, ranges = answers
    assert (kill["hits"], kill["lost"], kill["suppress"]) == ("1/4", "1/8", "0")
    assert (suppress["suppress"], suppress["hits"]) == ("1/4", "0")
    assert (far["refused"], nobody["refused"]) == ("E_RANGE", "E_TARGET")
    assert ranges == {
        "B1": {
            "distance": 12,
            "band": "arm",
            "line_of_sight": True,
            "cover": False,
            "target": True,
        },
        "B2": {
            "distance": 7,
            "band": "arm",
            "line_of_sight": True,
            "cover": False,
            "target": False,
        },
    }


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
        (
            {"units": {"Q1": "INF 1 1"}},
            r"units\.Q1: a unit's code is one of R, B and .*R1",
        ),
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
