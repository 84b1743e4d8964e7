"""The lines around the table: round and turn above, the last turn and both sides below."""

from __future__ import annotations

from games.core.types import Seat
from games.galaxy_aflame.table import NAMES, SEATS, Unit
from games.galaxy_aflame.view import View
from renderers import Look
from renderers import palette as c
from renderers.boards.inset import Inset
from renderers.cards import sides
from renderers.cards.sides import EDGE, Part
from renderers.galaxy_aflame import text
from renderers.galaxy_aflame.art import BODIES, chip, shape_of, token
from renderers.lettering import drawable
from renderers.palette import VOID, Colour, blend
from renderers.scene import Caption, Style

ROW, CARD_HEAD, LOST = 46, 112, 36
FEW = 6
"""Most units of a side that are listed by name, in one column."""
_WORTH, _ARMY = Style(29, c.YELLOW, c.CARD), Style(25, c.MUTED, c.CARD, bold=False)
_LOST = Style(26, c.YELLOW_TEXT, c.CARD, bold=False)


def head(view: View, look: Look, wide: int) -> Part:
    """Round and phase at the left, who is to act at the right."""
    if over := text.outcome(view, look):
        return sides.outcome(over, wide)
    seat = text.acting(view)
    acts = "" if seat is None else f"{NAMES[seat]} to act"
    return sides.head(text.phase(view), acts, None if seat is None else chip(seat, 40, VOID), wide)


def armies(view: View, look: Look, wide: int, top: int, inset: Inset | None) -> Part:
    """What happened last; then a card for each side, or the whole table in small for a part."""
    part = sides.story(look.overlay, BODIES, wide, top, inset)
    if inset is not None:
        return part
    columns = 1 if max(len(view.table.of(seat)) for seat in SEATS) <= FEW else 2
    rows = max(-(-len(view.table.of(seat)) // columns) for seat in SEATS)
    lost = [text.losses(view, seat) for seat in SEATS]
    first = CARD_HEAD + LOST * any(lost)
    high = first + ROW * max(1, rows) + 10
    for seat in SEATS:
        x, half = side(part, view, look, seat, wide, high)
        part.words.append(Caption(lost[seat], x + 22, part.end + 126, _LOST, room=half - 44))
        step = (half - 16 - 18 * columns) // columns
        for number, unit in enumerate(text.units(view, seat)):
            row, column = divmod(number, columns)
            low = part.end + first + row * ROW
            _unit(part, view, unit, x + 16 + column * (step + 18), low, step, columns == 1)
    part.end += high + EDGE
    return part


def side(part: Part, view: View, look: Look, seat: Seat, wide: int, high: int) -> tuple[int, int]:
    """The ground and head of a side's card. Gives its left edge and its width."""
    lit = BODIES[seat] if text.acting(view) == seat else None
    name = drawable(look.name(seat)) or NAMES[seat]
    counted = text.worth(view.table, seat), _WORTH
    below = text.army(view.table, seat), _ARMY
    return sides.side(part, seat, chip(seat, 64, c.CARD), lit, wide, high, name, counted, below)


def _unit(part: Part, view: View, unit: Unit, x: int, y: int, wide: int, named: bool) -> None:
    """A line about a unit: its name, what is left of it, and where it is or what it has done."""
    card, where = view.table.card(unit), text.place(view, unit)
    colour: Colour = BODIES[unit.seat]
    if where in ("reserve", "out"):
        colour = blend(VOID, colour, 0.5) if where == "reserve" else c.STONE_DARK
    icon = token(shape_of(card), card.vehicle, colour, 40, where == "out")
    part.marks.append((icon, x, y))
    ink = {"reserve": c.MUTED, "out": c.DARK_TEXT}.get(where, c.WHITE)
    size = 27 if named else 23
    name, plain = Style(size, ink, c.CARD), Style(size - 2, ink, c.CARD, bold=False)
    said = f"{unit.code} {drawable(card.name) if named else card.code}"
    tail = _tail(view, unit, named), plain
    part.line(x + 48, x + wide, y + 30, (said, name), tail)


def _tail(view: View, unit: Unit, named: bool) -> str:
    """What is left of a unit, and where it is or what it has done; briefly beside its code."""
    table, card = view.table, view.table.card(unit)
    match text.place(view, unit):
        case "reserve":
            return f"reserve, PV {card.value}" if named else f"reserve {card.value}"
        case "out":
            return "out"
        case "inside":
            carrier = table.carrier(unit.code)
            return f"in {carrier.code if carrier else ''}, {text.models(table, unit)}"
        case "placed":
            return "placed"
    shaken = unit.shaken or unit.limited
    if named:
        marks = ["suppressed"] * unit.suppressed + ["shaken"] * shaken
        return ", ".join(filter(None, (text.done(table, unit), *marks, text.models(table, unit))))
    return " ".join(filter(None, ("S" * unit.suppressed, "!" * shaken, text.models(table, unit))))
