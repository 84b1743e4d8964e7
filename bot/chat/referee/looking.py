"""Looking through the eyes of a seat: noted first, told to everybody when the match is over."""

from __future__ import annotations

from discord import app_commands

from bot.chat.boundary import answer_command
from bot.chat.match import panel, prepared_answers
from bot.chat.platform import blocks
from bot.chat.platform.blocks import put_below
from bot.chat.platform.interactions import Context, Interaction, answer
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, shorten
from bot.chat.referee.commands import referee
from bot.chat.referee.request import build_ruling_here, find_seat_here, suggest_seats_for
from bot.play.match.views import MatchView
from bot.play.referee import assignments, referee_views
from bot.play.referee.authority import LONGEST_REASON, Ruling
from games.core.types import Seat

_MOST_ASKED = 8


@referee.command(name="look", description="See what a seat sees; everybody is told at the end")
@app_commands.describe(
    reason="Why; everybody can read it when the match is over",
    seat="Whose view; leave it out to see everything",
)
@app_commands.autocomplete(seat=suggest_seats_for(assignments.look))
async def look(
    interaction: Interaction,
    reason: app_commands.Range[str, 1, LONGEST_REASON],
    seat: str | None = None,
) -> None:
    async with answer_command(interaction) as context:
        as_referee = await build_ruling_here(interaction, reason)
        which = None if seat is None else await find_seat_here(interaction, seat)
        await answer(interaction, await show_view(context, as_referee, which))


async def show_view(context: Context, as_referee: Ruling, seat: Seat | None) -> Message:
    """What ``seat`` sees, or everything, once it is noted that the referee looked. Raises a
    ``Refusal``."""
    receipt = await assignments.look(context.app, as_referee, seat)
    match_view = await referee_views.load_through(context.app, receipt.match, seat)
    said = "\n".join((f"👁️ {escape(receipt.text)}", *_waiting_lines(match_view)))
    board = await panel.build_board(match_view, context.pictures)
    return put_below(board, blocks.text(said))


def _waiting_lines(match_view: MatchView) -> tuple[str, ...]:
    """What the seat is asked, and what it has decided in advance."""
    if match_view.seat is None:
        return ()
    asked = (
        match_view.game.words.ask(match_view.view, each) for each in match_view.mine[:_MOST_ASKED]
    )
    lines = tuple(f"- {escape(shorten(each, 200))}" for each in asked)
    orders = prepared_answers.answers_in_short(match_view)
    return ("**Open decisions**", *(lines or ("- nothing",)), *((orders,) if orders else ()))
