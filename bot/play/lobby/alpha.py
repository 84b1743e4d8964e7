"""Games in alpha: their matches begin only where those who manage the server allow it."""

from __future__ import annotations

from bot.play.executor import Noted, PlayContext, transactional_beside
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork
from bot.play.storage.records import Server
from games.core.contract import AnyGame

COMMAND = "`/server alpha`"


def is_alpha(game: AnyGame) -> bool:
    return game.meta.stage == "alpha"


async def is_allowed(context: PlayContext, server: int | None) -> bool:
    """``server``  ``None`` for a DM, where no match begins"""
    if server is None:
        return False
    async with context.store.reading() as reader:
        return _allows(await reader.read(queries.ServerById(server)))


async def offered_games(context: PlayContext, server: int | None) -> tuple[AnyGame, ...]:
    """The games of which matches can be opened there."""
    games = tuple(context.games.values())
    if not any(map(is_alpha, games)) or await is_allowed(context, server):
        return games
    return tuple(game for game in games if not is_alpha(game))


async def check(reader: Reader, game: AnyGame, server: int) -> None:
    """Check that a match of the game may begin. Raises ``NotNow``."""
    if is_alpha(game) and not _allows(await reader.read(queries.ServerById(server))):
        raise NotNow(
            f"{game.meta.title} is in alpha, and this server does not allow games in alpha.",
            instead=f"Members with Manage Server can allow them with {COMMAND}.",
        )


@transactional_beside
async def allow(
    work: UnitOfWork, context: PlayContext, user: int, server: int, *, wanted: bool
) -> Noted:
    """Allow games in alpha on the server from now on, or no longer."""
    now = context.clock.now()
    await work.see_server(server, now)
    await work.change_server(server, {"alpha_since": now if wanted else None})
    said = "Games in alpha can now be played on this server."
    if not wanted:
        said = "No more matches of games in alpha begin on this server. Those under way go on."
    return Noted("alpha" if wanted else "no alpha", str(server), said)


def _allows(server: Server | None) -> bool:
    return server is not None and server.alpha_since is not None
