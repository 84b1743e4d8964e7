"""The whole bot in a simulated Discord: a server, a channel, three people."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import discord
import pytest
import simcord

from bot.chat.client import StarpostClient
from bot.play.house import House, furnish
from bot.store.store import SqlStore
from games import all_games
from games.core.contract import AnyGame
from renderers import Renderer, renderer_for
from tests.toy import GAME as TOY
from tests.toy import RENDERER as TOY_RENDERER

SWEEP = 900


class WorldClock:
    """The time of the simulated Discord, which stands still until a test moves it."""

    def __init__(self) -> None:
        self.read: Callable[[], datetime] = discord.utils.utcnow  # noqa: TID251 - SimCord's clock

    def now(self) -> datetime:
        return self.read()


class SeededEntropy:
    """The same bytes in every run."""

    def __init__(self, seed: int = 7) -> None:
        self._random = random.Random(seed)

    def bytes(self, count: int) -> bytes:
        return self._random.randbytes(count)


@dataclass
class World:
    """The simulated Discord with the bot in it; ``restart`` starts a new bot on the same file."""

    env: simcord.Env
    file: Path
    games: tuple[AnyGame, ...]
    renderers: dict[str, Renderer]
    bot: StarpostClient
    store: SqlStore
    servers: tuple[int, ...] = ()
    people: dict[str, simcord.UserHandle] = field(default_factory=dict)

    @property
    def house(self) -> House:
        return self.bot.desk.house

    async def restart(self) -> None:
        await self.store.aclose()
        self.bot, self.store = await build(self.file, self.games, self.renderers, self.servers)
        await self.env.restart_bot(self.bot)


async def build(
    file: Path,
    games: Iterable[AnyGame],
    renderers: dict[str, Renderer],
    servers: tuple[int, ...] = (),
) -> tuple[StarpostClient, SqlStore]:
    store = await SqlStore.open(f"sqlite:///{file}")
    house = furnish(store, games, WorldClock(), SeededEntropy())
    bot = StarpostClient(house, renderers, sweep_seconds=SWEEP, servers=servers)
    return bot, store


@pytest.fixture
def games() -> tuple[AnyGame, ...]:
    return (*all_games(), TOY)


@pytest.fixture
async def world(
    tmp_path: Path, games: tuple[AnyGame, ...], request: pytest.FixtureRequest
) -> AsyncIterator[World]:
    """Marked with ``servers(id, ...)``, only those may use the bot."""
    renderers: dict[str, Renderer] = {
        game.meta.id: TOY_RENDERER if game is TOY else renderer_for(game.meta.id) for game in games
    }
    file = tmp_path / "starpost.db"
    bot, store = await build(file, games, renderers)
    env = simcord.Env(bot, settle_timeout=60)
    await env.start()
    there = World(env, file, games, renderers, bot, store)
    try:
        yield there
    finally:
        await env.shutdown()
        await there.store.aclose()
    env.raise_errors()
