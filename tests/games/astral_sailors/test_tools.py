"""Positions as JSON, for the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.astral_sailors import tools
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.state import State
from games.astral_sailors.tools import SailorsPosition
from games.core.geometry.squares import Facing
from games.core.types import Forbidden, Seats
from tests.games.cli.asking import Capture, complaint, described, saved

FILE: dict[str, Any] = {
    "units": {
        "R1": "EX1 C4 S",
        "R2": {"kind": "EX7", "at": "D9", "facing": "SE", "activated": True, "ap": 1},
        "R3": "EX3",
        "B1": {"kind": "GU1", "at": "D12", "lost": 1, "shot": 1},
        "B2": "GU3 H12 N",
    },
    "pieces": ["WA C6", "FE L4 turned"],
    "turn": "R",
    "pools": {"B": 7},
    "objectives": {"A": 3},
    "targets": {"A": "B"},
}


def position(
    written: dict[str, Any], teams: tuple[int, ...] = (0, 1), settings: dict[str, Any] | None = None
) -> State:
    agreed = Agreement.model_validate(settings or {})
    return SailorsPosition.model_validate(written).state(agreed, Seats(teams))


def test_a_file_becomes_a_state_in_the_middle_of_a_round() -> None:
    state = position(FILE)
    table = state.table
    assert (table.phase, table.round, table.size, table.turn.seat) == ("activation", 1, 16, 0)
    red = table.units["R2"]
    assert (str(table.base(red).anchor), red.facing, red.ap) == ("D9", Facing.SE, 1)
    assert red.activated == 1
    assert table.units["R1"].ap == 3
    assert table.units["R3"].place == "reserve"
    assert not table.units["R3"].seen
    assert (table.units["B1"].lost, table.units["B1"].shot) == (1, 1)
    assert [player.main for player in table.players] == ["R1", "B1"]
    assert [player.pool for player in table.players] == [0, 7]
    assert table.pieces[1].turned
    assert (state.secrets[0].objective, state.secrets[0].target) == (3, 1)
    assert state.secrets[1].objective == 2


# --- Measuring ---


def test_distances_are_measured_between_bases_and_to_squares() -> None:
    state = position(FILE)
    assert tools.distance(state, "R1", "B1") == 8
    assert tools.distance(state, "R1", square="C6") == 2
    with pytest.raises(ValueError, match="either a target or a square"):
        tools.distance(state, "R1")
    with pytest.raises(ValueError, match="no unit R3 on the board"):
        tools.distance(state, "R1", "R3")
    with pytest.raises(ValueError, match="'C' is not a square"):
        tools.distance(state, "R1", square="C")


def test_the_chances_of_an_attack_are_exact() -> None:
    state = position({"units": {"R1": "GU3 F7 N", "B1": "GU3 F6 S"}})
    found = tools.odds(state, "R1", "B1", "melee", 1)
    assert (found["attack"], found["defence"], found["half"]) == ({}, {"Defence": 1}, False)
    assert found["wounds"] == ["13/18", "5/18"]


@pytest.mark.rules("WE-46")
def test_zones_quadrants_and_resistance_are_told() -> None:
    state = position(FILE)
    assert (tools.zone(state, "B")[0], tools.zone(state, "B")[-1]) == ("A11", "P16")
    assert (tools.quadrant(state, "B1"), tools.resistance(state, "B1")) == ("Q1-2", 1)
    with pytest.raises(ValueError, match="no seat 'G'"):
        tools.zone(state, "G")
    with pytest.raises(Forbidden) as refused:
        tools.path(state, "R1", "A16")
    assert refused.value.code == "TOO_FAR"


# --- Playing ---


def test_an_attack_may_wait_for_its_dice_in_a_printed_position(
    tmp_path: Path, capsys: Capture
) -> None:
    start = {"units": {"R1": "EX3 F7 N", "R2": "EX1 A16", "B1": "GU5 F6 S", "B2": "GU1 P1"}}
    file: dict[str, Any] = {"game": "astral_sailors", "position": start, "play": ["R1 MELEE B1"]}
    waiting = described(capsys, saved(tmp_path, file))
    assert waiting["pending"] == [
        {"count": 1, "sides": 6, "why": "R1 attacks B1"},
        {"count": 1, "sides": 6, "why": "B1 defends"},
    ]
    at_once = described(capsys, saved(tmp_path, {**file, "dice": [6, 1, 4]}))
    later = {"game": "astral_sailors", "position": waiting, "dice": [6, 1, 4]}
    assert described(capsys, saved(tmp_path, later)) == at_once
    assert (at_once["units"]["B1"]["at"], at_once["dice_left"]) == ("", [4])
    assert {(each["seat"], each["kind"]) for each in at_once["pending"] if each["waits"]} == {
        ("R", "activate")
    }


# --- Other forms ---


@pytest.mark.parametrize(
    ("changed", "rule", "part"),
    [
        ({"units": {"R1": "EX99 C4 N"}}, "ASCW-D54", "no unit EX99"),
        ({"units": {"R1": "EX1 nowhere N"}}, "ASCW-D02", "not a square"),
        ({"units": {"R1": "EX1 Q4 N"}}, "ASCW-D05", "not fit on the board"),
        ({"units": {"R1": "EX8 P16 N"}}, "ASCW-D05", "not fit on the board"),
        ({"units": {"R1": "EX1 C6 N"}}, "ASCW-D05", "R1 cannot stand on"),
        ({"units": {"R1": "EX1 C4", "B1": "GU9 B3"}}, "ASCW-D05", "already stands there"),
        ({"units": {"R1": {"kind": "EX1", "lost": 3}}}, "ASCW-93", "lost 3 of 3"),
        ({"pieces": ["ZZ C4"]}, "ASCW-D49", "no piece ZZ"),
        ({"pieces": ["WA O4"]}, "ASCW-D49", "not fit on the board"),
        ({"pieces": ["WA C6", "CR D6"]}, "ASCW-D49", "Crate would overlap High wall on D6"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_rule(
    changed: dict[str, Any], rule: str, part: str
) -> None:
    with pytest.raises(Forbidden) as caught:
        position({**FILE, **changed})
    assert caught.value.rule == rule
    assert part in str(caught.value)


@pytest.mark.parametrize(
    "changed",
    [
        {"units": {"X1": "EX1 C4"}},
        {"units": {"G1": "EX1 C4"}},
        {"units": {"R1": "EX1 C4 N now"}},
        {"units": {"R1": "EX1 C4 UP"}},
        {"units": {"R1": {"kind": "EX1", "wings": 2}}},
        {"turn": "G"},
        {"pools": {"G": 1}},
        {"pools": {"R": -1}},
        {"objectives": {"A": 7}},
        {"targets": {"A": "C"}},
        {"pieces": ["WA"]},
        {"moon": 1},
    ],
)
def test_a_file_of_another_form_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        position({**FILE, **changed})


@pytest.mark.rules("ASCW-D79")
@pytest.mark.parametrize(
    ("changes", "state", "says"),
    [
        (
            {"poison": [{"source": "R1", "damage": 1, "ticks": 1}]},
            {},
            "by R1, which is not an enemy.",
        ),
        ({"poison": [{"source": "B2", "damage": 1, "ticks": 4}]}, {}, "from 1 to 3, not 4."),
        ({"shot": 2}, {}, "The last shot of R2 must be from 0 to 1, not 2."),
        ({}, {"/table/units/R2/lent": ["attack"]}, "R2 is not a Commander and lends no re-rolls."),
        ({}, {"/table/round": 21}, "The last round is 20."),
    ],
)
def test_a_file_that_no_match_can_be_in_is_refused(
    changes: dict[str, Any], state: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    units = {**FILE["units"], "R2": {"kind": "EX7", "at": "D9", **changes}}
    file = {"game": "astral_sailors", "position": {**FILE, "units": units, "state": state}}
    assert says in complaint(capsys, "position", saved(tmp_path, file), status=1)
