"""Random matches, two hundred of them in the nightly run, most of them short."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.types import Ending
from tests.amounts import amount
from tests.games.kit import random_match, title_of
from tests.games.replaying import check_replay

PARTS, MATCHES = 2, amount(3, 100)
SHORT = {"round_limit": 4, "muster": "random"}
TITLE = title_of("galaxy_aflame")


@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches_end_and_replay_byte_for_byte(part: int) -> None:
    for seed in range(part * MATCHES, (part + 1) * MATCHES):
        match = random_match(TITLE if seed % 10 == 0 else replace(TITLE, agreed=SHORT), seed)
        assert isinstance(TITLE.game.pending(match.states[-1]), Ending)
        check_replay(match)
