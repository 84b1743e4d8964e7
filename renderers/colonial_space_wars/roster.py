"""The lines around the board: round and turn above, the last turn and both armies below."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars.table import BLUE, NAMES, RED, Table
from games.colonial_space_wars.view import View
from games.core.types import Seat
from renderers import Look, paint
from renderers import palette as c
from renderers.boards.inset import Inset
from renderers.cards import sides
from renderers.cards.sides import EDGE, Part
from renderers.colonial_space_wars.art import BODIES, chip, health_arrow
from renderers.colonial_space_wars.summary import (
    acting,
    forces,
    income,
    outcome,
    phase,
    role,
)
from renderers.lettering import drawable
from renderers.palette import VOID
from renderers.scene import Caption, Style

INSET = 220
ROW = 38
CARD_HEAD = 108
_FORCES, _ROLE = Style(24, c.MUTED, c.CARD, bold=False), Style(20, c.MUTED, c.CARD, bold=False)
_INCOME = Style(27, c.YELLOW, c.CARD)


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
    rows = [list(_rows(view.table, seat)) for seat in (RED, BLUE)]
    high = CARD_HEAD + ROW * max(1, *(-(-len(units) // 3) for units in rows)) + 12
    for seat, units in zip((RED, BLUE), rows, strict=True):
        _card(part, view, look, seat, units, wide, high)
    part.end += high + EDGE
    return part


def _card(
    part: Part,
    view: View,
    look: Look,
    seat: Seat,
    units: list[tuple[str, int, bool]],
    whole: int,
    high: int,
) -> None:
    table, y = view.table, part.end
    lit = BODIES[seat] if acting(table) == seat else None
    name, sign = drawable(look.name(seat)) or NAMES[seat], chip(seat, 64, c.CARD)
    counted, below = (forces(view, seat), _FORCES), (income(view, seat), _INCOME)
    x, wide = sides.side(part, seat, sign, lit, whole, high, name, counted, below)
    free = wide - 122 - paint.width(*below)
    part.words.append(Caption(role(table, seat), x + wide - 18, y + 88, _ROLE, "right", free))
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
