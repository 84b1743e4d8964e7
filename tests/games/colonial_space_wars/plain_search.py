"""Dijkstra's way to the squares where a unit can stop, written without care for speed."""

from __future__ import annotations

from collections.abc import Collection
from heapq import heappop, heappush

from games.colonial_space_wars.catalogue import UnitKind
from games.core.geometry.squares import Square


def plain_stops(
    rows: tuple[str, ...], unit: UnitKind, at: Square, taken: Collection[Square]
) -> dict[Square, int]:
    """The costs of all squares but its own; ``taken`` are those of other units."""
    flying, costs, queue = unit.has("flying"), {at: 0}, [(0, at)]

    def entry(square: Square) -> int | None:
        terrain = rows[square.r][square.c]
        if flying:
            return 1
        if terrain == "C" or square in taken:
            return None
        cost = {".": 1, "A": 2, "B": 2 if unit.light else 3}[terrain]
        return cost - (unit.has("all-terrain") and terrain != ".")

    while queue:
        spent, here = heappop(queue)
        for dc in (-1, 0, 1):
            for dr in (-1, 0, 1):
                to = Square(here.c + dc, here.r + dr)
                if not (0 <= to.c < len(rows[0]) and 0 <= to.r < len(rows)):
                    continue
                cornered = rows[here.r][to.c] == rows[to.r][here.c] == "C"
                if dc and dr and not flying and cornered:
                    continue
                cost = entry(to)
                if cost is not None and spent + cost < costs.get(to, unit.movement + 1):
                    costs[to] = spent + cost
                    heappush(queue, (spent + cost, to))
    stops = {square: cost for square, cost in costs.items() if square not in taken and cost}
    return {square: cost for square, cost in stops.items() if rows[square.r][square.c] != "C"}
