"""The one place that names concrete classes: for Discord and for the playground alike."""

from __future__ import annotations

import gc
import sys

from bot.chat.client import StarpostClient
from bot.clock import SystemEntropy
from bot.play.application import build
from bot.play.lobby.idle import LOBBY_DAYS
from bot.play.pruning import KEEP_DAYS
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.ports import Clock
from bot.store.store import SqlStore
from games import all_games
from renderers import renderer_for

COLLECTED_AFTER = (1_000, 10, 500)
"""Thresholds of the collector's generations: a look at the youngest some 0.3 ms, at the second
2 ms, at everything after some 4,000 moves. Nearly all garbage is found young: of 500 moves in
five games 1,600 objects were left over."""


def build_client(
    store: SqlStore,
    clock: Clock,
    *,
    sweep_seconds: int,
    lobby_days: int = LOBBY_DAYS,
    keep_days: int = KEEP_DAYS,
    servers: tuple[int, ...] = (),
    shards: Shards | None = ALL,
    emojis: bool = True,
) -> StarpostClient:
    """The bot, not yet connected.

    Raises ``TypeError`` for a folder without a game, or a game without a renderer.
    """
    games = all_games()
    return StarpostClient(
        build(
            *(store, games, clock, SystemEntropy()),
            lobby_days=lobby_days,
            keep_days=keep_days,
            shards=shards,
        ),
        {game.meta.id: renderer_for(game.meta.id) for game in games},
        sweep_seconds=sweep_seconds,
        servers=servers,
        emojis=emojis,
    )


def switch_often() -> None:
    """Let a thread that works hand over to one that waits after half a millisecond, not five.

    Pictures are drawn and statements are put together in threads; whenever the event loop
    wakes it would wait that long for each of them that is at it.
    """
    sys.setswitchinterval(0.0005)


def collect_seldom() -> None:
    """Call when the bot is ready: excludes what exists by then from garbage collection.

    Modules, commands and schemas are 160,000 objects that stay to the end: with them every
    thirtieth move or so waited 100 ms for a full collection, in whichever thread it began.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
