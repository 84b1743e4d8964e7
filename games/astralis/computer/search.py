"""Alpha-beta search with a budget of positions, for every variant.

A position is seen from the side that moves, and so is each value: how far it will be ahead in
the end, its komi included.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from games.astralis.moves import Move
from games.astralis.view import AstralisView

P = TypeVar("P")

CHOICE = 3
"""From how many hexes a ship may plant the same hex in the first turn that is looked at."""


class Reply(NamedTuple, Generic[P]):
    """A turn of the side that moves.

    ``turn``      in a form of the kernel's own, ``None`` for a pass that the rules force
    ``value``     what it is worth to that side at first sight
    ``position``  after it, as the other side sees it; ``over`` when nobody moves there, and
                  ``value`` is then exact
    """

    value: float
    turn: Any
    position: P
    over: bool


class Kernel(Protocol[P]):
    """The turns of a variant and what they are worth.

    ``cost``  how much longer a position takes than one of the base game, about
    """

    cost: ClassVar[int]

    @classmethod
    def of(cls, view: AstralisView) -> Self: ...

    def position(self, view: AstralisView) -> P:
        """The position as the side to move sees it."""
        ...

    def move(self, view: AstralisView, turn: Any) -> Move:
        """The answer to a decision that makes the turn of a reply."""
        ...

    def place(self, turn: Any) -> int | None:
        """The hex that matters: where it plants, or else where it lands; ``None`` for a pass."""
        ...

    def replies(self, at: P, komi: float, choice: int) -> list[Reply[P]]:
        """The turns worth a look, best first; at least one.

        ``komi``    of the side that moves
        ``choice``  from how many hexes a ship may plant the same hex
        """
        ...


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a player looks at.

    ``depth``   turns ahead, its own included
    ``nodes``   positions of the base game, at most; a search that is cut short goes by what it has
                finished
    ``widths``  how many replies are followed, by the turns that are left below them; the last
                number holds for all that are more
    ``first``   how many of its own turns are looked at more than two turns ahead: the best so far
    ``noise``   by how many hexes it may misjudge a turn, as a standard deviation
    """

    depth: int
    nodes: int
    widths: tuple[int, ...] = (12,)
    first: int = 24
    noise: float = 0.0


class Spent(Exception):
    """The budget is used up."""


class Search(Generic[P]):
    """One search; ``nodes`` counts the positions that it has valued."""

    def __init__(self, kernel: Kernel[P], effort: Effort) -> None:
        self._kernel, self._effort = kernel, effort
        self.nodes = 0

    def ranked(self, at: P, komi: float, exact: int = 1) -> list[tuple[float, Reply[P]]]:
        """The turns, best first, of which the first ``exact`` have reliable values; those of others
        are from less deep a look, and may be larger."""
        found = [(reply.value, reply) for reply in self._replies(at, komi, CHOICE)]
        for depth in range(2, self._effort.depth + 1):
            if len(found) == 1 or self.nodes > self._effort.nodes:
                break
            found = self._deeper(found, komi, depth, exact)
        return found

    def _deeper(
        self, order: list[tuple[float, Reply[P]]], komi: float, depth: int, exact: int
    ) -> list[tuple[float, Reply[P]]]:
        """The same turns, looked at ``depth`` turns ahead; as far as the budget goes."""
        best: list[tuple[float, Reply[P]]] = []
        rest: list[tuple[float, Reply[P]]] = []
        wanted = order if depth == 2 else order[: self._effort.first]
        for place, (_, reply) in enumerate(wanted):
            floor = best[exact - 1][0] if len(best) >= exact else -inf
            try:
                value = self._value(reply, depth - 1, -inf, -floor, komi)
            except Spent:
                return [*best, *rest, *order[place:]]
            if value > floor:
                best.append((value, reply))
                best.sort(key=lambda each: -each[0])
            else:
                rest.append((value, reply))
        return [*best, *rest, *order[len(wanted) :]]

    def _value(self, reply: Reply[P], depth: int, alpha: float, beta: float, komi: float) -> float:
        """The value of a reply to its side; ``alpha`` and ``beta`` are of the other side."""
        if reply.over or depth == 0:
            return reply.value
        return -self._best(reply.position, depth, alpha, beta, -komi)

    def _best(self, at: P, depth: int, alpha: float, beta: float, komi: float) -> float:
        if self.nodes > self._effort.nodes:
            raise Spent
        replies = self._replies(at, komi, 1)
        if depth == 1:
            return replies[0].value
        widths = self._effort.widths
        best = -inf
        for reply in replies[: widths[min(depth - 2, len(widths) - 1)]]:
            value = self._value(reply, depth - 1, -beta, -alpha, komi)
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best

    def _replies(self, at: P, komi: float, choice: int) -> list[Reply[P]]:
        found = self._kernel.replies(at, komi, choice)
        self.nodes += len(found) * self._kernel.cost
        return found
