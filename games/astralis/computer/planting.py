"""How computer players judge turns that fly and plant: with the base rules, simplified or with
dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar, Self

from games.astralis.board import ALL, Bits, Board, members, name, names
from games.astralis.computer.search import Reply
from games.astralis.moves import Flight, Turn
from games.astralis.rules.claims import play_claims
from games.astralis.rules.expand import stones_left
from games.astralis.rules.explore import destinations
from games.astralis.rules.turn import Position, play, unexplored
from games.astralis.variants.claims import ClaimingTurn
from games.astralis.view import AstralisView

FEW = 4
"""Turns with a planting below which those without one are looked at as well."""
LIKELY = 14
"""Plantings that are looked at below the first turn: those that promise most."""
WAITING = 2.0
"""What each flight costs, in hexes, that is still needed to plant again: or ships would wander
about, and who has lost would never end the match."""
FAR = 20
"""Flights where there seems to be no way."""


@dataclass(frozen=True, slots=True)
class Planting:
    """Implements ``games.astralis.computer.search.Kernel``."""

    board: Board
    strict: bool
    beneath: bool
    cost: ClassVar[int] = 1

    @classmethod
    def of(cls, view: AstralisView) -> Self:
        agreement = view.agreement
        beneath = agreement.bonus_under_ship == "immediate"
        return cls(view.board, agreement.strict_supply, beneath)

    def position(self, view: AstralisView) -> Position:
        return view.position(view.to_move)

    def move(self, view: AstralisView, turn: tuple[int, int | None]) -> Flight:
        to, plant = turn
        planted = None if plant is None else name(plant)
        return Turn(name(self.position(view).ship), name(to), planted)

    def place(self, turn: tuple[int, int | None]) -> int:
        to, plant = turn
        return to if plant is None else plant

    def replies(self, at: Position, komi: float, choice: int) -> list[Reply[Position]]:
        board, around, strict, beneath = self.board, self.board.around, self.strict, self.beneath
        own, opposing, _, _, ship, other = at
        flights = destinations(board, ship, own, opposing, other)
        if not flights:  # AST-20
            passed = at.turned()
            return [Reply(-self.value(passed, -komi), None, passed, False)]
        anywhere = flights[0]
        stay = play(board, at, anywhere, None, strict, beneath).position
        free = unexplored(board, stay)
        there = sum([1 << to for to in flights])
        plants = board.near(there) & free & ~(1 << other)
        if strict and not stones_left(own):
            plants = 0
        reach: dict[int, int] = {}
        found = []
        for plant in members(plants) if choice > 1 else self._likely(stay, plants, free):
            after = play(board, at, anywhere, plant, strict, beneath).position
            value, over = -self.value(after, -komi), not unexplored(board, after)
            near = [*members(around[plant] & there)]
            if len(near) > choice:
                near.sort(key=lambda to: -self._reach(reach, stay, to, free))
            for place, to in enumerate(near[:choice]):
                moved = Position(*after[:5], to)
                found.append(Reply(value - 0.01 * place, (to, plant), moved, over))
        if len(found) < FEW:
            value, steps = -self.value(stay, -komi), self._steps(stay, free)
            waits = {to: WAITING * steps.get(to, FAR) for to in flights}
            flights.sort(key=lambda to: (waits[to], -self._reach(reach, stay, to, free)))
            for place, to in enumerate(flights[:FEW]):
                moved = Position(*stay[:5], to)
                found.append(Reply(value - waits[to] - 0.01 * place, (to, None), moved, False))
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def value(self, at: Position, komi: float) -> float:
        """How far the side that moves is ahead."""
        own, opposing, near_own, near_opposing, _, _ = at
        mine, theirs = own | near_own & ~near_opposing, opposing | near_opposing & ~near_own
        return mine.bit_count() - theirs.bit_count() + komi

    def _likely(self, at: Position, plants: Bits, free: Bits) -> Iterable[int]:
        """The plantings which promise most at first sight to the side that has just moved."""
        if plants.bit_count() <= LIKELY:
            return members(plants)
        theirs, _, near_theirs, near_mine, _, _ = at
        board, around = self.board, self.board.around
        taken = free | near_theirs & ~near_mine
        promise = {plant: (around[plant] & taken).bit_count() for plant in members(plants)}
        contested = near_mine & near_theirs
        # A planet next to a hex that stays its owner's cannot be extracted.
        kept = near_theirs & ~near_mine & ~board.near(free)
        for planet in members(theirs & ~board.near(kept)):
            missing = around[planet] & ~contested
            for plant in members(board.beyond[planet] & plants):
                if not missing & ~around[plant]:
                    promise[plant] += around[planet].bit_count()
        return sorted(promise, key=lambda plant: -promise[plant])[:LIKELY]

    def _reach(self, known: dict[int, int], at: Position, ship: int, free: Bits) -> int:
        """How many of the ``free`` hexes the ship of the side that has just moved could plant next
        from the hex ``ship``."""
        if ship not in known:
            there = 0
            for to in destinations(self.board, ship, at.opposing, at.own, at.ship):
                there |= 1 << to
            known[ship] = (self.board.near(there) & free).bit_count()
        return known[ship]

    def _steps(self, at: Position, free: Bits) -> dict[int, int]:
        """How many flights lead from each hex to one beside a hex that is ``free``."""
        steps: dict[int, int] = {}
        flights, next_to = 0, self.board.near(free) & ~(at.own | at.opposing)
        while next_to:
            steps |= dict.fromkeys(members(next_to), flights or 1)  # a ship cannot stay
            there = 0
            for ship in members(next_to):
                for to in destinations(self.board, ship, at.opposing, at.own, at.ship):
                    there |= 1 << to
            next_to = there & ~sum([1 << hex for hex in steps])
            flights += 1
        return steps


class SimplifiedPlanting(Planting):
    """The player of simplified turns: plays as in the base game, and claims all that it wins."""

    __slots__ = ()

    def move(self, view: AstralisView, turn: tuple[int, int | None]) -> Flight:
        plain = Planting.move(self, view, turn)
        to, plant = turn
        at, due = self.position(view), view.due
        rules = self.strict, self.beneath
        outcome, _ = play_claims(self.board, at, to, plant, ALL, due, *rules)
        won = outcome.bonuses | outcome.extracted | outcome.further | outcome.pending
        if not won:
            return plain
        return ClaimingTurn(plain.origin, plain.to, plain.plant, claims=names(won))


class DicePlanting(Planting):
    """The player of dice planets, whose values are the score."""

    __slots__ = ()

    def value(self, at: Position, komi: float) -> float:
        own, opposing, near_own, near_opposing, _, _ = at
        counts = self.board.mask & ~(near_own & near_opposing)
        lead = komi
        for step in (1, 16, 17):
            lead += (own << step & counts).bit_count() + (own >> step & counts).bit_count()
            lead -= (opposing << step & counts).bit_count()
            lead -= (opposing >> step & counts).bit_count()
        return lead
