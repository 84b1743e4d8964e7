"""Who meets whom among sides that can meet freely: a matching of least cost.

``networkx`` finds it; the rules are in what a pair costs. The graph holds only neighbours in the
standings at first, as a matching of all pairs of 256 sides takes ten times as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.play.storage.tournaments import Pairing

_NEIGHBOURS = 16
"""In the standings; where they cannot all be paired, twice as many are tried."""
_GAP, _SIDE, _BYE, _REMATCH = 1_000, 500, 1_000_000, 1_000_000_000
"""What it costs per square of a half point between two, or of the sides that both have had too
often; what a second bye costs; and a rematch, which is worse than any of these."""


@dataclass(slots=True)
class Past:
    """What the rounds before say about those who are to be paired.

    ``met``      how often two have met
    ``byes``     how many rounds each had no opponent
    ``balance``  how much more often each went first than second
    ``last``     whether each went first when it last met somebody
    """

    met: Counter[frozenset[int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)
    balance: Counter[int] = field(default_factory=Counter)
    last: dict[int, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, pairings: Iterable[Pairing]) -> Past:
        past = cls()
        for each in sorted(pairings, key=lambda one: (one.round, one.table)):
            if each.other is None:
                past.byes[each.one] += 1
                continue
            past.met[frozenset((each.one, each.other))] += 1
            past.balance[each.one] += 1
            past.balance[each.other] -= 1
            past.last[each.one], past.last[each.other] = True, False
        return past

    def orient(self, one: int, other: int) -> tuple[int, int]:
        """The two, in the order in which they go: first the one that did so less often, then the
        one that went second the last time, then the one named first."""
        ours, theirs = self.balance[one], self.balance[other]
        if ours != theirs:
            return (one, other) if ours < theirs else (other, one)
        if self.last.get(one) and not self.last.get(other, True):
            return other, one
        return one, other


def match_up(
    ranked: Sequence[int], points: Mapping[int, int], past: Past
) -> list[tuple[int, int | None]]:
    """Pair all of ``ranked``, the best first; of an odd number one has no opponent (``None``).

    Nobody meets an opponent again where that can be avoided, and nobody is left without one twice
    where that can be; then the points of two differ little, their sides are balanced, and they
    stand near each other. Takes its time: to be run in a thread.
    """
    sides: list[int | None] = [*ranked]
    if len(sides) % 2:
        sides.append(None)
    reach, again = _NEIGHBOURS, False
    while True:
        pairs = _find_cheapest(sides, points, past, reach, again=again)
        if 2 * len(pairs) == len(sides):
            break
        if reach < len(sides):
            reach *= 2
        else:
            reach, again = _NEIGHBOURS, True
    return [
        past.orient(ranked[one], ranked[other]) if other < len(ranked) else (ranked[one], None)
        for one, other in sorted(pairs)
    ]


def _find_cheapest(
    sides: Sequence[int | None], points: Mapping[int, int], past: Past, reach: int, *, again: bool
) -> list[tuple[int, int]]:
    """The most pairs that can be made, and of these the cheapest: their places, the lower first."""
    # It takes 24 MiB, and a bot without tournaments never needs it.
    from networkx import Graph, max_weight_matching

    graph = Graph()
    graph.add_nodes_from(range(len(sides)))
    for at, one in enumerate(sides):
        for then in range(at + 1, len(sides)):
            other = sides[then]
            if other is not None and (then - at > reach or one is None):
                continue
            if other is None or one is None:
                cost = _BYE * past.byes[one or 0] + _GAP * (points[one or 0] ** 2) + (then - at)
            else:
                times = past.met[frozenset((one, other))]
                if times and not again:
                    continue
                gap = points[one] - points[other]
                cost = _REMATCH * times + _GAP * gap * gap + (then - at) ** 2
                ours, theirs = past.balance[one], past.balance[other]
                if ours * theirs > 0:
                    cost += _SIDE * min(abs(ours), abs(theirs)) ** 2
            graph.add_edge(at, then, weight=-cost)
    pairs = max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in pairs]
