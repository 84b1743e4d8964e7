"""Finds room for labels: beside what they are about, over no token and over no other label.

Pure geometry, and deterministic: equal boards give equal places. Lengths are pixels, y counts
downwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, hypot, inf, pi, sin
from typing import NamedTuple, TypeAlias

from renderers.scene import Mark, Point


class Box(NamedTuple):
    left: float
    top: float
    wide: float
    high: float

    @classmethod
    def around(cls, at: Point, wide: float, high: float) -> Box:
        """The box with its centre at ``at``, which is rounded so that it starts at a pixel."""
        return cls(round(at[0] - wide / 2), round(at[1] - high / 2), wide, high)

    @classmethod
    def of_mark(cls, mark: Mark) -> Box:
        art, x, y = mark
        return cls(x, y, art.width, art.height)

    @property
    def centre(self) -> Point:
        return self.left + self.wide / 2, self.top + self.high / 2

    def meets(self, other: Box) -> bool:
        """Whether they share more than an edge."""
        return (
            self.left < other.left + other.wide
            and other.left < self.left + self.wide
            and self.top < other.top + other.high
            and other.top < self.top + self.high
        )

    def inside(self, other: Box) -> bool:
        return (
            other.left <= self.left
            and self.left + self.wide <= other.left + other.wide
            and other.top <= self.top
            and self.top + self.high <= other.top + other.high
        )

    def holds(self, at: Point) -> bool:
        return (
            self.left <= at[0] <= self.left + self.wide
            and self.top <= at[1] <= self.top + self.high
        )

    def nearest(self, at: Point) -> Point:
        """The point of the box that is nearest to ``at``."""
        x = max(self.left, min(at[0], self.left + self.wide))
        return x, max(self.top, min(at[1], self.top + self.high))


class Wanted(NamedTuple):
    """A label that needs a place.

    ``about``  what it stands beside
    ``first``  centres that are better than any other, the best first
    """

    about: Box
    wide: int
    high: int
    first: tuple[Point, ...] = ()


Places: TypeAlias = list[Box | None]


def _ways(count: int) -> Iterator[Point]:
    """Directions clockwise from the right, each out to the edge of a square, so that corners are
    as near as sides: first those straight beside, for from a corner another piece may be as near.
    """
    for number in sorted(range(count), key=lambda way: way % (count // 4) > 0):
        dx, dy = cos(2 * pi * number / count), sin(2 * pi * number / count)
        far = 1 / max(abs(dx), abs(dy))
        yield dx * far, dy * far


_WAYS = tuple(_ways(16))
"""The directions that are tried at each distance."""

DEAREST = 1.5
"""How many steps further away a label goes rather than cover one point of a line."""


def placed(
    wanted: Sequence[Wanted],
    tokens: Sequence[Box],
    lines: Sequence[Point],
    area: Box,
    step: float,
    farthest: float = inf,
) -> Places:
    """A box inside ``area`` for each label, in order; ``None`` where there is no room.

    None meets a token or another label. ``lines`` are points that a label rather leaves to be
    seen; ``step`` is the distance at which the search goes on, ``farthest`` that at which it ends.
    """
    taken, found = [_edges(token) for token in tokens], Places()
    for label in wanted:
        best = _best(label, taken, lines, area, step, farthest)
        found.append(best)
        if best is not None:
            taken.append(_edges(best))
    return found


_Edges: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and low: compared a million times for a crowd, and so no method's work."""


def _edges(box: Box) -> _Edges:
    return box.left, box.top, box.left + box.wide, box.top + box.high


def _meeting(box: Box, others: Iterable[_Edges]) -> Iterator[_Edges]:
    """The boxes that overlap this one by more than an edge."""
    left, top, right, low = _edges(box)
    return (
        other
        for other in others
        if left < other[2] and other[0] < right and top < other[3] and other[1] < low
    )


def _best(
    label: Wanted,
    taken: Sequence[_Edges],
    lines: Sequence[Point],
    area: Box,
    step: float,
    farthest: float,
) -> Box | None:
    for at in label.first:
        box = Box.around(at, label.wide, label.high)
        if box.inside(area) and not any(_meeting(box, taken)):
            return box
    best, least = None, inf
    rings = int(min(max(area.wide, area.high), farthest) / step) + 1
    reach = _reach(label, step * rings)
    taken, lines = list(_meeting(reach, taken)), list(filter(reach.holds, lines))
    for ring in range(rings):
        if ring >= least:
            break
        gap = step * (ring + 0.25)
        near = list(_meeting(_reach(label, gap), taken))
        for box in _around(label, gap):
            if not box.inside(area) or any(_meeting(box, near)):
                continue
            cost = ring + DEAREST * sum(map(box.holds, lines))
            if cost < least:
                best, least = box, cost
            if cost == ring:
                return box
    return best


def _reach(label: Wanted, gap: float) -> Box:
    """What the boxes ``gap`` away from what the label is about can touch."""
    wide, high = (
        label.about.wide + 2 * (label.wide + gap),
        label.about.high + 2 * (label.high + gap),
    )
    return Box.around(label.about.centre, wide + 2, high + 2)


def _around(label: Wanted, gap: float) -> Iterator[Box]:
    """Boxes ``gap`` away from what the label is about, in all directions of ``_WAYS``."""
    x, y = label.about.centre
    across = label.about.wide / 2 + label.wide / 2 + gap
    down = label.about.high / 2 + label.high / 2 + gap
    for dx, dy in _WAYS:
        yield Box.around((x + across * dx, y + down * dy), label.wide, label.high)


def dotted(start: Point, end: Point, gap: float) -> list[Point]:
    """Points of a line, about ``gap`` apart, its ends included."""
    (ax, ay), (bx, by) = start, end
    count = max(1, round(hypot(bx - ax, by - ay) / gap))
    shares = (number / count for number in range(count + 1))
    return [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in shares]


def leader(label: Box, about: Box, gap: float) -> Iterator[Point]:
    """Points of a line from a label to what it is about, ``gap`` apart; none if they are near."""
    start = label.nearest(about.centre)
    end = about.nearest(start)
    start = label.nearest(end)
    length = hypot(end[0] - start[0], end[1] - start[1])
    steps = int(length / gap)
    for number in range(1, steps + 1) if steps > 1 else ():
        share = number / (steps + 1)
        yield start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
