"""Leaving a match: at once in a lobby, after a question in a match that is being played.

The page asks whether to leave the seat empty, to hand it over to a computer player, or to resign.
"""

from __future__ import annotations

import discord

from bot.chat.people import computer_levels
from bot.chat.platform import blocks
from bot.chat.platform.blocks import seat_and_player, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    board_button,
    build_command,
    get_context,
    note,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.lobby import seating
from bot.play.match.outcomes import join_names
from bot.play.match.views import MatchView
from bot.play.people import leaving
from bot.play.people.leaving import Replacement
from bot.play.people.proposal_kinds import DRAW
from bot.play.refusals import NotNow
from bot.play.seat_holders import can_agree_on_draw
from bot.play.storage.records import Status

ASK = "ask"
"""The argument of a button that is pressed on a private message, and asks there."""
_ENDS = "yes"
"""The argument of a resignation that ends the match, so that nothing becomes of the seat."""


async def leave(pressed: ComponentPress, match_view: MatchView) -> None:
    """The first press, or the answer to the question."""
    if pressed.id.args in ((), (ASK,)):
        await pressed.answer(await leave_or_ask(pressed.interaction, match_view))
        return
    instead, level = _replacement(pressed)
    receipt = await leaving.leave(pressed.context.app, pressed.command, instead, level)
    await pressed.answer(note(escape(receipt.text), (board_button(receipt.match),)))


async def resign(pressed: ComponentPress, match_view: MatchView) -> None:
    """The first press, or the answer to the question."""
    if not pressed.id.args:
        await pressed.answer(ask_to_resign(match_view))
        return
    instead, level = _replacement(pressed)
    receipt = await leaving.resign(pressed.context.app, pressed.command, instead, level)
    await pressed.answer(note(escape(receipt.text)))


def _replacement(pressed: ComponentPress) -> tuple[Replacement, str]:
    """What the button says becomes of the seat. Raises ``OutOfDate``."""
    wanted = pressed.argument(0)
    if wanted == _ENDS and pressed.id.action is Action.RESIGN:
        return Replacement.VACANT, ""
    try:
        return Replacement(wanted), computer_levels.read_level(pressed, 1)
    except ValueError:
        raise OutOfDate("There is no such button any more.") from None


async def leave_or_ask(interaction: Interaction, match_view: MatchView) -> Message:
    """Leave a lobby; in a match ask what becomes of the seat. Raises a ``Refusal``."""
    if match_view.match.status is Status.RUNNING:
        return _build_question(match_view)
    command = build_command(interaction, match_view.match.id)
    receipt = await seating.leave(get_context(interaction).app, command)
    return note(escape(receipt.text))


def _build_question(match_view: MatchView) -> Message:
    match, ending = match_view.match.id, _ending_by_resigning(match_view)
    to = "empty" if match_view.game.computer is None else "to a computer player, or empty"
    text = (
        f"### {title(match_view)}: draw, leave or resign\n"
        f"**Leave** your seat {to}: somebody else can take it with `/match join`, or you again. "
        f"{_empty_seat(match_view)}\n"
        "The others can claim the win once nobody is left on your side. In a rated match you take "
        "the loss if it ends against your seat, no matter who plays on there.\n"
        f"**Or resign.** {ending or _goes_on(match_view)}{_leaving_rule(match_view)}"
    )
    leave = _buttons(match_view, Action.LEAVE, "Leave it to a computer player", "Leave it empty")
    resign = blocks.button("Resign …", Action.RESIGN, match)
    if ending:
        resign = _button(match_view, "Resign", Action.RESIGN, _ENDS)
    draw = (blocks.button("Offer a draw …", Action.PROPOSE, match, "ask", DRAW),)
    agreed = can_agree_on_draw(match_view.match, match_view.holders, match_view.waiting)
    offered = draw if match_view.game.meta.draw_rule and agreed else ()
    return note(text, leave, (*offered, resign, board_button(match)))


def ask_to_resign(match_view: MatchView) -> Message:
    """Ask whether they mean it. Raises a ``Refusal`` when there is nothing to give up."""
    if match_view.match.status is not Status.RUNNING:
        raise NotNow("Only a match that is being played can be given up.")
    if _ending_by_resigning(match_view):
        return _build_question(match_view)
    text = (
        f"### {title(match_view)}: resign\n{_goes_on(match_view)}\n"
        "-# Only the referee can let somebody take a seat that was resigned. "
        f"{_empty_seat(match_view)}{_leaving_rule(match_view)}"
    )
    computer, empty = "Resign: a computer player plays on", "Resign: the seat stays empty"
    buttons = _buttons(match_view, Action.RESIGN, computer, empty)
    match = match_view.match.id
    leave = blocks.button("Leave instead", Action.LEAVE, match, ASK)
    return note(text, buttons, (leave, board_button(match)))


def _ending_by_resigning(match_view: MatchView) -> str:
    """Who wins when the viewer resigns; empty where the match goes on. Raises ``NotSeated``."""
    winners = leaving.find_winners(match_view.match, match_view.holders, match_view.own_seat())
    if not winners:
        return ""
    won = join_names([seat_and_player(match_view, each) for each in winners])
    verb = "wins" if len(winners) == 1 else "win"
    return f"The match is over then, and {won} {verb}. You cannot take it back."


def _goes_on(match_view: MatchView) -> str:
    others = [each.seat for each in match_view.holders if each.seat != match_view.seat]
    return (
        "The match goes on without you, for "
        f"{join_names([seat_and_player(match_view, each) for each in others])}. "
        "You lose it in any case, and cannot come back."
    )


def _empty_seat(match_view: MatchView) -> str:
    if match_view.game.standing is not None:
        return "An empty seat plays its default immediately."
    return "The match waits for an empty seat until somebody takes it."


def _leaving_rule(match_view: MatchView) -> str:
    rule = match_view.game.meta.leaving
    return f"\n-# {escape(rule)}" if rule else ""


def _buttons(
    match_view: MatchView, action: Action, computer: str, empty: str
) -> list[blocks.Pressable]:
    """What becomes of the seat: a computer player of each level plays on, or nobody."""
    buttons = [_button(match_view, empty, action, Replacement.VACANT)]
    if match_view.game.computer is not None:
        buttons[:0] = computer_levels.buttons(
            match_view, computer, action, Replacement.COMPUTER, style=discord.ButtonStyle.danger
        )
    return buttons


def _button(match_view: MatchView, label: str, action: Action, what: str) -> blocks.Pressable:
    style = discord.ButtonStyle.danger
    return blocks.button(label, action, match_view.match.id, what, style=style)
