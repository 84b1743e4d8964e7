"""Reading the outbox: as in ``reading``, one function for each query."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Integer, Select, String, and_, bindparam, case, func, or_, select
from sqlalchemy.dialects.postgresql import ARRAY

from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.records import MatchId
from bot.store import tables
from bot.store.codec import columns, records
from bot.store.tables import Delivery, Utc

_MOST_PARKED = 25
_MESSAGE = select(*columns(tables.outbox, OutboxMessage))
# Asked for each move, so they are put together once.
_EACH = tables.outbox.c
_NOW = bindparam("now", type_=Utc)
_SOON = and_(tables.waiting, _EACH.due_at <= bindparam("horizon", type_=Utc))
NEXT = (
    select(_EACH.match)
    .where(tables.waiting, _EACH.due_at <= _NOW)
    .where(_EACH.match.not_in(bindparam("but", expanding=True)))
    .group_by(_EACH.match)
    .order_by(
        func.min(case((tables.of_panels, 0), else_=1)), func.min(_EACH.due_at), func.min(_EACH.id)
    )
    .limit(bindparam("most", type_=Integer))
)
_LATER = select(func.min(_EACH.due_at).label("due_at")).where(_SOON, _EACH.due_at > _NOW).subquery()
_REMINDERS = (
    select(*columns(tables.outbox, OutboxMessage), _EACH.sent_message)
    .where(_EACH.match == bindparam("wanted"), tables.reminding)
    .order_by(_EACH.id)
)
_UNTOLD = _MESSAGE.where(
    _EACH.match == bindparam("wanted"),
    tables.unsent,
    or_(tables.given_up, and_(tables.waiting, _EACH.kind == MessageKind.PANEL)),
    tables.of_panels,
).order_by(_EACH.id)


def _with_later(these: Select[tuple[str]]) -> Select[Any]:
    """An outer join: a row even where there is no message."""
    return select(*columns(tables.outbox, OutboxMessage), _LATER.c.due_at).select_from(
        _LATER.outerjoin(tables.outbox, and_(_SOON, _EACH.match.in_(these)))
    )


_NEXT_AND_LATER = _with_later(NEXT)
# As one value: another statement for each number of them would have to be planned anew.
_AMONG = {
    "sqlite": _EACH.match.in_(bindparam("among", expanding=True)),
    "postgresql": _EACH.match == func.any(bindparam("among", type_=ARRAY(String))),
}
_NEXT_AMONG = {name: _with_later(NEXT.where(among)) for name, among in _AMONG.items()}


def due_messages(connection: Connection, query: queries.DueMessages) -> tuple[OutboxMessage, ...]:
    outbox = tables.outbox.c
    statement = (
        _MESSAGE.where(tables.waiting, outbox.due_at <= query.now)
        .order_by(outbox.due_at, outbox.id)
        .limit(query.limit)
    )
    return records(OutboxMessage, connection.execute(statement))


def next_messages(
    connection: Connection, query: queries.NextMessages
) -> tuple[tuple[OutboxMessage, ...], datetime | None]:
    given = {"now": query.now, "horizon": query.horizon, "but": query.but, "most": query.limit}
    statement = _NEXT_AND_LATER
    if query.among is not None:
        statement = _NEXT_AMONG[connection.dialect.name]
        given |= {"among": list(query.among)}
    *_, (*_, later) = rows = connection.execute(statement, given).all()
    messages = (OutboxMessage(*row[:-1]) for row in rows if row[0] is not None)
    # Asked for them in order, SQLite would go through all that was ever sent.
    return tuple(sorted(messages, key=lambda each: each.id or 0)), later


def reminders(connection: Connection, query: queries.Reminders) -> tuple[OutboxMessage, ...]:
    rows = connection.execute(_REMINDERS, {"wanted": query.match})
    return tuple(replace(OutboxMessage(*row[:-1]), message=row[-1]) for row in rows)


def untold_messages(connection: Connection, query: queries.Untold) -> tuple[OutboxMessage, ...]:
    return records(OutboxMessage, connection.execute(_UNTOLD, {"wanted": query.match}))


def blocked_channels(
    connection: Connection, query: queries.Blocked
) -> tuple[tuple[MatchId, int, int], ...]:
    outbox, matches = tables.outbox.c, tables.matches.c
    statement = (
        select(matches.id, matches.server, func.coalesce(outbox.channel, matches.channel))
        .where(tables.unsent, outbox.delivery == Delivery.BLOCKED, outbox.match == matches.id)
        .distinct()
        .order_by(matches.id)
    )
    rows = connection.execute(statement)
    return tuple((MatchId(match), server, channel) for match, server, channel in rows)


def last_message(connection: Connection, query: queries.LastMessage) -> int:
    return connection.scalar(select(func.max(tables.outbox.c.id))) or 0


def parked_messages(
    connection: Connection, query: queries.Parked
) -> tuple[tuple[OutboxMessage, str], ...]:
    outbox = tables.outbox.c
    statement = (
        select(*columns(tables.outbox, OutboxMessage), outbox.fault)
        .where(outbox.match == query.match, tables.unsent, tables.given_up)
        .order_by(outbox.id.desc())
        .limit(_MOST_PARKED)
    )
    return tuple((OutboxMessage(*row[:-1]), row[-1] or "") for row in connection.execute(statement))
