"""Parts of discord.py that it offers no setting for, and what we put in their place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import ModuleType
from typing import Literal

import aiohttp
import discord
import discord.shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

from bot.chat.delivery.request_limits import Bucket

LONGEST_PAUSE = 60.0
"""Seconds between two tries to reach Discord."""
_DOUBLINGS = 6


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
    """Keeps within the number of sessions that Discord allows a bot to begin in a day.

    ``ask``  how many are left, and for how long they must last
    """

    def __init__(self, ask: Callable[[], Awaitable[discord.SessionStartLimits]]) -> None:
        self._ask = ask
        self._last: float | None = None

    async def wait(self) -> None:
        """Before each: once half of them are spent, the rest is spread over what is left of the
        day. The first of a process is not kept waiting: starts are spaced out by who starts it."""
        loop = asyncio.get_running_loop()
        if self._last is not None and (pause := await self._pause()):
            await asyncio.sleep(max(0.0, self._last + pause - loop.time()))
        self._last = loop.time()

    async def _pause(self) -> float:
        """Seconds between two."""
        try:
            limits = await self._ask()
        except (discord.DiscordException, aiohttp.ClientError, OSError):
            return 0.0
        if 2 * limits.remaining >= limits.total:
            return 0.0
        return limits.reset_after / 1000 / max(1, limits.remaining)


REPLACED: tuple[tuple[ModuleType, str, type], ...] = (
    (discord.http, "Ratelimit", Bucket),
    (discord.client, "ExponentialBackoff", CappedBackoff),
    (discord.shard, "ExponentialBackoff", CappedBackoff),
    (discord.shard, "Shard", ResumingShard),
)
"""The module that looks the name up, the name, and what it finds there."""


def replace_parts() -> None:
    """For the whole process; doing it again changes nothing."""
    for module, name, ours in REPLACED:
        setattr(module, name, ours)
