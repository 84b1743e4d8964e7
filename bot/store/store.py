"""The store: opened once at the start, closed at the end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store import backup
from bot.store.database_thread import DatabaseThread
from bot.store.engines import database_file, reading_engine, writing_engine
from bot.store.faults import StoreUnusable
from bot.store.migrate import migrate
from bot.store.unit_of_work import SqlReader, SqlUnitOfWork

READERS = 4


class SqlStore:
    """``bot.play.ports.Store`` in a SQLite file: one thread writes, a few only read."""

    def __init__(self, file: Path, busy_timeout: float) -> None:
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
    async def open(cls, url: str, *, busy_timeout: float = 5.0) -> SqlStore:
        """Check the file of ``sqlite:///path``, or create it, and bring it up to date.

        ``busy_timeout`` is in seconds. Raises ``StoreUnusable`` with words for
        the owner; there is no falling back to anything else.
        """
        file = database_file(url)
        await asyncio.to_thread(_prepare, file, busy_timeout)
        return cls(file, busy_timeout)

    async def aclose(self) -> None:
        """Ends the connections and their threads. Nobody may be reading or writing."""
        # Each whatever becomes of the others: an open one would keep the process from ending.
        await asyncio.gather(*(thread.aclose() for thread in (*self._readers, self._writer)))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[SqlReader]:
        thread = await self._free.get()
        try:
            yield SqlReader(thread)
        finally:
            self._free.put_nowait(thread)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[SqlUnitOfWork]:
        async with self._turn:
            work = SqlUnitOfWork(self._writer)
            try:
                yield work
            finally:
                if not work.committed:
                    await self._writer.roll_back()

    async def counts(self) -> Mapping[str, int]:
        async with self.reading() as reader:
            return await reader.counts()


def _prepare(file: Path, busy_timeout: float) -> None:
    try:
        # The file holds secrets of running matches.
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise StoreUnusable(f"The database {file} cannot be written: {reason}.") from error
    backup.check(file)
    migrate(file, busy_timeout)
