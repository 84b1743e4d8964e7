"""What stands around the board: who is to act, the last turn, both armies, and cards of units."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars.catalogue import Catalogue, UnitKind
from games.colonial_space_wars.table import BLUE, NAMES, RED, Table
from games.colonial_space_wars.view import View
from games.core.telling import counted
from games.core.types import Seat
from renderers import Look, paint
from renderers import palette as c
from renderers.boards.inset import Inset
from renderers.cards import sides
from renderers.cards.kind_cards import TOKEN, KindCard
from renderers.cards.sides import EDGE, Part
from renderers.colonial_space_wars import text
from renderers.colonial_space_wars.art import (
    BODIES,
    border_of,
    chip,
    health_arrow,
    plain_counter,
    shape_of,
)
from renderers.lettering import drawable, plain
from renderers.palette import VOID, Colour
from renderers.scene import Art, Caption, Style

INSET = 220
ROW, COLUMNS = 38, 3
"""Of the units on a side's card; a list that is written has as many kinds in a row."""
CARD_HEAD = 108
_FORCES, _ROLE = Style(24, c.MUTED, c.CARD, bold=False), Style(20, c.MUTED, c.CARD, bold=False)
_INCOME = Style(27, c.YELLOW, c.CARD)


def head(view: View, look: Look, wide: int) -> Part:
    """Round and phase at the left, who is to act at the right."""
    if over := text.outcome(view, look):
        return sides.outcome(over, wide)
    seat = text.acting(view.table)
    acts = "" if seat is None else f"{NAMES[seat]} to act"
    return sides.head(text.phase(view), acts, None if seat is None else chip(seat, 40, VOID), wide)


def armies(view: View, look: Look, wide: int, top: int, inset: Inset | None) -> Part:
    """What happened last; then a card for each side, or the whole board in small for a part."""
    part = sides.story(look.overlay, BODIES, wide, top, inset)
    if inset is not None:
        return part
    rows = [list(_rows(view.table, seat)) for seat in (RED, BLUE)]
    high = CARD_HEAD + ROW * max(1, *(-(-len(units) // COLUMNS) for units in rows)) + 12
    for seat, units in zip((RED, BLUE), rows, strict=True):
        x, half = _side(part, view, look, seat, wide, high)
        step = (half - 24) // COLUMNS
        for number, (line, health, placed) in enumerate(units):
            row, place = divmod(number, COLUMNS)
            left, low = x + 14 + place * step, part.end + CARD_HEAD + row * ROW
            part.marks.append((health_arrow(health, 28, c.CARD), left, low))
            style = Style(24, c.WHITE if placed else c.DARK_TEXT, c.CARD, bold=False)
            part.words.append(Caption(line, left + 34, low + 23, style, room=step - 38))
    part.end += high + EDGE
    return part


def _side(part: Part, view: View, look: Look, seat: Seat, wide: int, high: int) -> tuple[int, int]:
    """The ground and head of a side's card. Gives its left edge and its width."""
    table, y = view.table, part.end + 88
    lit = BODIES[seat] if text.acting(table) == seat else None
    name, sign = drawable(look.name(seat)) or NAMES[seat], chip(seat, 64, c.CARD)
    counts, below = (text.forces(view, seat), _FORCES), (text.income(view, seat), _INCOME)
    x, half = sides.side(part, seat, sign, lit, wide, high, name, counts, below)
    free = half - 122 - paint.width(*below)
    part.words.append(Caption(text.role(table, seat), x + half - 18, y, _ROLE, "right", free))
    return x, half


def _rows(table: Table, seat: Seat) -> Iterator[tuple[str, int, bool]]:
    """The units, each with its cost, its health, and whether it is in play."""
    for unit in table.of(seat):
        inside = table.carrier(unit.code)
        placed = unit.at is not None or inside is not None
        what = f"{unit.kind} ·" if inside is None else f"in {inside.code}"
        cost = "" if unit.destroyed else f" {table.cost(unit)}"
        yield f"{unit.code} {what}{cost}".rstrip(" ·"), unit.health, placed


# --- Kinds of units ---


def written(view: View, wide: int, top: int) -> Part:
    """The list that the viewer writes: every type with how many of it, and what they cost
    (CSW-19)."""
    catalogue = view.table.catalogue
    rows = [
        (
            _counter(kind, border_of(catalogue, kind.faction), sides.LISTED - 20),
            f"{count} × {drawable(kind.name)}",
            f"{kind.code}, {counted(count * kind.resources, 'point')}",
        )
        for kind, count in text.listed(view)
    ]
    return sides.listed(Part(end=top), rows, wide, COLUMNS)


def card(kind: UnitKind, catalogue: Catalogue, look: Look) -> KindCard:
    """The card of a type (CSW-04) with its six attributes (CSW-07 to 14) and its class."""
    colour, sword = border_of(catalogue, kind.faction), catalogue.swords.get(kind.faction)
    faction = plain(sword.name, 32) if sword else kind.faction
    values = {
        "Command (CMD)": str(kind.command),
        "Movement (MOV)": str(kind.movement),
        "Class": "Light" if kind.light else "Heavy",
        "Attack (ATA) on Light": str(kind.attack[0]),
        "Attack (ATA) on Heavy": str(kind.attack[1]),
        "Range (RNG)": str(kind.range),
        "Protection (PRT)": str(kind.protection),
        "Resources (RES)": str(kind.resources),
    }
    token = _counter(kind, colour, TOKEN)
    return KindCard(
        look, kind.code, kind.name, faction, colour, token, values, kind.told_skills, "Skills"
    )


def _counter(kind: UnitKind, colour: Colour, size: int) -> Art:
    shape = shape_of(kind.code, light=kind.light, flying=kind.has("flying"))
    return plain_counter(shape, kind.light, colour, size)
