"""Missing positions, worked out by replaying the log of a match.

Earlier releases kept only every twentieth position. Their matches are filled in the background,
and at once where somebody looks back; each part is stored, so that a restart goes on from there.
What was played under older rules is not replayed under those of today: there only stored
positions can be shown. New matches miss nothing unless the database was damaged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.play.executor import PlayContext
from bot.play.positions import Lost, WrittenState, base_of, first_state, log_actions, unpack_rows
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import (
    CHANGING,
    Audit,
    Change,
    Entry,
    EntryKind,
    Match,
    MatchId,
    Position,
    Unfilled,
)
from games.core.contract import AnyGame
from games.core.log.replay import carry_out
from games.core.types import Refusal

log = logging.getLogger(__name__)

_PAGE = 50
"""Entries that are played and stored at once."""


async def fill_all(context: PlayContext) -> None:
    """Fill every match, one after the other; runs in the background."""
    async with context.store.reading() as reader:
        waiting = await reader.read(queries.UnfilledMatches())
    for each in waiting:
        await fill(context, each.match)
    if waiting:
        log.info("positions filled", extra={"ids": {"matches": len(waiting)}})


async def fill(context: PlayContext, match_id: MatchId) -> None:
    """Work out and store the missing positions of a match, if any."""
    while True:
        async with context.store.reading() as reader:
            found = await reader.read(queries.UnfilledMatches(match_id))
            match = await reader.read(queries.MatchById(match_id))
            if not found or match is None:
                return
            page = await reader.read(
                queries.Entries(match_id, after=found[0].seq, until=match.seq, limit=_PAGE)
            )
            missing = await _missing_positions(context, reader, match, page) if page else ()
            change = Change(match, match.seq, Audit(context.clock.now(), 0, "fill", match_id))
            change, _ = await context.positions.pack(reader, replace(change, positions=missing))
        last = page[-1].seq if page else match.seq
        async with context.store.writing(match_id) as work:
            await work.fill(change.snapshots, Unfilled(match_id, last))
            await work.commit()


async def _missing_positions(
    context: PlayContext, reader: Reader, match: Match, page: Sequence[Entry]
) -> tuple[Position, ...]:
    """The positions after these entries that are not stored, as far as they can be worked out."""
    game, states = context.games[match.game], dict[int, Any]()
    for each in {base_of(entry) for entry in page}:
        if each is not None and each < page[0].seq:
            with suppress(Lost):
                states[each] = await context.positions.load_after(reader, match, each)
    rows = await reader.read(queries.Snapshots(match.id, page[-1].seq, after=page[0].seq - 1))
    return await asyncio.to_thread(_replay, game, page, unpack_rows(rows), states)


def _replay(
    game: AnyGame, page: Sequence[Entry], kept: Mapping[int, WrittenState], states: dict[int, Any]
) -> tuple[Position, ...]:
    missing = list[Position]()
    for entry in page:
        before = base_of(entry)
        with suppress(Refusal, ValueError, LookupError):  # it cannot be told
            if entry.seq in kept:
                states[entry.seq] = kept[entry.seq].load_state(game)
                continue
            states[entry.seq] = _state_after(game, entry, states, before)
            missing.append(Position(entry.seq, states[entry.seq], before))
    return tuple(missing)


def _state_after(game: AnyGame, entry: Entry, states: Mapping[int, Any], before: int | None) -> Any:
    """The state after ``entry``. Raises when it cannot be worked out."""
    if entry.kind is EntryKind.POSITION:
        return WrittenState(entry.body.encode(), entry.rules_version).load_state(game)
    if entry.kind is not EntryKind.START and entry.kind not in CHANGING:
        return states[before or 0]
    if entry.rules_version != game.meta.rules_version:
        raise LookupError("it was played under other rules")
    if entry.kind is EntryKind.START:
        return first_state(game, entry)
    [log_action] = log_actions(game, (entry,))
    return carry_out(game, states[before or 0], log_action).state
