"""Reading and writing over one connection."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.play.storage.leases import Shards
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.ports import Kept, NotLocked
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
from bot.store.database import Database
from bot.store.postgres.leases import MatchLeases, Taken

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
        self,
        statements: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
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
        self,
        statements: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
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

    async def allow_alpha(self, server: int, since: datetime | None) -> None:
        self._transaction.later(writing.allow_alpha, server, since)

    async def post(self, outbox_messages: tuple[OutboxMessage, ...]) -> None:
        self._take(outbox_messages)
        self._transaction.later(writing.post, outbox_messages)

    def _take(self, outbox_messages: tuple[OutboxMessage, ...]) -> None:
        """Before they are stored: those that are there may have been tried elsewhere."""
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
