"""The lines around the board: turn and phase above, the last turn and the ledger below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.core.types import Seat
from games.cosmic_conflict.content.contacts import is_contact
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import facts
from games.cosmic_conflict.words.facts import NAMES
from renderers import Look, paint
from renderers import palette as c
from renderers.boards.inset import Inset
from renderers.cards import sides
from renderers.cards.sides import EDGE, Part
from renderers.cosmic_conflict import text
from renderers.cosmic_conflict.art import BODIES, chip, sign
from renderers.lettering import drawable
from renderers.palette import VOID, Colour, blend
from renderers.scene import Caption, Style

CARD_HEAD, LINE, ROW_GAP = 108, 31, 12
MOST = 12
"""Most units of a side in the ledger; the others are in the text board."""
Row: TypeAlias = tuple[Unit, list[tuple[str, Colour]]]
_FLEET = Style(26, c.MUTED, c.CARD, bold=False)
_TRACKS = {"S": c.CYAN_TEXT, "A": c.SAND_LIGHT, "H": c.GREEN}


def head(view: View, look: Look, wide: int) -> Part:
    """Turn and phase at the left, who is to act at the right."""
    if over := text.outcome(view, look):
        return sides.outcome(over, wide)
    seat = facts.acting(view)
    sign = None if seat is None else chip(seat, 40, VOID)
    return sides.head(facts.phase(view), facts.asks(view), sign, wide)


def fleets(view: View, look: Look, wide: int, top: int, inset: Inset | None) -> Part:
    """What happened last; then the score and a card for each side, or the whole board in small
    for a part."""
    part = sides.story(look.overlay, BODIES, wide, top, inset)
    if inset is not None:
        return part
    style = Style(27, c.MUTED, VOID, bold=False)
    for line in (facts.scenario(view), *facts.results(view)):
        part.words.append(Caption(line, EDGE, part.end + 20, style, room=wide - 2 * EDGE))
        part.end += LINE + 4
    rows = {seat: list(_rows(view, seat)) for seat in view.table.seats}
    more = {seat: len(view.table.of(side_of(seat))) - MOST for seat in view.table.seats}
    high, tall = 0, {seat: sum(map(_high, rows[seat])) + LINE * (more[seat] > 0) for seat in rows}
    for seat in rows:
        if seat and seat % 2 == 0:
            part.end += high + sides.GAP
        high = CARD_HEAD + 8 + max(tall[each] for each in tall if each // 2 == seat // 2)
        x, half = _side(part, view, look, seat, wide, high)
        y = part.end + CARD_HEAD
        for row in rows[seat]:
            _unit(part, view, row, x + 16, y, half - 32, look.turned)
            y += _high(row)
        if more[seat] > 0:
            rest = Style(24, c.MUTED, c.CARD, bold=False)
            part.words.append(
                Caption(f"and {more[seat]} more in the text board", x + 66, y + 14, rest)
            )
    part.end += high + EDGE
    return part


def _side(part: Part, view: View, look: Look, seat: Seat, wide: int, high: int) -> tuple[int, int]:
    """The ground and head of a side's card. Gives its left edge and its width."""
    lit = BODIES[seat] if facts.acting(view) == seat else None
    name = drawable(look.name(seat)) or NAMES[seat]
    below = text.fleet(view, seat), _FLEET
    token = chip(seat, 64, c.CARD)
    return sides.side(part, seat % 2, token, lit, wide, high, name, ("", _FLEET), below)


def _rows(view: View, seat: Seat) -> Iterator[Row]:
    """Units with the third and further lines about them; those that have gone come last."""
    units = sorted(facts.units(view, side_of(seat)), key=lambda each: each.state != "in")
    for unit in units[:MOST]:
        more = ", ".join([*facts.idle(view.table.design(unit), unit), *facts.doing(view, unit)])
        said = ((facts.suffers(unit, brief=True), c.ORANGE), (more, c.MUTED))
        yield unit, [line for line in said if line[0]] if unit.state == "in" else []


def _high(row: Row) -> int:
    unit, more = row
    return LINE * (1 if unit.state != "in" else 2 + len(more)) + ROW_GAP


def _unit(part: Part, view: View, row: Row, x: int, y: int, wide: int, turned: bool) -> None:
    """Name, Size and course; tracks and command; then Conditions and what it has done."""
    (unit, more), table = row, view.table
    design, seat, there = table.design(unit), unit.side - 1, unit.state == "in"
    spent = unit.activated or not there
    icon = sign(design, seat, (unit.heading + 180 * turned) % 360, 38, spent=spent)
    part.marks.append((icon, x + (40 - icon.width) // 2, y + (40 - icon.height) // 2))
    left, ink = x + 50, c.WHITE if there else c.DARK_TEXT
    bold, plain = Style(25, ink, c.CARD), Style(25, c.MUTED, c.CARD, bold=False)
    where = _where(unit, design.fighter)
    size = "Fighter" if design.fighter else "" if is_contact(design) else f"Size {design.size}"
    name = f"{unit.id} {drawable(text.named(table, unit))}"
    part.line(left, x + wide, y + 26, (name, bold), (where, plain))
    end = left + paint.width(name, bold) + 14
    if end + paint.width(size, plain) < x + wide - paint.width(where, plain) - 10:
        part.words.append(Caption(size, end, y + 26, plain))
    if not there:
        return
    y += LINE + 26
    at = _tracks(part, view, unit, left, y)
    small = Style(23, c.YELLOW_TEXT, c.CARD, bold=False)
    part.words.append(
        Caption(facts.command(view, unit), x + wide, y, small, "right", x + wide - at)
    )
    for line, colour in more:
        y += LINE
        style = Style(23, colour, c.CARD, bold=False)
        part.words.append(Caption(line, left, y, style, room=wide - 50))


def _where(unit: Unit, fighter: bool) -> str:
    if unit.state != "in":
        return f"cloaked in turn {unit.vanished.turn}" if unit.vanished else facts.gone(unit)
    if unit.aboard:
        return f"aboard {unit.aboard}"
    if unit.at is None:
        return "not placed"
    return "" if fighter else f"V{unit.velocity} {unit.heading:03}°"


def _tracks(part: Part, view: View, unit: Unit, x: int, y: int) -> int:
    """``S 7/10``; a track that does not work is dark."""
    for each in facts.tracks(view.table, unit):
        colour: Colour = _TRACKS[each.kind] if each.on else blend(c.CARD, _TRACKS[each.kind], 0.4)
        style = Style(24, colour, c.CARD)
        said = f"{each.kind} {each.left}/{each.boxes}"
        part.words.append(Caption(said, x, y, style))
        x += paint.width(said, style) + 14
    return x
