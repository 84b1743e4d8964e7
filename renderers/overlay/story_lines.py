"""The steps of a story as numbered lines below a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from renderers import palette as c
from renderers.overlay import overlay_art as art
from renderers.overlay.overlays import Step
from renderers.palette import Colour
from renderers.scene import Caption, Mark, Style


class Frame(NamedTuple):
    """Where the lines stand: ``x`` of the first, its base line ``y``, how wide they may be all
    together, ``step`` from line to line, and how many there are in a column."""

    x: int
    y: int
    wide: int
    step: int
    rows: int


def lines(
    story: Sequence[Step], frame: Frame, colours: Sequence[Colour], sizes: tuple[int, int]
) -> tuple[list[Mark], list[Caption]]:
    """The steps in up to two columns; where they are too many, the lightest are left out, and of
    those the last.

    ``colours`` are those of the seats, ``sizes`` those of the lettering in one column and in two.
    """
    columns = 1 if len(story) <= frame.rows else 2
    most = columns * frame.rows
    most -= len(story) > most
    heaviest = sorted(enumerate(story), key=lambda each: -each[1].weight)[:most]
    kept = [step for _, step in sorted(heaviest)]
    wide, size = frame.wide // columns, sizes[columns - 1]
    style = Style(size, c.WHITE, c.VOID, bold=False)
    marks: list[Mark] = []
    words: list[Caption] = []
    for place, step in enumerate(kept):
        column, row = divmod(place, frame.rows)
        x, y = frame.x + column * wide, frame.y + row * frame.step
        seat = c.WHITE if step.seat is None else colours[step.seat]
        at = x
        if step.number:
            disc = art.callout(step.number, "", size * 5 // 6, seat, False)
            marks.append((disc, x, y - size // 3 - disc.height // 2))
            at += disc.width + size // 3
        words.append(Caption(step.text, at, y, style, room=x + wide - at - size // 3))
    if more := len(story) - len(kept):
        y = frame.y + (frame.rows - 1) * frame.step
        rest = Style(size, c.MUTED, c.VOID, bold=False)
        words.append(Caption(f"and {more} more", frame.x + wide, y, rest))
    return marks, words
