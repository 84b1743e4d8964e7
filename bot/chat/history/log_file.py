"""The whole log of a match as a text file, as its reader may read it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from discord import ui

from bot.chat import blocks
from bot.chat.blocks import rows, title
from bot.chat.message import Attached, Message
from bot.chat.panels import news
from bot.chat.replies import board_button
from bot.play.match.views import LogLine, MatchView

_ESCAPED = re.compile(r"\\([^\w\s])")
_WIDE = 22
"""Columns before the sentences: the number and the time."""


def page(match_view: MatchView, lines: Sequence[LogLine]) -> Message:
    file = Attached(
        f"log-{match_view.match.id}-{match_view.match.shown}.txt", text(match_view, lines).encode()
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


def text(match_view: MatchView, lines: Sequence[LogLine]) -> str:
    """A line for each entry: number, time in UTC, who did what; below it what came of it."""
    told = [f"{match_view.game.meta.title}, match {match_view.match.id}", ""]
    for line in lines:
        number = f"#{line.shown}" if line.shown else ""
        when = "" if line.at is None else f"{line.at:%Y-%m-%d %H:%M}"
        gone = " (taken back)" if line.undone else ""
        told.append(f"{number:<5} {when:16} {plain(news.headline(match_view, line))}{gone}")
        told += [f"{'':{_WIDE}} {sentence}" for sentence in line.sentences]
        if line.agreed:
            told.append(f"{'':{_WIDE}} {plain(news.agreement(match_view, line))}")
        if line.reason:
            told.append(f"{'':{_WIDE}} Why: {' '.join(line.reason.split())}")
    return "\n".join(told) + "\n"


def plain(markdown: str) -> str:
    """Text that was escaped for Discord, as it reads there."""
    return _ESCAPED.sub(r"\1", markdown)
