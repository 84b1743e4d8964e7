"""What comes from outside and cannot be: the command says so in one line, with exit status 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.games.cli.asking import ROOT, Capture, complaint, saved
from tests.games.core.logs import made


def complains(capsys: Capture, said: str, *arguments: str) -> None:
    line = complaint(capsys, *arguments)
    assert line.startswith(f"games {arguments[0]}: ")
    assert said in line


SAILORS: dict[str, Any] = {
    "game": "astral_sailors",
    "settings": {"pack": "title = 1"},
    "position": {"units": {"R1": "EX1 C4 S"}},
}


def test_a_faulty_pack_is_told_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    match = {"game": "astral_sailors", "settings": {"pack": "units = 1"}, "moves": []}
    complains(capsys, "Line 1: title: ", "position", saved(tmp_path, SAILORS))
    complains(capsys, "Line 1: ", "replay", saved(tmp_path, match))
    complains(capsys, "Line 1: ", "selfplay", "astral_sailors", "--pack", "title = 1")
    complains(capsys, "Line 1: ", "perft", "astral_sailors", "--depth", "1", "--pack", "title = 1")


@pytest.mark.parametrize("number", ["1e309", "-1e309", "NaN", "Infinity", "1" * 5000])
def test_a_number_that_is_none_is_told_in_one_line(
    tmp_path: Path, number: str, capsys: Capture
) -> None:
    log = made().decode()
    for place in ('"oil": 4', '"height": 2', '"rules": 1'):
        assert place in log
        name = place.partition(":")[0]
        file = saved(tmp_path, log.replace(place, f"{name}: {number}", 1))
        complains(capsys, "The file is damaged: ", "verify", file)
        complains(capsys, "The file is damaged: ", "replay", file)
    proof = saved(tmp_path, f'{{"match": "a", "rolls": [{{"entry": {number}}}]}}')
    complains(capsys, "number", "verify", proof)
    position = f'{{"game": "astralis", "settings": {{"komi": {number}}}, "position": {{}}}}'
    complains(capsys, "number", "position", saved(tmp_path, position))
    match = f'{{"game": "astralis", "settings": {{"komi": {number}}}, "moves": []}}'
    complains(capsys, "number", "replay", saved(tmp_path, match))
    complains(capsys, "komi", "selfplay", "astralis", f"--komi={number}")


def test_a_setting_that_is_nested_too_deeply_is_told_in_one_line() -> None:
    """As a process of its own, with the whole stack."""
    setting = ("selfplay", "astral_sailors", "--army-size", "[" * 100_000)
    command = (sys.executable, "-m", "games", *setting)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith("games selfplay: ")
    assert "army_size" in done.stderr
