"""Looking things up: one function for each query of ``bot.play``, over any connection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from inspect import isfunction
from typing import Any, TypeVar, get_type_hints

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, case, func, or_, select

from bot.play import queries
from bot.play.outbox import MessageKind, OutboxMessage
from bot.play.profiles import Holiday, Player, Proposal, ProposalStatus, Result
from bot.play.queries import Query
from bot.play.records import (
    Due,
    Entry,
    Kind,
    Match,
    MatchId,
    OpenDecision,
    Pack,
    Press,
    SeatHolder,
    Snapshot,
    Status,
)
from bot.store import tables
from bot.store.codec import columns, record, records
from bot.store.tables import Delivery

T = TypeVar("T")


def answer(connection: Connection, asked: Query[T]) -> T:
    found: T = ANSWERS[type(asked)](connection, asked)
    return found


_MOST_PARKED = 25

_MATCH = select(*columns(tables.matches, Match))
_ENTRY = select(*columns(tables.entries, Entry))
_PRESS = select(*columns(tables.presses, Press))
_PLAYER = select(*columns(tables.players, Player))
_MESSAGE = select(*columns(tables.outbox, OutboxMessage))
_DECISION = select(*columns(tables.decisions, OpenDecision))
_PACK = select(*columns(tables.packs, Pack))
_PROPOSAL = select(*columns(tables.proposals, Proposal))
_RESULT = select(*columns(tables.results, Result))
_HOLIDAY = select(*columns(tables.holidays, Holiday))

# What every move asks for is put together once.
_ONE_MATCH = _MATCH.where(tables.matches.c.id == bindparam("wanted"))
_HOLDS = (
    select(*columns(tables.seat_holders, SeatHolder))
    .where(tables.seat_holders.c.match == bindparam("wanted"))
    .order_by(tables.seat_holders.c.seat)
)
_SNAPSHOT = select(*columns(tables.snapshots, Snapshot)).where(
    tables.snapshots.c.match == bindparam("wanted"), tables.snapshots.c.seq == bindparam("at")
)


def match(connection: Connection, query: queries.MatchById) -> Match | None:
    return record(Match, connection.execute(_ONE_MATCH, {"wanted": query.match}).first())


def seated(
    connection: Connection, query: queries.Seated
) -> tuple[Match, tuple[SeatHolder, ...]] | None:
    found = match(connection, queries.MatchById(query.match))
    if found is None:
        return None
    return found, holders(connection, queries.Holders(query.match))


def match_in(connection: Connection, query: queries.MatchIn) -> Match | None:
    matches = tables.matches.c
    statement = (
        _MATCH.where(matches.channel == query.channel)
        .order_by(
            case((matches.status == Status.OVER, 1), else_=0),
            matches.finished_at.desc().nulls_last(),
            matches.created_at.desc(),
        )
        .limit(1)
    )
    return record(Match, connection.execute(statement).first())


def open_on(connection: Connection, query: queries.OpenOn) -> tuple[Match, ...]:
    there = _MATCH.where(tables.matches.c.server == query.server)
    if query.placed:
        there = there.where(tables.matches.c.gone_at.is_(None))
    return _open(connection, there, query.limit)


def open_anywhere(connection: Connection, query: queries.OpenAnywhere) -> tuple[Match, ...]:
    matches = tables.matches.c
    placed = _MATCH.where(matches.status != Status.OVER, matches.gone_at.is_(None))
    return records(Match, connection.execute(placed.order_by(matches.id)))


def gone_of(connection: Connection, query: queries.GoneOf) -> tuple[Match, ...]:
    matches = tables.matches.c
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == query.user)
    concerned = (
        (matches.id.in_(held)) | (matches.host == query.user) | (matches.referee == query.user)
    )
    return _open(connection, _MATCH.where(matches.gone_at.is_not(None), concerned), query.limit)


def open_of(connection: Connection, query: queries.OpenOf) -> tuple[Match, ...]:
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == query.user)
    mine = _MATCH.where(tables.matches.c.id.in_(held))
    if query.server is not None:
        mine = mine.where(tables.matches.c.server == query.server)
    return _open(connection, mine, query.limit)


def _open(
    connection: Connection, statement: Select[tuple[object, ...]], limit: int
) -> tuple[Match, ...]:
    matches = tables.matches.c
    statement = (
        statement.where(matches.status != Status.OVER)
        .order_by(matches.created_at.desc(), matches.id)
        .limit(limit)
    )
    return records(Match, connection.execute(statement))


def holders(connection: Connection, query: queries.Holders) -> tuple[SeatHolder, ...]:
    return records(SeatHolder, connection.execute(_HOLDS, {"wanted": query.match}))


def snapshot(connection: Connection, query: queries.SnapshotAt) -> Snapshot | None:
    found = connection.execute(_SNAPSHOT, {"wanted": query.match, "at": query.seq}).first()
    return record(Snapshot, found)


def snapshot_before(connection: Connection, query: queries.SnapshotBefore) -> Snapshot | None:
    kept = tables.snapshots.c
    newest = (
        select(*columns(tables.snapshots, Snapshot))
        .where(kept.match == query.match, kept.seq <= query.seq)
        .order_by(kept.seq.desc())
        .limit(1)
    )
    return record(Snapshot, connection.execute(newest).first())


def entries(connection: Connection, query: queries.Entries) -> tuple[Entry, ...]:
    statement = (
        _ENTRY.where(tables.entries.c.match == query.match, tables.entries.c.seq > query.after)
        .order_by(tables.entries.c.seq)
        .limit(query.limit)
    )
    if query.until is not None:
        statement = statement.where(tables.entries.c.seq <= query.until)
    return records(Entry, connection.execute(statement))


def entry_shown(connection: Connection, query: queries.EntryShown) -> Entry | None:
    each = tables.entries.c
    found = _ENTRY.where(each.match == query.match, each.shown == query.number)
    return record(Entry, connection.execute(found).first())


def cuts(connection: Connection, query: queries.Cuts) -> tuple[Entry, ...]:
    each = tables.entries.c
    found = _ENTRY.where(each.match == query.match, each.kind == Kind.UNDONE).order_by(each.seq)
    return records(Entry, connection.execute(found))


def seatings(connection: Connection, query: queries.SeatingChanges) -> tuple[tuple[int, str], ...]:
    each = tables.entries.c
    found = select(each.seq, each.seating).where(each.match == query.match, each.seating != "")
    return tuple((seq, seating) for seq, seating in connection.execute(found.order_by(each.seq)))


def last_acted(connection: Connection, query: queries.LastActed) -> int:
    each = tables.entries.c
    theirs = and_(each.match == query.match, each.seat == query.seat)
    moved = and_(each.kind == Kind.MOVE, each.referee == "", each.again.is_(False))
    found = select(func.max(each.seq)).where(theirs, or_(moved, each.kind == Kind.TAKEN))
    return connection.scalar(found) or 0


def refereed(connection: Connection, query: queries.Refereed) -> tuple[Entry, ...]:
    each = tables.entries.c
    theirs = _ENTRY.where(each.match == query.match, each.referee != "").order_by(each.seq)
    return records(Entry, connection.execute(theirs))


def parked(connection: Connection, query: queries.Parked) -> tuple[tuple[OutboxMessage, str], ...]:
    outbox = tables.outbox.c
    statement = (
        select(*columns(tables.outbox, OutboxMessage), outbox.fault)
        .where(outbox.match == query.match, tables.unsent, tables.given_up)
        .order_by(outbox.id.desc())
        .limit(_MOST_PARKED)
    )
    return tuple((OutboxMessage(*row[:-1]), row[-1] or "") for row in connection.execute(statement))


def decisions(connection: Connection, query: queries.Decisions) -> tuple[OpenDecision, ...]:
    these = _DECISION.where(tables.decisions.c.match == query.match)
    return records(OpenDecision, connection.execute(these.order_by(tables.decisions.c.key)))


def due_decisions(connection: Connection, query: queries.DueDecisions) -> tuple[OpenDecision, ...]:
    act_at = tables.decisions.c.act_at
    statement = _DECISION.where(act_at <= query.now).order_by(act_at).limit(query.limit)
    return records(OpenDecision, connection.execute(statement))


def fell_due(connection: Connection, query: queries.FellDue) -> tuple[OpenDecision, ...]:
    each = tables.decisions.c
    ended = case((each.late, each.act_at), else_=each.due_at)
    # Nothing ends before it is looked at.
    these = _DECISION.where(each.act_at <= query.until, ended > query.since, ended <= query.until)
    return records(OpenDecision, connection.execute(these.order_by(each.match, each.key)))


def to_resume(connection: Connection, query: queries.ToResume) -> tuple[MatchId, ...]:
    matches = tables.matches.c
    statement = (
        select(matches.id)
        .where(
            matches.status == Status.RUNNING,
            matches.paused_until <= query.now,
            matches.gone_at.is_(None),
        )
        .order_by(matches.paused_until)
        .limit(query.limit)
    )
    return tuple(MatchId(found) for found in connection.scalars(statement))


def last_sweep(connection: Connection, query: queries.LastSweep) -> datetime | None:
    found: datetime | None = connection.scalar(select(tables.sweeps.c.at))
    return found


def with_absent(connection: Connection, query: queries.WithAbsent) -> tuple[MatchId, ...]:
    matches, holders = tables.matches.c, tables.seat_holders.c
    there = holders.user.is_not(None) & ~holders.away
    people = (
        select(func.count()).where(holders.match == matches.id, there).correlate(tables.matches)
    )
    statement = (
        select(matches.id)
        .where(matches.status == Status.RUNNING, people.scalar_subquery() < matches.seats)
        .order_by(matches.id)
    )
    return tuple(MatchId(found) for found in connection.scalars(statement))


def packs(connection: Connection, query: queries.Packs) -> tuple[Pack, ...]:
    packs = tables.packs.c
    statement = _PACK.where(packs.server == query.server, packs.game == query.game).order_by(
        packs.key
    )
    return records(Pack, connection.execute(statement))


def pack(connection: Connection, query: queries.PackByKey) -> Pack | None:
    packs = tables.packs.c
    statement = _PACK.where(
        packs.server == query.server, packs.game == query.game, packs.key == query.key
    )
    return record(Pack, connection.execute(statement).first())


def alpha_since(connection: Connection, query: queries.AlphaSince) -> datetime | None:
    this = select(tables.servers.c.alpha_since).where(tables.servers.c.id == query.server)
    found: datetime | None = connection.scalar(this)
    return found


def press(connection: Connection, query: queries.PressOf) -> Press | None:
    statement = _PRESS.where(tables.presses.c.interaction == query.interaction)
    return record(Press, connection.execute(statement).first())


def player(connection: Connection, query: queries.PlayerOf) -> Player:
    row = connection.execute(_PLAYER.where(tables.players.c.user == query.user)).first()
    return record(Player, row) or Player(query.user)


def due_messages(connection: Connection, query: queries.DueMessages) -> tuple[OutboxMessage, ...]:
    outbox = tables.outbox.c
    statement = (
        _MESSAGE.where(tables.waiting, outbox.due_at <= query.now)
        .order_by(outbox.due_at, outbox.id)
        .limit(query.limit)
    )
    return records(OutboxMessage, connection.execute(statement))


def reminders(connection: Connection, query: queries.Reminders) -> tuple[OutboxMessage, ...]:
    outbox = tables.outbox.c
    statement = select(*columns(tables.outbox, OutboxMessage), outbox.sent_message).where(
        outbox.match == query.match, tables.reminding
    )
    rows = connection.execute(statement.order_by(outbox.id))
    return tuple(replace(OutboxMessage(*row[:-1]), message=row[-1]) for row in rows)


def untold(connection: Connection, query: queries.Untold) -> tuple[OutboxMessage, ...]:
    outbox = tables.outbox.c
    news = and_(tables.waiting, outbox.kind == MessageKind.PANEL)
    statement = _MESSAGE.where(
        outbox.match == query.match,
        tables.unsent,
        or_(tables.given_up, news),
        outbox.kind.in_((MessageKind.PANEL, MessageKind.REFRESH)),
    )
    return records(OutboxMessage, connection.execute(statement.order_by(outbox.id)))


def blocked(connection: Connection, query: queries.Blocked) -> tuple[tuple[MatchId, int], ...]:
    outbox, matches = tables.outbox.c, tables.matches.c
    statement = (
        select(matches.id, func.coalesce(outbox.channel, matches.channel))
        .where(tables.unsent, outbox.delivery == Delivery.BLOCKED, outbox.match == matches.id)
        .distinct()
        .order_by(matches.id)
    )
    return tuple((MatchId(match), channel) for match, channel in connection.execute(statement))


def last_message(connection: Connection, query: queries.LastMessage) -> int:
    return connection.scalar(select(func.max(tables.outbox.c.id))) or 0


def counts(connection: Connection) -> dict[str, int]:
    """Numbers of rows by table, the tables by name."""
    names = sorted(tables.metadata.tables)
    numbers = connection.execute(
        select(
            *(
                select(func.count()).select_from(tables.metadata.tables[name]).scalar_subquery()
                for name in names
            )
        )
    ).one()
    return dict(zip(names, numbers, strict=True))


def proposal(connection: Connection, query: queries.ProposalById) -> Proposal | None:
    found = _PROPOSAL.where(tables.proposals.c.id == query.proposal)
    return record(Proposal, connection.execute(found).first())


def proposals(connection: Connection, query: queries.OpenProposals) -> tuple[Proposal, ...]:
    each = tables.proposals.c
    these = _PROPOSAL.where(each.match == query.match, each.fate == ProposalStatus.OPEN)
    return records(Proposal, connection.execute(these.order_by(each.made_at, each.id)))


def due_proposals(connection: Connection, query: queries.DueProposals) -> tuple[Proposal, ...]:
    each = tables.proposals.c
    these = _PROPOSAL.where(each.fate == ProposalStatus.OPEN, each.until <= query.now)
    return records(Proposal, connection.execute(these.order_by(each.until).limit(query.limit)))


def due(connection: Connection, query: queries.DueNow) -> Due:
    now = query.now
    return Due(
        deadlines=bool(
            due_decisions(connection, queries.DueDecisions(now, 1))
            or to_resume(connection, queries.ToResume(now, 1))
        ),
        proposals=bool(due_proposals(connection, queries.DueProposals(now, 1))),
        lobbies=bool(idle_lobbies(connection, queries.IdleLobbies(query.idle_before, 1))),
        messages=bool(due_messages(connection, queries.DueMessages(now, 1))),
    )


def results(connection: Connection, query: queries.Results) -> tuple[Result, ...]:
    each = tables.results.c
    these = _RESULT.order_by(each.at, each.match, each.seat, each.user)
    if query.game is not None:
        these = these.where(each.game == query.game)
    if query.server is not None:
        these = these.where(each.server == query.server)
    return records(Result, connection.execute(these))


def results_of(connection: Connection, query: queries.ResultsOf) -> tuple[Result, ...]:
    each = tables.results.c
    these = _RESULT.where(each.user == query.user).order_by(each.at, each.match)
    return records(Result, connection.execute(these))


def results_mark(connection: Connection, query: queries.ResultsMark) -> str:
    each = tables.results.c
    newest = select(func.count(), func.max(each.at)).select_from(tables.results)
    count, at = connection.execute(newest).one()
    return f"{count} {at}"


def seen(connection: Connection, query: queries.SeenUpTo) -> int:
    each = tables.seen.c
    this = select(each.seq).where(each.match == query.match, each.user == query.user)
    return connection.scalar(this) or 0


def explained(connection: Connection, query: queries.ExplainedTo) -> frozenset[str]:
    each = tables.explained.c
    these = select(each.mark).where(each.user == query.user, each.game == query.game)
    return frozenset(connection.scalars(these))


def holidays(connection: Connection, query: queries.HolidaysOf) -> tuple[Holiday, ...]:
    each = tables.holidays.c
    these = _HOLIDAY.where(each.user == query.user).order_by(each.begins_at, each.id)
    return records(Holiday, connection.execute(these))


def rests_of(
    connection: Connection, query: queries.RestsOf
) -> tuple[tuple[Player, ...], tuple[Holiday, ...]]:
    each, away = tables.players.c, tables.holidays.c
    quiet = _PLAYER.where(each.user.in_(query.users), each.quiet != "").order_by(each.user)
    holidays = _HOLIDAY.where(away.user.in_(query.users)).order_by(away.begins_at, away.id)
    return (
        records(Player, connection.execute(quiet)),
        records(Holiday, connection.execute(holidays)),
    )


def decisions_of(
    connection: Connection, query: queries.DecisionsOf
) -> tuple[tuple[OpenDecision, SeatHolder], ...]:
    held = tables.seat_holders.c
    mine = records(
        SeatHolder,
        connection.execute(
            select(*columns(tables.seat_holders, SeatHolder))
            .join(tables.matches, tables.matches.c.id == held.match)
            .where(held.user == query.user, tables.matches.c.status == Status.RUNNING)
            .order_by(held.match, held.seat)
        ),
    )
    found: list[tuple[OpenDecision, SeatHolder]] = []
    each = tables.decisions.c
    for holder in mine:
        these = _DECISION.where(each.match == holder.match, each.seat == holder.seat)
        these = these.order_by(each.key)
        found += [(row, holder) for row in records(OpenDecision, connection.execute(these))]
    return tuple(found)


def idle_lobbies(connection: Connection, query: queries.IdleLobbies) -> tuple[Match, ...]:
    each = tables.matches.c
    these = (
        _MATCH.where(each.status == Status.LOBBY, each.touched_at < query.before)
        .order_by(each.touched_at, each.id)
        .limit(query.limit)
    )
    return records(Match, connection.execute(these))


def finished_of(connection: Connection, query: queries.FinishedOf) -> tuple[Match, ...]:
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == query.user)
    mine: ColumnElement[bool] = tables.matches.c.id.in_(held)
    if query.server is not None:
        mine &= tables.matches.c.server == query.server
    return _finished(connection, mine, query.limit)


def finished_on(connection: Connection, query: queries.FinishedOn) -> tuple[Match, ...]:
    return _finished(connection, tables.matches.c.server == query.server, query.limit)


def _finished(connection: Connection, which: ColumnElement[bool], limit: int) -> tuple[Match, ...]:
    """Without those that never began."""
    each = tables.matches.c
    these = (
        _MATCH.where(each.status == Status.OVER, each.seq > 0, which)
        .order_by(each.finished_at.desc(), each.id)
        .limit(limit)
    )
    return records(Match, connection.execute(these))


def answering() -> tuple[Callable[[Connection, Any], Any], ...]:
    """The functions of this module that take a query."""
    known = globals().values()
    return tuple(each for each in known if isfunction(each) and "query" in each.__annotations__)


ANSWERS = {get_type_hints(each)["query"]: each for each in answering()}
"""By the kind of query."""
