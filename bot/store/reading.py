"""Looking things up: one function for each query of ``bot.play``, over any connection."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from inspect import isfunction
from typing import Any, TypeVar, get_type_hints

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
)

from bot.play.storage import queries
from bot.play.storage.profiles import Player
from bot.play.storage.queries import MatchRecords, Query
from bot.play.storage.records import (
    Advert,
    Entry,
    EntryKind,
    Match,
    OpenDecision,
    Pack,
    Press,
    SeatHolder,
    Server,
    Snapshot,
    Status,
    TeamThread,
    Unfilled,
)
from bot.store import (
    outbox_reading,
    packed_logs,
    people_reading,
    sweep_reading,
    tables,
    tournament_reading,
)
from bot.store.codec import columns, record, records

T = TypeVar("T")


def answer(connection: Connection, asked: Query[T]) -> T:
    found: T = ANSWERS[type(asked)](connection, asked)
    if not found and type(asked) in packed_logs.ANSWERS:
        found = packed_logs.answer(connection, asked)
    return found


def answers(connection: Connection, asked: Iterable[Query[Any]]) -> tuple[Any, ...]:
    return tuple(answer(connection, each) for each in asked)


_MATCH = select(*columns(tables.matches, Match))
_ENTRY = select(*columns(tables.entries, Entry))
_PRESS = select(*columns(tables.presses, Press))
_ADVERT = select(*columns(tables.adverts, Advert))
_SERVER = select(*columns(tables.servers, Server))
_DECISION = select(*columns(tables.decisions, OpenDecision))
_PACK = select(*columns(tables.packs, Pack))

# What every move asks for is put together once: that takes SQLAlchemy longer than SQLite takes to
# answer.
_ONE_MATCH = _MATCH.where(tables.matches.c.id == bindparam("wanted"))
_HOLDER = (*columns(tables.seat_holders, SeatHolder), func.coalesce(tables.answers.c.answers, ""))
_ANSWERED = and_(
    tables.answers.c.match == tables.seat_holders.c.match,
    tables.answers.c.seat == tables.seat_holders.c.seat,
)
_HOLDERS = select(*_HOLDER).select_from(tables.seat_holders.outerjoin(tables.answers, _ANSWERED))
_HOLDS = _HOLDERS.where(tables.seat_holders.c.match == bindparam("wanted")).order_by(
    tables.seat_holders.c.seat
)
# One statement with the match in every row takes a third less time than two.
_WIDTH = len(columns(tables.matches, Match))
_SEATED = (
    select(*columns(tables.matches, Match), *_HOLDER)
    .select_from(tables.matches)
    .outerjoin(tables.seat_holders, tables.seat_holders.c.match == tables.matches.c.id)
    .outerjoin(tables.answers, _ANSWERED)
    .where(tables.matches.c.id == bindparam("wanted"))
    .order_by(tables.seat_holders.c.seat)
)
_HELD = _HOLDERS.where(
    tables.seat_holders.c.match.in_(bindparam("wanted", expanding=True))
).order_by(tables.seat_holders.c.match, tables.seat_holders.c.seat)
_OPENED = _DECISION.where(
    tables.decisions.c.match.in_(bindparam("wanted", expanding=True))
).order_by(tables.decisions.c.key)
_DECISIONS = _DECISION.where(tables.decisions.c.match == bindparam("wanted")).order_by(
    tables.decisions.c.key
)
_LAST = 2**31 - 1
"""The largest number that an entry can have."""
_ENTRIES = _ENTRY.where(
    tables.entries.c.match == bindparam("wanted"),
    tables.entries.c.seq > bindparam("after"),
    tables.entries.c.seq <= bindparam("until"),
).order_by(tables.entries.c.seq)
_FIRST_ENTRIES = _ENTRIES.limit(bindparam("most", type_=Integer))
_SEATINGS = (
    select(tables.entries.c.seq, tables.entries.c.seating)
    .where(tables.entries.c.match == bindparam("wanted"), tables.changes_hands)
    .order_by(tables.entries.c.seq)
)
_LAST_ACTED = select(func.max(tables.entries.c.seq)).where(
    tables.entries.c.match == bindparam("wanted"),
    tables.entries.c.seat == bindparam("acting"),
    or_(
        and_(
            tables.entries.c.kind == EntryKind.MOVE,
            tables.entries.c.referee == "",
            tables.entries.c.again.is_(False),
        ),
        tables.entries.c.kind == EntryKind.TAKEN,
    ),
)
_MATCH_IN = (
    _MATCH.where(tables.matches.c.channel == bindparam("here"))
    .order_by(
        case((tables.matches.c.status == Status.OVER, 1), else_=0),
        tables.matches.c.finished_at.desc().nulls_last(),
        tables.matches.c.created_at.desc(),
    )
    .limit(1)
)
_MARKS = select(tables.explained.c.game, tables.explained.c.mark).where(
    tables.explained.c.user == bindparam("who"),
    tables.explained.c.game.in_(bindparam("wanted", expanding=True)),
)
_SNAPSHOT = select(*columns(tables.snapshots, Snapshot)).where(
    tables.snapshots.c.match == bindparam("wanted")
)
_SEQ = tables.snapshots.c.seq


def _with_bases(newest: Select[Any]) -> Select[Any]:
    """Select these snapshots and all that they are packed against, in order."""
    found = newest.cte("found", recursive=True)
    found = found.union(_SNAPSHOT.join(found, found.c.base == _SEQ))  # each but once
    return select(found).order_by(found.c.seq)


_POSITION = _with_bases(_SNAPSHOT.where(bindparam("at") == _SEQ))
_POSITIONS = _with_bases(_SNAPSHOT.where(bindparam("after") < _SEQ, bindparam("at") >= _SEQ))


def match(connection: Connection, query: queries.MatchById) -> Match | None:
    return record(Match, connection.execute(_ONE_MATCH, {"wanted": query.match}).first())


def seated_match(
    connection: Connection, query: queries.SeatedMatch
) -> tuple[Match, tuple[SeatHolder, ...]] | None:
    rows = connection.execute(_SEATED, {"wanted": query.match}).all()
    if not rows:
        return None
    held = (row[_WIDTH:] for row in rows if row[_WIDTH] is not None)
    return Match(*rows[0][:_WIDTH]), tuple(SeatHolder(*each) for each in held)


def match_records(connection: Connection, query: queries.Looked) -> MatchRecords | None:
    found = seated_match(connection, queries.SeatedMatch(query.match))
    return None if found is None else _with_all(connection, found[:1], found[1], query.user)[0]


def match_records_in(connection: Connection, query: queries.LookedIn) -> MatchRecords | None:
    found = match_in(connection, queries.MatchIn(query.channel))
    if found is None:
        return None
    held = holders(connection, queries.Holders(found.id))
    return _with_all(connection, (found,), held, query.user)[0]


def match_records_of(connection: Connection, query: queries.LookedOf) -> tuple[MatchRecords, ...]:
    found = open_matches_of(connection, queries.OpenOf(query.user, query.limit))
    held = connection.execute(_HELD, {"wanted": [each.id for each in found]})
    return _with_all(connection, found, records(SeatHolder, held), query.user) if found else ()


def _with_all(
    connection: Connection, found: Sequence[Match], held: Iterable[SeatHolder], user: int | None
) -> tuple[MatchRecords, ...]:
    """Complete some matches, with the same number of statements for many as for one."""
    marks, seats, opened = (defaultdict[str, list[Any]](list) for _ in range(3))
    who = Player(0) if user is None else people_reading.player(connection, queries.PlayerOf(user))
    if user is not None:
        known = {"who": user, "wanted": {each.game for each in found}}
        for game, mark in connection.execute(_MARKS, known):
            marks[game].append(mark)
    for seat in held:
        seats[seat.match].append(seat)
    if timed := [each.id for each in found if each.clock]:
        for row in records(OpenDecision, connection.execute(_OPENED, {"wanted": timed})):
            opened[row.match].append(row)
    return tuple(
        MatchRecords(
            *(each, tuple(seats[each.id]), tuple(opened[each.id])),
            *(who, frozenset(marks[each.game])),
        )
        for each in found
    )


def match_in(connection: Connection, query: queries.MatchIn) -> Match | None:
    return record(Match, connection.execute(_MATCH_IN, {"here": query.channel}).first())


def matches_in(connection: Connection, query: queries.MatchesIn) -> tuple[Match, ...]:
    matches = tables.matches.c
    these = _MATCH.where(matches.channel.in_(query.channels))
    return records(Match, connection.execute(these.order_by(matches.created_at, matches.id)))


def open_matches_on(connection: Connection, query: queries.OpenOn) -> tuple[Match, ...]:
    there = _MATCH.where(tables.matches.c.server == query.server)
    if query.placed:
        there = there.where(tables.matches.c.gone_at.is_(None))
    return _open_matches(connection, there, query.limit)


def lost_matches(connection: Connection, query: queries.GoneOf) -> tuple[Match, ...]:
    matches = tables.matches.c
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == query.user)
    concerned = (
        (matches.id.in_(held)) | (matches.host == query.user) | (matches.referee == query.user)
    )
    return _open_matches(
        connection, _MATCH.where(matches.gone_at.is_not(None), concerned), query.limit
    )


def open_matches_of(connection: Connection, query: queries.OpenOf) -> tuple[Match, ...]:
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == query.user)
    mine = _MATCH.where(tables.matches.c.id.in_(held))
    if query.server is not None:
        mine = mine.where(tables.matches.c.server == query.server)
    return _open_matches(connection, mine, query.limit)


def _open_matches(
    connection: Connection, statement: Select[tuple[object, ...]], limit: int | None
) -> tuple[Match, ...]:
    matches = tables.matches.c
    statement = (
        statement.where(tables.is_open).order_by(matches.created_at.desc(), matches.id).limit(limit)
    )
    return records(Match, connection.execute(statement))


def holders(connection: Connection, query: queries.Holders) -> tuple[SeatHolder, ...]:
    return records(SeatHolder, connection.execute(_HOLDS, {"wanted": query.match}))


def holders_in(connection: Connection, query: queries.HoldersIn) -> tuple[SeatHolder, ...]:
    return records(SeatHolder, connection.execute(_HELD, {"wanted": query.matches}))


def snapshots(connection: Connection, query: queries.Snapshots) -> tuple[Snapshot, ...]:
    wanted = {"wanted": query.match, "at": query.seq, "after": query.after}
    statement = _POSITION if query.after is None else _POSITIONS
    return records(Snapshot, connection.execute(statement, wanted))


def unfilled(connection: Connection, query: queries.UnfilledMatches) -> tuple[Unfilled, ...]:
    these = select(*columns(tables.unfilled, Unfilled)).order_by(tables.unfilled.c.match)
    if query.match is not None:
        these = these.where(tables.unfilled.c.match == query.match)
    return records(Unfilled, connection.execute(these))


def entries(connection: Connection, query: queries.Entries) -> tuple[Entry, ...]:
    until = _LAST if query.until is None else query.until
    wanted = {"wanted": query.match, "after": query.after, "until": until}
    if query.limit is None:
        return records(Entry, connection.execute(_ENTRIES, wanted))
    return records(Entry, connection.execute(_FIRST_ENTRIES, wanted | {"most": query.limit}))


def entry_shown(connection: Connection, query: queries.EntryShown) -> Entry | None:
    each = tables.entries.c
    # No number is above its place in the log: what comes before need not be looked through.
    after = each.seq >= query.number
    found = _ENTRY.where(each.match == query.match, after, each.shown == query.number)
    return record(Entry, connection.execute(found).first())


def entries_shown(connection: Connection, query: queries.EntriesShown) -> tuple[Entry, ...]:
    first, end = (
        answer(connection, queries.EntryShown(query.match, number))
        for number in (query.first, query.end)
    )
    after = 0 if first is None else first.seq - 1
    until = query.until if end is None else min(end.seq - 1, query.until)
    return answer(connection, queries.Entries(query.match, after=after, until=until))


def cuts(connection: Connection, query: queries.Cuts) -> tuple[Entry, ...]:
    each = tables.entries.c
    found = _ENTRY.where(each.match == query.match, each.kind == EntryKind.UNDONE).order_by(
        each.seq
    )
    return records(Entry, connection.execute(found))


def seatings(connection: Connection, query: queries.SeatingChanges) -> tuple[tuple[int, str], ...]:
    found = connection.execute(_SEATINGS, {"wanted": query.match})
    return tuple((seq, seating) for seq, seating in found)


def last_act(connection: Connection, query: queries.LastActed) -> int:
    wanted = {"wanted": query.match, "acting": query.seat}
    return connection.scalar(_LAST_ACTED, wanted) or 0


def entries_since_act(connection: Connection, query: queries.SinceActed) -> tuple[Entry, ...]:
    after = answer(connection, queries.LastActed(query.match, query.seat))
    return answer(connection, queries.Entries(query.match, after=after, until=query.until))


def referee_entries(connection: Connection, query: queries.Refereed) -> tuple[Entry, ...]:
    each = tables.entries.c
    theirs = _ENTRY.where(each.match == query.match, each.referee != "").order_by(each.seq)
    return records(Entry, connection.execute(theirs))


def decisions(connection: Connection, query: queries.OpenDecisions) -> tuple[OpenDecision, ...]:
    return records(OpenDecision, connection.execute(_DECISIONS, {"wanted": query.match}))


def due_decisions(connection: Connection, query: queries.DueDecisions) -> tuple[OpenDecision, ...]:
    act_at = tables.decisions.c.act_at
    statement = _DECISION.where(act_at <= query.now).order_by(act_at).limit(query.limit)
    return records(OpenDecision, connection.execute(statement))


def fell_due(connection: Connection, query: queries.FellDue) -> tuple[OpenDecision, ...]:
    each = tables.decisions.c
    ended = case((each.late, each.act_at), else_=each.due_at)
    # Nothing ends before it is looked at.
    these = _DECISION.where(each.act_at <= query.until, ended > query.since, ended <= query.until)
    found = records(OpenDecision, connection.execute(these))
    # Asked for them in order, SQLite would go through all that are open.
    return tuple(sorted(found, key=lambda row: (row.match, row.key)))


def packs(connection: Connection, query: queries.ServerPacks) -> tuple[Pack, ...]:
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


def commands_digest(connection: Connection, query: queries.CommandsDigest) -> str:
    table = tables.registered_commands
    found = select(table.c.digest).where(table.c.application == query.application)
    return connection.scalar(found) or ""


def advert_of(connection: Connection, query: queries.AdvertOf) -> Advert | None:
    statement = _ADVERT.where(tables.adverts.c.match == query.match)
    return record(Advert, connection.execute(statement).first())


def team_threads_of(connection: Connection, query: queries.TeamThreadsOf) -> tuple[TeamThread, ...]:
    each = tables.team_threads.c
    these = select(*columns(tables.team_threads, TeamThread)).where(each.match == query.match)
    return records(TeamThread, connection.execute(these.order_by(each.team)))


def server_by_id(connection: Connection, query: queries.ServerById) -> Server | None:
    statement = _SERVER.where(tables.servers.c.id == query.server)
    return record(Server, connection.execute(statement).first())


def press(connection: Connection, query: queries.PressOf) -> Press | None:
    statement = _PRESS.where(tables.presses.c.interaction == query.interaction)
    return record(Press, connection.execute(statement).first())


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
        _MATCH.where(tables.is_lobby, each.touched_at < query.before)
        .order_by(each.touched_at, each.id)
        .limit(query.limit)
    )
    return records(Match, connection.execute(these))


def finished_matches_of(connection: Connection, query: queries.FinishedOf) -> tuple[Match, ...]:
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == query.user)
    mine: ColumnElement[bool] = tables.matches.c.id.in_(held)
    if query.server is not None:
        mine &= tables.matches.c.server == query.server
    return _finished_matches(connection, mine, query.limit)


def finished_matches_on(connection: Connection, query: queries.FinishedOn) -> tuple[Match, ...]:
    return _finished_matches(connection, tables.matches.c.server == query.server, query.limit)


def endings_on(connection: Connection, query: queries.EndingsOn) -> tuple[tuple[int, str], ...]:
    each = tables.matches.c
    these = (each.server == query.server, each.game == query.game, each.id != query.but)
    ended = select(each.shown, each.ending).where(tables.is_over, ~each.practice, *these)
    return tuple((row.shown, row.ending or "") for row in connection.execute(ended))


def _finished_matches(
    connection: Connection, which: ColumnElement[bool], limit: int
) -> tuple[Match, ...]:
    """Finished matches, without those that never began."""
    each = tables.matches.c
    these = (
        _MATCH.where(tables.is_over, which).order_by(each.finished_at.desc(), each.id).limit(limit)
    )
    return records(Match, connection.execute(these))


def query_functions() -> tuple[Callable[[Connection, Any], Any], ...]:
    """The functions that take a query, of this module and its neighbours."""
    others = (outbox_reading, people_reading, sweep_reading, tournament_reading)
    known = [each for module in (globals(), *map(vars, others)) for each in module.values()]
    return tuple(each for each in known if isfunction(each) and "query" in each.__annotations__)


ANSWERS = {get_type_hints(each)["query"]: each for each in query_functions()}
"""By the kind of query."""
