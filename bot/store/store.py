"""The store, opened once at the start and closed at the end; its readers and units of work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.play.storage.leases import ALL, Alone, Leases, Shards
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.ports import Kept, NotLocked, StoreUnwritable
from bot.play.storage.profiles import Seen
from bot.play.storage.queries import Query
from bot.play.storage.records import (
    Audit,
    Change,
    Match,
    MatchId,
    OpenDecision,
    Press,
    Snapshot,
    Unfilled,
)
from bot.store import reading, writing
from bot.store.database import Database, Databases
from bot.store.migrate import head, revision
from bot.store.postgres import places, server
from bot.store.postgres.leases import SECONDS, MatchLeases, Taken
from bot.store.postgres.server import DatabaseServer
from bot.store.sqlite import backup, process_lock
from bot.store.sqlite.database_file import DatabaseFile
from bot.store.sqlite.engines import database_path
from bot.store.sqlite.faults import Damaged, DamagedText
from bot.store.unusable import StoreUnusable

log = logging.getLogger(__name__)

_PATIENCE = 5.0
"""Seconds to wait for another process."""

P = ParamSpec("P")
T = TypeVar("T")


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
        self._check_whole()
        self._waiting.append(lambda connection: statements(connection, *args, **kwargs))

    async def run(
        self, statements: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run what waits, then ``statements``. Raises like ``Database.run``."""
        if not self._waiting:
            return await self._database.run(statements, *args, **kwargs)
        write = self._take_waiting()

        def both(connection: Connection) -> T:
            write(connection)
            return statements(connection, *args, **kwargs)

        return await self._mark_failure(self._database.run(both))

    async def run_now(
        self, statements: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run what waits, then a write whose result is asked for. Raises like ``run``."""
        self._check_whole()
        return await self._mark_failure(self.run(statements, *args, **kwargs))

    async def commit(self) -> None:
        """Run what waits and commit, in one crossing. Raises like ``Database.commit``."""
        self._check_whole()
        await self._mark_failure(self._database.commit(self._take_waiting()))

    def _take_waiting(self) -> Callable[[Connection], None]:
        waiting, self._waiting = self._waiting, []

        def write(connection: Connection) -> None:
            for each in waiting:
                each(connection)

        return write

    async def _mark_failure(self, crossing: Coroutine[Any, Any, T]) -> T:
        try:
            return await crossing
        except BaseException:
            self._failed = True
            raise

    def _check_whole(self) -> None:
        if self._failed:
            raise RuntimeError("a write of this unit of work has failed: it can only be left")


class SqlReader:
    """``bot.play.storage.ports.Reader``."""

    def __init__(self, database: Database | Transaction) -> None:
        self._database = database

    async def read(self, query: Query[T]) -> T:
        return await self._database.run(reading.answer, query)

    async def read_together(self, *asked: Query[Any]) -> Any:
        return await self._database.run(reading.answers, asked)

    async def counts(self) -> dict[str, int]:
        return await self._database.run(reading.counts)


class SqlUnitOfWork(SqlReader):
    """``bot.play.storage.ports.UnitOfWork``: writes wait for the next look or the commit."""

    def __init__(
        self, database: Database, leases: MatchLeases | None = None, keys: tuple[str, ...] = ()
    ) -> None:
        self._transaction = Transaction(database)
        super().__init__(self._transaction)
        self._leases = leases
        self._keys = keys
        self.taken: Taken = {}
        self.committed = False

    def require_locks(self, *keys: str) -> None:
        missing = set(keys).difference(self._keys) if self._keys else ()
        if missing:
            raise NotLocked(*sorted(missing))

    async def record(self, change: Change) -> None:
        if change.expected is not None:  # of a new match nobody else knows yet
            self.require_locks(change.match.id)
        self._take(change.outbox_messages)
        self._transaction.later(writing.record, change)

    async def fill(self, snapshots: tuple[Snapshot, ...], rest: Unfilled) -> None:
        self._transaction.later(writing.fill, snapshots, rest)

    async def keep(self, *kept: Kept) -> None:
        self._transaction.later(writing.keep, kept)

    async def drop(self, kind: type[Kept], **fields: object) -> bool:
        return await self._transaction.run_now(writing.drop, kind, fields)

    async def see_server(self, server: int, now: datetime) -> None:
        self._transaction.later(writing.see_server, server, now)

    async def change_server(self, server: int, fields: Mapping[str, object]) -> None:
        self._transaction.later(writing.change_server, server, fields)

    async def post(self, outbox_messages: tuple[OutboxMessage, ...]) -> None:
        self._take(outbox_messages)
        self._transaction.later(writing.post, outbox_messages)

    def _take(self, outbox_messages: tuple[OutboxMessage, ...]) -> None:
        """Take the leases of these messages' matches before storing them: earlier messages may have
        been tried by another process."""
        if self._leases is not None:
            for match in sorted({each.match for each in outbox_messages}):
                self._transaction.later(partial(self._leases.take, self.taken, match))

    async def go_on(self, match: MatchId, seq: int, unasked: frozenset[str]) -> None:
        if self._leases is not None:
            going = partial(self._leases.go_on, self.taken, match, seq, unasked)
            self._transaction.later(going)

    async def rest(self, match: MatchId, seq: int) -> None:
        if self._leases is not None:
            self._transaction.later(partial(self._leases.rest, match, seq))

    async def set_panel(
        self, match: MatchId, message: int | None, told: int = 0, *, instead: Match | None = None
    ) -> None:
        self._transaction.later(writing.set_panel, match, message, told, instead)

    async def forget_channel(self, channel: int, now: datetime) -> None:
        self._transaction.later(writing.forget_channel, channel, now)

    async def disclose(self, match: MatchId) -> bool:
        return await self._transaction.run_now(writing.disclose, match)

    async def clear_due(self, match: MatchId, keys: tuple[str, ...]) -> None:
        self._transaction.later(writing.clear_due, match, keys)

    async def note_sweep(self, now: datetime, shards: Shards) -> None:
        self._transaction.later(writing.note_sweep, now, shards)

    async def retime(self, rows: tuple[OpenDecision, ...]) -> None:
        self._transaction.later(writing.retime, rows)

    async def mark_seen(self, seen: Seen) -> None:
        self._transaction.later(writing.mark_seen, seen)

    async def note(self, audit: Audit, press: Press) -> None:
        self._transaction.later(writing.note, audit, press)

    async def mark_sent(self, outbox_message: int, message: int | None, now: datetime) -> None:
        self._transaction.later(writing.mark_sent, outbox_message, message, now)

    async def retry_message(self, outbox_message: int, due_at: datetime, fault: str) -> None:
        self._transaction.later(writing.retry_message, outbox_message, due_at, fault)

    async def park_message(self, outbox_message: int, fault: str, *, blocked: bool = False) -> None:
        self._transaction.later(writing.park_message, outbox_message, fault, blocked)

    async def unblock(self, match: MatchId, channel: int, now: datetime) -> None:
        self._transaction.later(writing.unblock, match, channel, now)

    async def identify(self, bucket: int, apart: timedelta, spread: timedelta) -> timedelta:
        return await self._transaction.run_now(writing.identify, bucket, apart, spread)

    async def prune(self, before: datetime) -> int:
        return await self._transaction.run_now(writing.prune, before)

    async def pack(self, match: MatchId, before: datetime) -> None:
        self._transaction.later(writing.pack, match, before)

    async def commit(self) -> None:
        await self._transaction.commit()
        self.committed = True


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
    """Like ``serving``, but allows no other process at all."""
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
