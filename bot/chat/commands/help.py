"""What Starpost is, in a minute."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat.commands import reference
from bot.chat.commands.reference import Command
from bot.chat.lobby.lessons import LEARN_IT, learn_button
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import note
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from games.core.contract import AnyGame

_MOST_BUTTONS = 10


def build_page(
    games: Iterable[AnyGame], commands: Iterable[Command] = (), *, here: bool = False
) -> Message:
    """``here``: whether a match can be opened in this channel; then there are buttons for it."""
    games = tuple(games)
    buttons = (first_lessons(games), first_matches(games)) if here else ()
    listed = "\n".join(
        f"- **{escape(game.meta.title)}**: {escape(game.meta.tagline)}" for game in games
    )
    typed = "\n".join(reference.short_lines(commands))
    return note(
        "## Starpost\n"
        "Space board games by post: one match in a channel or thread, a move whenever you have "
        "a minute, and a new board after each.\n"
        f"{listed}\n"
        "### A first match\n"
        "**Learn it**, below and in `/rules`, teaches a game while you play it, one thing at a "
        "time.\n"
        "1. `/match new` opens a lobby here; with `computers` you play on your own.\n"
        "2. The others press **Join**; then one of you presses **Start**.\n"
        "3. Press **Make a move** below the board, or type `/move`.\n"
        "### Commands\n"
        f"{typed}\n\n"  # without the empty line the next would belong to the list
        "Most of this is also on buttons, below the board and under **My orders**. "
        "Only the board and the news are public. Every answer to you is yours alone.",
        *buttons,
    )


def first_lessons(games: Iterable[AnyGame]) -> list[Pressable]:
    """A button for each game that teaches it in a first match."""
    taught = (game for game in games if game.lessons is not None)
    return [learn_button(game, f"{LEARN_IT}: {game.meta.title}") for game in taught][:_MOST_BUTTONS]


def first_matches(games: Iterable[AnyGame]) -> list[Pressable]:
    """A button for each game that opens a match to begin with; those played alone come first."""
    ordered = sorted(games, key=lambda game: game.computer is None)
    return [
        blocks.button(
            f"{'Open' if game.computer is None else 'Play the computer:'} {game.meta.title}",
            Action.NEW,
            None,
            game.meta.id,
        )
        for game in ordered[:_MOST_BUTTONS]
    ]
