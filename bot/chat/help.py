"""What Starpost is, in a minute."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.answers import note
from bot.chat.message import Message
from bot.chat.safe_text import escape
from games.core.contract import AnyGame


def page(games: Iterable[AnyGame]) -> Message:
    listed = "\n".join(
        f"- **{escape(game.meta.title)}**: {escape(game.meta.tagline)}" for game in games
    )
    return note(
        "## Starpost\n"
        "Space board games by post: one match in a channel or thread, a move whenever you have "
        "a minute, and a new board after each.\n"
        f"{listed}\n"
        "### A first match\n"
        "1. `/match new` opens a lobby here.\n"
        "2. The others press **Join**; then one of you presses **Start**.\n"
        "3. Press **Make a move** below the board, or type `/move`.\n"
        "### Commands\n"
        "`/match` new, join, leave, start, show, log, resign, list\n"
        "`/move` plays a move that you type; suggestions come as you type\n"
        "`/orders` shows what waits for you, your secrets, and which DMs you want\n"
        "`/rules` tells how a game is played: in short, rule by rule, or what you look for\n"
        "Only the board and the news are public. Every answer to you is yours alone."
    )
