"""Whoever wants it has their settings forgotten, after one more question."""

from __future__ import annotations

import discord

from bot.chat import blocks
from bot.chat.answers import note
from bot.chat.custom_id import Action
from bot.chat.desk import Interaction, desk_of
from bot.chat.message import Message
from bot.chat.pressed import Pressed
from bot.chat.texts import counted, say


async def question(interaction: Interaction) -> Message:
    house, user = desk_of(interaction).house, interaction.user.id
    rests, language = await house.quiet.shown(user), (await house.wishes.of(user)).language
    days = counted(language, len(rests.holidays), "holiday")
    also = say(language, "forget.also", holidays=days) if rests.hours or rests.holidays else ""
    danger = discord.ButtonStyle.danger
    label = say(language, "button.forget")
    sure = blocks.button(label, Action.FORGET, None, "yes", style=danger)
    return note(say(language, "forget.question", also=also), (sure,))


async def forget(pressed: Pressed) -> None:
    """Quiet hours and holidays first: the clocks of the player go on with it."""
    house, user, press = pressed.desk.house, pressed.user, pressed.interaction.id
    rests = await house.quiet.shown(user)
    if rests.hours:
        await house.quiet.off(user, press)
    for number, each in enumerate(rests.holidays, start=1):
        assert each.id is not None
        # One press, several deeds, each of them once: no interaction has a number below zero.
        await house.quiet.cancel(user, each.id, -press - number)
    language = (await house.wishes.of(user)).language
    await house.wishes.forget(user)
    await pressed.answer(note(say(language, "forget.done")))
