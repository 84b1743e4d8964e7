"""What questions are about: units, designs, figures, places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Discriminator, Tag

from games.core.geometry.plane import Point
from games.cosmic_conflict.rules.values import forbid, malformed, unknown
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.tools.units import UnitForm
from games.cosmic_conflict.tools.values import Place, Text, checked

ALONE: Final = "a1"
"""The ID of a unit that is not one of the position."""

# --- Units and places ---


def _subject_kind(found: object) -> str:
    named = isinstance(found, Mapping) and ("sic" in found or "design" in found)
    if isinstance(found, UnitForm) or named:
        return "a unit"
    return "a design" if isinstance(found, Mapping) else "a text"


Named: TypeAlias = str | UnitForm | dict[str, Any]
Worded = Annotated[Text, Tag("a text")]
_Unit = Annotated[UnitForm, Tag("a unit")]
_Data = Annotated[dict[str, Any], Tag("a design")]
Subject: TypeAlias = Annotated[
    Named, checked(Annotated[Worded | _Unit | _Data, Discriminator(_subject_kind)])
]
"""A unit of the position, a code or data of a design, or a unit as positions
have them."""


def _spot_kind(found: object) -> str:
    return "a text" if isinstance(found, str) and _ID.fullmatch(found) else "a point"


_ID = re.compile(f"[{LETTERS}][1-9][0-9]{{0,2}}")
Spot: TypeAlias = Annotated[
    Point | str,
    checked(Annotated[Worded | Annotated[Place, Tag("a point")], Discriminator(_spot_kind)]),
]
"""A point, or a unit of the position that is there."""


def _unit(table: Table, id: str) -> Unit:
    if refused := unknown(table, id):
        raise refused
    if table.units[id].state != "in":
        raise forbid("TARGET", "CC-028", f"{id} is not in play.")
    return table.units[id]


def place(table: Table, spot: Point | str) -> Point:
    return place_of(_unit(table, spot)) if isinstance(spot, str) else spot


def place_of(unit: Unit) -> Point:
    if unit.at is None:
        raise malformed(f"{unit.id} has no place: write at.")
    return unit.at


def subject(table: Table, named: Named) -> tuple[Table, Unit]:
    """A unit of the position, or a fresh one of a design on a table of its own."""
    if isinstance(named, str) and _ID.fullmatch(named):
        return table, _unit(table, named)
    form = named if isinstance(named, UnitForm) else UnitForm(sic=named)
    table, unit = form.unit(replace(table, units={}), ALONE)
    return table.put(unit), unit


def figured(form: Any) -> Any:
    """A subject, or the figures of a form: what has only fields of that."""

    def kind(found: object) -> str:
        names = set(form.model_fields)
        plain = isinstance(found, Mapping) and "size" in found and names.issuperset(found)
        return "figures" if plain else _subject_kind(found)

    tagged = Annotated[form, Tag("figures")]
    return checked(Annotated[Worded | _Unit | _Data | tagged, Discriminator(kind)])
