"""One action of the computer player in its activation turn: the best it can see.

Each action is given a value: what it may eliminate, weighed with the exact
chances, and how much nearer it brings the unit to where it should be.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from games.astral_sailors import odds
from games.astral_sailors.board import ground, jumps, line_of_sight, paths
from games.astral_sailors.computer.plan import (
    GLORY,
    MANHUNT,
    OCCUPATION,
    POINT,
    PRIZE,
    PROMOTION,
    Plan,
    Quarry,
    centre,
)
from games.astral_sailors.moves import (
    Aim,
    Capture,
    Done,
    EndUnit,
    Hold,
    Jump,
    March,
    Melee,
    Move,
    Run,
    Shoot,
    TurnTo,
)
from games.astral_sailors.rules import action_points, activation, capture
from games.astral_sailors.rules.strikes import charge_dice
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.view import TeamKnown
from games.core.geometry.squares import Base, Facing, Square, ahead

STEP = POINT // 2
"""What one square nearer to the goal is worth."""


SEEN_BY_EASY = 0.5
"""The share of its actions that an easy player thinks of."""

LOOKED_AT = 4
"""Ways of a unit at whose ends a hard player looks for targets."""


class Scored(NamedTuple):
    value: int
    move: Move


def act(plan: Plan, rng: random.Random) -> Move:
    """The next move of the turn. An easy player thinks of one unit that comes to its mind, and
    overlooks half of what that could do."""
    table = plan.table
    units = activation.selectable(table, plan.army)
    active = table.turn.active
    if active and table.units[active].on_board:
        best = _best(plan, table.units[active], rng)
        if best.value > 0:
            return best.move
        if all(unit.code == active for unit in units):
            return Done()
    waiting = [unit for unit in units if unit.code != active]
    if not waiting:
        return Done()
    if plan.level == "easy":
        waiting = [rng.choice(waiting)]
    found = max(
        ((_best(plan, unit, rng), unit) for unit in waiting),
        key=lambda pair: (pair[0].value, -pair[1].number),
    )
    best, unit = found
    return best.move if best.value > 0 else Hold(unit.code)


def _best(plan: Plan, unit: Unit, rng: random.Random) -> Scored:
    """The most valuable action of a unit; ending its activation is worth nothing."""
    rest: Move = EndUnit() if plan.table.turn.active == unit.code else Hold(unit.code)
    found = list(_actions(plan, unit))
    if plan.level == "easy":
        found = [each for each in found if rng.random() < SEEN_BY_EASY]
    elif plan.level == "hard" and action_points.available(plan.table, unit) > 1:
        found = sorted(found, key=lambda scored: -scored.value)
        found = [*found, *_prepared(plan, unit, found)]
    return max((Scored(0, rest), *found), key=lambda scored: scored.value)


def _actions(plan: Plan, unit: Unit) -> Iterator[Scored]:
    yield from _captures(plan, unit)
    if action_points.available(plan.table, unit) < 1:
        return
    if not unit.holds:
        yield from _attacks(plan, unit)
        yield from _runs(plan, unit)
    yield from _marches(plan, unit)
    if plan.level != "easy":
        yield from _jumps(plan, unit)
        yield from _turns(plan, unit)


def _captures(plan: Plan, unit: Unit) -> Iterator[Scored]:
    own = plan.view.teams[plan.team] or TeamKnown()
    for enemy in plan.enemies:
        move = Capture(unit.code, enemy.code)
        if plan.prey(enemy) and capture.refusal(plan.table, own, plan.army, move) is None:
            yield Scored(100 * PRIZE, move)


def _attacks(plan: Plan, unit: Unit) -> Iterator[Scored]:
    table, kind = plan.table, plan.table.kind(unit)
    if kind.shots:
        targets = activation.enemies_in_reach(table, unit, "shoot")
        seen = line_of_sight.look_all(table, unit, targets)
        for target in targets:
            half = seen[target.code].result == "half"
            value = _blow(plan, unit, target, "shoot", kind.shots, half=half)
            yield Scored(value, Shoot(unit.code, (Aim(target.code, kind.shots),)))
        if kind.specials.split and plan.level != "easy":
            for value, aims in _split(plan, unit, "shoot", kind.shots, targets, seen):
                yield Scored(value, Shoot(unit.code, aims))
    if kind.blows:
        for target in activation.enemies_in_reach(table, unit, "melee"):
            value = _blow(plan, unit, target, "melee", kind.blows)
            value -= _answer(plan, unit, target)
            yield Scored(value, Melee(unit.code, (Aim(target.code, kind.blows),)))


def _split(
    plan: Plan,
    unit: Unit,
    how: str,
    dice: int,
    targets: Sequence[Unit],
    seen: Mapping[str, line_of_sight.Sight],
) -> Iterator[tuple[int, tuple[Aim, ...]]]:
    """Attacks on two enemies that stand next to each other (D-30)."""
    for one, other in combinations(targets, 2):
        if plan.bases[one.code].gap(plan.bases[other.code]) > 1:
            continue
        for first in range(1, dice):
            value, aims = 0, (Aim(one.code, first), Aim(other.code, dice - first))
            for target, aim in zip((one, other), aims, strict=True):
                half = seen[target.code].result == "half"
                value += _blow(plan, unit, target, how, aim.dice, half=half)
            yield value, aims


def _prepared(plan: Plan, unit: Unit, found: Sequence[Scored]) -> Iterator[Scored]:
    """The best ways with what can be struck or shot at their end."""
    table, kind = plan.table, plan.table.kind(unit)
    if not kind.military or plan.timid(unit):
        return
    here, looked = plan.bases[unit.code], 0
    for scored in _hopeful(plan, unit):
        path, move = scored
        end = path.bases[-1]
        if end == here or paths.crossed(table, unit, path, leap=isinstance(move, Jump)):
            continue
        looked += 1
        if looked > LOOKED_AT:
            return
        then = replace(unit, c=end.c, r=end.r, facing=path.facing, ap=unit.ap - 1)
        there = plan.imagined(then)
        best = max((each.value for each in _attacks(there, then)), default=0)
        if best > 0:
            gone = _place(plan, unit, end) - _place(plan, unit, here)
            yield Scored(gone + best * 9 // 10, move)


def _hopeful(plan: Plan, unit: Unit) -> list[tuple[paths.Path, Move]]:
    """Ways to places from which the unit may attack, the most promising first."""
    table, kind = plan.table, plan.table.kind(unit)
    chances = [
        (
            plan.bases[enemy.code],
            _blow(plan, unit, enemy, "shoot", kind.shots) if kind.shots else 0,
            _blow(plan, unit, enemy, "melee", kind.blows) if kind.blows else 0,
        )
        for enemy in plan.enemies
    ]

    def hope(base: Base) -> int:
        most = 0
        for where, shot, blow in chances:
            gap = where.gap(base)
            if gap == 1:
                most = max(most, blow)
            if kind.nearest <= gap <= kind.farthest:
                most = max(most, shot)
        return most

    ends: list[tuple[int, paths.Path | Square, Move]] = []
    reach = paths.moves(table, unit)
    for at in reach:
        base = Base(at.c, at.r, kind.base)
        if gain := hope(base):
            ends.append((gain + _place(plan, unit, base), at, March(unit.code, at)))
    for facing, ways in paths.all_runs(table, unit).items():
        for steps, path in ways.items():
            if gain := hope(path.bases[-1]):
                value = gain + _place(plan, unit, path.bases[-1])
                ends.append((value, path, Run(unit.code, facing, steps)))
    best = sorted(ends, key=lambda end: -end[0])[: 2 * LOOKED_AT]
    return [(reach[at] if isinstance(at, Square) else at, move) for _, at, move in best]


def _jumps(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """Leaps that lead on."""
    table = plan.table
    if not table.kind(unit).specials.jump:
        return
    here = _place(plan, unit, plan.bases[unit.code])
    for facing in Facing:
        for squares, path in jumps.jumps(table, unit, facing).items():
            if not paths.crossed(table, unit, path, leap=True):
                value = _place(plan, unit, path.bases[-1]) - here
                yield Scored(value, Jump(unit.code, facing, squares))


def _turns(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """Turns to what may come soon and strike from behind, or can be struck."""
    near = [
        plan.bases[enemy.code].middle
        for enemy in plan.enemies
        if plan.table.kind(enemy).blows
        and plan.bases[enemy.code].gap(plan.bases[unit.code])
        <= 2 * plan.table.kind(enemy).movement + 1
    ]
    if not near or plan.table.kind(unit).specials.reflexes:
        return
    base = plan.bases[unit.code]

    def behind(facing: Facing) -> int:
        return sum(ahead(base, facing, middle) < 0 for middle in near)

    now = behind(unit.facing)
    for facing in Facing:
        if (fewer := now - behind(facing)) > 0:
            yield Scored(fewer * POINT // 8, TurnTo(unit.code, facing))


def _blow(plan: Plan, unit: Unit, target: Unit, how: str, dice: int, *, half: bool = False) -> int:
    """The worth of an attack: eliminations, and a little for wounds on the way to them."""
    table, kind = plan.table, plan.table.kind(target)
    left = kind.resistance - target.lost + max(0, kind.specials.tough - target.absorbed)
    worth = plan.worth(unit, target)
    value = 0
    for wounds, chance in odds.of_attack(table, unit, target, how, dice, half=half).items():
        if plan.prey(target):
            gain = worth if wounds >= left else PRIZE // 2 if wounds and not target.lost else 0
        elif wounds >= left:
            gain = worth
        else:
            gain = worth * wounds // (2 * left)
        value += int(gain * chance)
    return value


def _answer(plan: Plan, unit: Unit, target: Unit) -> int:
    """What a Counter-attack may cost."""
    kind = plan.table.kind(target)
    if not kind.specials.counter or target.ap < 1:
        return 0
    return kind.blows * POINT * plan.table.kind(unit).cost // 8


def _marches(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """The best Move that leads through no danger; only for that paths are worked out."""
    table = plan.table
    here = _place(plan, unit, plan.bases[unit.code])
    side = table.kind(unit).base
    reach = paths.moves(table, unit)
    values = ((_place(plan, unit, Base(at.c, at.r, side)) - here, at) for at in reach)
    better = [pair for pair in values if pair[0] > 0]
    for value, at in sorted(better, key=lambda pair: -pair[0]):
        if not paths.crossed(table, unit, reach[at], leap=False):
            yield Scored(value, March(unit.code, at))
            return


def _runs(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """Runs that lead on, or that end as a Charge on somebody worth it."""
    table = plan.table
    here = _place(plan, unit, plan.bases[unit.code])
    gains: dict[str, int] = {}
    for facing, ways in paths.all_runs(table, unit).items():
        for steps, path in ways.items():
            if paths.crossed(table, unit, path, leap=False):
                continue
            struck = paths.charged(table, unit, path)
            value = _place(plan, unit, path.bases[-1]) - here
            if not struck:
                yield Scored(value, Run(unit.code, facing, steps))
            for code in struck:
                if code not in gains:
                    gains[code] = _charge(plan, unit, table.units[code])
                yield Scored(value + gains[code], Run(unit.code, facing, steps, code))


def _charge(plan: Plan, unit: Unit, target: Unit) -> int:
    """The worth of striking it at the end of a Run: the same from every side."""
    dice = charge_dice(plan.table, unit, target)
    return _blow(plan, unit, target, "charge", dice) - _answer(plan, unit, target)


def _place(plan: Plan, unit: Unit, base: Base) -> int:
    """How good it is for ``unit`` to stand at ``base``: one value for all ways there."""
    known = plan.places.setdefault(unit.code, {})
    if base not in known:
        known[base] = _worth(plan, unit, base)
    return known[base]


def _worth(plan: Plan, unit: Unit, base: Base) -> int:
    kind = plan.table.kind(unit)
    if unit.holds:
        return -STEP * 10 * min(base.gap(Base(s.c, s.r)) for s in plan.home)
    value = -_goal_distance(plan, unit, base) * STEP
    if plan.timid(unit):
        value -= plan.danger(base) * POINT // (4 if plan.level == "easy" else 1)
    elif not kind.military:
        value -= plan.danger(base) * POINT // 8
    elif kind.shots:
        value += _shot(plan, unit, base)
    return value


def _shot(plan: Plan, unit: Unit, base: Base) -> int:
    """A little for standing where somebody is in range, and not next to an enemy."""
    kind = plan.table.kind(unit)
    gaps = [enemy.gap(base) for enemy in plan.fronts]
    if not gaps:
        return 0
    value = POINT if any(kind.nearest <= gap <= kind.farthest for gap in gaps) else 0
    return value - (POINT if min(gaps) <= 1 and kind.shots > kind.blows else 0)


def _goal_distance(plan: Plan, unit: Unit, base: Base) -> int:
    """Squares to where the unit should be."""
    kind = plan.table.kind(unit)
    if plan.objective == OCCUPATION and unit.code in plan.posts:
        post = plan.posts[unit.code]
        return 0 if plan.quadrant(base) == post else base.gap(centre(post))
    if not kind.military or (plan.objective == GLORY and kind.category == "commander"):
        return 0
    if plan.timid(unit):
        return 0
    if unit.code not in plan.quarries:
        plan.quarries[unit.code] = tuple(_quarries(plan, unit))
    return min((_to(plan, quarry, base) for quarry in plan.quarries[unit.code]), default=0)


def _quarries(plan: Plan, unit: Unit) -> Iterator[Quarry]:
    """Every enemy that the unit hunts: the same from wherever it stands."""
    reach = _reach(plan.table, unit)
    for enemy in plan.enemies:
        if not _hunts(plan, unit, enemy):
            continue
        behind = enemy if plan.prey(enemy) and enemy.lost else None
        least = 0 if _prized(plan, unit, enemy) else 6
        yield Quarry(plan.bases[enemy.code], reach, least, behind)


def _to(plan: Plan, quarry: Quarry, base: Base) -> int:
    """Squares still to go until a unit at ``base`` can do to its quarry what it wants to."""
    gap = quarry.base.gap(base)
    if quarry.behind is not None:
        return 0 if gap == 1 and ground.in_rear(plan.table, quarry.behind, base) else 2 + gap
    return max(0, gap - quarry.reach) + quarry.least


def _hunts(plan: Plan, unit: Unit, enemy: Unit) -> bool:
    if plan.objective == MANHUNT and not plan.prey(enemy):
        return not any(plan.prey(other) for other in plan.enemies)
    if plan.objective == PROMOTION and plan.commander(unit):
        return plan.table.kind(enemy).military
    return True


def _prized(plan: Plan, unit: Unit, enemy: Unit) -> bool:
    return plan.prey(enemy) or plan.worth(unit, enemy) >= PRIZE // 3


def _reach(table: Table, unit: Unit) -> int:
    """From how far the unit strikes: well inside its range, or hand to hand."""
    kind = table.kind(unit)
    ranged = kind.shots * (2 + kind.shot_damage)
    hand = kind.blows * (2 + kind.blow_damage)
    return max(1, kind.farthest - 2) if ranged >= hand else 1
