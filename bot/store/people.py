"""What people propose, how they fared, what they have seen, when they are away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from bot.play.profiles import Holiday, Player, Proposal, ProposalStatus, Result, Seen
from bot.play.records import Due, Match, MatchId, OpenDecision, SeatHolder, Status
from bot.store import queries, tables
from bot.store.codec import columns, record, records, values

_PROPOSAL = select(*columns(tables.proposals, Proposal))
_RESULT = select(*columns(tables.results, Result))
_HOLIDAY = select(*columns(tables.holidays, Holiday))
_PLAYER = select(*columns(tables.players, Player))
_MATCH = select(*columns(tables.matches, Match))


def proposal(connection: Connection, proposal: str) -> Proposal | None:
    found = _PROPOSAL.where(tables.proposals.c.id == proposal)
    return record(Proposal, connection.execute(found).first())


def proposals(connection: Connection, match: MatchId) -> tuple[Proposal, ...]:
    each = tables.proposals.c
    these = _PROPOSAL.where(each.match == match, each.fate == ProposalStatus.OPEN)
    return records(Proposal, connection.execute(these.order_by(each.made_at, each.id)))


def due_proposals(connection: Connection, now: datetime, limit: int) -> tuple[Proposal, ...]:
    each = tables.proposals.c
    these = _PROPOSAL.where(each.fate == ProposalStatus.OPEN, each.until <= now)
    return records(Proposal, connection.execute(these.order_by(each.until).limit(limit)))


def due(connection: Connection, now: datetime, idle_before: datetime) -> Due:
    decisions = queries.due_decisions(connection, now, 1)
    return Due(
        deadlines=bool(decisions or queries.to_resume(connection, now, 1)),
        proposals=bool(due_proposals(connection, now, 1)),
        lobbies=bool(idle_lobbies(connection, idle_before, 1)),
        messages=bool(queries.due_messages(connection, now, 1)),
    )


def keep_proposals(connection: Connection, proposals: Sequence[Proposal]) -> None:
    """Add them, or put them in the place of those with their ids."""
    if not proposals:
        return
    table = tables.proposals
    connection.execute(delete(table).where(table.c.id.in_([each.id for each in proposals])))
    connection.execute(insert(table), [values(each) for each in proposals])


def results(connection: Connection, game: str | None, server: int | None) -> tuple[Result, ...]:
    each = tables.results.c
    these = _RESULT.order_by(each.at, each.match, each.seat, each.user)
    if game is not None:
        these = these.where(each.game == game)
    if server is not None:
        these = these.where(each.server == server)
    return records(Result, connection.execute(these))


def results_of(connection: Connection, user: int) -> tuple[Result, ...]:
    each = tables.results.c
    these = _RESULT.where(each.user == user).order_by(each.at, each.match)
    return records(Result, connection.execute(these))


def results_mark(connection: Connection) -> str:
    """Another one whenever results have been added or removed."""
    each = tables.results.c
    newest = select(func.count(), func.max(each.at)).select_from(tables.results)
    count, at = connection.execute(newest).one()
    return f"{count} {at}"


def keep_results(connection: Connection, match: MatchId, results: Sequence[Result]) -> None:
    """Instead of those that are stored of this match."""
    table = tables.results
    connection.execute(delete(table).where(table.c.match == match))
    if results:
        connection.execute(insert(table), [values(each) for each in results])


def seen(connection: Connection, match: MatchId, user: int) -> int:
    each = tables.seen.c
    found = connection.scalar(select(each.seq).where(each.match == match, each.user == user))
    return 0 if found is None else int(found)


def see(connection: Connection, seen: Seen) -> None:
    """Never less than was seen before."""
    table = tables.seen
    this = (table.c.match == seen.match, table.c.user == seen.user)
    known = connection.scalar(select(table.c.seq).where(*this))
    if known is None:
        connection.execute(insert(table), values(seen))
    elif known < seen.seq:
        connection.execute(update(table).where(*this).values(seq=seen.seq))


def holidays(connection: Connection, user: int) -> tuple[Holiday, ...]:
    each = tables.holidays.c
    these = _HOLIDAY.where(each.user == user).order_by(each.begins_at, each.id)
    return records(Holiday, connection.execute(these))


def rests_of(
    connection: Connection, users: tuple[int, ...]
) -> tuple[tuple[Player, ...], tuple[Holiday, ...]]:
    each, away = tables.players.c, tables.holidays.c
    quiet = _PLAYER.where(each.user.in_(users), each.quiet != "").order_by(each.user)
    holidays = _HOLIDAY.where(away.user.in_(users)).order_by(away.begins_at, away.id)
    return (
        records(Player, connection.execute(quiet)),
        records(Holiday, connection.execute(holidays)),
    )


def keep_holiday(connection: Connection, holiday: Holiday) -> None:
    row = values(holiday)
    number = row.pop("id")
    table = tables.holidays
    if number is None:
        connection.execute(insert(table), row)
    else:
        connection.execute(update(table).where(table.c.id == number).values(row))


def drop_holiday(connection: Connection, holiday: int) -> None:
    connection.execute(delete(tables.holidays).where(tables.holidays.c.id == holiday))


def decisions_of(connection: Connection, user: int) -> tuple[tuple[OpenDecision, SeatHolder], ...]:
    """Open decisions of the seats that ``user`` holds in running matches."""
    held = tables.seat_holders.c
    mine = records(
        SeatHolder,
        connection.execute(
            select(*columns(tables.seat_holders, SeatHolder))
            .join(tables.matches, tables.matches.c.id == held.match)
            .where(held.user == user, tables.matches.c.status == Status.RUNNING)
            .order_by(held.match, held.seat)
        ),
    )
    found: list[tuple[OpenDecision, SeatHolder]] = []
    each = tables.decisions.c
    for holder in mine:
        these = (
            select(*columns(tables.decisions, OpenDecision))
            .where(each.match == holder.match, each.seat == holder.seat)
            .order_by(each.key)
        )
        found += [(row, holder) for row in records(OpenDecision, connection.execute(these))]
    return tuple(found)


def idle_lobbies(connection: Connection, before: datetime, limit: int) -> tuple[Match, ...]:
    """Lobbies in which nobody has done anything since ``before``, the longest idle first."""
    each = tables.matches.c
    these = (
        _MATCH.where(each.status == Status.LOBBY, each.touched_at < before)
        .order_by(each.touched_at, each.id)
        .limit(limit)
    )
    return records(Match, connection.execute(these))


def finished_of(
    connection: Connection, user: int, limit: int, server: int | None
) -> tuple[Match, ...]:
    """Finished matches and in which ``user`` held a seat at the end, the newest first."""
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == user)
    mine: ColumnElement[bool] = tables.matches.c.id.in_(held)
    if server is not None:
        mine &= tables.matches.c.server == server
    return _finished(connection, mine, limit)


def finished_on(connection: Connection, server: int, limit: int) -> tuple[Match, ...]:
    """Matches of a server that are over, the newest first."""
    return _finished(connection, tables.matches.c.server == server, limit)


def _finished(connection: Connection, which: ColumnElement[bool], limit: int) -> tuple[Match, ...]:
    """Those that never began are none."""
    each = tables.matches.c
    these = (
        _MATCH.where(each.status == Status.OVER, each.seq > 0, which)
        .order_by(each.finished_at.desc(), each.id)
        .limit(limit)
    )
    return records(Match, connection.execute(these))
