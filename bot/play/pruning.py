"""What nobody asks for again: sent messages, answered presses, lines for the owner."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from bot.play.context import PlayContext
from bot.play.ports import key

KEEP_DAYS = 90
_EVERY = timedelta(days=1)

log = logging.getLogger(__name__)


class Pruning:
    """Once a day and after each start. ``days`` are kept; 0 keeps all.

    The matches themselves, with all that has happened in them, stay.
    """

    def __init__(self, context: PlayContext, days: int) -> None:
        self._context = context
        self._days = days
        self._next: datetime | None = None

    async def sweep(self) -> None:
        """A page in each transaction, so that moves wait for none of it. Raises ``StoreBusy`` or
        ``StoreUnwritable``."""
        now = self._context.clock.now()
        if not self._days or (self._next is not None and now < self._next):
            return
        before, removed = now - timedelta(days=self._days), 0
        while True:
            async with self._context.store.writing(key("pruning", 0)) as work:
                count = await work.prune(before)
                await work.commit()
            removed += count
            if not count:
                break
        self._next = now + _EVERY
        if removed:
            log.info("pruned", extra={"ids": {"rows": removed}})
