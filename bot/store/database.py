"""What the store needs of a database, be it a file or on a server."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Concatenate, ParamSpec, Protocol, TypeVar

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


class Databases(Protocol):
    """Connections to one database."""

    def reading(self) -> AbstractAsyncContextManager[Database]: ...

    def writing(self, keys: tuple[str, ...]) -> AbstractAsyncContextManager[Database]:
        """Open a connection whose transaction locks ``keys``, or everything if there are none."""
        ...

    async def aclose(self, *, sound: bool = True) -> None:
        """Unless it was found ``sound`` the next to open it checks all of it."""
        ...
