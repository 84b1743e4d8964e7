"""Buttons that lead from one position of a match to another, on the board that only one sees."""

from __future__ import annotations

from collections.abc import Iterable

from bot.chat import blocks
from bot.chat.blocks import Pressable
from bot.chat.custom_ids import Action, joined
from bot.play.records import Match

LOOKS = ("text", "threats", "turned")


def steps(match: Match, at: int, last: int, looks: Iterable[str]) -> list[Pressable]:
    """First, back, next and newest from the position after the public entry ``at``.

    ``last``   the number of the newest public entry
    ``looks``  those of ``LOOKS`` that are on; they stay
    """
    kept = tuple(looks)
    ways = (
        ("First", 1, at > 1),
        ("Back", at - 1, at > 1),
        ("Next", at + 1, at < last),
    )
    buttons = [
        to(label, match, number if possible else at, kept, label.lower(), disabled=not possible)
        for label, number, possible in ways
    ]
    return [*buttons, blocks.button("Newest", Action.BOARD, match.id, *kept)]


def to(
    label: str,
    match: Match,
    number: int,
    looks: Iterable[str],
    role: str,
    *,
    disabled: bool = False,
) -> Pressable:
    """To the position after the public entry ``number``.

    ``role``  tells buttons apart that lead to the same place
    """
    return blocks.button(
        label, Action.AT, match.id, str(number), joined(tuple(looks)), role, disabled=disabled
    )
