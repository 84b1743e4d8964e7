"""What the computer player knows of a position: worths, dangers, and who can strike whom."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from games.colonial_space_wars.rules import attacks, damage, transports
from games.colonial_space_wars.table import UNDAMAGED, Unit, other
from games.colonial_space_wars.threats import ThreatRange, ranges
from games.colonial_space_wars.view import Request
from games.core.computer import Judgement
from games.core.geometry.squares import Square

COMMAND = 1.0
"""What a command point of income is worth, in resource points for each level of health."""

TOGETHER = 0.6
"""The share of the points that could strike a unit which is feared to do so."""


@dataclass(frozen=True, slots=True)
class PlayerSkill(Judgement):
    """At a closer look a player sees how the opponent could answer.

    ``fear``      the weight of danger against the gain of an order
    ``joins``     whether it reckons with what other units can add to an attack
    ``retreats``  whether it looks where to go after an attack
    """

    fear: float = 0.5
    joins: bool = True
    retreats: bool = True


class Situation:
    """One moment of a turn, for the side that plays it.

    ``rested``  its units that have not been activated this turn
    ``ready``   those that the pool suffices for
    ``rests``   kept by plans: the value of staying on a square and whether dug in, by unit, square
                and whether movement points are left
    """

    def __init__(self, request: Request, skill: PlayerSkill) -> None:
        self.request = request
        self.skill = skill
        self.table = request.view.table
        self.seat = request.decision.seat
        self.enemies = tuple(self.table.on_board(other(self.seat)))
        self.rested = tuple(unit for unit in self.table.in_play(self.seat) if not unit.activated)
        self.ready = tuple(unit for unit in self.rested if self.table.cost(unit) <= self.table.pool)
        self.rests: dict[tuple[str, Square, bool], tuple[float, bool]] = {}
        self._points: dict[tuple[Square, bool], int] = {}
        self._within: dict[tuple[Square, int], tuple[Unit, ...]] = {}
        self._potential: dict[tuple[str, str], int] = {}
        self._gains: dict[tuple[str, str, int], float] = {}

    # --- Worth ---

    def worth(self, unit: Unit) -> float:
        """What one level of a unit's health is worth."""
        kind = self.table.kind(unit)
        return kind.resources / UNDAMAGED + COMMAND * (kind.leader + 0.5 * kind.has("voice"))

    def loss(self, unit: Unit, hits: int) -> float:
        """What so many hits cost the owner of a unit; dearer the fewer levels are left."""
        taken = min(hits, unit.health)
        cost = taken * self.worth(unit) * (1 + 0.1 * (UNDAMAGED - unit.health))
        if taken == unit.health:
            kind = self.table.kind(unit)
            cost += 1.5 * kind.leader + 0.5 * kind.command + 0.5
            cost += sum(self.worth(self.table.units[code]) for code in unit.cargo)
        return cost

    # --- Danger ---

    @cached_property
    def ranges(self) -> tuple[ThreatRange, ...]:
        """Where enemies can strike in their next turn."""
        return tuple(ranges(self.table, self.seat))

    def danger(self, unit: Unit, at: Square, extra: int = 0) -> float:
        """What a unit may lose on a square until its next turn; ``extra`` protection from digging
        in."""
        kind = self.table.kind(unit)
        hits = round(TOGETHER * self._feared(at, kind.light)) - kind.protection - extra
        return self.loss(unit, hits) if hits > 0 else 0.0

    def _feared(self, at: Square, light: bool) -> int:
        """The points that could strike a unit of a class on a square."""
        key = at, light
        if key not in self._points:
            bit = self.table.board.bit(at)
            self._points[key] = sum(
                self.table.kind(each.unit).attack[not light]
                for each in self.ranges
                if each.squares & bit
            )
        return self._points[key]

    @cached_property
    def berths(self) -> frozenset[Square]:
        """The squares beside own transports that have room and have not moved yet."""
        table = self.table
        places = (
            unit.at
            for unit in self.rested
            if unit.at is not None and len(unit.cargo) < table.kind(unit).seats
        )
        return frozenset(at for place in places for at in table.board.around(place))

    # --- Attacks ---

    def nearest(self, at: Square) -> int:
        """How far the nearest enemy is."""
        return self._nearest[at]

    @cached_property
    def _nearest(self) -> dict[Square, int]:
        board, found, far = self.table.board, dict[Square, int](), 0
        seen = layer = board.bits(enemy.at for enemy in self.enemies if enemy.at is not None)
        while layer:
            found.update(dict.fromkeys(board.squares(layer), far))
            layer = board.spread(layer) & ~seen
            seen, far = seen | layer, far + 1
        return found

    def targets(self, unit: Unit, at: Square) -> tuple[Unit, ...]:
        """The enemies that a unit on a square can attack, if it has points."""
        reach = self.table.kind(unit).range
        if not self.enemies or self.nearest(at) > reach:
            return ()
        if (at, reach) not in self._within:
            away = partial(self.table.board.distance, at)
            self._within[at, reach] = tuple(
                enemy for enemy in self.enemies if enemy.at is not None and away(enemy.at) <= reach
            )
        return attacks.in_sight(self.table, unit, at, self._within[at, reach])

    def starts(self, unit: Unit) -> tuple[tuple[Square, int, tuple[Square, ...]], ...]:
        """Where a unit can begin to walk, with what is left then and the square it gets off on."""
        left = self.table.kind(unit).movement
        if unit.at is not None:
            return ((unit.at, left, ()),)
        return tuple((exit_, left - 1, (exit_,)) for exit_ in transports.exits(self.table, unit))

    def potential(self, unit: Unit, target: Unit) -> int:
        """The points that a unit could bring against a target this turn; 0 out of reach."""
        key = unit.code, target.code
        if key not in self._potential:
            self._potential[key] = self._reaches(unit, target)
        return self._potential[key]

    def _reaches(self, unit: Unit, target: Unit) -> int:
        table, kind = self.table, self.table.kind(unit)
        points = attacks.available(kind, (0, 0), table.kind(target).light)
        if not points or not kind.range or target.at is None:
            return 0
        for start, left, _ in self.starts(unit):
            far = table.board.distance(start, target.at)
            if far <= left + kind.range:
                return points
        return 0

    def gain(self, unit: Unit, target: Unit, points: int) -> float:
        """What an attack brings: its own hits, and its share of what others can add to it."""
        key = unit.code, target.code, points
        if key not in self._gains:
            self._gains[key] = self._gain(unit, target, points)
        return self._gains[key]

    def _gain(self, unit: Unit, target: Unit, points: int) -> float:
        now = damage.new_hits(self.table, target, points)
        alone = self.loss(target, now)
        if not self.skill.joins or self.table.agreement.hit_model == "attack":
            return alone
        others, pool = 0, self.table.pool - self.table.cost(unit)
        for each in self.ready:
            price = self.table.cost(each)
            if each.code != unit.code and price <= pool and (more := self.potential(each, target)):
                others, pool = others + more, pool - price
        together = self.loss(target, damage.new_hits(self.table, target, points + others))
        if together <= alone:
            return alone
        return alone + 0.7 * (together - alone) * points / (points + others)
