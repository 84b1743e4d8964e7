"""Reading and writing over one database thread."""

from __future__ import annotations

from datetime import datetime

from bot.play.profiles import Holiday, Player, Proposal, Result, Seen
from bot.play.records import (
    Audit,
    Change,
    Due,
    Entry,
    Match,
    MatchId,
    OpenDecision,
    OutboxMessage,
    Pack,
    Press,
    SeatHolder,
    Snapshot,
)
from bot.store import changes, people, queries
from bot.store.database_thread import DatabaseThread, Transaction


class SqlReader:
    """``bot.play.ports.Reader``."""

    def __init__(self, database: DatabaseThread | Transaction) -> None:
        self._database = database

    async def match(self, match: MatchId) -> Match | None:
        return await self._database.run(queries.match, match)

    async def seated(self, match: MatchId) -> tuple[Match, tuple[SeatHolder, ...]] | None:
        return await self._database.run(queries.seated, match)

    async def match_in(self, channel: int) -> Match | None:
        return await self._database.run(queries.match_in, channel)

    async def open_on(self, server: int, limit: int, *, placed: bool = False) -> tuple[Match, ...]:
        return await self._database.run(queries.open_on, server, limit, placed=placed)

    async def open_anywhere(self) -> tuple[Match, ...]:
        return await self._database.run(queries.open_anywhere)

    async def gone_of(self, user: int, limit: int) -> tuple[Match, ...]:
        return await self._database.run(queries.gone_of, user, limit)

    async def open_of(self, user: int, limit: int, server: int | None = None) -> tuple[Match, ...]:
        return await self._database.run(queries.open_of, user, limit, server)

    async def holders(self, match: MatchId) -> tuple[SeatHolder, ...]:
        return await self._database.run(queries.holders, match)

    async def snapshot(self, match: MatchId, seq: int) -> Snapshot | None:
        return await self._database.run(queries.snapshot, match, seq)

    async def snapshot_before(self, match: MatchId, seq: int) -> Snapshot | None:
        return await self._database.run(queries.snapshot_before, match, seq)

    async def entries(
        self,
        match: MatchId,
        *,
        after: int = 0,
        limit: int | None = None,
        until: int | None = None,
    ) -> tuple[Entry, ...]:
        return await self._database.run(queries.entries, match, after, limit, until)

    async def entry_shown(self, match: MatchId, number: int) -> Entry | None:
        return await self._database.run(queries.entry_shown, match, number)

    async def cuts(self, match: MatchId) -> tuple[Entry, ...]:
        return await self._database.run(queries.cuts, match)

    async def seatings(self, match: MatchId) -> tuple[tuple[int, str], ...]:
        return await self._database.run(queries.seatings, match)

    async def decisions(self, match: MatchId) -> tuple[OpenDecision, ...]:
        return await self._database.run(queries.decisions, match)

    async def due_decisions(self, now: datetime, limit: int) -> tuple[OpenDecision, ...]:
        return await self._database.run(queries.due_decisions, now, limit)

    async def fell_due(self, since: datetime, until: datetime) -> tuple[OpenDecision, ...]:
        return await self._database.run(queries.fell_due, since, until)

    async def to_resume(self, now: datetime, limit: int) -> tuple[MatchId, ...]:
        return await self._database.run(queries.to_resume, now, limit)

    async def rests_of(
        self, users: tuple[int, ...]
    ) -> tuple[tuple[Player, ...], tuple[Holiday, ...]]:
        return await self._database.run(people.rests_of, users)

    async def last_sweep(self) -> datetime | None:
        return await self._database.run(queries.last_sweep)

    async def with_absent(self) -> tuple[MatchId, ...]:
        return await self._database.run(queries.with_absent)

    async def packs(self, server: int, game: str) -> tuple[Pack, ...]:
        return await self._database.run(queries.packs, server, game)

    async def pack(self, server: int, game: str, key: str) -> Pack | None:
        return await self._database.run(queries.pack, server, game, key)

    async def press(self, interaction: int) -> Press | None:
        return await self._database.run(queries.press, interaction)

    async def player(self, user: int) -> Player:
        return await self._database.run(queries.player, user)

    async def refereed(self, match: MatchId) -> tuple[Entry, ...]:
        return await self._database.run(queries.refereed, match)

    async def parked(self, match: MatchId) -> tuple[tuple[OutboxMessage, str], ...]:
        return await self._database.run(queries.parked, match)

    async def untold(self, match: MatchId) -> tuple[OutboxMessage, ...]:
        return await self._database.run(queries.untold, match)

    async def blocked(self) -> tuple[tuple[MatchId, int], ...]:
        return await self._database.run(queries.blocked)

    async def last_message(self) -> int:
        return await self._database.run(queries.last_message)

    async def due(self, now: datetime, idle_before: datetime) -> Due:
        return await self._database.run(people.due, now, idle_before)

    async def due_messages(self, now: datetime, limit: int) -> tuple[OutboxMessage, ...]:
        return await self._database.run(queries.due_messages, now, limit)

    async def proposal(self, proposal: str) -> Proposal | None:
        return await self._database.run(people.proposal, proposal)

    async def proposals(self, match: MatchId) -> tuple[Proposal, ...]:
        return await self._database.run(people.proposals, match)

    async def due_proposals(self, now: datetime, limit: int) -> tuple[Proposal, ...]:
        return await self._database.run(people.due_proposals, now, limit)

    async def results(self, game: str | None, server: int | None) -> tuple[Result, ...]:
        return await self._database.run(people.results, game, server)

    async def results_of(self, user: int) -> tuple[Result, ...]:
        return await self._database.run(people.results_of, user)

    async def results_mark(self) -> str:
        return await self._database.run(people.results_mark)

    async def seen(self, match: MatchId, user: int) -> int:
        return await self._database.run(people.seen, match, user)

    async def holidays(self, user: int) -> tuple[Holiday, ...]:
        return await self._database.run(people.holidays, user)

    async def decisions_of(self, user: int) -> tuple[tuple[OpenDecision, SeatHolder], ...]:
        return await self._database.run(people.decisions_of, user)

    async def idle_lobbies(self, before: datetime, limit: int) -> tuple[Match, ...]:
        return await self._database.run(people.idle_lobbies, before, limit)

    async def finished_of(
        self, user: int, limit: int, server: int | None = None
    ) -> tuple[Match, ...]:
        return await self._database.run(people.finished_of, user, limit, server)

    async def finished_on(self, server: int, limit: int) -> tuple[Match, ...]:
        return await self._database.run(people.finished_on, server, limit)

    async def counts(self) -> dict[str, int]:
        return await self._database.run(queries.counts)


class SqlUnitOfWork(SqlReader):
    """``bot.play.ports.UnitOfWork``: writes wait for the next look or the commit."""

    def __init__(self, thread: DatabaseThread) -> None:
        self._transaction = Transaction(thread)
        super().__init__(self._transaction)
        self.committed = False

    async def record(self, change: Change) -> None:
        self._transaction.later(changes.record, change)

    async def keep_player(self, player: Player) -> None:
        self._transaction.later(changes.keep_player, player)

    async def see_server(self, server: int, now: datetime) -> None:
        self._transaction.later(changes.see_server, server, now)

    async def post(self, outbox_messages: tuple[OutboxMessage, ...]) -> None:
        self._transaction.later(changes.post, outbox_messages)

    async def set_panel(self, match: MatchId, message: int | None, told: int = 0) -> None:
        self._transaction.later(changes.set_panel, match, message, told)

    async def lost_channel(self, channel: int, now: datetime) -> None:
        self._transaction.later(changes.lost_channel, channel, now)

    async def disclose(self, match: MatchId) -> bool:
        return await self._transaction.run_now(changes.disclose, match)

    async def not_due(self, match: MatchId, keys: tuple[str, ...]) -> None:
        self._transaction.later(changes.not_due, match, keys)

    async def swept(self, now: datetime) -> None:
        self._transaction.later(changes.swept, now)

    async def re_time(self, rows: tuple[OpenDecision, ...]) -> None:
        self._transaction.later(changes.re_time, rows)

    async def see(self, seen: Seen) -> None:
        self._transaction.later(people.see, seen)

    async def keep_holiday(self, holiday: Holiday) -> None:
        self._transaction.later(people.keep_holiday, holiday)

    async def drop_holiday(self, holiday: int) -> None:
        self._transaction.later(people.drop_holiday, holiday)

    async def keep_pack(self, pack: Pack) -> None:
        self._transaction.later(changes.keep_pack, pack)

    async def drop_pack(self, server: int, game: str, key: str) -> bool:
        return await self._transaction.run_now(changes.drop_pack, server, game, key)

    async def note(self, audit: Audit, press: Press) -> None:
        self._transaction.later(changes.note, audit, press)

    async def message_sent(self, outbox_message: int, message: int | None, now: datetime) -> None:
        self._transaction.later(changes.message_sent, outbox_message, message, now)

    async def message_again(self, outbox_message: int, due_at: datetime, fault: str) -> None:
        self._transaction.later(changes.message_again, outbox_message, due_at, fault)

    async def message_parked(
        self, outbox_message: int, fault: str, *, blocked: bool = False
    ) -> None:
        self._transaction.later(changes.message_parked, outbox_message, fault, blocked)

    async def unblock(self, match: MatchId, channel: int, now: datetime) -> None:
        self._transaction.later(changes.unblock, match, channel, now)

    async def commit(self) -> None:
        await self._transaction.commit()
        self.committed = True
