"""Every press and every form comes through here, whatever its age.

Nothing is remembered between two presses, so buttons and forms of before a
restart answer like new ones.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import discord

from bot.chat import (
    catching_up,
    closing,
    forgetting,
    forking,
    leaving,
    lobby_settings,
    match_lists,
    match_presses,
    me,
    me_forms,
    numbers,
    openings,
    orders,
    past,
    picker,
    prepared,
    proposing,
    referee_adjusting,
    referee_course,
    replay,
    resigning,
    rules,
    standing,
    taking_back,
    transfers,
    verifying,
)
from bot.chat.answers import OutOfDate, boundary
from bot.chat.custom_id import Action
from bot.chat.desk import Desk, Interaction
from bot.chat.pressed import Pressed
from bot.play.refusals import NoMatch

Work: TypeAlias = Callable[[Pressed], Awaitable[None]]
ELSEWHERE = "This bot serves other servers only. Its owner can let this one in."


@dataclass(frozen=True, slots=True)
class Handler:
    """``in_place``: a press that names something on a private message changes that message."""

    work: Work
    in_place: bool = False


HANDLERS = {
    Action.NEW: Handler(openings.first_match),
    Action.JOIN: Handler(match_presses.join, in_place=True),
    Action.LEAVE: Handler(leaving.leave, in_place=True),
    Action.START: Handler(match_presses.start),
    Action.COMPUTER: Handler(match_presses.computer),
    Action.SETUP: Handler(lobby_settings.show, in_place=True),
    Action.SETTING: Handler(lobby_settings.choose, in_place=True),
    Action.SET: Handler(lobby_settings.change, in_place=True),
    Action.PLAY: Handler(picker.play),
    Action.PICK: Handler(picker.pick, in_place=True),
    Action.PAGE: Handler(picker.page, in_place=True),
    Action.TYPED: Handler(picker.typed, in_place=True),
    Action.CONFIRM: Handler(picker.confirm, in_place=True),
    Action.BOARD: Handler(match_presses.board, in_place=True),
    Action.LOG: Handler(match_presses.log, in_place=True),
    Action.AT: Handler(past.show, in_place=True),
    Action.CATCHUP: Handler(catching_up.show),
    Action.REPLAY: Handler(replay.show),
    Action.FORK: Handler(forking.show),
    Action.EXPORT: Handler(transfers.show),
    Action.ORDERS: Handler(orders.show, in_place=True),
    Action.STANDING: Handler(standing.show, in_place=True),
    Action.ORDER: Handler(standing.pick, in_place=True),
    Action.ORDERPAGE: Handler(standing.leaf, in_place=True),
    Action.WROTE: Handler(standing.typed, in_place=True),
    Action.GIVE: Handler(standing.give, in_place=True),
    Action.TAKE: Handler(standing.take_back, in_place=True),
    Action.CLEAR: Handler(standing.clear, in_place=True),
    Action.PREPARE: Handler(prepared.show, in_place=True),
    Action.FORESEE: Handler(prepared.begin, in_place=True),
    Action.FORESEEN: Handler(prepared.pick, in_place=True),
    Action.FORELEAF: Handler(prepared.leaf, in_place=True),
    Action.PREPARED: Handler(prepared.keep, in_place=True),
    Action.UNPREPARE: Handler(prepared.take_back, in_place=True),
    Action.BACK: Handler(standing.back, in_place=True),
    Action.NAME: Handler(lobby_settings.name_referee, in_place=True),
    Action.ADJUST: Handler(referee_adjusting.pick, in_place=True),
    Action.ADJUSTPAGE: Handler(referee_adjusting.leaf, in_place=True),
    Action.ADJUSTED: Handler(referee_adjusting.typed, in_place=True),
    Action.RULED: Handler(referee_course.ruled, in_place=True),
    Action.VERIFY: Handler(verifying.show),
    Action.WISH: Handler(orders.wish, in_place=True),
    Action.RESIGN: Handler(resigning.ask),
    Action.RESIGNED: Handler(resigning.resigned, in_place=True),
    Action.LIST: Handler(match_lists.turn, in_place=True),
    Action.ME: Handler(me.show, in_place=True),
    Action.MYFORMED: Handler(me.formed, in_place=True),
    Action.FORGET: Handler(forgetting.forget, in_place=True),
    Action.LADDER: Handler(numbers.leaf, in_place=True),
    Action.KEEP: Handler(closing.keep),
    Action.REMATCH: Handler(match_presses.rematch),
    Action.TAKEBACK: Handler(taking_back.press, in_place=True),
    Action.PROPOSE: Handler(proposing.press, in_place=True),
    Action.QUESTION: Handler(proposing.asked, in_place=True),
    Action.ANSWER: Handler(proposing.answered, in_place=True),
    Action.RULE: Handler(rules.leaf, in_place=True),
}


async def route(interaction: Interaction) -> None:
    """Answer a press or a form. Raises nothing."""
    async with boundary(interaction) as desk:
        checked_server(desk, interaction)
        pressed = Pressed.of(interaction, desk)
        form = _form(pressed)
        if form is not None:
            await form(pressed)
            return
        handler = HANDLERS.get(pressed.id.action)
        if handler is None:
            raise OutOfDate("This button is out of date.", instead="Please use the newest panel.")
        await pressed.promise(in_place=handler.in_place and bool(pressed.id.args))
        await handler.work(pressed)


def _form(pressed: Pressed) -> Work | None:
    """What opens a form; Discord does not allow any promise before it."""
    if pressed.interaction.type is not discord.InteractionType.component:
        return None
    if pressed.id.action is Action.TYPE:
        return picker.ask_text
    if pressed.id.action is Action.MYFORM:
        return me_forms.ask
    if pressed.id.action is Action.WRITE:
        return standing.ask_text
    if pressed.id.action is Action.ADJUSTTEXT:
        return referee_adjusting.ask_text
    if pressed.id.action is Action.REASON:
        return referee_course.ask_reason
    if pressed.id.action is Action.SET and pressed.is_button:
        return lobby_settings.ask_value
    return None


def checked_server(desk: Desk, interaction: Interaction) -> None:
    """Raises ``NoMatch`` on a server that the owner has not let in."""
    if not desk.serves(interaction.guild_id):
        raise NoMatch(ELSEWHERE)
