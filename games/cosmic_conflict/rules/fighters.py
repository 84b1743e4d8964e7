"""How Fighters move, resupply and lose their carrier (2.9, D-055 to D-060)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core.geometry.plane import Point
from games.core.types import Forbidden
from games.cosmic_conflict.rules.arrivals import LAUNCH_HANGAR, refuse_elections, refuse_end
from games.cosmic_conflict.space import DU, distance, shown
from games.cosmic_conflict.table import Table, Unit

DEPLOYMENT: Final = 8 * DU
"""How near to its carrier a Fighter starts in space (CC-115)."""


def refuse_move(
    table: Table, unit: Unit, to: Point, *, pws: Sequence[str] = (), confirmed: bool = False
) -> Forbidden | None:
    """The first fault of a Fighter's move (CC-128, CC-145, D-057), in the order of canon 4.8."""
    assert unit.at is not None
    flight, end = table.design(unit).flight, replace(unit, at=to)
    if (far := distance(unit.at, to)) > flight:
        why = f"The move is {shown(far)} long; {unit.id} moves {shown(flight)} at most."
        return Forbidden("CC-128", why, code="E-MANEUVER")
    return refuse_end(table, end, confirmed) or refuse_elections(table, end, pws)


def refuse_deployed(table: Table, carrier: Unit, at: Point) -> Forbidden | None:
    """Why another Fighter of a carrier cannot start in space there (CC-115, CC-119).

    One for each Launch Hangar may; those of Fighter Hangars start aboard.
    """
    launchers = table.design(carrier).count(LAUNCH_HANGAR)
    outside = [each for each in table.in_space(carrier.side) if each.carrier == carrier.id]
    if len(outside) >= launchers:
        why = (
            f"{carrier.id} has {launchers} Fighter Launch Hangars: its other Fighters start aboard."
        )
        return Forbidden("CC-119", why, code="E-ZONE")
    assert carrier.at is not None
    if (far := distance(carrier.at, at)) > DEPLOYMENT:
        why = f"That is {shown(far)} from {carrier.id}; its Fighters start within 8.00."
        return Forbidden("CC-115", why, code="E-ZONE")
    return None


def resupplied(table: Table) -> tuple[Unit, ...]:
    """The Fighters with full ammunition again in step R7 (CC-137, D-059): those that have been
    aboard their carrier since before this turn."""
    resting = (each for each in table.units.values() if each.aboard and each.boarded < table.turn)
    full = (replace(each, shots=table.design(each).shots) for each in resting)
    return tuple(each for each in full if each != table.units[each.id])


def counts_as_destroyed(table: Table, unit: Unit) -> bool:
    """Whether totals count a unit as destroyed: a Fighter is with its carrier (CC-141).

    One with FTL Drives needs no carrier (D-060).
    """
    if unit.state == "destroyed" or not table.design(unit).needs_carrier:
        return unit.state == "destroyed"
    carrier = table.units.get(unit.carrier)
    return carrier is not None and carrier.state == "destroyed"
