"""Ships that act together: Formations and Escorts (2.14, D-074 to D-077).

A ship that is bound stands, for the rules, where the ship is to which it is bound, with its heading
and Velocity: ``Table.put`` sees to that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from games.core.geometry.plane import Point
from games.cosmic_conflict.content.terrain import solid_at
from games.cosmic_conflict.space import DU, clamped, shifted
from games.cosmic_conflict.table.conditions import COMMUNICATIONS

if TYPE_CHECKING:
    from games.cosmic_conflict.table.units import Table, Unit

Stance: TypeAlias = Literal["", "offensive", "defensive"]
STARBOARD: Final = 90
"""Where an escort is beside its ward unless another bearing is named (D-077)."""
NOWHERE: Final = Point(0, 0)
BESIDE: Final = DU
"""How far a released escort is from its ward at most (CC-279)."""


@dataclass(frozen=True, slots=True)
class Bond:
    """What binds a ship to another.

    ``to``       its Lead Ship, or the ship that it escorts, its ward
    ``aside``    of a member: where it is shown, from the Lead Ship (D-074)
    ``bearing``  of an escort: where it is shown and released, from the ward's heading (D-077)
    """

    to: str
    kind: Literal["member", "escort"]
    aside: Point = NOWHERE
    bearing: int = STARBOARD


_MOVED: Final = ("at", "heading", "velocity", "activated")
_ORDERED: Final = ("navigated", "evading", "bracing", "revealed", "attacked", "bought")
SHARED: Final[Mapping[str, tuple[str, ...]]] = {"member": (*_MOVED, *_ORDERED), "escort": _MOVED}
"""What a bound ship has in common with the one that it is bound to (CC-263, CC-264, CC-276)."""


def bound(units: Mapping[str, Unit]) -> dict[str, tuple[Unit, ...]]:
    """The ships that are bound to each, in fleet order."""
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in units.values():
        if unit.bond:
            found[unit.bond.to] = (*found.get(unit.bond.to, ()), unit)
    return found


def following(table: Table, changed: Iterator[str]) -> Iterator[Unit]:
    """The ships bound to those that have changed, as they are now.

    What ends by Communications Damage ends for that ship alone, which leaves at once (CC-055).
    """
    for id in changed:
        lead = table.units[id]
        for unit in table.bound(id) if lead.in_space else ():
            assert unit.bond is not None
            if unit.bond.kind == "escort" or not lead.suffers(COMMUNICATIONS):
                shared = SHARED[unit.bond.kind]
                yield replace(unit, **{name: getattr(lead, name) for name in shared})


def shown_at(table: Table, unit: Unit) -> Point | None:
    """Where a ship is drawn: bound ones are beside the point that they share."""
    if unit.bond is None or unit.at is None:
        return unit.at
    return beside(table, unit)


def beside(table: Table, unit: Unit) -> Point:
    """Where a bound ship stands once it is free: on the board and outside Solid terrain, else where
    the ship is to which it was bound."""
    assert unit.bond is not None
    lead = table.units[unit.bond.to]
    if unit.bond.kind == "member":
        at = clamped(table.board, lead.spot.plus(unit.bond.aside.x, unit.bond.aside.y))
    else:
        at = shifted(lead.spot, (lead.heading + unit.bond.bearing) % 360, BESIDE)
    free = at in table.board and not solid_at(table.features, at)
    return at if free else clamped(table.board, lead.spot)


def freed(table: Table, unit: Unit, at: Point | None = None) -> Table:
    """Without the bonds of a ship: of its own, and of those that are bound to it.

    ``at``  where an escort is released
    """
    if unit.bond:
        table = table.put(replace(unit, bond=None, at=at or beside(table, unit)))
        return _alone(table, table.units[unit.bond.to])
    left = table.bound(unit.id)
    if unit.stance:
        return _led(table, unit, left)
    for each in left:
        table = freed(table, each)
    return table


def _alone(table: Table, lead: Unit) -> Table:
    """A Formation of one ship is none."""
    over = lead.stance and not table.bound(lead.id)
    return table.put(replace(lead, stance="")) if over else table


def _led(table: Table, lead: Unit, left: tuple[Unit, ...]) -> Table:
    """The largest of the members that are left leads from the same point (D-074)."""
    first = max(left, key=table.size)
    new = replace(first, bond=None, stance=lead.stance)
    bonds = ((each, each.bond) for each in left if each.id != first.id)
    members = (replace(each, bond=replace(bond, to=new.id)) for each, bond in bonds if bond)
    table = table.put(replace(lead, stance=""), new, *members)
    return _alone(table, table.units[new.id])
