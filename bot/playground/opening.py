"""The real bot on a fresh database: what ``bot.__main__`` does for Discord, done for here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.chat.client import StarpostClient
from bot.clock import SystemEntropy
from bot.play.house import furnish
from bot.play.ports import Clock
from bot.store.store import SqlStore
from games import all_games
from renderers import renderer_for

SWEEP_SECONDS = 30


@asynccontextmanager
async def opened_bot(folder: Path, clock: Clock) -> AsyncIterator[StarpostClient]:
    """The bot with a new database in ``folder``, which must have none yet.

    The simulation gives the same ids at every start: an old database would take
    new presses for old ones.
    """
    games = all_games()
    store = await SqlStore.open(f"sqlite:///{folder / 'playground.db'}")
    try:
        house = furnish(store, games, clock, SystemEntropy())
        renderers = {game.meta.id: renderer_for(game.meta.id) for game in games}
        yield StarpostClient(house, renderers, sweep_seconds=SWEEP_SECONDS)
    finally:
        await store.aclose()
