"""The store: opened once at the start, closed at the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.play.storage.leases import ALL, Alone, Leases, Shards
from bot.play.storage.ports import StoreUnwritable
from bot.store.database import Databases
from bot.store.migrate import head, revision
from bot.store.postgres import places, server
from bot.store.postgres.leases import SECONDS, MatchLeases
from bot.store.postgres.server import DatabaseServer
from bot.store.sqlite import backup, process_lock
from bot.store.sqlite.database_file import DatabaseFile
from bot.store.sqlite.engines import database_path
from bot.store.sqlite.faults import Damaged, DamagedText
from bot.store.unit_of_work import SqlReader, SqlUnitOfWork
from bot.store.unusable import StoreUnusable

log = logging.getLogger(__name__)

_PATIENCE = 5.0
"""Seconds to wait for another process."""


class SqlStore:
    """``bot.play.storage.ports.Store`` in a SQLite file or on a PostgreSQL server.

    ``damage``     what was found to be damaged while it was used
    ``on_damage``  called once when that is found
    """

    def __init__(self, databases: Databases, shared: MatchLeases | None = None) -> None:
        self.databases = databases
        self.damage: StoreUnusable | None = None
        self.on_damage: Callable[[], None] = lambda: None
        self.leases: Leases = shared or Alone()
        self._shared = shared
        self._writable = True

    @classmethod
    async def open(
        cls, url: str, *, busy_timeout: float = _PATIENCE, lease: float = SECONDS
    ) -> SqlStore:
        """Check the database of ``url``, or create it, and bring it up to date.

        ``busy_timeout`` is in seconds, as is how long a ``lease`` on a match runs where other
        processes may use the database. Raises ``StoreUnusable`` with words for the owner; there is
        no falling back to anything else.
        """
        parsed = _parse_url(url)
        if _is_on_server(parsed):
            opened = await DatabaseServer.open(parsed, busy_timeout)
            return cls(opened, MatchLeases(opened, parsed, lease))
        return cls(await DatabaseFile.open(database_path(parsed), busy_timeout))

    async def aclose(self) -> None:
        """Ends the connections and their threads. Nobody may be reading or writing."""
        if self._shared is not None:
            await self._shared.aclose()
        await self.databases.aclose(sound=self.damage is None)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[SqlReader]:
        async with self.databases.reading() as database:
            with self._watch_disk():
                yield SqlReader(database)

    @asynccontextmanager
    async def writing(self, *keys: str) -> AsyncIterator[SqlUnitOfWork]:
        async with self.databases.writing(keys) as database:
            work = SqlUnitOfWork(database, self._shared, keys)
            try:
                with self._watch_disk():
                    yield work
            finally:
                if not work.committed:
                    await database.roll_back()
            if work.committed:
                self._tell(writable=True)
                if self._shared is not None:
                    self._shared.remember(work.taken)

    @contextmanager
    def _watch_disk(self) -> Iterator[None]:
        """Note what goes wrong with the disk meanwhile."""
        try:
            yield
        except StoreUnwritable as error:
            self._tell(writable=False, because=error)
            raise
        except Damaged as error:
            if self.damage is None and not isinstance(error, DamagedText):
                self.damage = error
                self.on_damage()
            raise

    def _tell(self, *, writable: bool, because: StoreUnwritable | None = None) -> None:
        """Log that it has changed, once for all that fails meanwhile."""
        if writable is not self._writable:
            if writable:
                log.warning("what happens is stored again")
            else:
                log.error(
                    "nothing is stored: the disk is full, broken or read-only", exc_info=because
                )
            self._writable = writable

    async def refuse_newer_schema(self) -> None:
        """Raises ``StoreUnusable`` when a newer Starpost has brought the database up to date."""
        async with self.databases.reading() as database:
            await database.run(revision)

    async def counts(self) -> Mapping[str, int]:
        async with self.reading() as reader:
            return await reader.counts()


def database_file(url: str) -> Path | None:
    """The file that ``url`` names, ``None`` for a database on a server. Raises like ``open``."""
    parsed = _parse_url(url)
    return None if _is_on_server(parsed) else database_path(parsed)


async def check_database(
    url: str, examine: Callable[[SqlReader], AsyncIterator[str]] | None = None
) -> str:
    """Look through all of the database, which may be in use; how it is, in words.

    Changes nothing. ``examine`` adds lines about what is stored in it. Raises ``StoreUnusable``
    when it is damaged or not there.
    """
    file = database_file(url)
    if file is None:
        databases: Databases = DatabaseServer.reach(_parse_url(url), _PATIENCE)
    else:
        if not file.is_file():
            raise StoreUnusable(f"There is no database {file}.")
        await asyncio.to_thread(backup.check, file)
        databases = DatabaseFile(file, _PATIENCE)
    opened = SqlStore(databases)
    try:
        async with databases.reading() as database:
            with server.translate_unusable(_parse_url(url)) if file is None else nullcontext():
                found = await database.run(revision)
        if found != head():
            return "The database is sound. The next start brings its tables up to date."
        counts = await opened.counts()
        async with opened.reading() as reader:
            lines = [each async for each in examine(reader)] if examine else []
    finally:
        await opened.aclose()
    packed = f" ({counts['packed_logs']} packed)" if counts["packed_logs"] else ""
    said = (
        f"The database is sound: {counts['matches']} matches{packed}, {counts['entries']} entries."
    )
    return "\n".join((said, *lines))


@asynccontextmanager
async def serve_shards(url: str, shards: Shards | None) -> AsyncIterator[None]:
    """Serve these shards from the database, ``None`` for a process that only sweeps and sends; and
    make the folder of its file when there is none.

    On a PostgreSQL server other processes may serve other shards. Raises ``StoreUnusable`` when
    one serves any of these or counts them otherwise, or for any other process at a SQLite file:
    two would each send what waits in the outbox.
    """
    file = database_file(url)
    if file is None:
        async with places.hold_shards(_parse_url(url), shards):
            yield
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise StoreUnusable(f"The folder {file.parent} cannot be made: {reason}.") from error
    with process_lock.hold_lock(file):
        yield


@asynccontextmanager
async def hold_alone(url: str) -> AsyncIterator[None]:
    """As ``serving``, with no other process whatsoever."""
    if database_file(url) is None:
        async with places.hold_alone(_parse_url(url)):
            yield
    else:
        async with serve_shards(url, ALL):
            yield


def _parse_url(url: str) -> URL:
    try:
        return make_url(url)
    except ArgumentError:
        raise StoreUnusable(
            "The database URL cannot be read. It looks like sqlite:///data/starpost.db."
        ) from None


def _is_on_server(url: URL) -> bool:
    return url.get_backend_name() in ("postgresql", "postgres")
