"""Forming, joining and leaving groups (canon 2.14, D-074, D-077)."""

from __future__ import annotations

from typing import Any

from tests.games.cosmic_conflict.canon import space
from tests.games.cosmic_conflict.canon.ships import group, has, hull, there


def may_bind(table: Any, unit: Any, to: Any, *, ward: bool) -> bool:
    """Whether a ship may join another: one that leads a Formation, or its ward (CC-262, CC-274)."""
    ships = (unit, to)
    if unit is to or unit.side != to.side or unit.owner != to.owner:
        return False
    for each in ships:
        if each.state != "in" or each.at is None or not hull(table, each).size:
            return False
        if each.hidden or each.jumping or unit.bond or to.bond:
            return False
    if has(unit, 10) or (has(to, 10) and not ward):
        return False
    near = space.gap(unit.at, to.at) <= 200 and unit.velocity == to.velocity
    return near and space.between_headings(unit.heading, to.heading) <= 30


def may_form(table: Any, lead: Any, unit: Any) -> bool:
    """Neither may escort or have Escorts, nor the new member lead others."""
    free = len(group(table, unit)) == 1 and not unit.stance
    if lead.bond:
        return False
    leads = all(each.bond.kind == "member" for each in group(table, lead)[1:])
    return table.formations and free and leads and may_bind(table, unit, lead, ward=False)


def may_escort(table: Any, unit: Any, ward: Any) -> bool:
    free = len(group(table, unit)) == 1 and not unit.stance and not ward.stance
    fits = hull(table, unit).size <= hull(table, ward).size
    return table.escorts and free and fits and may_bind(table, unit, ward, ward=True)


def stands(table: Any, unit: Any, lead: space.Spot, heading: int) -> space.Spot:
    """Where a ship stands once it has left a group that is at a place."""
    board = table.board
    if unit.bond.kind == "member":
        x, y = lead[0] + unit.bond.aside[0], lead[1] + unit.bond.aside[1]
        found = min(max(x, 0), board.width), min(max(y, 0), board.height)
    else:
        found = space.polar(lead, heading + unit.bond.bearing, 100)
    free = space.on_board(board, found) and not space.is_solid(table.features, found)
    return found if free else lead


def escorts(table: Any) -> set[str]:
    """Those that jump leave their wards, where a Formation jumps as one (D-075, D-077)."""
    units = table.units.values()
    return {each.id for each in units if each.bond and each.bond.kind == "escort"}


def left(before: Any, after: Any, free: set[str]) -> dict[str, str]:
    """Who is bound to whom once some are gone or silent, or ``free``: of members without their
    Lead Ship the largest leads, then the first of the fleet (CC-055, D-074, D-077)."""
    found: dict[str, str] = {}
    for id, lead in before.units.items():
        ships = [after.units[each.id] for each in group(before, lead)]
        if lead.bond or len(ships) < 2:
            continue
        stay = [each for each in ships if there(each) and each.id not in free]
        if lead.stance:
            stay = [each for each in stay if not has(each, 10)]
            sizes = [hull(after, each).size for each in stay]
            if stay and stay[0].id != id:
                stay.insert(0, stay.pop(sizes.index(max(sizes))))
        else:
            stay = [each for each in stay if each.id == id or not has(each, 10)]
            stay = stay if there(after.units[id]) else []
        found |= {each.id: stay[0].id for each in stay[1:]}
    return found
