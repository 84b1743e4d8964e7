"""The budgets of lines by game and subject."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.budgets import count_lines, find_faults, main


def test_every_subject_of_every_game_keeps_its_budget(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().err


def test_lines_are_counted_by_folder(tmp_path: Path) -> None:
    for name, lines in (
        ("games/chess/moves.py", 3),
        ("games/chess/rules/castling.py", 4),
        ("games/chess/rules/endings/mate.py", 5),
        ("renderers/chess/board.py", 6),
        ("games/go/moves.py", 7),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n" * lines, encoding="utf-8")
    found = count_lines(("chess",), tmp_path)
    assert found == {"chess": {"core": 3, "rules": 9, "renderer": 6}}


def test_a_tenth_more_is_allowed_and_nothing_else() -> None:
    budgets = {"chess": {"core": 100, "rules": 100, "words": 10}}
    lines = {"chess": {"core": 110, "rules": 111, "computer": 5}}
    assert list(find_faults(lines, budgets)) == [
        "chess: computer has 5 lines and no budget",
        "chess: rules has 111 lines, more than 110 % of its 100",
        "chess: words has a budget and no lines",
    ]
    assert list(find_faults({}, {"go": {"core": 1}})) == ["go: core has a budget and no lines"]
