"""What the computer player knows: odds of all shots, worth of units, who fires before whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Final

from games.core.geometry.plane import Point
from games.cosmic_conflict import teams
from games.cosmic_conflict.content.hulls import Chart
from games.cosmic_conflict.content.weapons import DamageRoll, Weapon
from games.cosmic_conflict.odds import BASES, DAMAGE_DICE, FACES, Terms, applied
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.values import side
from games.cosmic_conflict.space import BOARD, DU, ahead, clamped
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request, View

ALL: Final = 15
_BITS: Final = {"F": 1, "P": 2, "S": 4, "A": 8}
HARDNESS: Final = 20
"""How much less a point of damage is worth at first: the more, the less fire is focused."""
SURVEYED, CARRYING, ROW, KILL = 0.3, 1.0, 0.04, 0.15
"""Shares of the price of a unit: what its token of Deep Survey, the VIP aboard, a full Health row
that is not the last, and its end are worth."""


def bits(arcs: str) -> int:
    return sum(_BITS[arc] for arc in arcs)


def seen(at: Point, heading: int, goal: Point) -> int:
    """The arcs that a point is in, as bits."""
    f, r = BOARD.relative(at, heading, goal)
    return (f >= abs(r)) + 2 * (-r >= abs(f)) + 4 * (r >= abs(f)) + 8 * (-f >= abs(r))


@dataclass(frozen=True, slots=True)
class Gun:
    """A Weapon against a target: arcs as bits, and the mean damage in each of its ranges."""

    place: int
    arcs: int
    ranges: tuple[tuple[int, float], ...]

    def mean(self, far: int) -> float:
        for reach, mean in self.ranges:
            if far <= reach:
                return mean
        return 0.0


@dataclass(frozen=True, slots=True)
class PlayerSkill:
    """What a player looks at.

    ``weighs``    whether it weighs targets, Orders, marks, reactions and places to deploy, rather
                  than fires at what it hits best and leaves the rest to the automatic rules
    ``foresees``  whether it knows who will have moved, and who will have fired, before its ship
                  fires next; and takes many ships where each counts for the scenario
    ``tried``     of how many moves by chance it takes the best; 0 for all
    ``shifts``    degrees between shifts that are weighed
    ``parts``     of the sharpest turn: turns that are weighed
    ``aims``      at how many enemies it tries to point its bow
    """

    weighs: bool = True
    foresees: bool = False
    tried: int = 0
    shifts: int = 60
    parts: tuple[int, ...] = (1, 2)
    aims: int = 1


class Situation:
    """A decision of the computer's seat, with what it computes once."""

    def __init__(self, request: Request, skill: PlayerSkill) -> None:
        self.view, self.skill, self.asked = request.view, skill, request.decision
        self.decision = teams.by_side(self.table, request.decision)
        self.request = Request(self.view, self.decision)
        self.side = side(self.request)
        self._guns: dict[tuple[str, str, bool], tuple[Gun, ...]] = {}

    def after(self, view: View) -> Situation:
        """The same board, with other Orders on the seat's sheet."""
        later = Situation(Request(view, self.asked), self.skill)
        later._guns = self._guns
        return later

    @property
    def table(self) -> Table:
        return self.view.table

    @cached_property
    def enemies(self) -> tuple[Unit, ...]:
        return tuple(each for each in self.table.in_space() if each.side != self.side)

    @cached_property
    def own(self) -> tuple[Unit, ...]:
        return tuple(self.table.in_space(self.side))

    @cached_property
    def acting(self) -> Unit | None:
        now = self.view.course.acting
        return self.table.units[now.unit] if now else None

    @property
    def scenario(self) -> str:
        return self.view.course.agreement.scenario

    def hides(self, unit: Unit, order: str) -> bool:
        return order in self.view.sheet(self.decision.seat).of(self.table.commander(unit).id).names

    # --- Fire ---

    def guns(self, unit: Unit, target: Unit, *, marked: bool = False) -> tuple[Gun, ...]:
        """The Weapons of a unit that will work next turn, against a target."""
        key = unit.id, target.id, marked
        if key not in self._guns:
            self._guns[key] = tuple(self._arm(unit, target, marked))
        return self._guns[key]

    def _arm(self, unit: Unit, target: Unit, marked: bool) -> Iterator[Gun]:
        design = self.table.design(unit)
        if design.fighter and not unit.shots:
            return
        short = design.fighter or self.table.design(target).fighter
        against = targeting.defense(self.table, target)
        for at in windows.weapons(self.table, unit):
            weapon = design.items[at]
            if at in unit.off or not isinstance(weapon, Weapon):
                continue
            bands = weapon.bands()[:1] if short else weapon.bands()
            ranges = tuple(
                (band.reach, _mean(weapon, number, against, design.fighter, marked))
                for number, band in enumerate(bands)
            )
            yield Gun(at, ALL if design.fighter else bits(weapon.arcs), ranges)

    def fire(
        self,
        unit: Unit,
        target: Unit,
        far: int,
        arcs: int = ALL,
        spent: Collection[int] = (),
        *,
        marked: bool = False,
    ) -> float:
        """The mean damage of all Weapons that bear on a target at a distance."""
        return sum(
            gun.mean(far)
            for gun in self.guns(unit, target, marked=marked)
            if gun.arcs & arcs and gun.place not in spent
        )

    # --- Worth ---

    def price(self, unit: Unit) -> float:
        """The points of a unit; with its token of Deep Survey, or the VIP, it is worth more."""
        more = SURVEYED * unit.surveyed + CARRYING * unit.vip
        return self.table.design(unit).points * (1 + more)

    def worth(self, unit: Unit) -> float:
        """What a point of damage to a unit is worth: more, the nearer it is to its end."""
        return self.price(unit) / (HARDNESS + 3 * self.left(unit))

    def left(self, unit: Unit) -> int:
        """The boxes that a unit has left."""
        return self.table.design(unit).health - unit.health + sum(unit.absorbers)

    def gain(self, target: Unit, terms: Terms, kind: str) -> float:
        """What an attack is worth: by its mean damage, full Health rows and the end of a unit."""
        design, accuracy = self.table.design(target), terms.sums[0]
        shields = sum(
            boxes
            for boxes, (place, _) in zip(target.absorbers, design.absorbers, strict=True)
            if place not in target.off and (kind == "BEAM" or accuracy + 4 <= boxes)
        )
        left = shields + design.health - target.health
        row = shields + design.row - target.health % design.row
        worth, price = self.worth(target), self.price(target)
        total = 0.0
        for damage, chance in spread(terms.chart, terms.roll, *terms.sums):
            total += chance * worth * min(damage, left)
            if damage >= left:
                total += chance * KILL * price
            elif damage >= row:
                total += chance * ROW * price
        return total

    # --- Time ---

    def first(self, unit: Unit, other: Unit) -> bool:
        """Whether a unit activates before another next turn, unless one of them waits."""
        mine, theirs = self.table.size(unit), self.table.size(other)
        if mine != theirs:
            return mine < theirs
        fixed = self.view.course.agreement.initiative == "fixed"
        order = self.table.rotation(self.table.rotation()[0 if fixed else 1])
        return order.index(unit.side) < order.index(other.side)

    def ahead(self, unit: Unit) -> Point:
        """Where a unit goes unless it turns or shifts."""
        if self.table.design(unit).fighter:
            return unit.spot
        return clamped(self.table.board, ahead(unit.spot, unit.heading, unit.velocity * DU))


def _mean(
    weapon: Weapon, band: int, against: targeting.Defense, fighter: bool, marked: bool
) -> float:
    return float(targeting.terms(weapon, band, against, fighter=fighter, marked=marked).odds.mean)


@lru_cache(maxsize=4096)
def spread(
    chart: Chart, roll: DamageRoll, accuracy: int, damage: int
) -> tuple[tuple[int, float], ...]:
    """The damage of an attack with the chance of each; no damage is left out."""
    counted: Counter[int] = Counter()
    dice = list(product(FACES, repeat=DAMAGE_DICE[roll]))
    for die in FACES:
        band = chart.band(die + accuracy)
        for thrown in dice:
            counted[applied(band, max(BASES[roll](*thrown) + damage, 0))] += 1
    total = 6 * len(dice)
    return tuple((found, count / total) for found, count in sorted(counted.items()) if found)
