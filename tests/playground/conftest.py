"""A small bot for the tests of the playground: words, a picture, all that can be pressed."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands, ui

from bot.playground.backstage import Backstage
from bot.playground.page import Page
from bot.playground.world import World

START = datetime(2031, 5, 17, 12, 30, tzinfo=UTC)
PICTURE = b"\x89PNG\r\n\x1a\n not really"
ALT = "Two <b>ships</b>."
Interaction = discord.Interaction[Any]


@dataclass
class Watch:
    """A clock that a test sets."""

    time: datetime = START

    def now(self) -> datetime:
        return self.time

    def go(self, by: timedelta) -> None:
        self.time += by


class SmallBot(discord.AutoShardedClient):
    """``/post`` writes to the channel, ``/write`` to the person, ``/thread`` opens a thread."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[Any] = []
        for name, callback in (
            ("post", self._post),
            ("write", self._write),
            ("thread", self._thread),
            ("fail", self._fail),
        ):
            command = app_commands.Command[Any, Any, None](
                name=name, description=name, callback=callback
            )
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self._pressed(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._answered(interaction)

    async def _post(self, interaction: Interaction) -> None:
        await interaction.response.send_message("Posted.", ephemeral=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        await interaction.channel.send("News for everybody")

    async def _write(self, interaction: Interaction) -> None:
        await interaction.response.send_message("Written.", ephemeral=True)
        try:
            await interaction.user.send(view=_letter(), file=_picture())
        except discord.Forbidden as error:
            self.heard.append(error.code)

    async def _thread(self, interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        kind = discord.ChannelType.public_thread
        thread = await interaction.channel.create_thread(name="Side table", type=kind)
        await thread.send("A match of its own")
        await interaction.response.send_message("Opened.", ephemeral=True)

    async def _fail(self, interaction: Interaction) -> None:
        raise ArithmeticError("as asked for")

    async def _pressed(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        self.heard.append((data["custom_id"], data.get("values")))
        if data["custom_id"] != "ask":
            await interaction.response.send_message(f"Heard {data['custom_id']}", ephemeral=True)
            return
        form = ui.Modal(title="Your move", custom_id="form")
        box: ui.TextInput[ui.Modal] = ui.TextInput(custom_id="text", min_length=2, max_length=20)
        form.add_item(ui.Label(text="Move", description="like A4-D7", component=box))
        form.stop()
        await interaction.response.send_modal(form)

    async def _answered(self, interaction: Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        self.heard.append(data["components"][0]["component"]["value"])
        await interaction.response.send_message("Thank you.", ephemeral=True)


def _letter() -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=discord.Colour(0x3355FF))
    box.add_item(ui.TextDisplay("### Your turn <script>alert(1)</script>"))
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
    gallery.add_item(media="attachment://board.png", description=ALT)
    box.add_item(gallery)
    buttons: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    buttons.add_item(ui.Button(label="Yes", custom_id="yes", style=discord.ButtonStyle.success))
    buttons.add_item(ui.Button(label="Type it", custom_id="ask"))
    box.add_item(buttons)
    options = [discord.SelectOption(label=name, value=name.lower()) for name in ("Red", "Blue")]
    choice: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
    choice.add_item(ui.Select(custom_id="colour", placeholder="Which?", options=options))
    box.add_item(choice)
    view.add_item(box)
    view.stop()
    return view


def _picture() -> discord.File:
    return discord.File(io.BytesIO(PICTURE), "board.png", description=ALT)


@dataclass
class Visitor:
    """Asks our page over HTTP, as the page's own script does."""

    session: aiohttp.ClientSession
    page: Page

    async def state(self, person: str = "") -> dict[str, Any]:
        async with self.session.get(f"{self.page.url}state?person={person}") as answer:
            assert answer.status == 200
            state: dict[str, Any] = await answer.json()
            return state

    async def do(self, deed: str, **wish: Any) -> tuple[int, dict[str, Any]]:
        async with self.session.post(self.page.url + deed, json=wish) as answer:
            return answer.status, await answer.json()


@pytest.fixture
def bot() -> SmallBot:
    return SmallBot()


@pytest.fixture
async def world(bot: SmallBot) -> AsyncIterator[World]:
    opened = World(bot)
    await opened.begin(Watch(), "Where the stars meet")
    yield opened
    await opened.end()


@pytest.fixture
async def visitor(world: World) -> AsyncIterator[Visitor]:
    page = Page(Backstage(world))
    await page.open(0)
    async with aiohttp.ClientSession() as session:
        yield Visitor(session, page)
    await page.close()
