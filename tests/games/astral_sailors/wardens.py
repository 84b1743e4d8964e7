"""A view to give standing orders on, and attacks on units whose side has some."""

from __future__ import annotations

from typing import Any

from games.astral_sailors.standing import STANDING
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Unit
from tests.games.astral_sailors.duels import (
    sees,
    shoot,
    strike,
)
from tests.games.astral_sailors.goals import commander
from tests.games.astral_sailors.positions import builder, table, unit

VIEW = sees(
    builder(table([commander(0), unit("R2", "EX3", "C3"), unit("R3", "CV1", "D3"), commander(1)])),
    0,
)
OFFERED = tuple(STANDING.options(VIEW))


def shot_at(target: Unit, *others: Unit, dice: int = 2, **options: Any) -> StepBuilder:
    """B2 is shot at from F9 with so many dice, and asked how it reacts."""
    units = [commander(0), unit("R2", "EX3", "F9"), commander(1), target, *others]
    match = builder(table(units, **options))
    shoot(match, "R2", target.code, dice)
    return match


def struck(target: Unit, **options: Any) -> StepBuilder:
    units = [commander(0), unit("R2", "EX3", "F9"), commander(1), target]
    match = builder(table(units, **options))
    strike(match, "R2", target.code, 1)
    return match


def warden(**values: Any) -> Unit:
    """Cover 2 and Counter-attack, facing the attacker to its north."""
    return unit("B2", "EX4", "F10", **values)
