"""Giving up a seat: at once in a lobby, after a question in a match that is being played."""

from __future__ import annotations

import discord

from bot.chat.people import computer_levels
from bot.chat.people.resigning import empty_seat
from bot.chat.platform import blocks
from bot.chat.platform.component_press import ComponentPress
from bot.chat.platform.context import Interaction, command_of, context_of
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.message import Message
from bot.chat.platform.replies import OutOfDate, board_button, note
from bot.chat.platform.safe_text import escape
from bot.play.lobby import seating
from bot.play.lobby.seating import Replacement
from bot.play.match.views import MatchView
from bot.play.storage.records import Status

ASK = "ask"
"""The argument of a button that is pressed on a private message, and asks there."""


async def leave(pressed: ComponentPress, match_view: MatchView) -> None:
    """Without an argument the first press, with one the answer to the question."""
    if pressed.id.args in ((), (ASK,)):
        await pressed.answer(await left(pressed.interaction, match_view))
        return
    try:
        instead = Replacement(pressed.argument(0))
    except ValueError:
        raise OutOfDate("There is no such button any more.") from None
    level = computer_levels.pressed(pressed, 1)
    receipt = await seating.leave(pressed.context.app, pressed.command, instead, level)
    await pressed.answer(note(escape(receipt.text), (board_button(receipt.match),)))


async def left(interaction: Interaction, match_view: MatchView) -> Message:
    """A lobby is left at once; in a match it is asked what becomes of the seat.

    Raises a ``Refusal``.
    """
    if match_view.match.status is Status.RUNNING:
        return question(match_view)
    receipt = await seating.leave(
        context_of(interaction).app,
        command_of(interaction, match_view.match.id),
    )
    return note(escape(receipt.text))


def question(match_view: MatchView) -> Message:
    """Who shall play on? Raises a ``Refusal`` for somebody who has no seat to leave."""
    match_view.own_seat()
    match, danger = match_view.match.id, discord.ButtonStyle.danger
    buttons: list[blocks.Pressable] = []
    lines = [
        "Do you want to leave this match? Somebody else can take your seat with `/match join`."
    ]
    if match_view.game.computer is not None:
        lines.append("A computer player can play on for you, or the seat stays empty.")
        label = "Leave it to a computer player"
        buttons += computer_levels.buttons(
            match_view, label, Action.LEAVE, Replacement.COMPUTER, style=danger
        )
    lines.append(empty_seat(match_view))
    lines.append(
        "The others can claim the win once nobody is left on your side. In a rated match you take "
        "the loss if it ends against your seat, no matter who plays on there."
    )
    if match_view.game.meta.leaving:
        lines.append(f"-# {escape(match_view.game.meta.leaving)}")
    empty = blocks.button("Leave it empty", Action.LEAVE, match, Replacement.VACANT, style=danger)
    return note("\n".join(lines), (*buttons, empty, board_button(match)))
