"""Settings that these seats cannot have are refused before a match begins (BAD_OPTION)."""

from __future__ import annotations

from typing import Any

import pytest

from games.astral_sailors import GAME
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.editing.sound import setting_fault
from games.core.types import Forbidden, Seats

TWO, FOUR = Seats((0, 1)), Seats((0, 0, 1, 1))


def refused(seats: Seats, **options: Any) -> str:
    found = setting_fault(Agreement(**options), seats)
    if found is None:
        return ""
    assert isinstance(found, Forbidden)
    assert found.code == "BAD_OPTION"
    return found.rule


@pytest.mark.rules("ASCW-D51")
@pytest.mark.parametrize("players", range(2, 9))
def test_rectangles_are_for_2_3_4_and_8_players(players: int) -> None:
    seats = Seats(tuple(range(players)))
    wanted = "ASCW-D51" if players in (5, 6, 7) else ""
    assert refused(seats, zones="rectangles") == wanted
    assert refused(seats, zones="strips") == refused(seats, zones="auto") == ""


@pytest.mark.rules("ASCW-D46", "ASCW-D60")
@pytest.mark.parametrize(
    ("seats", "glory", "most"),
    [(TWO, "sum", 99), (FOUR, "sum", 49), (FOUR, "any", 99), (FOUR, "each", 99)],
)
def test_nobody_begins_with_a_glory(seats: Seats, glory: Any, most: int) -> None:
    assert refused(seats, glory=glory, start_pool=most) == ""
    assert refused(seats, glory=glory, start_pool=most + 1) == "ASCW-D46"
    found = GAME.fault(Agreement(glory=glory, start_pool=most + 1), seats)
    assert found is not None
    assert f"at most {most}" in found.sentence
