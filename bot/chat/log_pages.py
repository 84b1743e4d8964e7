"""The log of a match, page by page."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat import blocks, news
from bot.chat.answers import note
from bot.chat.custom_id import Action
from bot.chat.message import Message
from bot.chat.safe_text import escape
from bot.play.sight import LogLine, Sight

A_PAGE = 8
"""Entries; ``news`` keeps one below 1,000 characters, most are far shorter."""
_MOST = 3600
_MOST_BYTES = 8000


def page(sight: Sight, lines: tuple[LogLine, ...], first: int | None) -> Message:
    """The entries from ``first`` on, counted from 0; for ``None`` or beyond, the last ones."""
    if first is None or first >= len(lines):
        first = _last_page(sight, lines)
    told = _fitting(news.paragraph(sight, line) for line in lines[first : first + A_PAGE])
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
            ("Older", _last_page(sight, lines[:first]), first > 0),
            ("Newer", first + max(1, len(told)), first + len(told) < len(lines)),
        )
    ]
    leafing = first > 0 or first + len(told) < len(lines)
    return note("\n".join((title, *told, place)), buttons if leafing else ())


def _last_page(sight: Sight, lines: tuple[LogLine, ...]) -> int:
    """Where a page begins that ends with the last of ``lines``."""
    newest = (news.paragraph(sight, line) for line in reversed(lines[-A_PAGE:]))
    return len(lines) - len(_fitting(newest))


def _fitting(paragraphs: Iterable[str]) -> list[str]:
    """As many of the first ones as one message takes, and at least one."""
    told: list[str] = []
    for each in paragraphs:
        text = "\n".join((*told, each))
        if told and (len(text) > _MOST or len(text.encode()) > _MOST_BYTES):
            break
        told.append(each)
    return told
