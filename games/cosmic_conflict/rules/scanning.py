"""Enhance Scanners: whose Orders may be read, and when each choice is open (CC-165 to 168).

Choice 1 reveals hidden ships, which do not exist here. Choice 2 belongs to the scenario, and so
does all that Enhance Sensors does (CC-175).
"""

from __future__ import annotations

from typing import Final

from games.core.geometry.plane import within
from games.core.types import Forbidden
from games.cosmic_conflict import space
from games.cosmic_conflict.orders import Moment
from games.cosmic_conflict.table import Table, Unit

REACH: Final = 24 * space.DU
"""How far the Orders of a ship can be read (CC-168)."""
SCENARIO, ORDERS = 2, 3
"""The choices of Enhance Scanners (CC-167, CC-168)."""


def refuse_choice(unit: Unit, choice: int, moment: Moment) -> Forbidden | None:
    """Why Enhance Scanners cannot be revealed with a choice now (3.9, D-096)."""
    if (choice == SCENARIO) == (moment == "R5"):
        return None
    rule, when = {
        SCENARIO: ("CC-167", "for the scenario in step R5 of the Resolution Phase"),
        ORDERS: ("CC-168", "on a ship's Orders in its own activation"),
    }[choice]
    why = f"{unit.id} uses Enhance Scanners {when} only."
    return Forbidden(rule, why, code="E-WINDOW")


def refuse_scan(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Why a ship cannot read the Orders of another (CC-168, D-056)."""
    enemy = target.in_space and target.side != unit.side
    if not enemy or table.design(target).fighter:
        why = f"{target.id} is not an enemy ship on the board."
        return Forbidden("CC-168", why, code="E-TARGET")
    assert unit.at is not None
    assert target.at is not None
    if within(unit.at, target.at, REACH):
        return None
    far = space.shown(space.distance(unit.at, target.at))
    why = f"{target.id} is {far} away; Orders can be read up to {space.shown(REACH)}."
    return Forbidden("CC-168", why, code="E-RANGE")
