"""Kinds of units on cards, and an army while it is built as rows of such units."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.content.pack_form import write_specials
from games.astral_sailors.names import counted
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Facing
from renderers import Look
from renderers import palette as c
from renderers.astral_sailors.backdrop import ARMY_COLUMNS, SailorsLayout
from renderers.astral_sailors.scenery import height_text
from renderers.astral_sailors.units import SILHOUETTES, UnitLook, silhouette_of, unit_of
from renderers.cards import sides
from renderers.cards.kind_cards import TOKEN, KindCard
from renderers.cards.sides import Part
from renderers.lettering import drawable, plain
from renderers.scene import Art
from renderers.silhouettes import token


def card(kind: UnitKind, catalogue: Catalogue, look: Look) -> KindCard:
    """A machine stands on a square plate, everything else on a round one."""
    square = kind.category == "machine"
    return KindCard(
        look,
        kind.code,
        kind.name,
        _origin(kind, catalogue),
        c.STONE_LIGHT,
        token(SILHOUETTES[silhouette_of(kind)], square, c.STONE_LIGHT, TOKEN, c.CARD),
        tuple(_values(kind)),
        tuple(write_specials(kind.specials)),
        "Special rules",
    )


def army(plan: SailorsLayout, view: SailorsView) -> Part:
    """The list that the viewer builds: every kind with how many of it, and what they cost."""
    size = (sides.LISTED - 20) * plan.unit
    rows = [
        (
            _token(kind, view.seat or 0, round(size / kind.base)),
            f"{count} × {drawable(kind.name)}",
            f"{counted(count * kind.cost, 'point')}; {_short(kind)}",
        )
        for kind, count in drafted(view)
    ]
    return sides.listed(Part(end=plan.army, unit=plan.unit), rows, plan.width, ARMY_COLUMNS)


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
