"""Positions as JSON, for the command line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from games.astral_sailors.table import DiceOff
from games.astral_sailors.tools import count, describe, position
from games.core.geometry.squares import Facing
from games.core.refusals import Forbidden, Unreadable
from tests.games.astral_sailors.positions import kind, pack

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
    assert (state.secrets.teams[0].objective, state.secrets.teams[0].target) == (3, 1)
    assert state.secrets.teams[1].objective == 2


@pytest.mark.rules("ASCW-48", "ASCW-49")
@pytest.mark.parametrize(("half", "quota"), [(1, 0), (2, 1)])
def test_the_quota_of_the_turn_is_what_is_left_of_the_half(half: int, quota: int) -> None:
    assert position({**FILE, "half": half}).table.turn.quota == quota


def test_a_position_is_told_with_what_may_be_done_in_it() -> None:
    told = describe(position({**FILE, "half": 2}))
    assert told["waits"] == [["R", "activate"]]
    assert told["units"]["B1"] == {
        "kind": "GU1",
        "place": "D12",
        "facing": "N",
        "re": 1,
        "ap": 3,
        "activated": False,
    }
    assert set(told["able"]) == {"R1"}
    able = told["able"]["R1"]
    assert "C5" in able["move"]
    assert "C6" not in able["move"]
    enemy = able["enemies"]["B1"]
    assert (enemy["distance"], enemy["touching"]) == (8, False)
    assert "R1 HOLD" in told["moves"]
    assert "R1 MOVE C5" in told["moves"]
    assert not told["ended"]
    assert count(position(FILE), 2) is None


def test_what_has_changed_is_told() -> None:
    before = position(FILE)
    moved = replace(before.table.units["R1"], c=3, ap=2)
    after = replace(before, table=before.table.with_unit(moved))
    assert list(describe(after, before)["changed"]) == ["R1"]


def test_dice_that_are_asked_for_are_told() -> None:
    state = position(FILE)
    waiting = replace(state, table=replace(state.table, agenda=(DiceOff("round", (0, 1)),)))
    told = describe(waiting)
    assert [dice[:2] for dice in told["dice"]] == [[2, 6]]
    assert "moves" not in told


def test_teams_of_several_and_packs_are_read() -> None:
    state = position(
        {
            "units": {"R1": "EX1 C4", "B1": "TX1 D4", "G1": "GU1 X20", "Y1": "GU2 W20"},
            "teams": [2, 2],
            "turn": "G",
            "settings": {"pack": pack(kind("TX1", movement=9))},
        }
    )
    table = state.table
    assert table.size == 24
    assert [team.seats for team in table.teams] == [(0, 1), (2, 3)]
    assert table.turn.order[table.turn.at] == 2
    assert table.kind(table.units["B1"]).movement == 9


@pytest.mark.parametrize(
    ("changed", "rule", "part"),
    [
        ({"units": {"R1": "EX99 C4 N"}}, "ASCW-D54", "no unit EX99"),
        ({"units": {"R1": "EX1 nowhere N"}}, "ASCW-D02", "not a square"),
        ({"units": {"R1": "EX1 Q4 N"}}, "ASCW-D05", "not on the board of 16"),
        ({"units": {"R1": "EX8 P16 N"}}, "ASCW-D05", "not on the board of 16"),
        ({"units": {"R1": "EX1 C6 N"}}, "ASCW-D05", "R1 cannot stand on C6"),
        ({"units": {"R1": "EX1 C4", "B1": "GU9 B3"}}, "ASCW-D05", "B1 cannot stand on B3"),
        ({"units": {"R1": {"kind": "EX1", "lost": 3}}}, "ASCW-93", "lost 3 of 3"),
        ({"pieces": ["ZZ C4"]}, "ASCW-D49", "no piece ZZ"),
        ({"pieces": ["WA O4"]}, "ASCW-D49", "not on the board"),
        ({"pieces": ["WA C6", "CR D6"]}, "ASCW-D49", "CR on D6 overlaps WA on C6"),
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
        {"teams": [2]},
        {"teams": [4, 4, 4]},
        {"teams": [5, 1]},
        {"turn": "G"},
        {"pools": {"G": 1}},
        {"pools": {"R": -1}},
        {"objectives": {"A": 7}},
        {"targets": {"A": "C"}},
        {"pieces": ["WA"]},
        {"settings": {"wings": 1}},
        {"moon": 1},
    ],
)
def test_a_file_of_another_form_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        position({**FILE, **changed})


def test_a_faulty_pack_is_refused_with_its_line() -> None:
    with pytest.raises(Unreadable, match=r"^Line 1: title: "):
        position({**FILE, "settings": {"pack": "title = 1"}})
