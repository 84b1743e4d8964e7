"""Giving up: the question says what exactly will happen in this match, then it happens."""

from __future__ import annotations

import discord

from bot.chat.people import computer_levels
from bot.chat.platform import blocks
from bot.chat.platform.blocks import who
from bot.chat.platform.component_press import ComponentPress
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Message
from bot.chat.platform.replies import OutOfDate, board_button, note
from bot.chat.platform.safe_text import escape
from bot.play.lobby.seating import Replacement
from bot.play.match.outcomes import listed
from bot.play.match.views import MatchView
from bot.play.people import resigning
from bot.play.people.resigning import prospect
from bot.play.refusals import NotNow
from bot.play.storage.records import Status
from games.core.seats import Seat

_ENDS = "yes"
"""The argument where the match ends with it, and nothing becomes of the seat."""


async def resign(pressed: ComponentPress, match_view: MatchView) -> None:
    """Without an argument the first press, with one the answer to the question."""
    if not pressed.id.args:
        await pressed.answer(question(match_view))
        return
    wanted = pressed.argument(0)
    try:
        instead = Replacement.VACANT if wanted == _ENDS else Replacement(wanted)
    except ValueError:
        raise OutOfDate("There is no such button any more.") from None
    receipt = await resigning.resign(
        pressed.context.app, pressed.command, instead, computer_levels.pressed(pressed, 1)
    )
    await pressed.answer(note(escape(receipt.text)))


def question(match_view: MatchView) -> Message:
    """Whether they mean it. Raises a ``Refusal`` when there is nothing to give up."""
    if match_view.match.status is not Status.RUNNING:
        raise NotNow("Only a match that is being played can be given up.")
    seat = match_view.own_seat()
    found = prospect(match_view.match, match_view.holders, seat)
    match = match_view.match.id
    if found.ends:
        winners = listed([who(match_view, each) for each in found.winners])
        verb = "wins" if len(found.winners) == 1 else "win"
        sure = _button(match_view, "Resign", _ENDS)
        asked = (
            f"Do you want to give this match up? It is over then, and {winners} {verb}. You cannot "
            "take it back."
        )
        return note(asked, (sure, board_button(match)))
    goes_on = (
        f"Do you want to give up? The match goes on without you, for {_left(match_view, seat)}. "
        "You lose it in any case, and cannot come back."
    )
    other = (
        "-# Only the referee can let somebody take your seat. To let somebody else play "
        "on in your place, leave the match instead: `/match leave`."
    )
    lines = [goes_on, other]
    buttons: list[blocks.Pressable] = []
    if match_view.game.computer is not None:
        label = "Resign: a computer player plays on"
        red = discord.ButtonStyle.danger
        buttons += computer_levels.buttons(
            match_view, label, Action.RESIGN, Replacement.COMPUTER, style=red
        )
    lines.append(f"-# {empty_seat(match_view)}")
    if match_view.game.meta.leaving:
        lines.append(f"-# {escape(match_view.game.meta.leaving)}")
    buttons.append(_button(match_view, "Resign: the seat stays empty", Replacement.VACANT))
    return note("\n".join(lines), (*buttons, board_button(match)))


def empty_seat(match_view: MatchView) -> str:
    """What a match does about a seat that nobody holds, in a sentence."""
    if match_view.game.standing is not None:
        return "An empty seat plays its default immediately."
    return "The match waits for an empty seat until somebody takes it."


def _button(match_view: MatchView, label: str, what: str) -> blocks.Pressable:
    style = discord.ButtonStyle.danger
    return blocks.button(label, Action.RESIGN, match_view.match.id, what, style=style)


def _left(match_view: MatchView, seat: Seat) -> str:
    others = [holder.seat for holder in match_view.holders if holder.seat != seat]
    return listed([who(match_view, each) for each in others])
