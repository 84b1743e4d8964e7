"""Legal melee targets: contact, arc, flyers (ASCW-84, 161, D-09, D-10, D-18)."""

from __future__ import annotations

from games.astral_sailors.board import ground
from games.astral_sailors.table import Table, Unit
from games.core.types import Forbidden


def strike_refusal(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Why ``unit`` cannot strike this enemy from where it stands."""
    own, other = table.kind(unit), table.kind(target)
    agreed = table.agreement
    if other.specials.fly and not own.specials.fly:
        return Forbidden(
            "ASCW-161",
            f"{target.code} flies, and {unit.code} on the ground cannot reach it.",
            instead="Only flying units can strike it; others can shoot at it.",
            code="FLYING_TARGET",
        )
    if own.specials.fly and not other.specials.fly and not agreed.fly_melee_down:
        return Forbidden(
            "ASCW-D18",
            f"{unit.code} flies, and in this match flying units cannot strike the ground.",
            instead="It can strike other flying units.",
            code="FLYING_TARGET",
        )
    if not ground.touching(table, unit, target):
        squares = ground.distance(table, unit, target)
        return Forbidden(
            "ASCW-84",
            _apart(unit, target, squares),
            instead="Move next to it first.",
            code="NOT_IN_CONTACT",
        )
    if not in_melee_arc(table, unit, target):
        return Forbidden(
            "ASCW-D10",
            f"{unit.code} faces {unit.facing.name} and has {target.code} behind it.",
            instead="Turn first: it can strike only what it touches in front.",
            code="NOT_IN_ARC",
        )
    return None


def charge_dice(table: Table, unit: Unit, target: Unit) -> int:
    """Dice of the automatic attack of a Charge: two for the bigger base (ASCW-76, 77)."""
    return 2 if table.kind(unit).base > table.kind(target).base else 1


def in_melee_arc(table: Table, unit: Unit, target: Unit) -> bool:
    """Whether ``unit`` is turned to a square of ``target`` that touches it (D-10)."""
    return table.agreement.melee_arc == "all" or ground.in_arc(table, unit, target, touching=True)


def in_shooting_arc(table: Table, unit: Unit, target: Unit) -> bool:
    """Whether ``unit`` is turned to ``target`` enough to shoot (D-10)."""
    return not shoots_ahead(table) or ground.in_arc(table, unit, target, touching=False)


def shoots_ahead(table: Table) -> bool:
    """Whether units shoot to the front only."""
    return table.agreement.shoot_arc == "front"


def _apart(unit: Unit, target: Unit, squares: int) -> str:
    if squares > 1:
        return f"{target.code} is {squares} squares from {unit.code}, but a strike needs contact."
    return f"{unit.code} and {target.code} touch only at a corner closed by solid scenery."
