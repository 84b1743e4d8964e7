"""The log is the truth: what it alone makes of a match."""

from __future__ import annotations

from typing import Any

from bot.play import queries
from bot.play.ports import Reader
from bot.play.positions import path, played
from bot.play.records import Match
from games.core.contract import AnyGame


async def from_log(reader: Reader, match: Match, game: AnyGame) -> Any:
    """The state after the last entry, without any snapshot. Raises ``Lost``."""
    entries = await reader.read(queries.Entries(match.id, until=match.seq))
    return await played(game, None, path(entries), match.id)
