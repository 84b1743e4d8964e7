"""A database connection on aiosqlite's thread, and a transaction on it.

aiosqlite sends each statement to its thread and back, and under SQLAlchemy's
asynchronous engine that costs ten times what SQLite does. So what crosses here is
a function of many statements, which SQLAlchemy Core runs on the thread itself
(docs/adr/0008).
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

import aiosqlite
from sqlalchemy import Connection, Engine

from bot.store.faults import translated

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
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run ``statements`` with the connection, within a transaction.

        A cancelled caller does not stop what has begun, and what is given later runs later.

        Raises:
            Conflict, StoreBusy, StoreUnwritable: see ``translated``; other faults pass through.
        """

        def work(driver: sqlite3.Connection) -> T:
            connection = self._in_transaction(driver)
            try:
                return statements(connection, *args, **kwargs)
            finally:
                if self._read_only:
                    connection.rollback()

        return await self._crossing(work)

    async def commit(self, statements: Callable[[Connection], None]) -> None:
        """Run ``statements`` and commit, in one crossing. Raises like ``run``: nothing of the
        transaction is stored then."""

        def work(driver: sqlite3.Connection) -> None:
            connection = self._in_transaction(driver)
            statements(connection)
            connection.commit()

        await self._crossing(work)

    async def roll_back(self) -> None:
        """Undo what is not committed, even if the caller is cancelled meanwhile."""

        def work(driver: sqlite3.Connection) -> None:
            if self._connection is not None:
                self._connection.rollback()
            driver.rollback()

        if self._aiosqlite is not None:
            await asyncio.shield(self._crossing(work))

    async def aclose(self) -> None:
        """Close the connection, which undoes what is not committed, and end its thread."""
        opened, self._aiosqlite = self._aiosqlite, None
        if opened is None:
            return
        # aiosqlite's thread is no daemon: left open, it would keep the process from ending.
        try:
            await _result(opened, lambda _: self._detach())
        finally:
            await opened.close()

    async def _crossing(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Go to the thread and back."""

        def carefully(driver: sqlite3.Connection) -> T:
            with translated():
                return work(driver)

        return await _result(await self._opened(), carefully)

    async def _opened(self) -> aiosqlite.Connection:
        if self._aiosqlite is None:
            async with self._opening:
                if self._aiosqlite is None:
                    opening = aiosqlite.connect(
                        self._file, timeout=self._busy_timeout, factory=_Driver
                    )
                    with translated():
                        self._aiosqlite = await opening
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


class Transaction:
    """One unit of work on the writing thread.

    Writes wait for the next look or for the commit and cross with it. After a failed write
    nothing more can be done: a caller that went on and committed would store half a step.
    """

    def __init__(self, thread: DatabaseThread) -> None:
        self._thread = thread
        self._waiting: list[Callable[[Connection], None]] = []
        self._failed = False

    def later(
        self,
        statements: Callable[Concatenate[Connection, P], None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Run ``statements`` with the next ``run`` or ``commit``, which raises their faults."""
        self._still_whole()
        self._waiting.append(lambda connection: statements(connection, *args, **kwargs))

    async def run(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run what waits, then ``statements``. Raises like ``DatabaseThread.run``."""
        if not self._waiting:
            return await self._thread.run(statements, *args, **kwargs)
        write = self._taken()

        def both(connection: Connection) -> T:
            write(connection)
            return statements(connection, *args, **kwargs)

        return await self._or_fail(self._thread.run(both))

    async def run_now(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run what waits, then a write whose result is asked for. Raises like ``run``."""
        self._still_whole()
        return await self._or_fail(self.run(statements, *args, **kwargs))

    async def commit(self) -> None:
        """Run what waits and commit, in one crossing. Raises like ``DatabaseThread.commit``."""
        self._still_whole()
        await self._or_fail(self._thread.commit(self._taken()))

    def _taken(self) -> Callable[[Connection], None]:
        waiting, self._waiting = self._waiting, []

        def write(connection: Connection) -> None:
            for each in waiting:
                each(connection)

        return write

    async def _or_fail(self, crossing: Coroutine[Any, Any, T]) -> T:
        try:
            return await crossing
        except BaseException:
            self._failed = True
            raise

    def _still_whole(self) -> None:
        if self._failed:
            raise RuntimeError("a write of this unit of work has failed: it can only be left")


class _Driver(sqlite3.Connection):
    """Runs functions too: aiosqlite has no public call that sends one to its thread, but its
    ``execute_fetchall`` calls ``execute`` and ``fetchall`` there."""

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


async def _result(opened: aiosqlite.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    return cast(T, await opened.execute_fetchall(cast(str, work)))
