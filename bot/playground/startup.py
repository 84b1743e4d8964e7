"""The real bot on a fresh database: what ``bot.serving`` does for Discord, done for here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.chat.client import StarpostClient
from bot.composition import composed
from bot.play.storage.ports import Clock
from bot.store.faults import StoreUnusable
from bot.store.store import SqlStore

SWEEP_SECONDS = 30


@asynccontextmanager
async def opened_bot(database: Path | str, clock: Clock) -> AsyncIterator[StarpostClient]:
    """The bot with a new database in a folder, or with an empty one that this URL names.

    Raises ``StoreUnusable``, also for a database that has been used before: the simulation gives
    the same ids at every start, and new presses would be taken for old ones.
    """
    if isinstance(database, Path):
        database = f"sqlite:///{database / 'playground.db'}"
    store = await SqlStore.open(database)
    try:
        if any((await store.counts()).values()):
            raise StoreUnusable("The playground needs an empty database: this one has been used.")
        yield composed(store, clock, sweep_seconds=SWEEP_SECONDS)
    finally:
        await store.aclose()
