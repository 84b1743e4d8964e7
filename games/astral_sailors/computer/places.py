"""What places are worth to the units of the computer player."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from games.astral_sailors.board import terrain
from games.astral_sailors.computer.plan import POINT, PRIZE, Situation, centre
from games.astral_sailors.rules.turns.rounds import PER_ENEMY, REACH
from games.astral_sailors.rules.victory.conditions import GLORY, MANHUNT, OCCUPATION, PROMOTION
from games.astral_sailors.table import Unit
from games.core.geometry.squares import Base

STEP = POINT // 2
"""The value of each square nearer to the goal."""

CROWDING = PER_ENEMY * POINT
"""What an enemy earns in a round by a unit near its main Commander."""

CLOSING = STEP // 2
"""What it is worth to close a border square to enemies, or to leave it open."""

WAITING = 3
"""The first round in which civilians hunt: before it they are worth more as income. They hunt at
once when nobody else can win any more."""

Worth: TypeAlias = Callable[[Base], int]
"""The value of a place."""


class _Quarry(NamedTuple):
    """An enemy that a unit hunts, as it looks to that unit.

    ``reach``   from how far the unit strikes
    ``least``   squares counted in any case: more for one that is worth less
    ``behind``  the enemy, where the unit has to come to its back
    """

    base: Base
    reach: int
    least: int
    behind: Unit | None


def place(plan: Situation, unit: Unit, base: Base) -> int:
    """How good it is for ``unit`` to stand at ``base``: one value for all ways there."""
    known = plan.places.setdefault(unit.code, {})
    if base not in known:
        if unit.code not in plan.worths:
            plan.worths[unit.code] = _worth_to(plan, unit)
        known[base] = plan.worths[unit.code](base)
    return known[base]


def _worth_to(plan: Situation, unit: Unit) -> Worth:
    """The values of places to one unit. What is the same for all of them is worked out once."""
    if unit.holds:
        home = [Base(square.c, square.r) for square in plan.home]
        return lambda base: -STEP * 10 * min(map(base.gap, home))
    parts = [part for part in (_goal(plan, unit), _safety(plan, unit)) if part is not None]
    if plan.skill.careful:
        if plan.mains:
            parts.append(_crowding(plan))
        if plan.entries:
            parts.append(lambda base: CLOSING * plan.closed(unit, base))
    return lambda base: sum([part(base) for part in parts])


def _safety(plan: Situation, unit: Unit) -> Worth | None:
    """What threatens the unit, or what it threatens."""
    kind = plan.table.kind(unit)
    if plan.commander(unit) and plan.skill.careful:
        share = 1 if plan.timid(unit) else 3
        return lambda base: -(plan.peril(unit, base) // share)
    if plan.timid(unit):
        return lambda base: -(plan.danger(base) * POINT // 4)
    if not kind.military:
        return lambda base: -(plan.danger(base) * POINT // 8)
    return _shot(plan, unit) if plan.table.shots(unit) and plan.fronts else None


def _shot(plan: Situation, unit: Unit) -> Worth:
    """A small bonus for a square with a target in range and no enemy next to it."""
    kind, fronts = plan.table.kind(unit), plan.fronts
    nearest, farthest = kind.nearest, kind.farthest
    shy = POINT if kind.shots > kind.blows else 0

    def worth(base: Base) -> int:
        gaps = [front.gap(base) for front in fronts]
        value = POINT if any(nearest <= gap <= farthest for gap in gaps) else 0
        return value - (shy if min(gaps) <= 1 else 0)

    return worth


def _crowding(plan: Situation) -> Worth:
    """The price of standing near enemies' main Commanders, which brings them points; not if the
    unit captures one there."""
    mains = [(main, plan.bases[main.code], plan.prey(main) and main.lost) for main in plan.mains]

    def worth(base: Base) -> int:
        near = 0
        for main, where, wanted in mains:
            gap = where.gap(base)
            captures = gap == 1 and wanted and terrain.in_rear(plan.table, main, base)
            near += gap <= REACH and not captures
        return -CROWDING * near

    return worth


def _goal(plan: Situation, unit: Unit) -> Worth | None:
    """The squares to where the unit should be."""
    kind = plan.table.kind(unit)
    if plan.objective == OCCUPATION and unit.code in plan.posts:
        post = plan.posts[unit.code]
        middle = centre(post)
        return lambda base: 0 if terrain.quadrant(base) == post else -STEP * base.gap(middle)
    early = plan.rivals and plan.table.round < WAITING
    idle = not kind.military and (early or not kind.blows or plan.objective == GLORY)
    if idle or plan.timid(unit) or (plan.objective == GLORY and plan.commander(unit)):
        return None
    quarries = _quarries(plan, unit)
    if not quarries:
        return None
    return lambda base: -STEP * min([_to(plan, quarry, base) for quarry in quarries])


def _quarries(plan: Situation, unit: Unit) -> list[_Quarry]:
    """Every enemy that the unit hunts: the same from wherever it stands."""
    reach = _reach(plan, unit)
    return [
        _Quarry(
            plan.bases[enemy.code],
            reach,
            0 if _prized(plan, unit, enemy) else 6,
            enemy if plan.prey(enemy) and enemy.lost else None,
        )
        for enemy in plan.enemies
        if _hunts(plan, unit, enemy)
    ]


def _to(plan: Situation, quarry: _Quarry, base: Base) -> int:
    """Squares still to go until a unit at ``base`` can do to its quarry what it wants to."""
    where, reach, least, behind = quarry
    gap = where.gap(base)
    if behind is not None:
        return 0 if gap == 1 and terrain.in_rear(plan.table, behind, base) else 2 + gap
    return gap - reach + least if gap > reach else least


def _hunts(plan: Situation, unit: Unit, enemy: Unit) -> bool:
    if plan.objective == MANHUNT and not plan.prey(enemy):
        return not any(plan.prey(other) for other in plan.enemies)
    if plan.objective == PROMOTION and plan.commander(unit):
        return plan.table.kind(enemy).military
    return True


def _prized(plan: Situation, unit: Unit, enemy: Unit) -> bool:
    return plan.prey(enemy) or plan.worth(unit, enemy) >= PRIZE // 3


def _reach(plan: Situation, unit: Unit) -> int:
    """The distance from which the unit attacks: well within its range, or in melee."""
    kind = plan.table.kind(unit)
    ranged = plan.table.shots(unit) * (2 + kind.shot_damage)
    hand = kind.blows * (2 + kind.blow_damage)
    return max(1, kind.farthest - 2) if ranged >= hand else 1
