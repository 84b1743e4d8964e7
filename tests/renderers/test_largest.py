"""The largest matches: no text and no picture grows with the square of the units."""

from __future__ import annotations

import pytest

from games.core.log.match_file import FinalState
from renderers import Look, renderer_for
from tests.games.crowds import crowds

CROWDS = crowds()
DOUBLE = 2.5
"""Twice the units make a text at most so much longer; four times, if it grows with their square."""
OF_A_UNIT = 24
"""Marks on the picture at most: it, its plate, and dots between both."""


@pytest.mark.parametrize("game", CROWDS)
@pytest.mark.parametrize("look", [Look(), Look(threats=True)], ids=("plain", "threats"))
def test_nothing_grows_with_the_square_of_the_units(game: str, look: Look) -> None:
    crowd, renderer = CROWDS[game], renderer_for(game)
    half, whole = (renderer.scene(crowd.at(count), look) for count in (crowd.MOST // 2, crowd.MOST))
    assert len(whole.board) < DOUBLE * len(half.board)
    assert len(whole.drawing.marks) < OF_A_UNIT * 2 * crowd.MOST
    assert len(whole.alt) <= 1024
    assert FinalState(stands="-", board=whole.board).board == whole.board
