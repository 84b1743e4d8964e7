"""The log of a match as its reader may read it: page by page, or whole as a text file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from discord import ui

from bot.chat import blocks
from bot.chat.blocks import rows, title
from bot.chat.custom_ids import Action
from bot.chat.message import Attached, Message
from bot.chat.panels import news
from bot.chat.replies import board_button, note
from bot.chat.safe_text import escape
from bot.play.match.views import LogLine, MatchView

A_PAGE = 8
"""Entries; ``news`` keeps one below 1,000 characters, most are far shorter."""
FILE = "file"
"""The argument of the button that asks for all of it."""
_ESCAPED = re.compile(r"\\([^\w\s])")
_WIDE = 22
"""Columns before the sentences: the number and the time."""
_MOST = 3600
_MOST_BYTES = 8000


def page(match_view: MatchView, lines: tuple[LogLine, ...], first: int | None = None) -> Message:
    """The entries from ``first`` on, counted from 0; for ``None`` or beyond, the last ones."""
    if first is None or first >= len(lines):
        first = _last_page(match_view, lines, len(lines))
    page_of = range(first, min(first + A_PAGE, len(lines)))
    told = _fitting(news.paragraph(match_view, lines[at]) for at in page_of)
    heading = f"### Log of {escape(match_view.game.meta.title)}"
    place = _place(lines, range(first, first + len(told)))
    buttons = [
        blocks.button(
            label,
            Action.LOG,
            match_view.match.id,
            str(to) if possible else "-",
            disabled=not possible,
        )
        for label, to, possible in (
            ("Older", _last_page(match_view, lines, first), first > 0),
            ("Newer", first + max(1, len(told)), first + len(told) < len(lines)),
        )
    ]
    leafing = first > 0 or first + len(told) < len(lines)
    as_file = blocks.button("As a file", Action.LOG, match_view.match.id, FILE)
    export = blocks.button("Export", Action.EXPORT, match_view.match.id)
    shown = (*(buttons if leafing else ()), *((as_file, export) if lines else ()))
    return note("\n".join((heading, *told, place)), shown)


def _place(lines: tuple[LogLine, ...], page_of: range) -> str:
    """The range of entry numbers on this page."""
    if not lines:
        return "Nothing has happened in this match yet."
    numbers = [number for at in page_of if (number := lines[at].shown)]
    if not numbers:
        return "-# Entries without a number are not public."
    newest = max(line.shown or 0 for line in lines)
    return f"-# Entries {numbers[0]} to {numbers[-1]} of {newest}"


def _last_page(match_view: MatchView, lines: tuple[LogLine, ...], end: int) -> int:
    """Where a page begins that ends before entry ``end``."""
    newest = range(end - 1, max(-1, end - 1 - A_PAGE), -1)
    return end - len(_fitting(news.paragraph(match_view, lines[at]) for at in newest))


def _fitting(paragraphs: Iterable[str]) -> list[str]:
    """As many of the first ones as one message takes, and at least one."""
    told: list[str] = []
    for each in paragraphs:
        text = "\n".join((*told, each))
        if told and (len(text) > _MOST or len(text.encode()) > _MOST_BYTES):
            break
        told.append(each)
    return told


def whole(match_view: MatchView, lines: tuple[LogLine, ...]) -> Message:
    file = Attached(
        f"log-{match_view.match.id}-{match_view.match.shown}.txt", _text(match_view, lines).encode()
    )
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(
                f"### The log of {title(match_view)}", "Everything you may read, as a file."
            ),
            ui.File(f"attachment://{file.name}"),
            *rows((board_button(match_view.match.id),)),
        ),
    )
    return Message(view, (file,))


def _text(match_view: MatchView, lines: tuple[LogLine, ...]) -> str:
    """A line for each entry: number, time in UTC, who did what; below it what came of it."""
    told = [f"{match_view.game.meta.title}, match {match_view.match.id}", ""]
    for line in lines:
        number = f"#{line.shown}" if line.shown else ""
        when = "" if line.at is None else f"{line.at:%Y-%m-%d %H:%M}"
        gone = " (taken back)" if line.undone else ""
        told.append(f"{number:<5} {when:16} {_plain(news.headline(match_view, line))}{gone}")
        told += [f"{'':{_WIDE}} {sentence}" for sentence in line.sentences]
        if line.agreed:
            told.append(f"{'':{_WIDE}} {_plain(news.agreement(match_view, line))}")
        if line.reason:
            told.append(f"{'':{_WIDE}} Why: {' '.join(line.reason.split())}")
    return "\n".join(told) + "\n"


def _plain(markdown: str) -> str:
    """The plain text of what was escaped for Discord."""
    return _ESCAPED.sub(r"\1", markdown)
