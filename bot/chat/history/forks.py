"""A match for practice in a private thread, from a position of another."""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.chat import empty_threads, permissions
from bot.chat.component_press import ComponentPress
from bot.chat.context import Interaction, context_of, person_of
from bot.chat.message import Message
from bot.chat.replies import OutOfDate, note
from bot.chat.safe_text import escape
from bot.play.history import forks
from bot.play.lobby.practice import PracticePlace
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import FORK
from bot.play.refusals import NotNow
from games.core.seats import Seat

TO_MAKE_PRIVATE_THREADS: Mapping[str, str] = {"create_private_threads": "Create Private Threads"}


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """A press on a past position."""
    wanted = pressed.argument(0)
    if not (wanted.isdecimal() and len(wanted) < 7):
        raise OutOfDate("There is no such entry.")
    await pressed.answer(await forked(pressed.interaction, match_view, at=int(wanted)))


async def forked(
    interaction: Interaction,
    match_view: MatchView,
    *,
    at: int | None,
    seat: int | None = None,
    computers: bool = True,
) -> Message:
    """Raises a ``Refusal``; nothing is left behind then.

    ``seat``  counted from 1; by default the own one
    """
    app, user = context_of(interaction).app, interaction.user
    number = await forks.check(app, match_view.match.id, user.id, at)
    channel = _parent(interaction)
    needed = {**permissions.to_play(in_thread=True), **TO_MAKE_PRIVATE_THREADS}
    permissions.check(interaction.app_permissions, needed)
    app.hourly.take(FORK, user.id)
    name = f"{match_view.game.meta.title}: what if, from #{number}"
    thread = await empty_threads.made(channel, name, discord.ChannelType.private_thread)
    place = PracticePlace(
        server=interaction.guild_id or 0,
        channel=thread.id,
        host=person_of(interaction),
        interaction=interaction.id,
        seat=None if seat is None else Seat(seat - 1),
        computers=computers,
    )
    try:
        await thread.add_user(user)
        receipt = await forks.start(app, match_view.match.id, place, number)
        there = (await views.by_public(app, receipt.match)).match.channel
    except BaseException:
        await empty_threads.remove(thread)
        raise
    if there != thread.id:
        # Discord delivered the press twice; the match has its thread already.
        await empty_threads.remove(thread)
    return note(f"{escape(receipt.text)} It is played in <#{there}>.")


def _parent(interaction: Interaction) -> discord.TextChannel:
    """Where the thread is made. Raises ``NotNow``."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise NotNow(
            "A private thread can only be created in a text channel.",
            instead="Type /match fork in one, or in a thread of one.",
        )
    return channel
