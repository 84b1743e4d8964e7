"""A connection to a database, and a unit of work on it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import Connection

P = ParamSpec("P")
T = TypeVar("T")


class Database(Protocol):
    """Runs functions of many statements over one connection, one after the other.

    On one that only reads, each ``run`` is a transaction of its own, which sees one moment;
    otherwise the first ``run`` begins a transaction that lasts until ``commit`` or ``roll_back``.
    """

    async def run(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Raises ``Conflict``, ``StoreBusy`` or ``StoreUnwritable``; other faults pass through."""
        ...

    async def commit(self, statements: Callable[[Connection], None]) -> None:
        """Run ``statements`` and commit. Raises like ``run``: nothing of the transaction is
        stored then."""
        ...

    async def roll_back(self) -> None:
        """Undo what is not committed, even if the caller is cancelled meanwhile."""
        ...


class Transaction:
    """One unit of work on a connection that writes.

    Writes wait for the next look or for the commit and cross with it. After a failed write
    nothing more can be done: a caller that went on and committed would store half a step.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
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
        """Run what waits, then ``statements``. Raises like ``Database.run``."""
        if not self._waiting:
            return await self._database.run(statements, *args, **kwargs)
        write = self._taken()

        def both(connection: Connection) -> T:
            write(connection)
            return statements(connection, *args, **kwargs)

        return await self._or_fail(self._database.run(both))

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
        """Run what waits and commit, in one crossing. Raises like ``Database.commit``."""
        self._still_whole()
        await self._or_fail(self._database.commit(self._taken()))

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
