"""What it is worth to a unit of the computer player to end its move somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Final, NamedTuple

from games.core.geometry.plane import Point, within
from games.cosmic_conflict.computer.situation import ALL, Situation, seen
from games.cosmic_conflict.content.terrain import (
    FireOrigin,
    dangers_at,
    hazards_at,
    shifting,
    solid_at,
)
from games.cosmic_conflict.rules import movement, scoring
from games.cosmic_conflict.rules.attacks import pws
from games.cosmic_conflict.rules.orders.usage import in_force
from games.cosmic_conflict.rules.scoring import RESCUE, SLOW, mark_radius
from games.cosmic_conflict.space import DU, ahead, depth, distance, span
from games.cosmic_conflict.table.units import Unit

THREAT: Final = 0.6
"""What enemy fire counts, against the own."""
APPROACH, HEADING, NEAR = 0.3, 0.3, 9 * DU
"""Each du farther than so near from the next enemy, now and after the next straight move."""
SURVEY, CROSSING = 14.0, 0.8
"""A token of Deep Survey, and each du towards the far half."""
MARK, COMING = 5.0, 0.5
"""A Contested Mark in reach, and each du towards the nearest."""
VIP, HINDERING, HOMING, FETCHING = 16.0, 4.0, 0.8, 1.5
"""The VIP within reach, being in the enemy's way there, and each du home, or to the VIP."""
AREA: Final = 30.0
"""Area Control, where it is certain to count and the match about to end."""
HURT: Final = 1.5
"""Damage by terrain and in PWS exchanges, against that of Weapons."""
LEAVING, GRAZING, CRASHING = 25.0, 4.0, 6.0
"""A straight move that would leave the board or end in Solid terrain next turn."""


@dataclass(frozen=True, slots=True)
class Foe:
    """An enemy as a unit that moves has to reckon with it.

    ``spots``    where it may be when the unit fires next, each with a weight
    ``threats``  where and with which heading it may fire at the unit, each with a weight; a
                 negative heading for any
    """

    unit: Unit
    spots: tuple[tuple[Point, float], ...]
    threats: tuple[tuple[Point, int, float], ...]


def foes(now: Situation, unit: Unit) -> tuple[Foe, ...]:
    """Enemies where they are, or where they will be by who moves before whom."""
    return tuple(_foe(now, unit, each) for each in now.enemies)


def _foe(now: Situation, unit: Unit, enemy: Unit) -> Foe:
    at, heading = enemy.at, enemy.heading
    assert at is not None
    if not now.skill.foresees:
        return Foe(enemy, ((at, 1.0),), ((at, heading, 1.0),))
    later = now.ahead(enemy)
    if not enemy.activated:
        return Foe(enemy, ((later, 0.8),), ((at, heading, 1.0), (later, -1, 0.3)))
    if now.first(unit, enemy):
        return Foe(enemy, ((at, 1.0),), ((at, heading, 0.4),))
    return Foe(enemy, ((later, 0.8),), ((at, heading, 1.0),))


class Cut(NamedTuple):
    """The board in parts, and whether the side wins Area Control with the unit in each of them."""

    parts: int
    along_x: bool
    won: tuple[bool, ...]


class Helm:
    """Weighs places for one unit."""

    def __init__(self, now: Situation, unit: Unit) -> None:
        self.now, self.unit = now, unit
        self.foes = foes(now, unit)
        self.worth = now.worth(unit)
        self.design = now.table.design(unit)
        self.contingent = in_force(unit, "contingent")
        self._here: dict[Point, float] = {}
        self._lines: dict[Point, list[tuple[Point, list[tuple[int, float]]]]] = {}

    def value(self, at: Point, heading: int, velocity: int) -> float:
        """What it is worth to end a move somewhere."""
        if at not in self._here:
            self._here[at] = self._place(at)
            self._lines[at] = list(self._targets(at))
        found = self._here[at] + self._fire(at, heading)
        if self.now.scenario == "rescue":
            found += self._rescue(at, velocity)
        if self.design.fighter:
            return found
        then = ahead(at, heading, velocity * DU)
        return found - self._course(at, heading, velocity) - HEADING * self._gap(then) / DU

    # --- Fire ---

    def _targets(self, at: Point) -> Iterator[tuple[Point, list[tuple[int, float]]]]:
        """Where enemies may be, with what each Weapon would be worth against them."""
        now, origin = self.now, FireOrigin(self.now.table.features, at)
        for foe in self.foes:
            worth = now.worth(foe.unit)
            guns = now.guns(self.unit, foe.unit)
            for spot, weight in foe.spots:
                line = origin.to(spot)
                if line.stopped:
                    continue
                far = distance(at, spot)
                clear = worth * weight * max(0.2, 1 + 0.18 * line.accuracy - 0.1 * line.requests)
                values = [(gun.arcs, gun.mean(far) * clear) for gun in guns]
                if any(value for _, value in values):
                    yield spot, values

    def _fire(self, at: Point, heading: int) -> float:
        """The value of fire: each Weapon at its best target; others in its arcs count a little."""
        count = len(self._lines[at][0][1]) if self._lines[at] else 0
        best, total = [0.0] * count, 0.0
        for spot, values in self._lines[at]:
            arcs = ALL if self.design.fighter else seen(at, heading, spot)
            for number, (bears, value) in enumerate(values):
                if bears & arcs:
                    total += value
                    best[number] = max(best[number], value)
        return 0.85 * sum(best) + 0.15 * total + self._at_once(at, heading)

    def _at_once(self, at: Point, heading: int) -> float:
        """What a Contingent Attack would do right after the move."""
        if not self.contingent:
            return 0.0
        found = 0.0
        for foe in self.foes:
            spot = foe.unit.at
            assert spot is not None
            arcs, far = seen(at, heading, spot), distance(at, spot)
            fire = self.now.fire(self.unit, foe.unit, far, arcs, self.unit.used)
            found = max(found, fire * self.now.worth(foe.unit))
        return found

    # --- Places ---

    def _place(self, at: Point) -> float:
        threat = sum(self._threat(foe, at) for foe in self.foes)
        hurt = self._terrain(at) - self._exchanged(at)
        return self._aim(at) - self.worth * (THREAT * threat + HURT * hurt)

    def _threat(self, foe: Foe, at: Point) -> float:
        found = 0.0
        for spot, heading, weight in foe.threats:
            arcs = ALL if heading < 0 else seen(spot, heading, at)
            found += weight * self.now.fire(foe.unit, self.unit, distance(spot, at), arcs)
        return found

    def _terrain(self, at: Point) -> float:
        features, size = self.now.table.features, self.design.size
        found = sum(amount for _, amount in dangers_at(features, at, size))
        if not self.unit.navigated:
            found += sum(amount for _, amount in hazards_at(features, at, size))
        return found + 2.0 * len(shifting(features, at))

    def _exchanged(self, at: Point) -> float:
        """What PWS exchanges would bring more than they cost."""
        table, found = self.now.table, 0.0
        for foe in self.foes:
            if foe.unit.at and within(at, foe.unit.at, table.pws_range):
                ours = pws.pws_dice(table, self.unit, foe.unit)
                found += 3.5 * (ours - pws.pws_dice(table, foe.unit, self.unit))
        return found

    def _aim(self, at: Point) -> float:
        """The scenario, and being near enough to fight."""
        value = 0.0
        if not self.design.fighter and self.now.scenario != "rescue":
            value += self._survey(at) + self._marks(at)
        if not self.design.fighter:
            value += self._area(at)
        return value - APPROACH * self._gap(at) / DU

    def _gap(self, at: Point) -> int:
        """How far from a place to fight."""
        board = self.now.table.board
        if not self.foes:
            return distance(at, Point(board.width // 2, board.height // 2))
        near = min(distance(at, spot) for foe in self.foes for spot, _ in foe.spots)
        return max(0, near - NEAR)

    def _survey(self, at: Point) -> float:
        if self.now.scenario != "deep_survey" or self.unit.surveyed:
            return 0.0
        board = self.now.table.board
        gap = span(board, self.unit.side) // 2 + 1 - depth(board, self.unit.side, at)
        if gap <= 0:
            return SURVEY if self.now.hides(self.unit, "scanners") else 2.0
        return -CROSSING * gap / DU

    def _marks(self, at: Point) -> float:
        goals = self.now.table.objectives
        if not goals:
            return 0.0
        reach, turns = mark_radius(self.design.size), self.now.table.turn
        held = sum(within(at, goal, reach) for goal in goals)
        near = max(0, min(distance(at, goal) for goal in goals) - reach)
        return min(1.0, 0.3 * turns) * MARK * held - COMING * near / DU

    def _area(self, at: Point) -> float:
        """The share of all cuts of the board that the side wins (CC-216), if it may be drawn."""
        agreed, table = self.now.view.course.agreement, self.now.table
        if not agreed.vc_random or 1 in agreed.vc_exclude:
            return 0.0
        near = min(1.0, table.turn / agreed.min_turns)
        drawn = agreed.vc_random / (len(scoring.NUMBERED) - len(agreed.vc_exclude))
        places = (
            cut.won[scoring.part_of(table, at, cut.parts, along_x=cut.along_x)]
            for cut in self._cuts
        )
        return AREA * near * drawn * sum(places) / len(self._cuts)

    @cached_property
    def _cuts(self) -> tuple[Cut, ...]:
        return tuple(
            Cut(parts, along_x, tuple(self._won(parts, along_x)))
            for parts, along_x in product(range(1, 7), (True, False))
        )

    def _won(self, parts: int, along_x: bool) -> Iterator[bool]:
        table, own = self.now.table, self.now.side
        sums = [[0 for _ in table.sides] for _ in range(parts)]
        for ship in table.in_space():
            if ship.id != self.unit.id and not ship.bogey:
                part = scoring.part_of(table, ship.spot, parts, along_x=along_x)
                sums[part][ship.side - 1] += table.size(ship)
        for each in sums:
            each[own - 1] += self.design.size
            totals = scoring.parts_won([tuple(part) for part in sums])
            yield scoring.winner_of(totals) == own
            each[own - 1] -= self.design.size

    def _rescue(self, at: Point, velocity: int) -> float:
        """What a place is worth in a Rescue: near the VIP and slow, or near home with it."""
        table = self.now.table
        if self.design.fighter:
            return 0.0
        if self.unit.vip:
            return -HOMING * depth(table.board, self.unit.side, at) / DU
        value = 0.0
        for vip in table.objectives:
            far, hides = distance(at, vip), self.now.hides(self.unit, "scanners")
            value -= FETCHING * max(0, far - RESCUE) / DU
            if far <= RESCUE:
                value += VIP if hides and velocity <= SLOW else HINDERING
        return value

    def _course(self, at: Point, heading: int, velocity: int) -> float:
        """The danger of the next straight move."""
        locked = movement.refuse_locked(self.now.table, self.unit, -1)
        slow = velocity if locked else max(velocity - 1, 0)
        goal, board = ahead(at, heading, slow * DU), self.now.table.board
        beyond = max(-goal.x, goal.x - board.width, -goal.y, goal.y - board.height)
        shift = self.now.table.maneuver(self.unit, slow) * DU
        if beyond > 0:
            return LEAVING if beyond > shift * 2 // 3 else GRAZING
        if solid_at(self.now.table.features, goal):
            return CRASHING / (1 + shift // DU)
        then = ahead(goal, heading, slow * DU)
        return 0.0 if then in board else GRAZING / 4
