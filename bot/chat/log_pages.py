"""The log of a match, page by page."""

from __future__ import annotations

from bot.chat import blocks, news
from bot.chat.answers import note
from bot.chat.custom_id import Action
from bot.chat.message import Message
from bot.chat.safe_text import escape
from bot.play.sight import LogLine, Sight

A_PAGE = 8
"""Entries; ``news`` keeps one below 700 characters, most are far shorter."""
EMPTY = "Nothing has happened in this match yet."


def page(sight: Sight, lines: tuple[LogLine, ...], number: int | None) -> Message:
    """Page ``number`` of the log, counted from 0; the last one for ``None`` or beyond."""
    last = max(0, (len(lines) - 1) // A_PAGE)
    number = last if number is None else min(number, last)
    listed = lines[number * A_PAGE : (number + 1) * A_PAGE]
    title = f"### Log of {escape(sight.game.meta.title)}, page {number + 1} of {last + 1}"
    told = [news.paragraph(sight, line) for line in listed] or [EMPTY]
    buttons = [
        blocks.button(
            label,
            Action.LOG,
            sight.match.id,
            str(to) if 0 <= to <= last else "-",
            disabled=not 0 <= to <= last,
        )
        for label, to in (("Older", number - 1), ("Newer", number + 1))
    ]
    return note("\n".join((title, *told)), buttons if last else ())
