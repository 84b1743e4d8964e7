"""The net of steps of one unit at this moment, and the cheapest ways through it (D-12).

Sets of anchors are whole numbers as in ``Land``: a wave of steps from many anchors at once
is a handful of shifts.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from games.astral_sailors.board.terrain import Land, gait, land_of, taken
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Facing

Wave: TypeAlias = list[int]
"""By cost from 0: the anchors whose cheapest way costs this much."""

Entered: TypeAlias = dict[int, tuple[Facing, ...]]
"""Ways by the dangerous pieces that they enter, as bits."""


class Ways(NamedTuple):
    """``open``   anchors that a step may lead to
    ``hard``   those that cost 2
    ``rest``   those on which an action may end
    ``steps``  by direction: what a step adds to the number of an anchor, and the anchors
               from which such a step is not squeezed between two corners
    """

    land: Land
    open: int
    hard: int
    rest: int
    steps: tuple[tuple[int, int], ...]

    def cost(self, start: int, facing: Facing) -> int | None:
        """Movement points of one step; ``None`` when it is illegal."""
        delta, origins = self.steps[facing]
        to = start + delta
        if to < 0 or not self.open >> to & 1 or not origins >> start & 1:
            return None
        return 2 if self.hard >> to & 1 else 1

    def squeezed(self, start: int, facing: Facing) -> bool:
        """Whether only the two corners beside it forbid this step."""
        to = start + self.steps[facing][0]
        return to >= 0 and bool(self.open >> to & 1) and not self.steps[facing][1] >> start & 1

    def wave(self, start: int, points: int | None) -> Wave:
        """Everything that can be reached with ``points``, or with any number of them."""
        easy = self.open & ~self.hard
        found: Wave = [1 << start]
        seen = found[0]
        ahead_1, ahead_2 = self._onwards(found[0]), 0
        while points is None or len(found) <= points:
            new = (ahead_1 & easy | ahead_2 & self.hard) & ~seen
            if not new and (not ahead_1 & self.hard & ~seen):
                break
            found.append(new)
            seen |= new
            ahead_1, ahead_2 = self._onwards(new), ahead_1
        if points == 1:  # one legal step is always a whole Move, whatever it costs
            found += [0] * (2 - len(found)) + [self._onwards(found[0]) & self.hard & ~seen]
        return found

    def trace(
        self, wave: Wave, start: int, to: int, danger: tuple[int, ...] = ()
    ) -> tuple[Facing, ...]:
        """The canonical one of the cheapest ways from ``start`` to ``to``.

        ``danger`` are sets of anchors, one for each dangerous piece that counts.
        """
        cost = next(cost for cost, anchors in enumerate(wave) if anchors >> to & 1)
        goals = self._goals(wave, to, cost)
        entered = 0
        for one, two in goals:
            entered |= one | two
        if not any(anchors & entered for anchors in danger):
            return self._first(goals, start, cost)
        return self._safest(goals, start, cost, danger)

    def traces(
        self, wave: Wave, start: int, danger: tuple[int, ...] = ()
    ) -> dict[int, tuple[Facing, ...]]:
        """``trace`` for every anchor of the wave at once: less work than many single ones."""
        ahead = [*wave, 0]
        goals = [
            (ahead[spent + 1] & ~self.hard, ahead[spent + 2] & self.hard)
            for spent in range(len(wave) - 1)
        ]
        found = self._labels(goals, start, danger)
        return {to: _chosen(ways_there) for level in found for to, ways_there in level.items()}

    def _onwards(self, anchors: int) -> int:
        found = 0
        for delta, origins in self.steps:
            here = anchors & origins
            found |= here << delta if delta > 0 else here >> -delta
        return found & self.open

    def _backwards(self, anchors: int) -> int:
        found = 0
        for delta, origins in self.steps:
            found |= (anchors >> delta if delta > 0 else anchors << -delta) & origins
        return found

    def _goals(self, wave: Wave, to: int, cost: int) -> list[tuple[int, int]]:
        """The starts of steps of cost 1 and of cost 2 on cheapest ways, by the cost so far."""
        on: Wave = [0] * (cost + 2)
        on[cost] = 1 << to
        goals = [(0, 0)] * cost + [(1 << to, 0)]
        for spent in range(cost - 1, -1, -1):
            one, two = on[spent + 1] & ~self.hard, on[spent + 2] & self.hard
            goals[spent] = (one, two)
            on[spent] = wave[spent] & self._backwards(one | two)
        return goals

    def _first(self, goals: list[tuple[int, int]], at: int, cost: int) -> tuple[Facing, ...]:
        """The equally good way whose directions come first."""
        way: list[Facing] = []
        spent = 0
        while spent < cost:
            one, two = goals[spent]
            for facing, (delta, origins) in zip(Facing, self.steps, strict=True):
                to = at + delta
                if to >= 0 and origins >> at & 1 and (one | two) >> to & 1:
                    way.append(facing)
                    at, spent = to, spent + (1 if one >> to & 1 else 2)
                    break
        return tuple(way)

    def _safest(
        self, goals: list[tuple[int, int]], start: int, cost: int, danger: tuple[int, ...]
    ) -> tuple[Facing, ...]:
        """The cheapest way that enters the fewest dangerous pieces; of equal ones the first."""
        (found,) = self._labels(goals[:cost], start, danger)[cost].values()
        return _chosen(found)

    def _labels(
        self, goals: list[tuple[int, int]], start: int, danger: tuple[int, ...]
    ) -> list[dict[int, Entered]]:
        """By cost and anchor: the first way for each set of dangerous pieces entered on it.

        All of them are kept, for what is entered later may be entered already.
        """
        best: list[dict[int, Entered]] = [{} for _ in range(len(goals) + 2)]
        best[0][start] = {0: ()}
        for spent, (one, two) in enumerate(goals):
            for at, ways_here in best[spent].items():
                for facing, (delta, origins) in zip(Facing, self.steps, strict=True):
                    to = at + delta
                    if to < 0 or not (one | two) >> to & 1 or not origins >> at & 1:
                        continue
                    there = best[spent + (1 if one >> to & 1 else 2)].setdefault(to, {})
                    touched = _touched_by(danger, to) if danger else 0
                    for entered, way in ways_here.items():
                        longer = (*way, facing)
                        known = there.get(entered | touched)
                        if known is None or longer < known:
                            there[entered | touched] = longer
        return best


def _chosen(found: Entered) -> tuple[Facing, ...]:
    return min((entered.bit_count(), way) for entered, way in found.items())[1]


def _touched_by(danger: tuple[int, ...], at: int) -> int:
    """Which of the dangerous pieces a base at ``at`` touches, as bits in their order."""
    return sum(1 << number for number, anchors in enumerate(danger) if anchors >> at & 1)


def ways(table: Table, unit: Unit, *, side: int = 0) -> Ways:
    """The net for ``unit`` where it stands now; ``side`` is another base than its own."""
    walk = gait(table.kind(unit))
    if side:
        walk = walk._replace(side=side)
    land = land_of(table, walk)
    hostile, every = taken(table, unit, walk.side)
    free = land.open if walk.fly else land.open & ~hostile
    return Ways(land, free, land.hard, land.rest & ~every, _steps(land, free, walk.fly))


def _steps(land: Land, free: int, fly: bool) -> tuple[tuple[int, int], ...]:
    """A diagonal step needs one of its two half-steps, except in the air (D-12)."""
    found = []
    for facing in Facing:
        dc, dr = facing.step
        origins = land.open
        if dc and dr and not fly:
            beside = free >> dc if dc > 0 else free << 1
            along = free >> land.stride if dr > 0 else free << land.stride
            origins = beside | along
        found.append((land.stride * dr + dc, origins))
    return tuple(found)


def anchors_in(wave: Wave) -> int:
    """All places reached, but the start."""
    found = 0
    for anchors in wave[1:]:
        found |= anchors
    return found


def cost_of(wave: Wave, place: int) -> int | None:
    return next((cost for cost, anchors in enumerate(wave) if anchors >> place & 1), None)
