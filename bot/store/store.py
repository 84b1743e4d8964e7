"""The store: opened once at the start, closed at the end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store import backup
from bot.store.engines import database_file, reading_engine, writing_engine
from bot.store.faults import StoreUnusable, translated
from bot.store.migrate import migrate
from bot.store.unit_of_work import SqlReader, SqlUnitOfWork


class SqlStore:
    """``bot.play.ports.Store`` in a SQLite file."""

    def __init__(self, writer: AsyncEngine, readers: AsyncEngine) -> None:
        self._writer = writer
        self._readers = readers

    @classmethod
    async def open(cls, url: str, *, busy_timeout: float = 5.0) -> SqlStore:
        """Check the file of ``sqlite+aiosqlite:///path``, or create it, and migrate it.

        ``busy_timeout`` is in seconds. Raises ``StoreUnusable`` with words for
        the owner; there is no falling back to anything else.
        """
        file = database_file(url)
        try:
            # The file holds secrets of running matches.
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        except OSError as error:
            reason = error.strerror or "unknown reason"
            raise StoreUnusable(f"The database {file} cannot be written: {reason}.") from error
        await asyncio.to_thread(backup.check, file)
        await migrate(file, busy_timeout)
        return cls(writing_engine(file, busy_timeout), reading_engine(file, busy_timeout))

    async def aclose(self) -> None:
        """Ends the connections and their threads. Nobody may be reading or writing."""
        await self._readers.dispose()
        await self._writer.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[SqlReader]:
        with translated():
            connection = await self._readers.connect()
        try:
            yield SqlReader(connection)
        finally:
            await connection.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[SqlUnitOfWork]:
        with translated():
            connection = await self._writer.connect()
        try:
            with translated():
                await connection.begin()
            yield SqlUnitOfWork(connection)
        finally:
            await connection.close()

    async def counts(self) -> Mapping[str, int]:
        async with self.reading() as reader:
            return await reader.counts()
