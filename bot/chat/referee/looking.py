"""Looking through the eyes of a seat: noted first, told to everybody when the match is over."""

from __future__ import annotations

from discord import app_commands

from bot.chat.context import Interaction
from bot.chat.panels import panel
from bot.chat.picking import standing_orders
from bot.chat.referee.commands import referee
from bot.chat.referee.request import ruling_here, seat_here, seats_for
from bot.chat.replies import answer, boundary, defer, headed
from bot.chat.safe_text import escape, shortened
from bot.play.match.views import MatchView
from bot.play.referee import assignments
from bot.play.referee.authority import LONGEST_REASON

_MOST_ASKED = 8


@referee.command(name="look", description="See what a seat sees; told to all at the end")
@app_commands.describe(
    reason="Why; everybody reads it when the match is over",
    seat="Through whose eyes; left out, you see everything",
)
@app_commands.autocomplete(seat=seats_for(assignments.look))
async def look(
    interaction: Interaction,
    reason: app_commands.Range[str, 1, LONGEST_REASON],
    seat: str | None = None,
) -> None:
    async with boundary(interaction) as desk:
        await defer(interaction)
        wish = await ruling_here(interaction, reason)
        which = None if seat is None else await seat_here(interaction, seat)
        receipt = await assignments.look(desk.house.referee, wish, which)
        sight = await desk.house.referee_eyes.through(receipt.match, which)
        said = "\n".join((f"👁️ {escape(receipt.text)}", *_waiting(sight)))
        await answer(interaction, headed(said, await panel.board(sight, desk.pictures)))


def _waiting(sight: MatchView) -> tuple[str, ...]:
    """What the seat is asked, and what it has decided in advance."""
    if sight.seat is None:
        return ()
    asked = (sight.game.words.ask(sight.view, each) for each in sight.mine[:_MOST_ASKED])
    lines = tuple(f"- {escape(shortened(each, 200))}" for each in asked)
    orders = standing_orders.in_short(sight)
    return ("**It is asked**", *(lines or ("- nothing",)), *((orders,) if orders else ()))
