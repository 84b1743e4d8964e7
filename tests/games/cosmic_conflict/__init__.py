"""Tests of Cosmic Conflict."""

from tests.games.cosmic_conflict.forces import random_force

FORCES = random_force

BY_HAND = frozenset(
    {
        "ActivationEnded",
        "AttackCancelled",
        "Attacked",
        "CommandUsed",
        "Crashed",
        "UnitDamaged",
        "Deployed",
        "Disclosed",
        "Displaced",
        "Exchanged",
        "Fled",
        "FleetsRevealed",
        "GameOver",
        "MissileLaunched",
        "MissileLost",
        "Moved",
        "OrderRevealed",
        "OrdersGiven",
        "Resupplied",
        "SheetChanged",
        "SheetLocked",
        "ShieldsRestored",
        "StepsStopped",
        "Surveyed",
        "TerrainMoved",
        "TurnBegan",
        "TurnEnded",
        "VictoryScored",
    }
)
"""A referee may answer windows, lock sides, begin phases and take away what is waited for: then the
match goes on by its rules."""
