"""Matches for practice that begin in a private thread."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.chat.lobby import empty_threads
from bot.chat.platform import permissions
from bot.chat.platform.interactions import Interaction, get_context, get_person, note
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape_around
from bot.play.executor import Receipt
from bot.play.lobby.practice import PracticePlace
from bot.play.match import views
from bot.play.people.hourly_limits import HourlyLimit, count_try
from bot.play.refusals import NotNow

TO_MAKE_PRIVATE_THREADS: Mapping[str, str] = {"create_private_threads": "Create Private Threads"}


async def begin(
    interaction: Interaction,
    name: str,
    limit: HourlyLimit,
    start: Callable[[PracticePlace], Awaitable[Receipt]],
    **more: Any,
) -> Message:
    """Raises a ``Refusal``; nothing is left behind then.

    ``name``  of the thread
    ``more``  what is to be said of its ``PracticePlace``
    """
    app, user = get_context(interaction).app, interaction.user
    channel = find_parent(interaction)
    needed = {**permissions.needed_to_play(in_thread=True), **TO_MAKE_PRIVATE_THREADS}
    permissions.check(interaction.app_permissions, needed)
    await count_try(app, limit, user.id)
    thread = await empty_threads.make_thread(channel, name, discord.ChannelType.private_thread)
    place = PracticePlace(
        server=interaction.guild_id or 0,
        channel=thread.id,
        host=get_person(interaction),
        interaction=interaction.id,
        **more,
    )
    try:
        await thread.add_user(user)
        receipt = await start(place)
        there = (await views.load_public(app, receipt.match)).match.channel
    except BaseException:
        await empty_threads.remove(thread)
        raise
    if there != thread.id:
        # Discord delivered the press twice; the match has its thread already.
        await empty_threads.remove(thread)
    return note(f"{escape_around(receipt.text)} It is played in <#{there}>.")


def find_parent(interaction: Interaction) -> discord.TextChannel:
    """The channel in which the thread is made. Raises ``NotNow``."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise NotNow(
            "A private thread can only be created in a text channel.",
            instead="Do the same in one, or in a thread of one.",
        )
    return channel
