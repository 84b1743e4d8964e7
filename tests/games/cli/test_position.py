"""Positions in files, and what play makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.games.cli.asking import W08, W31, Capture, complaint, described, placed, saved

EMPTY = {"Y_ship": "A4", "C_ship": "O11"}
TOY: dict[str, Any] = {"game": "toy", "settings": {"oil": 3}, "setup": {}}


@pytest.mark.rules("W07")
def test_a_position_is_printed_in_the_form_that_is_read(tmp_path: Path, capsys: Capture) -> None:
    assert described(capsys, placed(tmp_path, EMPTY, play=["A4-D7+E7"])) == {
        "board": 8,
        "Y_planets": ["E7"],
        "C_planets": [],
        "Y_ship": "D7",
        "C_ship": "O11",
        "to_move": "C",
        "turn": 2,
        "quiet": 0,
        "state": {
            "/last": {
                "side": 0,
                "origin": "A4",
                "to": "D7",
                "planted": "E7",
                "bonuses": [],
                "extracted": [],
                "awarded": None,
                "pending": None,
                "controlled": ["D6", "D7", "E6", "E8", "F7", "F8"],
                "contested": [],
                "lost": [],
                "passed": False,
            }
        },
        "pending": [{"seat": "C", "kind": "turn", "waits": True, "secret": False}],
        "ended": False,
        "winner": None,
        "score": {"yellow": 7, "cyan": 0, "contested": 0, "unexplored": 162, "cyan_with_komi": 3.5},
        "dice_left": [],
    }


@pytest.mark.rules("W08")
def test_what_is_printed_can_be_read_again(tmp_path: Path, capsys: Capture) -> None:
    found = described(capsys, placed(tmp_path, W08, play=["b3-e6+f7"]))
    assert (found["score"]["yellow"], found["score"]["unexplored"]) == (27, 142)
    assert described(capsys, placed(tmp_path, found)) == found


@pytest.mark.rules("W08")
def test_a_position_is_one_line_as_well(tmp_path: Path, capsys: Capture) -> None:
    line = {"line": "N8 Y:E8,I7,I10 C:- SY:B3 SC:O11 T:Y"}
    found = described(capsys, placed(tmp_path, line, settings={"komi": 0.5}))
    assert found["score"]["cyan_with_komi"] == 0.5
    assert found["Y_planets"] == ["E8", "I7", "I10"]
    after = described(capsys, placed(tmp_path, line, play=["B3-E6+F7"]))
    assert after["Y_planets"] == ["E8", "F7", "H8", "I7", "I10"]


def test_ships_may_still_be_to_be_placed(tmp_path: Path, capsys: Capture) -> None:
    for position in ({"Y_ship": "A4"}, {"line": "N8 Y:- C:- SY:A4 SC:- T:C"}):
        found = described(capsys, placed(tmp_path, position))
        assert found["pending"] == [{"seat": "C", "kind": "place", "waits": True, "secret": False}]
        assert "state" not in found


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({"line": "N8 Y:E8"}, "the line must look like N8"),
        ({"line": 8}, "the line must look like N8"),
        ({"line": "N8 Y:- C:- SY:B3 SC:O11 T:Y", "Y_ship": "A4"}, "already: Y_ship"),
        ({"line": "N9 Y:- C:- SY:B3 SC:O11 T:C"}, "board: choose 8 or less"),
    ],
)
def test_a_line_that_is_no_position_is_a_fault(
    content: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    assert says in complaint(capsys, "position", placed(tmp_path, content))


@pytest.mark.rules("W31")
def test_a_position_of_a_small_board_to_its_end(tmp_path: Path, capsys: Capture) -> None:
    after = described(capsys, placed(tmp_path, W31, play=["C4-E6+E7"]))
    assert after["score"] == {
        "yellow": 23,
        "cyan": 8,
        "contested": 5,
        "unexplored": 1,
        "cyan_with_komi": 11.5,
    }
    assert (after["ended"], after["winner"]) == (False, None)
    over = described(capsys, placed(tmp_path, W31, play=["C4-E6+E7", "C6-D7"]))
    assert (over["score"]["yellow"], over["score"]["cyan_with_komi"]) == (24, 11.5)
    assert (over["pending"], over["ended"], over["winner"]) == ([], True, "Y")
    again = placed(tmp_path, over, play=[{"try": "D7-C6", "refused": "NOT_YOUR_DECISION"}])
    assert described(capsys, again) == over


@pytest.mark.rules("W29")
def test_a_position_after_a_forced_pass_is_the_opponents_again(
    tmp_path: Path, capsys: Capture
) -> None:
    trap = {"C_planets": ["A2"], "Y_ship": "A1", "C_ship": "B9", "to_move": "C"}
    after = described(capsys, placed(tmp_path, trap, play=["B9-B2+B1"]))
    assert (after["to_move"], after["score"]["cyan"]) == ("C", 8)


def test_an_illegal_turn_is_refused_with_its_rule(tmp_path: Path, capsys: Capture) -> None:
    file = placed(tmp_path, W08, play=["B3-E6+F7", "O11-I10"])
    refusal = complaint(capsys, "position", file, status=1)
    assert refusal.startswith(f"games position: {file}: play 2 (O11-I10): ")
    assert refusal.endswith("[AST-21]")


# --- Trying ---


def test_what_must_be_refused_is_refused_with_its_code_and_changes_nothing(
    tmp_path: Path, capsys: Capture
) -> None:
    tries = [
        ("B3-I10", "E08"),
        ("Y: B3-B3", "E06"),
        ("pass", "E15"),
        ("what", "UNREADABLE"),
        ("C: O11-O10", "NOT_YOUR_DECISION"),
        ("1: O11-O10", "NOT_YOUR_DECISION"),
    ]
    play = [{"try": text, "refused": code} for text, code in tries]
    assert described(capsys, placed(tmp_path, W08, play=play)) == described(
        capsys, placed(tmp_path, W08)
    )


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("B3-I10", "E07", "play 1 (B3-I10): refused with E08, not E07: "),
        ("B3-E6+F7", "E07", "play 1 (B3-E6+F7): legal, not refused with E07"),
    ],
)
def test_what_is_not_refused_as_said_refuses_the_file(
    text: str, code: str, says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = placed(tmp_path, W08, play=[{"try": text, "refused": code}])
    assert says in complaint(capsys, "position", file, status=1)


@pytest.mark.rules("W42")
def test_what_a_referee_sets_is_played_and_tried_as_well(tmp_path: Path, capsys: Capture) -> None:
    play = [
        {"try": "adjust: PLANET E7 YELLOW", "refused": "AST-05"},
        {"try": "adjust: SHIP CYAN I7", "refused": "AST-22"},
        "adjust: PLANET H8 YELLOW",
    ]
    found = described(capsys, placed(tmp_path, W08, play=play))
    assert (found["Y_planets"], found["score"]["yellow"]) == (["E8", "H8", "I7", "I10"], 24)


# --- Seats and dice ---


@pytest.mark.usefixtures("toy_found")
def test_seats_are_named_in_front_where_it_is_not_clear(tmp_path: Path, capsys: Capture) -> None:
    hiding = {"kind": "hide", "waits": True, "secret": True}
    start = described(capsys, saved(tmp_path, TOY))
    assert start["pending"] == [{"seat": "R", **hiding}, {"seat": "G", **hiding}]
    play = ["green: LAMP5", {"try": "G: LAMP5", "refused": "NOT_YOUR_DECISION"}, "R:LAMP3"]
    found = described(capsys, saved(tmp_path, {**TOY, "play": play}))
    assert found["state"] == {"/lamps/0": 3, "/lamps/1": 5}
    assert found["pending"] == [{"count": 1, "sides": 6, "why": "Which beacon stands in the wind?"}]


@pytest.mark.usefixtures("toy_found")
def test_dice_are_thrown_as_soon_as_they_are_due(tmp_path: Path, capsys: Capture) -> None:
    lamps, turns = ["G: LAMP5", "R: LAMP3"], ["B2+3", "B5+2", "REST", "B3+1"]
    for play in (lamps, [*lamps, "B2+3"]):
        found = described(capsys, saved(tmp_path, {**TOY, "play": play, "dice": [2, 6]}))
        assert (found["state"]["/wind"], found["dice_left"]) == (2, [6])
        assert found["pending"][0]["kind"] == "turn"
    over = described(capsys, saved(tmp_path, {**TOY, "play": [*lamps, *turns], "dice": [2]}))
    assert (over["ended"], over["winner"], over["score"]) == (True, "R", {"R": 6.0, "G": 5.0})


@pytest.mark.usefixtures("toy_found")
@pytest.mark.parametrize(
    ("dice", "says"),
    [([], "play 3 (REST): dice are needed here: 1d6; 0 left"), ([7], "1d6 cannot show 7")],
)
def test_dice_that_are_missing_or_cannot_be_are_a_fault(
    dice: list[int], says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = saved(tmp_path, {**TOY, "play": ["G: LAMP5", "LAMP3", "REST"], "dice": dice})
    assert says in complaint(capsys, "position", file)


@pytest.mark.usefixtures("toy_found")
def test_a_match_begins_with_these_seats_and_teams(tmp_path: Path, capsys: Capture) -> None:
    for setup, teams in (({"seats": 3}, [1, 1, 1]), ({"teams": [2, 1]}, [2, 1])):
        found = described(capsys, saved(tmp_path, {"game": "toy", "setup": setup}))
        assert (found["teams"], len(found["pending"])) == (teams, 3)
        again = saved(tmp_path, {"game": "toy", "position": found})
        assert described(capsys, again) == found


# --- Faults ---


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"Y_planets": ["E7", "E8"]}, "The planets on E7 and E8 are adjacent. [AST-05]"),
        ({"C_planets": ["H7"]}, "The planets on I7 and H7 are adjacent. [AST-05]"),
        ({"C_planets": ["E8"]}, "E8 holds two planets. [AST-05]"),
        ({"Y_planets": ["A9"]}, "'A9' is not a hex of a board of size 8. [AST-02]"),
        ({"Y_ship": "hello"}, "'hello' is not a hex of a board of size 8. [AST-02]"),
        ({"Y_ship": "O11"}, "Both ships are on O11. [AST-22]"),
        ({"C_ship": "I10"}, "A ship is on the planet I10. [AST-22]"),
    ],
)
def test_a_position_that_a_rule_forbids_is_refused(
    changed: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = placed(tmp_path, {**W08, **changed})
    refusal = complaint(capsys, "position", file, status=1)
    assert refusal == f"games position: {file}: {says}"


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"board": 2}, "board: choose 3 or more"),
        ({"board": 9}, "board: choose 8 or less"),
        ({"to_move": "X"}, "to_move: choose 'Y' or 'C'"),
        ({"Y_planets": "E8"}, "Y_planets: write a list"),
        ({"planets": []}, "planets: there is nothing of this name"),
        ({"state": {"/turns": 3}}, "state: not stored like that: /turns"),
        ({"state": {"/last/side": 3}}, "state: there is nothing at /last/side"),
        ({"state": {"turn": 3}}, "state: there is nothing at turn"),
        ({"state": {"/turn": "three"}}, "turn: int_"),
        ({"state": {"/planets/0": ["E7", "E8"]}}, "value_error"),
    ],
)
def test_a_position_of_another_form_is_a_fault(
    changed: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = placed(tmp_path, {**W08, **changed})
    assert complaint(capsys, "position", file).startswith(f"games position: {file}: ")
    assert says in complaint(capsys, "position", file)


@pytest.mark.usefixtures("toy_found")
@pytest.mark.parametrize(
    ("content", "says"),
    [
        ({}, "game: is missing"),
        ({"game": "toy"}, "either position or setup must be given"),
        ({"game": "toy", "setup": {}, "position": {}}, "either position or setup"),
        ({"game": "go", "setup": {}}, "there is no game 'go'"),
        ({"game": "toy", "setup": {"lamps": 2}}, "lamps: there is nothing of this name"),
        ({"game": "toy", "setup": {"seats": 2, "teams": [2, 1]}}, "the teams have 3, not 2"),
        ({"game": "toy", "setup": {"seats": 9}}, "cannot be played with 9 seats"),
        ({"game": "toy", "position": {"lamps": [1, 2]}}, "lamps: there is nothing of this name"),
        ({"game": "toy", "setup": {}, "play": [{"try": "REST"}]}, "refused: is missing"),
        ({"game": "toy", "setup": {}, "ask": []}, "ask: there is nothing of this name"),
    ],
)
def test_a_file_of_another_form_is_a_fault(
    content: dict[str, Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    assert says in complaint(capsys, "position", saved(tmp_path, content))


def test_a_state_on_which_rules_break_is_a_fault(tmp_path: Path, capsys: Capture) -> None:
    file = placed(tmp_path, {**W08, "state": {"/seats": [0, 2]}})
    complained = complaint(capsys, "position", file)
    assert complained.endswith("state: no match can stand like that (ValueError)")


def test_names_of_hexes_may_be_written_as_players_type_them(
    tmp_path: Path, capsys: Capture
) -> None:
    typed = {**W08, "Y_planets": ["e08", " I7", "i10 "], "Y_ship": "b3"}
    assert described(capsys, placed(tmp_path, typed, "typed")) == described(
        capsys, placed(tmp_path, W08)
    )


def test_files_call_parts_of_the_state_what_they_always_did(
    tmp_path: Path, capsys: Capture
) -> None:
    """The armies of Astral Sailors have become sheets since; files say drafts."""
    state = {"/secrets/drafts/0/units": ["GU1", "GU3"], "/secrets/drafts/1/edits": 3}
    file = {"game": "astral_sailors", "position": {"state": state}}
    found = described(capsys, saved(tmp_path, file))["state"]
    assert {path: found[path] for path in state} == state
