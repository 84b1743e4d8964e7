"""Marked tokens: placing them, and the effects that they buy (CC-169 to 174, D-068, D-069)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.core.geometry.plane import within
from games.core.types import Forbidden
from games.cosmic_conflict import space
from games.cosmic_conflict.content.maps import kind_name
from games.cosmic_conflict.content.terrain import solid_between
from games.cosmic_conflict.table.orders import Moment
from games.cosmic_conflict.table.units import MarkedToken, MarkEffect, Table, Unit

EFFECTS: Final[tuple[MarkEffect, ...]] = ("accuracy", "terrain", "range")
"""Marked effects 1 to 3."""
REACH: Final = 4 * space.DU
"""How far a ship can be marked, for each point of its Size (CC-169)."""


def refuse_mark(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Why a ship cannot mark another by a Mark Target Order, in the order of canon 4.8."""
    if not _is_enemy_ship(table, unit, target):
        return _illegal("CC-169", f"{target.id} is not an enemy ship on the board.")
    reach = REACH * table.open_size(target)
    if not within(unit.spot, target.spot, reach):
        far, most = space.shown(space.distance(unit.spot, target.spot)), space.shown(reach)
        why = f"{target.id} is {far} away; it can be marked up to {most}."
        return Forbidden("CC-169", why, code="E-RANGE")
    if solid := solid_between(table.features, unit.spot, target.spot):
        why = f"{kind_name(solid.kind)} {solid.id} is between {unit.id} and {target.id}."
        return Forbidden("CC-169", why, code="E-LOS")
    if any((each.by, each.target) == (unit.id, target.id) for each in table.marked):
        return _illegal("CC-169", f"{unit.id} has marked {target.id} this turn.")
    return None


def mark(table: Table, unit: Unit, target: Unit) -> Table:
    return replace(table, marked=(*table.marked, MarkedToken(unit.id, target.id)))


def tokens(table: Table, side: int, target: str) -> tuple[MarkedToken, ...]:
    """The Marked tokens of a side that lie on a ship."""
    on = (each for each in table.marked if each.target == target and not each.spent)
    return tuple(each for each in on if table.units[each.by].side == side)


def refuse_spend(
    table: Table, unit: Unit, target: Unit, effect: MarkEffect, moment: Moment
) -> Forbidden | None:
    """Why a ship cannot remove a token from a target for an effect (CC-170, D-068)."""
    why = ""
    if table.design(unit).fighter:
        why = f"{unit.id} is a Fighter; only ships spend Marked tokens."
    elif moment != "attacks":
        why = f"{unit.id} spends Marked tokens in its own attack sequence only."
    elif not tokens(table, unit.side, target.id):
        why = f"No Marked token of {unit.id}'s side is on {target.id}."
    elif effect in effects(unit, target):
        why = f"{unit.id} has that effect already; a second one adds nothing."
    return _illegal("CC-170", why) if why else None


def spend(table: Table, unit: Unit, target: Unit, effect: MarkEffect) -> Table:
    """The table after the oldest fitting token has been spent."""
    token = tokens(table, unit.side, target.id)[0]
    marked = tuple(replace(each, spent=True) if each is token else each for each in table.marked)
    bought = replace(unit, bought=(*unit.bought, (target.id, effect)))
    return replace(table, marked=marked).put(bought)


def effects(unit: Unit, target: Unit) -> tuple[MarkEffect, ...]:
    """What helps a ship against a target now; a wider range helps against all (CC-173)."""
    bought = {effect for on, effect in unit.bought if effect == "range" or on == target.id}
    return tuple(effect for effect in EFFECTS if effect in bought)


def lapsed(unit: Unit) -> Unit:
    """A ship whose attack sequence is over (CC-170, D-064)."""
    return replace(unit, bought=())


def _is_enemy_ship(table: Table, unit: Unit, target: Unit) -> bool:
    return target.in_space and target.side != unit.side and not table.design(target).fighter


def _illegal(rule: str, why: str) -> Forbidden:
    return Forbidden(rule, why, code="E-MARK")
