"""Outages: time in which nobody could play because no process served the shard (law 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import groupby

from bot.play import effects
from bot.play.clocks import time_controls
from bot.play.clocks.calendar import ALWAYS_THERE
from bot.play.clocks.due_times import load_calendars, move_clock
from bot.play.storage import queries
from bot.play.storage.leases import Shards, find_shard
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import Match, MatchId, OpenDecision, SeatHolder, Status, Sweep

Served = Callable[[int], datetime | None]
"""When a server was last served; ``None`` if it is not known."""


def last_served(sweeps: Iterable[Sweep], server: int) -> datetime | None:
    """The last sweep of the shard of ``server``, whatever the number of shards was then."""
    times = (each.at for each in sweeps if each.shard == find_shard(server, each.shards))
    return max(times, default=None)


async def return_lost_time(
    work: UnitOfWork, shards: Shards, served: Served, since: datetime, now: datetime
) -> tuple[OutboxMessage, ...]:
    """Give back the time that decisions lost while their server was not served.

    Only what ran out in the outage is moved: what has time beyond ``now`` has lost nothing.

    Args:
        shards: The shards served from now on; other servers are not looked at.
        since: Until then at least every server was served.

    Returns:
        The messages that say so.
    """
    outbox_messages: list[OutboxMessage] = []
    rows = await work.read(queries.FellDue(since, now))
    for match_id, some in groupby(rows, key=_match_of_row):
        found = await work.read(queries.SeatedMatch(match_id))
        if found is None or found[0].status is not Status.RUNNING:
            continue
        server = found[0].server
        last = served(server) if shards.serve(server) else None
        if last is not None and (lost := tuple(row for row in some if _end_time(row) > last)):
            outbox_messages += await _return_in_match(work, *found, lost, last, now)
    return tuple(outbox_messages)


def _end_time(row: OpenDecision) -> datetime:
    over = row.act_at if row.late else row.due_at
    assert over is not None, "it fell due"
    return over


async def _return_in_match(
    work: UnitOfWork,
    match: Match,
    holders: tuple[SeatHolder, ...],
    rows: tuple[OpenDecision, ...],
    since: datetime,
    now: datetime,
) -> tuple[OutboxMessage, ...]:
    agreed = time_controls.from_stored(match.clock)
    users = {holder.seat: holder.user for holder in holders}
    rests = await load_calendars(work, agreed, users.values())
    later = []
    for row in rows:
        user = users.get(row.seat)
        known = ALWAYS_THERE if row.secret or user is None else rests.get(user, ALWAYS_THERE)
        later.append(move_clock(row, agreed, since, now, known))
    await work.retime(tuple(later))
    # Offers are named on no panel.
    return effects.refresh_panel(match, now) if any(row.waits for row in rows) else ()


def _match_of_row(row: OpenDecision) -> MatchId:
    return row.match
