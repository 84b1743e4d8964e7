"""The variants of Astralis a second time: slow, plain sets, made from the canon alone.

Shares no code with ``games.astralis``, so that the two can be compared. Side 0 is Yellow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self

from tests.games.astralis.naive import (
    STATUSES,
    STEPS,
    Naive,
    Place,
    Result,
    all_places,
    name,
    neighbours,
)

Turn = tuple[Place, Place | None]
Arrangement = frozenset[tuple[Place, int]]


def _planted(plant: Place | None) -> str:
    return "" if plant is None else f"+{name(plant)}"


@dataclass(frozen=True)
class Base(Naive):
    """The base game, with what can be said of all variants."""

    @cached_property
    def texts(self) -> dict[str, Turn]:
        """The legal turns by their text."""
        ship = name(self.ships[self.mover])
        return {f"{ship}-{name(to)}{_planted(plant)}": (to, plant) for to, plant in self.turns()}

    def after(self, turn: Turn, claims: set[Place] | None = None) -> Self:
        """The position after a legal turn, and after the passes that it forces."""
        now, _ = self.claim(turn, claims or set())
        return now.settled()

    def claim(self, turn: Turn, claims: set[Place]) -> tuple[Self, Result]:
        """The position after a legal turn, and what it did: here without being claimed."""
        return self.play(*turn)

    def settled(self) -> Self:
        stuck = not self.over() and not self.destinations()
        return replace(self, mover=1 - self.mover) if stuck else self

    def owners(self) -> dict[Place, int]:
        return self.planets

    def pieces(self) -> tuple[Place, Place]:
        return self.ships


@dataclass(frozen=True)
class Simplified(Base):
    """V1. ``awards`` are hexes whose bonus was claimed and waits, with the side that gets it."""

    awards: frozenset[tuple[Place, int]] = frozenset()

    def departed(self) -> tuple[Self, set[Place]]:
        waiting = (self.ships[self.mover], 1 - self.mover)
        if waiting not in self.awards:
            return self, set()
        after, awarded = super().departed()
        return replace(after, awards=self.awards - {waiting}), awarded

    def surrounded(self) -> set[Place]:
        """Unexplored hexes all of whose neighbours the mover controls."""
        own = STATUSES[1 + self.mover]
        return {
            hex
            for hex in all_places(self.n)
            if self.status(hex) == "unexplored"
            and all(self.status(near) == own for near in self.around(hex))
        }

    def claim(self, turn: Turn, claims: set[Place]) -> tuple[Self, Result]:
        """The position after a legal turn; claims that are not in the result are wrong."""
        to, plant = turn
        now, awarded = self.departed()
        ships = (to, self.ships[1]) if self.mover == 0 else (self.ships[0], to)
        now, done = replace(now, ships=ships), Result(awarded=awarded)
        if plant is not None:
            earlier = now.surrounded() | now.ringed()
            now = replace(now, planets=now.planets | {plant: self.mover})
            while granted := now._grant(claims, earlier, done):
                now = granted
        return replace(now, mover=1 - self.mover), done

    def _grant(self, claims: set[Place], earlier: set[Place], done: Result) -> Self | None:
        """After the first claim that is right now, bonuses before extractions."""
        if self.stones(self.mover) <= 0:
            return None
        for hex in sorted((claims & self.surrounded()) - earlier - done.pending):
            if hex == self.ships[1 - self.mover] and not self.immediate:
                done.pending.add(hex)
                return replace(self, awards=self.awards | {(hex, self.mover)})
            done.bonuses.add(hex)
            return replace(self, planets=self.planets | {hex: self.mover})
        for hex in sorted((claims & self.ringed()) - earlier):
            done.extracted.add(hex)
            return replace(self, planets=self.planets | {hex: self.mover})
        return None


@dataclass(frozen=True)
class Dice(Base):
    """V2: the turns of the base game, and planets that are dice."""

    def value(self, hex: Place) -> int:
        return sum(self.status(near) != "contested" for near in self.around(hex))

    def score(self, side: int) -> int:
        return sum(self.value(hex) for hex, owner in self.planets.items() if owner == side)


@dataclass(frozen=True)
class Beeline:
    """V3: flowers by owner, and the two bees."""

    n: int
    flowers: dict[Place, int]
    bees: tuple[Place, Place]
    mover: int

    def flights(self) -> Iterator[tuple[Place, Place]]:
        """Where the mover's bee may land, each with the hex beyond, which may be off the board."""
        for a, b in STEPS:
            at = self.bees[self.mover]
            ahead = (at[0] + a, at[1] + b)
            while ahead in all_places(self.n) and not self.stops(ahead):
                at, ahead = ahead, (ahead[0] + a, ahead[1] + b)
                yield at, ahead

    def stops(self, hex: Place) -> bool:
        return hex in self.flowers or hex == self.bees[1 - self.mover]

    def is_free(self, hex: Place) -> bool:
        """Whether no flower is on the hex or beside it."""
        return not ({hex} | neighbours(self.n, hex)) & self.flowers.keys()

    def turns(self) -> Iterator[tuple[Place, Place | None]]:
        for to, ahead in sorted(self.flights()):
            yield to, None
            if ahead in all_places(self.n) and ahead not in self.bees and self.is_free(ahead):
                yield to, ahead

    def play(self, to: Place, plant: Place | None) -> Self:
        bees = (to, self.bees[1]) if self.mover == 0 else (self.bees[0], to)
        flowers = self.flowers if plant is None else self.flowers | {plant: self.mover}
        return replace(self, bees=bees, flowers=flowers, mover=1 - self.mover)

    @cached_property
    def texts(self) -> dict[str, Turn]:
        """The legal turns by their text."""
        bee = name(self.bees[self.mover])
        return {
            f"{bee}-{name(to)}{'*' if plant else ''}": (to, plant) for to, plant in self.turns()
        }

    def after(self, turn: Turn) -> Self:
        """The position after a legal turn, and after the pass that it forces."""
        now = self.play(*turn)
        stuck = not now.over() and not list(now.flights())
        return replace(now, mover=1 - now.mover) if stuck else now

    def owners(self) -> dict[Place, int]:
        return self.flowers

    def pieces(self) -> tuple[Place, Place]:
        return self.bees

    def plantable(self) -> set[Place]:
        """Hexes on which a flower can ever be planted: two free hexes in a row lead there."""
        soil = all_places(self.n) - self.flowers.keys()
        return {
            hex
            for hex in soil
            if self.is_free(hex)
            and any(
                {(hex[0] - a, hex[1] - b), (hex[0] - 2 * a, hex[1] - 2 * b)} <= soil
                for a, b in STEPS
            )
        }

    def over(self) -> bool:
        return not self.plantable()

    def score(self, side: int) -> int:
        return list(self.flowers.values()).count(side)


@dataclass(frozen=True)
class DispersedGo:
    """V4: stones by owner; ``earlier`` are arrangements that were on the board before."""

    n: int
    stones: dict[Place, int] = field(default_factory=dict)
    mover: int = 0
    passes: int = 0
    earlier: frozenset[Arrangement] = frozenset({frozenset()})

    def beside(self, hex: Place) -> frozenset[Place]:
        """The stones next to a hex."""
        return neighbours(self.n, hex) & self.stones.keys()

    def liberties(self, stone: Place) -> set[Place]:
        return {hex for hex in neighbours(self.n, stone) if self.beside(hex) == {stone}}

    def groups(self) -> list[tuple[int, set[Place], set[Place]]]:
        """Each group with its side, its stones and its liberties, by first stones."""
        found, left = [], set(self.stones)
        while left:
            group, new = set[Place](), {min(left)}
            while new:
                group |= new
                shared = {hex for stone in new for hex in neighbours(self.n, stone)}
                linked = {stone for hex in shared for stone in self.beside(hex)}
                side = self.stones[min(group)]
                new = {stone for stone in linked - group if self.stones[stone] == side}
            left -= group
            liberties = {hex for stone in group for hex in self.liberties(stone)}
            found.append((self.stones[min(group)], group, liberties))
        return found

    def placed(self, hex: Place) -> tuple[Self, set[Place]] | None:
        """After a stone on this hex, with what it captures; ``None`` where that is forbidden."""
        if hex in self.stones or self.beside(hex):
            return None
        now = replace(self, stones=self.stones | {hex: self.mover})
        captured = {
            stone
            for side, group, liberties in now.groups()
            for stone in group
            if side != self.mover and not liberties
        }
        stones = {at: side for at, side in now.stones.items() if at not in captured}
        earlier = self.earlier | {frozenset(self.stones.items())}
        now = replace(now, stones=stones, mover=1 - self.mover, passes=0, earlier=earlier)
        if frozenset(stones.items()) in earlier:
            return None
        if any(hex in group and not liberties for _, group, liberties in now.groups()):
            return None
        return now, captured

    @cached_property
    def placements(self) -> list[Place]:
        return [hex for hex in sorted(all_places(self.n)) if self.placed(hex) is not None]

    def play(self, hex: Place | None) -> Self:
        """After a legal turn; ``None`` passes."""
        if hex is None:
            return replace(self, mover=1 - self.mover, passes=self.passes + 1)
        after = self.placed(hex)
        assert after is not None, f"{hex} is illegal"
        return after[0]

    @cached_property
    def texts(self) -> dict[str, Place | None]:
        """The legal turns by their text."""
        return {"PASS": None, **{name(hex): hex for hex in self.placements}}

    def after(self, turn: Place | None) -> Self:
        """The position after a legal turn, and after the passes that it forces."""
        now = self.play(turn)
        while not now.over() and not now.placements:
            now = now.play(None)
        return now

    def owners(self) -> dict[Place, int]:
        return self.stones

    def over(self) -> bool:
        return self.passes >= 2

    def status(self, hex: Place) -> str:
        if hex in self.stones:
            return STATUSES[1 + self.stones[hex]]
        owners = {self.stones[stone] for stone in self.beside(hex)}
        if not owners:
            return "unexplored"
        return "contested" if len(owners) == 2 else STATUSES[1 + owners.pop()]

    def regions(self) -> Iterator[set[Place]]:
        """Connected unexplored hexes."""
        left = {hex for hex in all_places(self.n) if self.status(hex) == "unexplored"}
        while left:
            region, new = set[Place](), {min(left)}
            while new:
                region |= new
                new = {near for hex in new for near in neighbours(self.n, hex)} & left - region
            left -= region
            yield region

    def score(self, side: int) -> int:
        own = STATUSES[1 + side]
        points = sum(self.status(hex) == own for hex in all_places(self.n))
        for region in self.regions():
            border = {near for hex in region for near in neighbours(self.n, hex)} - region
            if {self.status(hex) for hex in border} == {own}:
                points += len(region)
        return points
