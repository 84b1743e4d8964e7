"""What becomes of Formations and Escorts when one of their ships is lost or cannot stay (D-074,
D-077)."""

from __future__ import annotations

from dataclasses import replace

from games.cosmic_conflict import events as e
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.conditions import COMMUNICATIONS
from games.cosmic_conflict.table.units import Table, Unit


def tell_parted(builder: StepBuilder, before: Table) -> None:
    """Tell how Formations and Escorts have changed since ``before``.

    The activation of a Formation goes on under its new Lead Ship. A ship that is on its own now has
    been activated only if its group had moved.
    """
    if before.bound_ids == builder.table.bound_ids:
        return
    _go_on(builder, before)
    for unit in before.units.values():
        now = builder.unit(unit.id)
        was, free = unit.bond or unit.stance, not (now.bond or now.stance)
        if was and free and now.in_space and now.at is not None:
            builder.tell(e.Parted(builder.piece(unit.id), now.at))
    for unit in builder.table.units.values():
        if unit.stance and _members(builder.table, unit) != _members(before, unit):
            tell_formation(builder, unit)


def _members(table: Table, unit: Unit) -> tuple[str, ...]:
    return tuple(each.id for each in table.formation(unit)) if unit.stance else ()


def tell_formation(builder: StepBuilder, lead: Unit) -> None:
    members = builder.pieces(each.id for each in builder.table.bound(lead.id))
    assert lead.stance
    builder.tell(e.FormationChanged(builder.piece(lead.id), members, lead.stance))


def _go_on(builder: StepBuilder, before: Table) -> None:
    now = builder.course.acting
    if now is None:
        return
    old = before.units[now.unit]
    group = [builder.unit(each.id) for each in before.group(old)]
    lead, *heirs = group
    gone = lead.state != "in" or lead.suffers(COMMUNICATIONS)
    left = [unit for unit in heirs if unit.state == "in"]
    if old.stance and gone and left:
        builder.change(acting=replace(now, unit=builder.table.leader(left[0]).id))
    acting = builder.acting
    for unit in group:
        if unit.state == "in" and builder.table.leader(unit).id != acting.id:
            builder.put(unit, activated=now.stage in ("moving", "moved"))
