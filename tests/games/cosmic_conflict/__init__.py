"""Tests of Cosmic Conflict."""

BY_HAND = frozenset(
    {
        "ActivationEnded",
        "AttackCancelled",
        "Attacked",
        "CommandUsed",
        "Crashed",
        "Damaged",
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
