"""Buttons that ask how well a computer player is to play, in games in which that differs."""

from __future__ import annotations

import discord

from bot.chat.platform import blocks
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import ComponentPress, OutOfDate
from bot.play.match.views import MatchView
from games.core.computer import Level


def levels_of(match_view: MatchView) -> tuple[Level, ...]:
    """The levels of the game's computer player, none without one."""
    return () if match_view.game.computer is None else match_view.game.computer.levels


def buttons(
    match_view: MatchView,
    label: str,
    action: Action,
    *args: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> tuple[blocks.Pressable, ...]:
    """One for each level: ``Leave it to a computer player (hard)``; with a single one just that."""
    found, match = levels_of(match_view), match_view.match.id
    if len(found) == 1:
        return (blocks.button(label, action, match, *args, style=style),)
    return tuple(
        blocks.button(f"{label} ({level})", action, match, *args, level, style=style)
        for level in found
    )


def read_level(pressed: ComponentPress, at: int) -> str:
    """The level that a button of these names in its argument ``at``, empty for none."""
    level = pressed.id.args[at] if len(pressed.id.args) > at else ""
    if level and level not in ("easy", "normal", "hard"):
        raise OutOfDate("There is no such button any more.")
    return level
