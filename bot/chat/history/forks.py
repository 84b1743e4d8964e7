"""Practice matches in a private thread, from a position of another match."""

from __future__ import annotations

from bot.chat.lobby import private_matches
from bot.chat.platform.component_press import ComponentPress
from bot.chat.platform.context import Interaction, context_of
from bot.chat.platform.message import Message
from bot.chat.platform.replies import OutOfDate
from bot.play.history import forks
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import FORK
from games.core.seats import Seat


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """Fork the past position whose button was pressed."""
    wanted = pressed.argument(0)
    if not (wanted.isdecimal() and len(wanted) < 7):
        raise OutOfDate("There is no such entry.")
    await pressed.answer(await forked(pressed.interaction, match_view, at=int(wanted)))


async def forked(
    interaction: Interaction,
    match_view: MatchView,
    *,
    at: int | None,
    seat: int | None = None,
    computers: bool = True,
) -> Message:
    """Begin a fork. Raises a ``Refusal``, and leaves nothing behind then.

    Args:
        seat: Counted from 1; by default the user's own.
    """
    app, user = context_of(interaction).app, interaction.user.id
    number = await forks.check(app, match_view.match.id, user, at)
    return await private_matches.begin(
        interaction,
        f"{match_view.game.meta.title}: what if, from #{number}",
        FORK,
        lambda place: forks.start(app, match_view.match.id, place, number),
        seat=None if seat is None else Seat(seat - 1),
        computers=computers,
    )
