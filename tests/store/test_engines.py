"""The settings of the database, each with what would happen without it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, func, select, text
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.exc import DBAPIError, OperationalError, StatementError

from bot.play.storage import queries
from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.store import tables
from bot.store.sqlite.engines import migrating_engine, reading_engine, writing_engine
from bot.store.sqlite.faults import translate_faults
from bot.store.store import SqlStore
from bot.store.unusable import StoreUnusable
from tests.databases import put_database
from tests.store.make import a_match, a_press, look_up, opening

HOLD_THE_LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("held", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def locked(store: SqlStore, file: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process holds the write lock until it reads a line."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD_THE_LOCK, os.fspath(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def counter(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.execute(text("SELECT number FROM counter")).scalar_one())


def read(connection: Connection) -> int:
    return int(connection.execute(text("SELECT number FROM counter")).scalar_one())


def write(connection: Connection, number: int) -> None:
    connection.execute(text("UPDATE counter SET number = :number"), {"number": number})
    connection.commit()


def with_counter(engine: Engine) -> Engine:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE counter (number INTEGER)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))
    return engine


def test_the_defaults_lose_an_update_without_a_word(file: Path) -> None:
    engine = with_counter(create_engine(f"sqlite:///{file}"))
    with engine.connect() as one, engine.connect() as other:
        seen = read(one), read(other)
        write(one, seen[0] + 1)
        write(other, seen[1] + 1)
    assert counter(engine) == 1
    engine.dispose()


def test_with_our_events_the_second_writer_cannot_even_read_before_the_first_is_done(
    file: Path,
) -> None:
    engine = with_counter(writing_engine(file, 0.05))
    with engine.connect() as one, engine.connect() as other:
        seen = read(one)
        with pytest.raises(OperationalError, match="locked"):
            read(other)
        write(one, seen + 1)
        write(other, read(other) + 1)
    assert counter(engine) == 2


@pytest.mark.parametrize("make", [writing_engine, migrating_engine])
def test_a_table_made_in_a_rolled_back_transaction_is_gone(file: Path, make: object) -> None:
    assert callable(make)
    engine = make(file, 0.1)
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE half (number INTEGER)"))
        connection.rollback()
        assert not connection.execute(text("SELECT * FROM sqlite_schema")).all()


def test_the_default_keeps_a_table_made_in_a_rolled_back_transaction(file: Path) -> None:
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE half (number INTEGER)"))
        connection.rollback()
        assert len(connection.execute(text("SELECT * FROM sqlite_schema")).all()) == 1
    engine.dispose()


@pytest.mark.parametrize(
    ("make", "foreign_keys", "query_only"),
    [(writing_engine, 1, 0), (reading_engine, 0, 1), (migrating_engine, 0, 0)],
)
def test_every_connection_has_its_settings(
    file: Path, make: object, foreign_keys: int, query_only: int
) -> None:
    assert callable(make)
    engine: Engine = make(file, 1.5)
    for _ in range(2):
        with engine.connect() as connection:
            found = {
                pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar_one()
                for pragma in (
                    "journal_mode",
                    "synchronous",
                    "busy_timeout",
                    "foreign_keys",
                    "query_only",
                )
            }
        assert found == {
            "journal_mode": "wal",
            "synchronous": 2,
            "busy_timeout": 1500,
            "foreign_keys": foreign_keys,
            "query_only": query_only,
        }


async def test_the_store_writes_with_the_writing_engine(store: SqlStore, file: Path) -> None:
    async with store.writing() as work:
        synchronous = await work._database.run(
            lambda connection: connection.exec_driver_sql("PRAGMA synchronous").scalar_one()
        )
    assert synchronous == 2


async def test_a_reader_cannot_write(store: SqlStore) -> None:
    def forge(connection: Connection) -> None:
        connection.execute(tables.servers.delete())

    async with store.reading() as reader:
        with pytest.raises(StoreUnwritable):
            await reader._database.run(forge)


async def test_looking_does_not_wait_for_a_held_write_lock(
    store: SqlStore, locked: subprocess.Popen[str]
) -> None:
    assert await look_up(store, queries.MatchIn(1)) is None
    assert (await store.counts())["matches"] == 0
    assert locked.poll() is None


async def test_a_lock_held_by_another_process_is_busy_and_then_free_again(
    store: SqlStore, locked: subprocess.Popen[str]
) -> None:
    for _ in range(2):
        async with store.writing() as work:
            with pytest.raises(StoreBusy):
                await work.read(queries.SeatedMatch(a_match().id))
    locked.communicate("let go\n")
    async with store.writing() as work:
        await work.record(opening(a_match()))
        await work.commit()
    assert (await store.counts())["matches"] == 1


async def test_no_value_stands_in_the_text_of_an_error(store: SqlStore) -> None:
    secret = "CANARY-71c9"
    broken = replace(a_press(1, a_match(2)), receipt=secret)
    async with store.writing() as work:
        await work.record(replace(opening(a_match()), press=broken))
        with pytest.raises(DBAPIError) as caught:
            await work.commit()
    assert secret not in str(caught.value)
    assert secret not in repr(caught.value)
    assert "parameters hidden" in str(caught.value)


async def test_a_time_without_zone_is_refused(store: SqlStore) -> None:
    naive = replace(a_press(1), at=a_press(1).at.replace(tzinfo=None))
    async with store.writing() as work:
        await work.record(replace(opening(a_match()), press=naive))
        with pytest.raises(StatementError, match="time zone"):
            await work.commit()


def test_a_fault_that_is_neither_conflict_nor_lock_passes_through(file: Path) -> None:
    with (
        writing_engine(file, 0.1).connect() as connection,
        pytest.raises(OperationalError, match="syntax error"),
        translate_faults(),
    ):
        connection.execute(text("SELECT FROM"))


@pytest.mark.parametrize("sql", ["SELECT * FROM gone", "SELECT gone FROM matches"])
def test_a_table_or_column_that_is_gone_is_damage(file: Path, sql: str) -> None:
    put_database(file)
    with (
        writing_engine(file, 0.1).connect() as connection,
        pytest.raises(StoreUnusable, match="last good backup"),
        translate_faults(),
    ):
        connection.execute(text(sql))


@pytest.mark.parametrize(("times", "opens"), [(4, True), (5, False)])
def test_who_is_turned_away_while_another_makes_the_log_tries_again(
    file: Path, times: int, opens: bool
) -> None:
    left = iter(range(times))

    class Contended(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            if "journal_mode" in sql and next(left, None) is not None:
                busy = sqlite3.OperationalError("database is locked")
                busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise busy
            return super().execute(sql, parameters)

    driver = sqlite3.connect(file, factory=Contended)
    engine = writing_engine(file, 0.1, driver)
    ends = nullcontext() if opens else pytest.raises(OperationalError)
    with closing(driver), ends, engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"


def test_a_statement_is_compiled_once_for_all_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = select(func.count()).select_from(tables.matches)
    compiled = list[object]()
    real = SQLiteDialect.statement_compiler

    def compiler(*args: Any, **more: Any) -> Any:
        compiled.append(args)
        return real(*args, **more)

    monkeypatch.setattr(SQLiteDialect, "statement_compiler", staticmethod(compiler))
    for name in ("one", "other"):
        file = put_database(tmp_path / name)
        for make in (writing_engine, reading_engine):
            with make(file, 1).connect() as connection:
                assert connection.execute(counted).scalar() == 0
    assert len(compiled) <= 1
