"""Every press and every form comes through here, whatever its age.

Nothing is remembered between two presses, so buttons and forms of before a
restart answer like new ones.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import discord

from bot.chat.boundary import boundary
from bot.chat.commands import match_buttons, opening, rules
from bot.chat.component_press import ComponentPress
from bot.chat.context import Context, Interaction
from bot.chat.custom_ids import Action
from bot.chat.history import catching_up, dice_proofs, forks, match_files, past, replay, undo_page
from bot.chat.panels import idle_lobbies, lobby_settings, match_lists
from bot.chat.people import (
    forgetting,
    leaving,
    profile,
    profile_forms,
    proposals,
    resigning,
    statistics,
)
from bot.chat.picking import conditional_moves, orders, picker, standing_orders
from bot.chat.referee import adjusting, lifecycle
from bot.chat.replies import OutOfDate
from bot.play.refusals import NoMatch

Work: TypeAlias = Callable[[ComponentPress], Awaitable[None]]
ELSEWHERE = "This bot serves other servers only. Its owner can let this one in."


@dataclass(frozen=True, slots=True)
class Handler:
    """``in_place``: a press that names something on a private message changes that message."""

    work: Work
    in_place: bool = False


HANDLERS = {
    Action.NEW: Handler(opening.first_match),
    Action.JOIN: Handler(match_buttons.join, in_place=True),
    Action.LEAVE: Handler(leaving.leave, in_place=True),
    Action.START: Handler(match_buttons.start),
    Action.COMPUTER: Handler(match_buttons.computer),
    Action.SETUP: Handler(lobby_settings.show, in_place=True),
    Action.SETTING: Handler(lobby_settings.choose, in_place=True),
    Action.SET: Handler(lobby_settings.change, in_place=True),
    Action.PLAY: Handler(picker.play),
    Action.PICK: Handler(picker.pick, in_place=True),
    Action.PAGE: Handler(picker.page, in_place=True),
    Action.TYPED: Handler(picker.typed, in_place=True),
    Action.CONFIRM: Handler(picker.confirm, in_place=True),
    Action.BOARD: Handler(match_buttons.board, in_place=True),
    Action.LOG: Handler(match_buttons.log, in_place=True),
    Action.AT: Handler(past.show, in_place=True),
    Action.CATCHUP: Handler(catching_up.show),
    Action.REPLAY: Handler(replay.show),
    Action.FORK: Handler(forks.show),
    Action.EXPORT: Handler(match_files.show),
    Action.ORDERS: Handler(orders.show, in_place=True),
    Action.STANDING: Handler(standing_orders.show, in_place=True),
    Action.ORDER: Handler(standing_orders.pick, in_place=True),
    Action.ORDERPAGE: Handler(standing_orders.leaf, in_place=True),
    Action.WROTE: Handler(standing_orders.typed, in_place=True),
    Action.GIVE: Handler(standing_orders.give, in_place=True),
    Action.TAKE: Handler(standing_orders.take_back, in_place=True),
    Action.CLEAR: Handler(standing_orders.clear, in_place=True),
    Action.PREPARE: Handler(conditional_moves.show, in_place=True),
    Action.FORESEE: Handler(conditional_moves.begin, in_place=True),
    Action.FORESEEN: Handler(conditional_moves.pick, in_place=True),
    Action.FORELEAF: Handler(conditional_moves.leaf, in_place=True),
    Action.PREPARED: Handler(conditional_moves.keep, in_place=True),
    Action.UNPREPARE: Handler(conditional_moves.take_back, in_place=True),
    Action.BACK: Handler(standing_orders.back, in_place=True),
    Action.NAME: Handler(lobby_settings.name_referee, in_place=True),
    Action.ADJUST: Handler(adjusting.pick, in_place=True),
    Action.ADJUSTPAGE: Handler(adjusting.leaf, in_place=True),
    Action.ADJUSTED: Handler(adjusting.typed, in_place=True),
    Action.RULED: Handler(lifecycle.ruled, in_place=True),
    Action.VERIFY: Handler(dice_proofs.show),
    Action.DM_SETTING: Handler(orders.set_dms, in_place=True),
    Action.RESIGN: Handler(resigning.ask),
    Action.RESIGNED: Handler(resigning.resigned, in_place=True),
    Action.LIST: Handler(match_lists.turn, in_place=True),
    Action.ME: Handler(profile.show, in_place=True),
    Action.MYFORMED: Handler(profile.formed, in_place=True),
    Action.FORGET: Handler(forgetting.forget, in_place=True),
    Action.LADDER: Handler(statistics.leaf, in_place=True),
    Action.KEEP: Handler(idle_lobbies.keep),
    Action.REMATCH: Handler(match_buttons.rematch),
    Action.TAKEBACK: Handler(undo_page.press, in_place=True),
    Action.PROPOSE: Handler(proposals.press, in_place=True),
    Action.QUESTION: Handler(proposals.asked, in_place=True),
    Action.ANSWER: Handler(proposals.answered, in_place=True),
    Action.RULE: Handler(rules.leaf, in_place=True),
}


async def route(interaction: Interaction) -> None:
    """Answer a press or a form. Raises nothing."""
    async with boundary(interaction) as context:
        checked_server(context, interaction)
        pressed = ComponentPress.of(interaction, context)
        form = _form(pressed)
        if form is not None:
            await form(pressed)
            return
        handler = HANDLERS.get(pressed.id.action)
        if handler is None:
            raise OutOfDate("This button is out of date.", instead="Please use the newest panel.")
        await pressed.promise(in_place=handler.in_place and bool(pressed.id.args))
        await handler.work(pressed)


def _form(pressed: ComponentPress) -> Work | None:
    """What opens a form; Discord does not allow any promise before it."""
    if pressed.interaction.type is not discord.InteractionType.component:
        return None
    if pressed.id.action is Action.TYPE:
        return picker.ask_text
    if pressed.id.action is Action.MYFORM:
        return profile_forms.ask
    if pressed.id.action is Action.WRITE:
        return standing_orders.ask_text
    if pressed.id.action is Action.ADJUSTTEXT:
        return adjusting.ask_text
    if pressed.id.action is Action.REASON:
        return lifecycle.ask_reason
    if pressed.id.action is Action.SET and pressed.is_button:
        return lobby_settings.ask_value
    return None


def checked_server(context: Context, interaction: Interaction) -> None:
    """Raises ``NoMatch`` on a server that the owner has not let in."""
    if not context.serves(interaction.guild_id):
        raise NoMatch(ELSEWHERE)
