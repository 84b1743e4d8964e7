"""Playing the file of a match again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.games.cli.asking import (
    TOY_MATCH,
    TOY_TEXT,
    W32,
    W32_MOVES,
    Capture,
    complaint,
    saved,
    told,
    w32,
)


@pytest.mark.rules("W32")
def test_replay_tells_a_complete_match(tmp_path: Path, capsys: Capture) -> None:
    out, err = told(capsys, "replay", w32(tmp_path))
    assert err == []
    scores = [
        tuple(map(int, found.groups()))
        for line in out
        if (found := re.search(r"^ .*Yellow (\d+), Cyan (\d+) .*?(\d+) cont.*?(\d+) unex", line))
    ]
    assert scores == [(0, 0, 0, 127), *(row[1:] for row in W32)]
    played = [line.split()[1:] for line in out if re.match(r" *\d+  \S+  \S+$", line)]
    names = ("Yellow", "Cyan")
    assert played == [[names[number % 2], move] for number, move in enumerate(W32_MOVES)]
    assert "Final score: After 30 turns: Yellow 59, Cyan 50 + 3.5" in out[-2]
    assert "Yellow wins by 5.5, 59 to 53.5" in out[-1]
    assert out[-1].endswith("[AST-40]")


@pytest.mark.rules("W32")
def test_replay_reads_the_same_as_plain_text(tmp_path: Path, capsys: Capture) -> None:
    text = (
        "# The example of the canon\n\ngame: astralis\nsize: 7   # hexhex7\n\n"
        f"{' '.join(W32_MOVES[:9])} # after nine\n" + "\n".join(W32_MOVES[9:]).lower()
    )
    plain, _ = told(capsys, "replay", saved(tmp_path, text))
    assert plain == told(capsys, "replay", w32(tmp_path))[0]


def test_replay_of_an_unfinished_match_says_who_is_waited_for(
    tmp_path: Path, capsys: Capture
) -> None:
    out, _ = told(capsys, "replay", w32(tmp_path, upto=3))
    assert out[-2].startswith("So far: Turn 2")
    assert out[-1] == "The match is not over: it waits for Cyan."


@pytest.mark.parametrize(
    ("moves", "number", "rule"),
    [
        (["A1"], "move 1 (A1)", "AST-15"),
        (["A3", "M8", "A3-C4"], "move 3 (A3-C4)", "AST-21"),
        (["A3", "M8", "A3-C3+C3"], "move 3 (A3-C3+C3)", "AST-26"),
        (["A3", "M8", "A3-A3"], "move 3 (A3-A3)", "AST-21"),
        ([*W32_MOVES, "C5-C6"], "move 33 (C5-C6): the match is already over", "AST-40"),
    ],
)
def test_replay_stops_at_the_first_illegal_move_with_its_rule(
    moves: list[str], number: str, rule: str, tmp_path: Path, capsys: Capture
) -> None:
    file = saved(tmp_path, {"game": "astralis", "settings": {"size": 7}, "moves": [*moves, "??"]})
    out, (refusal,) = told(capsys, "replay", file, status=1)
    assert refusal.startswith(f"games replay: {number}")
    assert refusal.endswith(f"[{rule}]")
    assert sum(bool(re.match(r" *\d+  \S+  ", line)) for line in out) == len(moves) - 1


def test_a_move_that_cannot_be_read_stops_the_replay_too(tmp_path: Path, capsys: Capture) -> None:
    file = saved(tmp_path, {"game": "astralis", "moves": ["A4", "hello"]})
    assert complaint(capsys, "replay", file, status=1).startswith("games replay: move 2 (hello): ")


@pytest.mark.usefixtures("toy_found")
@pytest.mark.parametrize("content", [TOY_MATCH, TOY_TEXT])
def test_replay_takes_dice_and_the_seats_of_simultaneous_answers(
    content: Any, tmp_path: Path, capsys: Capture
) -> None:
    out, _ = told(capsys, "replay", saved(tmp_path, content))
    assert out[0] == "Beacons. Oil: 3"
    assert "  1  Green  LAMP5" in out
    assert "  3  dice  2" in out
    assert "     The wind blows at beacon 2." in out
    # Red: 2 + 1 and 3 for its lamp; Green: 3 less the wind, and 3 for the lamp that Red lit.
    assert out[-1] == "Red wins: Red 6 – Green 5. [TOY-07]"


@pytest.mark.usefixtures("toy_found")
@pytest.mark.parametrize(
    ("moves", "says"),
    [
        (["1", "2", "B1+1"], "move 3: dice are needed here: 1d6"),
        (["1", "2", {"rolled": [[7]]}], "move 3: dice are needed here: 1d6"),
        (["1", {"rolled": [[6]]}], "move 2: no dice are needed here"),
    ],
)
def test_dice_where_they_do_not_belong_are_a_fault(
    moves: list[Any], says: str, tmp_path: Path, capsys: Capture
) -> None:
    file = saved(tmp_path, {"game": "toy", "moves": moves})
    assert complaint(capsys, "replay", file) == f"games replay: {says}"


@pytest.mark.rules("W42")
def test_replay_tells_what_a_referee_set(tmp_path: Path, capsys: Capture) -> None:
    line = "N8 Y:E8,I7,I10 C:- SY:B3 SC:O11 T:Y"
    text = f"game: astralis\n\nadjust: {line}\nadjust: PLANET H8 YELLOW\nB3-E6\n"
    out, _ = told(capsys, "replay", saved(tmp_path, text))
    assert f"  1  referee  POSITION {line}" in out
    assert "  2  referee  PLANET H8 YELLOW" in out
    assert "     The referee sets the planet on H8 from none to Yellow's." in out
    assert "  3  Yellow  B3-E6" in out
    again = [{"adjust": line}, {"adjust": "PLANET H8 YELLOW"}, "B3-E6"]
    same, _ = told(capsys, "replay", saved(tmp_path, {"game": "astralis", "moves": again}))
    assert same == out


@pytest.mark.parametrize(
    ("adjust", "says"),
    [
        ("PLANET E7 YELLOW", "move 4 (PLANET E7 YELLOW): The planets "),
        ("PLANET E7", "move 4 (PLANET E7): Missing: YELLOW, CYAN or NONE."),
        ("SHIP YELLOW E8", "[AST-22]"),
    ],
)
def test_what_cannot_be_set_stops_the_replay(
    adjust: str, says: str, tmp_path: Path, capsys: Capture
) -> None:
    moves = ["A4", "O11", "A4-D7+E8", {"adjust": adjust}]
    file = saved(tmp_path, {"game": "astralis", "moves": moves})
    assert says in complaint(capsys, "replay", file, status=1)


def test_a_match_that_is_over_may_go_on_by_hand(tmp_path: Path, capsys: Capture) -> None:
    text = "game: astralis\n\nA4 O11\nadjust: SETTLE\nadjust: RESUME\nA4-D7\n"
    out, _ = told(capsys, "replay", saved(tmp_path, text))
    assert "  3  referee  SETTLE" in out
    assert out[-1] == "The match is not over: it waits for Cyan."


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"game": "astralis", "moves": [', "not JSON, line 1"),
        ("[]", "expected a JSON object"),
        ("A4 O11", "neither JSON nor text"),
        ('{"moves": []}', "game: is missing"),
        ('{"game": "chess", "moves": []}', "no game 'chess'; known: astral_sailors, astralis"),
        ('{"game": "astralis", "moves": [7]}', "moves.0"),
        ('{"game": "astralis", "moves": [], "colour": 1}', "colour"),
        ('{"game": "astralis", "settings": {"size": 9}, "moves": []}', "size: "),
        ('{"game": "astralis", "settings": {"wind": 9}, "moves": []}', "wind: there is nothing"),
        ('{"game": "astralis", "seats": 3, "moves": []}', "2 seats, not 3"),
        ("game: astralis\nsize: many\nA4", "size: "),
    ],
)
def test_a_match_file_of_another_form_is_a_fault(
    content: str, says: str, tmp_path: Path, capsys: Capture
) -> None:
    assert says in complaint(capsys, "replay", saved(tmp_path, content))


def test_a_file_that_is_not_there_or_no_text_is_a_fault(tmp_path: Path, capsys: Capture) -> None:
    assert "No such file" in complaint(capsys, "replay", str(tmp_path / "missing"))
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    assert "not a text file" in complaint(capsys, "position", str(tmp_path / "picture"))
