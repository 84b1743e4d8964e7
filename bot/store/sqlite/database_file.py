"""A SQLite file: one thread writes, a few only read.

What crosses to a thread is a function of many statements, which SQLAlchemy Core runs there
(docs/adr/0008). A statement at a time, each of which goes there and back, would cost ten times
what SQLite does.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, Engine

from bot.play.storage.ports import StoreBusy, StoreUnwritable
from bot.store.database import Database
from bot.store.migrate import NewerSchema, head, is_known, revision, upgrade
from bot.store.sqlite import backup
from bot.store.sqlite.engines import migrating_engine, reading_engine, writing_engine
from bot.store.sqlite.faults import translate_faults
from bot.store.unusable import StoreUnusable

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

READERS = 4
_NOT_IN_USE, _IN_USE = 0, 1
"""Of a number in the header of the file that SQLite leaves to its users; copies have it as well."""
_OTHERS = stat.S_IRGRP | stat.S_IROTH


class EngineMaker(Protocol):
    """Makes an engine over ``file``, all of whose connections are the given ``driver``."""

    def __call__(
        self, file: Path, busy_timeout: float, driver: sqlite3.Connection, /
    ) -> Engine: ...


class DatabaseThread:
    """A connection on aiosqlite's thread.

    Runs functions over one connection, one after the other, in the order they were given.

    The connection opens at the first use. With ``read_only`` each ``run`` is a transaction of
    its own, which sees one moment; otherwise the first ``run`` begins a transaction that lasts
    until ``commit`` or ``roll_back``.
    """

    def __init__(
        self, file: Path, busy_timeout: float, maker: EngineMaker, *, read_only: bool = False
    ) -> None:
        self._file = file
        self._busy_timeout = busy_timeout
        self._maker = maker
        self._read_only = read_only
        self._opening = asyncio.Lock()
        self._closed = False
        self._aiosqlite: aiosqlite.Connection | None = None
        self._connection: Connection | None = None

    async def run(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run ``statements`` with the connection, within a transaction.

        A cancelled caller does not stop what has begun, and what is given later runs later.

        Raises:
            Conflict, StoreBusy, StoreUnwritable: see ``translate_faults``; others pass through.
        """

        def work(driver: sqlite3.Connection) -> T:
            connection = self._in_transaction(driver)
            try:
                return statements(connection, *args, **kwargs)
            finally:
                if self._read_only:
                    connection.rollback()

        return await self._run_in_thread(work)

    async def commit(self, statements: Callable[[Connection], None]) -> None:
        """Run ``statements`` and commit, in one crossing. Raises like ``run``: nothing of the
        transaction is stored then."""

        def work(driver: sqlite3.Connection) -> None:
            connection = self._in_transaction(driver)
            statements(connection)
            connection.commit()

        await self._run_in_thread(work)

    async def roll_back(self) -> None:
        """Undo what is not committed, even if the caller is cancelled meanwhile."""

        def work(driver: sqlite3.Connection) -> None:
            if self._connection is not None:
                self._connection.rollback()
            driver.rollback()

        if self._aiosqlite is not None:
            await asyncio.shield(self._run_in_thread(work))

    async def aclose(self) -> None:
        """Close the connection, which undoes what is not committed, and end its thread.

        Whoever comes later is refused: a thread that began then would keep the process alive.
        """
        async with self._opening:
            self._closed = True
            opened, self._aiosqlite = self._aiosqlite, None
        if opened is None:
            return
        # aiosqlite's thread is no daemon: left open, it would keep the process from ending.
        try:
            await _call(opened, lambda _: self._detach())
        finally:
            await opened.close()

    async def _run_in_thread(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Go to the thread and back."""

        def carefully(driver: sqlite3.Connection) -> T:
            with translate_faults():
                return work(driver)

        return await _call(await self._open_connection(), carefully)

    async def _open_connection(self) -> aiosqlite.Connection:
        if self._aiosqlite is None:
            async with self._opening:
                if self._closed:
                    raise StoreBusy("the database is closed")
                if self._aiosqlite is None:
                    with translate_faults():
                        self._aiosqlite = await aiosqlite.connect(
                            self._file, timeout=self._busy_timeout, factory=_Driver
                        )
        return self._aiosqlite

    def _in_transaction(self, driver: sqlite3.Connection) -> Connection:
        if self._connection is None:
            self._connection = self._maker(self._file, self._busy_timeout, driver).connect()
        if not self._connection.in_transaction():
            # After a COMMIT that failed SQLAlchemy takes the transaction for ended; SQLite may
            # not, and would keep its lock and refuse every later one.
            driver.rollback()
            # Not left to SQLAlchemy's autobegin: after a begin that failed it would go on
            # without a transaction.
            self._connection.begin()
        return self._connection

    def _detach(self) -> None:
        if self._connection is not None:
            engine = self._connection.engine
            # Closing rolls back, and a broken disk may refuse that.
            with suppress(Exception):
                self._connection.close()
            engine.dispose()


async def _call(connection: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Run ``work`` on the connection's thread. Raises what it raises."""
    return cast(T, await connection.execute_fetchall(cast(str, work)))


class _Driver(sqlite3.Connection):
    """Runs functions too: aiosqlite has no public call that takes one. Its ``execute_fetchall``
    calls ``execute`` and ``fetchall`` of the driver on the thread."""

    def execute(self, sql: Any, parameters: Any = (), /) -> sqlite3.Cursor:
        if callable(sql):
            return _Returned(self, sql(self))
        return super().execute(sql, parameters)


class _Returned(sqlite3.Cursor):
    """What a function returned, as the rows of a statement."""

    def __init__(self, driver: sqlite3.Connection, value: Any) -> None:
        super().__init__(driver)
        self._value = value

    def fetchall(self) -> Any:
        return self._value


class DatabaseFile:
    """``bot.store.database.Databases`` over one file, which has one writer at a time."""

    def __init__(self, file: Path, busy_timeout: float) -> None:
        self._file, self._busy_timeout = file, busy_timeout
        self._in_use = False
        self._writer = DatabaseThread(file, busy_timeout, writing_engine)
        self._turn = asyncio.Lock()
        self._readers = [
            DatabaseThread(file, busy_timeout, reading_engine, read_only=True)
            for _ in range(READERS)
        ]
        # The last one back is the first one out: most need never be opened.
        self._free: asyncio.LifoQueue[DatabaseThread] = asyncio.LifoQueue()
        for thread in self._readers:
            self._free.put_nowait(thread)

    @classmethod
    async def open(cls, file: Path, busy_timeout: float) -> DatabaseFile:
        """Create the file, or bring it up to date; check all of it if it was left in use."""
        await asyncio.to_thread(_prepare, file, busy_timeout)
        return cls(file, busy_timeout)

    async def aclose(self, *, sound: bool = True) -> None:
        # Each whatever becomes of the others: an open one would keep the process from ending. The
        # last to close empties the log into the file; of two at once neither would.
        async with AsyncExitStack() as last_first:
            for thread in (self._writer, *self._readers):
                last_first.push_async_callback(thread.aclose)
        if self._in_use is sound:
            with suppress(StoreUnusable):
                await self._note(in_use=not sound)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Database]:
        thread = await self._free.get()
        try:
            yield thread
        finally:
            self._free.put_nowait(thread)

    @asynccontextmanager
    async def writing(self, keys: tuple[str, ...]) -> AsyncIterator[Database]:
        async with self._turn:
            if not self._in_use:
                await self._note(in_use=True)
            yield self._writer

    async def _note(self, *, in_use: bool) -> None:
        """Note in the file whether it is in use: a start that finds it in use follows a crash."""
        # What stands in the way of this is told of what is to be stored.
        with suppress(StoreBusy, StoreUnwritable):
            await asyncio.to_thread(_set_in_use, self._file, self._busy_timeout, in_use)
            self._in_use = in_use


def _prepare(file: Path, busy_timeout: float) -> None:
    try:
        # The file holds secrets of running matches.
        opened = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
        mode = os.fstat(opened).st_mode
        os.close(opened)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise StoreUnusable(f"The database {file} cannot be written: {reason}.") from error
    if sys.platform != "win32" and mode & _OTHERS:
        log.warning("others can read the database and its secrets: chmod 600 the file")
    if backup.ask(file, "PRAGMA user_version") != _NOT_IN_USE:
        log.warning("the last process did not end cleanly: all of the database is checked")
        backup.check(file)
        _set_in_use(file, busy_timeout, in_use=False)
    migrate(file, busy_timeout)


def _set_in_use(file: Path, busy_timeout: float, in_use: bool) -> None:
    there = f"{file.resolve().as_uri()}?mode=rw"
    with (
        translate_faults(),
        closing(
            sqlite3.connect(there, timeout=busy_timeout, isolation_level=None, uri=True)
        ) as plain,
    ):
        plain.execute(f"PRAGMA user_version = {_IN_USE if in_use else _NOT_IN_USE}")


def migrate(file: Path, busy_timeout: float) -> None:
    """Create or upgrade the schema, whole or not at all.

    A database that is behind is copied first. Raises ``StoreUnusable`` when
    it comes from a newer Starpost or from somewhere else, ``StoreBusy`` when
    another process holds it.
    Blocks: not for the thread of the event loop.
    """
    engine = migrating_engine(file, busy_timeout)
    with translate_faults():
        with engine.connect() as connection:
            try:
                found = revision(connection)
            except NewerSchema as fault:
                copies = sorted(file.parent.glob(_backup_path(file, "*").name), key=_saved_at)
                usable = next(filter(_is_usable, reversed(copies)), None)
                if usable is None:
                    raise
                restore = f"put the copy {usable}, saved before the upgrade, in its place"
                beside = "and remove the -wal and -shm files beside it"
                raise NewerSchema(fault.found, f"{restore} {beside}") from None
        if found == head():
            return
        if found is not None:
            backup.copy(file, _backup_path(file, head()))
        with engine.begin() as connection:
            upgrade(connection)


def _backup_path(file: Path, revision: str) -> Path:
    return file.with_stem(f"{file.stem}-before-{revision}")


def _saved_at(copy: Path) -> float:
    return copy.stat().st_mtime


def _is_usable(copy: Path) -> bool:
    """Whether it is a database that this release can use."""
    try:
        with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as plain:
            found = plain.execute("SELECT version_num FROM alembic_version").fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return False
    return found is not None and is_known(found[0])
