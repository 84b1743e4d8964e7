"""What comes from outside and cannot be: the command says so in one line, with exit status 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.games.cli.asking import ROOT, saved
from tests.games.core.logs import made


def run(*arguments: str) -> tuple[int, str]:
    """The exit status of ``python -m games``, and what it says on stderr."""
    command = (sys.executable, "-m", "games", *arguments)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stderr


def complains(said: str, *arguments: str) -> None:
    status, lines = run(*arguments)
    assert (status, lines.count("\n")) == (2, 1), lines
    assert lines.startswith(f"games {arguments[0]}: ")
    assert said in lines


SAILORS: dict[str, Any] = {
    "game": "astral_sailors",
    "settings": {"pack": "title = 1"},
    "position": {"units": {"R1": "EX1 C4 S"}},
}


def test_a_faulty_pack_is_told_in_one_line(tmp_path: Path) -> None:
    match = {"game": "astral_sailors", "settings": {"pack": "units = 1"}, "moves": []}
    complains("Line 1: title: ", "position", saved(tmp_path, SAILORS))
    complains("Line 1: ", "replay", saved(tmp_path, match))
    complains("Line 1: ", "selfplay", "astral_sailors", "--pack", "title = 1")
    complains("Line 1: ", "perft", "astral_sailors", "--depth", "1", "--pack", "title = 1")


@pytest.mark.parametrize("number", ["1e309", "-1e309", "NaN", "Infinity", "1" * 5000])
def test_a_number_that_is_none_is_told_in_one_line(tmp_path: Path, number: str) -> None:
    log = made().decode()
    for place in ('"oil": 4', '"height": 2', '"rules": 1'):
        assert place in log
        name = place.partition(":")[0]
        file = saved(tmp_path, log.replace(place, f"{name}: {number}", 1))
        complains("The file is damaged: ", "verify", file)
        complains("The file is damaged: ", "replay", file)
    proof = saved(tmp_path, f'{{"match": "a", "rolls": [{{"entry": {number}}}]}}')
    complains("number", "verify", proof)
    position = f'{{"game": "astralis", "settings": {{"komi": {number}}}, "position": {{}}}}'
    complains("number", "position", saved(tmp_path, position))
    match = f'{{"game": "astralis", "settings": {{"komi": {number}}}, "moves": []}}'
    complains("number", "replay", saved(tmp_path, match))
    complains("komi", "selfplay", "astralis", f"--komi={number}")


def test_a_setting_that_is_nested_too_deeply_is_told_in_one_line() -> None:
    complains("army_size", "selfplay", "astral_sailors", "--army-size", "[" * 100_000)
