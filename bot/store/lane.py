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
    """Runs what it is given one after the other, in the order in which it was asked."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._connection: Connection | None = None

    async def run(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Raises ``Conflict`` or ``StoreBusy``, and lets other faults through.

        What has begun goes on when the caller is cancelled; what is asked for
        afterwards comes after it.
        """

        def work() -> T:
            with translated():
                return statements(self._open(), *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def roll_back(self) -> None:
        """Undo what is not committed, even when the caller is cancelled meanwhile."""
        await asyncio.shield(self.run(Connection.rollback))

    async def aclose(self) -> None:
        def close() -> None:
            if self._connection is not None:
                self._connection.close()
            self._engine.dispose()

        await asyncio.get_running_loop().run_in_executor(self._thread, close)
        self._thread.shutdown()

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection
