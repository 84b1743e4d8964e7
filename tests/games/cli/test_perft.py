"""Counting sequences of moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.cli.asking import W31, Capture, complaint, placed, told


@pytest.mark.rules("W03")
@pytest.mark.parametrize(
    ("size", "ships", "counts"),
    [
        ("8", "A4,O11", [176, 29_975]),
        ("8", "A2,O9", [176, 29_958]),
        ("7", "A3,M10", [150, 21_571]),
        ("7", "A4,M10", [150, 21_574]),
    ],
)
def test_perft_counts_the_opening(
    size: str, ships: str, counts: list[int], capsys: Capture
) -> None:
    out, _ = told(capsys, "perft", "astralis", "--size", size, "--ships", ships, "--depth", "2")
    assert out == [f"{depth} {count}" for depth, count in enumerate(counts, 1)]


@pytest.mark.rules("W03")
def test_perft_counts_the_same_through_the_contract(capsys: Capture) -> None:
    flags = ("--size", "8", "--ships", "A4,O11", "--depth", "2", "--public")
    assert told(capsys, "perft", "astralis", *flags)[0] == ["1 176", "2 29975"]


def test_perft_counts_from_before_the_ships_are_placed(capsys: Capture) -> None:
    assert told(capsys, "perft", "astralis", "--depth", "3")[0] == ["1 6", "2 36", "3 6336"]


@pytest.mark.rules("W31")
@pytest.mark.parametrize("flags", [(), ("--public",)])
def test_perft_counts_from_a_position(
    flags: tuple[str, ...], tmp_path: Path, capsys: Capture
) -> None:
    file = placed(tmp_path, W31)
    out, _ = told(capsys, "perft", "astralis", "--depth", "3", "--position", file, *flags)
    assert out == ["1 15", "2 251", "3 2377"]


@pytest.mark.rules("W29")
def test_perft_counts_a_forced_pass_with_the_turn_before_it(
    tmp_path: Path, capsys: Capture
) -> None:
    trapped = {"board": 8, "C_planets": ["A2", "B1"], "Y_ship": "A1", "C_ship": "B2"}
    file = placed(tmp_path, {**trapped, "to_move": "Y"})
    for flags in ((), ("--public",)):
        out, _ = told(capsys, "perft", "astralis", "--depth", "1", "--position", file, *flags)
        assert out == ["1 169"]


@pytest.mark.usefixtures("toy_found")
def test_perft_counts_simultaneous_answers_but_no_dice(capsys: Capture) -> None:
    assert told(capsys, "perft", "toy", "--depth", "2")[0] == ["1 6", "2 36"]
    assert "dice" in complaint(capsys, "perft", "toy", "--depth", "3")
