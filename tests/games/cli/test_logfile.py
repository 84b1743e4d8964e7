"""The file of a match from the bot, told and checked without the bot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.core.log import dice_proofs
from tests.games.cli.asking import Capture, complaint, saved, told
from tests.games.core.logs import COURSE, MATCH, SEED, made, raw, sealed

pytestmark = pytest.mark.usefixtures("toy_found")


def kept(folder: Path, data: bytes) -> str:
    return saved(folder, data.decode())


def wrong(capsys: Capture, *arguments: str) -> list[str]:
    """The lines on stdout of a check that fails."""
    out, _ = told(capsys, *arguments, status=1)
    return out


def test_a_whole_match_is_told_entry_by_entry(tmp_path: Path, capsys: Capture) -> None:
    out, err = told(capsys, "replay", kept(tmp_path, made()))
    assert err == []
    assert out[0] == "Beacons. Oil: 4"
    assert sum(line.endswith("B4+2  (undone)") for line in out) == 1
    assert "#6    undone" in out
    assert "#8    referee  OIL RED 2" in out
    assert "     Why: A mistake." in out
    assert any(line.startswith("Final score: ") for line in out)
    assert out[-1].startswith("Ending in the file: score")


def test_a_match_that_goes_on_is_told_as_far_as_it_went(tmp_path: Path, capsys: Capture) -> None:
    out, _ = told(capsys, "replay", kept(tmp_path, made(COURSE[:4])))
    assert out[-1].startswith("The match is not over: it waits for ")


def test_a_partial_file_is_told_from_its_sentences(tmp_path: Path, capsys: Capture) -> None:
    file = raw(made(COURSE[:3]))
    file["match"]["whose"] = "seat 1"
    for entry in file["entries"]:
        for name in ("shown", "place", "branch", "move", "decision", "faces", "asked"):
            entry.pop(name, None)
    del file["entries"][1]["number"]
    file["end"] = {"stands": "Red 0 – Green 0", "board": "1: dark\n2: dark"}
    path = kept(tmp_path, sealed(file))
    out, _ = told(capsys, "replay", path)
    assert out[0] == "Beacons. What Green knew of an unfinished match:"
    assert "cannot be replayed" in out[1]
    assert "     1: dark" in out
    checked, _ = told(capsys, "verify", path)
    assert "Chain       ok" in checked
    assert "Rules       not checked: the file holds only what seat 1 knew" in checked


def test_an_honest_file_is_verified(tmp_path: Path, capsys: Capture) -> None:
    out, err = told(capsys, "verify", kept(tmp_path, made()))
    assert err == []
    for line in ("Chain       ok", "Rules       ok", "Position    ok", "Ending      ok"):
        assert line in out
    assert "Dice        ok" in out
    assert out[-1] == "Verdict: this file passes every check."
    commitment = dice_proofs.commitment(SEED, MATCH)
    path = kept(tmp_path, made())
    same, _ = told(capsys, "verify", path, "--commitment", commitment)
    assert "Commitment  ok" in same
    other = wrong(capsys, "verify", path, "--commitment", "0" * 64)
    assert "Commitment  WRONG: the match showed a different one" in other


def test_dice_are_not_proved_before_the_end(tmp_path: Path, capsys: Capture) -> None:
    out, _ = told(capsys, "verify", kept(tmp_path, made(COURSE[:5])))
    assert "Dice        cannot be proved before the match is over" in out


def _changed(place: int, **changes: Any) -> bytes:
    file = raw(made())
    file["entries"][place - 1] |= changes
    return sealed(file)


def _ended(**changes: Any) -> bytes:
    file = raw(made())
    file["end"] |= changes
    return sealed(file)


def _other_dice() -> bytes:
    file = raw(made(COURSE[:3]))
    face = file["entries"][3]["faces"][0][0]
    file["entries"][3]["faces"] = [[face % 6 + 1]]
    file["end"]["seed"] = SEED.hex()
    file["end"].pop("state")
    return sealed(file)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (made().replace(b"A mistake.", b"No mistake"), "Chain       WRONG: broken at entry 8"),
        (
            _changed(7, move={"kind": "light", "beacon": 4, "height": 9}),
            "Rules       WRONG: entry 7: ",
        ),
        (_changed(7, branch=0), "Rules       WRONG: entry 7: It is not in its place"),
        (_ended(state="0" * 64), "Position    WRONG: the last entry leads to a different one"),
        (_ended(ending={"kind": "score"}), "Ending      WRONG: the rules give a different ending"),
        (_ended(seed="ab" * 32), "Dice        WRONG: The seed does not match"),
        (_other_dice(), "Dice        WRONG: Roll 1 of entry 4 shows "),
        (_changed(4, roll="all-2"), "Rules       WRONG: entry 4: Its dice belong to all-1."),
        (_changed(4, roll="0-1"), "Rules       WRONG: entry 4: Its dice belong to all-1."),
        (_changed(4, roll=None), "Rules       WRONG: entry 4: Its dice belong to all-1."),
    ],
)
def test_what_was_changed_is_found(tmp_path: Path, capsys: Capture, data: bytes, line: str) -> None:
    out = wrong(capsys, "verify", kept(tmp_path, data))
    assert any(each.startswith(line) for each in out), out
    assert out[-1] == "Verdict: this file is not genuine."


def test_dice_set_by_hand_or_given_are_named_and_not_proved(
    tmp_path: Path, capsys: Capture
) -> None:
    for mark, said in (
        ("by_hand", "were set by the referee"),
        ("given", "come from another match"),
    ):
        file = raw(_other_dice())
        file["entries"][3][mark] = True
        out, _ = told(capsys, "verify", kept(tmp_path, sealed(file)))
        assert any(f"1 of 1 entries with dice {said}" in line for line in out)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"format": "starpost-match"}', "version"),
        ('{"format": "starpost-match", "version": 1}', "damaged"),
        (
            '{"format": "starpost-match", "version": 1, "match": ' + "[" * 200 + "]" * 200 + "}",
            "damaged",
        ),
        ('{"format": "starpost-match", "version": ' + "1" * 5000 + "}", "damaged"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(
    tmp_path: Path, capsys: Capture, content: str, said: str
) -> None:
    for command in ("replay", "verify"):
        line = complaint(capsys, command, saved(tmp_path, content))
        assert said in line


def test_an_entry_against_the_rules_stops_the_telling(tmp_path: Path, capsys: Capture) -> None:
    _, [line] = told(capsys, "replay", kept(tmp_path, _changed(4, faces=[[9]])), status=1)
    assert "entry 4" in line


def test_nothing_of_the_file_is_obeyed_by_a_terminal(tmp_path: Path, capsys: Capture) -> None:
    file = raw(made())
    evil = "\x1b[2J\r\nboo"
    file["match"] |= {"title": evil, "seats": [evil, evil]}
    for entry in file["entries"]:
        entry |= {"text": evil, "reason": evil, "told": [evil]}
    file["end"]["ending"] |= {"kind": evil}
    path = saved(tmp_path, json.dumps(json.loads(sealed(file))))
    for command, status in (("replay", 0), ("verify", 1)):
        out, _ = told(capsys, command, path, status=status)
        assert not any("\x1b" in line or line == "boo" for line in out)
