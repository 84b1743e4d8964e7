"""The places of the processes that serve one database: which shards of Discord each has."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.storage.leases import Shards
from bot.store.postgres.server import (
    CONNECT_SECONDS,
    LOCK,
    build_engine,
    lock_number,
    server_name,
    translate_unusable,
)
from bot.store.unusable import StoreUnusable

_SERVING, _SHARDS = "serving", "shards"
_PLACE_PATIENCE = 5.0
"""Seconds for another process to take its shards."""
_GLANCE_SECONDS = 20.0
"""Between two looks whether this process still has the database."""
_SERVE_ALONE = text("SELECT pg_try_advisory_lock(:key)")
_SERVE = text("SELECT pg_try_advisory_lock_shared(:key)")
_SHARD, _MOST_SHARDS = 1, 2**15
"""The first of the two numbers that name the lock of a shard; the second is that of all shards
times this, and that of the shard."""
_SERVE_SHARD = text("SELECT pg_advisory_lock(:kind, :shard)")
_SERVED = text(
    "SELECT CAST(objid AS bigint) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2"
    " AND classid = :kind AND database ="
    " (SELECT oid FROM pg_database WHERE datname = current_database()) ORDER BY objid"
)


@asynccontextmanager
async def hold_shards(server: URL, shards: Shards | None) -> AsyncIterator[None]:
    """Hold these shards, ``None`` for a process that only sweeps and sends, with locks that go
    with their connection.

    Raises ``StoreUnusable`` at once when another process holds any of them or counts them
    otherwise, or when the database cannot be reached; and within, when the connection was lost
    and another process came first.
    """
    async with _hold(_Place(server, shards), server):
        yield


@asynccontextmanager
async def hold_alone(server: URL) -> AsyncIterator[None]:
    """Like ``hold_shards``, but allows no other process at all."""
    async with _hold(_Place(server, None, alone=True), server):
        yield


@asynccontextmanager
async def _hold(place: _Place, server: URL) -> AsyncIterator[None]:
    until = asyncio.timeout(None)
    try:
        with translate_unusable(server):
            await place.take()
        async with until:
            watching = asyncio.create_task(_watch(place, until))
            try:
                yield
            finally:
                watching.cancel()
    except TimeoutError:
        if until.expired():
            raise place.fault from None
        raise
    finally:
        await place.leave()


class _Place:
    """The place of one process among those that serve the database.

    ``alone``: others serve nothing meanwhile. ``fault`` tells why the place was lost.
    """

    def __init__(self, server: URL, shards: Shards | None, *, alone: bool = False) -> None:
        self.fault = StoreUnusable("")
        self._named = server_name(server)
        self._shards = shards
        self._serve = _SERVE_ALONE if alone else _SERVE
        self._engine = build_engine(server, _PLACE_PATIENCE)
        self._connection: AsyncConnection | None = None

    async def take(self) -> None:
        """Take the place, or check that it is still ours. Raises ``StoreUnusable`` when another
        process has it."""
        if self._connection is None:
            self._connection = await self._engine.connect()
            await self._connection.run_sync(self._lock)
        else:
            await self._connection.scalar(text("SELECT true"))
        await self._connection.commit()  # the locks outlive it

    def _lock(self, connection: Connection) -> None:
        if not connection.scalar(self._serve, {"key": lock_number(_SERVING)}):
            raise StoreUnusable(f"Another process serves {self._named} already: stop it first.")
        if self._shards is None:
            return
        connection.execute(LOCK, {"key": lock_number(_SHARDS)})  # one start after the other
        for held in connection.scalars(_SERVED, {"kind": _SHARD}):
            count, shard = divmod(held, _MOST_SHARDS)
            if count != self._shards.count:
                raise StoreUnusable(
                    f"Another process serves {self._named} and counts "
                    f"{_count_shards(count)}, this one"
                    f" {_count_shards(self._shards.count)}: stop it first, or count alike."
                )
            if self._shards.first <= shard <= self._shards.last:
                raise StoreUnusable(
                    f"Another process serves {self._named} already"
                    f"{f' (shard {shard} of {count})' if count > 1 else ''}: stop it first."
                )
        for shard in range(self._shards.first, self._shards.last + 1):
            place = {"kind": _SHARD, "shard": self._shards.count * _MOST_SHARDS + shard}
            connection.execute(_SERVE_SHARD, place)

    async def let_go(self) -> None:
        lost, self._connection = self._connection, None
        if lost is not None:
            await lost.invalidate()
            await lost.close()

    async def leave(self) -> None:
        await self.let_go()
        await self._engine.dispose()


def _count_shards(shards: int) -> str:
    return "1 shard" if shards == 1 else f"{shards} shards"


async def _watch(place: _Place, until: asyncio.Timeout) -> None:
    """Keep the place while the database is away: who cannot reach it serves nobody."""
    while True:
        await asyncio.sleep(_GLANCE_SECONDS)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await place.take()
        except StoreUnusable as fault:
            place.fault = fault
            until.reschedule(asyncio.get_running_loop().time())
            return
        except (DBAPIError, OSError):
            await place.let_go()
