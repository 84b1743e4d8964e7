"""Deadlines and rate limits of the sender's requests.

By itself discord.py waits inside a request until a closed bucket opens again, and keeps the answer
of the request that has used it up for as long. The sender has other matches to serve: its requests
are refused at once instead, with the time after which they may be made, and end at a deadline.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextvars import ContextVar, Token
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.http import Ratelimit

from bot.chat.platform.failures import ANSWER_SECONDS, LONGEST_WAIT

BYTES_A_SECOND = 100_000
_TOO_MANY = 429

_current: ContextVar[Request | None] = ContextVar("request of the sender", default=None)
_reopening: set[asyncio.Task[None]] = set()


class RequestLimits:
    """Discord's request limits as one client meets them; the client is made with ``trace``."""

    def __init__(self) -> None:
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._note_answer)
        self.trace.on_request_exception.append(_note_failure)
        self._closed_until = 0.0
        """When anything may be asked again, by the clock of the event loop."""

    def request(self, size: int = 0) -> Request:
        """A context in which one request with ``size`` bytes of files is sent, within the limits.

        Raises ``discord.RateLimited`` when Discord refuses it for now, and ``TimeoutError`` when
        it takes too long: then nobody knows whether it has taken effect.
        """
        return Request(self, ANSWER_SECONDS + size / BYTES_A_SECOND)

    def check(self) -> None:
        """Raises ``RateLimited`` while nothing at all may be asked."""
        left = self._closed_until - asyncio.get_running_loop().time()
        if left > 0:
            raise discord.RateLimited(left)

    async def _note_answer(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        params: aiohttp.TraceRequestEndParams,
    ) -> None:
        headers, status = params.response.headers, params.response.status
        request = _current.get()
        if status == _TOO_MANY:
            left = _retry_after(headers)
            # What does not come "via" Discord is Cloudflare's, and means the whole address.
            if "X-RateLimit-Global" in headers or "Via" not in headers:
                self._closed_until = asyncio.get_running_loop().time() + left
            if request is not None:
                raise discord.RateLimited(left)
        elif request is not None and status >= 500:
            request.unsure = True


class Request:
    """``unsure`` tells whether Discord may have carried out what it has not confirmed."""

    def __init__(self, limits: RequestLimits, seconds: float) -> None:
        self.seconds = seconds
        self.unsure = False
        self._limits = limits
        self._timeout = asyncio.timeout(seconds)
        self._token: Token[Request | None] | None = None

    async def __aenter__(self) -> Request:
        self._limits.check()
        await self._timeout.__aenter__()
        self._token = _current.set(self)
        return self

    async def __aexit__(self, *ending: Any) -> None:
        assert self._token is not None
        _current.reset(self._token)
        await self._timeout.__aexit__(*ending)


class Bucket(Ratelimit):
    """discord.py's, except that no request of the sender waits in it, and nobody for its end."""

    __slots__ = ()

    async def acquire(self) -> None:
        if _current.get() is not None and self.remaining <= 0 and self.expires is not None:
            left = self.expires - self._loop.time()
            if left > 0:
                raise discord.RateLimited(left)
        await super().acquire()

    async def __aexit__(self, *ending: Any) -> None:
        _, value, _ = ending
        if isinstance(value, discord.RateLimited):
            self.remaining, self.reset_after = 0, value.retry_after
            self.expires = self._loop.time() + value.retry_after
        # It sleeps until the bucket opens again, before the answer that used it up is passed on.
        opening = self._loop.create_task(super().__aexit__(*ending))
        _reopening.add(opening)
        opening.add_done_callback(_reopening.discard)


async def _note_failure(
    _session: aiohttp.ClientSession,
    _context: SimpleNamespace,
    params: aiohttp.TraceRequestExceptionParams,
) -> None:
    request = _current.get()
    if request is not None and not isinstance(params.exception, discord.RateLimited):
        request.unsure = True


def _retry_after(headers: Mapping[str, str]) -> float:
    """Seconds; as long as we ever wait where Discord does not say."""
    said = headers.get("Retry-After") or headers.get("X-RateLimit-Reset-After") or ""
    try:
        return float(said)
    except ValueError:
        return LONGEST_WAIT.total_seconds()
