"""The whole bot in a simulated Discord: a server, a channel, three people."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import discord
import pytest
import simcord
from discord import app_commands
from simcord.builders import ChannelHandle, GuildHandle

from bot.chat.client import StarpostClient
from bot.chat.platform.message import Message, message_faults
from bot.play.application import Application, build
from bot.play.match import views
from bot.play.storage import queries
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.records import EntryKind, Match, SeatHolder
from bot.playground.unpromised import answer_as_discord_does, settle_soon
from bot.store.store import SqlStore
from games import all_games
from games.core.contract import AnyGame
from renderers import Renderer, paint, renderer_for
from tests import noughts
from tests.chat.forms import faults_of_form, faults_of_suggestions, silent_selects
from tests.chat.guests import Guest, begin
from tests.chat.hall import Hall
from tests.databases import database as database
from tests.databases import on_both, put_database
from tests.databases import server as server
from tests.toy import GAME as TOY
from tests.toy import RENDERER as TOY_RENDERER
from tests.toy.variants import NIGHT

Found = TypeVar("Found")
SWEEP = 900


class WorldClock:
    """The time of the simulated Discord, which stands still until a test moves it."""

    env: simcord.Env

    def now(self) -> datetime:
        return self.env.now()


class SeededEntropy:
    """The same bytes in every run."""

    def __init__(self, seed: int = 7) -> None:
        self._random = random.Random(seed)

    def bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)


@dataclass
class World:
    """Server, channel and people, and the bot; ``restart`` starts a new bot on the same file.

    ``shards``  those that it serves then
    """

    env: simcord.Env
    database: str
    games: tuple[AnyGame, ...]
    renderers: Mapping[str, Renderer]
    bot: StarpostClient
    store: SqlStore
    guild: GuildHandle
    channel: ChannelHandle
    clock: WorldClock
    seed: int = 7
    shards: Shards | None = ALL

    @property
    def file(self) -> Path:
        """That of SQLite."""
        return Path(self.database.removeprefix("sqlite:///"))

    @property
    def app(self) -> Application:
        return self.bot.context.app

    def guest(self, name: str, guild: GuildHandle | None = None) -> Guest:
        user = self.env.create_user(name, global_name=name.capitalize())
        member = (guild or self.guild).add_member(user)
        return Guest(user, member, self.channel)

    def manager(self, who: str | Guest, guild: GuildHandle | None = None) -> Guest:
        """Somebody who may manage the server: a new user of this name, or that person."""
        guild = guild or self.guild
        role = guild.create_role("gm", permissions=discord.Permissions(manage_guild=True))
        user = (
            self.env.create_user(who, global_name=who.capitalize())
            if isinstance(who, str)
            else who.user
        )
        return Guest(user, guild.add_member(user, roles=[role]), self.channel)

    def room(self, place: Any) -> Any:
        """A channel or thread as discord.py knows it."""
        return self.bot.get_channel(place.id)

    def close_dms(self, guest: Guest) -> None:
        """They take no direct messages from now on."""
        path = f"/channels/{guest.user.dm_channel.id}/messages"
        self.env.inject_error("POST", path, status=403, code=50007, times=None)

    async def show_command(self, name: str, *guests: Guest) -> None:
        """Let Discord show a command to people who may not manage the server."""
        found = {each.name: each for each in await self.bot.tree.fetch_commands()}
        shown: dict[Any, bool] = {guest.actor: True for guest in guests}
        self.guild.set_command_permissions(found[name].id, shown)

    async def match(self, channel: ChannelHandle | None = None) -> Match:
        return await views.load_match_in(self.app, (channel or self.channel).id)

    async def read(self, query: queries.Query[Found]) -> Found:
        async with self.app.store.reading() as reader:
            return await reader.read(query)

    async def kinds(self) -> list[EntryKind]:
        """Of all entries of the match in the channel."""
        return [each.kind for each in await self.read(queries.Entries((await self.match()).id))]

    async def holders(self) -> tuple[SeatHolder, ...]:
        """Of the seats of the match in the channel, in their order."""
        return await self.read(queries.Holders((await self.match()).id))

    async def on_turn(self, *people: Guest) -> tuple[Guest, ...]:
        """Of the seats in their order: the one whom all see to be waited for, and those after."""
        match = await self.match(people[0].place)
        [seat] = (await views.load_public(self.app, match.id)).awaited
        return (*people[seat:], *people[:seat])

    async def to_the_turns(self, *people: Guest) -> tuple[Guest, ...]:
        """In the toy: the lamps are hidden, from beacon 2 on; then as ``on_turn``."""
        for lamp, guest in enumerate(people, 2):
            await guest.types("move", text=f"LAMP{lamp}")
        return await self.on_turn(*people)

    async def drain(self) -> None:
        """Send until nothing is due any more."""
        sender = self.bot.sender
        sender.drain_soon()
        while going := {
            task
            for task in (sender._draining, *sender._served.values())
            if task and not task.done()
        }:
            await asyncio.wait(going)

    async def look(self) -> None:
        """What a sweep does, and all that comes of it."""
        sender = self.bot.sender
        await sender._look()
        if sender._asking is not None:
            await sender._asking
        await self.app.computers.wait_until_settled()
        await self.drain()

    async def restart(self, *, servers: tuple[int, ...] = (), emojis: bool = False) -> None:
        """A clean stop and start."""
        await self.store.aclose()
        self.bot, self.store = await build_bot(
            *(self.database, self.games, self.renderers, self.clock, servers),
            seed=self.seed,
            shards=self.shards,
            emojis=emojis,
        )
        await self.env.restart_bot(self.bot)


async def build_bot(
    database: str,
    games: Iterable[AnyGame],
    renderers: Mapping[str, Renderer],
    clock: WorldClock,
    servers: tuple[int, ...] = (),
    *,
    seed: int = 7,
    shards: Shards | None = ALL,
    emojis: bool = False,
) -> tuple[StarpostClient, SqlStore]:
    store = await SqlStore.open(database)
    app = build(store, games, clock, SeededEntropy(seed), shards=shards)
    bot = StarpostClient(app, renderers, sweep_seconds=SWEEP, servers=servers, emojis=emojis)
    return bot, store


@pytest.fixture(autouse=True, scope="package")
def _rough_pictures() -> Iterator[None]:
    """Art is painted as large as it is shown, which takes a fraction of the time: nobody looks at
    its edges here."""

    def forget() -> None:
        paint._tile.clear()
        paint._backdrop.clear()

    forget()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paint, "_scale", lambda _: 1)
        yield
    forget()


@pytest.fixture(autouse=True)
def _limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever is sent in any of these tests is something that Discord would take."""
    faults: list[str] = []

    def checked(real: Callable[[Message], dict[str, Any]]) -> Callable[[Message], dict[str, Any]]:
        def call(message: Message) -> dict[str, Any]:
            faults.extend(message_faults(message))
            faults.extend(silent_selects(message.view))
            return real(message)

        return call

    monkeypatch.setattr(Message, "for_send", checked(Message.for_send))
    monkeypatch.setattr(Message, "for_edit", checked(Message.for_edit))
    response = discord.InteractionResponse[discord.Client]
    send_modal, autocomplete = response.send_modal, response.autocomplete

    async def form(self: Any, modal: discord.ui.Modal) -> Any:
        faults.extend(faults_of_form(modal.to_dict()))
        faults.extend(silent_selects(modal))
        return await send_modal(self, modal)

    async def suggest(self: Any, choices: Sequence[app_commands.Choice[str]]) -> None:
        faults.extend(faults_of_suggestions([(each.name, each.value) for each in choices]))
        await autocomplete(self, choices)

    monkeypatch.setattr(discord.InteractionResponse, "send_modal", form)
    monkeypatch.setattr(discord.InteractionResponse, "autocomplete", suggest)
    yield
    assert faults == []


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("on_both"):
        on_both(metafunc, "database")


@pytest.fixture
async def world(database: str) -> AsyncIterator[World]:
    async with a_world(database) as there:
        yield there


@asynccontextmanager
async def a_world(
    place: Path | str,
    seed: int = 7,
    also: Mapping[AnyGame, Renderer] = MappingProxyType({}),
    shards: int = 1,
) -> AsyncIterator[World]:
    """Beginning with the same ids, time and entropy each time; in a folder, or in this database.

    ``seed``  of that entropy, from which matches have their dice
    ``also``  further games, with what draws them
    ``shards``  of which the last has the server
    """
    drawn = {TOY: TOY_RENDERER, NIGHT: TOY_RENDERER, noughts.GAME: noughts.RENDERER, **also}
    games = (*all_games(), *drawn)
    renderers = {game.meta.id: drawn.get(game) or renderer_for(game.meta.id) for game in games}
    database = (
        place if isinstance(place, str) else f"sqlite:///{put_database(place / 'starpost.db')}"
    )
    clock = WorldClock()
    bot, store = await build_bot(database, games, renderers, clock, seed=seed)
    answer_as_discord_does()
    settle_soon()
    clock.env = env = simcord.Env(bot, shard_count=shards, settle_timeout=60)
    await env.start()
    # By itself the simulation takes any id, and so any shard.
    guild = (
        env.create_guild("Home", shard_id=shards - 1) if shards > 1 else env.create_guild("Home")
    )
    channel = guild.create_text_channel("games")
    there = World(env, database, games, renderers, bot, store, guild, channel, clock, seed)
    try:
        yield there
    finally:
        await env.shutdown()
        await there.store.aclose()
    env.raise_errors()


@pytest.fixture
def ann(world: World) -> Guest:
    return world.guest("ann")


@pytest.fixture
def bo(world: World) -> Guest:
    return world.guest("bo")


@pytest.fixture
def cy(world: World) -> Guest:
    """Never sits down."""
    return world.guest("cy")


@pytest.fixture
def gm(world: World) -> Guest:
    return world.manager("gm")


@pytest.fixture
async def toy(ann: Guest, bo: Guest) -> Guest:
    """A match of the toy that has just begun; Ann is Red, Bo is Green. Returns Ann."""
    await begin(ann, bo)
    return ann


@pytest.fixture
def hall(world: World) -> Hall:
    ann, bo = world.env.create_user("ann"), world.env.create_user("bo")
    world.guild.add_member(ann)
    world.guild.add_member(bo)
    return Hall(world, world.channel, ann, bo, count(1))
