"""Matches to take true states from for the test of two worlds: what they hide is most varied
before turn 1 and in the first turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.types import Seats
from games.cosmic_conflict.game import GAME
from tests.games.random_sources import RandomSource, random_source

QUICK: Mapping[str, Any] = {"map": "quick", "points": 481}
PLANS: Sequence[Mapping[str, Any]] = (
    {**QUICK, "deploy": "secret"},
    {**QUICK, "scenario": "contested_marks"},
    {"deploy": "secret"},
    {"map": "veil"},
    {"sides": 3, "points": 481, "deploy": "secret"},
    {"sides": 4, "points": 481, "map": "four_winds"},
)
LONGEST = 150
"""Log actions of a match."""


def source(seed: int) -> RandomSource:
    plan = PLANS[seed % len(PLANS)]
    return random_source(GAME, plan, Seats.alone(plan.get("sides", 2)), seed, LONGEST)
