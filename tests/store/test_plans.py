"""No statement goes through all that was ever stored: what SQLite and PostgreSQL plan in a full
database."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import product
from types import NoneType, UnionType
from typing import (
    Any,
    Concatenate,
    ParamSpec,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import pytest
from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Index,
    PrimaryKeyConstraint,
    Row,
    Table,
    UniqueConstraint,
    event,
    func,
    insert,
    make_url,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.storage import packing, queries
from bot.play.storage.leases import ALL
from bot.play.storage.profiles import (
    Block,
    Creation,
    Explained,
    Follower,
    Holiday,
    Invitation,
    Player,
    PlayerResult,
    Proposal,
    Result,
    Season,
    Seen,
    Try,
    Wish,
)
from bot.play.storage.records import Advert, MatchId, Pack, Server, TeamThread, Unfilled
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import (
    Entrant,
    Pairing,
    Stage,
    TeamMember,
    Tournament,
    TournamentFormat,
    TournamentNote,
)
from bot.store import packed_logs, reading, tables, writing
from bot.store.postgres import leases
from bot.store.postgres.server import build_engine
from bot.store.sqlite.engines import writing_engine
from games.core.types import Seat
from tests.databases import BOTH, put_database
from tests.databases import Server as DatabaseServer
from tests.store.make import NOON, a_match, a_press, at, opening, step

MATCHES = 10_000
FEW = 500
"""So many of them are not over, or have messages that wait; the first ones."""
CUP = TournamentId("t1000001")
ONE, OLD = MatchId("m1000001"), MatchId("m1009999")
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
    TournamentId: (CUP,),
    Seat: (Seat(0),),
    bool: (False, True),
    datetime: (NOON,),
    frozenset[MatchId]: (frozenset(), frozenset({ONE})),
    int: (1,),
    NoneType: (None,),
    str: ("toy",),
    tuple[int, ...]: ((1, 2),),
    tuple[MatchId, ...]: ((ONE,),),
}
# Of the copy with number ``i`` of each row, by the names of the columns.
_COPIED = {
    "matches.id": "'m' || (1000000 + i)",
    "proposals.id": "'p' || (1000000 + i)",
    "servers.id": "i",
    "seasons.title": "CAST(i AS VARCHAR)",
    "tournaments.id": "'t' || (1000000 + i)",
    "tournament": "'t' || (1000000 + i)",
    "stage": f"CASE WHEN i <= {FEW} THEN stage ELSE 'over' END",
    "played_in": "'m' || (1000000 + i)",
    "id": "100000 * id + i",
    "packs.pack": "CAST(i AS VARCHAR)",
    "creations.code": "'c' || i",
    "match_id": "'m' || (1000000 + i)",
    "user_id": "i",
    "channel": "i",
    "server": "i % 500",
    "interaction": "100000 * interaction + i",
    "nonce": "'n' || i",
    "status": f"CASE WHEN i <= {FEW} THEN status ELSE 'over' END",
    "finished_at": f"CASE WHEN i <= {FEW} THEN NULL ELSE finished_at END",
    "gone_at": f"CASE WHEN i <= {FEW} THEN gone_at END",
    "paused_until": f"CASE WHEN i <= {FEW} THEN paused_until END",
    "delivery": f"CASE WHEN i <= {FEW} THEN 'blocked' ELSE 'sent' END",
    "standings": f"CASE WHEN i <= {FEW} THEN standings ELSE '[]' END",
    "goes_on": f"CASE WHEN i <= {FEW} THEN goes_on END",
    "fate": f"CASE WHEN i <= {FEW} THEN fate ELSE 'agreed' END",
}


P = ParamSpec("P")
T = TypeVar("T")
Scan = tuple[str, str | None]


class Run(Protocol):
    """Runs a function over the connection to a full database, and takes back what it has done."""

    def __call__(
        self, work: Callable[Concatenate[Connection, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T: ...


@pytest.fixture(scope="module", params=BOTH)
def full(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A database with ten thousand matches: one with all that there can be, copied."""
    if request.param == "sqlite":
        file = put_database(tmp_path_factory.mktemp("full") / "starpost.db")
        with writing_engine(file, 1).connect() as connection:
            _fill(connection)
            yield partial(_undone, connection)
        return
    server: DatabaseServer = request.getfixturevalue("server")
    with asyncio.Runner() as loop:
        opened = loop.run(_connected(server.another()))

        def run(work: Callable[..., T], /, *args: Any, **kwargs: Any) -> T:
            return loop.run(opened.run_sync(_undone, work, *args, **kwargs))

        yield run
        loop.run(opened.close())
        loop.run(opened.engine.dispose())


async def _connected(url: str) -> AsyncConnection:
    connection = await build_engine(make_url(url), 5.0).connect()
    await connection.run_sync(_fill)
    await connection.exec_driver_sql("ANALYZE")
    # So many rows are soon read as a whole: whether there is another way is asked.
    for way in ("seqscan", "hashjoin", "mergejoin"):
        await connection.exec_driver_sql(f"SET enable_{way} = off")
    await connection.commit()
    return connection


def _undone(
    connection: Connection,
    work: Callable[Concatenate[Connection, P], T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    with connection.begin_nested() as nested:
        done = work(connection, *args, **kwargs)
        nested.rollback()
    return done


def _fill(connection: Connection) -> None:
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


def _put_one(connection: Connection) -> None:
    match = replace(
        a_match(), clock="1d", touched_at=NOON, finished_at=NOON, gone_at=NOON, paused_until=NOON
    )
    moved = step(match)
    writing.record(connection, replace(opening(match), press=a_press(1, match)))
    writing.record(connection, moved)
    empty = packing.pack(b"[[],[]]")
    connection.execute(insert(tables.packed_logs), {"match": match.id, "log": empty})
    person = (Holiday(0, NOON, at(9)), Player(0), Explained(0, "toy", "x"), Seen(match.id, 0, 1))
    others = (
        Server(0, NOON),
        Pack(0, "toy", "winter", "Winter", "", 0, NOON),
        Proposal("p", match.id, "draw", Seat(0), 0, "", 1, NOON, at(9), (1,), 1),
        Result(match.id, Seat(0), 0, 0, 2, 0, "toy", NOON, PlayerResult.WON, True),
    )
    club = (
        Advert(match.id, 1, 1),
        Season(0, "spring", "toy", NOON),
        TeamThread(match.id, 0, 1, (0,)),
        Block(0, 1),
        Invitation(match.id, 0),
        Wish(0, 0, "toy", "Ann", "", False, NOON),
        Follower(match.id, 0, "turn", 1, NOON),
        Creation(0, 1, "toy", "ship", "x", 0, "code", "x"),
    )
    cup = TournamentId("t")
    form, stage = TournamentFormat.SWISS, Stage.RUNNING
    tournament = (
        Tournament(cup, 0, 1, 0, "Cup", "toy", form, stage, NOON, version=1, told=1),
        Entrant(cup, 1, "Ann"),
        TeamMember(cup, 0, 1, "Ann"),
        Pairing(cup, 1, 1, 1, 2, played_in=match.id),
        TournamentNote(cup, NOON, "Gm", "paused", "late"),
    )
    for each in (
        *person,
        *others,
        *club,
        *tournament,
        Try(0, "import", NOON),
        Try(0, "fork", NOON),
    ):
        writing.keep(connection, (each,))
    writing.note_sweep(connection, NOON, ALL)
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


def few(connection: Connection) -> set[str | None]:
    """The partial indices that lead to few rows however much is stored."""
    found = set[str | None]()
    for table in tables.metadata.sorted_tables:
        for index in table.indexes:
            where = index.dialect_options["sqlite"]["where"]
            if where is not None and _count(connection, table, where) <= 2 * FEW:
                found.add(index.name)
    return found


def scans(connection: Connection, noted: list[tuple[str, Any]]) -> list[str]:
    """What these statements go through as a whole, of the tables that grow."""
    allowed = few(connection)
    growing = set(tables.metadata.tables) - BOUNDED
    found = list[str]()
    for sql, given in noted:
        plan = connection.exec_driver_sql(f"{_EXPLAIN[connection.dialect.name]} {sql}", given)
        for table, index in _whole[connection.dialect.name](plan.all()):
            if table in growing and index not in allowed:
                found.append(f"{table} by {index}: {sql}")
    return found


_EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN", "postgresql": "EXPLAIN (FORMAT JSON)"}


def _whole_by_sqlite(plan: Sequence[Row[Any]]) -> Iterator[Scan]:
    for *_, detail in plan:
        words = detail.split()
        if words[0] == "SCAN":
            yield words[1], words[-1]


def _whole_by_postgresql(plan: Sequence[Row[Any]]) -> Iterator[Scan]:
    nodes = [each["Plan"] for each in plan[0][0]]
    for node in nodes:
        nodes.extend(node.get("Plans", ()))
        kind, index = node["Node Type"], node.get("Index Name")
        table, first = _FIRST.get(index, (node.get("Relation Name"), None))
        # Of a bitmap its indices tell what is read, all of an index without its first column.
        by_index = first is not None and re.search(rf"\b{first}\b", node.get("Index Cond", ""))
        if kind.endswith("Scan") and kind != "Bitmap Heap Scan" and not by_index and table:
            yield table, index


_whole = {"sqlite": _whole_by_sqlite, "postgresql": _whole_by_postgresql}
"""The tables, with an index if any, that a plan goes through from the first row to the last."""
_FIRST = {
    each.name: (table.name, next(iter(each.columns)).name)
    for table in tables.metadata.sorted_tables
    for each in (*table.indexes, *table.constraints)
    if isinstance(each, Index | PrimaryKeyConstraint | UniqueConstraint)
}
"""The table and the first column of each index, those of keys as well."""


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
    full: Run, kind: type[queries.Query[Any]]
) -> None:
    def ask(connection: Connection) -> list[str]:
        with noting(connection) as noted:
            for asked in asked_of(kind):
                reading.answer(connection, asked)
        assert noted
        return scans(connection, noted)

    found = full(ask)
    assert bool(found) == (kind in WHOLE), found


@pytest.mark.parametrize(
    ("asked", "index"),
    [
        (queries.FinishedOn(7, 3), "ix_matches_over_server_finished_at"),
        (queries.DueDecisions(at(1), 10), "ix_decisions_act_at"),
    ],
    ids=["the finished matches of a server", "what is due"],
)
def test_what_comes_in_order_is_not_sorted(
    full: Run, asked: queries.Query[Any], index: str
) -> None:
    def plan(connection: Connection) -> str:
        with noting(connection) as noted:
            reading.answer(connection, asked)
        [(sql, given)] = noted
        explain = _EXPLAIN[connection.dialect.name]
        return str([*map(tuple, connection.exec_driver_sql(f"{explain} {sql}", given))])

    found = full(plan)
    assert index in found
    assert "Sort" not in found
    assert "TEMP B-TREE" not in found


def test_no_write_goes_through_all_that_was_ever_stored(full: Run) -> None:
    assert not full(_scans_of_writes)


def _scans_of_writes(connection: Connection) -> list[str]:
    match = reading.match(connection, queries.MatchById(ONE))
    assert match is not None
    moved = step(match)
    with noting(connection) as noted:
        writing.record(connection, replace(moved, closed=("turn2",), results=(), press=None))
        writing.retime(connection, moved.opened)
        writing.clear_due(connection, ONE, ("turn3",))
        writing.fill(connection, moved.snapshots, Unfilled(ONE, 1))
        writing.keep(connection, (Holiday(1, NOON, at(9), id=1),))
        for kind in (Holiday, Explained, Player):
            writing.drop(connection, kind, {"user": 1})
        writing.see_server(connection, 1, NOON)
        writing.change_server(connection, 1, {"alpha_since": NOON})
        writing.set_panel(connection, ONE, 5, 1, None)
        writing.set_panel(connection, ONE, 6, 1, replace(match, panel=5))
        writing.forget_channel(connection, match.channel, NOON)
        writing.disclose(connection, ONE)
        writing.note_sweep(connection, NOON, ALL)
        writing.mark_seen(connection, Seen(ONE, 1, 2))
        writing.mark_sent(connection, 1, 5, NOON)
        writing.retry_message(connection, 1, NOON, "slow")
        writing.park_message(connection, 1, "gone", blocked=True)
        writing.unblock(connection, ONE, match.channel, NOON)
        writing.prune(connection, NOON)
        packed_logs.unpack(connection, OLD)
        writing.pack(connection, OLD, at(1))
    return scans(connection, noted)


@pytest.mark.parametrize("full", ["postgresql"], indirect=True)
def test_no_lease_is_looked_for_among_all_that_there_ever_were(full: Run) -> None:
    assert not full(_scans_for_leases)


def _scans_for_leases(connection: Connection) -> list[str]:
    these = [ONE, OLD]
    mine: dict[str, Any] = {"process": "y", "match": ONE}
    given: dict[Executable, dict[str, Any]] = {
        leases._TAKE: mine | {"seconds": 60},
        leases._TELL: mine | {"channel": "starpost", "notice": ""},
        leases._GO_ON: mine | {"seq": 1},
        leases._REST: mine | {"seq": 1},
        leases._RELEASE: mine | {"these": these},
        leases._GOING: mine | {"but": these, "most": 9},
        leases._DUE: mine | {"now": at(1), "but": these, "most": 9},
        leases._THESE: {"these": these},
        leases._UNTOUCHED: {"these": these},
    }
    with noting(connection) as noted:
        for statement, values in given.items():
            connection.execute(statement, values)
    return scans(connection, noted)
