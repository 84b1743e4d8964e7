"""The lines around the board: round and turn above, the last turn and both armies below."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars.table import BLUE, NAMES, RED, Table
from games.colonial_space_wars.view import View
from games.core.seats import Seat
from renderers import Look, paint
from renderers import palette as c
from renderers.cards import sides
from renderers.cards.sides import EDGE, GAP, Part
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
from renderers.inset import Inset
from renderers.lettering import drawable
from renderers.palette import VOID
from renderers.scene import Caption, Style

INSET = 220
ROW = 38
CARD_HEAD = 108


def head(view: View, look: Look, wide: int) -> Part:
    """Round and phase at the left, who is to act at the right."""
    if view.table.ending is not None or look.ending is not None:
        return sides.outcome(outcome(view, look), wide)
    seat = acting(view.table)
    acts = "" if seat is None else f"{NAMES[seat]} to act"
    return sides.head(phase(view), acts, None if seat is None else chip(seat, 40, VOID), wide)


def armies(view: View, look: Look, wide: int, top: int, inset: Inset | None) -> Part:
    """What happened last; then a card for each side, or the whole board in small for a part."""
    part = sides.story(look.overlay, BODIES, wide, top, inset)
    if inset is not None:
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
    part.marks.append((sides.card(BODIES[seat] if lit else None, wide, high), x, y))
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
