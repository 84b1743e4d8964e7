"""Writing: the statements of a step of a match, and the small ones beside it.

Every statement is a way to the database's thread and back, so a step uses few
of them, and lists go in one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Delete,
    Insert,
    String,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import ARRAY

from bot.play.storage.leases import Shards
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.ports import Conflict
from bot.play.storage.profiles import Result, Seen
from bot.play.storage.records import (
    Audit,
    Change,
    Identification,
    Match,
    MatchId,
    OpenDecision,
    Press,
    Server,
    Snapshot,
    Status,
    Sweep,
    Unfilled,
)
from bot.store import packed_logs, tables
from bot.store.codec import Record, values
from bot.store.tables import Delivery, Utc

_SEE_SERVER: dict[str, Insert] = {
    "sqlite": sqlite.insert(tables.servers).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(tables.servers).on_conflict_do_nothing(),
}
# Without ``inline`` the driver is asked for the number of the new row each time.
_ADD: dict[Table, Insert] = {
    table: insert(table).inline() for table in tables.metadata.tables.values()
}
# Neither who it is, nor ``panel`` and ``told``: they are set when a message is known, beside the
# steps of the match, and a step that was built before must not take them back.
_FIXED = {"id", "panel", "told", "disclosed"}
_STEP = update(tables.matches).where(
    tables.matches.c.id == bindparam("moved"),
    tables.matches.c.seq == bindparam("expected"),
    ~tables.matches.c.packed,
)
# A match whose seed has been handed out stays over, however that fell together.
_STEP_OF_OPEN = _STEP.where(tables.matches.c.disclosed.is_(False))
_CLEAR_HOLDS = delete(tables.seat_holders).where(tables.seat_holders.c.match == bindparam("moved"))
_CLOSE = delete(tables.decisions).where(
    tables.decisions.c.match == bindparam("moved"), tables.decisions.c.key == bindparam("closed")
)
_CLOSED = (
    delete(tables.decisions)
    .where(
        tables.decisions.c.match == bindparam("moved"),
        tables.decisions.c.key == func.any(bindparam("gone", type_=ARRAY(Text))),
    )
    .cte("closed")
)
_STEP_AND_CLOSE = _STEP.add_cte(_CLOSED)
_STEP_OF_OPEN_AND_CLOSE = _STEP_OF_OPEN.add_cte(_CLOSED)
_PAGE = 500
"""Rows of a table that are looked at in one transaction."""
_PAGES = 200
"""Pages of a SQLite file that are given back at once: more than these rows have filled."""


def _delete_oldest(key: Column[Any], at: Column[Any], *conditions: ColumnElement[bool]) -> Delete:
    """Keys grow with time: of the first page, what is old."""
    these = (key > 0, *conditions)
    page = select(key.label("key")).where(*these).order_by(key).limit(_PAGE).subquery()
    # A range and not a list: PostgreSQL would look through all rows to compare them with that.
    last = select(func.max(page.c.key)).scalar_subquery()
    return delete(key.table).where(*these, key <= last, at < bindparam("before", type_=Utc))


_NEWEST = select(func.max(tables.outbox.c.id)).scalar_subquery()
_PRUNE = (
    _delete_oldest(tables.tries.c.id, tables.tries.c.at),
    _delete_oldest(tables.audit.c.id, tables.audit.c.at),
    _delete_oldest(tables.presses.c.interaction, tables.presses.c.at),
    _delete_oldest(
        tables.outbox.c.id,
        tables.outbox.c.sent_at,
        ~tables.unsent,
        ~tables.reminding,
        tables.outbox.c.id < _NEWEST,
    ),
)
_LIVE = (
    update(tables.matches)
    .where(tables.matches.c.id == bindparam("moved"))
    .values(panel=bindparam("message"), told=bindparam("news"))
)
_LIVE_INSTEAD = _LIVE.where(
    tables.matches.c.channel == bindparam("there"),
    tables.matches.c.panel.is_not_distinct_from(bindparam("before")),
)
_SENT = (
    update(tables.outbox)
    .where(tables.outbox.c.id == bindparam("row"))
    .values(delivery=Delivery.SENT, sent_at=bindparam("now"), sent_message=bindparam("posted"))
)
_RE_TIME = (
    update(tables.decisions)
    .where(
        tables.decisions.c.match == bindparam("moved"),
        tables.decisions.c.key == bindparam("put_off"),
    )
    .values(
        due_at=bindparam("later"),
        act_at=bindparam("then"),
        reminded=bindparam("times"),
        late=bindparam("over"),
    )
)


def record(connection: Connection, change: Change) -> None:
    """Write a step of a match. Raises ``Conflict`` when it was built on an older one."""
    match = change.match.id
    if change.expected is None:
        connection.execute(_ADD[tables.matches], values(change.match))
    else:
        _move(connection, change)
        if change.holders is not None:
            connection.execute(_CLEAR_HOLDS, {"moved": match})
    if change.results is not None:
        drop(connection, Result, {"match": match})
    _remove(connection, change.answers)
    _remove(connection, change.proposals)
    _add_all(
        connection,
        (tables.entries, change.entries),
        (tables.snapshots, change.snapshots),
        (tables.seat_holders, change.holders or ()),
        (tables.answers, change.answers),
        (tables.decisions, change.opened),
        (tables.outbox, change.outbox_messages),
        (tables.proposals, change.proposals),
        (tables.results, change.results or ()),
        (tables.audit, (change.audit,)),
        (tables.presses, () if change.press is None else (change.press,)),
    )


def _move(connection: Connection, change: Change) -> None:
    match = change.match.id
    moved = {name: value for name, value in values(change.match).items() if name not in _FIXED}
    moved |= {"moved": match, "expected": change.expected}
    # Should what is stored have strayed from what the rules hold open, an old row must not
    # stand in the way of a new one.
    gone = [*change.closed, *(decision.key for decision in change.opened)]
    over = change.match.status is Status.OVER
    if connection.dialect.name == "postgresql":
        moved |= {"gone": gone}
        step = _STEP_AND_CLOSE if over else _STEP_OF_OPEN_AND_CLOSE
    else:
        step = _STEP if over else _STEP_OF_OPEN
    while connection.execute(step, moved).rowcount != 1:
        if not packed_logs.unpack(connection, match):
            raise Conflict("the match has moved on")
    if gone and connection.dialect.name != "postgresql":
        connection.execute(_CLOSE, [{"moved": match, "closed": key} for key in gone])


def _add_all(connection: Connection, *added: tuple[Table, Sequence[Record]]) -> None:
    """Add rows to several tables, with PostgreSQL by one statement: each is a way to the server
    and back."""
    rows = [(table, [_row(line) for line in lines]) for table, lines in added if lines]
    if connection.dialect.name == "postgresql":
        given = {
            f"{table.name}_{name}": [row[name] for row in each]
            for table, each in rows
            for name in each[0]
        }
        connection.execute(_insert_lists(*((table, *each[0]) for table, each in rows)), given)
        return
    for table, each in rows:
        connection.execute(_ADD[table], each)


@cache
def _insert_lists(*shapes: tuple[Any, ...]) -> Insert:
    """Insert rows into tables, given as one list a column."""
    inserts = []
    for table, *names in shapes:
        lists = (bindparam(f"{table.name}_{each}", type_=_list_of(table.c[each])) for each in names)
        rows = select(literal_column("*", Text)).select_from(func.unnest(*lists))
        inserts.append(insert(table).inline().from_select(names, rows))
    *others, last = inserts
    return last.add_cte(*(each.cte(f"added_{each.table.name}") for each in others))


def _list_of(column: Column[Any]) -> ARRAY[Any]:
    # A list of texts of some length would be cut to it, and not be refused.
    kind = Text() if isinstance(column.type, String) else column.type
    return ARRAY(kind, dimensions=1)


def _add(connection: Connection, table: Table, lines: Sequence[Record]) -> None:
    if lines:
        connection.execute(_ADD[table], [_row(line) for line in lines])


def _row(line: Record) -> dict[str, object]:
    row = values(line)
    if row.get("id", line) is None:
        del row["id"]  # the database numbers them in the order in which they are added
    if isinstance(line, OutboxMessage):
        row["delivery"] = Delivery.WAITING
    return row


def fill(connection: Connection, snapshots: Sequence[Snapshot], rest: Unfilled) -> None:
    """Keep positions that were missing or damaged; as long as there are, ``rest`` says so."""
    packed_logs.unpack(connection, rest.match)
    keep(connection, snapshots)
    drop(connection, Unfilled, {"match": rest.match})
    last = select(tables.matches.c.seq).where(tables.matches.c.id == rest.match)
    if rest.seq < (connection.scalar(last) or 0):
        _add(connection, tables.unfilled, (rest,))


def keep(connection: Connection, kept: Sequence[Record]) -> None:
    """Add records of one kind, or put them in the place of those with their keys."""
    if kept:
        _remove(connection, kept)
        _add(connection, tables.OF[type(kept[0])], kept)


def _remove(connection: Connection, kept: Sequence[Record]) -> None:
    """Delete the rows that have the keys of these records, all of one kind."""
    if kept:
        table = tables.OF[type(kept[0])]
        # Not by the names of the columns: SQLAlchemy keeps those for what an INSERT sets.
        known = {f"known_{column.key}": column for column in table.primary_key}
        these = (column == bindparam(name) for name, column in known.items())
        keys = [{name: getattr(each, known[name].key) for name in known} for each in kept]
        connection.execute(delete(table).where(*these), keys)


def drop(connection: Connection, kind: type[Record], fields: Mapping[str, object]) -> bool:
    """Whether there were any with these fields."""
    table = tables.OF[kind]
    these = (table.c[name] == value for name, value in fields.items())
    return connection.execute(delete(table).where(*these)).rowcount > 0


def see_server(connection: Connection, server: int, now: datetime) -> None:
    # Two that see it first at the same time do not stand in each other's way.
    statement = _SEE_SERVER[connection.dialect.name]
    connection.execute(statement, values(Server(server, now)))


def change_server(connection: Connection, server: int, fields: Mapping[str, object]) -> None:
    this = update(tables.servers).where(tables.servers.c.id == server)
    connection.execute(this.values(**fields))


def post(connection: Connection, outbox_messages: tuple[OutboxMessage, ...]) -> None:
    _add(connection, tables.outbox, outbox_messages)


def set_panel(
    connection: Connection, match: MatchId, message: int | None, told: int, instead: Match | None
) -> None:
    live: dict[str, object] = {"moved": match, "message": message, "news": told}
    if instead is None:
        connection.execute(_LIVE, live)
        return
    live |= {"there": instead.channel, "before": instead.panel}
    if connection.execute(_LIVE_INSTEAD, live).rowcount != 1:
        raise Conflict("there is another panel by now")


def forget_channel(connection: Connection, channel: int, now: datetime) -> None:
    matches = tables.matches
    these = (matches.c.channel == channel, matches.c.status == Status.OVER)
    connection.execute(update(matches).where(*these).values(gone_at=now))


def disclose(connection: Connection, match: MatchId) -> bool:
    matches = tables.matches
    these = (matches.c.id == match, matches.c.status == Status.OVER)
    return connection.execute(update(matches).where(*these).values(disclosed=True)).rowcount > 0


def clear_due(connection: Connection, match: MatchId, keys: tuple[str, ...]) -> None:
    decisions = tables.decisions
    these = (decisions.c.match == match, decisions.c.key.in_(keys))
    connection.execute(update(decisions).where(*these).values(due_at=None, act_at=None))


def note_sweep(connection: Connection, now: datetime, shards: Shards) -> None:
    table = tables.sweeps
    which = range(shards.first, shards.last + 1)
    these = (table.c.shards == shards.count, table.c.shard.between(shards.first, shards.last))
    if connection.execute(update(table).where(*these).values(at=now)).rowcount != len(which):
        connection.execute(delete(table).where(*these))
        _add(connection, table, [Sweep(shard, shards.count, now) for shard in which])


def retime(connection: Connection, rows: Sequence[OpenDecision]) -> None:
    """Give these open decisions the times that stand in them."""
    if rows:
        these = [
            {
                "moved": row.match,
                "put_off": row.key,
                "later": row.due_at,
                "then": row.act_at,
                "times": row.reminded,
                "over": row.late,
            }
            for row in rows
        ]
        connection.execute(_RE_TIME, these)


def note(connection: Connection, audit: Audit, press: Press) -> None:
    _add(connection, tables.audit, (audit,))
    _add(connection, tables.presses, (press,))


def mark_sent(
    connection: Connection, outbox_message: int, message: int | None, now: datetime
) -> None:
    connection.execute(_SENT, {"row": outbox_message, "now": now, "posted": message})


def retry_message(
    connection: Connection, outbox_message: int, due_at: datetime, fault: str
) -> None:
    _deliver(
        connection, outbox_message, due_at=due_at, fault=fault, tries=tables.outbox.c.tries + 1
    )


def park_message(connection: Connection, outbox_message: int, fault: str, blocked: bool) -> None:
    tries = tables.outbox.c.tries + 1
    delivery = Delivery.BLOCKED if blocked else Delivery.PARKED
    _deliver(connection, outbox_message, delivery=delivery, fault=fault, tries=tries)


def unblock(connection: Connection, match: MatchId, channel: int, now: datetime) -> None:
    outbox = tables.outbox
    here = select(tables.matches.c.channel).where(tables.matches.c.id == match).scalar_subquery()
    these = update(outbox).where(
        outbox.c.match == match,
        tables.unsent,
        outbox.c.delivery == Delivery.BLOCKED,
        func.coalesce(outbox.c.channel, here) == channel,
    )
    connection.execute(these.values(delivery=Delivery.WAITING, due_at=now))


def _deliver(connection: Connection, outbox_message: int, **news: object) -> None:
    outbox = tables.outbox
    connection.execute(update(outbox).where(outbox.c.id == outbox_message).values(**news))


def mark_seen(connection: Connection, seen: Seen) -> None:
    """Note up to which entry was seen, never less than before."""
    table = tables.seen
    this = (table.c.match == seen.match, table.c.user == seen.user)
    known = connection.scalar(select(table.c.seq).where(*this))
    if known is None:
        _add(connection, table, (seen,))
    elif known < seen.seq:
        connection.execute(update(table).where(*this).values(seq=seen.seq))


def identify(connection: Connection, bucket: int, apart: timedelta, spread: timedelta) -> timedelta:
    """Take the next turn to begin a session with Discord; how long it is until then."""
    begun = tables.identifications.c
    last: dict[int, datetime] = {
        row.bucket: row.at for row in connection.execute(select(begun.bucket, begun.at))
    }
    now = _database_time(connection)
    at = max(now, last.get(bucket, now - apart) + apart)
    if spread and last:
        at = max(at, max(last.values()) + spread)
    keep(connection, (Identification(bucket, at),))
    return at - now


def _database_time(connection: Connection) -> datetime:
    """Several processes may be on machines whose clocks differ."""
    if connection.dialect.name == "sqlite":
        text = connection.scalar(select(func.strftime("%Y-%m-%d %H:%M:%f", "now")))
        return datetime.fromisoformat(str(text)).replace(tzinfo=UTC)
    now: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return now


def prune(connection: Connection, before: datetime) -> int:
    removed = sum(connection.execute(each, {"before": before}).rowcount for each in _PRUNE)
    _shrink_file(connection)
    return removed


def pack(connection: Connection, match: MatchId, before: datetime) -> None:
    packed_logs.pack(connection, match, before)
    _shrink_file(connection)


def _shrink_file(connection: Connection) -> None:
    """Make a SQLite file smaller by some of its free pages."""
    if connection.dialect.name == "sqlite":
        free = connection.exec_driver_sql("PRAGMA freelist_count").scalar_one()
        for _ in range(min(free, _PAGES)):  # Python's driver takes but one step, which is a page
            connection.exec_driver_sql("PRAGMA incremental_vacuum")
