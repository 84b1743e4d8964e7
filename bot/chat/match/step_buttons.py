"""Buttons that lead from one position of a match to another, on a private board."""

from __future__ import annotations

from bot.chat.match.looks import Looks
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable
from bot.chat.platform.custom_ids import Action, join_path
from bot.play.storage.records import Match


def build_buttons(match: Match, at: int, last: int, looks: Looks) -> list[Pressable]:
    """First, back, next and newest from the position after the public entry ``at``.

    ``last``   the number of the newest public entry
    ``looks``  as the board is seen; they stay
    """
    ways = (("First", 1, at > 1), ("Back", at - 1, at > 1), ("Next", at + 1, at < last))
    buttons = [
        button_to(
            label, match, number if possible else at, looks, label.lower(), disabled=not possible
        )
        for label, number, possible in ways
    ]
    return [*buttons, blocks.button("Newest", Action.BOARD, match.id, join_path(looks.words))]


def button_to(
    label: str, match: Match, number: int, looks: Looks, role: str, *, disabled: bool = False
) -> Pressable:
    """A button to the position after the public entry ``number``.

    ``role``  tells buttons apart that lead to the same place
    """
    return blocks.button(
        label, Action.AT, match.id, str(number), join_path(looks.words), role, disabled=disabled
    )
