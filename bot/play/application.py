"""Wires the application services."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.play.deadlines.sweeper import Deadlines
from bot.play.executor import Executor, PlayContext
from bot.play.lobby.idle import LOBBY_DAYS, Patience
from bot.play.match.computers import Computers
from bot.play.people.statistics import Statistics
from bot.play.positions import Positions
from bot.play.pruning import KEEP_DAYS, Pruning
from bot.play.storage import queries
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.ports import Clock, Entropy, Store
from games.core.contract import AnyGame


@dataclass(frozen=True, slots=True, kw_only=True)
class Application(PlayContext):
    """What the chat uses: the context of all functions of ``bot.play``, and the services that have
    state."""

    computers: Computers
    deadlines: Deadlines
    statistics: Statistics
    patience: Patience
    pruning: Pruning
    shards: Shards | None


def build(
    store: Store,
    games: Iterable[AnyGame],
    clock: Clock,
    entropy: Entropy,
    *,
    lobby_days: int = LOBBY_DAYS,
    keep_days: int = KEEP_DAYS,
    shards: Shards | None = ALL,
) -> Application:
    """``lobby_days``: days without activity after which a lobby is closed; ``keep_days``: those for
    which ``Pruning`` keeps what has been dealt with; ``shards``: those that this process serves,
    ``None`` when it only sweeps and sends."""
    by_id = {game.meta.id: game for game in games}
    positions = Positions(by_id)
    executor = Executor(store, clock, positions)
    context = PlayContext(by_id, store, clock, entropy, positions, executor)
    computers = Computers(context)
    executor.go_on = computers.wake
    return Application(
        games=by_id,
        store=store,
        clock=clock,
        entropy=entropy,
        positions=positions,
        executor=executor,
        computers=computers,
        deadlines=Deadlines(context, shards),
        statistics=Statistics(context),
        patience=Patience(lobby_days),
        pruning=Pruning(context, keep_days),
        shards=shards,
    )


class NewerRules(Exception):
    """Matches were played under rules that this release does not know; the words say what to do."""


async def refuse_newer_rules(context: PlayContext) -> None:
    """Raises ``NewerRules``: past moves would be taken for those of older rules."""
    async with context.store.reading() as reader:
        newest = await reader.read(queries.NewestRules())
    for game, version in newest:
        meta = context.games[game].meta if game in context.games else None
        if meta is not None and version > meta.rules_version:
            raise NewerRules(
                f"The database was last used by a newer Starpost: {meta.title} was played under "
                f"version {version} of its rules; this one knows up to {meta.rules_version}. "
                "Start the newer version, or restore a backup from before it."
            )
