"""Attacks for the tests: ``a1`` attacks ``b1``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from games.core.types import Forbidden
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules.attacks.targeting import declared
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import MarkEffect, Table
from tests.games.cosmic_conflict.scenes import du, plain, scene, unit

Figures = tuple[int, str, int, int]
"""A, the band, X and F."""
ASTEROIDS = {"kind": "asteroid_field", "disc": [10, 6, 2]}


def gun(kind: str, size: int, variant: str = "", arcs: str = "FPSA") -> Weapon:
    return Weapon(kind, True, size, arcs, variant)


def armed(*weapons: Weapon, size: int = 3) -> Design:
    return Design(f"G{size}", "Gunner", size, weapons, ())


def duel(
    weapon: Weapon | str | Design,
    target: int | str | Design,
    distance: str,
    terrain: Sequence[Mapping[str, Any]] = (),
    **fields: Any,
) -> Table:
    """``a1`` at (10, 1) heads for ``b1``, which is so far to the north of it."""
    goal = du(f"10 {distance}").plus(0, 100)
    shooter = armed(weapon) if isinstance(weapon, Weapon) else weapon
    other = plain(target) if isinstance(target, int) else target
    ours, theirs = unit("a1", shooter, "10 1"), unit("b1", other, "10 1", **fields)
    return scene(ours, (replace(theirs[0], at=goal), theirs[1]), terrain=terrain)


def attack(table: Table, *effects: MarkEffect, place: int = 0) -> Attack:
    return declared(table, table.units["a1"], place, table.units["b1"], effects)


def figures(found: Attack, *dice: int) -> Figures:
    assert found.terms.dice == len(dice)
    result = found.terms.result(dice)
    return result.accuracy, result.band, result.damage, result.applied


def fired(
    weapon: Weapon | str | Design,
    target: int | str | Design,
    distance: str,
    *dice: int,
    **fields: Any,
) -> Figures:
    return figures(attack(duel(weapon, target, distance, **fields)), *dice)


def refused(table: Table, *effects: MarkEffect, place: int = 0) -> tuple[str, str, str]:
    """The code, the rule and the sentence."""
    with pytest.raises(Forbidden) as found:
        attack(table, *effects, place=place)
    return found.value.code, found.value.rule, found.value.sentence


def at(table: Table, id: str, **fields: Any) -> Table:
    return table.put(replace(table.units[id], **fields))
