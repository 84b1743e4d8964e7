"""The two engines over a SQLite file.

The defaults of driver and library silently lose concurrent updates: the driver
begins a transaction only at the first write, so what was read before it may be
old. Here the driver's own transaction handling is off, and the writing engine,
which has exactly one connection, takes the write lock before it reads.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.store.faults import StoreUnusable

DRIVER = "sqlite+aiosqlite"
READERS = 4


class _Cursor(Protocol):
    def execute(self, statement: str) -> Any: ...
    def fetchone(self) -> Any: ...
    def close(self) -> None: ...


class _Driver(Protocol):
    isolation_level: str | None

    def cursor(self) -> _Cursor: ...


def database_file(url: str) -> Path:
    """The file that ``url`` names. Raises ``StoreUnusable``: a store is a file or nothing."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise StoreUnusable(
            f"The database URL cannot be read. It looks like {DRIVER}:///data/starpost.db."
        ) from None
    if parsed.drivername != DRIVER or parsed.query:
        raise StoreUnusable(f"The database URL must begin with {DRIVER}:/// and have no options.")
    if not parsed.database or ":memory:" in parsed.database or parsed.database.startswith("file:"):
        raise StoreUnusable(
            "The database URL must name a file: a store in memory forgets every match."
        )
    return Path(parsed.database)


def writing_engine(file: Path, busy_timeout: float) -> AsyncEngine:
    """One connection that waits at most ``busy_timeout`` seconds for another process's lock."""
    return _engine(
        file,
        "BEGIN IMMEDIATE",
        {"synchronous": "FULL", "foreign_keys": "ON", "busy_timeout": _ms(busy_timeout)},
        connections=1,
    )


def reading_engine(file: Path, busy_timeout: float) -> AsyncEngine:
    """Connections that cannot write. Each transaction sees one moment of the store."""
    return _engine(
        file,
        "BEGIN",
        {"query_only": "ON", "busy_timeout": _ms(busy_timeout)},
        connections=READERS,
    )


def migrating_engine(file: Path, busy_timeout: float) -> AsyncEngine:
    """As the writing engine, with references unchecked: a migration may rebuild a table."""
    return _engine(
        file,
        "BEGIN IMMEDIATE",
        {"synchronous": "FULL", "foreign_keys": "OFF", "busy_timeout": _ms(busy_timeout)},
        connections=1,
    )


def _ms(seconds: float) -> str:
    return str(round(seconds * 1000))


def _engine(file: Path, begin: str, pragmas: dict[str, str], *, connections: int) -> AsyncEngine:
    engine = create_async_engine(
        URL.create(DRIVER, database=str(file)),
        pool_size=connections,
        max_overflow=0,
        # Every transaction is ended by name before its connection goes back.
        pool_reset_on_return=None,
        hide_parameters=True,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(driver: _Driver, _: object) -> None:
        driver.isolation_level = None
        cursor = driver.cursor()
        # First, so that the next pragma waits when another process is at work.
        cursor.execute(f"PRAGMA busy_timeout = {pragmas['busy_timeout']}")
        cursor.execute("PRAGMA journal_mode = WAL")
        mode = cursor.fetchone()
        if mode != ("wal",):
            raise StoreUnusable("The database's disk does not support write-ahead logging.")
        for pragma, value in pragmas.items():
            cursor.execute(f"PRAGMA {pragma} = {value}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
