"""A database connection on aiosqlite's thread: what crosses to it is a function of many statements,
which SQLAlchemy Core runs there (docs/adr/0008).

aiosqlite has no public call that takes a function. Its ``execute_fetchall`` calls ``execute`` and
``fetchall`` of the driver on the thread, and ``connect`` takes a driver of ours: one whose
``execute`` runs functions too. A statement at a time, each of which goes to the thread and back,
would cost ten times what SQLite does.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, Engine

from bot.store.sqlite.faults import translate_faults

P = ParamSpec("P")
T = TypeVar("T")


class EngineMaker(Protocol):
    """Makes an engine over ``file``, all of whose connections are the given ``driver``."""

    def __call__(
        self, file: Path, busy_timeout: float, driver: sqlite3.Connection, /
    ) -> Engine: ...


class DatabaseThread:
    """Runs functions over one connection, one after the other, in the order they were given.

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
        """Close the connection, which undoes what is not committed, and end its thread."""
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
