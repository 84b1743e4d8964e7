"""Where a Move can end, and the canonical way there: worked out when somebody asks (D-12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.astral_sailors.board.step_graph import anchors_in, cost_of, ways
from games.astral_sailors.board.terrain import anchor, place_of, places
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base, Facing, Square

FEW = 6
"""Paths that are cheaper to find one by one."""


class Path(NamedTuple):
    """A way: its bases from start to end, its cost in movement points, the facing after it."""

    bases: tuple[Base, ...]
    cost: int
    facing: Facing


class Reach(Mapping[Square, Path]):
    """Every anchor a Move of ``unit`` can end on, in reading order.

    Anchors are cheap, paths are not: the first few paths are computed one by one on demand;
    after that, asking for another one computes all of them.
    """

    def __init__(self, table: Table, unit: Unit) -> None:
        self._base = table.base(unit)
        self._ways = ways(table, unit)
        self._start = place_of(self._ways.land.stride, self._base)
        self._points = table.kind(unit).movement
        self._wave = self._ways.wave(self._start, self._points)
        self._ends = anchors_in(self._wave) & self._ways.rest
        self._danger = tuple(
            anchors for _, anchors in self._ways.land.danger if not anchors >> self._start & 1
        )
        self._known: dict[int, Path] = {}

    def __getitem__(self, to: Square) -> Path:
        place = self._place(to)
        if place is None:
            raise KeyError(to)
        if place not in self._known and len(self._known) >= FEW:
            found = self._ways.traces(self._wave, self._start, self._danger)
            self._known = {end: self._path(found[end]) for end in places(self._ends)}
        elif place not in self._known:
            steps = self._ways.trace(self._wave, self._start, place, self._danger)
            self._known[place] = self._path(steps)
        return self._known[place]

    def __contains__(self, to: object) -> bool:
        return isinstance(to, Square) and self._place(to) is not None

    def __iter__(self) -> Iterator[Square]:
        stride = self._ways.land.stride
        return (anchor(stride, place) for place in places(self._ends))

    def __len__(self) -> int:
        return self._ends.bit_count()

    def cost(self, to: Square) -> int:
        """Movement points of the cheapest way to an anchor that can be reached."""
        place = self._place(to)
        cost = None if place is None else cost_of(self._wave, place)
        if cost is None:
            raise KeyError(to)
        return cost

    def _place(self, to: Square) -> int | None:
        land = self._ways.land
        if not (0 <= to.c < land.size and 0 <= to.r < land.size):
            return None
        place = place_of(land.stride, to)
        return place if self._ends >> place & 1 else None

    def _path(self, steps: tuple[Facing, ...]) -> Path:
        bases, cost, at = [self._base], 0, self._start
        for facing in steps:
            cost += self._ways.cost(at, facing) or 0
            at += self._ways.steps[facing][0]
            bases.append(self._base.at(anchor(self._ways.land.stride, at)))
        return Path(tuple(bases), cost, steps[-1])
