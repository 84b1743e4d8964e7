"""A database connection with a thread of its own.

Every way from the event loop to a thread and back costs more than a whole
statement of SQLite. So not each statement is sent over, as an asynchronous
driver does, but a function of many statements at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine

from bot.store.faults import translated

P = ParamSpec("P")
T = TypeVar("T")


class Lane:
    """Runs what it is given one after the other, in the order in which it was asked.

    A transaction begins with the first ``run``. With ``looks_only`` it ends
    with each ``run``, which then sees one moment; otherwise it goes on until
    ``commit`` or ``roll_back``.
    """

    def __init__(self, engine: Engine, *, looks_only: bool = False) -> None:
        self._engine = engine
        self._looks_only = looks_only
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._connection: Connection | None = None

    async def run(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Raises ``Conflict``, ``StoreBusy`` or ``StoreUnwritable``; other faults pass through.

        What has begun goes on when the caller is cancelled; what is asked for
        afterwards comes after it.
        """

        def work() -> T:
            connection = self._open()
            # Not left to the library's autobegin: after a begin that failed it
            # would go on without a transaction.
            if not connection.in_transaction():
                connection.begin()
            try:
                return statements(connection, *args, **kwargs)
            finally:
                if self._looks_only:
                    connection.rollback()

        return await self._there(work)

    async def commit(self) -> None:
        """Raises like ``run``; nothing of the transaction is stored then."""

        def work() -> None:
            try:
                self._open().commit()
            except BaseException:
                # The library takes the transaction for ended; the database may not, and
                # would keep its lock and refuse every later one.
                self._drop()
                raise

        await self._there(work)

    async def roll_back(self) -> None:
        """Undo what is not committed, even when the caller is cancelled meanwhile."""

        def work() -> None:
            if self._connection is not None:
                self._connection.rollback()

        await asyncio.shield(self._there(work))

    async def aclose(self) -> None:
        def close() -> None:
            self._drop()
            self._engine.dispose()

        await asyncio.get_running_loop().run_in_executor(self._thread, close)
        self._thread.shutdown()

    async def _there(self, work: Callable[[], T]) -> T:
        """In the lane's thread."""

        def carefully() -> T:
            with translated():
                return work()

        return await asyncio.get_running_loop().run_in_executor(self._thread, carefully)

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _drop(self) -> None:
        """Close the connection, which undoes what is not committed; the next use opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
