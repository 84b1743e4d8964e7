"""Tests of Cosmic Conflict."""

from tests.games.cosmic_conflict.forces import random_force

FORCES = random_force
SIZES = (2, 3, 4, 5)

BY_HAND = frozenset(
    {
        "ActivationEnded",
        "Attacked",
        "BogeyRemoved",
        "Crashed",
        "Displaced",
        "Fled",
        "FormationChanged",
        "GameOver",
        "MissileLost",
        "Moved",
        "OrdersGiven",
        "Parted",
        "Resupplied",
        "SheetChanged",
        "SheetLocked",
        "ShieldsRestored",
        "ShipRevealed",
        "Surveyed",
        "TerrainMoved",
        "TurnBegan",
        "TurnEnded",
        "UnitDamaged",
        "VictoryScored",
    }
)
"""A referee may begin phases and take away what is waited for: then the match goes on by its
rules."""
