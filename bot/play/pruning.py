"""What nobody asks for again, and matches that are seldom looked at: they take less room."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from bot.play.executor import PlayContext
from bot.play.storage import queries
from bot.play.storage.ports import StoreBusy, StoreUnwritable, lock_key
from bot.play.storage.records import MatchId

KEEP_DAYS = 90
_EVERY = timedelta(days=1)
_MATCHES = 500
"""Packed in one sweep at most."""

log = logging.getLogger(__name__)


class Pruning:
    """Removes old records, once a day and after each start. ``days`` are kept; 0 keeps all.

    Sent messages, answered presses and lines for the owner are removed. A match that has been
    over for so long is packed, and shows all that it has shown before.
    """

    def __init__(self, context: PlayContext, days: int) -> None:
        self._context = context
        self._days = days
        self._next: datetime | None = None

    async def sweep(self) -> None:
        """A page or a match in each transaction, so that moves wait for none of it.

        Of very many matches the next sweep packs the rest. Raises ``StoreBusy`` or
        ``StoreUnwritable``.
        """
        now = self._context.clock.now()
        if not self._days or (self._next is not None and now < self._next):
            return
        before = now - timedelta(days=self._days)
        async with self._context.store.reading() as reader:
            over = await reader.read(queries.ToPack(before, _MATCHES))
        done = [match for match in over if await self._pack(match, before)]
        removed = await self._remove(before)
        if len(over) < _MATCHES or not done:
            self._next = now + _EVERY
        if done or removed:
            log.info("pruned", extra={"ids": {"rows": removed, "packed": len(done)}})

    async def _pack(self, match: MatchId, before: datetime) -> bool:
        """Whether it could be: a match that cannot stays as it is."""
        try:
            async with self._context.store.writing(match) as work:
                await work.pack(match, before)
                await work.commit()
        except (StoreBusy, StoreUnwritable):
            raise
        except Exception as error:  # noqa: BLE001  a fault in one match must not affect others
            ids = {"match": match, "fault": type(error).__name__}
            log.error("a match could not be packed", extra={"ids": ids})
            return False
        return True

    async def _remove(self, before: datetime) -> int:
        removed = 0
        while True:
            async with self._context.store.writing(lock_key("pruning", 0)) as work:
                count = await work.prune(before)
                await work.commit()
            removed += count
            if not count:
                return removed
