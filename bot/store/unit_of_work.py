"""Reading and writing over one connection, each for the length of one transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.records import (
    Change,
    Entry,
    Hold,
    Match,
    MatchId,
    Parcel,
    Player,
    Press,
    Snapshot,
    Status,
)
from bot.store import changes, queries
from bot.store.faults import translated

P = ParamSpec("P")
T = TypeVar("T")


class SqlReader:
    """``bot.play.ports.Reader`` over one connection."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def _run(
        self,
        statements: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        with translated():
            return await self._connection.run_sync(statements, *args, **kwargs)

    async def match(self, match: MatchId) -> Match | None:
        return await self._run(queries.match, match)

    async def match_in(self, channel: int) -> Match | None:
        return await self._run(queries.match_in, channel)

    async def matches_on(self, server: int, status: Status | None, limit: int) -> tuple[Match, ...]:
        return await self._run(queries.matches_on, server, status, limit)

    async def matches_of(self, user: int, status: Status | None, limit: int) -> tuple[Match, ...]:
        return await self._run(queries.matches_of, user, status, limit)

    async def holds(self, match: MatchId) -> tuple[Hold, ...]:
        return await self._run(queries.holds, match)

    async def snapshot(self, match: MatchId, seq: int) -> Snapshot | None:
        return await self._run(queries.snapshot, match, seq)

    async def entries(
        self, match: MatchId, *, after: int = 0, limit: int | None = None
    ) -> tuple[Entry, ...]:
        return await self._run(queries.entries, match, after, limit)

    async def press(self, interaction: int) -> Press | None:
        return await self._run(queries.press, interaction)

    async def player(self, user: int) -> Player:
        return await self._run(queries.player, user)

    async def due_parcels(self, now: datetime, limit: int) -> tuple[Parcel, ...]:
        return await self._run(queries.due_parcels, now, limit)

    async def counts(self) -> dict[str, int]:
        return await self._run(queries.counts)


class SqlUnitOfWork(SqlReader):
    """``bot.play.ports.UnitOfWork`` over the writing connection.

    After a failed write nothing more can be done with it: a caller that went
    on and committed would store half a step.
    """

    def __init__(self, connection: AsyncConnection) -> None:
        super().__init__(connection)
        self._failed = False

    async def _write(
        self,
        statements: Callable[Concatenate[Connection, P], None],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        self._still_whole()
        try:
            await self._run(statements, *args, **kwargs)
        except BaseException:
            self._failed = True
            raise

    def _still_whole(self) -> None:
        if self._failed:
            raise RuntimeError("a write of this unit of work has failed: it can only be left")

    async def record(self, change: Change) -> None:
        await self._write(changes.record, change)

    async def keep_press(self, press: Press) -> None:
        await self._write(changes.keep_press, press)

    async def keep_player(self, player: Player) -> None:
        await self._write(changes.keep_player, player)

    async def see_server(self, server: int, now: datetime) -> None:
        await self._write(changes.see_server, server, now)

    async def post(self, parcels: tuple[Parcel, ...]) -> None:
        await self._write(changes.post, parcels)

    async def set_panel(self, match: MatchId, message: int | None) -> None:
        await self._write(changes.set_panel, match, message)

    async def parcel_sent(self, parcel: int, message: int | None, now: datetime) -> None:
        await self._write(changes.parcel_sent, parcel, message, now)

    async def parcel_again(self, parcel: int, due_at: datetime, fault: str) -> None:
        await self._write(changes.parcel_again, parcel, due_at, fault)

    async def parcel_parked(self, parcel: int, fault: str) -> None:
        await self._write(changes.parcel_parked, parcel, fault)

    async def commit(self) -> None:
        self._still_whole()
        with translated():
            await self._connection.commit()
