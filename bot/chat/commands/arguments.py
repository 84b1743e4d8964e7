"""Arguments of commands in their channel: the match, the game, the seat."""

from __future__ import annotations

from bot.chat.platform.interactions import (
    Context,
    Interaction,
    check_place,
    get_context,
    load_match_here,
)
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.refusals import NoMatch, NotNow
from games.core.contract import AnyGame
from games.core.types import Seat


async def load_match_view_here(interaction: Interaction) -> MatchView:
    """The match of the channel as the asker may see it. Raises ``NoMatch``."""
    app, channel = get_context(interaction).app, interaction.channel_id or 0
    match_view = await views.load_here(app, channel, interaction.guild_id, interaction.user.id)
    return check_place(interaction, match_view)


def find_game(context: Context, wanted: str) -> AnyGame:
    """The game with this id or title. Raises ``NoMatch``."""
    for game in context.app.games.values():
        if wanted.strip().casefold() in (game.meta.id.casefold(), game.meta.title.casefold()):
            return game
    known = ", ".join(game.meta.title for game in context.app.games.values())
    raise NoMatch("There is no such game here.", instead=f"There are: {known}.")


async def find_game_here(interaction: Interaction) -> AnyGame:
    """The game of the channel's match, or the only one there is. Raises ``NotNow``."""
    games = get_context(interaction).app.games
    try:
        return games[(await load_match_here(interaction)).game]
    except NoMatch:
        if len(games) == 1:
            return next(iter(games.values()))
        raise NotNow("Which game's rules?", instead="Choose one with the option game.") from None


def find_seat(names: tuple[str, ...], wanted: str) -> Seat:
    """Raises ``NotNow`` for a name that no seat has."""
    for number, name in enumerate(names):
        if name.casefold() == wanted.strip().casefold():
            return Seat(number)
    raise NotNow("There is no such seat.", instead=f"There are: {', '.join(names)}.")
