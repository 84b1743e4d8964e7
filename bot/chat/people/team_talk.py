"""A private thread for a team whose rules let it share what it knows."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import discord

from bot.chat.lobby import empty_threads, private_matches
from bot.chat.platform import permissions
from bot.chat.platform.interactions import ComponentPress, note
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.match.outcomes import join_names
from bot.play.match.views import MatchView
from bot.play.people import team_threads
from bot.play.storage.records import TeamThread

_NOTICE = (
    "🗣️ This thread is for your team in {title}: {mentions}. No other team is let in, but those who "
    "moderate this server can read it, even if they play against you. I write no secrets here; "
    "yours are under **My orders**."
)


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """The way to the thread of one's team, which is made where there is none."""
    app, interaction = pressed.context.app, pressed.interaction
    team, users = team_threads.find_team(match_view.match, match_view.holders, pressed.user)
    known = await team_threads.load(app, match_view.match.id, team)
    if known is not None and await update_members(interaction.client, known, users):
        await team_threads.keep(app, known.thread, match_view.match.id, team, users)
        await pressed.answer(_lead_to(known.thread))
        return
    channel = private_matches.find_parent(interaction)
    needed = {
        **permissions.needed_to_play(in_thread=True),
        **private_matches.TO_MAKE_PRIVATE_THREADS,
    }
    permissions.check(interaction.app_permissions, needed)
    title = match_view.game.meta.title
    name, sides = match_view.game.words.seat, match_view.match.sides
    seats = [name(match_view.view, seat) for seat in sides.all() if sides.teams[seat] == team]
    kind = discord.ChannelType.private_thread
    thread = await empty_threads.make_thread(channel, f"{title}: {join_names(seats)}", kind)
    stands = known.thread if known else None
    kept = await team_threads.keep(app, thread.id, match_view.match.id, team, users, instead=stands)
    if kept != thread.id:  # somebody else of the team was faster
        await empty_threads.remove(thread)
        await pressed.answer(_lead_to(kept))
        return
    mentions = ", ".join(f"<@{user}>" for user in users)
    notice = replace(note(_NOTICE.format(title=escape(title), mentions=mentions)), pings=users)
    for user in users:
        await thread.add_user(discord.Object(user))
    await thread.send(**notice.for_send())
    await pressed.answer(_lead_to(thread.id))


async def update_members(client: discord.Client, known: TeamThread, users: tuple[int, ...]) -> bool:
    """Let who has left the team out of its thread, and who has come into it; whether it is still
    there."""
    try:
        thread = client.get_channel(known.thread) or await client.fetch_channel(known.thread)
    except discord.NotFound:
        return False
    if not isinstance(thread, discord.Thread):
        return False
    for user in {*known.members} - {*users}:
        with suppress(discord.NotFound):
            await thread.remove_user(discord.Object(user))
    for user in {*users} - {*known.members}:
        await thread.add_user(discord.Object(user))
    return True


def _lead_to(thread: int) -> Message:
    return note(f"Your team talks in <#{thread}>.")
