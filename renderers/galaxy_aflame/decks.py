"""Cards while they are chosen: two decks side by side, with what is taken and denied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.core.types import Seat
from games.galaxy_aflame.catalogue import Card, Catalogue
from games.galaxy_aflame.table import SEATS, Table
from games.galaxy_aflame.view import View
from renderers import Look, paint
from renderers import palette as c
from renderers.cards import sides
from renderers.cards.kind_cards import TOKEN, KindCard
from renderers.cards.sides import EDGE, GAP, Part
from renderers.galaxy_aflame import roster
from renderers.galaxy_aflame.art import BODIES, shape_of, token
from renderers.galaxy_aflame.summary import INCHES, values
from renderers.glyphs import box
from renderers.lettering import drawable, plain
from renderers.palette import Colour
from renderers.scene import Art, Caption, Stroke, Style

ROW, HEAD, ARMY_HEAD = 112, 110, 62
ARMIES = (c.WATER_LIGHT, c.ORANGE, c.GREEN, c.PURPLE, c.YELLOW_EDGE)
"""Colours of armies that nobody has chosen yet."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a deck: how many are ``left``, codes of units ``taken``, how many are denied.

    ``rank``  its place in a list of the viewer, from 1; 0 for none
    """

    card: Card
    left: int
    taken: tuple[str, ...] = ()
    denied: int = 0
    rank: int = 0


def deck(view: View, seat: Seat) -> list[DeckCard]:
    """The cards of a side's army in list order."""
    table = view.table
    copies = table.agreement.deck_copies
    ranked = _ranked(view, seat)
    found = []
    for card in table.catalogue.deck(table.armies[seat]):
        taken = tuple(unit.code for unit in table.of(seat) if unit.card == card.code)
        denied = table.denied[seat].count(card.code)
        rank = ranked.index(card.code) + 1 if card.code in ranked else 0
        left = copies - len(taken) - denied
        found.append(DeckCard(card, left, taken, denied, rank))
    return found


def _ranked(view: View, seat: Seat) -> tuple[str, ...]:
    """The viewer's list of what it wants of its own deck, or denies of the other."""
    if view.seat is None or view.table.phase != "ranking":
        return ()
    sheet = view.sheet(view.seat)
    return sheet.own if seat == view.seat else sheet.enemy


def state(view: View, seat: Seat, each: DeckCard) -> str:
    """``taken as R2``, ``denied``, ``2 left``, ``wanted 3``."""
    parts = [f"taken as {' and '.join(each.taken)}"] if each.taken else []
    parts += ["denied twice" if each.denied > 1 else "denied"] * bool(each.denied)
    if each.left and (parts or each.left > 1):
        parts.append(f"{each.left} left")
    if each.rank:
        parts.append(f"{'wanted' if seat == view.seat else 'to deny'} {each.rank}")
    return ", ".join(parts)


def decks(view: View, look: Look, wide: int, top: int) -> Part:
    """Both decks, or all armies there are to choose from."""
    part, table = Part(end=top), view.table
    if not all(table.armies):
        return _armies(part, view, wide)
    columns = [deck(view, seat) for seat in SEATS]
    high = HEAD + ROW * max(map(len, columns)) + 12
    for seat, cards in zip(SEATS, columns, strict=True):
        x, half = roster.side(part, view, look, seat, wide, high)
        for number, each in enumerate(cards):
            y = part.end + HEAD + number * ROW
            out = not each.left and not each.taken
            if each.taken:
                part.marks.append((_frame(BODIES[seat], half - 20, ROW - 2), x + 10, y - 4))
            said = state(view, seat, each)
            _row(part, each.card, said, c.STONE_DARK if out else BODIES[seat], x, y, half, out)
    part.end += high + EDGE
    return part


def _armies(part: Part, view: View, wide: int) -> Part:
    """Armies in pairs, that which the viewer has chosen with a white rim."""
    table, chosen = view.table, "" if view.seat is None else view.sheet(view.seat).army
    half, keys = (wide - 2 * EDGE - GAP) // 2, list(table.catalogue.armies)
    for first in range(0, len(keys), 2):
        pair = [table.catalogue.deck(key) for key in keys[first : first + 2]]
        high = ARMY_HEAD + ROW * max(map(len, pair)) + 12
        for place, cards in enumerate(pair):
            x, number = EDGE + place * (half + GAP), first + place
            name = drawable(table.catalogue.armies[keys[number]].name)
            rim = c.WHITE if keys[number] == chosen else None
            part.marks.append((sides.card(rim, half, high), x, part.end))
            style = Style(33, c.WHITE, c.CARD)
            part.words.append(Caption(name, x + 22, part.end + 46, style, room=half - 44))
            colour = army_colour(table.catalogue, keys[number])
            for row, card in enumerate(cards):
                y = part.end + ARMY_HEAD + row * ROW
                _row(part, card, "", colour, x, y, half, False)
        part.end += high + EDGE
    return part


def _row(
    part: Part, card: Card, said: str, colour: Colour, x: int, y: int, wide: int, out: bool
) -> None:
    """A card in three lines: name and PV, keywords and what became of it, values."""
    part.marks.append((token(shape_of(card), card.vehicle, colour, 84, out), x + 16, y + 6))
    left, right = x + 112, x + wide - 18
    ink, dull = (c.DARK_TEXT, c.DARK_TEXT) if out else (c.WHITE, c.MUTED)
    big, small = Style(31, ink, c.CARD), Style(26, dull, c.CARD, bold=False)
    money, mark = Style(29, dull if out else c.YELLOW, c.CARD), Style(26, c.WHITE, c.CARD)
    price = f"PV {card.value}"
    room = right - left - paint.width(price, money) - 14
    part.words.append(Caption(price, right, y + 30, money, "right"))
    part.words.append(Caption(f"{card.code} {drawable(card.name)}", left, y + 30, big, room=room))
    part.words.append(Caption(values(card), left, y + 61, small, room=right - left))
    part.words.append(Caption(said, right, y + 92, mark, "right"))
    room = right - left - paint.width(said, mark) - 14
    skills = Style(26, dull if out else c.YELLOW_EDGE, c.CARD, bold=False)
    told = ", ".join(card.told_keywords)
    part.words.append(Caption(told, left, y + 92, skills, room=max(1, room)))


@lru_cache(maxsize=8)
def _frame(colour: Colour, wide: int, high: int) -> Art:
    """Around a card that has been taken."""
    rim = Stroke(box(3, 3, wide - 6, high - 6, 14), 4, colour, closed=True)
    return Art(wide, high, c.CARD, (rim,))


def about(table: Table) -> Iterator[tuple[str, Colour]]:
    """The table in words, beside it."""
    ground = table.ground
    yield f"The table, {INCHES.write(ground.width)} × {INCHES.write(ground.height)} inches", c.WHITE
    if ground.solid:
        yield "grey is solid: it blocks sight and movement", c.STONE_LIGHT
    if ground.cover:
        yield "woods and craters give cover", c.WOOD_LIGHT
    if ground.barriers:
        yield "walls give cover behind them", c.SAND_LIGHT


# --- A card by itself ---


def card(catalogue: Catalogue, found: Card, look: Look) -> KindCard:
    colour = army_colour(catalogue, found.army)
    return KindCard(
        look,
        found.code,
        found.name,
        plain(catalogue.armies[found.army].name, 32),
        colour,
        token(shape_of(found), found.vehicle, c.STONE_LIGHT, TOKEN),
        tuple(_values(found)),
        found.told_keywords,
        "Keywords",
    )


def _values(found: Card) -> Iterator[tuple[str, str]]:
    yield "Models", str(found.models)
    yield "Attack of each model", f"{found.dice}d{found.sides}"
    yield "Defence", f"d{found.defence}"
    yield "Move", f"{INCHES.write(found.move)} in"
    reach = {"C": "close", "A": "arm", "T": "table"}
    yield "Ranges", ", ".join(name for letter, name in reach.items() if letter in found.ranges)
    yield "Points (PV)", str(found.value)


def army_colour(catalogue: Catalogue, army: str) -> Colour:
    """The colour of an army that nobody has chosen."""
    return ARMIES[list(catalogue.armies).index(army) % len(ARMIES)]
