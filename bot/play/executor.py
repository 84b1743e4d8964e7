"""Executes everything that changes a match: lock, transaction, messages.

Joining, starting, moving and resigning all work the same way: lock, compute the
change, one transaction, then messages. An interaction is executed only once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Concatenate, ParamSpec
from weakref import WeakValueDictionary

from bot.play import queries
from bot.play.ports import Clock, Conflict, Store, UnitOfWork
from bot.play.positions import Positions
from bot.play.receipts import Receipt
from bot.play.records import Audit, Change, MatchId, Press
from games.core.refusals import NotYourDecision, Refusal


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

    ``state``    the state after it, if there is one
    ``rest``     what goes on by itself from there
    ``further``  changes of other matches that belong to this one
    """

    change: Change
    receipt: Receipt
    state: Any = None
    rest: Continuation = NOTHING
    further: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Noted:
    """An action outside of matches, for the audit and the person who did it."""

    action: str
    detail: str
    receipt: Receipt


P = ParamSpec("P")
Step = Callable[[UnitOfWork], Awaitable[Outcome]]


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
        for a match that is not there yet. Raises what ``step`` raises (nothing
        is stored then), ``StoreBusy`` or ``StoreUnwritable``, or ``NotYourDecision`` when another
        process was faster. An interaction that comes again fails, either at its
        step or at its unique key, and gets the receipt of the first time.
        """
        async with self._locks.of(name):
            try:
                async with self.store.writing() as work:
                    outcome = await step(work)
                    change, receipt = outcome.change, outcome.receipt
                    press = Press(
                        interaction, user, change.match.id, receipt.write(), self.clock.now()
                    )
                    for other in outcome.further:
                        await work.record(other)
                    await work.record(replace(change, press=press))
                    await work.commit()
            except (Conflict, Refusal) as fault:
                return await self._before(user, interaction, fault)
        self._told(outcome)
        return receipt

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
        async with self._locks.of(match):
            try:
                async with self.store.writing() as work:
                    outcome = await step(work, *args, **kwargs)
                    if outcome is None:
                        return False
                    await work.record(outcome.change)
                    await work.commit()
            except Conflict:
                return False
        self._told(outcome)
        return True

    async def beside(
        self,
        user: int,
        interaction: int,
        step: Callable[Concatenate[UnitOfWork, P], Awaitable[Noted]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Receipt:
        """Carry out, once for this interaction, what changes no match. Raises like
        ``execute``."""
        try:
            async with self.store.writing() as work:
                noted = await step(work, *args, **kwargs)
                now = self.clock.now()
                press = Press(interaction, user, None, noted.receipt.write(), now)
                await work.note(Audit(now, user, noted.action, None, noted.detail), press)
                await work.commit()
        except (Conflict, Refusal) as fault:
            return await self._before(user, interaction, fault)
        return noted.receipt

    def _told(self, outcome: Outcome) -> None:
        if outcome.state is not None:
            self.positions.remember(outcome.change.match, outcome.state)
        if outcome.change.outbox_messages or any(
            other.outbox_messages for other in outcome.further
        ):
            self.after_commit()
        if outcome.rest.more:
            self.go_on(outcome.change.match.id, outcome.rest.unasked)

    async def _before(self, user: int, interaction: int, fault: Exception) -> Receipt:
        """The receipt of this interaction, if it has been carried out before."""
        async with self.store.reading() as reader:
            seen = await reader.read(queries.PressOf(interaction))
        if seen is not None:
            return _again(seen, user)
        if isinstance(fault, Refusal):
            raise fault
        raise NotYourDecision("The match has just moved on. Please look at the new board.")


class _Locks:
    """One lock per match, so that two moves of a match do not race in this process.

    The lock is a convenience that turns a conflict into a short wait. Safety comes from
    the unique keys of the store.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, name: str) -> asyncio.Lock:
        """The lock with this name; it lives as long as somebody holds or awaits it."""
        lock = self._locks.get(name)
        if lock is None:
            lock = asyncio.Lock()
            self._locks[name] = lock
        return lock


def _again(seen: Press, user: int) -> Receipt:
    if seen.user != user:
        raise NotYourDecision("That button belongs to somebody else.")
    return Receipt.read(seen.receipt)
