"""Unit cards (CSW-04), and a list of units as a picture while it is written (CSW-19)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.colonial_space_wars.catalogue import Catalogue, UnitKind
from games.colonial_space_wars.view import View
from games.colonial_space_wars.words.words import counted
from renderers import Look, Scene
from renderers import palette as c
from renderers.colonial_space_wars.art import border_of, plain_counter, shape_of
from renderers.colonial_space_wars.roster import EDGE, Part
from renderers.colonial_space_wars.summary import listed
from renderers.glyphs import box
from renderers.lettering import drawable, plain
from renderers.palette import Colour
from renderers.scene import Area, Art, Caption, Drawing, Stroke, Style

WIDE, HIGH, BAND = 1000, 694, 120
TOKEN = 260
COLUMNS, STEP, SMALL = 3, 108, 88
"""Of a list that is written: kinds in a row, from row to row, and the side of a counter."""

_CODE = Style(40, c.MUTED, c.CARD)
_NAME = Style(36, c.MUTED, c.CARD)
_VALUE = Style(42, c.WHITE, c.CARD)
_SKILL = Style(38, c.YELLOW, c.CARD)


@dataclass(frozen=True, slots=True)
class CardScene(Scene):
    kind: UnitKind
    catalogue: Catalogue
    look: Look

    @property
    def alt(self) -> str:
        values = ", ".join(f"{name} {value}" for name, value in _values(self.kind))
        skills = ", ".join(self.kind.told_skills) or "none"
        name = f"{self.kind.code} {plain(self.kind.name, 64)}"
        return f"{name}, {_faction(self.kind, self.catalogue)}. {values}. Skills: {skills}."

    @property
    def board(self) -> str:
        return self.alt

    @property
    def drawing(self) -> Drawing:
        kind, left = self.kind, TOKEN + 80
        colour = border_of(self.catalogue, kind.faction)
        marks = [(_ground(colour), 0, 0), (_counter(kind, colour, TOKEN), 40, BAND + 40)]
        title = Style(60, c.VOID, colour)
        captions = [
            Caption(drawable(kind.name), 40, 92, title, room=WIDE - 80),
            Caption(kind.code, 40 + TOKEN // 2, BAND + TOKEN + 90, _CODE, "middle"),
            Caption(_faction(kind, self.catalogue), left, BAND + 66, _NAME, room=WIDE - left - 40),
        ]
        for number, (name, value) in enumerate(_values(kind)):
            y = BAND + 124 + 50 * number
            captions.append(Caption(name, left, y, _NAME))
            captions.append(Caption(value, WIDE - 40, y, _VALUE, "right"))
        said = ", ".join(kind.told_skills) or "No skills"
        captions.append(Caption(said, 40, HIGH - 34, _SKILL, room=WIDE - 80))
        return Drawing(WIDE, HIGH, c.VOID, marks, captions)


def kinds(catalogue: Catalogue) -> dict[str, str]:
    return {code: f"{code} {plain(kind.name, 64)}" for code, kind in catalogue.units.items()}


def named(catalogue: Catalogue, name: str) -> UnitKind | None:
    """By code or by name; a part of a name will do where it is the only one."""
    wanted = name.strip().casefold()
    if (kind := catalogue.units.get(wanted.upper())) is not None:
        return kind
    found = [kind for kind in catalogue.units.values() if wanted in kind.name.casefold()]
    same = [kind for kind in found if kind.name.casefold() == wanted]
    fitting = same or found
    return fitting[0] if wanted and len(fitting) == 1 else None


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


@lru_cache(maxsize=8)
def _ground(colour: Colour) -> Art:
    """A card with a band of the faction's colour for the name."""
    frame = box(6, 6, WIDE - 12, HIGH - 12, 28)
    band = (
        Area(box(6, 6, WIDE - 12, BAND, 28), colour),
        Area(box(6, BAND // 2, WIDE - 12, BAND - BAND // 2 + 6, 0), colour),
    )
    edge = Stroke(frame, 4, colour, closed=True)
    return Art(WIDE, HIGH, c.VOID, (Area(frame, c.CARD), *band, edge))
