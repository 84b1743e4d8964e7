"""What one person wants of the bot in all matches, and that they can have it forgotten."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.play import queries
from bot.play.executor import Executor
from bot.play.profiles import Player


@dataclass(frozen=True, slots=True)
class Preferences:
    executor: Executor

    async def of(self, user: int) -> Player:
        async with self.executor.store.reading() as reader:
            return await reader.read(queries.PlayerOf(user))

    async def change(self, user: int, **preferences: Any) -> Player:
        """Set some fields of ``Player``; the others stay."""
        async with self.executor.store.writing() as work:
            player = replace(await work.read(queries.PlayerOf(user)), **preferences)
            await work.keep_player(player)
            await work.commit()
        return player

    async def arrives(self, user: int, *, arrived: bool) -> Player:
        """Whether a DM to them has just been delivered."""
        closed_at = None if arrived else self.executor.clock.now()
        return await self.change(user, dm_closed_at=closed_at)

    async def forget(self, user: int) -> Player:
        """All as with somebody who has never wished for anything. Quiet hours and holidays, on
        which clocks depend, are taken back before, by ``bot.play.people.quiet_hours``."""
        known = await self.of(user)
        async with self.executor.store.writing() as work:
            player = Player(user, dm_closed_at=known.dm_closed_at)
            await work.keep_player(player)
            await work.commit()
        return player
