"""Movement of the computer player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.astral_sailors.board import paths
from games.astral_sailors.computer import attacks
from games.astral_sailors.computer.attacks import Scored
from games.astral_sailors.computer.places import place
from games.astral_sailors.computer.plan import POINT, Situation
from games.astral_sailors.rules.combat import aiming, wounds
from games.astral_sailors.rules.turns.activation import Jump, March, Run, TurnTo
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move
from games.core.geometry.squares import Base, Facing, Square, ahead


def marches(plan: Situation, unit: Unit) -> Iterator[Scored]:
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


def runs(plan: Situation, unit: Unit) -> Iterator[Scored]:
    """Runs that lead closer to the goal, or end as a Charge on a worthwhile target."""
    table = plan.table
    here = place(plan, unit, plan.bases[unit.code])
    gains: dict[str, int] = {}
    for facing, ways in paths.all_runs(table, unit).items():
        for steps, path in ways.items():
            value = place(plan, unit, path.bases[-1]) - here
            for code in aiming.charged(table, unit, path) or ("",):
                if code and code not in gains:
                    gains[code] = attacks.charge(plan, unit, table.units[code])
                worth = value + gains.get(code, 0)
                if worth > 0 and not _struck(plan, unit, path):
                    yield Scored(worth, Run(unit.code, facing, steps, code))


def jumps(plan: Situation, unit: Unit) -> Iterator[Scored]:
    """Jumps that lead closer to the goal."""
    table = plan.table
    if not table.kind(unit).specials.jump:
        return
    here = place(plan, unit, plan.bases[unit.code])
    for facing in Facing:
        for squares, path in paths.jumps(table, unit, facing).items():
            if not _struck(plan, unit, path, leap=True):
                value = place(plan, unit, path.bases[-1]) - here
                yield Scored(value, Jump(unit.code, facing, squares))


def turns(plan: Situation, unit: Unit) -> Iterator[Scored]:
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


def prepared(plan: Situation, unit: Unit) -> Iterator[Scored]:
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


def _hopeful(plan: Situation, unit: Unit) -> list[tuple[paths.Path, Move]]:
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


def _struck(plan: Situation, unit: Unit, path: paths.Path, *, leap: bool = False) -> bool:
    """Whether dangerous ground strikes on the way that the unit does not stand on already; a captor
    that outlives it goes on."""
    if unit.holds and wounds.left(plan.table, unit) > 1:
        return False
    crossed = paths.crossed(plan.table, unit, path, leap=leap)
    if not crossed:
        return False
    here = path._replace(bases=path.bases[:1])
    return not set(crossed) <= set(paths.crossed(plan.table, unit, here, leap=leap))
