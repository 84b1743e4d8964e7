"""Tests of Astral Sailors: Civil War."""

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
    }
)
"""Roles, armies and answers when all have chosen; hidden units as they come into play; an objective
at the first capture; several teams that win at once; and what ends a match."""

AGREED = {"round_limit": 3}
"""Random play does not look for victory; three rounds see every phase."""

OFFERS = 0.004
"""Of some hundred decisions few may be answered by leaving the match."""

SIZES = (2, 3)
"""Larger matches have tests of their own."""
