"""discord.py without a network: it receives commands as from Discord, and each request is answered
at once with what Discord would send, so that what it costs is the bot and its library alone."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from itertools import count
from typing import Any

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

SERVER = CHANNEL = 1
"""Also of the match that ``bench.host.commit.opened`` opens."""
_BOT = 900
_SNOWFLAKES = count(1 << 60)
_EVERYTHING = str(discord.Permissions.all().value)
_MESSAGE = re.compile(r"/messages/(\d+|@original)$")
_START = 0.3
"""Seconds after which a bot that has just started only waits."""
_WHEN = "2026-01-01T00:00:00+00:00"


def _user(id: int) -> dict[str, Any]:
    return {
        "id": str(id),
        "username": f"user{id}",
        "discriminator": "0",
        "avatar": None,
        "global_name": f"User {id}",
        "bot": id == _BOT,
    }


def _member(id: int) -> dict[str, Any]:
    return {
        "user": _user(id),
        "roles": [],
        "joined_at": _WHEN,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "permissions": _EVERYTHING,
    }


_PLACE = {
    "id": str(CHANNEL),
    "type": 0,
    "name": "games",
    "position": 0,
    "permission_overwrites": [],
}
_EVERYONE = {
    "id": str(SERVER),
    "name": "@everyone",
    "permissions": _EVERYTHING,
    "position": 0,
    **dict.fromkeys(("color", "flags"), 0),
    **dict.fromkeys(("hoist", "managed", "mentionable"), False),
    "colors": {"primary_color": 0},
}
_GUILD = {
    "id": str(SERVER),
    "name": "Home",
    "owner_id": "1",
    "member_count": 3,
    "roles": [_EVERYONE],
    "channels": [_PLACE],
    "members": [_member(_BOT)],
    **{key: [] for key in ("emojis", "stickers", "threads", "features", "presences")},
    **dict.fromkeys(("verification_level", "default_message_notifications", "afk_timeout"), 0),
    **dict.fromkeys(("explicit_content_filter", "mfa_level", "nsfw_level", "premium_tier"), 0),
    "preferred_locale": "en-US",
}
_APPLICATION = {
    "id": str(_BOT),
    "name": "bot",
    "description": "",
    "icon": None,
    "bot_public": True,
    "bot_require_code_grant": False,
    "owner": _user(1),
    "verify_key": "",
}


class Transport:
    """A client that is ready in one server. ``requests`` are those that it has made, and when they
    were answered; each answer takes ``latency`` seconds."""

    def __init__(self, client: discord.Client, latency: float = 0.0) -> None:
        self._client = client
        self._latency = latency
        self._messages: dict[str, dict[str, Any]] = {}
        self._resting: set[asyncio.Task[Any]] = set()
        self.requests: list[tuple[str, float]] = []

    async def connect(self) -> None:
        await self._client._async_setup_hook()
        http, transport = self._client.http, self

        class Adapter(AsyncWebhookAdapter):
            async def request(self, route: Any, session: Any, **given: Any) -> Any:
                return await transport._ask(route, given.get("payload"), given.get("multipart"))

        async def request(route: Any, **given: Any) -> Any:
            return await transport._ask(route, given.get("json"), given.get("form"))

        async def login(token: str) -> Any:
            http._HTTPClient__session = None  # type: ignore[attr-defined]
            return _user(_BOT)

        http.request = request  # type: ignore[method-assign]
        http.static_login = login  # type: ignore[method-assign]
        async_context.set(Adapter())  # type: ignore[no-untyped-call]
        await self._client.login("token")
        self._client._connection._add_guild_from_data(_GUILD)  # type: ignore[arg-type]
        await asyncio.sleep(_START)
        self._resting = asyncio.all_tasks()

    async def command(self, user: int, name: str, **options: str) -> None:
        """A slash command, and everything that the bot does because of it."""
        self.receive(user, name, options)
        await self.settled()

    def receive(
        self, user: int, name: str, options: Mapping[str, str], channel: int = CHANNEL
    ) -> int:
        """A slash command, which the bot begins to answer; the id of the interaction."""
        number = next(_SNOWFLAKES)
        said = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        interaction: Any = {
            "id": str(number),
            "application_id": str(_BOT),
            "type": 2,
            "token": f"token{number}",
            "version": 1,
            "guild_id": str(SERVER),
            "channel_id": str(channel),
            "channel": {**_PLACE, "id": str(channel)},
            "member": _member(user),
            "app_permissions": _EVERYTHING,
            "attachment_size_limit": 10 << 20,
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {},
            "data": {"id": "1", "name": name, "type": 1, "options": said},
        }
        self._client._connection.parse_interaction_create(interaction)
        return number

    async def settled(self) -> None:
        resting = {*self._resting, asyncio.current_task()}
        while going := asyncio.all_tasks() - resting:
            await asyncio.wait(going)

    async def _ask(self, route: Any, body: Any, form: Any) -> Any:
        path: str = route.url.partition("/api/v10")[2].partition("?")[0]
        if self._latency:
            await asyncio.sleep(self._latency)
        self.requests.append((f"{route.method} {path}", asyncio.get_running_loop().time()))
        return self._answer(route, path, body, form)

    def _answer(self, route: Any, path: str, body: Any, form: Any) -> Any:
        if form:
            body = next(json.loads(p["value"]) for p in form if p["name"] == "payload_json")
        if path.endswith("/callback"):
            loading = {"response_message_ephemeral": True, "response_message_loading": True}
            known = {"id": "1", "type": 2, "response_message_id": str(next(_SNOWFLAKES)), **loading}
            return {"interaction": known}
        if path.endswith("/applications/@me"):
            return _APPLICATION
        if path.endswith("/users/@me/channels"):
            reader = int(body["recipient_id"])
            return {"id": str(CHANNEL + reader), "type": 1, "recipients": [_user(reader)]}
        if path.endswith("/messages"):
            # A message that left before the first look of a bot is looked for: in vain.
            return self._posted(body) if route.method == "POST" else []
        found = _MESSAGE.search(path)
        if found is None:
            return []
        if found[1] == "@original":
            return self._posted(body)
        if route.method == "PATCH":
            self._messages[found[1]].update(_kept(body))
        return self._messages[found[1]]

    def _posted(self, body: Mapping[str, Any]) -> dict[str, Any]:
        id = str(next(_SNOWFLAKES))
        self._messages[id] = {
            "id": id,
            "type": 0,
            "channel_id": str(CHANNEL),
            "guild_id": str(SERVER),
            "author": _user(_BOT),
            "timestamp": _WHEN,
            "edited_timestamp": None,
            "content": "",
            "flags": 0,
            **dict.fromkeys(("tts", "pinned", "mention_everyone"), False),
            **{key: [] for key in ("mentions", "mention_roles", "embeds", "components")},
            **_kept(body),
            "attachments": [],
        }
        return self._messages[id]


def _kept(body: Mapping[str, Any]) -> dict[str, Any]:
    kept = ("content", "components", "flags", "embeds")
    return {key: body[key] for key in kept if body.get(key) is not None}
