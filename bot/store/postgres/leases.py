"""Leases on matches, for several processes on one server (docs/adr/0051)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from sqlalchemy import Connection, String, bindparam, exists, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.storage.leases import Hear
from bot.play.storage.ports import StoreBusy
from bot.play.storage.stored_fields import MatchId
from bot.store import tables
from bot.store.outbox_reading import NEXT
from bot.store.postgres.faults import translate_faults
from bot.store.postgres.server import CONNECT_SECONDS, DatabaseServer, build_engine

SECONDS = 60.0
_ENOUGH = 0.25
"""Of a lease, to begin something."""
_LONG = 0.5
"""Of a lease, not to renew it with each step."""
_CHANNEL = "starpost"
_LONGEST_NOTICE = 7_000
"""Bytes: the server takes 8,000."""

# ``clock_timestamp`` and not ``now``, which is when the transaction began: it may have waited.
_TAKE = text(
    "INSERT INTO leases AS held (match_id, process, until, doubt) SELECT CAST(:match AS varchar),"
    " :process, clock_timestamp() + make_interval(secs => :seconds), coalesce(max(id), 0)"
    " FROM outbox WHERE match_id = CAST(:match AS varchar) AND delivery <> 'sent'"
    " ON CONFLICT (match_id) DO UPDATE SET process = excluded.process,"
    " until = greatest(held.until, excluded.until),"
    " doubt = CASE WHEN held.process = excluded.process THEN held.doubt ELSE excluded.doubt END"
    " WHERE held.process = excluded.process OR held.until <= clock_timestamp() RETURNING held.doubt"
)
_TELL = text(
    "SELECT pg_notify(:channel, process || :notice) FROM leases"
    " WHERE match_id = :match AND process <> :process"
)
_GO_ON = text("UPDATE leases SET goes_on = :seq WHERE match_id = :match")
_REST = text("UPDATE leases SET goes_on = NULL WHERE match_id = :match AND goes_on <= :seq")
_RELEASE = text(
    "UPDATE leases SET until = clock_timestamp()"
    " WHERE match_id = ANY(:these) AND process = :process AND until > clock_timestamp()"
).bindparams(bindparam("these", type_=ARRAY(String)))
_GOING = text(
    "SELECT match_id FROM leases WHERE goes_on IS NOT NULL AND NOT match_id = ANY(:but)"
    " AND (process = :process OR until <= clock_timestamp())"
    " ORDER BY until LIMIT :most FOR UPDATE SKIP LOCKED"
).bindparams(bindparam("but", type_=ARRAY(String)))
_lease = tables.leases.c
_ELSEWHERE = exists().where(
    _lease.match == tables.outbox.c.match,
    _lease.process != bindparam("process"),
    _lease.until > func.clock_timestamp(),
)
_DUE = NEXT.where(~_ELSEWHERE)
_THESE = select(_lease.match).where(
    _lease.match == func.any(bindparam("these", type_=ARRAY(String)))
)
_UNTOUCHED = _THESE.with_for_update(skip_locked=True)


@dataclass(frozen=True, slots=True)
class Held:
    """``until`` is by this machine's monotonic clock, and not later than by the database's."""

    until: float
    doubt: int


Taken = dict[MatchId, Held]
"""By a transaction: it counts once that is committed."""


class MatchLeases:
    """``bot.play.storage.leases.Leases``."""

    alone = False

    def __init__(self, databases: DatabaseServer, server: URL, seconds: float) -> None:
        self._process = uuid4().hex[:16]
        self._databases = databases
        self._seconds = seconds
        self._held: Taken = {}
        self._ears = build_engine(server, 0).execution_options(isolation_level="AUTOCOMMIT")
        self._listening: AsyncConnection | None = None

    def held_matches(self) -> frozenset[MatchId]:
        now = time.monotonic()
        self._held = {match: held for match, held in self._held.items() if held.until > now}
        soon = now + self._seconds * _ENOUGH
        return frozenset(match for match, held in self._held.items() if held.until > soon)

    def last_in_doubt(self, match: MatchId) -> int:
        held = self._held.get(match)
        return 0 if held is None else held.doubt

    async def hold(self, match: MatchId, seconds: float = 0.0) -> bool:
        held = self._held.get(match)
        least = max(seconds, self._seconds * _ENOUGH)
        if held is not None and held.until - time.monotonic() >= least:
            return True
        taken = await self._take_found(lambda _: (match,), least)
        if not taken:
            self._held.pop(match, None)
        return bool(taken)

    async def take_due(self, now: datetime, most: int, but: frozenset[MatchId]) -> bool:
        given = {"now": now, "most": most, "but": but, "process": self._process}

        def find(connection: Connection) -> Iterable[MatchId]:
            these = [MatchId(each) for each in connection.scalars(_DUE, given)]
            known = set(connection.scalars(_THESE, {"these": these}))
            # Another process is taking the others.
            return set(these) - known | set(connection.scalars(_UNTOUCHED, {"these": these}))

        return len(await self._take_found(find)) == most

    async def take_going(self, most: int, but: Collection[MatchId]) -> tuple[MatchId, ...]:
        given = {"most": most, "but": list(but), "process": self._process}

        def find(connection: Connection) -> Iterable[MatchId]:
            return [MatchId(each) for each in connection.scalars(_GOING, given)]

        return tuple(await self._take_found(find))

    async def _take_found(
        self, found: Callable[[Connection], Iterable[MatchId]], seconds: float = 0.0
    ) -> Taken:
        """Take leases of the ``found`` matches in one transaction; return those held now."""
        taken: Taken = {}

        def take(connection: Connection) -> None:
            for match in sorted(found(connection)):
                self._take(taken, match, connection, seconds=seconds)

        await self._commit(take)
        self.remember(taken)
        return taken

    async def _commit(self, statements: Callable[[Connection], None]) -> None:
        # Rows are locked by the statements; the key is one that nobody else writes about.
        async with self._databases.writing((f"lease {self._process}",)) as database:
            await database.commit(statements)

    # --- Within the transactions of others ---

    def take(self, taken: Taken, match: MatchId, connection: Connection) -> None:
        """Take what is about to be committed for this process, or tell the one that works at it."""
        held = self._held.get(match)
        if held is not None and held.until - time.monotonic() >= self._seconds * _LONG:
            return
        if not self._take(taken, match, connection):
            self._tell(match, "", connection)

    def go_on(
        self,
        taken: Taken,
        match: MatchId,
        seq: int,
        unasked: frozenset[str],
        connection: Connection,
    ) -> None:
        """The match goes on by itself from entry ``seq``, here or elsewhere."""
        held = self._take(taken, match, connection)
        connection.execute(_GO_ON, {"match": match, "seq": seq})
        if not held:
            keys = " ".join(sorted(unasked))
            self._tell(match, f" {keys if len(keys) < _LONGEST_NOTICE else ''}", connection)

    def rest(self, match: MatchId, seq: int, connection: Connection) -> None:
        """Note that the match waits for people after entry ``seq``."""
        connection.execute(_REST, {"match": match, "seq": seq})

    def remember(self, taken: Mapping[MatchId, Held]) -> None:
        """A transaction that took these is committed."""
        self._held.update(taken)

    def _take(
        self, taken: Taken, match: MatchId, connection: Connection, *, seconds: float = 0.0
    ) -> bool:
        least = max(seconds, self._seconds)
        until = time.monotonic() + least
        given = {"match": match, "process": self._process, "seconds": least}
        row = connection.execute(_TAKE, given).first()
        if row is not None:
            taken[match] = Held(until, row.doubt)
        return row is not None

    def _tell(self, match: MatchId, more: str, connection: Connection) -> None:
        told = {"channel": _CHANNEL, "match": match, "notice": f" {match}{more}"}
        connection.execute(_TELL, told | {"process": self._process})

    # --- Hearing of them ---

    async def listen(self, hear: Hear) -> None:
        if await self._is_listening():
            return

        def hear_notice(_connection: object, _pid: int, _channel: str, notice: str) -> None:
            process, match, *more = notice.split(" ")
            if process == self._process:
                hear(MatchId(match), frozenset(filter(None, more)) if more else None)

        with translate_faults():
            try:
                self._listening = await self._ears.connect()
            except OSError as error:
                raise StoreBusy("the database cannot be reached") from error
            driver = (await self._listening.get_raw_connection()).driver_connection
            assert driver is not None
            await driver.add_listener(_CHANNEL, hear_notice)

    async def _is_listening(self) -> bool:
        if self._listening is None:
            return False
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._listening.scalar(text("SELECT true"))
        except (DBAPIError, OSError):
            await self._stop_listening()
            return False
        return True

    async def _stop_listening(self) -> None:
        lost, self._listening = self._listening, None
        if lost is not None:
            await lost.invalidate()
            await lost.close()

    def _release(self, connection: Connection) -> None:
        connection.execute(_RELEASE, {"process": self._process, "these": list(self._held)})

    async def aclose(self) -> None:
        """Let others have what this process holds."""
        with suppress(Exception):  # they have it in a minute anyway
            await self._stop_listening()
            if self._held:
                await self._commit(self._release)
        await self._ears.dispose()
