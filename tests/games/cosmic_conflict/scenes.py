"""Tables for the tests: ``a1`` and so on are of side 1, ``b1`` and so on of side 2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.geometry.plane import Point
from games.core.types import Forbidden
from games.cosmic_conflict.content import maps
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import read
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.space import LETTERS, SCALE
from games.cosmic_conflict.table.units import Condition, Table, Unit


def plain(size: int, *items: str) -> Design:
    """A ship that has only what is named, in Secondary slots."""
    code = f"S{size}" + "".join(items)
    return read({"id": code, "size": size, "secondary": [{"type": item} for item in items]})


def du(text: str) -> Point:
    return SCALE.point(text)


def unit(id: str, sic: str | Design, at: str = "", **fields: Any) -> tuple[Unit, Design]:
    """A fresh unit, with its design, of the base game or a ``plain`` ship."""
    design = BASE.designs[sic] if isinstance(sic, str) else sic
    place = {"at": du(at)} if at else {}
    absorbers = tuple(boxes for _, boxes in design.absorbers)
    defaults = {"side": LETTERS.index(id[0]) + 1, "absorbers": absorbers, "shots": design.shots}
    return Unit(id, design.code, **{**defaults, **place, **fields}), design


def scene(
    *units: tuple[Unit, Design], terrain: Sequence[Mapping[str, Any]] = (), **fields: Any
) -> Table:
    designs = {design.code: design for _, design in units}
    placed = {each.id: each for each, _ in units}
    return Table(features=maps.features(terrain), designs=designs, units=placed, **fields)


def well(x: int, y: int, **attributes: Any) -> dict[str, Any]:
    """A zone with a radius of 4, for ``push``, ``pull`` and ``random``."""
    return {"kind": "well", "disc": [x, y, 4], **attributes}


def code(refused: Forbidden | None) -> str:
    """Of a refusal; empty for none."""
    return refused.code if refused else ""


LOCKED = (Condition(11, "a"), Condition(11, "b"))
"""Propulsion Damage received twice."""
