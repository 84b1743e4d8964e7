"""Matches to take true states from for the test of two worlds: mostly while sheets are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.types import Seats
from games.galaxy_aflame.game import GAME
from tests.games.random_sources import RandomSource, random_source

PLANS: Sequence[Mapping[str, Any]] = (
    {"muster": "ranked", "deploy_mode": "secret"},
    {"muster": "random", "deploy_mode": "secret", "layout": "open_basin"},
    {"muster": "ranked", "mirror": False, "deck_copies": 2, "deploy_mode": "secret"},
    {"muster": "random", "deploy_mode": "secret", "hand": 80, "layout": "salt_trenches"},
)
LONGEST = 20
"""Log actions of a match; by then all sheets have been revealed, or have changed often."""


def source(seed: int) -> RandomSource:
    return random_source(GAME, PLANS[seed % len(PLANS)], Seats.alone(2), seed, LONGEST)
