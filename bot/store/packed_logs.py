"""The log of a match that ended long ago, packed into one row.

Entries with their positions take 700 bytes each as rows of their own, and 130 together. A match
has either rows or a pack; what nobody finds among the rows is answered from the pack.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from pydantic import ConfigDict, TypeAdapter, ValidationError
from sqlalchemy import Connection, and_, bindparam, delete, insert, select, update

from bot.play.storage import packing, queries
from bot.play.storage.queries import Query
from bot.play.storage.records import Entry, EntryKind, MatchId, Snapshot
from bot.store import tables
from bot.store.codec import columns, records, values
from bot.store.tables import Utc

log = logging.getLogger(__name__)

_LOGS = 4
"""Of those that people read at the same time each is unpacked but once."""


@dataclass(frozen=True, slots=True)
class Log:
    """All that is stored of what happened in a match, in order."""

    entries: tuple[Entry, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()


# By the names of the fields: a later release reads what those that it has added were by default.
_FORM = TypeAdapter(
    tuple[tuple[Entry, ...], tuple[Snapshot, ...]],
    config=ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"),
)
_MATCH = tables.matches.c.id == bindparam("wanted")
_UNFILLED = select(tables.unfilled).where(tables.unfilled.c.match == tables.matches.c.id)
DUE = and_(
    tables.is_unpacked,
    tables.matches.c.finished_at < bindparam("before", type_=Utc),
    ~_UNFILLED.correlate(tables.matches).exists(),  # what is worked out becomes rows
)
_SET_PACKED = update(tables.matches).where(_MATCH, DUE).values(packed=True)
_SET_UNPACKED = update(tables.matches).where(_MATCH).values(packed=False)
_PACK = select(tables.packed_logs.c.log).where(tables.packed_logs.c.match == bindparam("wanted"))
_ROWS = {
    kind: select(*columns(table, kind))
    .where(table.c.match == bindparam("wanted"))
    .order_by(table.c.seq)
    for kind, table in ((Entry, tables.entries), (Snapshot, tables.snapshots))
}


def pack(connection: Connection, match: MatchId, before: datetime) -> None:
    """Pack the log of ``match``, unless it has been opened again since it was found."""
    wanted = {"wanted": match}
    if not connection.execute(_SET_PACKED, wanted | {"before": before}).rowcount:
        return
    entries = records(Entry, connection.execute(_ROWS[Entry], wanted))
    snapshots = records(Snapshot, connection.execute(_ROWS[Snapshot], wanted))
    packed = packing.pack(_FORM.dump_json((entries, snapshots), exclude_defaults=True))
    if _unpack_log(packed) != Log(entries, snapshots):
        raise ValueError("what is packed would not be read as the same again")
    connection.execute(insert(tables.packed_logs), {"match": match, "log": packed})
    for table in (tables.entries, tables.snapshots):
        connection.execute(delete(table).where(table.c.match == match))


def unpack(connection: Connection, match: MatchId) -> bool:
    """Give a packed match its rows again; whether it was packed."""
    packed: bytes | None = connection.scalar(_PACK, {"wanted": match})
    if packed is None:
        return False
    log = _unpack_log(packed)
    for table, rows in ((tables.entries, log.entries), (tables.snapshots, log.snapshots)):
        if rows:
            connection.execute(insert(table), list(map(values, rows)))
    connection.execute(delete(tables.packed_logs).where(tables.packed_logs.c.match == match))
    connection.execute(_SET_UNPACKED, {"wanted": match})
    return True


def answer(connection: Connection, asked: Query[Any]) -> Any:
    """Answer a query from the packed log of a match; as for an empty log if there is no pack.

    A pack that cannot be read is told in the log: the match looks as if its positions were lost.
    """
    wanted: Any = asked
    packed: bytes | None = connection.scalar(_PACK, {"wanted": wanted.match})
    try:
        found = Log() if packed is None else _unpack_log(packed)
    except (packing.DamagedPosition, ValidationError) as fault:
        ids = {"match": wanted.match, "fault": type(fault).__name__}
        log.error("a packed match cannot be read", extra={"ids": ids})
        found = Log()
    return ANSWERS[type(asked)](found, asked)


@lru_cache(_LOGS)
def _unpack_log(packed: bytes) -> Log:
    return Log(*_FORM.validate_json(packing.unpack(packed)))


def _snapshots(log: Log, query: queries.Snapshots) -> tuple[Snapshot, ...]:
    after = query.seq - 1 if query.after is None else query.after
    found, wanted = list[Snapshot](), set[int | None](range(after + 1, query.seq + 1))
    for each in reversed(log.snapshots):  # a base comes before what is packed against it
        if each.seq in wanted:
            found.append(each)
            wanted.add(each.base)
    return tuple(reversed(found))


def _entries(log: Log, query: queries.Entries) -> tuple[Entry, ...]:
    last = log.entries[-1].seq if query.until is None and log.entries else query.until or 0
    found = (each for each in log.entries if query.after < each.seq <= last)
    return tuple(found)[: query.limit]


def _entry_shown(log: Log, query: queries.EntryShown) -> Entry | None:
    return next((each for each in log.entries if each.shown == query.number), None)


def _cuts(log: Log, query: queries.Cuts) -> tuple[Entry, ...]:
    return tuple(each for each in log.entries if each.kind is EntryKind.UNDONE)


def _seatings(log: Log, query: queries.SeatingChanges) -> tuple[tuple[int, str], ...]:
    return tuple((each.seq, each.seating) for each in log.entries if each.seating)


def _last_act(log: Log, query: queries.LastActed) -> int:
    return max(
        (
            each.seq
            for each in log.entries
            if each.seat == query.seat
            and (
                each.kind is EntryKind.TAKEN
                or (each.kind is EntryKind.MOVE and not each.referee and not each.again)
            )
        ),
        default=0,
    )


def _refereed(log: Log, query: queries.Refereed) -> tuple[Entry, ...]:
    return tuple(each for each in log.entries if each.referee)


ANSWERS: Mapping[type, Callable[[Log, Any], Any]] = {
    queries.Snapshots: _snapshots,
    queries.Entries: _entries,
    queries.EntryShown: _entry_shown,
    queries.Cuts: _cuts,
    queries.SeatingChanges: _seatings,
    queries.LastActed: _last_act,
    queries.Refereed: _refereed,
}
"""By the kind of query; others are put together from these."""
