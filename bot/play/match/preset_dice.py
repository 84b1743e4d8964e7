"""Dice rolled elsewhere: faces that the referee has set for the next rolls."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from bot.play.positions import THROWS
from bot.play.storage.records import Entry, EntryKind
from games.core.types import Chance, Rolled

BY_HAND = "by hand"
"""The text of an entry of dice that the referee has set."""


def to_text(faces: Sequence[int]) -> str:
    return ",".join(map(str, faces))


def from_text(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def faces_left_after(entries: Iterable[Entry]) -> str:
    """What is left, after these entries that count, of the faces that the referee has set."""
    left = ""
    for entry in entries:
        if entry.kind is EntryKind.SET_DICE:
            left = to_text(json.loads(entry.body)["faces"])
        elif entry.kind is EntryKind.DICE:
            throw = THROWS.read(entry.body)
            if throw.by_hand:
                _, _, left = lay_faces(Rolled(throw.faces), Chance(throw.asked), left)
    return left


def lay_faces(rolled: Rolled, chance: Chance, text: str) -> tuple[Rolled, bool, str]:
    """``rolled`` with the faces of ``text`` in place of its own, die by die; whether there were
    any; and what is left of them.

    A face that the die does not have ends the list: it was meant for other dice.
    """
    left = list(from_text(text))
    by_hand = False
    faces: list[tuple[int, ...]] = []
    for roll, own in zip(chance.rolls, rolled.faces, strict=True):
        row = list(own)
        for at in range(len(row)):
            if not left:
                break
            if not 1 <= left[0] <= roll.sides:
                left = []
                break
            row[at] = left.pop(0)
            by_hand = True
        faces.append(tuple(row))
    return Rolled(tuple(faces)), by_hand, to_text(left)
