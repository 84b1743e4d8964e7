"""Catch up: what somebody has not seen yet, in four sentences and an animation."""

from __future__ import annotations

import discord

from bot.chat.history import animations
from bot.chat.messages import news
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part, Pressable, rows, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    board_button,
    get_context,
    note,
)
from bot.chat.platform.message import Attached, Message
from bot.chat.platform.safe_text import escape, shorten
from bot.play.history import looking_back
from bot.play.history.looking_back import UnseenEntries
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow

MOST = 60
"""Entries that are shown in pictures; of more, the last ones."""


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """Show the presser what is new to them, and mark it as seen. Raises a ``Refusal``."""
    app, user = pressed.context.app, pressed.user
    with looking_back.only_once(app, f"catch-up {user}"):
        found = await looking_back.load_news(app, pressed.match, user)
        await pressed.answer(await build_page(pressed.interaction, found))
    await looking_back.mark_seen(app, found.match_view, user)


async def build_page(interaction: Interaction, found: UnseenEntries) -> Message:
    match_view = found.match_view
    match = match_view.match.id
    buttons: tuple[Pressable, ...] = (board_button(match), blocks.button("Log", Action.LOG, match))
    if any(decision.waits for decision in match_view.mine):
        green = discord.ButtonStyle.success
        buttons = (blocks.button("Make a move", Action.PLAY, match, style=green), *buttons)
    if not found.lines:
        stands = f"The newest entry is #{match_view.match.shown}." if match_view.match.shown else ""
        return note(f"Nothing has happened since you last caught up or moved. {stands}", buttons)
    told = news.digest(match_view, found.lines)
    parts: list[Part | None] = [
        blocks.text(
            f"### {title(match_view)}: what you have missed", *told, _describe_entries(found)
        )
    ]
    film = await _render_film(interaction, found)
    parts += blocks.pictures(film)
    parts.append(blocks.text(_describe_standing(found)))
    parts += rows(buttons)
    return Message(blocks.layout(blocks.PRIVATE, parts), film)


def _describe_entries(found: UnseenEntries) -> str:
    """``-# 14 entries, #21 to #34, are in the log.``"""
    shown = [line.shown for line in found.lines if line.shown]
    if not shown:
        return ""
    if len(shown) == 1:
        return f"-# Entry #{shown[0]} is in the log."
    return f"-# {len(shown)} entries, #{shown[0]} to #{shown[-1]}, are in the log."


def _describe_standing(found: UnseenEntries) -> str:
    match_view = found.match_view
    return escape(
        shorten(match_view.result or match_view.game.words.standing(match_view.view), 400)
    )


async def _render_film(interaction: Interaction, found: UnseenEntries) -> tuple[Attached, ...]:
    """The animation, or nothing where positions are lost: the lines tell it all the same."""
    match_view = found.match_view
    context = get_context(interaction)
    after = found.after if len(found.seqs) <= MOST else found.seqs[-MOST - 1]
    try:
        animation = await animations.render(
            context, match_view, match_view.viewer, animations.size_limit(interaction), after=after
        )
    except NotNow:
        return ()
    first = next((line.shown for line in found.lines if line.shown), match_view.match.shown)
    count = "One picture" if animation.frames == 1 else f"{animation.frames} pictures"
    last = match_view.match.shown
    span = f"from #{first} to #{last}" if first != last else f"around #{last}"
    said = f"{count} of the match {span}. The last one:"
    return (animations.to_file(f"catch-up-{match_view.match.shown}.gif", animation, said),)
