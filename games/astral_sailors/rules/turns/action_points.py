"""Action points: how many a unit gets, and how many it has (ASCW-50 to 53, 147, D-29, D-71)."""

from __future__ import annotations

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.table import Table, Unit


def full(kind: UnitKind) -> int:
    """AP of a unit of this kind for a round (ASCW-51, 147)."""
    return 3 if kind.specials.commander else 2


def are_carried(table: Table) -> bool:
    """Whether saved AP last until the unit's next activation (D-29)."""
    return table.agreement.saved_ap == "carry"


def available(table: Table, unit: Unit) -> int:
    """AP that ``unit`` could spend on actions now, its activation begun if need be.

    Where they are carried over they are granted when the activation begins, and what was saved
    before is gone then.
    """
    if are_carried(table) and table.turn.active != unit.code:
        return full(table.kind(unit))
    return unit.ap
