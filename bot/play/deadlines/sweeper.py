"""The sweeper: ends decisions and pauses whose time is over.

A sweep asks the store what is due and handles one match after the other, each in a transaction
of its own. A player's own answer that comes at the same moment counts as a whole or not at all:
a decision is answered once.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby

from bot.play.clocks.due_times import load_times
from bot.play.deadlines import outages, pauses, unanswered
from bot.play.deadlines.expiry import Expiry
from bot.play.executor import Outcome, PlayContext, Receipt
from bot.play.match import submission
from bot.play.match.changes import Cause
from bot.play.storage import queries
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.ports import Reader, StoreBusy, StoreUnwritable, UnitOfWork
from bot.play.storage.records import MatchId, OpenDecision, Status

log = logging.getLogger(__name__)

_AT_ONCE = 500
"""Decisions looked at in one sweep."""
LEEWAY = timedelta(minutes=5)
"""How late a sweep may be; beyond that the bot counts as having been away."""


class Deadlines:
    """``every``  the time between two sweeps, where they come by themselves: a much longer one is
    time in which nobody could play, because the machine slept or its clock was put forward
    ``shards``  those that this process serves; ``None`` for one that keeps deadlines without
    serving anybody
    """

    def __init__(self, context: PlayContext, shards: Shards | None = ALL) -> None:
        self._context = context
        self._shards = shards
        self.every: timedelta | None = None
        self._there = False
        self._last: datetime | None = None
        # So many stay due: they must not take the place of those behind them.
        self._left = 0

    async def sweep(self, *, any_due: bool = True) -> int:
        """Handle everything that is due.

        Args:
            any_due: Whether anything is; if not, only the sweep itself is noted.

        Returns:
            The number of matches in which an entry was made.

        Raises:
            StoreBusy, StoreUnwritable: The next sweep tries again.
        """
        now = self._context.clock.now()
        await self._look(now)
        if not any_due:
            return 0
        async with self._context.store.reading() as reader:
            resting = await reader.read(queries.ToResume(now, _AT_ONCE))
            due = await reader.read(queries.DueDecisions(now, _AT_ONCE + self._left))
            unserved = await self._unserved_matches(reader, {row.match for row in due}, now)
        moved = left = 0
        automatic = self._context.executor.execute_automatic
        for match in resting:
            resuming = automatic(match, _resume_when_due, self._context, match)
            moved += await _try_match(match, resuming) or 0
        for match, rows in groupby(sorted(due, key=_match_of_row), key=_match_of_row):
            some = tuple(rows)
            mine = match not in unserved and await self._context.store.leases.hold(match)
            done = (
                await _try_match(match, _expire_match(self._context, match, some)) if mine else None
            )
            moved += done or 0
            left += len(some) if done is None else 0
        self._left = left
        return moved

    async def _unserved_matches(
        self, reader: Reader, matches: Collection[MatchId], now: datetime
    ) -> Collection[MatchId]:
        """The matches on servers that no process serves at present: their deadlines wait."""
        if self._shards == ALL or not matches:
            return ()
        servers, sweeps = await reader.read_together(
            queries.ServersOf(frozenset(matches)), queries.Sweeps()
        )
        return {
            match
            for match, server in servers.items()
            if not (self._shards is not None and self._shards.serve(server))
            and (last := outages.last_served(sweeps, server)) is not None
            and not self._came_in_time(last, now)
        }

    async def _look(self, now: datetime) -> None:
        """Note this sweep, and make up for sweeps that were missed.

        What ran out while the bot did not run or its store failed goes on with the time that was
        left, and interrupted automatic play goes on.
        """
        was_there, self._there = self._there, False
        told: tuple[OutboxMessage, ...] = ()
        cut_off: tuple[MatchId, ...] = ()
        on_time = was_there and (self._last is None or self._came_in_time(self._last, now))
        # Time is given back to many matches at once.
        keys = ("sweep",) if on_time else ()
        async with self._context.store.writing(*keys) as work:
            cut_off = () if was_there else await work.read(queries.WithAbsent())
            if self._shards is not None:
                if not on_time:
                    told = await self._return_lost_time(
                        work, self._last if was_there else None, now
                    )
                    await work.post(told)
                await work.note_sweep(now, self._shards)
            await work.commit()
        self._there, self._last = True, now
        if told:
            self._context.executor.after_commit()
        for match in cut_off:
            self._context.executor.go_on(match, frozenset())

    async def _return_lost_time(
        self, work: UnitOfWork, last: datetime | None, now: datetime
    ) -> tuple[OutboxMessage, ...]:
        """Give back what outages took; ``last`` is the previous sweep of this process, if any."""
        assert self._shards is not None
        if last is not None:
            return await outages.return_lost_time(work, self._shards, lambda _: last, last, now)
        sweeps = await work.read(queries.Sweeps())
        if not sweeps:
            return ()
        served = partial(outages.last_served, sweeps)
        since = min(each.at for each in sweeps)
        return await outages.return_lost_time(work, self._shards, served, since, now)

    def _came_in_time(self, last: datetime, now: datetime) -> bool:
        return self.every is None or now - last <= max(LEEWAY, 3 * self.every)


async def _try_match(match: MatchId, step: Awaitable[bool]) -> bool | None:
    """The result of ``step``, or ``None`` when it failed: that must not stop the other matches."""
    try:
        return await step
    except (StoreBusy, StoreUnwritable):
        raise
    except Exception as error:  # noqa: BLE001  a fault in one match must not affect others
        ids = {"match": match, "fault": type(error).__name__}
        log.error("a deadline could not be kept", extra={"ids": ids})
        return None


async def _expire_match(
    context: PlayContext, match_id: MatchId, rows: tuple[OpenDecision, ...]
) -> bool:
    told: list[OutboxMessage] = []
    automatic = context.executor.execute_automatic
    done = await automatic(match_id, _expire_rows, context, match_id, rows, told)
    if told:
        context.executor.after_commit()
    return done


async def _expire_rows(
    work: UnitOfWork,
    context: PlayContext,
    match_id: MatchId,
    rows: tuple[OpenDecision, ...],
    told: list[OutboxMessage],
) -> Outcome | None:
    """Expire these decisions; ``told`` collects the messages, whether an entry is made or not."""
    found = await work.read(queries.SeatedMatch(match_id))
    if found is None or found[0].status is not Status.RUNNING or found[0].paused_at:
        await work.retime(tuple(replace(row, act_at=None) for row in rows))
        await work.commit()
        return None
    now = context.clock.now()
    transition = await submission.begin_transition(work, context, match_id)
    made = len(transition.lines)
    times = await load_times(work, transition.match, (holder.user for holder in found[1]))
    stored = {row.key: row for row in times.stored}
    expiry = Expiry(transition, now, times)
    # An answer may have come since the sweep looked.
    expiry.look([row for row in rows if stored.get(row.key) == row])
    await work.retime(tuple(expiry.rows))
    if expiry.forgotten:
        # Nothing happens to these by themselves: they are not looked at again.
        await work.clear_due(match_id, tuple(expiry.forgotten))
    told.extend(expiry.outbox_messages())
    await work.post(tuple(told))
    if len(transition.lines) == made:
        if expiry.rows or expiry.forgotten:
            await work.commit()
        return None
    rest = await submission.carry_on(transition)
    idle = await unanswered.is_idle(work, transition, now)
    if idle:
        unanswered.pause(transition, now)
    change = await submission.build_change(work, context, transition, Cause("deadline"))
    if idle:
        change = unanswered.with_notice(change, now)
    return Outcome(change, Receipt(match_id, ""), rest)


async def _resume_when_due(
    work: UnitOfWork, context: PlayContext, match_id: MatchId
) -> Outcome | None:
    found = await work.read(queries.SeatedMatch(match_id))
    now = context.clock.now()
    until = None if found is None else found[0].paused_until
    if until is None or until > now:
        return None
    transition = await submission.begin_transition(work, context, match_id, paused=True)
    rest = await pauses.resume(transition)
    change = await submission.build_change(work, context, transition, Cause("resume"))
    return Outcome(change, Receipt(match_id, ""), rest)


def _match_of_row(row: OpenDecision) -> MatchId:
    return row.match
