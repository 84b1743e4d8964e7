"""Inner parts of SimCord that we use although it does not promise to keep them.

``tests/playground/test_world.py`` tells when a new version no longer allows them.
"""

from __future__ import annotations

import asyncio
import base64
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, cast

import discord
import simcord
from simcord.backend import serializers
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import BackendError
from simcord.components import walk_components
from simcord.http import router
from simcord.http.router import RequestContext


def set_clock(env: simcord.Env, now: datetime) -> None:
    """Let the simulation begin at ``now``. Only before ``env.start()``.

    The public way, advancing months after the start, would run every sweep of
    those months.
    """
    env.backend.advance_clock((now - env.now()).total_seconds())


def lift_fault(env: simcord.Env, method: str, path: str) -> None:
    """Undo ``env.inject_error(method, path, times=None)``."""
    env.backend.faults[:] = [
        fault for fault in env.backend.faults if (fault["method"], fault["path"]) != (method, path)
    ]


def take_turns(preview: simcord.Preview, lock: asyncio.Lock) -> None:
    """Let presses on the pages of ``preview`` wait for ``lock``.

    The simulation refuses what overlaps: without this, a press that meets the
    pump or somebody else's press is lost.
    """
    act = preview._action  # noqa: SLF001 - the one place through which all presses come

    async def press_in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with lock:
            return await act(context_id, body)

    preview._action = press_in_turn  # type: ignore[method-assign]  # noqa: SLF001 - as above


def follow_news(preview: simcord.Preview) -> None:
    """Let the pages of ``preview`` scroll to each new message of the bot.

    By themselves they stay where they are and say that there is something new, also after one's
    own press.
    """
    publish, newest = preview._publish, preview._initial_target  # noqa: SLF001 - as above
    shown: dict[str, int | None] = {}

    def follow(page: Any, **reason: Any) -> None:
        message = newest(page.viewer, page.channel_id)
        if message != shown.get(page.id):
            shown[page.id] = page.target_id = message
            page.window_end_id = None
        publish(page, **reason)

    preview._publish = follow  # type: ignore[method-assign]  # noqa: SLF001 - as above


async def download(message: discord.Message, address: str) -> bytes:
    """Download a file of ``message`` from its address.

    Files that components show cannot be read in the public way: discord.py gives them no
    connection.
    """
    http = message._state.http  # noqa: SLF001 - see above
    return await http.get_from_cdn(address)


def settle_soon() -> None:
    """Look every 2 ms whether the bot has settled, not every 50. For the whole process.

    While only a thread of aiosqlite works, which the simulation does not know, nothing else
    wakes it: each step of a match would wait 50 ms for nothing.
    """
    defaults: Any = simcord.Env._settle_internal.__kwdefaults__  # noqa: SLF001 - see above
    defaults["idle"] = 0.002


def answer_as_discord_does() -> None:
    """Leave the files that components or embeds show out of the ``attachments`` of messages.

    Discord does so on purpose (discord-api-docs issue 8277, pull request 8279); the simulation
    lists them. For all environments of the process, once.
    """
    if serializers.message_payload is not _payload:
        serializers.message_payload = _payload
        # Of two handlers that fit, the simulation takes the first.
        template = ["applications", "{application_id}", "emojis"]
        router._ROUTES["POST"].insert(0, (template, _create_emoji))  # noqa: SLF001 - as above


def _create_emoji(request: RequestContext) -> Any:
    """Create an emoji; the simulation's own takes what Discord refuses, and drops the picture."""
    body, backend = request.fields("name", "image"), request.backend
    picture = base64.b64decode(body["image"].partition(",")[2])
    if not _EMOJI_NAME.fullmatch(body["name"]) or len(picture) > _MOST_EMOJI_BYTES:
        raise BackendError(400, 50035, "Invalid Form Body")
    if len(backend.application_emojis) >= _MOST_EMOJIS:
        raise BackendError(400, 30008, "Maximum number of emojis reached")
    emoji = backend.create_application_emoji(body["name"])
    backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = picture  # noqa: SLF001 - as above
    return serializers.guild_emoji_payload(backend, emoji)


_EMOJI_NAME = re.compile("[A-Za-z0-9_]{2,32}")
_MOST_EMOJIS, _MOST_EMOJI_BYTES = 2000, 256 * 1024

_listing = serializers.message_payload


def _payload(*args: Any, **kwargs: Any) -> Any:
    payload = cast(dict[str, Any], _listing(*args, **kwargs))
    shown = set(_shown_files(payload))
    payload["attachments"] = [
        file for file in payload["attachments"] if not shown & {file["id"], file["url"]}
    ]
    return payload


def _shown_files(payload: Mapping[str, Any]) -> Iterator[str]:
    """Ids, or addresses, of the files that a message shows."""
    for part in walk_components(payload["components"]):
        items = [part, *(part.get("items") or ())]
        media = [each[key] for each in items for key in ("media", "file") if each.get(key)]
        yield from (each["attachment_id"] for each in media if each.get("attachment_id"))
    for embed in payload["embeds"]:
        pictures = [embed[key] for key in ("image", "thumbnail") if embed.get(key)]
        yield from (each["url"] for each in pictures)
