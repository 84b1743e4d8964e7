"""What ``bot.play`` needs from outside, as protocols.

The store, the clock and the source of randomness are handed in by the
composition root; tests hand in their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias, TypeVar, overload

from bot.play.storage.leases import Leases, Shards
from bot.play.storage.outbox import OutboxMessage
from bot.play.storage.profiles import (
    Block,
    Creation,
    Explained,
    Follower,
    Holiday,
    Invitation,
    Player,
    Season,
    Seen,
    Try,
    Wish,
)
from bot.play.storage.queries import Query
from bot.play.storage.records import (
    Advert,
    Audit,
    Change,
    Match,
    MatchId,
    OpenDecision,
    Pack,
    Press,
    RegisteredCommands,
    Snapshot,
    TeamThread,
    Unfilled,
)
from bot.play.storage.tournaments import Entrant, Pairing, TeamMember, Tournament, TournamentNote

Kept: TypeAlias = (
    Advert
    | Block
    | Entrant
    | Creation
    | Explained
    | Follower
    | Holiday
    | Invitation
    | Pack
    | Pairing
    | Player
    | RegisteredCommands
    | Season
    | TeamMember
    | TeamThread
    | Tournament
    | TournamentNote
    | Try
    | Wish
)
"""What is kept beside the matches, a row each."""
T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")
W = TypeVar("W")
X = TypeVar("X")
Y = TypeVar("Y")


def lock_key(of: str, number: int) -> str:
    """The name of a lock on something other than a match: ``"user"``, 51."""
    return f"{of} {number}"


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
    """The store could not take the write lock in time, or could not be reached. Nothing was
    stored."""


class TryAgain(StoreBusy):
    """Another change was made first; trying again may succeed."""


class NotLocked(Exception):
    """A step must lock these as well: begun anew, it can take all locks in one order."""

    def __init__(self, *keys: str) -> None:
        super().__init__(*keys)
        self.keys = keys


class CommitInDoubt(StoreBusy):
    """The store was lost during the commit: all of it is stored, or nothing."""


class StoreUnwritable(Exception):
    """The disk of the store is full, broken or read-only. Nothing was stored."""


class Reader(Protocol):
    """Looking things up; never takes the write lock. Each call sees one moment of its own,
    but those of a unit of work see that of its transaction."""

    async def read(self, query: Query[T]) -> T: ...

    @overload
    async def read_together(self, one: Query[T], two: Query[U], /) -> tuple[T, U]: ...
    @overload
    async def read_together(
        self, one: Query[T], two: Query[U], three: Query[V], /
    ) -> tuple[T, U, V]: ...
    @overload
    async def read_together(
        self, one: Query[T], two: Query[U], three: Query[V], four: Query[W], /
    ) -> tuple[T, U, V, W]: ...
    @overload
    async def read_together(
        self,
        one: Query[T],
        two: Query[U],
        three: Query[V],
        four: Query[W],
        five: Query[X],
        six: Query[Y],
        /,
    ) -> tuple[T, U, V, W, X, Y]:
        """Several answers of one moment, looked up at once."""
        ...


class UnitOfWork(Reader, Protocol):
    """One write transaction. Leaving it without ``commit`` undoes everything."""

    def require_locks(self, *keys: str) -> None:
        """Raises ``NotLocked`` unless the transaction took these locks when it began."""
        ...

    async def record(self, change: Change) -> None:
        """Write a step of a match. Raises ``Conflict``, for a known interaction as well, or
        ``NotLocked`` for a match whose lock was not taken."""
        ...

    async def fill(self, snapshots: tuple[Snapshot, ...], rest: Unfilled) -> None:
        """Keep positions of a match that were missing. Of others nothing is known to be missing
        once ``rest`` has come to the end of its log."""
        ...

    async def keep(self, *kept: Kept) -> None:
        """Add records of one kind, or put them in the place of those with their keys."""
        ...

    async def drop(self, kind: type[Kept], **fields: object) -> bool:
        """Forget those with these fields. Whether there were any."""
        ...

    async def see_server(self, server: int, now: datetime) -> None: ...

    async def change_server(self, server: int, fields: Mapping[str, object]) -> None:
        """Set these fields of a ``Server`` that has been seen."""
        ...

    async def post(self, outbox_messages: tuple[OutboxMessage, ...]) -> None: ...

    async def set_panel(
        self, match: MatchId, message: int | None, told: int = 0, *, instead: Match | None = None
    ) -> None:
        """``message`` is the live panel from now on; its news begin with entry ``told``. Raises
        ``Conflict`` where match or panel have moved on from what ``instead`` says."""
        ...

    async def forget_channel(self, channel: int, now: datetime) -> None:
        """The channel was deleted: matches that ended there can no longer be found by it."""
        ...

    async def disclose(self, match: MatchId) -> bool:
        """The seed of a match that is over, or what seats kept secret, is handed out: it cannot
        be opened again. Whether it is over; nothing is written otherwise."""
        ...

    async def clear_due(self, match: MatchId, keys: tuple[str, ...]) -> None:
        """Note that nothing is due for these open decisions any more."""
        ...

    async def note_sweep(self, now: datetime, shards: Shards) -> None:
        """Note that a process serving these shards checks the deadlines now."""
        ...

    async def go_on(self, match: MatchId, seq: int, unasked: frozenset[str]) -> None:
        """The match goes on by itself from entry ``seq``, also when this process ends: noted where
        others could see to it."""
        ...

    async def rest(self, match: MatchId, seq: int) -> None:
        """Note that the match does not continue automatically after entry ``seq``."""
        ...

    async def retime(self, rows: tuple[OpenDecision, ...]) -> None:
        """Give these open decisions the times, reminders and lateness that stand in them."""
        ...

    async def mark_seen(self, seen: Seen) -> None:
        """Note how far somebody has seen a match; never less than before."""
        ...

    async def note(self, audit: Audit, press: Press) -> None:
        """An interaction that changed something beside the matches. Raises ``Conflict``
        for a known one."""
        ...

    async def mark_sent(self, outbox_message: int, message: int | None, now: datetime) -> None: ...

    async def retry_message(self, outbox_message: int, due_at: datetime, fault: str) -> None: ...

    async def park_message(self, outbox_message: int, fault: str, *, blocked: bool = False) -> None:
        """Keep a message that cannot be delivered, for the owner to see; ``blocked`` if only its
        channel is."""
        ...

    async def unblock(self, match: MatchId, channel: int, now: datetime) -> None:
        """The bot may write to this channel again: what waits for that is due."""
        ...

    async def identify(self, bucket: int, apart: timedelta, spread: timedelta) -> timedelta:
        """Take the next turn to begin a session with Discord; how long it is until then.

        ``apart``  from the last of the same bucket, of whichever process
        ``spread``  from the last of all
        """
        ...

    async def prune(self, before: datetime) -> int:
        """Remove some messages sent, presses answered and lines noted before this time; how many
        rows, 0 when there are no more. The newest message stays, lest its number come again."""
        ...

    async def pack(self, match: MatchId, before: datetime) -> None:
        """Store the log of a match that has been over since ``before`` in less room; it is read
        as before, and a step of the match undoes it."""
        ...

    async def commit(self) -> None: ...


class Store(Protocol):
    @property
    def leases(self) -> Leases: ...

    def reading(self) -> AbstractAsyncContextManager[Reader]: ...

    def writing(self, *keys: str) -> AbstractAsyncContextManager[UnitOfWork]:
        """The first call takes the locks of ``keys``, or raises ``StoreBusy`` when it cannot in
        time: what is read after that changes by nobody else who writes about the same. Without
        keys nobody else writes at all. They are the ids of matches, or else of ``key``."""
        ...

    async def counts(self) -> Mapping[str, int]:
        """Numbers of rows by table, for the start-up line and for tests."""
        ...
