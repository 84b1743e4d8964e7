"""The sweeper: lets decisions and pauses run out.

A sweep asks the store what is due and looks at one match after the other, each in a
transaction of its own. A player's own answer that comes at the same moment wins or loses as a
whole: a decision is answered once.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby

from bot.play import effects, queries
from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE
from bot.play.clocks.due_times import calendars, looked_up, moved
from bot.play.context import PlayContext
from bot.play.deadlines import pauses, unanswered
from bot.play.deadlines.expiry import Expiry
from bot.play.executor import Outcome
from bot.play.match import table
from bot.play.match.changes import Cause
from bot.play.outbox import OutboxMessage
from bot.play.ports import StoreBusy, StoreUnwritable, UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import MatchId, OpenDecision, Status

log = logging.getLogger(__name__)

_AT_ONCE = 500
"""Decisions looked at in one sweep."""
LEEWAY = timedelta(minutes=5)
"""How late a sweep may be; beyond that the bot counts as having been away."""


class Deadlines:
    """``every``  the time between two sweeps, where they come by themselves: a much longer one is
    time in which nobody could play, because the machine slept or its clock was put forward
    """

    def __init__(self, context: PlayContext) -> None:
        self._context = context
        self.every: timedelta | None = None
        self._there = False
        self._last: datetime | None = None
        # So many stay due: they must not take the place of those behind them.
        self._broken = 0

    async def sweep(self, *, any_due: bool = True) -> int:
        """Handle everything that is due; return in how many matches an entry was made.

        ``any_due``  whether anything is; if not, only that they were looked at is noted
        Raises ``StoreBusy`` or ``StoreUnwritable``: the next sweep tries again.
        """
        now = self._context.clock.now()
        await self._look(now)
        if not any_due:
            return 0
        async with self._context.store.reading() as reader:
            resting = await reader.read(queries.ToResume(now, _AT_ONCE))
            due = await reader.read(queries.DueDecisions(now, _AT_ONCE + self._broken))
        moved = broken = 0
        automatic = self._context.executor.execute_automatic
        for match in resting:
            resuming = automatic(match, _resumed, self._context, match)
            moved += await _kept(match, resuming) or 0
        for match, rows in groupby(sorted(due, key=_match), key=_match):
            some = tuple(rows)
            done = await _kept(match, _happened(self._context, match, some))
            moved += done or 0
            broken += len(some) if done is None else 0
        self._broken = broken
        return moved

    async def _look(self, now: datetime) -> None:
        """Note that the deadlines are looked at. What ran out while they could not be, because
        the bot did not run or its store failed, runs on with what was left; what goes by itself
        and was cut off goes on.
        """
        was_there, self._there = self._there, False
        told: tuple[OutboxMessage, ...] = ()
        cut_off: tuple[MatchId, ...] = ()
        on_time = was_there and (self._last is None or self._in_time(self._last, now))
        # Time is given back to many matches at once.
        keys = ("sweep",) if on_time else ()
        async with self._context.store.writing(*keys) as work:
            # No other process sweeps this database: what this one has noted it need not look up.
            last = self._last if was_there else await work.read(queries.LastSweep())
            cut_off = () if was_there else await work.read(queries.WithAbsent())
            if last is not None and last < now and not on_time:
                told = await _given_back(work, last, now)
                await work.post(told)
            await work.swept(now)
            await work.commit()
        self._there, self._last = True, now
        if told:
            self._context.executor.after_commit()
        for match in cut_off:
            self._context.executor.go_on(match, frozenset())

    def _in_time(self, last: datetime, now: datetime) -> bool:
        return self.every is None or now - last <= max(LEEWAY, 3 * self.every)


async def _kept(match: MatchId, step: Awaitable[bool]) -> bool | None:
    """``None`` when it failed: that must not stop the other matches."""
    try:
        return await step
    except (StoreBusy, StoreUnwritable):
        raise
    except Exception as error:  # noqa: BLE001  a fault in one match must not affect others
        ids = {"match": match, "fault": type(error).__name__}
        log.error("a deadline could not be kept", extra={"ids": ids})
        return None


async def _happened(
    context: PlayContext, match_id: MatchId, rows: tuple[OpenDecision, ...]
) -> bool:
    told: list[OutboxMessage] = []
    automatic = context.executor.execute_automatic
    done = await automatic(match_id, _expired, context, match_id, rows, told)
    if told:
        context.executor.after_commit()
    return done


async def _expired(
    work: UnitOfWork,
    context: PlayContext,
    match_id: MatchId,
    rows: tuple[OpenDecision, ...],
    told: list[OutboxMessage],
) -> Outcome | None:
    """``told``  gets what must leave, whether an entry is made or not"""
    found = await work.read(queries.Seated(match_id))
    if found is None or found[0].status is not Status.RUNNING or found[0].paused_at:
        await work.re_time(tuple(replace(row, act_at=None) for row in rows))
        await work.commit()
        return None
    now = context.clock.now()
    transition = await table.begun(work, context, match_id)
    made = len(transition.lines)
    times = await looked_up(work, transition.match, (holder.user for holder in found[1]))
    stored = {row.key: row for row in times.stored}
    expiry = Expiry(transition, now, times)
    # An answer may have come since the sweep looked.
    expiry.look([row for row in rows if stored.get(row.key) == row])
    await work.re_time(tuple(expiry.rows))
    if expiry.forgotten:
        # Nothing happens to these by themselves: they are not looked at again.
        await work.not_due(match_id, tuple(expiry.forgotten))
    told.extend(expiry.outbox_messages())
    await work.post(tuple(told))
    if len(transition.lines) == made:
        if expiry.rows or expiry.forgotten:
            await work.commit()
        return None
    rest = await table.carried_on(transition)
    idle = await unanswered.is_idle(work, transition, now)
    if idle:
        unanswered.pause(transition, now)
    change = await table.changed(work, context, transition, Cause("deadline"))
    if idle:
        change = unanswered.with_notice(change, now)
    return Outcome(change, Receipt(match_id, ""), rest)


async def _resumed(work: UnitOfWork, context: PlayContext, match_id: MatchId) -> Outcome | None:
    found = await work.read(queries.Seated(match_id))
    now = context.clock.now()
    until = None if found is None else found[0].paused_until
    if until is None or until > now:
        return None
    transition = await table.begun(work, context, match_id, paused=True)
    rest = await pauses.resume(transition)
    change = await table.changed(work, context, transition, Cause("resume"))
    return Outcome(change, Receipt(match_id, ""), rest)


async def _given_back(
    work: UnitOfWork, since: datetime, now: datetime
) -> tuple[OutboxMessage, ...]:
    """Let all that ran out meanwhile run on from ``now`` with what was left of it; what is to be
    told of it. What has time beyond ``now`` has lost nothing."""
    outbox_messages: list[OutboxMessage] = []
    rows = await work.read(queries.FellDue(since, now))
    for match_id, some in groupby(rows, key=_match):
        outbox_messages += await _in_match(work, match_id, tuple(some), since, now)
    return tuple(outbox_messages)


async def _in_match(
    work: UnitOfWork,
    match_id: MatchId,
    rows: tuple[OpenDecision, ...],
    since: datetime,
    now: datetime,
) -> tuple[OutboxMessage, ...]:
    found = await work.read(queries.Seated(match_id))
    if found is None or found[0].status is not Status.RUNNING:
        return ()
    match, holders = found
    agreed = time_controls.stored(match.clock)
    users = {holder.seat: holder.user for holder in holders}
    rests = await calendars(work, agreed, users.values())
    later = []
    for row in rows:
        user = users.get(row.seat)
        known = ALWAYS_THERE if row.secret or user is None else rests.get(user, ALWAYS_THERE)
        later.append(moved(row, agreed, since, now, known))
    await work.re_time(tuple(later))
    # Offers are named on no panel.
    return effects.back(match, now) if any(row.waits for row in rows) else ()


def _match(row: OpenDecision) -> MatchId:
    return row.match
