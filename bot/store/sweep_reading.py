"""Looking through all matches: as in ``reading``, one function for each query.

Most matches are over, so each statement goes by an index of those that are not.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, exists, func, or_, select

from bot.play.storage import queries
from bot.play.storage.profiles import ProposalStatus
from bot.play.storage.records import Due, MatchId, Sweep
from bot.store import packed_logs, tables
from bot.store.codec import columns, records
from bot.store.tables import Utc

_NEWEST_RULES = (
    select(tables.matches.c.game, tables.matches.c.rules_version)
    .where(
        tables.has_begun,
        tables.matches.c.game
        == select(func.min(tables.matches.c.game))
        .where(tables.has_begun, tables.matches.c.game > bindparam("after"))
        .correlate(None)
        .scalar_subquery(),
    )
    .order_by(tables.matches.c.rules_version.desc())
    .limit(1)
)


# Two sweeps a minute find nothing due: put together once, and asked at once.
_NOW, _IDLE_BEFORE = bindparam("now", type_=Utc), bindparam("before", type_=Utc)
_DUE = select(
    or_(
        select(tables.decisions.c.key).where(tables.decisions.c.act_at <= _NOW).exists(),
        select(tables.matches.c.id)
        .where(
            tables.is_running,
            tables.matches.c.paused_until <= _NOW,
            tables.matches.c.gone_at.is_(None),
        )
        .exists(),
    ),
    select(tables.proposals.c.id)
    .where(tables.proposals.c.fate == ProposalStatus.OPEN, tables.proposals.c.until <= _NOW)
    .exists(),
    select(tables.matches.c.id)
    .where(tables.is_lobby, tables.matches.c.touched_at < _IDLE_BEFORE)
    .exists(),
    select(tables.outbox.c.id).where(tables.waiting, tables.outbox.c.due_at <= _NOW).exists(),
    select(tables.followers.c.user).where(tables.followers.c.next_at <= _NOW).exists(),
    select(tables.seasons.c.title)
    .where(tables.is_going, tables.seasons.c.ends_at <= _NOW)
    .exists(),
    select(tables.tournaments.c.id).where(tables.is_under_way).exists(),
)


def due_work(connection: Connection, query: queries.DueNow) -> Due:
    return Due(*connection.execute(_DUE, {"now": query.now, "before": query.idle_before}).one())


def open_servers(connection: Connection, query: queries.OpenServers) -> tuple[int, ...]:
    matches = tables.matches.c
    these = select(matches.server).where(tables.is_open, matches.gone_at.is_(None))
    return tuple(connection.scalars(these.distinct().order_by(matches.server)))


def servers_of(connection: Connection, query: queries.ServersOf) -> Mapping[MatchId, int]:
    matches = tables.matches.c
    these = select(matches.id, matches.server).where(matches.id.in_(query.matches))
    return {MatchId(match): server for match, server in connection.execute(these)}


def running_matches(connection: Connection, query: queries.RunningMatches) -> tuple[MatchId, ...]:
    matches = tables.matches.c
    # Asked for them in order, SQLite would go through all that were ever played.
    these = select(matches.id).where(tables.is_running)
    return tuple(sorted(MatchId(found) for found in connection.scalars(these)))


def newest_rules(connection: Connection, query: queries.NewestRules) -> tuple[tuple[str, int], ...]:
    found = list[tuple[str, int]]()
    # One game after the other: grouped, the database would go through all that was ever played.
    while row := connection.execute(
        _NEWEST_RULES, {"after": found[-1][0] if found else ""}
    ).first():
        found.append((row.game, row.rules_version))
    return tuple(found)


def matches_to_resume(connection: Connection, query: queries.ToResume) -> tuple[MatchId, ...]:
    matches = tables.matches.c
    over = (matches.paused_until <= query.now) & matches.gone_at.is_(None)
    these = select(matches.id).where(tables.is_running, over)
    these = these.order_by(matches.paused_until).limit(query.limit)
    return tuple(MatchId(found) for found in connection.scalars(these))


def matches_to_pack(connection: Connection, query: queries.ToPack) -> tuple[MatchId, ...]:
    matches = tables.matches.c
    these = select(matches.id).where(packed_logs.DUE).order_by(matches.finished_at)
    found = connection.scalars(these.limit(query.limit), {"before": query.before})
    return tuple(MatchId(each) for each in found)


def sweeps(connection: Connection, query: queries.Sweeps) -> tuple[Sweep, ...]:
    rows = connection.execute(select(*columns(tables.sweeps, Sweep)))
    return records(Sweep, rows)


def matches_with_absent(connection: Connection, query: queries.WithAbsent) -> tuple[MatchId, ...]:
    matches, holders = tables.matches.c, tables.seat_holders.c
    there = holders.user.is_not(None) & ~holders.away
    people = (
        select(func.count()).where(holders.match == matches.id, there).correlate(tables.matches)
    )
    leased = exists().where(tables.leases.c.match == matches.id)
    absent = people.scalar_subquery() < matches.seats
    these = select(matches.id).where(tables.is_running, absent, ~leased)
    return tuple(sorted(MatchId(found) for found in connection.scalars(these)))
