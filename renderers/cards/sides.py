"""Parts around a board: who is to act above it, the last turn and a card for each side below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeAlias

from games.core.overlay import Overlay
from renderers import paint
from renderers import palette as c
from renderers.boards.inset import Inset
from renderers.glyphs import box
from renderers.overlay import overlays, story_lines
from renderers.palette import VOID, Colour
from renderers.scene import SIGN, Area, Art, Caption, Label, Mark, Sign, Stroke, Style, seat_signs

EDGE, GAP = 16, 16
LINE = 36
ROWS = 5
"""Most lines of the story in a column."""


@dataclass(slots=True)
class Part:
    """A part of the picture, and the y at which it ends."""

    marks: list[Mark] = field(default_factory=list)
    words: list[Caption] = field(default_factory=list)
    end: int = 0


def head(said: str, acts: str, sign: Art | None, wide: int) -> Part:
    """How the match stands at the left: in large letters up to the first comma; who is to act at
    the right, with the sign of the side."""
    part, right = Part(), wide - EDGE
    big, small = Style(36, c.WHITE, VOID), Style(30, c.MUTED, VOID)
    if acts:
        part.words.append(Caption(acts, right, 44, big, "right"))
        right -= paint.width(acts, big) + 56
    if sign is not None:
        part.marks.append((sign, right, 14))
    first, _, rest = said.partition(", ")
    part.words.append(Caption(first, EDGE, 44, big))
    x = EDGE + paint.width(first, big) + 16
    part.words.append(Caption(rest, x, 44, small, room=max(60, right - x - 16)))
    return part


def outcome(said: str, wide: int) -> Part:
    """The result alone."""
    style = Style(36, c.WHITE, VOID)
    return Part(words=[Caption(said, EDGE, 44, style, room=wide - 2 * EDGE)])


def story(
    overlay: Overlay[object] | None,
    colours: Sequence[Colour],
    wide: int,
    top: int,
    inset: Inset | None,
) -> Part:
    """What happened last; beside it the whole board in small, for a part."""
    part, room = Part(), wide - 2 * EDGE
    if inset is not None:
        part.marks += inset.at(wide - EDGE - inset.width, top)
        room -= inset.width + GAP
    steps = tuple(overlays.steps(overlay)) if overlay else ()
    most = len(steps) if len(steps) <= ROWS else min(ROWS, -(-len(steps) // 2))
    frame = story_lines.Frame(EDGE, top + LINE, room, LINE, most)
    part.marks[len(part.marks) :], part.words = story_lines.lines(steps, frame, colours, (28, 25))
    part.end = top + LINE * (most + 1) - LINE // 3
    if inset is not None:
        part.end = max(part.end, top + inset.height + EDGE)
    return part


def chip_signs(names: Sequence[str], chip_of: Callable[[int, int, Colour], Art]) -> dict[str, Sign]:
    """Signs of seats, with a dark rim: a bright one would be lost on a bright page."""

    def rimmed(seat: int) -> Art:
        plain = chip_of(seat, SIGN, VOID)
        edge = Stroke(box(3, 3, SIGN - 6, SIGN - 6, SIGN / 5), 6, VOID, closed=True)
        return replace(plain, shapes=(*plain.shapes, edge))

    return seat_signs(names, rimmed)


@lru_cache(maxsize=32)
def card(edge: Colour | None, wide: int, high: int) -> Art:
    """The ground of a side's card; ``edge`` for the side that is to act."""
    ring = box(4, 4, wide - 8, high - 8, 18)
    rim = Stroke(ring, 6 if edge else 3, edge or c.RIM, True)
    return Art(wide, high, VOID, (Area(ring, c.CARD), rim))


Said: TypeAlias = tuple[str, Style]
_NAME = Style(33, c.WHITE, c.CARD)


def side(
    part: Part, seat: int, sign: Art, lit: Colour | None, wide: int, high: int,
    name: str, counted: Said, below: Said,
) -> tuple[int, int]:  # fmt: skip
    """The ground and head of the left or the right card of two: the sign, the name with what is
    ``counted`` at its right, and a line below. Gives its left edge and its width."""
    half = (wide - 2 * EDGE - GAP) // 2
    x, y = EDGE + seat * (half + GAP), part.end
    part.marks += ((card(lit, half, high), x, y), (sign, x + 18, y + 20))
    free = half - 132 - paint.width(*counted) if counted[0] else half - 116
    part.words += (
        Caption(name, x + 98, y + 48, _NAME, room=free),
        Caption(counted[0], x + half - 18, y + 48, counted[1], "right"),
        Caption(below[0], x + 98, y + 88, below[1], room=half - 116),
    )
    return x, half


@lru_cache(maxsize=16)
def chip(letter: str, body: Colour, size: int, ground: Colour) -> Art:
    """The sign of a seat."""
    style = Style(round(size * 0.62), c.VOID, body)
    shapes = (
        Area(box(1, 1, size - 2, size - 2, size / 5), body),
        Label(size / 2, size / 2, letter, style),
    )
    return Art(size, size, ground, shapes)
