"""How a viewer wants to see a board: as text, with threats, turned, whole or in part.

The buttons below a board carry it, and so each of them can change one thing and keep the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from discord import ui

from bot.chat.platform import blocks, private_pictures
from bot.chat.platform.blocks import Part, Pressable, board_file
from bot.chat.platform.custom_ids import join_path
from bot.chat.platform.message import Attached, attach
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.private_pictures import NO_PICTURE
from bot.chat.platform.safe_text import escape, shorten
from bot.play.match.views import LogLine, MatchView
from bot.play.storage.profiles import Explained
from bot.play.storage.records import Status

_CODE_BLOCK = 1500
"""A text board up to this size stands in the message, a bigger one in a file."""
LONGEST_NAME = 8
_NAME = re.compile(rf"[A-Za-z0-9]{{1,{LONGEST_NAME}}}")
_NEAR = "near"
NOW = "now"
"""In the place of the number of an entry: the board of now."""
_LABELS = {
    "threats": ("Show threats", "Hide threats"),
    "turned": ("Turn the board", "Turn it back"),
    "text": ("As text", "As picture"),
    "legend": ("Legend", "No legend"),
}


@dataclass(frozen=True, slots=True)
class Looks:
    """``on`` are names of switches: ``threats``, ``turned``, ``text``, ``legend``.

    ``near``: the part around the piece or place of this name, around what matters now for an
    empty one; ``None`` for all of the board
    """

    on: frozenset[str] = frozenset()
    near: str | None = None

    @classmethod
    def from_words(cls, words: Iterable[str]) -> Looks:
        """Read looks from a custom id; unknown words are skipped."""
        known = [word.partition("-") for word in words]
        parts = [name for word, _, name in known if word == _NEAR]
        near = next((name for name in parts if not name or _NAME.fullmatch(name)), None)
        return cls(frozenset(word for word, *_ in known if word in _LABELS), near)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that stand for these looks in a custom id."""
        part = () if self.near is None else (f"{_NEAR}-{self.near}".rstrip("-"),)
        return (*(name for name in _LABELS if name in self.on), *part)


STANDARD = Looks()
_TO_CHOOSE = {
    "threats": "threats marked",
    "turned": "from the other side",
    "legend": "with its legend",
}


def list_choices() -> Iterator[tuple[str, str]]:
    """The looks that can be asked for at once: what a person reads, and the words of ``Looks``."""
    for count in range(1, len(_TO_CHOOSE) + 1):
        for words in combinations(_TO_CHOOSE, count):
            said = ", ".join(_TO_CHOOSE[word] for word in words)
            yield said[:1].upper() + said[1:], join_path(words)


@dataclass(frozen=True, slots=True)
class Board:
    """A board as somebody wants to see it. ``said`` is what could not be shown, in a line.

    ``has_parts``: whether it is large enough for a look at a part of it; ``has_legend``: whether
    there are marks to be explained, ``explained``: those that are
    """

    parts: tuple[Part | None, ...]
    files: tuple[Attached, ...]
    looks: Looks
    has_parts: bool
    has_legend: bool
    said: str
    explained: tuple[Explained, ...]


async def build_board(
    match_view: MatchView, pictures: Pictures, looks: Looks, told: tuple[LogLine, ...] = ()
) -> Board:
    """``told``: the entries whose story is drawn over the board."""
    look = build_look(match_view, told, threats="threats" in looks.on, turned="turned" in looks.on)
    whole = pictures.build_scene(match_view.match.game, match_view.view, look)
    part = None if looks.near is None else whole.around(looks.near)
    said = ""
    if looks.near and part is None:
        said = f"-# There is nothing called {escape(looks.near)} on the board that you see."
    scene, looks = (whole, replace(looks, near=None)) if part is None else (part, looks)
    shown: tuple[Part | None, ...]
    drawn = NO_PICTURE
    if "text" in looks.on:
        shown, files = _text_board(match_view, scene.board)
    else:
        drawn = await private_pictures.render_private(
            match_view, scene, pictures, board_file(match_view)
        )
        shown, files = tuple(blocks.pictures(drawn.files)), drawn.files
    below, explained = blocks.text(drawn.note), drawn.explained
    lines = scene.legend
    if "legend" in looks.on and lines:
        picture = await pictures.render_legend(lines, look)
        extra = attach(picture, "legend.png")
        words = (f"- **{escape(mark)}**: {escape(means)}" for _, mark, means in lines)
        shown, files = (*shown, *blocks.pictures(extra)), (*files, *extra)
        below, explained = blocks.text(*words), private_pictures.new_explanations(match_view, lines)
    has_parts = whole.around("") is not None
    return Board((*shown, below), files, looks, has_parts, bool(lines), said, explained)


def _text_board(
    match_view: MatchView, words: str
) -> tuple[tuple[Part | None, ...], tuple[Attached, ...]]:
    """A text board, in the message where it fits, else as a file."""
    # A zero-width space keeps a run of backticks from closing the block.
    tidy = words.replace("```", "``\u200b`")
    if len(tidy) <= _CODE_BLOCK:
        return (blocks.text(f"```\n{tidy}\n```"),), ()
    file = Attached(f"board-{match_view.match.shown}.txt", words.encode())
    return (ui.File(f"attachment://{file.name}"),), (file,)


To = Callable[[str, Looks, str], Pressable]
"""A button by its label, the looks that it leads to, and a word that no other of them has."""


def switch_buttons(match_view: MatchView, shown: Board, to: To) -> list[Pressable]:
    """A button for each look, which flips it and keeps the others; no threats after the end."""
    over, looks = match_view.match.status is Status.OVER, shown.looks
    return [
        to(labels[name in looks.on], replace(looks, on=looks.on ^ {name}), name)
        for name, labels in _LABELS.items()
        if not (name == "threats" and over) and (name != "legend" or shown.has_legend)
    ]


def windows(shown: Board, to: To, ask: Pressable) -> list[Pressable]:
    """The buttons to all of a board and to its parts; ``ask`` opens the form for a name."""
    if not shown.has_parts:
        return []
    whole = [to("Whole", replace(shown.looks, near=None), "whole")]
    closer = [to("Closer", replace(shown.looks, near=""), "closer")]
    near = shown.looks.near
    return [*(whole if near is not None else ()), *(closer if near != "" else ()), ask]


def name_part(looks: Looks, typed: str) -> tuple[Looks, str]:
    """Add the part of the board that was typed, or say why there is no such part."""
    name = typed.strip()
    if _NAME.fullmatch(name):
        return replace(looks, near=name), ""
    unknown = escape(shorten(name, 40))
    return looks, f"-# “{unknown}” is not the name of a piece or a place, such as E7 or R5."
