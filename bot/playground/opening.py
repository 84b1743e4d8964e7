"""The real bot on a fresh database: what ``bot.serving`` does for Discord, done for here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.chat.client import StarpostClient
from bot.composition import composed
from bot.play.ports import Clock
from bot.store.store import SqlStore

SWEEP_SECONDS = 30


@asynccontextmanager
async def opened_bot(folder: Path, clock: Clock) -> AsyncIterator[StarpostClient]:
    """The bot with a new database in ``folder``, which must have none yet.

    The simulation gives the same ids at every start: an old database would take
    new presses for old ones.
    """
    store = await SqlStore.open(f"sqlite:///{folder / 'playground.db'}")
    try:
        yield composed(store, clock, sweep_seconds=SWEEP_SECONDS)
    finally:
        await store.aclose()
