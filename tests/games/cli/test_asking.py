"""Measuring questions about a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.cli.asking import W08, W31, Capture, answers, complaint, placed, saved, told

EMPTY = {"Y_ship": "A4", "C_ship": "O11"}


def asked(folder: Path, capsys: Capture, position: dict[str, Any], *questions: Any) -> list[Any]:
    return answers(capsys, placed(folder, position, ask=questions))


@pytest.mark.rules("W03")
def test_the_moves_on_offer_can_be_asked_of_every_game(tmp_path: Path, capsys: Capture) -> None:
    first, none = asked(tmp_path, capsys, EMPTY, {"ask": "moves"}, {"ask": "moves", "seat": "C"})
    assert (len(first), none) == (176, [])
    assert first[:5] == ["A4-A1", "A4-A1+A2", "A4-A1+B1", "A4-A1+B2", "A4-A2"]


@pytest.mark.usefixtures("toy_found")
def test_a_seat_that_is_named_is_asked(tmp_path: Path, capsys: Capture) -> None:
    file = {"game": "toy", "setup": {}, "ask": [{"ask": "moves", "seat": "green"}]}
    assert answers(capsys, saved(tmp_path, file)) == [[f"LAMP{beacon}" for beacon in range(1, 7)]]
    file = {"game": "toy", "setup": {}, "ask": [{"ask": "moves", "seat": "Blue"}]}
    complained = complaint(capsys, "ask", saved(tmp_path, file))
    assert complained.endswith("ask 1: there is no seat Blue")


@pytest.mark.rules("W01", "W03")
def test_astralis_measures_the_board(tmp_path: Path, capsys: Capture) -> None:
    far, near, to, status, line = asked(
        tmp_path,
        capsys,
        EMPTY,
        {"ask": "distance", "from": "A1", "to": "o15"},
        {"ask": "neighbours", "hex": "H15"},
        {"ask": "destinations"},
        {"ask": "status"},
        {"ask": "line"},
    )
    assert (far, near) == (14, ["G14", "H14", "I15"])
    assert " ".join(to).startswith("A1 A2 A3 A5 A6 A7 A8 B4 B5 C4 C6 D4 D7 E4")
    assert len(to) == 28
    assert (len(status), set(status.values())) == (169, {"unexplored"})
    assert line == "N8 Y:- C:- SY:A4 SC:O11 T:Y"


@pytest.mark.rules("W06")
@pytest.mark.parametrize(
    ("other", "hexes"), [("O11", "C6 C7 D6 D8 E7 E8"), ("E8", "C6 C7 D6 D8 E7")]
)
def test_astralis_tells_where_to_plant(
    other: str, hexes: str, tmp_path: Path, capsys: Capture
) -> None:
    position = {"Y_ship": "A4", "C_ship": other}
    assert asked(tmp_path, capsys, position, {"ask": "plants", "to": "D7"}) == [hexes.split()]


@pytest.mark.rules("W08", "W31")
def test_astralis_tells_what_a_turn_brings(tmp_path: Path, capsys: Capture) -> None:
    (gain,) = asked(tmp_path, capsys, W08, {"ask": "gain", "move": "B3-E6+F7"})
    assert (gain["planted"], gain["bonuses"], gain["extracted"]) == ("F7", ["H8"], [])
    assert gain["changed"] == dict.fromkeys(("E6", "F6", "F7", "G7", "G8", "H8"), "yellow")
    assert gain["score"]["yellow"] == 27
    (gain, illegal, threats) = asked(
        tmp_path,
        capsys,
        W31,
        {"ask": "gain", "move": "C4-E6+E7"},
        {"ask": "gain", "move": "C4-C6"},
        {"ask": "threats", "side": "Y"},
    )
    assert gain["changed"] == {"D7": "yellow", "E7": "yellow", "F7": "contested"}
    assert gain["pending"] == "C6"
    assert illegal["refused"] == "E09"
    assert "C6" in illegal["why"]
    assert threats == {"bonuses": {"C6": ["E7"]}, "extractions": {}}


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"ask": "weight"}, "ask: one of moves, distance, neighbours"),
        ({"from": "A1"}, "ask: one of moves"),
        ({"ask": "distance", "from": "A1"}, "to: is missing"),
        ({"ask": "distance", "from": "A1", "to": 3}, "to: write a text"),
        ({"ask": "distance", "from": "A1", "to": "A2", "by": 1}, "by: there is nothing"),
        ({"ask": "distance", "from": "A1", "to": "P1"}, "'P1' is not a hex of a board of size 8"),
        ({"ask": "threats", "side": "X"}, "side: choose 'Y' or 'C'"),
    ],
)
def test_a_question_that_cannot_be_answered_is_a_fault(
    question: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = placed(tmp_path, EMPTY, ask=[{"ask": "line"}, question])
    complained = complaint(capsys, "ask", file)
    assert complained.startswith(f"games ask: {file}: ask 2: ")
    assert says in complained


def test_a_state_on_which_rules_break_is_a_fault(tmp_path: Path, capsys: Capture) -> None:
    position = {"state": {"/table/active": 5}}
    file = {"game": "colonial_space_wars", "position": position, "ask": [{"ask": "moves"}]}
    complained = complaint(capsys, "ask", saved(tmp_path, file))
    assert complained.endswith("state: no match can stand like that (IndexError)")


def test_a_state_that_no_match_can_be_in_is_refused(tmp_path: Path, capsys: Capture) -> None:
    position = {"state": {"/table/turn/order": [5, 6]}}
    file = {"game": "astral_sailors", "position": position, "ask": [{"ask": "moves"}]}
    complained = complaint(capsys, "ask", saved(tmp_path, file), status=1)
    assert complained.endswith("The turn order names an unknown player. [ASCW-D41]")


def test_a_game_lists_its_questions(capsys: Capture) -> None:
    lines, _ = told(capsys, "ask", "--list", "astralis")
    assert lines[0].startswith("moves [seat]: ")
    assert "distance from to: Steps between two hexes (1.2)." in lines
    assert told(capsys, "ask", "--list", "astral_sailors")[0][0] == lines[0]
    assert "there is no game" in complaint(capsys, "ask", "--list", "chess")
    assert "ask" in complaint(capsys, "ask")


def test_a_file_of_questions_has_no_play(tmp_path: Path, capsys: Capture) -> None:
    file = placed(tmp_path, EMPTY, ask=[], play=["A4-A1"])
    assert "play: there is nothing of this name" in complaint(capsys, "ask", file)
    assert json.loads(told(capsys, "ask", placed(tmp_path, EMPTY, ask=[]))[0][0]) == []
