"""Dice that can be checked afterwards.

Every roll derives from the match's secret seed: byte ``i`` of roll ``r`` of
entry ``n`` comes from HMAC-SHA256(seed, "match:n:r:i"). Undo never re-rolls,
and with the seed shown at the end everybody can compute every roll again.
"""

from __future__ import annotations

import hashlib
import hmac
from itertools import count

from bot.play.records import MatchId
from games.core.chance import Chance, Rolled

_WORD = 1 << 64


def roll(seed: bytes, match: MatchId, seq: int, chance: Chance) -> Rolled:
    """The faces for the rolls that entry ``seq`` answers."""
    return Rolled(
        tuple(
            tuple(
                _face(seed, f"{match}:{seq}:{number}:{die}", each.sides)
                for die in range(each.count)
            )
            for number, each in enumerate(chance.rolls)
        )
    )


def _face(seed: bytes, name: str, sides: int) -> int:
    """A face from 1 to ``sides``, without the bias that a plain remainder has."""
    limit = _WORD - _WORD % sides
    for attempt in count():
        digest = hmac.digest(seed, f"{name}:{attempt}".encode(), hashlib.sha256)
        word = int.from_bytes(digest[:8], "big")
        if word < limit:
            return word % sides + 1
    raise AssertionError("unreachable: count() does not end")
