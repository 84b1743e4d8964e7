"""Action points: how many a unit gets, and how many it has (ASCW-50 to 53, 147, D-29, D-71)."""

from __future__ import annotations

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.table import Table, Unit


def full(kind: UnitKind) -> int:
    """AP of a unit of this kind for a round (ASCW-51, 147)."""
    return 3 if kind.specials.commander else 2


def available(table: Table, unit: Unit) -> int:
    """AP that ``unit`` could spend on actions now, its activation begun if need be.

    With the option ``saved_ap: carry`` AP are granted when the activation
    begins, and what was saved before is gone then (D-29).
    """
    if table.agreement.saved_ap == "carry" and table.turn.active != unit.code:
        return full(table.kind(unit))
    return unit.ap
