"""The sender's requests, made by discord.py to a server on this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import HTTPClient, Route

from bot.chat.delivery import request_limits
from bot.chat.delivery.request_limits import BYTES_A_SECOND, RequestLimits
from bot.chat.library import replace_parts
from bot.chat.platform.failures import ANSWER_SECONDS

DISCORD = {"Via": "1.1 google"}
MINE, OTHER = 1, 2


@dataclass
class Discord:
    """Gives the ``answers`` in turn, and then says that all is well; ``asked`` are the paths."""

    http: HTTPClient
    limits: RequestLimits
    answers: list[tuple[int, Mapping[str, str]]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    silent: bool = False
    broken: bool = False

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        if self.silent:
            await asyncio.sleep(60)
        if self.broken and request.transport is not None:
            request.transport.close()
        status, headers = self.answers.pop(0) if self.answers else (200, {})
        body = json.dumps({"retry_after": float(headers.get("Retry-After", 0))}).encode()
        # discord.py knows no other spelling of the type.
        kind = {"Content-Type": "application/json"}
        return web.Response(body=body, status=status, headers={**headers, **kind})

    async def post(self, channel: int) -> None:
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=channel)
        await self.http.request(route, json={})

    async def send(self, channel: int) -> request_limits.Request:
        async with (request := self.limits.request()):
            await self.post(channel)
        return request

    async def refused(self, channel: int) -> float:
        """For how many seconds."""
        with pytest.raises(discord.RateLimited) as refusal:
            await self.send(channel)
        return refusal.value.retry_after


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    replace_parts()
    limits = RequestLimits()
    http = HTTPClient(asyncio.get_running_loop(), http_trace=limits.trace)
    there = Discord(http, limits)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", there.answer)
    async with TestServer(app) as listening:
        monkeypatch.setattr(Route, "BASE", str(listening.make_url("/api")).rstrip("/"))
        await http.static_login("token")
        there.asked.clear()
        yield there
        await http.close()


def too_many(seconds: int, **more: str) -> tuple[int, Mapping[str, str]]:
    return 429, {"Retry-After": str(seconds), **DISCORD, **more}


async def test_a_closed_bucket_refuses_at_once_and_is_not_asked_again(server: Discord) -> None:
    server.answers = [too_many(25)]
    assert await server.refused(MINE) == 25
    assert 20 < await server.refused(MINE) <= 25
    assert len(server.asked) == 1
    await server.send(OTHER)
    assert len(server.asked) == 2


async def test_a_bucket_that_is_used_up_keeps_nobody_from_its_last_answer(server: Discord) -> None:
    used_up = {"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Bucket": "b"}
    server.answers = [(200, {**used_up, "X-RateLimit-Reset-After": "25", "X-RateLimit-Reset": "0"})]
    await server.send(MINE)
    assert 20 < await server.refused(MINE) <= 25
    assert len(server.asked) == 1


async def test_all_requests_wait_for_the_end_of_a_global_limit(server: Discord) -> None:
    server.answers = [too_many(25, **{"X-RateLimit-Global": "true"})]
    await server.refused(MINE)
    assert 20 < await server.refused(OTHER) <= 25
    assert len(server.asked) == 1


async def test_what_cloudflare_refuses_is_refused_to_the_whole_address(server: Discord) -> None:
    server.answers = [(429, {"Retry-After": "900"})]
    assert await server.refused(MINE) == 900
    assert 890 < await server.refused(OTHER) <= 900
    assert len(server.asked) == 1


async def test_what_was_refused_only_later_may_have_taken_effect_before(
    server: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asyncio, "sleep", _at_once(asyncio.sleep))
    server.answers = [(502, {}), too_many(25)]
    with pytest.raises(discord.RateLimited):
        async with (request := server.limits.request()):
            await server.post(MINE)
    assert request.unsure
    server.answers = [(400, {})]
    with pytest.raises(discord.HTTPException):
        async with (request := server.limits.request()):
            await server.post(OTHER)
    assert not request.unsure


def _at_once(sleep: Callable[[float], Awaitable[None]]) -> Callable[[float], Awaitable[None]]:
    async def turn(seconds: float) -> None:
        await sleep(min(seconds, 0.001))

    return turn


async def test_a_request_ends_when_no_answer_comes(
    server: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.silent = True
    monkeypatch.setattr(request_limits, "ANSWER_SECONDS", 0.05)
    with pytest.raises(TimeoutError):
        await server.send(MINE)


async def test_large_files_have_longer() -> None:
    limits, now = RequestLimits(), asyncio.get_running_loop().time()
    async with limits.request() as small, limits.request(3 * BYTES_A_SECOND) as large:
        times = [each._timeout.when() or 0 for each in (small, large)]
    assert times[1] - times[0] == pytest.approx(3, abs=0.5)
    assert times[0] >= now + ANSWER_SECONDS


async def test_requests_of_others_wait_as_discord_py_does(server: Discord) -> None:
    server.answers = [(429, {"Retry-After": "0.05", **DISCORD})]
    await server.post(MINE)
    assert len(server.asked) == 2


async def test_a_lost_connection_leaves_open_what_has_happened(server: Discord) -> None:
    server.broken = True
    with pytest.raises(aiohttp.ClientError):
        async with (request := server.limits.request()):
            await server.post(MINE)
    assert request.unsure
