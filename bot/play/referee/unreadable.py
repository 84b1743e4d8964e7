"""Matches whose position cannot be read: found when the bot starts, and paused until it can be.

A position that is missing or damaged is worked out again from the log first. Where that fails,
the match waits, so that no sweep stumbles over it, and its players are told once; it goes on by
itself at a start at which it can be read, from a backup or by a mended release.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import replace

from bot.play import effects
from bot.play.deadlines import pauses
from bot.play.executor import Outcome, PlayContext, Receipt
from bot.play.history.filling import fill, fill_all
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.positions import Lost, Positions
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.ports import Reader, StoreBusy, StoreUnwritable, UnitOfWork
from bot.play.storage.records import Audit, Change, Match, MatchId, Pauser, Status, Unfilled
from games.core.contract import AnyGame

log = logging.getLogger(__name__)

_ACTION = "cannot be read"


async def find_faults(reader: Reader, games: Mapping[str, AnyGame]) -> AsyncIterator[str]:
    """The running matches that cannot be read, or stand as none could by its rules: a line each,
    secrets included."""
    positions = Positions(games)
    for match_id in await reader.read(queries.RunningMatches()):
        match = await reader.read(queries.MatchById(match_id))
        if match is None or match.game not in games:
            continue
        where = f"Match {match_id} ({match.game}, #{match.shown}): "
        try:
            fault = await positions.find_fault(reader, match)
        except Lost as lost:
            yield f"{where}{lost.sentence}"
        else:
            if fault is not None:
                yield f"{where}no match could stand like this. {fault.sentence}"


async def look_through(context: PlayContext) -> None:
    """Fill in positions that are missing, then open every running match; in the background."""
    with suppress(StoreBusy, StoreUnwritable):  # the next start goes on from there
        await fill_all(context)
        async with context.store.reading() as reader:
            running = await reader.read(queries.RunningMatches())
        for match_id in running:
            match, readable = await _try_to_open(context, match_id)
            readable = readable or await _try_to_mend(context, match_id)
            # Of ten thousand matches hardly one must be locked.
            if match is not None and (not readable or match.paused_by == Pauser.UNREADABLE):
                await context.executor.execute_automatic(
                    match_id, _pause_or_resume, context, match_id, readable
                )


async def _try_to_open(context: PlayContext, match_id: MatchId) -> tuple[Match | None, bool]:
    """The match, and whether its position can be read."""
    async with context.store.reading() as reader:
        match = await reader.read(queries.MatchById(match_id))
        try:
            if match is not None:
                await context.positions.load_after(reader, match, match.seq)
        except Lost:
            return match, False
    return match, True


async def _try_to_mend(context: PlayContext, match_id: MatchId) -> bool:
    """Whether what cannot be read could be worked out from the log again."""
    log.error("a match cannot be opened", extra={"ids": {"match": match_id}})
    async with context.store.writing(match_id) as work:
        await work.fill((), Unfilled(match_id))
        await work.commit()
    await fill(context, match_id)
    _, readable = await _try_to_open(context, match_id)
    return readable


async def _pause_or_resume(
    work: UnitOfWork, context: PlayContext, match_id: MatchId, readable: bool
) -> Outcome | None:
    """Pause a match that cannot be read; let one go on that can be read again."""
    found = await work.read(queries.SeatedMatch(match_id))
    if found is None or found[0].status is not Status.RUNNING:
        return None
    match, holders = found
    if readable and match.paused_by == Pauser.UNREADABLE:
        transition = await submission.begin_transition(work, context, match_id, paused=True)
        rest = await pauses.resume(transition)
        change = await submission.build_change(
            work, context, transition, Cause("can be read again")
        )
        return Outcome(change, Receipt(match_id, ""), rest)
    if readable or match.paused_at is not None:
        return None
    now = context.clock.now()
    waiting = replace(match, paused_at=now, paused_by=Pauser.UNREADABLE.value)
    players = dict.fromkeys(holder.user for holder in holders if holder.user is not None)
    letters = tuple(
        effects.outbox_message(
            waiting, MessageKind.UNREADABLE, match.seq, now, user=user, mark=user
        )
        for user in players
    )
    audit = Audit(now, 0, _ACTION, match_id)
    change = Change(waiting, match.seq, audit, outbox_messages=letters)
    return Outcome(change, Receipt(match_id, ""))
