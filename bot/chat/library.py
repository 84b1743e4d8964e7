"""Parts of discord.py that it offers no setting for, and what we put in their place."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from types import ModuleType
from typing import Literal

import aiohttp
import discord
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

from bot.chat.delivery.request_limits import Bucket
from bot.play.storage.ports import Store, StoreBusy, StoreUnwritable, lock_key

log = logging.getLogger(__name__)

LONGEST_PAUSE = 60.0
"""Seconds between two tries to reach Discord."""
_DOUBLINGS = 6
APART = timedelta(seconds=5)
"""From one identification to the next, says Discord."""


class CappedBackoff(ExponentialBackoff[Literal[False]]):
    """A random pause of at most 2 seconds, then 4, 8, ... and at most a minute: the library's
    own goes up to 17 minutes, for which the bot is away after Discord is back."""

    def __init__(self) -> None:
        super().__init__()
        self._max = _DOUBLINGS

    def delay(self) -> float:
        return super().delay() * LONGEST_PAUSE / 2.0**_DOUBLINGS


class ResumingShard(Shard):
    """Resumes its session also after tries that failed, and waits for the next try by itself.

    The library's own begins a new session then: it misses what has happened, and uses up an
    identification; and while it waits no other shard is connected.
    """

    async def reconnect(self) -> None:
        if self.ws.session_id is None:
            await super().reconnect()
            return
        # Should the gateway that keeps the session be gone for good, the common one knows.
        self.ws.gateway = DiscordWebSocket.DEFAULT_GATEWAY
        await self.reidentify(ReconnectWebSocket(self.id, resume=True))

    async def _handle_disconnect(self, e: Exception) -> None:
        self._task = self._client.loop.create_task(super()._handle_disconnect(e))


class Identifications:
    """Keeps all processes together within the sessions that Discord allows a bot to begin.

    ``ask``  how many are left today, for how long they must last, and how many may be at once
    """

    def __init__(
        self, ask: Callable[[], Awaitable[discord.SessionStartLimits]], store: Store
    ) -> None:
        self._ask = ask
        self._store = store
        self._turns = dict[int, float]()
        """Of shards that wait, by the clock of the event loop."""

    async def wait_for_turn(self, shard: int) -> None:
        """Before each: five seconds after the last one that Discord counts with it; and once half
        of them are spent, the rest is spread over what is left of the day."""
        loop = asyncio.get_running_loop()
        if shard not in self._turns:
            left = (await self._take_turn(shard)).total_seconds()
            self._turns[shard] = loop.time() + left
            if left > LONGEST_PAUSE:
                ids = {"shard": shard, "seconds": round(left)}
                log.warning("few sessions are left for today: waiting", extra={"ids": ids})
        # The library gives up after a minute or three, and comes again: its turn is still its own.
        await asyncio.sleep(max(0.0, self._turns[shard] - loop.time()))
        del self._turns[shard]

    async def _take_turn(self, shard: int) -> timedelta:
        """Take the next turn to identify, and return how long it is until then."""
        at_once, spread = 1, timedelta()
        try:
            limits = await self._ask()
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            pass
        else:
            at_once = max(1, limits.max_concurrency)
            if 2 * limits.remaining < limits.total:
                spread = timedelta(milliseconds=limits.reset_after) / max(1, limits.remaining)
        left = APART
        with suppress(StoreBusy, StoreUnwritable):
            async with self._store.writing(lock_key("identifications", 0)) as work:
                left = await work.identify(shard % at_once, APART, spread)
                await work.commit()
        return left


REPLACED: tuple[tuple[ModuleType, str, type], ...] = (
    (discord.http, "Ratelimit", Bucket),
    (discord.client, "ExponentialBackoff", CappedBackoff),
    (discord.shard, "ExponentialBackoff", CappedBackoff),
    (discord.shard, "Shard", ResumingShard),
)
"""The module that looks the name up, the name, and what it finds there."""


def replace_parts() -> None:
    """Replace parts of the library for the whole process; safe to call twice."""
    for module, name, ours in REPLACED:
        setattr(module, name, ours)
