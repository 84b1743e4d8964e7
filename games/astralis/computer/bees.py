"""What computer players know of Beeline."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar, Self

from games.astralis.board import Bits, Board, members, name
from games.astralis.computer.search import Reply
from games.astralis.moves import Move
from games.astralis.rules import beeline
from games.astralis.rules.explore import destinations
from games.astralis.rules.turn import Position
from games.astralis.variants.beeline import BeeFlight
from games.astralis.view import AstralisView

FEW = 4
"""Flights without planting that are looked at."""
CHOICE = 0.05
"""What it is worth, in flowers, to have another place to plant with the next turn."""
WAITING = 0.2
"""What each flight costs, in flowers, that is needed before the next planting, but for the last."""
FAR = 20
"""Flights where there seems to be no way."""


@dataclass(frozen=True, slots=True)
class Bees:
    """Implements ``games.astralis.computer.search.Kernel``."""

    board: Board
    cost: ClassVar[int] = 2

    @classmethod
    def of(cls, view: AstralisView) -> Self:
        return cls(view.board)

    def position(self, view: AstralisView) -> Position:
        return view.position(view.to_move)

    def move(self, view: AstralisView, turn: tuple[int, int | None]) -> Move:
        to, plant = turn
        return BeeFlight(name(self.position(view).ship), name(to), plant is not None)

    def place(self, turn: tuple[int, int | None]) -> int:
        to, plant = turn
        return to if plant is None else plant

    def replies(self, at: Position, komi: float, choice: int) -> list[Reply[Position]]:
        board = self.board
        found, flights = [], []
        for to, plant in beeline.turns(board, at):
            after = beeline.play(board, at, to, plant).position
            if plant is None:
                flights.append((self._choices(after.turned()), to, after))
            else:
                over = not self._plantable(after)
                found.append(Reply(-self.value(after, -komi, over), (to, plant), after, over))
        if not found and not flights:  # AST-20
            passed = at.turned()
            return [Reply(-self.value(passed, -komi, False), None, passed, False)]
        flights.sort(key=lambda flight: -flight[0])
        steps = {} if found or flights[0][0] else self._steps(at)
        if steps:
            flights.sort(key=lambda flight: steps.get(flight[1], FAR))
        for _, to, after in flights[:FEW]:
            value = -self.value(after, -komi, False) - WAITING * steps.get(to, bool(steps) * FAR)
            found.append(Reply(value, (to, None), after, False))
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def value(self, at: Position, komi: float, over: bool) -> float:
        """How far the side that moves is ahead."""
        lead = at.own.bit_count() - at.opposing.bit_count() + komi
        if over:
            return lead
        return lead + CHOICE * (self._choices(at) - self._choices(at.turned()))

    def _choices(self, at: Position) -> int:
        """How many flowers the side that moves could choose to plant."""
        return sum([plant is not None for _, plant in beeline.turns(self.board, at)])

    def _plantable(self, at: Position) -> Bits:
        near = at.near_own | at.near_opposing
        return beeline.plantable(self.board, at.own | at.opposing, near)

    def _steps(self, at: Position) -> dict[int, int]:
        """How many flights lead from each hex to one from where a bee can plant."""
        board, flowers = self.board, at.own | at.opposing
        start = 0
        for hex in members(self._plantable(at)):
            for ray in board.rays[hex]:
                if len(ray) > 1 and not flowers & (ray[0][0] | ray[1][0]):
                    start |= ray[1][0]
        steps: dict[int, int] = {}
        flights, front = 0, start
        while front:
            steps |= dict.fromkeys(members(front), flights)
            there = 0
            for bee in members(front):
                for to in destinations(board, bee, 0, flowers, at.other):
                    there |= 1 << to
            front = there & ~sum([1 << hex for hex in steps])
            flights += 1
        return steps
