"""What the computer player knows of a position: worths, dangers, and what shots are good for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp, isqrt
from typing import NamedTuple

from games.core.computer import Judgement
from games.core.geometry.plane import Point, squared, within
from games.core.types import Seat
from games.galaxy_aflame.odds import AttackDice, Defender, Odds, begins, defender, odds
from games.galaxy_aflame.odds.threats import can_harm, comes_near, reaches
from games.galaxy_aflame.rules import falling, shooting
from games.galaxy_aflame.rules.falling import BREAKING
from games.galaxy_aflame.table import SEATS, Table, Unit, other
from games.galaxy_aflame.view import Request

TOGETHER = 0.5
"""The share of the shots that could hit a unit which is feared to do so."""

TWICE = 1.6
"""How much more is feared of an enemy that need not move."""

ROUT, RETREAT = 0.8, 0.12
"""The share of a unit's worth that is lost when it falls back beyond an edge, and within."""

ARMOUR, ARMED = 1.3, 1.0
"""How much more vehicles are worth than their points; how much more all Anti-Vehicle units of a
side together while the opponent has vehicles."""

DESTROYED, SHAKEN = 0.5, 0.2
"""What it is worth besides its models to destroy a unit; the share of its worth for shaking it."""


class PricedShot(NamedTuple):
    """A shot, with what it is good for on average, in points."""

    target: str
    suppress: bool
    victim: str
    gain: float


@dataclass(frozen=True, slots=True)
class PlayerSkill(Judgement):
    """At a closer look a player sees what the opponent could do next.

    ``fear``        the weight of danger against the gain of an order
    ``suppresses``  whether it looks what it is good for to suppress
    ``drafts``      whether it looks which card it needs, rather than goes by the ranking
    """

    fear: float = 0.4
    suppresses: bool = True
    drafts: bool = True


class Situation:
    """One moment of a turn, for the side that plays it."""

    def __init__(self, request: Request, skill: PlayerSkill) -> None:
        self.request = request
        self.skill = skill
        self.table: Table = request.view.table
        self.seat = request.decision.seat
        self.own = self.table.in_play(self.seat)
        self.enemies = tuple(self.table.on_table(other(self.seat)))
        self._gains: dict[tuple[str, str, bool, bool, bool, bool], float] = {}
        self._dangers: dict[tuple[str, str, bool, bool], float] = {}
        self._routs: dict[str, float] = {}
        self._follows: dict[str, float] = {}

    # --- Worth ---

    def worth(self, unit: Unit) -> float:
        """The worth of one model; more for the few that can destroy the opponent's vehicles."""
        card = self.table.card(unit)
        found = card.value / card.models
        if card.vehicle:
            found *= ARMOUR
        if card.anti_vehicle and self._vehicles[other(unit.seat)]:
            found *= 1 + ARMED / self._armed[unit.seat]
        return found

    @cached_property
    def _vehicles(self) -> tuple[int, ...]:
        """How many vehicles each side has left."""
        return tuple(self._count("vehicle", seat) for seat in SEATS)

    @cached_property
    def _armed(self) -> tuple[int, ...]:
        """How many Anti-Vehicle units each side has left."""
        return tuple(self._count("anti-vehicle", seat) for seat in SEATS)

    def _count(self, keyword: str, seat: Seat) -> int:
        return sum(self.table.card(unit).has(keyword) for unit in self.table.left(seat))

    def whole(self, unit: Unit) -> float:
        """What the rest of a unit is worth, with its passengers."""
        inside = sum(self.whole(self.table.units[code]) for code in unit.cargo)
        return self.worth(unit) * unit.models + 0.4 * inside

    def rout(self, unit: Unit) -> float:
        """What it costs a unit to fall back from where it stands."""
        if unit.code not in self._routs:
            share = ROUT if falling.end_point(self.table, unit)[1] is None else RETREAT
            self._routs[unit.code] = share * self.whole(unit)
        return self._routs[unit.code]

    # --- Shots ---

    def strikes(self, unit: Unit, at: Point, *, stays: bool) -> Iterator[PricedShot]:
        """The shots of a unit from a place; ``stays``: it could shoot a second time."""
        for target in self.enemies:
            if shooting.is_target(self.table, unit, target, at):
                yield PricedShot(target.code, False, "", self.gain(unit, target, at))
                if self.skill.suppresses and not self.table.card(target).vehicle:
                    yield from self._suppressing(unit, target, at, stays=stays)

    def _suppressing(
        self, unit: Unit, target: Unit, at: Point, *, stays: bool
    ) -> Iterator[PricedShot]:
        auto = bool(self.table.card(unit).auto_suppress)
        struck = shooting.suppresses(self.table, unit, target) if auto else (target,)
        chance = 1.0 if auto else float(self.odds(unit, target, at, True).suppress)
        after = sum(self.follow_up(each, unit) for each in struck if not each.suppressed)
        if stays and not target.suppressed:
            now, then = (self.gain(unit, target, at, weak=weak) for weak in (False, True))
            after += then - now
        for victim in struck:
            hit = self.gain(unit, target, at, suppress=True, victim=victim)
            code = victim.code if victim is not target else ""
            yield PricedShot(target.code, True, code, hit + chance * after)

    def follow_up(self, target: Unit, by: Unit) -> float:
        """What other units win this turn if a target is suppressed (GA-55)."""
        total = 0.0
        for unit in self.own:
            if unit.code == by.code or unit.at is None or unit.ran or unit.shots > 1:
                continue
            if (unit.moved and unit.shots) or not can_harm(self.table, unit, target):
                continue
            if not self._comes(unit, target):
                continue
            at = unit.at
            now, then = (self.gain(unit, target, at, weak=weak) for weak in (False, True))
            total += 0.6 * (then - now)
        return total

    def _comes(self, unit: Unit, target: Unit) -> bool:
        if unit.moved or unit.shots:
            return reaches(self.table, unit, unit.spot, target.spot)
        return comes_near(self.table, unit, target.spot)

    def odds(
        self,
        unit: Unit,
        target: Unit,
        at: Point,
        suppress: bool = False,
        victim: Unit | None = None,
        *,
        weak: bool = False,
    ) -> Odds:
        """``weak``: as if the target were suppressed already."""
        table, card, hit = self.table, self.table.card(unit), victim or target
        auto = bool(suppress and card.auto_suppress)
        first = begins(table, unit, target, at)
        cover = table.ground.covered(at, hit.spot)
        need = shooting.NEED_SUPPRESSED if weak else shooting.need(target)
        dice = unit.models * card.dice
        attack = AttackDice(dice, card.sides, need, first and not auto, suppress, auto)
        safe = card.vehicle and not table.card(target).anti_vehicle
        returns = first and cover and hit is target and not safe
        kills = shooting.kills(table, unit, hit, at)
        return odds(
            attack,
            defender(table, hit, cover=cover, killed=kills),
            defender(table, unit, cover=False) if returns else None,
        )

    def gain(
        self,
        unit: Unit,
        target: Unit,
        at: Point,
        *,
        suppress: bool = False,
        victim: Unit | None = None,
        weak: bool = False,
    ) -> float:
        """What a shot costs the enemy on average, less what it costs the own side."""
        hit = victim or target
        first = begins(self.table, unit, target, at)
        cover = self.table.ground.covered(at, hit.spot)
        key = unit.code, f"{target.code} {hit.code}", first, cover, suppress, weak
        if key not in self._gains:
            found = self.odds(unit, target, at, suppress, victim, weak=weak)
            self._gains[key] = self._gain(unit, hit, found)
        return self._gains[key]

    def _gain(self, unit: Unit, hit: Unit, found: Odds) -> float:
        won = float(found.lost) * self.worth(hit) + float(found.destroy) * DESTROYED
        won += float(found.breaks) * self.rout(hit)
        if hit.cargo:
            won += float(found.destroy) * (self.whole(hit) - self.worth(hit))
        won += float(found.shake) * SHAKEN * self.worth(hit)
        if not found.own_lost:
            return won
        lost = float(found.own_lost) * self.worth(unit)
        return won - lost - float(found.own_breaks) * RETREAT * self.whole(unit)

    # --- Danger ---

    def danger(self, unit: Unit, at: Point) -> float:
        """What a unit may lose at a place in the enemy's next turn."""
        failures = TOGETHER * sum(self._feared(enemy, unit, at) for enemy in self._foes)
        if not failures:
            return 0.0
        models = unit.models
        if self.table.card(unit).vehicle:
            return min(failures, 1.0) * self.whole(unit)
        cost = min(failures, models) * self.worth(unit)
        left = max(0.0, models - failures) * self.worth(unit)
        if not self.table.card(unit).fearless:
            broken = 1 - exp(-failures) * sum(
                failures**count / (1, 1, 2)[count] for count in range(BREAKING)
            )
            cost += broken * left * (ROUT if self.at_edge(unit, at) else RETREAT)
        return cost

    @cached_property
    def _foes(self) -> tuple[Unit, ...]:
        return self.table.in_play(other(self.seat))

    def at_edge(self, unit: Unit, at: Point) -> bool:
        """Whether a unit would be lost if it fell back from a place (GA-85)."""
        ground = self.table.ground
        nearest = min(at.x, at.y, ground.width - at.x, ground.height - at.y)
        return nearest < self.table.card(unit).move

    def _feared(self, enemy: Unit, unit: Unit, at: Point) -> float:
        """Models, or the chance to lose a vehicle, that an enemy costs a unit at a place."""
        if not can_harm(self.table, enemy, unit):
            return 0.0
        start = self.table.place(enemy)
        assert start is not None
        here = enemy.at is not None and reaches(self.table, enemy, start, at)
        if not here and not comes_near(self.table, enemy, at):
            return 0.0
        ground, card = self.table.ground, self.table.card(enemy)
        cover = ground.in_cover(at) or (here and ground.behind_barrier(start, at))
        close = "C" in card.ranges and within(start, at, card.move + self.table.agreement.hand)
        key = enemy.code, unit.code, cover, close
        if key not in self._dangers:
            attack = AttackDice(enemy.models * card.dice, card.sides, shooting.NEED, close)
            harmed: Defender = defender(self.table, replace(unit, fails=0), cover=cover)
            self._dangers[key] = float(odds(attack, harmed).lost)
        return self._dangers[key] * (TWICE if here else 1.0)

    # --- Coming nearer ---

    @cached_property
    def stuck(self) -> bool:
        """Whether the own units in play can harm no enemy while reserves wait, which come only
        after a loss (GA-87)."""
        if not self.table.reserve(self.seat):
            return False
        pairs = ((unit, enemy) for unit in self.own for enemy in self.enemies)
        return not any(can_harm(self.table, unit, enemy) for unit, enemy in pairs)

    def far(self, unit: Unit, at: Point) -> float:
        """How many inches the nearest enemy that it can harm is beyond a unit's best range."""
        table, card = self.table, self.table.card(unit)
        found = [
            isqrt(squared(at, enemy.at))
            for enemy in self.enemies
            if enemy.at is not None and can_harm(table, unit, enemy)
        ]
        if not found:
            return 0.0
        agreement = table.agreement
        best = agreement.hand
        if "A" in card.ranges:
            best = max(best, 2 * agreement.reach // 3)
        if "T" in card.ranges:
            best = 2 * agreement.reach
        return max(0, min(found) - best) / 10
