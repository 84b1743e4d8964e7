"""The first deployment of a computer player: the strongest units that the points allow."""

from __future__ import annotations

from games.astral_sailors.board import zones
from games.astral_sailors.computer import attacks
from games.astral_sailors.computer.plan import Plan
from games.astral_sailors.rules.setup import deployment
from games.astral_sailors.rules.setup.deployment import Deploy, DeployRest
from games.astral_sailors.rules.turns import placing
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move
from games.core.geometry.squares import Base, Facing, Square


def deploy(plan: Plan) -> Move:
    """Military units, the strongest first, then the rest as the bot would (D-70)."""
    table = plan.table
    left = deployment.MOST - deployment.spent(table, plan.army)
    reserve = [
        unit
        for unit in table.of(plan.army)
        if unit.place == "reserve"
        and table.kind(unit).military
        and not plan.commander(unit)
        and table.kind(unit).cost <= left
    ]
    for unit in sorted(reserve, key=lambda unit: (-table.kind(unit).cost, unit.number)):
        spots = deployment.spots(table, unit)
        if spots:
            facing = Facing((zones.own_edge(table, plan.army) + 4) % 8)
            at = max(spots, key=lambda at: _worth(plan, unit, at, facing))
            return Deploy(unit.code, at, facing)
    return DeployRest()


def _worth(plan: Plan, unit: Unit, at: Square, facing: Facing) -> tuple[int, int, int, Square]:
    there = placing.placed(unit, at, facing)
    base = Base(at.c, at.r, plan.table.kind(unit).base)
    struck = 0
    if plan.enemies:
        imagined = plan.imagined(there)
        struck = max((each.value for each in attacks.values(imagined, there)), default=0)
    edge = zones.own_edge(plan.table, plan.army)
    far = zones.from_edge(plan.table.size, edge, base)
    return struck, far, -zones.off_middle(plan.table, plan.army, base), at
