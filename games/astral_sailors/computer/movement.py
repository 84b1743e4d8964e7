"""Movement of the computer player, and the values of squares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.astral_sailors.board import paths, terrain
from games.astral_sailors.board import paths as leaps
from games.astral_sailors.computer import attacks
from games.astral_sailors.computer.attacks import Scored
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
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.rules.turns.activation import Jump, March, Run, TurnTo
from games.astral_sailors.rules.turns.rounds import PER_ENEMY, REACH
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move
from games.core.geometry.squares import Base, Facing, Square, ahead

STEP = POINT // 2
"""The value of each square nearer to the goal."""

CROWDING = PER_ENEMY * POINT
"""What an enemy earns in a round by a unit near its main Commander."""

CLOSING = STEP // 2
"""What it is worth to close a border square to enemies, or to leave it open."""

WAITING = 3
"""The first round in which civilians hunt: before it they are worth more as income. They hunt at
once when nobody else can win any more."""


def marches(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """The best Move without dangerous ground; paths are computed only for candidates."""
    table = plan.table
    here = place(plan, unit, plan.bases[unit.code])
    side = table.kind(unit).base
    reach = paths.moves(table, unit)
    values = ((place(plan, unit, Base(at.c, at.r, side)) - here, at) for at in reach)
    better = [pair for pair in values if pair[0] > 0]
    for value, at in sorted(better, key=lambda pair: -pair[0]):
        if not _struck(plan, unit, reach[at]):
            yield Scored(value, March(unit.code, at))
            return


def runs(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """Runs that lead closer to the goal, or end as a Charge on a worthwhile target."""
    table = plan.table
    here = place(plan, unit, plan.bases[unit.code])
    gains: dict[str, int] = {}
    for facing, ways in paths.all_runs(table, unit).items():
        for steps, path in ways.items():
            value = place(plan, unit, path.bases[-1]) - here
            for code in paths.charged(table, unit, path) or ("",):
                if code and code not in gains:
                    gains[code] = attacks.charge(plan, unit, table.units[code])
                worth = value + gains.get(code, 0)
                if worth > 0 and not _struck(plan, unit, path):
                    yield Scored(worth, Run(unit.code, facing, steps, code))


def jumps(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """Jumps that lead closer to the goal."""
    table = plan.table
    if not table.kind(unit).specials.jump:
        return
    here = place(plan, unit, plan.bases[unit.code])
    for facing in Facing:
        for squares, path in leaps.jumps(table, unit, facing).items():
            if not _struck(plan, unit, path, leap=True):
                value = place(plan, unit, path.bases[-1]) - here
                yield Scored(value, Jump(unit.code, facing, squares))


def turns(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """Turns towards enemies that may soon attack from behind, or can be attacked."""
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


def prepared(plan: Plan, unit: Unit) -> Iterator[Scored]:
    """The best ways with what can be struck or shot at their end."""
    if not plan.table.kind(unit).military or plan.timid(unit):
        return
    here, looked = plan.bases[unit.code], 0
    for scored in _hopeful(plan, unit):
        path, move = scored
        end = path.bases[-1]
        if end == here or _struck(plan, unit, path):
            continue
        looked += 1
        if looked > plan.skill.ways:
            return
        then = replace(unit, c=end.c, r=end.r, facing=path.facing, ap=unit.ap - 1)
        there = plan.imagined(then)
        best = max((each.value for each in attacks.values(there, then)), default=0)
        if best > 0:
            gone = place(plan, unit, end) - place(plan, unit, here)
            yield Scored(gone + best * 9 // 10, move)


def _hopeful(plan: Plan, unit: Unit) -> list[tuple[paths.Path, Move]]:
    """Ways to places from which the unit may attack, the most promising first."""
    table, kind = plan.table, plan.table.kind(unit)
    chances = [
        (
            plan.bases[enemy.code],
            attacks.blow(plan, unit, enemy, "shoot", kind.shots) if plan.table.shots(unit) else 0,
            attacks.blow(plan, unit, enemy, "melee", kind.blows) if kind.blows else 0,
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
            ends.append((gain + place(plan, unit, base), at, March(unit.code, at)))
    for facing, ways in paths.all_runs(table, unit).items():
        for steps, path in ways.items():
            if gain := hope(path.bases[-1]):
                value = gain + place(plan, unit, path.bases[-1])
                ends.append((value, path, Run(unit.code, facing, steps)))
    best = sorted(ends, key=lambda end: -end[0])[: 2 * plan.skill.ways]
    return [(reach[at] if isinstance(at, Square) else at, move) for _, at, move in best]


def _struck(plan: Plan, unit: Unit, path: paths.Path, *, leap: bool = False) -> bool:
    """Whether dangerous ground strikes on the way that the unit does not stand on already; a captor
    that outlives it goes on."""
    if unit.holds and wounds.left(plan.table, unit) > 1:
        return False
    crossed = paths.crossed(plan.table, unit, path, leap=leap)
    if not crossed:
        return False
    here = path._replace(bases=path.bases[:1])
    return not set(crossed) <= set(paths.crossed(plan.table, unit, here, leap=leap))


def place(plan: Plan, unit: Unit, base: Base) -> int:
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
    if plan.commander(unit) and plan.skill.careful:
        value -= plan.peril(unit, base) // (1 if plan.timid(unit) else 3)
    elif plan.timid(unit):
        value -= plan.danger(base) * POINT // 4
    elif not kind.military:
        value -= plan.danger(base) * POINT // 8
    elif plan.table.shots(unit):
        value += _shot(plan, unit, base)
    if plan.skill.careful:
        value -= CROWDING * sum(_crowds(plan, main, base) for main in plan.mains)
        value += CLOSING * plan.closed(unit, base)
    return value


def _crowds(plan: Plan, main: Unit, base: Base) -> bool:
    """Whether a unit at ``base`` brings an enemy's main Commander points; not if it captures it."""
    gap = plan.bases[main.code].gap(base)
    captures = (
        gap == 1 and plan.prey(main) and main.lost and terrain.in_rear(plan.table, main, base)
    )
    return gap <= REACH and not captures


def _shot(plan: Plan, unit: Unit, base: Base) -> int:
    """A small bonus for a square with a target in range and no enemy next to it."""
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
    early = plan.rivals and plan.table.round < WAITING
    idle = not kind.military and (early or not kind.blows or plan.objective == GLORY)
    if idle or plan.timid(unit) or (plan.objective == GLORY and plan.commander(unit)):
        return 0
    if unit.code not in plan.quarries:
        plan.quarries[unit.code] = tuple(_quarries(plan, unit))
    return min((_to(plan, quarry, base) for quarry in plan.quarries[unit.code]), default=0)


def _quarries(plan: Plan, unit: Unit) -> Iterator[Quarry]:
    """Every enemy that the unit hunts: the same from wherever it stands."""
    reach = _reach(plan, unit)
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
        return 0 if gap == 1 and terrain.in_rear(plan.table, quarry.behind, base) else 2 + gap
    return max(0, gap - quarry.reach) + quarry.least


def _hunts(plan: Plan, unit: Unit, enemy: Unit) -> bool:
    if plan.objective == MANHUNT and not plan.prey(enemy):
        return not any(plan.prey(other) for other in plan.enemies)
    if plan.objective == PROMOTION and plan.commander(unit):
        return plan.table.kind(enemy).military
    return True


def _prized(plan: Plan, unit: Unit, enemy: Unit) -> bool:
    return plan.prey(enemy) or plan.worth(unit, enemy) >= PRIZE // 3


def _reach(plan: Plan, unit: Unit) -> int:
    """The distance from which the unit attacks: well within its range, or in melee."""
    kind = plan.table.kind(unit)
    ranged = plan.table.shots(unit) * (2 + kind.shot_damage)
    hand = kind.blows * (2 + kind.blow_damage)
    return max(1, kind.farthest - 2) if ranged >= hand else 1
