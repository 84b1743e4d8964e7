"""The whole command as one of several processes, on a server that speaks as little of Discord as
that needs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import discord
import pytest
import yarl
from aiohttp import web
from pydantic import SecretStr

from bot import composition
from bot import serving as start
from bot.chat import library
from bot.play.storage import queries
from bot.play.storage.leases import ALL, Shards
from bot.serving import Exit
from bot.settings import BotSettings
from bot.store.store import SqlStore, serve_shards
from tests.databases import Server
from tests.databases import server as server
from tests.play.conftest import CHANNEL, a_club
from tests.toy import GAME as TOY
from tests.toy import RENDERER as TOY_RENDERER

US = {"id": "7", "username": "starpost", "discriminator": "0", "avatar": None, "bot": True}
APPLICATION = {
    "id": "7",
    "name": "Starpost",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": US,
}


class Discord:
    """What was asked, as ``POST /channels/200/messages``, and which shards have identified."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.identified: list[list[int]] = []

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """The gateway, up to the session of a shard without servers."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 45_000}})
        async for message in socket:
            said = json.loads(message.data)
            if said["op"] == 2:
                shard = said["d"]["shard"]
                self.identified.append(shard)
                ready = {"user": US, "guilds": [], "session_id": "x", "shard": shard}
                ready |= {"resume_gateway_url": "ws://127.0.0.1:9", "application": APPLICATION}
                await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})
        return socket

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path
        self.asked.append(f"{request.method} {path}")
        message: dict[str, Any] = {
            "id": str(1000 + len(self.asked)),
            "type": 0,
            "content": "",
            "author": US,
            "channel_id": path.split("/")[2],
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "pinned": False,
            **{each: [] for each in ("mentions", "mention_roles", "attachments", "embeds")},
        }
        answers: dict[str, Any] = {
            "GET /users/@me": US,
            "GET /oauth2/applications/@me": APPLICATION,
            "POST /users/@me/channels": {"id": "300", "type": 1, "recipients": []},
            "GET /gateway/bot": {
                "url": "",
                "shards": 4,
                "session_start_limit": {
                    "total": 1000,
                    "remaining": 999,
                    "reset_after": 0,
                    "max_concurrency": 1,
                },
            },
        }
        if request.path.endswith("/emojis"):
            return web.Response(status=403)
        known = answers.get(self.asked[-1], message if request.method == "POST" else [])
        body = json.dumps(known).encode()
        return web.Response(body=body, headers={"Content-Type": "application/json"})


@pytest.fixture
async def there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    there, app = Discord(), web.Application()
    app.router.add_get("/gateway", there.connect)
    app.router.add_route("*", "/{path:.*}", there.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    gateway = yarl.URL(f"ws://{host}:{port}/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    yield there
    await runner.cleanup()


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    with server.database() as url:
        yield url


@pytest.fixture(autouse=True)
def _one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "all_games", lambda: (TOY,))
    monkeypatch.setattr(composition, "renderer_for", lambda game: TOY_RENDERER)


@asynccontextmanager
async def process(database: str, shards: Shards | None) -> AsyncIterator[asyncio.Task[int]]:
    settings = BotSettings(token=SecretStr("a.b.c"), database=database, shards=shards)
    serving = asyncio.create_task(start.serve(settings))
    try:
        async with asyncio.timeout(60):
            yield serving
    finally:
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def test_a_standby_sends_what_a_process_has_left_and_asks_for_no_gateway(
    database: str, there: Discord
) -> None:
    async with a_club(database, (TOY,)) as club:
        await club.begin_with_lamps()
        now = club.clock.now()
    store = await SqlStore.open(database)

    async def waits() -> bool:
        async with store.reading() as reader:
            return (await reader.read(queries.DueNow(now, now))).messages

    assert await waits()
    async with serve_shards(database, ALL), process(database, None) as standby:
        while await waits():
            assert not standby.done()
            await asyncio.sleep(0.05)
    await store.aclose()
    assert f"POST /channels/{CHANNEL}/messages" in there.asked
    assert not [each for each in there.asked if "gateway" in each]


async def test_two_processes_connect_each_its_shards_in_one_row(
    database: str, there: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "APART", timedelta(seconds=0.5))
    async with process(database, Shards(0, 1, 4)) as one, process(database, Shards(2, 3, 4)):
        while len(there.identified) < 4:
            assert not one.done()
            await asyncio.sleep(0.05)
        assert (
            await start.serve(
                BotSettings(token=SecretStr("a.b.c"), database=database, shards=Shards(3, 3, 4))
            )
            == Exit.DATABASE
        )
    assert sorted(there.identified) == [[0, 4], [1, 4], [2, 4], [3, 4]]
    assert [each for each in there.identified if each[0] < 2] == [[0, 4], [1, 4]]
