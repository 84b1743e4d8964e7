"""Random matches of more players than the contract kit's: they end, a replay gives the same bytes,
and computer players could go on from there."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.amounts import amount
from tests.games.kit import random_match, title_of
from tests.games.legality import check_computer
from tests.games.replaying import check_replay

TITLE = title_of("astral_sailors")
QUICK = {"round_limit": 2, "army_size": 100, "scenery": "preset"}
EVERYTHING = 10
"""One match in so many leaves scenery and deployment to its players, on any board."""


@pytest.mark.parametrize("players", range(4, 9))
def test_random_matches_of_many_end_and_replay_to_the_same_bytes(players: int) -> None:
    for seed in range(1, amount(2, 80), 2):
        agreed = {"round_limit": 1} if seed % EVERYTHING == 9 else QUICK
        match = random_match(replace(TITLE, agreed=agreed, sizes=(players,)), seed)
        assert len(match.seats) == players
        check_replay(match)
        check_computer(match, random.Random(seed), 1)
