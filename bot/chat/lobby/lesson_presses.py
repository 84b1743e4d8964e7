"""Presses of somebody who learns a game in a first match."""

from __future__ import annotations

import discord

from bot.chat.lobby import lessons as shown
from bot.chat.lobby import lost_channels, private_matches
from bot.chat.platform import blocks
from bot.chat.platform.interactions import ComponentPress, Interaction, OutOfDate, get_context, note
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.lobby import lessons
from bot.play.people.hourly_limits import LESSON
from bot.play.refusals import NotNow
from bot.play.storage.records import Match
from games.core.contract import AnyGame


async def begin_or_continue(pressed: ComponentPress) -> None:
    """Begin or continue a first match, or mark one of its lessons as known."""
    if pressed.id.match is not None:
        await pressed.answer(await _mark_known(pressed))
        return
    game = pressed.context.app.games.get(pressed.argument(0))
    if game is None:
        raise OutOfDate("That game is no longer here.")
    await pressed.answer(await learn(pressed.interaction, game))


async def learn(interaction: Interaction, game: AnyGame) -> Message:
    """Raises a ``Refusal``; nothing is left behind then."""
    app, server = get_context(interaction).app, interaction.guild_id
    if server is None:
        raise NotNow("A first match is played on a server.", instead="Press it there again.")
    lessons.get_lessons(game)
    match = await lessons.find_running(app, interaction.user.id, server, game)
    if match is not None and not await lost_channels.get_listener(interaction).is_newly_gone(match):
        await _let_in(interaction, match)
        said = f"You are learning {escape(game.meta.title)} already: go on in <#{match.channel}>."
        return note(said, (blocks.link_to(match),))
    return await private_matches.begin(
        interaction,
        f"{game.meta.title}: a first match",
        LESSON,
        lambda place: lessons.start(app, place, game),
    )


async def _let_in(interaction: Interaction, match: Match) -> None:
    """Show the thread to somebody who has left it, if that can be done."""
    guild = interaction.guild
    thread = None if guild is None else guild.get_thread(match.channel)
    if thread is not None:
        try:
            await thread.add_user(interaction.user)
        except discord.HTTPException:
            return


async def _mark_known(pressed: ComponentPress) -> Message:
    match_view = await pressed.load_match_view()
    app, press = pressed.context.app, pressed.interaction.id
    await lessons.mark_known(app, pressed.user, press, match_view, pressed.argument(0))
    return await shown.load_next(app, match_view)
