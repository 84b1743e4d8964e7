"""A second Astralis: slow, plain sets of (letter, number), made from the canon alone.

Shares no code with ``games.astralis``, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Self

Place = tuple[int, int]

STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
STATUSES = ("unexplored", "yellow", "cyan", "contested")


def place(name: str) -> Place:
    return ord(name[0]) - 65, int(name[1:])


def name(hex: Place) -> str:
    return f"{chr(65 + hex[0])}{hex[1]}"


def sorted_names(hexes: set[Place]) -> tuple[str, ...]:
    return tuple(name(hex) for hex in sorted(hexes))


@cache
def all_places(n: int) -> frozenset[Place]:
    return frozenset(
        (letter, number)
        for letter in range(2 * n - 1)
        for number in range(max(1, letter - n + 2), min(2 * n - 1, n + letter) + 1)
    )


@cache
def neighbours(n: int, hex: Place) -> frozenset[Place]:
    return frozenset((hex[0] + a, hex[1] + b) for a, b in STEPS) & all_places(n)


@dataclass(frozen=True)
class Result:
    """What a turn did."""

    awarded: set[Place] = field(default_factory=set)
    bonuses: set[Place] = field(default_factory=set)
    extracted: set[Place] = field(default_factory=set)
    pending: set[Place] = field(default_factory=set)

    @property
    def won(self) -> set[Place]:
        """What the planting has won, or will have won when the other ship leaves."""
        return self.bonuses | self.extracted | self.pending


@dataclass(frozen=True)
class Naive:
    """A position; ``planets`` says who owns which, side 0 is Yellow."""

    n: int
    planets: dict[Place, int]
    ships: tuple[Place, Place]
    mover: int
    strict: bool = False
    immediate: bool = False

    def around(self, hex: Place) -> frozenset[Place]:
        return neighbours(self.n, hex)

    def status(self, hex: Place) -> str:
        if hex in self.planets:
            return STATUSES[1 + self.planets[hex]]
        owners = {self.planets[near] for near in self.around(hex) if near in self.planets}
        if not owners:
            return "unexplored"
        return "contested" if len(owners) == 2 else STATUSES[1 + owners.pop()]

    def statuses(self) -> dict[str, str]:
        return {name(hex): self.status(hex) for hex in all_places(self.n)}

    def score(self, side: int) -> int:
        return list(self.statuses().values()).count(STATUSES[1 + side])

    def over(self) -> bool:
        return "unexplored" not in self.statuses().values()

    def stones(self, side: int) -> int:
        return 30 - list(self.planets.values()).count(side) if self.strict else 10**6

    def destinations(self) -> set[Place]:
        ship, other = self.ships[self.mover], self.ships[1 - self.mover]
        board, found = all_places(self.n), set()
        for a, b in STEPS:
            hex = (ship[0] + a, ship[1] + b)
            while hex in board and hex != other and self.planets.get(hex) != 1 - self.mover:
                if hex not in self.planets:
                    found.add(hex)
                hex = (hex[0] + a, hex[1] + b)
        return found

    def departed(self) -> tuple[Self, set[Place]]:
        """After the award on leaving the present hex, which is also returned."""
        ship, other = self.ships[self.mover], 1 - self.mover
        ring = {self.status(near) for near in self.around(ship)}
        if (
            self.status(ship) == "unexplored"
            and ring == {STATUSES[1 + other]}
            and self.stones(other) > 0
        ):
            return replace(self, planets=self.planets | {ship: other}), {ship}
        return self, set()

    def turns(self) -> Iterator[tuple[Place, Place | None]]:
        after, _ = self.departed()
        for to in sorted(self.destinations()):
            yield to, None
            for hex in sorted(self.around(to)):
                if (
                    after.status(hex) == "unexplored"
                    and hex != self.ships[1 - self.mover]
                    and self.stones(self.mover) > 0
                ):
                    yield to, hex

    def ringed(self) -> set[Place]:
        """Planets of the side not moving whose neighbours are all contested."""
        return {
            hex
            for hex, owner in self.planets.items()
            if owner != self.mover
            and all(self.status(near) == "contested" for near in self.around(hex))
        }

    def awarded(self) -> tuple[Self, set[Place], set[Place]]:
        """After the bonus step of the mover: the position, the bonuses, what is pending."""
        planets, bonuses, pending = dict(self.planets), set(), set()
        own = STATUSES[1 + self.mover]
        stones = self.stones(self.mover)
        for hex in sorted(all_places(self.n)):
            if self.status(hex) != "unexplored":
                continue
            if any(self.status(near) != own for near in self.around(hex)):
                continue
            if hex == self.ships[1 - self.mover] and not self.immediate:
                pending.add(hex)
            elif stones > 0:
                planets[hex] = self.mover
                bonuses.add(hex)
                stones -= 1
        return replace(self, planets=planets), bonuses, pending

    def play(self, to: Place, plant: Place | None) -> tuple[Self, Result]:
        """The position after a legal turn, the other side being the mover, and what it did."""
        now, awarded = self.departed()
        ships = (to, self.ships[1]) if self.mover == 0 else (self.ships[0], to)
        now = replace(now, ships=ships)
        bonuses: set[Place] = set()
        extracted: set[Place] = set()
        pending: set[Place] = set()
        if plant is not None:
            ringed = now.ringed()
            now = replace(now, planets=now.planets | {plant: self.mover})
            now, bonuses, pending = now.awarded()
            extracted = set(sorted(now.ringed() - ringed)[: max(now.stones(self.mover), 0)])
            if extracted:
                now = replace(now, planets=now.planets | dict.fromkeys(extracted, self.mover))
                now, further, pending = now.awarded()
                bonuses |= further
        return replace(now, mover=1 - self.mover), Result(awarded, bonuses, extracted, pending)
