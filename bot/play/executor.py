"""Executes everything that changes a match: lock, transaction, messages, receipt; and commands,
which are transactions over the context of all functions of ``bot.play``.

Joining, starting, moving and resigning all work the same way: lock, compute the
change, one transaction, then messages. An interaction is executed only once.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar
from weakref import WeakValueDictionary

from bot.play.positions import Kept, Positions
from bot.play.storage import queries
from bot.play.storage.ports import (
    Clock,
    CommitInDoubt,
    Conflict,
    Entropy,
    NotLocked,
    Store,
    StoreBusy,
    TryAgain,
    UnitOfWork,
)
from bot.play.storage.records import Audit, Change, MatchId, Press
from games.core.contract import AnyGame
from games.core.types import NotYourDecision, Refusal


@dataclass(frozen=True, slots=True)
class Receipt:
    """``text`` is plain text for the user who acted; ``match`` is where it happened,
    empty when that was in none.

    ``after``  the match as this has left it, where the step knows; it is not stored
    """

    match: MatchId
    text: str
    after: queries.MatchRecords | None = field(default=None, compare=False, repr=False)

    def write(self) -> str:
        return json.dumps({"match": self.match, "text": self.text})

    @classmethod
    def read(cls, stored: str) -> Receipt:
        return cls(**json.loads(stored))


@dataclass(frozen=True, slots=True)
class Continuation:
    """What remains to be done when a run ends.

    ``more``     whether the match continues by itself: entries remain for another run, or a
                 computer player must think
    ``unasked``  decisions that standing orders have not been tried on yet
    """

    more: bool = False
    unasked: frozenset[str] = frozenset()


NOTHING = Continuation()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step stores and sends.

    ``rest``     what goes on by itself from there
    ``further``  changes of other matches that belong to this one
    """

    change: Change
    receipt: Receipt
    rest: Continuation = NOTHING
    further: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Noted:
    """An action beside the log of a match, for the audit and, in ``said``, who did it.

    ``match``  where it happened, if it was in one
    ``sends``  whether it left something to send
    """

    action: str
    detail: str = ""
    said: str = ""
    match: MatchId = MatchId("")  # noqa: RUF009 - a string
    sends: bool = False


P = ParamSpec("P")
T = TypeVar("T")
Step = Callable[[UnitOfWork], Awaitable[Outcome]]

_TRIES = 3


class Executor:
    """The hooks are called after a commit: ``after_commit`` when it left something to send,
    ``go_on`` with a match that goes on by itself, and the
    decisions that standing orders have not been tried on yet.
    """

    def __init__(self, store: Store, clock: Clock, positions: Positions) -> None:
        self.store = store
        self.clock = clock
        self.positions = positions
        self.after_commit: Callable[[], None] = lambda: None
        self.go_on: Callable[[MatchId, frozenset[str]], None] = lambda *_: None
        self._locks = _Locks()

    async def execute(self, name: str, user: int, interaction: int, step: Step) -> Receipt:
        """Carry out ``step`` once for this interaction.

        ``name`` tells what must not run at the same time: a match, or a channel
        for a match that is not there yet; ``step`` may ask for more locks. Raises what ``step``
        raises (nothing is stored then), ``StoreBusy`` or ``StoreUnwritable``, or
        ``NotYourDecision`` when another process was faster. An interaction that comes again
        fails, either at its step or at its unique key, and gets the receipt of the first time.
        """

        async def record(work: UnitOfWork) -> tuple[Outcome, Kept | None]:
            outcome = await step(work)
            receipt = outcome.receipt.write()
            press = Press(interaction, user, outcome.change.match.id, receipt, self.clock.now())
            for other in outcome.further:
                await work.record(other)
            change, newest = await self.positions.pack(work, outcome.change)
            await work.record(replace(change, press=press))
            await _note_continuation(work, outcome)
            return outcome, newest

        try:
            outcome, newest = await self._store((name,), record)
        except (Conflict, Refusal) as fault:
            return await self._earlier_receipt(user, interaction, fault)
        except CommitInDoubt:
            return await self._find_receipt((name,), user, interaction)
        self._spread(outcome, newest)
        return outcome.receipt

    async def execute_automatic(
        self,
        match: MatchId,
        step: Callable[Concatenate[UnitOfWork, P], Awaitable[Outcome | None]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> bool:
        """Execute a step without an interaction; whether it happened.

        ``step`` gives ``None`` when there is nothing to do. When somebody else was faster,
        nothing is stored. Raises ``StoreBusy`` or ``StoreUnwritable``, and what ``step`` raises.
        """

        async def record(work: UnitOfWork) -> tuple[Outcome, Kept | None] | None:
            outcome = await step(work, *args, **kwargs)
            if outcome is None:
                return None
            change, newest = await self.positions.pack(work, outcome.change)
            await work.record(change)
            await _note_continuation(work, outcome)
            return outcome, newest

        try:
            stored = await self._store((match,), record)
        except Conflict:
            return False
        except CommitInDoubt:
            self._wake(match)
            raise
        if stored is None:
            return False
        self._spread(*stored)
        return True

    async def execute_beside(
        self, user: int, interaction: int, step: Callable[[UnitOfWork], Awaitable[Noted]]
    ) -> Receipt:
        """Carry out, once for this interaction, what changes no match. Raises like
        ``execute``."""

        async def record(work: UnitOfWork) -> tuple[Receipt, bool]:
            noted = await step(work)
            receipt, now = Receipt(noted.match, noted.said), self.clock.now()
            press = Press(interaction, user, None, receipt.write(), now)
            await work.note(Audit(now, user, noted.action, None, noted.detail), press)
            return receipt, noted.sends

        try:
            receipt, sends = await self._store((), record)
        except (Conflict, Refusal) as fault:
            return await self._earlier_receipt(user, interaction, fault)
        except CommitInDoubt:
            return await self._find_receipt((), user, interaction)
        if sends:
            self.after_commit()
        return receipt

    async def _store(self, keys: tuple[str, ...], step: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """Do ``step`` and commit, unless it gives ``None``; again when another transaction stood
        in the way, or when the step needs the locks of more than ``keys``."""
        tries = 1
        while True:
            try:
                async with self._locks.hold(keys), self.store.writing(*keys) as work:
                    done = await step(work)
                    if done is not None:
                        await work.commit()
                    return done
            except NotLocked as missing:
                keys = (*keys, *missing.keys)
            except TryAgain:
                if tries == _TRIES:
                    raise
                tries += 1

    async def _find_receipt(self, keys: tuple[str, ...], user: int, interaction: int) -> Receipt:
        """The receipt of an interaction whose commit is in doubt. Raises ``StoreBusy`` when
        nothing was stored."""
        # The locks are free once the store has decided.
        async with self.store.writing(*keys) as work:
            seen = await work.read(queries.PressOf(interaction))
        if seen is None:
            raise StoreBusy("the store was lost before the commit")
        if seen.match is not None:
            self._wake(seen.match)
        return _repeat_receipt(seen, user)

    def _wake(self, match: MatchId) -> None:
        """Send what may have been stored, and let the match continue."""
        self.after_commit()
        self.go_on(match, frozenset())

    def _spread(self, outcome: Outcome, newest: Kept | None) -> None:
        if newest is not None:
            self.positions.remember(outcome.change.match, newest)
        if outcome.change.outbox_messages or any(
            other.outbox_messages for other in outcome.further
        ):
            self.after_commit()
        if outcome.rest.more:
            self.go_on(outcome.change.match.id, outcome.rest.unasked)

    async def _earlier_receipt(self, user: int, interaction: int, fault: Exception) -> Receipt:
        """The receipt of this interaction, if it has been carried out before."""
        async with self.store.reading() as reader:
            seen = await reader.read(queries.PressOf(interaction))
        if seen is not None:
            return _repeat_receipt(seen, user)
        if isinstance(fault, Refusal):
            raise fault
        raise NotYourDecision("The match has just moved on. Please look at the new board.")


async def _note_continuation(work: UnitOfWork, outcome: Outcome) -> None:
    match = outcome.change.match
    if outcome.rest.more:
        await work.go_on(match.id, match.seq, outcome.rest.unasked)


class _Locks:
    """One lock per match, so that two moves of a match do not race in this process.

    The lock is a convenience that turns a conflict into a short wait. Safety comes from
    the unique keys of the store.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, names: Iterable[str]) -> AsyncIterator[None]:
        """Hold the locks of all these, taken in one order."""
        async with AsyncExitStack() as stack:
            for name in sorted(names):
                await stack.enter_async_context(self._get(name))
            yield

    def _get(self, name: str) -> asyncio.Lock:
        """The lock with this name; it lives while somebody holds or awaits it."""
        lock = self._locks.get(name)
        if lock is None:
            lock = asyncio.Lock()
            self._locks[name] = lock
        return lock


def _repeat_receipt(seen: Press, user: int) -> Receipt:
    if seen.user != user:
        raise NotYourDecision("That button belongs to somebody else.")
    return Receipt.read(seen.receipt)


@dataclass(frozen=True, slots=True)
class PlayContext:
    """``busy``   names of long tasks that are running
    ``signs``  by game, what the chat writes for its seats and kinds of pieces, where it has
               pictures that stand in a text
    """

    games: Mapping[str, AnyGame]
    store: Store
    clock: Clock
    entropy: Entropy
    positions: Positions
    executor: Executor
    busy: set[str] = field(default_factory=set)
    signs: dict[str, Mapping[str, str]] = field(default_factory=dict)


class Executable(Protocol):
    """Something that ``user`` does by an interaction, which is carried out once.

    ``lock``  names what must not run concurrently: a match, or a channel for a match that does
              not exist yet
    """

    @property
    def lock(self) -> str: ...

    @property
    def user(self) -> int: ...

    @property
    def interaction(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Command:
    """What ``user`` does in a match."""

    match: MatchId
    user: int
    interaction: int

    @property
    def lock(self) -> str:
        return self.match


C = TypeVar("C", bound=Executable)


def transactional(
    step: Callable[Concatenate[UnitOfWork, PlayContext, C, P], Awaitable[Outcome]],
) -> Callable[Concatenate[PlayContext, C, P], Coroutine[Any, Any, Receipt]]:
    """Turn a step within a unit of work into a command, which opens its own.

    ``Executor.execute`` carries it out: what the step raises is raised, and nothing is stored then.
    """

    @wraps(step)
    async def handle(
        context: PlayContext, command: C, /, *args: P.args, **kwargs: P.kwargs
    ) -> Receipt:
        return await context.executor.execute(
            command.lock,
            command.user,
            command.interaction,
            lambda work: step(work, context, command, *args, **kwargs),
        )

    return handle


def transactional_beside(
    step: Callable[Concatenate[UnitOfWork, PlayContext, int, P], Awaitable[Noted]],
) -> Callable[Concatenate[PlayContext, int, int, P], Coroutine[Any, Any, Receipt]]:
    """Make a function of a unit of work and a user one of the user and an interaction, carried out
    once like a command. For what changes no match."""

    @wraps(step)
    async def handle(
        context: PlayContext, user: int, interaction: int, /, *args: P.args, **kwargs: P.kwargs
    ) -> Receipt:
        return await context.executor.execute_beside(
            user, interaction, lambda work: step(work, context, user, *args, **kwargs)
        )

    return handle
