"""The dice of a match: ``games.core.fairness`` with the match's secret seed."""

from __future__ import annotations

from bot.play.records import MatchId
from games.core import fairness
from games.core.chance import Chance, Rolled


def roll(seed: bytes, match: MatchId, seq: int, chance: Chance) -> Rolled:
    """The faces for the rolls that entry ``seq`` answers."""
    return fairness.roll(seed, match, seq, chance)
