"""Matches to take true states from for the test of two worlds: what they hide is most varied
before turn 1 and in the first turns."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.core.types import Seats
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.state import State
from games.cosmic_conflict.tools.position import CosmicPosition
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
WISP: Mapping[str, Any] = {
    "name": "Wisp",
    "size": 2,
    "primary": [{"type": "CLK"}, {"type": "BEAM", "arcs": "F"}, {"type": "FLH"}],
    "secondary": [{"type": "SHD"}],
}
CLOAKED: Sequence[Mapping[str, Any]] = (
    {"initiative": "fixed"},
    {"stealth": "category", "bogeys": 1},
    {"formations": True, "adv_conditions": True, "scenario": "rescue"},
    {"escorts": True, "edge": "wall", "min_turns": 1},
)
"""Settings of matches in which ships of all sides are cloaked, or may be."""
KINDS: Sequence[str] = (*HIDDEN, "cloak")
"""Matches of which so many pairs each are compared besides (``tools.two_worlds``)."""
SHARED: Mapping[int, Seats] = {6: Seats((0, 0, 1))}
"""Seats of plans in which players share a side."""
LONGEST = 150
"""Log actions of a match."""


def source(seed: int, kind: str = "") -> RandomSource:
    if kind == "cloak":
        more: Mapping[str, Any] = CLOAKED[seed % len(CLOAKED)]
        cloaked = {"cloak": True, "map": "quick", **more}
        return random_source(GAME, cloaked, Seats.alone(2), seed, LONGEST, _cloaked)
    plans = HIDDEN[kind] if kind else PLANS
    plan = plans[seed % len(plans)]
    shared = {} if kind else SHARED
    seats = shared.get(seed % len(plans), Seats.alone(plan.get("sides", 2)))
    return random_source(GAME, plan, seats, seed, LONGEST)


def _cloaked(settings: Agreement, seats: Seats, rng: random.Random) -> State:
    """A turn in which each side has a cloaked ship, and others that have a Cloak Device."""
    units = {
        f"{letter}{number}": _wisp(settings, side, number, rng)
        for side, letter in enumerate("ab", 1)
        for number in range(1, 5)
    }
    position = {"turn": 2, "units": units, "map": "quick"}
    return CosmicPosition.model_validate(position).state(settings, seats)


def _wisp(settings: Agreement, side: int, number: int, rng: random.Random) -> Mapping[str, Any]:
    at = [rng.randint(4, 32), rng.randint(4, 8) if side == 1 else rng.randint(16, 20)]
    ship: dict[str, Any] = {"sic": WISP, "velocity": rng.randint(1, 3)}
    if number > 1:
        return {**ship, "at": at, "revealed": settings.stealth == "off" or rng.random() < 0.5}
    moves = ["MOVE V0 TURN 30"] * rng.randint(1, 3)
    return {**ship, "cloaked": {"at": at, "moves": moves, "turn": 1}}
