"""Cards while they are chosen: two decks side by side, with what is taken and denied."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.galaxy_aflame.catalogue import Card, Catalogue
from games.galaxy_aflame.table import SEATS, Table
from games.galaxy_aflame.view import View
from renderers import Look
from renderers import palette as c
from renderers.cards import sides
from renderers.cards.kind_cards import TOKEN, KindCard
from renderers.cards.sides import EDGE, GAP, Part
from renderers.galaxy_aflame import roster, text
from renderers.galaxy_aflame.art import BODIES, shape_of, token
from renderers.glyphs import box
from renderers.lettering import drawable, plain
from renderers.palette import Colour
from renderers.scene import Art, Caption, Stroke, Style

ROW, HEAD, ARMY_HEAD = 112, 110, 62
ARMIES = (c.WATER_LIGHT, c.ORANGE, c.GREEN, c.PURPLE, c.YELLOW_EDGE)
"""Colours of armies that nobody has chosen yet."""


def decks(view: View, look: Look, wide: int, top: int) -> Part:
    """Both decks, or all armies there are to choose from."""
    part, table = Part(end=top), view.table
    if not all(table.armies):
        return _armies(part, view, wide)
    columns = [text.deck(view, seat) for seat in SEATS]
    high = HEAD + ROW * max(map(len, columns)) + 12
    for seat, cards in zip(SEATS, columns, strict=True):
        x, half = roster.side(part, view, look, seat, wide, high)
        for number, each in enumerate(cards):
            y = part.end + HEAD + number * ROW
            out = not each.left and not each.taken
            if each.taken:
                part.marks.append((_frame(BODIES[seat], half - 20, ROW - 2), x + 10, y - 4))
            said = text.state(view, seat, each)
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
    ink, dull, gold, bronze = (c.WHITE, c.MUTED, c.YELLOW, c.YELLOW_EDGE)
    if out:
        ink = dull = gold = bronze = c.DARK_TEXT
    name, keywords = f"{card.code} {drawable(card.name)}", ", ".join(card.told_keywords)
    price = f"PV {card.value}", Style(29, gold, c.CARD)
    part.line(left, right, y + 30, (name, Style(31, ink, c.CARD)), price)
    part.line(left, right, y + 61, (text.values(card), Style(26, dull, c.CARD, bold=False)))
    skills = keywords, Style(26, bronze, c.CARD, bold=False)
    part.line(left, right, y + 92, skills, (said, Style(26, c.WHITE, c.CARD)))


@lru_cache(maxsize=8)
def _frame(colour: Colour, wide: int, high: int) -> Art:
    """Around a card that has been taken."""
    rim = Stroke(box(3, 3, wide - 6, high - 6, 14), 4, colour, closed=True)
    return Art(wide, high, c.CARD, (rim,))


def about(table: Table) -> Iterator[tuple[str, Colour]]:
    """The table in words, beside it."""
    ground = table.ground
    wide, high = map(text.INCHES.write, (ground.width, ground.height))
    yield f"The table, {wide} × {high} inches", c.WHITE
    if ground.solid:
        yield "grey is solid: it blocks sight and movement", c.STONE_LIGHT
    if ground.cover:
        yield "woods and craters give cover", c.WOOD_LIGHT
    if ground.barriers:
        yield "walls give cover behind them", c.SAND_LIGHT


# --- A card by itself ---


def card(found: Card, catalogue: Catalogue, look: Look) -> KindCard:
    reach = {"C": "close", "A": "arm", "T": "table"}
    values = {
        "Models": str(found.models),
        "Attack of each model": f"{found.dice}d{found.sides}",
        "Defence": f"d{found.defence}",
        "Move": f"{text.INCHES.write(found.move)} in",
        "Ranges": ", ".join(name for letter, name in reach.items() if letter in found.ranges),
        "Points (PV)": str(found.value),
    }
    army = plain(catalogue.armies[found.army].name, 32)
    colour = army_colour(catalogue, found.army)
    drawn = token(shape_of(found), found.vehicle, c.STONE_LIGHT, TOKEN)
    skills = found.told_keywords
    return KindCard(look, found.code, found.name, army, colour, drawn, values, skills, "Keywords")


def army_colour(catalogue: Catalogue, army: str) -> Colour:
    """The colour of an army that nobody has chosen."""
    return ARMIES[list(catalogue.armies).index(army) % len(ARMIES)]
