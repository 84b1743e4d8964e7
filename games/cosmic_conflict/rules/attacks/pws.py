"""PWS exchanges at the end of a move (CC-121 to 124, D-051, D-052)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from games.core.geometry.plane import within
from games.core.types import Forbidden
from games.cosmic_conflict.rules.attacks.targeting import covering_aws
from games.cosmic_conflict.rules.terrain import certain_end
from games.cosmic_conflict.space import distance, shown
from games.cosmic_conflict.table.units import Table, Unit


class PwsExchange(NamedTuple):
    """An exchange between the unit that has moved and an enemy.

    ``dice``  of the mover and of the enemy; all are rolled before any damage, the mover's first
    """

    mover: str
    enemy: str
    dice: tuple[int, int]

    @property
    def enemy_elects(self) -> bool:
        """The automatic rule of the policy ``pws`` (4.3)."""
        return self.dice[1] > self.dice[0]


def pws_dice(table: Table, unit: Unit, against: Unit) -> int:
    """The dice of a unit in an exchange (CC-144, D-051, D-052)."""
    design = table.design(unit)
    dice = design.count("PWS", off=unit.off)
    if table.design(against).fighter:
        dice += covering_aws(table, unit) + design.count("FPWS", off=unit.off)
    return dice


def exchange(table: Table, mover: Unit, enemy: Unit) -> PwsExchange | None:
    """The exchange that two units could have now, if any (CC-123, CC-124)."""
    if mover.at is None or enemy.at is None or not within(mover.at, enemy.at, table.pws_range):
        return None
    dice = pws_dice(table, mover, enemy), pws_dice(table, enemy, mover)
    unknown = mover.hidden or enemy.hidden  # whether it has a PWS (D-100)
    return PwsExchange(mover.id, enemy.id, dice) if any(dice) or unknown else None


def exchanges(table: Table, mover: Unit) -> tuple[PwsExchange, ...]:
    """All that are possible at the end of a move, in fleet order."""
    found = (exchange(table, mover, enemy) for enemy in table.enemies(mover))
    return tuple(each for each in found if each is not None)


def refuse_elections(table: Table, unit: Unit, wanted: Sequence[str]) -> Forbidden | None:
    """E-PWS of a unit whose own move would end where it stands.

    Where dice decide how Push leaves it, what has become impossible lapses instead.
    """
    end = certain_end(table, unit) if wanted else None
    for place, name in enumerate(wanted):
        group = [replace(each, at=end) for each in table.group(unit)]
        why = min((_no_exchange(table, each, name) for each in group), key=len)
        if name in wanted[:place]:
            why = f"{name} is named twice; there is one exchange with each enemy."
        if why:
            return Forbidden("CC-123", why, code="E-PWS")
    return None


def _no_exchange(table: Table, unit: Unit, name: str) -> str:
    """Why a unit cannot have an exchange with the one called ``name``; while dice are still to
    decide where the unit stands, nothing speaks against it."""
    enemy = table.units.get(name)
    if enemy is None or enemy.side == unit.side or enemy.at is None:
        return f"{name} is not an enemy on the board."
    if unit.at is None or exchange(table, unit, enemy):
        return ""
    far = distance(unit.at, enemy.at)
    if far > table.pws_range:
        reach = shown(table.pws_range)
        return f"{name} would be {shown(far)} away; a PWS exchange is within {reach}."
    return f"Neither {unit.id} nor {name} has a Proximity Weapon System that works."
