"""What ``bot.play`` needs from outside, as protocols.

The store, the clock and the source of randomness are handed in by the
composition root; tests hand in their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol

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


class Clock(Protocol):
    def now(self) -> datetime:
        """The time, aware, in UTC."""
        ...


class Entropy(Protocol):
    def bytes(self, count: int) -> bytes:
        """Bytes that nobody can foresee."""
        ...


class Conflict(Exception):
    """Somebody else has written first: the match has moved on, the decision is
    answered, the channel is taken, or the interaction has been seen. Nothing of
    this change was stored."""


class StoreBusy(Exception):
    """The store could not take the write lock in time. Nothing was stored."""


class StoreUnwritable(Exception):
    """The disk of the store is full, broken or read-only. Nothing was stored."""


class Reader(Protocol):
    """Looking things up; never takes the write lock. Each call sees one moment of its own,
    but those of a unit of work see that of its transaction."""

    async def match(self, match: MatchId) -> Match | None: ...

    async def seated(self, match: MatchId) -> tuple[Match, tuple[SeatHolder, ...]] | None:
        """A match and who holds its seats, of one moment."""
        ...

    async def match_in(self, channel: int) -> Match | None:
        """The open match of a channel or thread, else the one that ended last there."""
        ...

    async def open_on(self, server: int, limit: int, *, placed: bool = False) -> tuple[Match, ...]:
        """The matches of a server that are not over, newest first; ``placed``: without those whose
        channel was deleted."""
        ...

    async def open_anywhere(self) -> tuple[Match, ...]:
        """The matches that are not over, but for those whose channel is known to be deleted."""
        ...

    async def gone_of(self, user: int, limit: int) -> tuple[Match, ...]:
        """Open matches whose channel was deleted and in which ``user`` holds a seat, or that they
        opened or referee; newest first."""
        ...

    async def open_of(self, user: int, limit: int, server: int | None = None) -> tuple[Match, ...]:
        """The matches in which ``user`` holds a seat and that are not over, newest first; of one
        server or of all."""
        ...

    async def holders(self, match: MatchId) -> tuple[SeatHolder, ...]:
        """By seat."""
        ...

    async def snapshot(self, match: MatchId, seq: int) -> Snapshot | None: ...

    async def snapshot_before(self, match: MatchId, seq: int) -> Snapshot | None:
        """The newest snapshot that is not newer than entry ``seq``."""
        ...

    async def entries(
        self,
        match: MatchId,
        *,
        after: int = 0,
        limit: int | None = None,
        until: int | None = None,
    ) -> tuple[Entry, ...]:
        """Entries with ``after < seq <= until``, in order."""
        ...

    async def entry_shown(self, match: MatchId, number: int) -> Entry | None:
        """The entry that people know by this number."""
        ...

    async def cuts(self, match: MatchId) -> tuple[Entry, ...]:
        """The entries that take back, in order."""
        ...

    async def seatings(self, match: MatchId) -> tuple[tuple[int, str], ...]:
        """The entries after which others hold the seats than before, with their ``seating``, in
        order."""
        ...

    async def decisions(self, match: MatchId) -> tuple[OpenDecision, ...]:
        """What the match holds open, by key."""
        ...

    async def due_decisions(self, now: datetime, limit: int) -> tuple[OpenDecision, ...]:
        """Open decisions of all matches to which something happens by now, the first first."""
        ...

    async def fell_due(self, since: datetime, until: datetime) -> tuple[OpenDecision, ...]:
        """Open decisions whose time, or the grace after it, ended after ``since`` and by
        ``until``."""
        ...

    async def to_resume(self, now: datetime, limit: int) -> tuple[MatchId, ...]:
        """Paused matches that are to go on by now."""
        ...

    async def rests_of(
        self, users: tuple[int, ...]
    ) -> tuple[tuple[Player, ...], tuple[Holiday, ...]]:
        """Those of them who have quiet hours, and the holidays of all of them."""
        ...

    async def last_sweep(self) -> datetime | None:
        """When the deadlines were last looked at."""
        ...

    async def with_absent(self) -> tuple[MatchId, ...]:
        """The running matches in which nobody plays some seat in person: it is a computer
        player's, nobody's, or that of a player who is away."""
        ...

    async def packs(self, server: int, game: str) -> tuple[Pack, ...]:
        """The content packs of a server for a game, by key."""
        ...

    async def pack(self, server: int, game: str, key: str) -> Pack | None: ...

    async def press(self, interaction: int) -> Press | None: ...

    async def player(self, user: int) -> Player:
        """Their preferences, or the defaults."""
        ...

    async def proposal(self, proposal: str) -> Proposal | None: ...

    async def proposals(self, match: MatchId) -> tuple[Proposal, ...]:
        """Open matches, the oldest first."""
        ...

    async def due_proposals(self, now: datetime, limit: int) -> tuple[Proposal, ...]:
        """Open proposals of all matches whose time to answer is over."""
        ...

    async def results(self, game: str | None, server: int | None) -> tuple[Result, ...]:
        """In the order in which the matches ended; ``None`` stands for all games, all servers."""
        ...

    async def results_of(self, user: int) -> tuple[Result, ...]: ...

    async def results_mark(self) -> str:
        """Another one whenever results have been added or removed."""
        ...

    async def seen(self, match: MatchId, user: int) -> int:
        """Up to which entry ``user`` has looked at the match; 0 for never."""
        ...

    async def holidays(self, user: int) -> tuple[Holiday, ...]:
        """In order."""
        ...

    async def decisions_of(self, user: int) -> tuple[tuple[OpenDecision, SeatHolder], ...]:
        """Open decisions of the seats that ``user`` holds in running matches."""
        ...

    async def idle_lobbies(self, before: datetime, limit: int) -> tuple[Match, ...]:
        """Lobbies that nobody has touched since ``before``, the longest idle first."""
        ...

    async def finished_of(
        self, user: int, limit: int, server: int | None = None
    ) -> tuple[Match, ...]:
        """Finished matches and in which ``user`` held a seat, the newest first; of one
        server or of all."""
        ...

    async def finished_on(self, server: int, limit: int) -> tuple[Match, ...]:
        """Matches of a server that are over, the newest first."""
        ...

    async def refereed(self, match: MatchId) -> tuple[Entry, ...]:
        """What somebody did as the referee of the match, in order."""
        ...

    async def parked(self, match: MatchId) -> tuple[tuple[OutboxMessage, str], ...]:
        """Parcels of a match that can never be delivered, and why not, the newest first."""
        ...

    async def untold(self, match: MatchId) -> tuple[OutboxMessage, ...]:
        """What a new panel tells as well, the oldest first: what asks for one and waits, and
        what was given up."""
        ...

    async def blocked(self) -> tuple[tuple[MatchId, int], ...]:
        """Matches with messages that wait until the bot may write to a channel, and which."""
        ...

    async def last_message(self) -> int:
        """The number of the newest message; 0 before the first."""
        ...

    async def due(self, now: datetime, idle_before: datetime) -> Due:
        """What a sweep has to know, in one look; of lobbies those idle since ``idle_before``."""
        ...

    async def due_messages(self, now: datetime, limit: int) -> tuple[OutboxMessage, ...]:
        """Unsent messages that are due, oldest first."""
        ...


class UnitOfWork(Reader, Protocol):
    """One write transaction. Leaving it without ``commit`` undoes everything."""

    async def record(self, change: Change) -> None:
        """Write a step of a match. Raises ``Conflict``, for a known interaction as well."""
        ...

    async def keep_player(self, player: Player) -> None: ...

    async def see_server(self, server: int, now: datetime) -> None: ...

    async def post(self, outbox_messages: tuple[OutboxMessage, ...]) -> None: ...

    async def set_panel(self, match: MatchId, message: int | None, told: int = 0) -> None:
        """``message`` is the live panel from now on; its news begin with entry ``told``."""
        ...

    async def lost_channel(self, channel: int, now: datetime) -> None:
        """The channel was deleted: the matches that have ended there are found no more."""
        ...

    async def disclose(self, match: MatchId) -> bool:
        """The seed of a match that is over, or what seats kept secret, is handed out: it cannot
        be opened again. Whether it is over; nothing is written otherwise."""
        ...

    async def not_due(self, match: MatchId, keys: tuple[str, ...]) -> None:
        """Nothing happens by itself to these open decisions any more."""
        ...

    async def swept(self, now: datetime) -> None:
        """The deadlines are looked at now."""
        ...

    async def re_time(self, rows: tuple[OpenDecision, ...]) -> None:
        """Give these open decisions the times, reminders and lateness that stand in them."""
        ...

    async def see(self, seen: Seen) -> None:
        """Somebody has looked at a match; never less than before."""
        ...

    async def keep_holiday(self, holiday: Holiday) -> None:
        """Add it, or change the one with its id."""
        ...

    async def drop_holiday(self, holiday: int) -> None: ...

    async def keep_pack(self, pack: Pack) -> None:
        """Add it, or put it in the place of the one with its key."""
        ...

    async def drop_pack(self, server: int, game: str, key: str) -> bool:
        """Whether there was one."""
        ...

    async def note(self, audit: Audit, press: Press) -> None:
        """An interaction that changed something beside the matches. Raises ``Conflict``
        for a known one."""
        ...

    async def message_sent(
        self, outbox_message: int, message: int | None, now: datetime
    ) -> None: ...

    async def message_again(self, outbox_message: int, due_at: datetime, fault: str) -> None: ...

    async def message_parked(
        self, outbox_message: int, fault: str, *, blocked: bool = False
    ) -> None:
        """It can never be delivered, or not while its channel is ``blocked``; keep it for the
        owner to see."""
        ...

    async def unblock(self, match: MatchId, channel: int, now: datetime) -> None:
        """The bot may write to this channel again: what waits for that is due."""
        ...

    async def commit(self) -> None: ...


class Store(Protocol):
    def reading(self) -> AbstractAsyncContextManager[Reader]: ...

    def writing(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """The first call takes the write lock, or raises ``StoreBusy`` when it cannot in time."""
        ...

    async def counts(self) -> Mapping[str, int]:
        """Numbers of rows by table, for the start-up line and for tests."""
        ...
