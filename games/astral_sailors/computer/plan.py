"""The plan of the computer player: values of enemies, and goals of its units.

Values are whole numbers in hundredths of a point of the rules, so that a unit
of cost 10 is worth 1,000.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from games.astral_sailors.board import terrain, zones
from games.astral_sailors.computer.danger import Danger, falls, stamina
from games.astral_sailors.content.catalogue import QUADRANT, quadrant_name
from games.astral_sailors.rules.combat.wounds import reward
from games.astral_sailors.rules.turns.reinforcing import ENEMY_GAP
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.rules.victory.conditions import (
    ASSASSINATION,
    BELLICOSE,
    KILLS,
    MANHUNT,
    MANPOWER,
    OCCUPATION,
    PROMOTION,
    rivals,
)
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, Square

POINT = 100
FOCUS = 0.6
"""The share of expected wounds that enemies direct at a Commander, as they have other targets."""
LIFE = 100 * POINT
"""What an own Commander is worth."""
NEAR = 14
"""Squares within which a Commander comes to its prey in a turn or two."""
PRIZE = 60 * POINT
"""What an elimination that the objective asks for is worth beyond its reward."""


@dataclass(frozen=True, slots=True)
class PlayerSkill:
    """What a player looks at.

    ``seen``     the share of the possible actions of a unit
    ``ways``     of a unit, at whose ends it looks for targets
    ``pace``     how often an enemy is feared to move before it strikes
    ``careful``  whether it reckons with what Commanders risk and are worth, and with the points
                 and places that a unit leaves to enemies
    ``skilled``  whether it splits attacks, jumps, turns, and chooses where to deploy
    ``strikes``  whether it builds an army of its own, to attack the enemy Commander early
    """

    seen: float = 1.0
    ways: int = 0
    pace: int = 2
    careful: bool = True
    skilled: bool = True
    strikes: bool = False


@dataclass(frozen=True)
class Situation:
    """A position with the objective of the seat's team."""

    view: SailorsView
    seat: int
    objective: int
    target: int
    skill: PlayerSkill

    @classmethod
    def of(cls, view: SailorsView, seat: int, skill: PlayerSkill) -> Situation:
        own = view.known(seat)
        return cls(view, seat, own.objective, own.target, skill)

    def imagined(self, unit: Unit) -> Situation:
        """The same plan if ``unit`` were as it is given."""
        return replace(self, view=replace(self.view, table=self.table.put(unit)))

    @property
    def table(self) -> Table:
        return self.view.table

    @property
    def army(self) -> int:
        """The seat whose army is moved: a team-mate's when it was taken over."""
        return self.table.turn.seat

    @cached_property
    def team(self) -> int:
        return self.table.team(self.seat)

    @cached_property
    def friends(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.table.on_board() if self.table.team(u.seat) == self.team)

    @cached_property
    def enemies(self) -> tuple[Unit, ...]:
        return tuple(u for u in self.table.on_board() if self.table.team(u.seat) != self.team)

    @cached_property
    def bases(self) -> Mapping[str, Base]:
        return {unit.code: self.table.base(unit) for unit in self.table.on_board()}

    @cached_property
    def fronts(self) -> tuple[Base, ...]:
        """Where the enemies stand."""
        return tuple(self.bases[enemy.code] for enemy in self.enemies)

    @cached_property
    def mains(self) -> tuple[Unit, ...]:
        """Enemies' main Commanders: units near them bring them points (ASCW-47)."""
        codes = {player.main for player in self.table.players}
        return tuple(enemy for enemy in self.enemies if enemy.code in codes)

    @cached_property
    def home(self) -> frozenset[Square]:
        return zones.zone(self.table, self.army)

    def commander(self, unit: Unit) -> bool:
        return self.table.kind(unit).category == "commander"

    @cached_property
    def rivals(self) -> bool:
        """Whether another team can still win."""
        return bool(rivals(self.table, self.team))

    def timid(self, unit: Unit) -> bool:
        """Whether ``unit`` is a Commander that wins nothing by going to the enemy."""
        if not self.commander(unit) or self.objective == PROMOTION:
            return False
        return self.objective != BELLICOSE or self.skill.careful

    def prey(self, unit: Unit) -> bool:
        """Whether ``unit`` is a Commander that the team wants alive."""
        hunted = self.objective == MANHUNT and self.table.team(unit.seat) == self.target
        return hunted and self.commander(unit)

    def worth(self, attacker: Unit, target: Unit) -> int:
        """What eliminating ``target`` with ``attacker`` is worth."""
        kind = self.table.kind(target)
        value = POINT * (reward(kind.cost) + kind.cost // 2)
        if self._spared(attacker, target):
            return 0
        if self.prey(target):
            return -PRIZE
        if target.holds and self.skill.careful:
            value += PRIZE  # it carries an own Commander away
        if self.commander(target) and (
            self.skill.careful or self.objective in (ASSASSINATION, BELLICOSE)
        ):
            return value + PRIZE  # whose Commanders are dead cannot win
        if self.objective == MANPOWER and not kind.military:
            return value + PRIZE // 3
        if self.objective == PROMOTION and kind.military:
            return value + PRIZE if self.commander(attacker) else value // self._restraint(target)
        if self.objective == OCCUPATION and terrain.quadrant(self.bases[target.code]) in self.group:
            return value + PRIZE // 4
        return value

    def _spared(self, attacker: Unit, target: Unit) -> bool:
        """Whether the target is left for a Promotion that nobody can forestall any more: the last
        military units for the Commander, and civilians, whose income brings more of them."""
        if self.objective != PROMOTION or self.rivals or self.commander(attacker):
            return False
        military = sum(self.table.kind(enemy).military for enemy in self.enemies)
        return not self.table.kind(target).military or military <= KILLS

    def peril(self, unit: Unit, base: Base) -> int:
        """The expected cost of a Commander at ``base``: wounds, and its loss."""
        if unit.code not in self.perils:
            self.perils[unit.code] = Danger(self.table, unit, self.enemies)
        expected = self.perils[unit.code].wounds(base) * FOCUS
        fall = falls(expected, stamina(self.table, unit))
        return int(LIFE * fall + 3 * POINT * expected)

    @cached_property
    def perils(self) -> dict[str, Danger]:
        """What threatens own Commanders, as far as it has been worked out."""
        return {}

    def _restraint(self, target: Unit) -> int:
        """The factor by which others leave a target to their own Commander."""
        hunters = [unit for unit in self.friends if self.commander(unit) and unit.kills < KILLS]
        gaps = [self.bases[unit.code].gap(self.bases[target.code]) for unit in hunters]
        return 12 if gaps and min(gaps) <= NEAR else 2 if gaps else 1

    @cached_property
    def group(self) -> tuple[tuple[int, int], ...]:
        """The quadrants to occupy: enough connected ones, nearest to home."""
        across = self.table.size // QUADRANT
        every = [(column, row) for row in range(across) for column in range(across)]
        middle_c = sum(square.c for square in self.home) // len(self.home)
        middle_r = sum(square.r for square in self.home) // len(self.home)

        def far(quadrant: tuple[int, int]) -> tuple[int, int]:
            column, row = quadrant
            c, r = column * QUADRANT + QUADRANT // 2, row * QUADRANT + QUADRANT // 2
            enemies = sum(
                terrain.quadrant(self.bases[enemy.code]) == quadrant for enemy in self.enemies
            )
            return max(abs(c - middle_c), abs(r - middle_r)) + enemies, across * row + column

        at_home = quadrants.home(self.table, self.table.team(self.army))
        own = {place for place in every if quadrant_name(*place) in at_home}
        most = quadrants.most_at_home(self.table)
        chosen = [min(every, key=far)]
        while len(chosen) - max(0, len(own & set(chosen)) - most) < quadrants.wanted(self.table):
            beside = [
                place
                for place in every
                if place not in chosen
                and any(abs(place[0] - c) + abs(place[1] - r) == 1 for c, r in chosen)
            ]
            # More at home would count for nothing.
            away = [place for place in beside if place not in own]
            full = len(own & set(chosen)) >= most
            chosen.append(min(away if full and away else beside, key=far))
        return tuple(chosen)

    @cached_property
    def posts(self) -> Mapping[str, tuple[int, int]]:
        """The quadrant each own unit should stand in for an Occupation, two units for each."""
        left = {unit.code: unit for unit in self.friends if unit.seat == self.army}
        posts: dict[str, tuple[int, int]] = {}
        for _ in range(2):
            for quadrant in self.group:
                if left:
                    code = min(
                        left, key=lambda code: (self.bases[code].gap(centre(quadrant)), code)
                    )
                    posts[code] = quadrant
                    del left[code]
        return posts

    @cached_property
    def entries(self) -> tuple[Square, ...]:
        """Border squares at which it matters whether enemies can enter: of quadrants that are to be
        held alone, or of enemy zones when those have to come back to be eliminated."""
        size = self.table.size
        every = (Square(c, r) for c in range(size) for r in range(size))
        border = [each for each in every if {*each} & {0, size - 1}]
        if self.objective == OCCUPATION:
            return tuple(each for each in border if terrain.quadrant(Base(*each)) in self.group)
        if self.objective not in (PROMOTION, MANPOWER) or self.enemies:
            return ()
        others = [each.seat for each in self.table.players if each.team != self.team]
        theirs = [zones.zone(self.table, seat) for seat in others]
        return tuple(each for each in border if any(each in zone for zone in theirs))

    @cached_property
    def closers(self) -> Mapping[Square, int]:
        """How many own units keep enemies from entering at each of ``entries``."""
        return {
            each: sum(self.bases[unit.code].gap(Base(*each)) < ENEMY_GAP for unit in self.friends)
            for each in self.entries
        }

    def closed(self, unit: Unit, base: Base) -> int:
        """How many of ``entries`` the unit would close at ``base`` that no other does; less than 0
        where enemies have to come back."""
        if unit.code not in self._closed:
            here, side = self.bases.get(unit.code), self.table.kind(unit).base
            reach = range(2 - ENEMY_GAP - side, ENEMY_GAP)
            self._closed[unit.code] = Counter(
                (each.c + c, each.r + r)
                for each, closers in self.closers.items()
                if closers == (here is not None and here.gap(Base(*each)) < ENEMY_GAP)
                for c in reach
                for r in reach
            )
        number = self._closed[unit.code][base.c, base.r]
        return number if self.objective == OCCUPATION else -number

    @cached_property
    def _closed(self) -> dict[str, Counter[tuple[int, int]]]:
        """What has been worked out of ``closed``, by unit and anchor."""
        return {}

    def danger(self, base: Base) -> int:
        """How much enemy strength can soon attack a unit at ``base``."""
        if base not in self._dangers:
            total = 0
            for where, shot_reach, shots, blow_reach, blows in self._reaches:
                gap = where.gap(base)
                total += shots * (gap <= shot_reach) + blows * (gap <= blow_reach)
            self._dangers[base] = total
        return self._dangers[base]

    @cached_property
    def places(self) -> dict[str, dict[Base, int]]:
        """How good places are for each own unit, as far as it has been worked out."""
        return {}

    @cached_property
    def worths(self) -> dict[str, Callable[[Base], int]]:
        """How places are valued for each own unit, as far as it has been needed."""
        return {}

    @cached_property
    def _dangers(self) -> dict[Base, int]:
        """What has been worked out of ``danger``."""
        return {}

    @cached_property
    def _reaches(self) -> tuple[tuple[Base, int, int, int, int], ...]:
        """For each enemy: where it stands, the range and strength of its shots soon, then of its
        blows."""
        pace = self.skill.pace
        kinds = [(enemy, self.table.kind(enemy)) for enemy in self.enemies]
        return tuple(
            (
                self.bases[enemy.code],
                kind.farthest + pace * kind.movement,
                self.table.shots(enemy) * (1 + kind.shot_damage),
                pace * kind.movement + 1,
                kind.blows * (1 + kind.blow_damage),
            )
            for enemy, kind in kinds
        )


def centre(quadrant: tuple[int, int]) -> Base:
    """The four squares in the middle of a quadrant."""
    column, row = quadrant
    half = QUADRANT // 2
    return Base(column * QUADRANT + half - 1, row * QUADRANT + half - 1, 2)
