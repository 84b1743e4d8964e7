"""Two hundred random matches, most of them short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.endings import Ending
from tests.games.kit import random_match, title_of
from tests.games.replaying import check_replay

PARTS, MATCHES = 4, 50
SHORT = {"map": "quick", "points": 481, "min_turns": 1, "max_turns": 2}
TITLE = title_of("cosmic_conflict")


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_and_replay_byte_for_byte(part: int) -> None:
    for seed in range(part * MATCHES, (part + 1) * MATCHES):
        match = random_match(TITLE if seed % 10 == 0 else replace(TITLE, agreed=SHORT), seed)
        assert isinstance(TITLE.game.pending(match.states[-1]), Ending)
        check_replay(match)
