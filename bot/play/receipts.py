"""What a player is told once their move has been stored."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from bot.play.records import MatchId


@dataclass(frozen=True, slots=True)
class Receipt:
    """``text`` is plain text for the one who acted; ``match`` is where it happened,
    empty when that was in none."""

    match: MatchId
    text: str

    def write(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, stored: str) -> Receipt:
        return cls(**json.loads(stored))
