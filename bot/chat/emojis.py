"""The signs of seats and kinds of pieces, as emojis of the application: each stands beside a name.

An emoji is named by its words and a digest of its picture, so a sign that is drawn otherwise is
another emoji; those before it stay, as old messages show them. Where an emoji is missing the name
stands alone.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass

import aiohttp
import discord
from discord.ext import tasks

from bot.play.application import Application
from renderers import Renderer, paint
from renderers.scene import Icon

log = logging.getLogger(__name__)

MOST = 2000
"""Emojis that Discord lets an application have."""
_MOST_WORDS, _DIGITS = 25, 6
_MINUTES = 10.0
"""Between two looks, until there is an emoji for each sign."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A sign of a game under its ``key``, with the name of its emoji."""

    game: str
    key: str
    name: str
    picture: bytes


class Emojis:
    """The bot's own emojis. The process with the first shard uploads them, others look them up."""

    def __init__(
        self, client: discord.Client, app: Application, renderers: Mapping[str, Renderer]
    ) -> None:
        self._client = client
        self._app = app
        self._renderers = renderers
        self._drawn: tuple[Drawn, ...] | None = None
        self._complete = False
        self._look = tasks.loop(minutes=_MINUTES)(self.look)

    def start(self) -> None:
        self._look.start()

    def stop(self) -> None:
        self._look.cancel()

    async def look(self) -> None:
        """Look which emojis there are, and upload what is missing; what fails is tried again."""
        if self._complete:
            return
        try:
            await self._complete_them()
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            ids = {"fault": type(error).__name__}
            log.warning("not all signs have their emojis", extra={"ids": ids})

    async def _complete_them(self) -> None:
        if self._drawn is None:
            self._drawn = await asyncio.to_thread(draw, self._renderers)
        found = await self._client.fetch_application_emojis()
        known, room = {each.name: each for each in found}, max(0, MOST - len(found))
        self._note(known)
        missing = {each.name: each.picture for each in self._drawn if each.name not in known}
        shards = self._app.shards
        if shards is not None and 0 in shards.ids:
            try:
                for name in [*missing][:room]:
                    known[name] = await self._client.create_application_emoji(
                        name=name, image=missing.pop(name)
                    )
            finally:
                self._note(known)
        if missing and room == 0:
            log.warning("Discord takes no more emojis", extra={"ids": {"most": MOST}})
        self._complete = not missing

    def _note(self, known: Mapping[str, discord.Emoji]) -> None:
        """Let the texts of each game show those of its signs that have an emoji."""
        for game in self._renderers:
            self._app.signs[game] = {
                each.key: str(known[each.name])
                for each in self._drawn or ()
                if each.game == game and each.name in known
            }


def draw(renderers: Mapping[str, Renderer]) -> tuple[Drawn, ...]:
    """The signs of all games."""
    return tuple(
        Drawn(game, key, *_draw(sign))
        for game, renderer in renderers.items()
        for key, sign in renderer.signs().items()
    )


def _draw(sign: Icon) -> tuple[str, bytes]:
    picture, pixels = paint.sign(sign.art)
    words = re.sub("[^A-Za-z0-9]+", "_", sign.words).strip("_")[:_MOST_WORDS]
    return f"{words}_{hashlib.sha256(pixels).hexdigest()[:_DIGITS]}", picture
