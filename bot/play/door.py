"""The one door through which everything that changes a match must come.

Whatever is wished (join, start, move, resign) goes the same way: lock, work out
the change, one transaction, then tell; and an interaction is carried out once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.play.locks import Locks
from bot.play.ports import Clock, Conflict, Store, UnitOfWork
from bot.play.positions import Positions
from bot.play.receipts import Receipt
from bot.play.records import Change, Press
from games.core.refusals import NotYourDecision, Refusal


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step wants written and said; ``state`` is the state after it, if there is one."""

    change: Change
    receipt: Receipt
    state: Any = None


Step = Callable[[UnitOfWork], Awaitable[Outcome]]


class Door:
    """``after_commit`` is called after each commit that left something to send."""

    def __init__(self, store: Store, clock: Clock, positions: Positions) -> None:
        self.store = store
        self.clock = clock
        self.positions = positions
        self.after_commit: Callable[[], None] = lambda: None
        self._locks = Locks()

    async def pass_through(self, name: str, user: int, interaction: int, step: Step) -> Receipt:
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
                    await work.record(replace(change, press=press))
                    await work.commit()
            except (Conflict, Refusal) as fault:
                return await self._before(user, interaction, fault)
        if outcome.state is not None:
            self.positions.remember(change.match, outcome.state)
        if change.parcels:
            self.after_commit()
        return receipt

    async def _before(self, user: int, interaction: int, fault: Exception) -> Receipt:
        """The receipt of this interaction, if it has been carried out before."""
        async with self.store.reading() as reader:
            seen = await reader.press(interaction)
        if seen is not None:
            return _again(seen, user)
        if isinstance(fault, Refusal):
            raise fault
        raise NotYourDecision("The match has just moved on; please look at the new board.")


def _again(seen: Press, user: int) -> Receipt:
    if seen.user != user:
        raise NotYourDecision("That press belongs to somebody else.")
    return Receipt.read(seen.receipt)
