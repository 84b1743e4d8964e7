"""Receipts: what a player reads once their command has been stored."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from bot.play.storage.queries import MatchRecords
from bot.play.storage.records import MatchId


@dataclass(frozen=True, slots=True)
class Receipt:
    """``text`` is plain text for the user who acted; ``match`` is where it happened,
    empty when that was in none.

    ``after``  the match as this has left it, where the step knows; it is not stored
    """

    match: MatchId
    text: str
    after: MatchRecords | None = field(default=None, compare=False, repr=False)

    def write(self) -> str:
        return json.dumps({"match": self.match, "text": self.text})

    @classmethod
    def read(cls, stored: str) -> Receipt:
        return cls(**json.loads(stored))
