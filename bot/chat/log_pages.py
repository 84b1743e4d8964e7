"""The log of a match, page by page."""

from __future__ import annotations

from bot.chat import blocks, news
from bot.chat.answers import note
from bot.chat.custom_id import Action
from bot.chat.message import Message
from bot.chat.safe_text import escape
from bot.play.sight import LogLine, Sight

A_PAGE = 8
"""Entries; ``news`` keeps one below 1,000 characters, most are far shorter."""
_MOST = 3600


def page(sight: Sight, lines: tuple[LogLine, ...], first: int | None) -> Message:
    """The entries from ``first`` on, counted from 0; for ``None`` or beyond, the last ones."""
    latest = max(0, len(lines) - A_PAGE)
    first = latest if first is None else min(first, latest)
    told: list[str] = []
    for line in lines[first : first + A_PAGE]:
        told.append(news.paragraph(sight, line))
        if sum(map(len, told)) > _MOST:
            told.pop()
            break
    title = f"### Log of {escape(sight.game.meta.title)}"
    place = f"-# Entries {first + 1} to {first + len(told)} of {len(lines)}"
    if not lines:
        place = "Nothing has happened in this match yet."
    buttons = [
        blocks.button(
            label,
            Action.LOG,
            sight.match.id,
            str(to) if possible else "-",
            disabled=not possible,
        )
        for label, to, possible in (
            ("Older", max(0, first - A_PAGE), first > 0),
            ("Newer", first + max(1, len(told)), first + len(told) < len(lines)),
        )
    ]
    leafing = first > 0 or first + len(told) < len(lines)
    return note("\n".join((title, *told, place)), buttons if leafing else ())
