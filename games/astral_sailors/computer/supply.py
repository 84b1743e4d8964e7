"""Armies and reinforcements of the computer player."""

from __future__ import annotations

from games.astral_sailors.computer.plan import GLORY, Plan
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.rules.turns import entering, reinforcing
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move
from games.core.geometry.squares import Base, Facing, Square

SAVING = 3
"""Rounds after which a team that collects points buys nothing more."""


def reinforce(plan: Plan) -> Move:
    """The best unit that the pool can pay, where it comes in best."""
    table = plan.table
    saving = plan.objective == GLORY and table.round > SAVING
    if saving:
        return Done()
    left = table.players[plan.army].pool - _kept(plan)
    for unit in sorted(reinforcing.affordable(table, plan.army), key=lambda u: _rank(plan, u)):
        if table.kind(unit).cost > left:
            continue
        if plan.objective == GLORY and table.kind(unit).military:
            continue
        spots = entering.spots(table, unit)
        if spots:
            at = min(spots, key=lambda spot: _entry(plan, unit, spot))
            return Reinforce(unit.code, at, _towards_middle(table.size, at))
    return Done()


def _kept(plan: Plan) -> int:
    """Points that are left in the pool, to pay off a wound of a Commander that can be reached."""
    if not plan.skill.careful:
        return 0
    return max(
        (
            wounds.price(plan.table.kind(unit).cost)
            for unit in plan.friends
            if unit.seat == plan.army
            and plan.commander(unit)
            and plan.danger(plan.bases[unit.code])
        ),
        default=0,
    )


def _rank(plan: Plan, unit: Unit) -> tuple[int, int, int]:
    """Cheap civilians early, for they pay for themselves; then the dearest unit."""
    kind = plan.table.kind(unit)
    early = plan.table.round <= SAVING and not kind.military
    return (0 if early else 1, -kind.cost, unit.number)


def _entry(plan: Plan, unit: Unit, spot: Square) -> tuple[int, Square]:
    base = Base(spot.c, spot.r, plan.table.kind(unit).base)
    gaps = [plan.bases[enemy.code].gap(base) for enemy in plan.enemies]
    nearest = min(gaps, default=0)
    return (-nearest if not plan.table.kind(unit).military else nearest, spot)


def _towards_middle(size: int, at: Square) -> Facing:
    """Away from the nearest side of the board."""
    sides = (
        (at.r, Facing.S),
        (size - 1 - at.c, Facing.W),
        (size - 1 - at.r, Facing.N),
        (at.c, Facing.E),
    )
    return min(sides, key=lambda pair: pair[0])[1]
