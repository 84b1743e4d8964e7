"""Tests of Colonial Space Wars."""

from tests.games.colonial_space_wars.forces import random_force

FORCES = random_force

AGREED = {"round_limit": 8, "deploy_depth": 3}
"""Random play does not look for victory; zones of three rows hold every army on every board."""

BY_HAND = frozenset(
    {
        "ActivationFinished",
        "Defeated",
        "EffectEnded",
        "GameOver",
        "RoundEnded",
        "TurnEnded",
        "TurnStarted",
    }
)
"""A referee may destroy the last unit of a side (CSW-117) and end turns."""
