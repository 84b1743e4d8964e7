"""The two engines over a SQLite file.

The defaults of driver and library silently lose concurrent updates: the driver
begins a transaction only at the first write, so what was read before it may be
old. Here the driver's own transaction handling is off, and the writing engine,
which has exactly one connection, takes the write lock before it reads.
"""

from __future__ import annotations

import sqlite3
import time
from functools import cache
from pathlib import Path
from sqlite3 import Connection as Driver

from sqlalchemy import Connection, Engine, NullPool, StaticPool, create_engine, event
from sqlalchemy.engine import URL, Dialect
from sqlalchemy.util import LRUCache

from bot.store.unusable import StoreUnusable

SHRINKING = "INCREMENTAL"
"""Pages that are free can be given back, without all others being written anew."""

_COMPILED = LRUCache[object, object](1000)
"""Statements as SQL, for all connections of this process: there are some hundreds."""

_TRIES, _PAUSE = 5, 0.02
"""Of a new file's first connections; the pause is in seconds."""


def database_path(url: URL) -> Path:
    """The file that ``url`` names. Raises ``StoreUnusable`` when it names none."""
    if url.get_backend_name() != "sqlite" or url.query:
        raise StoreUnusable(
            "The database URL must begin with sqlite:/// and have no options, or with"
            " postgresql://."
        )
    if not url.database or url.database.startswith((":memory:", "file:")):
        raise StoreUnusable(
            "The database URL must name a file: a store in memory forgets every match."
        )
    return Path(url.database)


def writing_engine(file: Path, busy_timeout: float, driver: Driver | None = None) -> Engine:
    """An engine that waits at most ``busy_timeout`` seconds for the write lock of others.

    With ``driver``, all its connections are that one.
    """
    return _engine(file, busy_timeout, "BEGIN IMMEDIATE", "foreign_keys = ON", driver)


def reading_engine(file: Path, busy_timeout: float, driver: Driver | None = None) -> Engine:
    """Cannot write. A transaction sees one moment of the store. ``driver``: as above."""
    return _engine(file, busy_timeout, "BEGIN", "query_only = ON", driver)


def migrating_engine(file: Path, busy_timeout: float) -> Engine:
    """The writing engine with references unchecked: a migration may rebuild a table."""
    engine = _engine(file, busy_timeout, "BEGIN IMMEDIATE", "foreign_keys = OFF")

    @event.listens_for(engine, "connect", insert=True)
    def shrink(driver: Driver, _: object) -> None:
        if not file.stat().st_size:  # others get it from ``backup.compact``
            driver.execute(f"PRAGMA auto_vacuum = {SHRINKING}")

    return engine


def _engine(
    file: Path, busy_timeout: float, begin: str, pragma: str, driver: Driver | None = None
) -> Engine:
    url = URL.create("sqlite", database=str(file))
    if driver is None:
        engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
    else:
        engine = create_engine(
            url, creator=lambda: driver, poolclass=StaticPool, hide_parameters=True
        )

    # As they are by themselves, each connection would compile every statement anew.
    engine.dialect = _dialect()
    engine = engine.execution_options(compiled_cache=_COMPILED)

    @event.listens_for(engine, "connect")
    def prepare(driver: Driver, _: object) -> None:
        driver.isolation_level = None
        # First, so that the others wait when another process is at work.
        driver.execute(f"PRAGMA busy_timeout = {round(busy_timeout * 1000)}")
        _set_write_ahead(driver)
        driver.execute("PRAGMA synchronous = FULL")
        driver.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


@cache
def _dialect() -> Dialect:
    engine = create_engine("sqlite://")
    with engine.connect():  # from which it learns of SQLite's version
        return engine.dialect


def _set_write_ahead(driver: Driver) -> None:
    """Keep a write-ahead log from now on, which the file remembers.

    Of two connections that are the first to ask for it SQLite turns one away without waiting.
    """
    for tries_left in reversed(range(_TRIES)):
        try:
            mode = driver.execute("PRAGMA journal_mode = WAL").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not tries_left:
                raise
            time.sleep(_PAUSE)
        else:
            break
    if mode != ("wal",):
        raise StoreUnusable("The disk of the database does not allow write-ahead logging.")
