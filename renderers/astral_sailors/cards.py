"""Kinds of units on cards, and an army while it is built as rows of such units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.content.pack_form import write_specials
from games.astral_sailors.names import counted
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Facing
from renderers import Look, Scene
from renderers import palette as c
from renderers.astral_sailors.backdrop import ARMY_COLUMNS, ARMY_STEP, EDGE, SailorsLayout
from renderers.astral_sailors.scenery import height_text
from renderers.astral_sailors.units import SILHOUETTES, UnitLook, silhouette_of, unit_of
from renderers.glyphs import box
from renderers.lettering import drawable, plain
from renderers.scene import SIGN, Area, Art, Caption, Drawing, Mark, Sign, Stroke, Style
from renderers.silhouettes import token

WIDE, HIGH = 1000, 680
TOKEN = 300
_NEUTRAL = 7
"""The seat in whose colour kinds are shown that belong to nobody."""

_TITLE = Style(56, c.WHITE, c.CARD)
_KIND = Style(36, c.MUTED, c.CARD)
_NAME = Style(36, c.MUTED, c.CARD)
_VALUE = Style(42, c.WHITE, c.CARD)
_SPECIAL = Style(38, c.YELLOW, c.CARD)


@dataclass(frozen=True, slots=True)
class CardScene(Scene):
    kind: UnitKind
    catalogue: Catalogue
    look: Look

    @property
    def alt(self) -> str:
        values = ", ".join(f"{name} {value}" for name, value in _values(self.kind))
        specials = ", ".join(write_specials(self.kind.specials)) or "none"
        name = f"{self.kind.code} {plain(self.kind.name, 64)}"
        return f"{name}, {_origin(self.kind, self.catalogue)}. {values}. Special rules: {specials}."

    @property
    def board(self) -> str:
        return self.alt

    @property
    def drawing(self) -> Drawing:
        kind, left = self.kind, TOKEN + 70
        token = _token(kind, _NEUTRAL, TOKEN // kind.base)
        marks = [(_ground(), 0, 0), (token, 36, 120)]
        captions = [
            Caption(drawable(kind.name), 40, 82, _TITLE, room=WIDE - 80),
            Caption(_origin(kind, self.catalogue), left, 144, _KIND, room=WIDE - left - 30),
        ]
        for number, (name, value) in enumerate(_values(kind)):
            y = 206 + 52 * number
            captions.append(Caption(name, left, y, _NAME))
            captions.append(Caption(value, WIDE - 40, y, _VALUE, "right"))
        said = ", ".join(write_specials(kind.specials)) or "No special rules"
        captions.append(Caption(said, 40, HIGH - 34, _SPECIAL, room=WIDE - 80))
        return Drawing(WIDE, HIGH, c.VOID, marks, captions)


def signs(catalogue: Catalogue) -> Mapping[str, Sign]:
    """A machine stands on a square plate, everything else on a round one."""
    drawn = ((kind, SILHOUETTES[silhouette_of(kind)]) for kind in catalogue.units.values())
    return {
        kind.code: Sign(
            kind.name, token(shape, kind.category == "machine", c.STONE_LIGHT, SIGN, c.VOID)
        )
        for kind, shape in drawn
    }


def kinds(catalogue: Catalogue) -> dict[str, str]:
    return {code: f"{code} {plain(kind.name, 64)}" for code, kind in catalogue.units.items()}


def named(catalogue: Catalogue, name: str) -> UnitKind | None:
    """Find a kind by code or name; a part of a name will do if it fits one only."""
    wanted = name.strip().casefold()
    if (kind := catalogue.units.get(wanted.upper())) is not None:
        return kind
    found = [kind for kind in catalogue.units.values() if wanted in kind.name.casefold()]
    same = [kind for kind in found if kind.name.casefold() == wanted]
    fitting = same or found
    return fitting[0] if wanted and len(fitting) == 1 else None


def army(plan: SailorsLayout, view: SailorsView) -> tuple[list[Mark], list[Caption]]:
    """The list that the viewer builds: every kind with how many of it, and what they cost."""
    marks: list[Mark] = []
    words: list[Caption] = []
    px, seat = plan.px, view.seat
    wide = (plan.width - plan.px(2 * EDGE)) // ARMY_COLUMNS
    size = px(ARMY_STEP - 24)
    big, small = Style(px(42), c.WHITE, c.VOID), Style(px(36), c.MUTED, c.VOID, bold=False)
    for number, (kind, count) in enumerate(drafted(view)):
        row, column = divmod(number, ARMY_COLUMNS)
        x, y = px(EDGE) + column * wide, plan.army + row * px(ARMY_STEP)
        marks.append((_token(kind, seat or 0, size // kind.base), x, y))
        left, room = x + size + px(20), wide - size - px(40)
        said = f"{count} × {drawable(kind.name)}"
        words.append(Caption(said, left, y + px(50), big, room=room))
        cost = f"{counted(count * kind.cost, 'point')}; {_short(kind)}"
        words.append(Caption(cost, left, y + px(100), small, room=room))
    return marks, words


def drafted(view: SailorsView) -> list[tuple[UnitKind, int]]:
    """Kinds and numbers of the army that the viewer's seat builds; empty at other times."""
    table = view.table
    draft = None if view.seat is None else view.sheets[view.seat]
    if draft is None or table.phase not in ("bellicose", "muster"):
        return []
    codes = dict.fromkeys(draft.units)
    return [(table.catalogue.units[code], draft.units.count(code)) for code in codes]


def _values(kind: UnitKind) -> Iterator[tuple[str, str]]:
    yield "Cost", counted(kind.cost, "point")
    yield "Resistance (RE)", str(kind.resistance)
    yield "Defence (DE)", str(kind.defence)
    yield "Movement (MV)", str(kind.movement)
    shot = f"{counted(kind.shots, 'die', 'dice')}, Damage {kind.shot_damage}"
    yield "Shoots", shot if kind.shots else "no"
    if kind.shots:
        yield "Range", f"{kind.nearest}–{kind.farthest} squares"
    blow = f"{counted(kind.blows, 'die', 'dice')}, Damage {kind.blow_damage}"
    yield "Strikes", blow if kind.blows else "no"
    yield "Base", f"{kind.base}×{kind.base}, {height_text(kind.height)} high"


def _short(kind: UnitKind) -> str:
    return (
        f"RE {kind.resistance}, AT {kind.shots}/{kind.blows}, DE {kind.defence}, MV {kind.movement}"
    )


def _origin(kind: UnitKind, catalogue: Catalogue) -> str:
    """``Troop, Exiled``."""
    if kind.category in ("mercenary", "civilian"):
        return kind.category.capitalize()
    return f"{kind.category.capitalize()}, {plain(catalogue.armies[kind.army], 40)}"


@lru_cache(maxsize=128)
def _token(kind: UnitKind, seat: int, cell: int) -> Art:
    shown = UnitLook(
        kind.code, seat, silhouette_of(kind), kind.specials.commander, kind.base, Facing.S,
        "ready", kind.resistance, kind.resistance, -1,
    )  # fmt: skip
    return unit_of(shown, cell)


@lru_cache(maxsize=1)
def _ground() -> Art:
    frame = box(6, 6, WIDE - 12, HIGH - 12, 28)
    return Art(WIDE, HIGH, c.VOID, (Area(frame, c.CARD), Stroke(frame, 4, c.RIM, closed=True)))
