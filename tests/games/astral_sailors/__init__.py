"""Tests of Astral Sailors: Civil War."""

REVEALS = frozenset({"ObjectiveRevealed", "MatchWon", "MatchDrawn", "ArmiesRevealed"})

AGREED = {"round_limit": 3}
"""Random play does not look for victory; three rounds see every phase."""

OFFERS = 0.004
"""Of some hundred decisions few may be answered by leaving the match."""
