"""Tests of Astral Sailors: Civil War."""

REVEALS = frozenset({"ObjectiveRevealed", "MatchWon", "MatchDrawn", "ArmiesRevealed"})
