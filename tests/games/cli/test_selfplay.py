"""Random matches."""

from __future__ import annotations

import re

import pytest

from tests.games.cli.asking import Capture, told


def test_selfplay_repeats_itself_for_the_same_seed(capsys: Capture) -> None:
    flags = ("selfplay", "astralis", "--size", "7", "--matches", "2", "--seed")
    out, _ = told(capsys, *flags, "5")
    again, _ = told(capsys, *flags, "5")
    other, _ = told(capsys, *flags, "6")
    assert out[:-1] == again[:-1]
    assert out[:2] != other[:2]
    lengths = [int(line.split()[1]) for line in out[:2]]
    assert f"mean {sum(lengths) / 2:.1f}, " in out[2]
    assert out[2].endswith(f"shortest {min(lengths)}, longest {max(lengths)}")
    assert sum(map(int, re.findall(r"\d+", out[3]))) == 2
    assert re.fullmatch(r"speed: \d+ moves a second", out[4])


@pytest.mark.usefixtures("toy_found")
def test_selfplay_rolls_dice_and_seats_three(capsys: Capture) -> None:
    out, _ = told(capsys, "selfplay", "toy", "--seats", "3", "--matches", "5", "--oil", "2")
    assert [line.split()[1] for line in out[:5]] == ["9"] * 5
