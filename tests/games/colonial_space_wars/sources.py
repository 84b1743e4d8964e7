"""Matches to take true states from for the test of two worlds: mostly while lists are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.colonial_space_wars.game import GAME
from games.core.types import Seats
from tests.games.random_sources import RandomSource, random_source

PLANS: Sequence[Mapping[str, Any]] = (
    {"army_mode": "points"},
    {"army_mode": "points", "swords": 2},
    {"army_mode": "points", "swords": 3},
    {"army_mode": "points", "mirror": False},
)
LONGEST = 16
"""Log actions of a match; by then both lists have been revealed, or have changed often."""


def source(seed: int) -> RandomSource:
    return random_source(GAME, PLANS[seed % len(PLANS)], Seats.alone(2), seed, LONGEST)
