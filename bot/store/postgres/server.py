"""A PostgreSQL server, which others keep.

SQLite has one writer at a time. Here there are as many as there are connections, and at the
server's usual isolation the second of two overlapping changes overwrites the first. So a writer
takes the locks of its keys before it reads (docs/adr/0008).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from hashlib import blake2b
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import BigInteger, Connection, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.play.storage.ports import CommitInDoubt, StoreBusy
from bot.store.database import Database
from bot.store.migrate import head, revision, upgrade
from bot.store.postgres.faults import is_lost, sqlstate, translate_faults
from bot.store.unusable import StoreUnusable

P = ParamSpec("P")
T = TypeVar("T")

CONNECTIONS = 4
"""That write at most, and as many that read: who writes may look something up beside it."""
_LONGEST_WAIT = 60.0
"""Seconds to wait for others of this process."""
_ALL, _MIGRATION = "all", "migration"
_LONGEST_MIGRATION = "1h"
CONNECT_SECONDS = 10.0
LOCK = text("SELECT pg_advisory_xact_lock(:key)")
_LOCK_THESE = text(
    "SELECT pg_advisory_xact_lock_shared(:shared), pg_advisory_xact_lock(each)"
    " FROM unnest(:these) AS each"
).bindparams(bindparam("these", type_=ARRAY(BigInteger)))
_UNSORTED = text(
    "SELECT table_name, column_name, data_type, character_maximum_length"
    " FROM information_schema.columns WHERE table_schema = current_schema()"
    " AND data_type IN ('text', 'character varying') AND collation_name IS DISTINCT FROM 'C'"
    " ORDER BY table_name, column_name"
)
_REASONS = {
    "28P01": "it does not accept this user with this password",
    "28000": "it does not let this user in",
    "3D000": "it has no database of this name",
    "42501": "this user may not make tables there",
    "53300": "it has no connection left",
}


class DatabaseServer:
    """``bot.store.database.Databases`` over a pool of connections to one server."""

    def __init__(self, writing: AsyncEngine, reading: AsyncEngine) -> None:
        self._writing = writing
        self._reading = reading

    @classmethod
    async def open(cls, server: URL, busy_timeout: float) -> DatabaseServer:
        """Reach the database of ``postgresql://user:password@host/name``, and bring it up to date.

        ``busy_timeout`` is in seconds. Raises ``StoreUnusable`` with words for the owner.
        """
        found = cls.reach(server, busy_timeout)
        try:
            await found.bring_up_to_date(server)
        except BaseException:
            await found.aclose()
            raise
        return found

    @classmethod
    def reach(cls, server: URL, busy_timeout: float) -> DatabaseServer:
        """Like ``open``, without looking at the database; faults come with the first use."""
        # A view is put together from one moment.
        one_moment = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        reading = build_engine(server, busy_timeout).execution_options(**one_moment)
        return cls(build_engine(server, busy_timeout), reading)

    async def bring_up_to_date(self, server: URL) -> None:
        """Create or upgrade the schema. Raises ``StoreUnusable``."""
        with translate_unusable(server):
            async with self._writing.begin() as connection:
                if await connection.scalar(text("SHOW server_encoding")) != "UTF8":
                    raise StoreUnusable(f"Make {server_name(server)} anew, with ENCODING 'UTF8'.")
                # Of several that start at once one migrates.
                await connection.execute(text(f"SET LOCAL lock_timeout = '{_LONGEST_MIGRATION}'"))
                await connection.execute(LOCK, {"key": lock_number(_MIGRATION)})
                await connection.run_sync(_migrate)

    async def aclose(self, *, sound: bool = True) -> None:
        await self._writing.dispose()
        await self._reading.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Database]:
        async with _close_after(ServerConnection(self._reading, read_only=True)) as connection:
            yield connection

    @asynccontextmanager
    async def writing(self, keys: tuple[str, ...]) -> AsyncIterator[Database]:
        async with _close_after(ServerConnection(self._writing, keys)) as connection:
            yield connection


class ServerConnection:
    """``bot.store.database.Database``: a connection of the pool, from its first use on.

    A cancelled caller does not stop what has begun: torn away in the middle of a statement a
    connection would be lost. What is given later runs later.
    """

    def __init__(
        self, engine: AsyncEngine, keys: tuple[str, ...] = (), *, read_only: bool = False
    ) -> None:
        self._engine = engine
        self._keys = keys
        self._read_only = read_only
        self._connection: AsyncConnection | None = None
        self._turn = asyncio.Lock()

    async def run(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        async def work() -> T:
            connection = await self._in_transaction()
            try:
                return await connection.run_sync(lambda each: statements(each, *args, **kwargs))
            finally:
                if self._read_only:
                    await connection.rollback()

        return await self._run_to_end(work())

    async def commit(self, statements: Callable[[Connection], None]) -> None:
        """Raises ``CommitInDoubt`` as well: the connection was lost while the server committed."""

        async def work() -> None:
            connection = await self._in_transaction()
            await connection.run_sync(statements)
            try:
                await connection.commit()
            except DBAPIError as error:
                if is_lost(error):
                    raise CommitInDoubt("the connection was lost at the commit") from error
                raise

        await self._run_to_end(work())

    async def roll_back(self) -> None:
        async def work() -> None:
            if self._connection is not None:
                await self._connection.rollback()

        await self._run_to_end(work())

    async def aclose(self) -> None:
        """Give the connection back, which undoes what is not committed."""

        async def work() -> None:
            if self._connection is not None:
                await self._connection.close()

        await self._run_to_end(work())

    async def _run_to_end(self, work: Coroutine[Any, Any, T]) -> T:
        async def in_turn() -> T:
            async with self._turn:
                with translate_faults():
                    return await work

        task = asyncio.get_running_loop().create_task(in_turn())
        _RUNNING.add(task)
        task.add_done_callback(_forget_task)
        return await asyncio.shield(task)

    async def _in_transaction(self) -> AsyncConnection:
        if self._connection is None:
            try:
                self._connection = await self._engine.connect()
            except OSError as error:
                raise StoreBusy("the database cannot be reached") from error
        if not self._read_only and not self._connection.in_transaction():
            await self._connection.run_sync(_lock, self._keys)
        return self._connection


_RUNNING = set[asyncio.Task[Any]]()
"""The loop itself keeps no task alive."""


def _forget_task(task: asyncio.Task[Any]) -> None:
    _RUNNING.discard(task)
    if not task.cancelled():
        task.exception()  # nobody may be there any more to hear of it


@asynccontextmanager
async def _close_after(connection: ServerConnection) -> AsyncIterator[Database]:
    try:
        yield connection
    finally:
        await connection.aclose()


def _lock(connection: Connection, keys: tuple[str, ...]) -> None:
    """All in one order, so that no two wait for each other; without ``keys`` nobody else may."""
    if keys:
        connection.execute(
            _LOCK_THESE, {"shared": lock_number(_ALL), "these": sorted(map(lock_number, keys))}
        )
    else:
        connection.execute(LOCK, {"key": lock_number(_ALL)})


def lock_number(key: str) -> int:
    """The number of a lock, the same in every process and release: the server names locks by whole
    numbers."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big", signed=True)


def build_engine(server: URL, busy_timeout: float) -> AsyncEngine:
    settings = {
        "application_name": "starpost",
        "lock_timeout": str(round(busy_timeout * 1000)),
        # A move that was answered is kept, whatever the server is set to.
        "synchronous_commit": "on",
        "timezone": "UTC",
        # A process that is gone with its machine holds no lock for longer than a minute.
        "tcp_keepalives_idle": "30",
        "tcp_keepalives_interval": "10",
        "tcp_keepalives_count": "3",
    }
    try:
        return create_async_engine(
            server.set(drivername="postgresql+asyncpg"),
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=_LONGEST_WAIT,
            hide_parameters=True,
            isolation_level="READ COMMITTED",
            connect_args={"server_settings": settings, "timeout": CONNECT_SECONDS},
        )
    except ModuleNotFoundError as error:
        raise StoreUnusable(
            "PostgreSQL needs a package more: install starpost[postgresql]."
        ) from error


@contextmanager
def translate_unusable(server: URL) -> Iterator[None]:
    """Tell the owner why the database cannot be used."""
    try:
        yield
    except DBAPIError as error:
        reason = _REASONS.get(sqlstate(error), "no answer" if is_lost(error) else "")
        if not reason:
            raise
        raise StoreUnusable(f"Starpost cannot use {server_name(server)}: {reason}.") from error
    except OSError as error:
        raise StoreUnusable(f"Starpost cannot reach {server_name(server)}.") from error


def server_name(server: URL) -> str:
    return f"the database {server.database} at {server.host or 'localhost'}"


def _migrate(connection: Connection) -> None:
    if revision(connection) != head():
        upgrade(connection)
        _sort_by_code_points(connection)


def _sort_by_code_points(connection: Connection) -> None:
    """Sort by code points, as SQLite does, whatever the server's language is."""
    quoted = connection.dialect.identifier_preparer.quote
    for table, column, kind, length in connection.execute(_UNSORTED).all():
        sized = f"varchar({length})" if length else kind
        connection.exec_driver_sql(
            f'ALTER TABLE {quoted(table)} ALTER COLUMN {quoted(column)} TYPE {sized} COLLATE "C"'
        )
