"""The log of a match as its reader may read it: page by page, or whole as a text file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from discord import ui

from bot.chat.messages import news
from bot.chat.platform import blocks
from bot.chat.platform.blocks import rows, title
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import board_button, note
from bot.chat.platform.message import Attached, Message
from bot.chat.platform.safe_text import escape
from bot.play.executor import PlayContext
from bot.play.history import excerpts
from bot.play.match import views
from bot.play.match.views import LogLine, MatchView

A_PAGE = 8
"""Entries; ``news`` keeps one below 1,000 characters, most are far shorter."""
FILE = "file"
"""The argument of the button that asks for all of it."""
_PLACE = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,4}))?")
_ESCAPED = re.compile(r"\\([^\w\s])")
_WIDE = 22
"""Columns before the sentences: the number and the time."""
_MOST = 3600
_MOST_BYTES = 8000


async def load_page(context: PlayContext, match_view: MatchView, place: str = "") -> Message:
    """The page that begins at ``place``; without one, or beyond the end, the last page."""
    number, wanted = match_view.match.shown - A_PAGE, _parse_place(place)
    if wanted is not None:
        number = min(number, wanted[0])
    # An entry with a number is a line to everybody, so these reach a page back and one beyond it.
    near = range(number - A_PAGE, number + A_PAGE + 2)
    lines = await excerpts.numbered_lines(context, match_view.match, match_view.viewer, near)
    return build_page(match_view, lines, place)


def build_page(match_view: MatchView, lines: tuple[LogLine, ...], place: str = "") -> Message:
    """The page of the lines from ``place`` on, as many as fit."""
    places, wanted = _places(lines), _parse_place(place)
    from_there = (at for at, each in enumerate(places) if wanted is not None and each >= wanted)
    first = next(from_there, None)
    if first is None:
        first = _last_page(match_view, lines, len(lines))
    page_of = range(first, min(first + A_PAGE, len(lines)))
    told = _fit(news.paragraph(match_view, lines[at]) for at in page_of)
    heading = f"### Log of {escape(match_view.game.meta.title)}"
    numbers = _number_range(match_view, lines[first : first + len(told)])
    buttons = [
        blocks.button(
            label,
            Action.LOG,
            match_view.match.id,
            "{}.{}".format(*places[to]) if possible else "-",
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
    dice = blocks.button("Check the dice", Action.VERIFY, match_view.match.id)
    checked = (dice,) if match_view.game.meta.dice else ()
    shown = (*(buttons if leafing else ()), *((as_file, export, *checked) if lines else ()))
    return note("\n".join((heading, *told, numbers)), shown)


def _places(lines: tuple[LogLine, ...]) -> list[tuple[int, int]]:
    """The place of each line: the last public number up to it, and how many lines after that."""
    places, number, later = list[tuple[int, int]](), 0, -1
    for line in lines:
        number, later = (line.shown, 0) if line.shown else (number, later + 1)
        places.append((number, later))
    return places


def _parse_place(place: str) -> tuple[int, int] | None:
    found = _PLACE.fullmatch(place)
    return None if found is None else (int(found[1]), int(found[2] or 0))


def _number_range(match_view: MatchView, lines: tuple[LogLine, ...]) -> str:
    """The range of entry numbers on this page."""
    if not lines:
        return "Nothing has happened in this match yet."
    numbers = [line.shown for line in lines if line.shown]
    if not numbers:
        return "-# Entries without a number are not public."
    return f"-# Entries {numbers[0]} to {numbers[-1]} of {match_view.match.shown}"


def _last_page(match_view: MatchView, lines: tuple[LogLine, ...], end: int) -> int:
    """The index of the first line of a page that ends before line ``end``."""
    newest = range(end - 1, max(-1, end - 1 - A_PAGE), -1)
    return end - len(_fit(news.paragraph(match_view, lines[at]) for at in newest))


def _fit(paragraphs: Iterable[str]) -> list[str]:
    """As many of the first paragraphs as fit into a message, but at least one."""
    told: list[str] = []
    for each in paragraphs:
        text = "\n".join((*told, each))
        if told and (len(text) > _MOST or len(text.encode()) > _MOST_BYTES):
            break
        told.append(each)
    return told


async def load_file(context: PlayContext, match_view: MatchView) -> Message:
    lines = await views.load_log(context, match_view.match.id, match_view.viewer)
    file = Attached(
        f"log-{match_view.match.id}-{match_view.match.shown}.txt",
        _to_text(match_view, lines).encode(),
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


def _to_text(match_view: MatchView, lines: tuple[LogLine, ...]) -> str:
    """The log as text: for each entry its number, time in UTC, headline, and events below."""
    told = [f"{match_view.game.meta.title}, match {match_view.match.id}", ""]
    for line in lines:
        number = f"#{line.shown}" if line.shown else ""
        when = "" if line.at is None else f"{line.at:%Y-%m-%d %H:%M}"
        gone = " (taken back)" if line.undone else ""
        told.append(f"{number:<5} {when:16} {_to_plain(news.headline(match_view, line))}{gone}")
        told += [f"{'':{_WIDE}} {sentence}" for sentence in line.sentences]
        if line.agreed:
            told.append(f"{'':{_WIDE}} {_to_plain(news.describe_agreement(match_view, line))}")
        if line.reason:
            told.append(f"{'':{_WIDE}} Why: {' '.join(line.reason.split())}")
    return "\n".join(told) + "\n"


def _to_plain(markdown: str) -> str:
    """The plain text of a text escaped for Discord."""
    return _ESCAPED.sub(r"\1", markdown)
