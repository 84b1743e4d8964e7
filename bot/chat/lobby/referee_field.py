"""Naming the referee of a match in its lobby, beside those who may manage the server."""

from __future__ import annotations

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part
from bot.chat.platform.custom_ids import Action, CustomId
from bot.play.lobby.agreement import REFEREE
from bot.play.match.views import MatchView


def referee_line(match_view: MatchView) -> str:
    """The line that names the referee; empty if nobody was named."""
    user = match_view.match.referee
    return "" if user is None else f"- Referee: <@{user}>"


def build_parts(match_view: MatchView) -> tuple[Part | None, ...]:
    """What the host chooses the referee with."""
    match = match_view.match
    select: discord.ui.UserSelect[discord.ui.LayoutView] = discord.ui.UserSelect(
        custom_id=str(CustomId(Action.NAME, match.id, (REFEREE,))),
        placeholder="Nobody beside those who manage this server",
        min_values=0,
        max_values=1,
        default_values=[] if match.referee is None else [discord.Object(match.referee)],
    )
    text = blocks.text("**Referee**\n-# Who else may put things right by hand, seen by everybody.")
    return text, discord.ui.ActionRow(select)
