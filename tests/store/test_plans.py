"""No statement goes through all that was ever stored: what SQLite plans in a full database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import product
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from sqlalchemy import ColumnElement, Connection, Table, event, func, insert, select

from bot.play.storage import queries
from bot.play.storage.leases import ALL
from bot.play.storage.profiles import (
    Explained,
    Holiday,
    Player,
    PlayerResult,
    Proposal,
    Proposed,
    Result,
    Seen,
    Try,
)
from bot.play.storage.records import MatchId, Pack, Server, Unfilled
from bot.store import changes, packed_logs, reading, tables
from bot.store.sqlite.engines import writing_engine
from games.core.log import packing
from games.core.seats import Seat
from tests.databases import put_database
from tests.store.make import NOON, a_match, at, opening, step

MATCHES = 10_000
FEW = 500
"""So many of them are not over, or have messages that wait; the first ones."""
ONE, OLD = MatchId("m0000001"), MatchId("m0009999")
BOUNDED = {"identifications", "registered_commands", "sweeps", "unfilled"}
"""Tables that hold one row, or shrink."""
WHOLE = {queries.Results, queries.ResultsMark}
"""What statistics are made of (docs/adr/0026)."""
ASKED = [
    each
    for each in vars(queries).values()
    if isinstance(each, type) and issubclass(each, queries.Query) and each is not queries.Query
]
_VALUES: dict[object, tuple[object, ...]] = {
    MatchId: (ONE,),
    Seat: (Seat(0),),
    bool: (False, True),
    datetime: (NOON,),
    frozenset[MatchId]: (frozenset(), frozenset({ONE})),
    int: (1,),
    NoneType: (None,),
    str: ("toy",),
    tuple[int, ...]: ((1, 2),),
}
# Of the copy with number ``i`` of each row, by the names of the columns.
_COPIED = {
    "matches.id": "printf('m%07d', i)",
    "proposals.id": "printf('p%07d', i)",
    "servers.id": "i",
    "outbox.id": "NULL",
    "audit.id": "NULL",
    "holidays.id": "NULL",
    "tries.id": "NULL",
    "packs.pack": "i",
    "match_id": "printf('m%07d', i)",
    "user_id": "i",
    "channel": "i",
    "server": "i % 500",
    "interaction_id": "100000 + i",
    "interaction": "100000 + i",
    "nonce": "printf('n%d', i)",
    "status": f"CASE WHEN i <= {FEW} THEN status ELSE 'over' END",
    "finished_at": f"CASE WHEN i <= {FEW} THEN NULL ELSE finished_at END",
    "gone_at": f"CASE WHEN i <= {FEW} THEN gone_at END",
    "paused_until": f"CASE WHEN i <= {FEW} THEN paused_until END",
    "delivery": f"CASE WHEN i <= {FEW} THEN 'blocked' ELSE 'sent' END",
    "fate": f"CASE WHEN i <= {FEW} THEN fate ELSE 'agreed' END",
}


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    """A database with ten thousand matches: one with all that there can be, copied."""
    file = put_database(tmp_path_factory.mktemp("full") / "starpost.db")
    with writing_engine(file, 1).connect() as connection:
        _put_one(connection)
        for table in tables.metadata.sorted_tables:
            if table.name not in BOUNDED:
                names = [column.name for column in table.columns]
                copied = (
                    _COPIED.get(f"{table.name}.{name}", _COPIED.get(name, name)) for name in names
                )
                connection.exec_driver_sql(
                    "WITH RECURSIVE numbers(i) AS"
                    f" (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < {MATCHES})"
                    f" INSERT INTO {table.name} ({','.join(names)})"
                    f" SELECT {','.join(copied)} FROM numbers, {table.name}"
                )
                assert _count(connection, table) > MATCHES, table.name
        yield connection


def _put_one(connection: Connection) -> None:
    match = replace(
        a_match(), clock="1d", touched_at=NOON, finished_at=NOON, gone_at=NOON, paused_until=NOON
    )
    moved = step(match)
    changes.record(connection, opening(match))
    changes.record(connection, moved)
    empty = packing.pack(b"[[],[]]")
    connection.execute(insert(tables.packed_logs), {"match": match.id, "log": empty})
    person = (Holiday(0, NOON, at(9)), Player(0), Explained(0, "toy", "x"), Seen(match.id, 0, 1))
    others = (
        Server(0, NOON),
        Pack(0, "toy", "winter", "Winter", "", 0, NOON),
        Proposal("p", match.id, Proposed.DRAW, Seat(0), 0, "", 1, NOON, at(9), (1,), 1),
        Result(match.id, Seat(0), 0, 0, 2, 0, "toy", NOON, PlayerResult.WON, True),
    )
    for each in (*person, *others, Try(0, "import", NOON)):
        changes.keep(connection, (each,))
    changes.swept(connection, NOON, ALL)
    leased = {"match": match.id, "process": "x", "until": NOON, "doubt": 0, "goes_on": 1}
    connection.execute(insert(tables.leases).values(leased))


def _count(connection: Connection, table: Table, *which: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(table).where(*which)) or 0


@contextmanager
def noting(connection: Connection) -> Iterator[list[tuple[str, Any]]]:
    """The statements that are run meanwhile, with their parameters."""
    noted: list[tuple[str, Any]] = []

    def note(_: object, __: object, sql: str, given: Any, ___: object, many: bool) -> None:
        if not sql.startswith("PRAGMA"):
            noted.append((sql, given[0] if many else given))

    event.listen(connection, "before_cursor_execute", note)
    yield noted
    event.remove(connection, "before_cursor_execute", note)


def few(connection: Connection) -> set[str]:
    """The partial indices that lead to few rows however much is stored."""
    found = set[str]()
    for table in tables.metadata.sorted_tables:
        for index in table.indexes:
            where = index.dialect_options["sqlite"]["where"]
            if where is not None and _count(connection, table, where) <= 2 * FEW:
                found.add(str(index.name))
    return found


def scans(connection: Connection, noted: list[tuple[str, Any]]) -> list[str]:
    """What these statements go through as a whole, of the tables that grow."""
    allowed = few(connection)
    growing = set(tables.metadata.tables) - BOUNDED
    found = list[str]()
    for sql, given in noted:
        plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", given).all()
        for *_, detail in plan:
            words = detail.split()
            if words[0] == "SCAN" and words[1] in growing and words[-1] not in allowed:
                found.append(f"{detail}: {sql}")
    return found


def asked_of(kind: Callable[..., queries.Query[Any]]) -> Iterator[queries.Query[Any]]:
    """This query about the first match, with and without all that may be left out."""
    hints = get_type_hints(kind)
    for given in product(*map(_choices, hints.values())):
        yield kind(*given)


def _choices(hint: object) -> tuple[object, ...]:
    if get_origin(hint) in (Union, UnionType):
        return tuple(value for each in get_args(hint) for value in _VALUES[each])
    return _VALUES[hint]


@pytest.mark.parametrize("kind", ASKED, ids=lambda kind: kind.__name__)
def test_no_query_goes_through_all_that_was_ever_stored(
    full: Connection, kind: type[queries.Query[Any]]
) -> None:
    with noting(full) as noted:
        for asked in asked_of(kind):
            reading.answer(full, asked)
    assert noted
    assert bool(scans(full, noted)) == (kind in WHOLE), scans(full, noted)


def test_the_finished_matches_of_a_server_come_in_their_order_without_being_sorted(
    full: Connection,
) -> None:
    with noting(full) as noted:
        reading.answer(full, queries.FinishedOn(7, 3))
    [(sql, given)] = noted
    plan = [row[-1] for row in full.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", given)]
    assert len(plan) == 1
    assert "ix_matches_over_server_finished_at" in plan[0]


def test_no_write_goes_through_all_that_was_ever_stored(full: Connection) -> None:
    match = reading.match(full, queries.MatchById(ONE))
    assert match is not None
    moved = step(match)
    with full.begin_nested() as nested, noting(full) as noted:
        changes.record(full, replace(moved, closed=("turn2",), results=(), press=None))
        changes.re_time(full, moved.opened)
        changes.not_due(full, ONE, ("turn3",))
        changes.fill(full, moved.snapshots, Unfilled(ONE, 1))
        changes.keep(full, (Holiday(1, NOON, at(9), id=1),))
        for kind in (Holiday, Explained, Player):
            changes.drop(full, kind, {"user": 1})
        changes.see_server(full, 1, NOON)
        changes.allow_alpha(full, 1, NOON)
        changes.set_panel(full, ONE, 5, 1, None)
        changes.set_panel(full, ONE, 6, 1, replace(match, panel=5))
        changes.lost_channel(full, match.channel, NOON)
        changes.disclose(full, ONE)
        changes.swept(full, NOON, ALL)
        changes.see(full, Seen(ONE, 1, 2))
        changes.message_sent(full, 1, 5, NOON)
        changes.message_again(full, 1, NOON, "slow")
        changes.message_parked(full, 1, "gone", blocked=True)
        changes.unblock(full, ONE, match.channel, NOON)
        changes.prune(full, NOON)
        packed_logs.unpack(full, OLD)
        changes.pack(full, OLD, at(1))
        nested.rollback()
    assert not scans(full, noted)
