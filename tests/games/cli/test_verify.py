"""Checking the dice of a match without the bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.core.log.dice_proofs import commitment, roll
from games.core.types import Chance, Roll
from tests.games.cli.asking import Capture, complaint, saved, told

SEED = bytes(range(7, 39))
MATCH = "k3x9q2vb"
CHANCE = Chance((Roll(3, 6, "R1 attacks B2"), Roll(3, 6, "B2 defends")))


def proof() -> dict[str, Any]:
    """An honest file with dice in the entries 4, 9 and 10."""
    return {
        "match": MATCH,
        "game": "toy",
        "commitment": commitment(SEED, MATCH),
        "seed": SEED.hex(),
        "rolls": [
            {
                "entry": entry,
                "place": place,
                "asked": [
                    {"count": one.count, "sides": one.sides, "why": one.why} for one in CHANCE.rolls
                ],
                "faces": [list(faces) for faces in roll(SEED, MATCH, place, CHANCE).faces],
            }
            for entry, place in ((4, "all-1"), (9, "all-2"), (10, "all-3"))
        ],
    }


def test_an_honest_file_is_told_roll_by_roll(tmp_path: Path, capsys: Capture) -> None:
    content = proof()
    out, err = told(capsys, "verify", saved(tmp_path, content))
    assert err == []
    assert out[0] == f"Match {MATCH}, game toy"
    assert out[1] == f"Commitment {content['commitment']}  ok"
    first = " ".join(map(str, content["rolls"][0]["faces"][0]))
    assert out[2].startswith(f"Entry     4  ok     R1 attacks B2: {first}; B2 defends: ")
    assert out[5] == "Verdict: all 3 entries with dice come from the seed."
    assert "Compare the commitment" in out[6]


def test_the_commitment_of_the_match_can_be_compared(tmp_path: Path, capsys: Capture) -> None:
    content = proof()
    file = saved(tmp_path, content)
    out, _ = told(capsys, "verify", file, "--commitment", content["commitment"].upper())
    assert out[-1].startswith("Verdict: all 3")
    out, err = told(capsys, "verify", file, "--commitment", "0" * 64, status=1)
    assert out[2] == "    The match showed a different commitment from the one in this file."
    assert len(err) == 1


def forged(forgery: str) -> dict[str, Any]:
    content = proof()
    rolls = content["rolls"]
    match forgery:
        case "face":
            rolls[1]["faces"][1][2] = rolls[1]["faces"][1][2] % 6 + 1
        case "seed":
            content["seed"] = bytes(32).hex()
        case "commitment":
            content["commitment"] = "ab" * 32
        case "match":
            content["match"] = "k3x9q2vc"
        case "missing roll":
            del rolls[0]["faces"][1]
        case "missing first roll":
            del rolls[0]["faces"][0], rolls[0]["asked"][0]
        case "missing die":
            del rolls[0]["faces"][0][0]
        case "swapped faces":
            rolls[1]["faces"], rolls[2]["faces"] = rolls[2]["faces"], rolls[1]["faces"]
        case "swapped entries":
            rolls[1], rolls[2] = rolls[2], rolls[1]
        case "left out":
            rolls[2]["place"] = "all-4"
        case "one more":
            rolls.append({**rolls[0], "entry": 12})
    return content


@pytest.mark.parametrize(
    ("forgery", "wrong"),
    [
        ("face", [9]),
        ("seed", ["Commitment", 4, 9, 10]),
        ("commitment", ["Commitment"]),
        ("match", ["Commitment", 4, 9, 10]),
        ("missing roll", [4]),
        ("missing first roll", [4]),
        ("missing die", [4]),
        ("swapped faces", [9, 10]),
        ("swapped entries", [10, 9]),
        ("left out", [10]),
        ("one more", [12]),
    ],
)
def test_a_forgery_is_found_where_it_stands(
    tmp_path: Path, capsys: Capture, forgery: str, wrong: list[int | str]
) -> None:
    out, (err,) = told(capsys, "verify", saved(tmp_path, forged(forgery)), status=1)
    said = [line.split() for line in out if "  WRONG" in line]
    assert [line[0] if line[0] == "Commitment" else int(line[1]) for line in said] == wrong
    assert out[-1] == "Verdict: the dice do not match the seed."
    assert "the dice do not match" in err


def test_a_changed_face_is_told_with_the_right_one(tmp_path: Path, capsys: Capture) -> None:
    right = proof()["rolls"][1]["faces"][1]
    out, _ = told(capsys, "verify", saved(tmp_path, forged("face")), status=1)
    shown = forged("face")["rolls"][1]["faces"][1]
    assert (
        f"    Roll 2 of entry 9 shows {', '.join(map(str, shown))}; "
        f"the seed gives {', '.join(map(str, right))}."
    ) in out


def test_what_a_terminal_obeys_is_not_printed(tmp_path: Path, capsys: Capture) -> None:
    content = proof()
    content["rolls"][0]["asked"][0]["why"] = "\x1b[2Jall is well"
    content["game"] = "toy\x1b]0;x\x07"
    out, _ = told(capsys, "verify", saved(tmp_path, content))
    assert all(line.isprintable() for line in out)
    assert "?[2Jall is well" in out[2]


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ({}, "not a dice proof"),
        ({**proof(), "seed": "00"}, "seed"),
        ({**proof(), "rolls": [{"entry": 1}]}, "rolls.0.asked"),
        ({**proof(), "more": True}, "more"),
        ([], "a JSON object"),
        ("{", "not JSON, line 1"),
        ('{"match": ' + "9" * 5000 + "}", "a number is too long"),
    ],
)
def test_a_file_that_is_no_proof_is_refused(
    tmp_path: Path, capsys: Capture, content: Any, part: str
) -> None:
    assert part in complaint(capsys, "verify", saved(tmp_path, content))


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: Capture) -> None:
    assert "nowhere.json" in complaint(capsys, "verify", str(tmp_path / "nowhere.json"))


def test_dice_set_by_hand_and_those_taken_back_are_marked(tmp_path: Path, capsys: Capture) -> None:
    content = proof()
    content["rolls"][0] |= {"taken_back": True}
    content["rolls"][1] |= {"place": "all-1", "by_hand": True, "faces": [[1, 1, 1], [2, 2, 2]]}
    faces = roll(SEED, MATCH, "all-2", CHANCE).faces
    content["rolls"][2] |= {"place": "all-2", "faces": [list(each) for each in faces]}
    out, _ = told(capsys, "verify", saved(tmp_path, content))
    assert out[2].startswith("Entry     4  ok     ")
    assert out[2].endswith("  (undone)")
    assert out[3] == "Entry     9  hand   R1 attacks B2: 1 1 1; B2 defends: 2 2 2"
    assert out[5] == "Verdict: 2 of 3 entries with dice come from the seed."
    assert out[6].startswith("The referee set the dice of 1, marked hand")
