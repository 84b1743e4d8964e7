"""The lines around the board: round and turn above, the last turn and both armies below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from games.colonial_space_wars.table import BLUE, NAMES, RED, Table
from games.colonial_space_wars.view import View
from games.core.seats import Seat
from renderers import Look, overlays, paint, story_lines
from renderers import palette as c
from renderers.colonial_space_wars.art import BODIES, chip, health_arrow
from renderers.colonial_space_wars.summary import (
    acting,
    forces,
    income,
    name_of,
    outcome,
    phase,
    role,
)
from renderers.glyphs import box
from renderers.lettering import drawable
from renderers.palette import VOID, Colour
from renderers.scene import Area, Art, Caption, Mark, Stroke, Style

EDGE, GAP = 16, 16
LINE = 36
INSET = 220
ROWS = 5
"""Most lines of the story in a column."""
ROW = 38
CARD_HEAD = 108


@dataclass(slots=True)
class Part:
    """A part of the picture, and the y at which it ends."""

    marks: list[Mark] = field(default_factory=list)
    words: list[Caption] = field(default_factory=list)
    end: int = 0


def head(view: View, look: Look, wide: int) -> Part:
    """Round and phase at the left, who is to act at the right."""
    table, part = view.table, Part()
    big, small = Style(36, c.WHITE, VOID), Style(30, c.MUTED, VOID)
    right = wide - EDGE
    if table.ending is not None or look.ending is not None:
        part.words.append(Caption(outcome(view, look), EDGE, 44, big, room=right - EDGE))
        return part
    seat = acting(table)
    if seat is not None:
        tag = f"{NAMES[seat]} to act"
        part.words.append(Caption(tag, right, 44, big, "right"))
        right -= paint.width(tag, big) + 56
        part.marks.append((chip(seat, 40, VOID), right, 14))
    first, _, rest = phase(view).partition(", ")
    part.words.append(Caption(first, EDGE, 44, big))
    x = EDGE + paint.width(first, big) + 16
    part.words.append(Caption(rest, x, 44, small, room=max(60, right - x - 16)))
    return part


def armies(view: View, look: Look, wide: int, top: int, inset: Art | None) -> Part:
    """What happened last; then a card for each side, or the whole board in small for a part."""
    part, room = Part(), wide - 2 * EDGE
    if inset is not None:
        part.marks.append((inset, wide - EDGE - inset.width, top))
        room -= inset.width + GAP
    story = tuple(overlays.steps(look.overlay)) if look.overlay else ()
    most = len(story) if len(story) <= ROWS else min(ROWS, -(-len(story) // 2))
    frame = story_lines.Frame(EDGE, top + LINE, room, LINE, most)
    part.marks[len(part.marks) :], part.words = story_lines.lines(story, frame, BODIES, (28, 25))
    part.end = top + LINE * (most + 1) - LINE // 3
    if inset is not None:
        part.end = max(part.end, top + inset.height + EDGE)
        return part
    half = (wide - 2 * EDGE - GAP) // 2
    rows = [list(_rows(view.table, seat)) for seat in (RED, BLUE)]
    high = CARD_HEAD + ROW * max(1, *(-(-len(units) // 3) for units in rows)) + 12
    for seat, units in zip((RED, BLUE), rows, strict=True):
        _card(part, view, look, seat, units, EDGE + seat * (half + GAP), part.end, half, high)
    part.end += high + EDGE
    return part


def _card(
    part: Part,
    view: View,
    look: Look,
    seat: Seat,
    units: list[tuple[str, int, bool]],
    x: int,
    y: int,
    wide: int,
    high: int,
) -> None:
    table, right = view.table, x + wide - 16
    lit = acting(table) == seat
    part.marks.append((_frame(seat, lit, wide, high), x, y))
    part.marks.append((chip(seat, 64, c.CARD), x + 16, y + 18))
    text, room = x + 96, wide - 112
    counted = forces(view, seat)
    muted = Style(24, c.MUTED, c.CARD, bold=False)
    free = room - paint.width(counted, muted) - 16
    name = drawable(name_of(look, seat)) or NAMES[seat]
    part.words.append(Caption(name, text, y + 46, Style(32, c.WHITE, c.CARD), room=free))
    part.words.append(Caption(counted, right, y + 46, muted, "right"))
    money, side = Style(27, c.YELLOW, c.CARD), Style(20, c.MUTED, c.CARD, bold=False)
    said = income(view, seat)
    free = room - paint.width(said, money) - 12
    part.words.append(Caption(said, text, y + 86, money))
    part.words.append(Caption(role(table, seat), right, y + 86, side, "right", free))
    step = (wide - 24) // 3
    for number, (line, health, placed) in enumerate(units):
        row, place = divmod(number, 3)
        left, low = x + 14 + place * step, y + CARD_HEAD + row * ROW
        part.marks.append((health_arrow(health, 28, c.CARD), left, low))
        ink = c.WHITE if placed else c.DARK_TEXT
        style = Style(24, ink, c.CARD, bold=False)
        part.words.append(Caption(line, left + 34, low + 23, style, room=step - 38))


def _rows(table: Table, seat: Seat) -> Iterator[tuple[str, int, bool]]:
    """Each unit with its cost, its health, and whether it is in play."""
    for unit in table.of(seat):
        inside = table.carrier(unit.code)
        placed = unit.at is not None or inside is not None
        what = f"{unit.kind} ·" if inside is None else f"in {inside.code}"
        cost = "" if unit.destroyed else f" {table.cost(unit)}"
        yield f"{unit.code} {what}{cost}".rstrip(" ·"), unit.health, placed


@lru_cache(maxsize=32)
def _frame(seat: int, lit: bool, wide: int, high: int) -> Art:
    edge: Colour = BODIES[seat] if lit else c.RIM
    ring = box(4, 4, wide - 8, high - 8, 18)
    shapes = (Area(ring, c.CARD), Stroke(ring, 6 if lit else 3, edge, True))
    return Art(wide, high, VOID, shapes)
