"""The exact chances of an attack (D-21 to D-26)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from games.astral_sailors.table import Table, Unit


def of_attack(
    table: Table, attacker: Unit, target: Unit, how: str, dice: int, *, half: bool = False
) -> Mapping[int, Fraction]:
    """Chance of each number of wounds of one target, before Tough and payment, without reactions;
    re-rolls as their owners' automatic choices make them (D-26). Sums to 1."""
    raise NotImplementedError


def expected(chances: Mapping[int, Fraction]) -> Fraction:
    """The mean number of wounds."""
    raise NotImplementedError
