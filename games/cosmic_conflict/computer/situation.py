"""What the computer player knows: odds of all shots, worth of units, where enemies will be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from games.core.computer import Level
from games.core.geometry.plane import Point
from games.cosmic_conflict.rules import attacks, windows
from games.cosmic_conflict.rules.values import side
from games.cosmic_conflict.space import BOARD, DU, ahead, clamped, distance
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.view import Asked
from games.cosmic_conflict.weapons import Weapon


@dataclass(frozen=True, slots=True)
class Gun:
    """A Weapon against a target: the mean damage in each of its ranges, as (reach, mean)."""

    arcs: str
    ranges: tuple[tuple[int, float], ...]

    def mean(self, at: Point, heading: int, goal: Point) -> float:
        """From a place and a heading; terrain does not count."""
        far = distance(at, goal)
        for reach, mean in self.ranges:
            if far <= reach:
                return mean if self._bears(at, heading, goal) else 0.0
        return 0.0

    def _bears(self, at: Point, heading: int, goal: Point) -> bool:
        if len(self.arcs) == 4:
            return True
        f, r = BOARD.relative(at, heading, goal)
        arcs = self.arcs
        return (
            ("F" in arcs and f >= abs(r))
            or ("S" in arcs and r >= abs(f))
            or ("P" in arcs and -r >= abs(f))
            or ("A" in arcs and -f >= abs(r))
        )


class Situation:
    """A decision of the computer's seat, with what it computes once."""

    def __init__(self, asked: Asked, level: Level) -> None:
        self.asked, self.level = asked, level
        self.view, self.decision = asked.view, asked.decision
        self.side = side(asked)
        self._guns: dict[tuple[str, str], tuple[Gun, ...]] = {}

    @property
    def table(self) -> Table:
        return self.view.table

    @cached_property
    def enemies(self) -> tuple[Unit, ...]:
        return tuple(self.table.in_space(3 - self.side))

    @cached_property
    def acting(self) -> Unit | None:
        now = self.view.course.acting
        return self.table.units[now.unit] if now else None

    def guns(self, unit: Unit, target: Unit) -> tuple[Gun, ...]:
        """The Weapons of a unit that will work next turn, against a target."""
        key = unit.id, target.id
        if key not in self._guns:
            self._guns[key] = tuple(self._arm(unit, target))
        return self._guns[key]

    def _arm(self, unit: Unit, target: Unit) -> Iterator[Gun]:
        design = self.table.design(unit)
        if design.fighter and not unit.shots:
            return
        short = design.fighter or self.table.design(target).fighter
        against = attacks.defense(self.table, target)
        for at in windows.weapons(self.table, unit):
            weapon = design.items[at]
            if at in unit.off or not isinstance(weapon, Weapon):
                continue
            bands = weapon.bands()[:1] if short else weapon.bands()
            means = (
                float(attacks.terms(weapon, band, against, fighter=design.fighter).odds.mean)
                for band in range(len(bands))
            )
            ranges = tuple((band.reach, mean) for band, mean in zip(bands, means, strict=True))
            yield Gun("FPSA" if design.fighter else weapon.arcs, ranges)

    def fire(self, unit: Unit, target: Unit, at: Point, heading: int, goal: Point) -> float:
        """The mean damage of all Weapons of a unit at a target."""
        return sum(gun.mean(at, heading, goal) for gun in self.guns(unit, target))

    def worth(self, unit: Unit) -> float:
        """What a point of damage to a unit is worth: more, the nearer it is to its end."""
        design = self.table.design(unit)
        left = self.left(unit)
        return design.points / (20 + 3 * left)

    def left(self, unit: Unit) -> int:
        """The boxes that a unit has left."""
        return self.table.design(unit).health - unit.health + sum(unit.absorbers)

    def expected(self, unit: Unit) -> Point:
        """Where an enemy will be when it is shot at next turn, as a hard player guesses it."""
        assert unit.at is not None
        if self.level != "hard" or unit.activated or self.table.design(unit).fighter:
            return unit.at
        return clamped(self.table.board, ahead(unit.at, unit.heading, unit.velocity * DU))

    def moved(self, unit: Unit, at: Point, heading: int) -> Unit:
        return replace(unit, at=at, heading=heading)
