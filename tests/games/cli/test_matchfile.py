"""Reading files of matches: moves with blanks in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.cli.matchfile import ByHand, MoveLine, read_match, split_moves
from games.core.types import Rolled, Seat
from tests.games.cli.asking import saved


@pytest.mark.usefixtures("toy_found")
def test_a_line_with_a_hyphen_is_one_move(tmp_path: Path) -> None:
    text = "game: toy\n\nLAMP3 1:LAMP5\n- R1 MOVE C5  # on\n- 1: R1 PAY 2\nrolled:3/6,6 B2+3\n"
    assert read_match(saved(tmp_path, text)).items == (
        MoveLine("LAMP3"),
        MoveLine("LAMP5", Seat(1)),
        MoveLine("R1 MOVE C5"),
        MoveLine("R1 PAY 2", Seat(1)),
        Rolled(((3,), (6, 6))),
        MoveLine("B2+3"),
    )


@pytest.mark.usefixtures("toy_found")
def test_what_a_referee_set_stands_on_a_line_of_its_own(tmp_path: Path) -> None:
    text = "game: toy\noil: 3\n\nadjust: OIL RED 2  # a gift\nLAMP3\nadjust:WIND 4\n"
    as_json = {
        "game": "toy",
        "settings": {"oil": 3},
        "moves": [{"adjust": "OIL RED 2"}, "LAMP3", {"adjust": "WIND 4"}],
    }
    for content in (text, as_json):
        file = read_match(saved(tmp_path, content))
        assert file.items == (ByHand("OIL RED 2"), MoveLine("LAMP3"), ByHand("WIND 4"))
        assert file.settings.model_dump() == {"oil": 3}


def test_semicolons_separate_moves_with_blanks() -> None:
    assert split_moves("A4, O11 B2") == (MoveLine("A4"), MoveLine("O11"), MoveLine("B2"))
    assert split_moves("R1 MOVE C5; 1:R1 HOLD;") == (
        MoveLine("R1 MOVE C5"),
        MoveLine("R1 HOLD", Seat(1)),
    )
