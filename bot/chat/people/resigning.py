"""Giving up: the question says what exactly will happen in this match, then it happens."""

from __future__ import annotations

import discord

from bot.chat import blocks
from bot.chat.blocks import who
from bot.chat.component_press import ComponentPress
from bot.chat.custom_ids import Action
from bot.chat.message import Message
from bot.chat.panels import computer_levels
from bot.chat.replies import OutOfDate, board_button, note
from bot.chat.safe_text import escape
from bot.play.lobby.seating import Replacement
from bot.play.match.outcomes import listed
from bot.play.match.views import MatchView
from bot.play.people.resigning import prospect
from bot.play.records import Status
from bot.play.refusals import NotNow
from games.core.seats import Seat

_ENDS = "yes"
"""The argument where the match ends with it, and nothing becomes of the seat."""


async def ask(pressed: ComponentPress) -> None:
    await pressed.answer(question(await pressed.sight()))


async def resigned(pressed: ComponentPress) -> None:
    await pressed.sight()
    wanted = pressed.id.args[0] if pressed.id.args else _ENDS
    try:
        instead = Replacement.VACANT if wanted == _ENDS else Replacement(wanted)
    except ValueError:
        raise OutOfDate("There is no such button any more.") from None
    receipt = await pressed.desk.house.resigning.resign(
        pressed.match,
        pressed.user,
        pressed.interaction.id,
        instead,
        computer_levels.pressed(pressed, 1),
    )
    await pressed.answer(note(escape(receipt.text)))


def question(sight: MatchView) -> Message:
    """Whether they mean it. Raises a ``Refusal`` when there is nothing to give up."""
    if sight.match.status is not Status.RUNNING:
        raise NotNow("Only a match that is being played can be given up.")
    seat = sight.own_seat()
    found = prospect(sight.match, sight.holds, seat)
    match = sight.match.id
    if found.ends:
        winners = listed([who(sight, each) for each in found.winners])
        verb = "wins" if len(found.winners) == 1 else "win"
        sure = _button(sight, "Resign", _ENDS)
        asked = (
            f"Do you want to give this match up? It is over then, and {winners} {verb}. You cannot "
            "take it back."
        )
        return note(asked, (sure, board_button(match)))
    goes_on = (
        f"Do you want to give up? The match goes on without you, for {_left(sight, seat)}. "
        "You lose it in any case, and cannot come back."
    )
    other = (
        "-# Only the referee can let somebody take your seat. To open it for whoever wants to play "
        "on in your place, leave the match instead: `/match leave`."
    )
    lines = [goes_on, other]
    buttons: list[blocks.Pressable] = []
    if sight.game.computer is not None:
        label = "Resign: a computer player plays on"
        red = discord.ButtonStyle.danger
        buttons += computer_levels.buttons(
            sight, label, Action.RESIGNED, Replacement.COMPUTER, style=red
        )
    lines.append(f"-# {empty_seat(sight)}")
    if sight.game.meta.leaving:
        lines.append(f"-# {escape(sight.game.meta.leaving)}")
    buttons.append(_button(sight, "Resign: the seat stays empty", Replacement.VACANT))
    return note("\n".join(lines), (*buttons, board_button(match)))


def empty_seat(sight: MatchView) -> str:
    """What a match does about a seat that nobody holds, in a sentence."""
    if sight.game.standing is not None:
        return "An empty seat plays its default immediately."
    return "The match waits for an empty seat until somebody takes it."


def _button(sight: MatchView, label: str, what: str) -> blocks.Pressable:
    style = discord.ButtonStyle.danger
    return blocks.button(label, Action.RESIGNED, sight.match.id, what, style=style)


def _left(sight: MatchView, seat: Seat) -> str:
    others = [hold.seat for hold in sight.holds if hold.seat != seat]
    return listed([who(sight, each) for each in others])
