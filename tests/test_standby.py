"""A standby: the whole command without a gateway, on a server that speaks as little of Discord's
REST as a standby needs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import discord
import pytest
from aiohttp import web
from pydantic import SecretStr

from bot import composition
from bot import serving as start
from bot.play import queries
from bot.play.leases import ALL
from bot.settings import BotSettings
from bot.store.store import SqlStore, serving
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


class Rest:
    """What was asked, as ``POST /channels/200/messages``."""

    def __init__(self) -> None:
        self.asked: list[str] = []

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
        }
        known = answers.get(self.asked[-1], message if request.method == "POST" else [])
        body = json.dumps(known).encode()
        return web.Response(body=body, headers={"Content-Type": "application/json"})


@pytest.fixture
async def rest(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Rest]:
    there, app = Rest(), web.Application()
    app.router.add_route("*", "/{path:.*}", there.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    yield there
    await runner.cleanup()


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    with server.database() as url:
        yield url


async def test_a_standby_sends_what_a_process_has_left_and_asks_for_no_gateway(
    database: str, rest: Rest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composition, "all_games", lambda: (TOY,))
    monkeypatch.setattr(composition, "renderer_for", lambda game: TOY_RENDERER)
    async with a_club(database, (TOY,)) as club:
        await club.begin_with_lamps()
        now = club.clock.now()
    settings = BotSettings(token=SecretStr("a.b.c"), database=database, shards=None)
    store = await SqlStore.open(database)

    async def waits() -> bool:
        async with store.reading() as reader:
            return (await reader.read(queries.DueNow(now, now))).messages

    assert await waits()
    async with serving(database, ALL), asyncio.timeout(60):
        standby = asyncio.create_task(start.serve(settings))
        while await waits():
            assert not standby.done()
            await asyncio.sleep(0.05)
        standby.cancel()
        await asyncio.gather(standby, return_exceptions=True)
    await store.aclose()
    assert f"POST /channels/{CHANNEL}/messages" in rest.asked
    assert not [each for each in rest.asked if "gateway" in each]
