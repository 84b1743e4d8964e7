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
from renderers.overlay import overlay_art, overlays
from renderers.overlay.overlays import StoryStep
from renderers.palette import VOID, Colour, blend
from renderers.scene import SIGN, Area, Art, Caption, Icon, Label, Mark, Stroke, Style, seat_signs

EDGE, GAP = 16, 16
LINE = 36
ROWS = 5
"""Most lines of the story in a column."""


Said: TypeAlias = tuple[str, Style]


@dataclass(slots=True)
class Part:
    """A part of the picture, and the y at which it ends; ``unit`` is how much larger it is than
    usual."""

    marks: list[Mark] = field(default_factory=list)
    words: list[Caption] = field(default_factory=list)
    end: int = 0
    unit: float = 1

    def px(self, length: float) -> int:
        return round(length * self.unit)

    def style(self, size: int, ink: Colour, ground: Colour, *, bold: bool = True) -> Style:
        return Style(self.px(size), ink, ground, bold)

    def line(self, left: int, right: int, y: int, said: Said, end: Said | None = None) -> None:
        """A line from ``left`` on, cut where its ``end`` at the right begins."""
        room = right - left
        if end is not None and end[0]:
            self.words.append(Caption(end[0], right, y, end[1], "right"))
            room -= paint.width(*end) + self.px(14)
        self.words.append(Caption(said[0], left, y, said[1], room=max(1, room)))


def head(said: str, acts: str, sign: Art | None, wide: int, unit: float = 1) -> Part:
    """How the match stands at the left: in large letters up to the first comma; who is to act at
    the right, with the sign of the side."""
    part = Part(unit=unit)
    px, edge, low = part.px, part.px(EDGE), part.px(44)
    big, small, right = part.style(36, c.WHITE, VOID), part.style(30, c.MUTED, VOID), wide - edge
    if acts:
        part.words.append(Caption(acts, right, low, big, "right"))
        right -= paint.width(acts, big) + px(56)
    if sign is not None:
        part.marks.append((sign, right, px(14)))
    first, _, rest = said.partition(", ")
    part.words.append(Caption(first, edge, low, big))
    x = edge + paint.width(first, big) + px(16)
    room = max(px(60), right - x - px(16))
    if paint.width(rest, small) > room and ", " in rest:
        rest = rest.rpartition(", ")[2]
    part.words.append(Caption(rest, x, low, small, room=room))
    return part


def outcome(said: str, wide: int, unit: float = 1, winners: Sequence[Art] = ()) -> Part:
    """The result alone, with the signs of the winners before it."""
    part = Part(unit=unit)
    x = part.px(EDGE)
    for sign in winners:
        part.marks.append((sign, x, part.px(14)))
        x += sign.width * 5 // 4
    style, room = part.style(36, c.WHITE, VOID), wide - x - part.px(EDGE)
    part.words.append(Caption(said, x, part.px(44), style, room=room))
    return part


def story(
    overlay: Overlay[object] | None,
    colours: Sequence[Colour],
    wide: int,
    top: int,
    inset: Inset | None,
) -> Part:
    """What happened last; beside it the whole board in small, for a part."""
    steps = tuple(overlays.steps(overlay)) if overlay else ()
    return told(steps, colours, wide, top, inset)


def told(
    steps: Sequence[StoryStep], colours: Sequence[Colour], wide: int, top: int, inset: Inset | None,
    unit: float = 1,
) -> Part:  # fmt: skip
    """Lines below a board, in two columns where one has no room for them; beside them the whole
    board in small, for a part. Where they are too many, the lightest are left out, and of those
    the last."""
    part = Part(unit=unit)
    edge, step, room = part.px(EDGE), part.px(LINE), wide - 2 * part.px(EDGE)
    if inset is not None:
        part.marks += inset.at(wide - edge - inset.width, top)
        room -= inset.width + part.px(GAP)
    columns = 1 if len(steps) <= ROWS else 2
    rows = min(ROWS, -(-len(steps) // columns))
    most = columns * rows - (len(steps) > columns * rows)
    heaviest = sorted(enumerate(steps), key=lambda each: -each[1].weight)[:most]
    style = part.style(28 if columns == 1 else 25, c.WHITE, VOID, bold=False)
    for place, (_, said) in enumerate(sorted(heaviest)):
        column, row = divmod(place, rows)
        x, y = edge + column * (room // columns), top + step * (row + 1)
        end = x + room // columns - style.size // 3
        if said.number:
            seat = c.WHITE if said.seat is None else colours[said.seat]
            disc = overlay_art.callout(said.number, "", style.size * 5 // 6, seat, False)
            part.marks.append((disc, x, y - style.size // 3 - disc.height // 2))
            x += disc.width + style.size // 3
        part.words.append(Caption(said.text, x, y, style, room=end - x))
    if more := len(steps) - len(heaviest):
        x, y = edge + room // columns, top + step * rows
        part.words.append(Caption(f"and {more} more", x, y, replace(style, colour=c.MUTED)))
    part.end = top + step * (rows + 1) - step // 3
    if inset is not None:
        part.end = max(part.end, top + inset.height + edge)
    return part


def chip_signs(names: Sequence[str], chip_of: Callable[[int, int, Colour], Art]) -> dict[str, Icon]:
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


def side(
    part: Part, seat: int, sign: Art, lit: Colour | None, wide: int, high: int,
    name: str, counted: Said, below: Said,
) -> tuple[int, int]:  # fmt: skip
    """The ground and head of the left or the right card of two: the sign, the name with what is
    ``counted`` at its right, and a line below, smaller if it is long. Gives its left edge and its
    width."""
    px = part.px
    half = (wide - 2 * px(EDGE) - px(GAP)) // 2
    x, y = px(EDGE) + seat * (half + px(GAP)), part.end
    part.marks += ((card(lit, half, high), x, y), (sign, x + px(18), y + px(20)))
    style, (more, small), room = part.style(33, c.WHITE, c.CARD), below, half - px(116)
    if paint.width(more, small) > room:
        small = replace(small, size=small.size * 9 // 10)
    part.line(x + px(98), x + half - px(18), y + px(48), (name, style), counted)
    part.words.append(Caption(more, x + px(98), y + px(88), small, room=room))
    return x, half


LISTED = 108
"""From row to row of a list, and the most that a picture in it is wide, with a gap of 20."""


def listed(part: Part, rows: Sequence[tuple[Art, str, str]], wide: int, columns: int) -> Part:
    """What is being chosen: pictures, each with a line and a smaller one beside it."""
    px, step = part.px, part.px(LISTED)
    column = (wide - 2 * px(EDGE)) // columns
    big, small = part.style(28, c.WHITE, VOID), part.style(25, c.MUTED, VOID, bold=False)
    left, room = px(LISTED - 6), column - px(LISTED + 8)
    for number, (art, said, more) in enumerate(rows):
        row, place = divmod(number, columns)
        x, y = px(EDGE) + place * column, part.end + row * step
        part.marks.append((art, x, y))
        part.words.append(Caption(said, x + left, y + px(38), big, room=room))
        part.words.append(Caption(more, x + left, y + px(76), small, room=room))
    part.end += step * -(-len(rows) // columns)
    return part


@lru_cache(maxsize=256)
def chip(letter: str, body: Colour, size: int, ground: Colour, hollow: bool = False) -> Art:
    """The sign of a seat, ``hollow`` for one that nobody holds any more."""
    fill, ink = (blend(c.VOID, body, 0.25), body) if hollow else (body, c.VOID)
    shapes = (
        Area(box(1, 1, size - 2, size - 2, size / 5), body),
        Area(box(4, 4, size - 8, size - 8, size / 6), fill),
        Label(size / 2, size / 2, letter, Style(round(size * 0.62), ink, fill)),
    )
    return Art(size, size, ground, shapes)
