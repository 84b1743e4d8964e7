"""The one place that names concrete classes: for Discord and for the playground alike."""

from __future__ import annotations

from pathlib import Path

from bot.chat.client import StarpostClient
from bot.clock import SystemEntropy
from bot.play.application import furnish
from bot.play.lobby.idle import LOBBY_DAYS
from bot.play.ports import Clock
from bot.store.store import SqlStore
from games import all_games
from games.core.shelf import unshelved
from renderers import renderer_for, shelved_renderer


def composed(
    store: SqlStore,
    clock: Clock,
    *,
    sweep_seconds: int,
    lobby_days: int = LOBBY_DAYS,
    servers: tuple[int, ...] = (),
    synced: Path | None = None,
) -> StarpostClient:
    """The bot, not yet connected. Rules and pictures are on the shelf: see ``warm_up``.

    Raises ``TypeError`` for a game without card or picture.
    """
    games = all_games()
    return StarpostClient(
        furnish(store, games, clock, SystemEntropy(), lobby_days=lobby_days),
        {game.meta.id: shelved_renderer(game.meta.id) for game in games},
        sweep_seconds=sweep_seconds,
        servers=servers,
        synced=synced,
    )


def warm_up() -> None:
    """Read all rules and renderers now, so that no player waits for them.

    Takes some tenths of a second: for a thread of its own. Raises what is wrong with a game:
    a broken one ends the start, and not a match.
    """
    for game in all_games():
        whole = unshelved(game)
        for form in (whole.state_form, whole.move_form, whole.event_form):
            form.prepare()
        renderer_for(game.meta.id)
