"""Tests of Astral Sailors: Civil War."""

from tests.games.astral_sailors.forces import random_force

FORCES = random_force

REVEALS = frozenset(
    {
        "ArmiesRevealed",
        "UnitRevealed",
        "ObjectiveRevealed",
        "BellicoseResolved",
        "DiceOffCalled",
        "AnswersOpened",
        "MatchWon",
        "MatchDrawn",
        "TeamChanged",
    }
)
"""Roles, armies and answers when all have chosen; hidden units as they come into play; an objective
at the first capture; several teams that win at once; what ends a match; and who comes to share the
secrets of another team."""

AGREED = {"round_limit": 3}
"""Random play does not look for victory; three rounds see every phase."""

OFFERS = 0.004
"""Of some hundred decisions few may be answered by leaving the match."""

SIZES = (2, 3)
"""Larger matches have tests of their own."""

BY_HAND = frozenset(
    {
        "UnitRevealed",
        "ArmyHandedOver",
        "CommanderReleased",
        "CommanderDelivered",
        "ArmiesRevealed",
        "BellicoseResolved",
        "DiceOffCalled",
        "PresetLaid",
        "TargetSet",
        "ObjectiveRevealed",
        "QuadrantChanged",
        "SceneryPlaced",
        "RestDeployed",
        "DeploymentDone",
        "RoundStarted",
        "TurnOrder",
        "TurnStarted",
        "TurnSkipped",
        "TurnEnded",
        "UnitHeld",
        "ActivationEnded",
        "MatchWon",
        "MatchDrawn",
    }
)
"""A unit put on the board is seen by all; and the match goes on where a turn is ended, or nobody is
left to build an army. ``test_adjusting`` knows which adjustment tells which."""
