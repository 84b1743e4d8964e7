"""Unit cards (CSW-04), and a list of units as a picture while it is written (CSW-19)."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars.catalogue import Catalogue, UnitKind
from games.colonial_space_wars.view import View
from games.core.telling import counted
from renderers import Look
from renderers import palette as c
from renderers.cards.kind_cards import TOKEN, KindCard
from renderers.cards.sides import EDGE, Part
from renderers.colonial_space_wars.art import border_of, plain_counter, shape_of
from renderers.colonial_space_wars.summary import listed
from renderers.lettering import drawable, plain
from renderers.palette import Colour
from renderers.scene import Art, Caption, Style

COLUMNS, STEP, SMALL = 3, 108, 88
"""Of a list that is written: kinds in a row, from row to row, and the side of a counter."""


def card(kind: UnitKind, catalogue: Catalogue, look: Look) -> KindCard:
    colour = border_of(catalogue, kind.faction)
    return KindCard(
        look,
        kind.code,
        kind.name,
        _faction(kind, catalogue),
        colour,
        _counter(kind, colour, TOKEN),
        tuple(_values(kind)),
        tuple(kind.told_skills),
        "Skills",
    )


def army(view: View, wide: int, top: int) -> Part:
    """The list that the viewer writes: every type with how many of it, and what they cost."""
    part, column = Part(end=top), (wide - 2 * EDGE) // COLUMNS
    big, small = Style(28, c.WHITE, c.VOID), Style(25, c.MUTED, c.VOID, bold=False)
    written = listed(view)
    for number, (kind, count) in enumerate(written):
        row, place = divmod(number, COLUMNS)
        x, y = EDGE + place * column, top + row * STEP
        colour = border_of(view.table.catalogue, kind.faction)
        part.marks.append((_counter(kind, colour, SMALL), x, y))
        left, room = x + SMALL + 14, column - SMALL - 28
        said = f"{count} × {drawable(kind.name)}"
        part.words.append(Caption(said, left, y + 38, big, room=room))
        cost = f"{kind.code}, {counted(count * kind.resources, 'point')}"
        part.words.append(Caption(cost, left, y + 76, small, room=room))
    part.end += STEP * -(-len(written) // COLUMNS)
    return part


def _values(kind: UnitKind) -> Iterator[tuple[str, str]]:
    """The six attributes (CSW-07 to 14), and the class."""
    light, heavy = kind.attack
    yield "Command (CMD)", str(kind.command)
    yield "Movement (MOV)", str(kind.movement)
    yield "Class", "Light" if kind.light else "Heavy"
    yield "Attack (ATA) on Light", str(light)
    yield "Attack (ATA) on Heavy", str(heavy)
    yield "Range (RNG)", str(kind.range)
    yield "Protection (PRT)", str(kind.protection)
    yield "Resources (RES)", str(kind.resources)


def _faction(kind: UnitKind, catalogue: Catalogue) -> str:
    sword = catalogue.swords.get(kind.faction)
    return plain(sword.name, 32) if sword else kind.faction


def _counter(kind: UnitKind, colour: Colour, size: int) -> Art:
    shape = shape_of(kind.code, light=kind.light, flying=kind.has("flying"))
    return plain_counter(shape, kind.light, colour, size)
