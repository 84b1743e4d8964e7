"""What a single step costs."""

from __future__ import annotations

from games.astral_sailors.board.step_graph import ways
from games.astral_sailors.board.terrain import place_of
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing


def step_cost(table: Table, unit: Unit, start: Base, facing: Facing) -> int | None:
    """Movement points of one king step, 1 or 2; ``None`` when it is illegal (D-05, D-12, D-15)."""
    net = ways(table, unit, side=start.side)
    return net.cost(place_of(net.land.stride, start), facing)
