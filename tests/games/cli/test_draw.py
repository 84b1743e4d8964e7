"""The picture after a move."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import tests.toy
from tests.games.cli.asking import TOY_MATCH, Capture, complaint, saved, told, w32


@pytest.mark.usefixtures("toy_found")
def test_draw_writes_the_picture_after_a_move(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "renderers.toy", tests.toy)
    file = saved(tmp_path, TOY_MATCH)
    pictures = []
    for at, burning in (("0", 0), ("4", 1), ("5", 2), ("7", 3)):
        out = tmp_path / f"{at}.png"
        said, _ = told(capsys, "draw", file, "--at", at, "--out", str(out))
        assert said == [f"Beacons. {burning} of 6 burn. {said[0].split('. ', 2)[2]}"]
        pictures.append(out.read_bytes())
    assert len(set(pictures)) == 4
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)
    out = tmp_path / "last.png"
    told(capsys, "draw", file, "--out", str(out))
    assert out.read_bytes() == pictures[-1]


def test_draw_paints_a_board(tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "board.png"
    told(capsys, "draw", w32(tmp_path), "--at", "12", "--out", str(out))
    assert out.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_draw_refuses_what_it_cannot_draw(tmp_path: Path, capsys: Capture) -> None:
    file, out = w32(tmp_path), str(tmp_path / "board.png")
    assert "the file holds 32 moves" in complaint(capsys, "draw", file, "--at", "33", "--out", out)
    assert "--at -1" in complaint(capsys, "draw", file, "--at", "-1", "--out", out)
    bad = saved(tmp_path, {"game": "astralis", "moves": ["A1"]}, "bad")
    assert "[AST-15]" in complaint(capsys, "draw", bad, "--out", out, status=1)
    assert not Path(out).exists()
