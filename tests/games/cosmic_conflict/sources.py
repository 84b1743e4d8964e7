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
    {"points": 481, "deploy": "secret", "map": "quick"},
)
HIDDEN: Mapping[str, Sequence[Mapping[str, Any]]] = {
    form: (
        {**QUICK, "stealth": form, "bogeys": 1},
        {**QUICK, "stealth": form, "scenario": "contested_marks"},
        {"map": "meteor_run", "points": 600, "stealth": form, "bogeys": 2, "repair": True},
        {"sides": 3, "points": 481, "stealth": form, "bogeys": 1, "deploy": "secret"},
    )
    for form in ("category", "size", "blank")
}
"""By the form of Stealth."""
KINDS: Sequence[str] = tuple(HIDDEN)
"""Matches of which so many pairs each are compared besides (``tools.two_worlds``)."""
SHARED: Mapping[int, Seats] = {6: Seats((0, 0, 1))}
"""Seats of plans in which players share a side."""
LONGEST = 150
"""Log actions of a match."""


def source(seed: int, kind: str = "") -> RandomSource:
    plans = HIDDEN[kind] if kind else PLANS
    plan = plans[seed % len(plans)]
    shared = {} if kind else SHARED
    seats = shared.get(seed % len(plans), Seats.alone(plan.get("sides", 2)))
    return random_source(GAME, plan, seats, seed, LONGEST)
