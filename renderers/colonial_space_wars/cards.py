"""Unit cards (CSW-04), and a list of units as a picture while it is written (CSW-19)."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars.catalogue import Catalogue, UnitKind
from games.colonial_space_wars.view import View
from games.core.telling import counted
from renderers import Look
from renderers.cards import sides
from renderers.cards.kind_cards import TOKEN, KindCard
from renderers.cards.sides import Part
from renderers.colonial_space_wars.art import border_of, plain_counter, shape_of
from renderers.colonial_space_wars.summary import listed
from renderers.lettering import drawable, plain
from renderers.palette import Colour
from renderers.scene import Art

COLUMNS = 3
"""Kinds in a row of a list that is written."""


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
    catalogue = view.table.catalogue
    rows = [
        (
            _counter(kind, border_of(catalogue, kind.faction), sides.LISTED - 20),
            f"{count} × {drawable(kind.name)}",
            f"{kind.code}, {counted(count * kind.resources, 'point')}",
        )
        for kind, count in listed(view)
    ]
    return sides.listed(Part(end=top), rows, wide, COLUMNS)


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
