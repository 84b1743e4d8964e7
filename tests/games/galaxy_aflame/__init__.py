"""Tests of A Galaxy Aflame."""

from tests.games.galaxy_aflame.forces import random_force

FORCES = random_force

AGREED = {"round_limit": 6}
"""Random play does not look for victory."""

BY_HAND = frozenset(
    {
        "Disengaged",
        "FellBack",
        "GameOver",
        "Removed",
        "RoundEnded",
        "SuppressionEnded",
        "TurnEnded",
        "TurnStarted",
    }
)
"""A referee may part engaged units, take out the last one of a side, give and end turns."""
