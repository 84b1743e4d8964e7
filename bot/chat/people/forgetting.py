"""Whoever wants it has their settings forgotten, after one more question."""

from __future__ import annotations

import discord

from bot.chat import blocks
from bot.chat.clock_words import counted
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, context_of
from bot.chat.custom_ids import Action
from bot.chat.message import Message
from bot.chat.replies import note


async def question(interaction: Interaction) -> Message:
    app, user = context_of(interaction).app, interaction.user.id
    rests = await app.quiet.shown(user)
    days = counted(len(rests.holidays), "holiday")
    also = f" Your quiet hours and {days} end at once." if rests.hours or rests.holidays else ""
    danger = discord.ButtonStyle.danger
    sure = blocks.button("Forget them", Action.FORGET, None, "yes", style=danger)
    asked = (
        f"Shall I forget your settings: colours, DMs, how you are asked, time zone?{also} "
        "Your matches, what you played in them, and how they ended stay as they are: "
        "they belong to the others as well."
    )
    return note(asked, (sure,))


async def forget(pressed: ComponentPress) -> None:
    """Quiet hours and holidays first: the clocks of the player go on with it."""
    app, user, press = pressed.context.app, pressed.user, pressed.interaction.id
    rests = await app.quiet.shown(user)
    if rests.hours:
        await app.quiet.off(user, press)
    for number, each in enumerate(rests.holidays, start=1):
        assert each.id is not None
        # One press, several deeds, each of them once: no interaction has a number below zero.
        await app.quiet.cancel(user, each.id, -press - number)
    await app.preferences.forget(user)
    await pressed.answer(note("Forgotten. Everything is as it is for somebody new."))
