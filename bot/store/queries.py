"""Looking things up, over any connection."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, Select, and_, bindparam, case, func, or_, select

from bot.play.profiles import Player
from bot.play.records import (
    Entry,
    Kind,
    Match,
    MatchId,
    MessageKind,
    OpenDecision,
    OutboxMessage,
    Pack,
    Press,
    SeatHolder,
    Snapshot,
    Status,
)
from bot.store import tables
from bot.store.codec import columns, record, records
from bot.store.tables import Delivery

_MOST_PARKED = 25

_MATCH = select(*columns(tables.matches, Match))
_ENTRY = select(*columns(tables.entries, Entry))
_PRESS = select(*columns(tables.presses, Press))
_PLAYER = select(*columns(tables.players, Player))
_MESSAGE = select(*columns(tables.outbox, OutboxMessage))
DECISION = select(*columns(tables.decisions, OpenDecision))
_PACK = select(*columns(tables.packs, Pack))


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


def match(connection: Connection, match: MatchId) -> Match | None:
    return record(Match, connection.execute(_ONE_MATCH, {"wanted": match}).first())


def seated(connection: Connection, wanted: MatchId) -> tuple[Match, tuple[SeatHolder, ...]] | None:
    found = match(connection, wanted)
    return None if found is None else (found, holders(connection, wanted))


def match_in(connection: Connection, channel: int) -> Match | None:
    matches = tables.matches.c
    statement = (
        _MATCH.where(matches.channel == channel)
        .order_by(
            case((matches.status == Status.OVER, 1), else_=0),
            matches.finished_at.desc().nulls_last(),
            matches.created_at.desc(),
        )
        .limit(1)
    )
    return record(Match, connection.execute(statement).first())


def open_on(
    connection: Connection, server: int, limit: int, *, placed: bool = False
) -> tuple[Match, ...]:
    there = _MATCH.where(tables.matches.c.server == server)
    if placed:
        there = there.where(tables.matches.c.gone_at.is_(None))
    return _open(connection, there, limit)


def open_anywhere(connection: Connection) -> tuple[Match, ...]:
    matches = tables.matches.c
    placed = _MATCH.where(matches.status != Status.OVER, matches.gone_at.is_(None))
    return records(Match, connection.execute(placed.order_by(matches.id)))


def gone_of(connection: Connection, user: int, limit: int) -> tuple[Match, ...]:
    matches = tables.matches.c
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == user)
    concerned = (matches.id.in_(held)) | (matches.host == user) | (matches.referee == user)
    return _open(connection, _MATCH.where(matches.gone_at.is_not(None), concerned), limit)


def open_of(
    connection: Connection, user: int, limit: int, server: int | None = None
) -> tuple[Match, ...]:
    held = select(tables.seat_holders.c.match).where(tables.seat_holders.c.user == user)
    mine = _MATCH.where(tables.matches.c.id.in_(held))
    if server is not None:
        mine = mine.where(tables.matches.c.server == server)
    return _open(connection, mine, limit)


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


def holders(connection: Connection, match: MatchId) -> tuple[SeatHolder, ...]:
    return records(SeatHolder, connection.execute(_HOLDS, {"wanted": match}))


def snapshot(connection: Connection, match: MatchId, seq: int) -> Snapshot | None:
    found = connection.execute(_SNAPSHOT, {"wanted": match, "at": seq}).first()
    return record(Snapshot, found)


def snapshot_before(connection: Connection, match: MatchId, seq: int) -> Snapshot | None:
    """The newest one that is not newer than entry ``seq``."""
    kept = tables.snapshots.c
    newest = (
        select(*columns(tables.snapshots, Snapshot))
        .where(kept.match == match, kept.seq <= seq)
        .order_by(kept.seq.desc())
        .limit(1)
    )
    return record(Snapshot, connection.execute(newest).first())


def entries(
    connection: Connection, match: MatchId, after: int, limit: int | None, until: int | None = None
) -> tuple[Entry, ...]:
    statement = (
        _ENTRY.where(tables.entries.c.match == match, tables.entries.c.seq > after)
        .order_by(tables.entries.c.seq)
        .limit(limit)
    )
    if until is not None:
        statement = statement.where(tables.entries.c.seq <= until)
    return records(Entry, connection.execute(statement))


def entry_shown(connection: Connection, match: MatchId, number: int) -> Entry | None:
    """The entry that people know by this number."""
    each = tables.entries.c
    found = _ENTRY.where(each.match == match, each.shown == number)
    return record(Entry, connection.execute(found).first())


def cuts(connection: Connection, match: MatchId) -> tuple[Entry, ...]:
    """The entries that take back, in order."""
    each = tables.entries.c
    found = _ENTRY.where(each.match == match, each.kind == Kind.UNDONE).order_by(each.seq)
    return records(Entry, connection.execute(found))


def seatings(connection: Connection, match: MatchId) -> tuple[tuple[int, str], ...]:
    """The entries after which others hold the seats than before, in order."""
    each = tables.entries.c
    found = select(each.seq, each.seating).where(each.match == match, each.seating != "")
    return tuple((seq, seating) for seq, seating in connection.execute(found.order_by(each.seq)))


def refereed(connection: Connection, match: MatchId) -> tuple[Entry, ...]:
    each = tables.entries.c
    theirs = _ENTRY.where(each.match == match, each.referee != "").order_by(each.seq)
    return records(Entry, connection.execute(theirs))


def parked(connection: Connection, match: MatchId) -> tuple[tuple[OutboxMessage, str], ...]:
    outbox = tables.outbox.c
    statement = (
        select(*columns(tables.outbox, OutboxMessage), outbox.fault)
        .where(outbox.match == match, tables.unsent, tables.given_up)
        .order_by(outbox.id.desc())
        .limit(_MOST_PARKED)
    )
    return tuple((OutboxMessage(*row[:-1]), row[-1] or "") for row in connection.execute(statement))


def decisions(connection: Connection, match: MatchId) -> tuple[OpenDecision, ...]:
    these = DECISION.where(tables.decisions.c.match == match)
    return records(OpenDecision, connection.execute(these.order_by(tables.decisions.c.key)))


def due_decisions(connection: Connection, now: datetime, limit: int) -> tuple[OpenDecision, ...]:
    act_at = tables.decisions.c.act_at
    statement = DECISION.where(act_at <= now).order_by(act_at).limit(limit)
    return records(OpenDecision, connection.execute(statement))


def fell_due(connection: Connection, since: datetime, until: datetime) -> tuple[OpenDecision, ...]:
    each = tables.decisions.c
    ended = case((each.late, each.act_at), else_=each.due_at)
    # Nothing ends before it is looked at.
    these = DECISION.where(each.act_at <= until, ended > since, ended <= until)
    return records(OpenDecision, connection.execute(these.order_by(each.match, each.key)))


def to_resume(connection: Connection, now: datetime, limit: int) -> tuple[MatchId, ...]:
    matches = tables.matches.c
    statement = (
        select(matches.id)
        .where(
            matches.status == Status.RUNNING,
            matches.paused_until <= now,
            matches.gone_at.is_(None),
        )
        .order_by(matches.paused_until)
        .limit(limit)
    )
    return tuple(MatchId(found) for found in connection.scalars(statement))


def last_sweep(connection: Connection) -> datetime | None:
    found: datetime | None = connection.scalar(select(tables.sweeps.c.at))
    return found


def with_absent(connection: Connection) -> tuple[MatchId, ...]:
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


def packs(connection: Connection, server: int, game: str) -> tuple[Pack, ...]:
    packs = tables.packs.c
    statement = _PACK.where(packs.server == server, packs.game == game).order_by(packs.key)
    return records(Pack, connection.execute(statement))


def pack(connection: Connection, server: int, game: str, key: str) -> Pack | None:
    packs = tables.packs.c
    statement = _PACK.where(packs.server == server, packs.game == game, packs.key == key)
    return record(Pack, connection.execute(statement).first())


def press(connection: Connection, interaction: int) -> Press | None:
    statement = _PRESS.where(tables.presses.c.interaction == interaction)
    return record(Press, connection.execute(statement).first())


def player(connection: Connection, user: int) -> Player:
    row = connection.execute(_PLAYER.where(tables.players.c.user == user)).first()
    return record(Player, row) or Player(user)


def due_messages(connection: Connection, now: datetime, limit: int) -> tuple[OutboxMessage, ...]:
    outbox = tables.outbox.c
    statement = (
        _MESSAGE.where(tables.waiting, outbox.due_at <= now)
        .order_by(outbox.due_at, outbox.id)
        .limit(limit)
    )
    return records(OutboxMessage, connection.execute(statement))


def untold(connection: Connection, match: MatchId) -> tuple[OutboxMessage, ...]:
    """What a new panel tells as well: what asks for one and waits, and what was given up."""
    outbox = tables.outbox.c
    news = and_(tables.waiting, outbox.kind == MessageKind.PANEL)
    statement = _MESSAGE.where(
        outbox.match == match,
        tables.unsent,
        or_(tables.given_up, news),
        outbox.kind.in_((MessageKind.PANEL, MessageKind.REFRESH)),
    )
    return records(OutboxMessage, connection.execute(statement.order_by(outbox.id)))


def blocked(connection: Connection) -> tuple[tuple[MatchId, int], ...]:
    outbox, matches = tables.outbox.c, tables.matches.c
    statement = (
        select(matches.id, func.coalesce(outbox.channel, matches.channel))
        .where(tables.unsent, outbox.delivery == Delivery.BLOCKED, outbox.match == matches.id)
        .distinct()
        .order_by(matches.id)
    )
    return tuple((MatchId(match), channel) for match, channel in connection.execute(statement))


def last_message(connection: Connection) -> int:
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
