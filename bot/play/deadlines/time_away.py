"""The time in which nobody could play, because the bot was not there, is given back."""

from __future__ import annotations

from datetime import datetime
from itertools import groupby

from bot.play import effects
from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE
from bot.play.clocks.due_times import calendars, moved
from bot.play.ports import UnitOfWork
from bot.play.records import MatchId, OpenDecision, OutboxMessage, Status


async def given_back(work: UnitOfWork, since: datetime, now: datetime) -> tuple[OutboxMessage, ...]:
    """Let all that ran out meanwhile run on from ``now`` with what was left of it; what is to be
    told of it. What has time beyond ``now`` has lost nothing."""
    outbox_messages: list[OutboxMessage] = []
    rows = await work.fell_due(since, now)
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
    found = await work.seated(match_id)
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
