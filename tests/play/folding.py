"""States from the log alone, and from the positions that are kept beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.play.positions import counting_entries, first_state, log_actions, unpack_rows
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import Entry, EntryKind, Match, MatchId
from games.core.contract import AnyGame
from games.core.log.replay import carry_out


def folded(game: AnyGame, entries: Iterable[Entry], state: Any = None) -> Any:
    """The state after entries: from ``state`` on, or from the start or an epoch among them."""
    for entry in entries:
        if entry.kind is EntryKind.START:
            state = first_state(game, entry)
        for log_action in log_actions(game, (entry,)):
            state = carry_out(game, state, log_action).state
    return state


async def from_log(reader: Reader, match: Match, game: AnyGame) -> Any:
    """The state after the last entry, without any snapshot."""
    counting = counting_entries(await reader.read(queries.Entries(match.id, until=match.seq)))
    epochs = [at for at, entry in enumerate(counting) if entry.kind is EntryKind.POSITION]
    return folded(game, counting[epochs[-1] if epochs else 0 :])


async def kept_position(reader: Reader, match: MatchId, seq: int) -> bytes:
    """JSON of the state that is kept after entry ``seq``."""
    return unpack_rows(await reader.read(queries.Snapshots(match, seq)))[seq].data
