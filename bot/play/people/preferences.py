"""What one person wants of the bot in all matches, what it has explained to them, and that they
can have it forgotten."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.play.executor import PlayContext
from bot.play.storage import queries
from bot.play.storage.ports import Conflict, StoreBusy, StoreUnwritable, lock_key
from bot.play.storage.profiles import Block, Creation, Explained, Follower, Player, Wish


async def load_player(context: PlayContext, user: int) -> Player:
    async with context.store.reading() as reader:
        return await reader.read(queries.PlayerOf(user))


async def change_player(context: PlayContext, user: int, **preferences: Any) -> Player:
    """Set some fields of ``Player``; the others stay."""
    async with context.store.writing(lock_key("user", user)) as work:
        player = replace(await work.read(queries.PlayerOf(user)), **preferences)
        await work.keep(player)
        await work.commit()
    return player


async def note_arrival(context: PlayContext, user: int, *, arrived: bool) -> Player:
    """Whether a DM to them has just been delivered."""
    closed_at = None if arrived else context.clock.now()
    return await change_player(context, user, dm_closed_at=closed_at)


async def mark_explained(context: PlayContext, marks: tuple[Explained, ...]) -> None:
    """These marks need not be explained again. Never fails: at worst they are once more."""
    if not marks:
        return
    try:
        async with context.store.writing(lock_key("user", marks[0].user)) as work:
            await work.keep(*marks)
            await work.commit()
    except (Conflict, StoreBusy, StoreUnwritable):
        return


async def forget(context: PlayContext, user: int) -> Player:
    """All as with somebody who has never wished for anything. Quiet hours and holidays, on
    which clocks depend, are taken back before, by ``bot.play.people.quiet_hours``."""
    known = await load_player(context, user)
    async with context.store.writing(lock_key("user", user)) as work:
        player = Player(user, dm_closed_at=known.dm_closed_at)
        await work.keep(player)
        for kind in (Explained, Block, Wish, Follower, Creation):
            await work.drop(kind, user=user)
        await work.commit()
    return player
