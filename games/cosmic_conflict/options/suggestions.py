"""Moves worth a look: most Weapons in reach, out of harm, by a cheap judgement."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.core.geometry.plane import Point
from games.core.questions.tree import leaf
from games.core.telling import counted, listed
from games.cosmic_conflict.content.terrain import dangers_at, hazards_at, solid_at
from games.cosmic_conflict.options.fields import Nodes, far_from, legal, nearest
from games.cosmic_conflict.rules import movement
from games.cosmic_conflict.rules.attacks.targeting import can_attack, range_band
from games.cosmic_conflict.rules.movement import Move, plan_of
from games.cosmic_conflict.rules.windows import weapons
from games.cosmic_conflict.space import BOARD, DU, SCALE, ahead, arcs, distance
from games.cosmic_conflict.table import tasks
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

BEST, ENEMIES, APART = 3, 5, DU
"""So many moves are suggested, so far apart; so many enemies are looked at, the nearest first."""
NEAR, FAR, HARM, LEAVING, RUIN = 4, 3, 2, 20, 1000
"""A Weapon in Range and beyond, damage by terrain, leaving the board next, and the loss of the
ship."""


class Coverage(NamedTuple):
    """What a ship could attack from a place: its Weapons by the enemies that they reach."""

    score: int
    reached: dict[str, list[str]]


def coverage(table: Table, unit: Unit, enemies: Sequence[Unit]) -> Coverage:
    """What a unit can fire at, by range and arc alone: lines of fire are slow."""
    design, score, reached = table.design(unit), 0, dict[str, list[str]]()
    at = unit.spot
    seen = [(e, distance(at, e.spot), _arcs(table, unit, e)) for e in enemies]
    for place in weapons(table, unit):
        item: Any = design.items[place]
        best = 0
        for enemy, far, letters in seen:
            fighter = design.fighter or table.design(enemy).fighter
            band = range_band(item, far, fighter=fighter)
            if band is None or place in unit.off or not set(letters) & set(item.arcs):
                continue
            best = max(best, FAR if band else NEAR)
            reached.setdefault(enemy.id, []).append(design.labels[place])
        score += best
    return Coverage(score, reached)


def _arcs(table: Table, unit: Unit, enemy: Unit) -> str:
    return "FPSA" if table.design(unit).fighter else arcs(unit.spot, unit.heading, enemy.spot)


def told_bearing(table: Table, unit: Unit) -> str:
    """What could be attacked from there, terrain included: ``Weapons that bear: 2 on b1``"""
    fresh, parts = replace(unit, used=()), []
    for enemy in nearest(table, unit, unit.spot):
        able = sum(can_attack(table, fresh, at, enemy) for at in weapons(table, unit))
        parts += [f"{able} on {enemy.id}"] if able else []
    return f"Weapons that bear: {', '.join(parts) or 'none'}"


def harm(table: Table, at: Point, unit: Unit) -> int:
    """What terrain costs a ship that ends there."""
    if at not in table.board or solid_at(table.features, at):
        return RUIN
    size = table.size(unit)
    found = dangers_at(table.features, at, size)
    found += () if unit.navigated else hazards_at(table.features, at, size)
    return sum(amount for _, amount in found)


def facing(unit: Unit, at: Point, goal: Point, most: int) -> int:
    """The turn that faces a place as far as is allowed, the smallest of equal ones."""

    def seen(turn: int) -> tuple[int, int]:
        return BOARD.relative(at, unit.heading + turn, goal)

    way = 1 if seen(0)[1] > 0 else -1
    beyond = bisect_left(range(most + 1), True, key=lambda turn: way * seen(way * turn)[1] < 0)
    near = (0, beyond - 1, min(beyond, most))
    return way * max(near, key=lambda turn: (seen(way * turn)[0], -turn))


def best_moves(request: Request, unit: Unit, plans: Sequence[Move]) -> Nodes:
    """The best of the ``plans``, which lack a turn, each with one; at different places."""
    table = request.view.table
    rated = []
    for plan in plans:
        plotted = movement.plot(table, unit, plan_of(plan))
        cost = HARM * harm(table, plotted.to, unit)
        enemies = nearest(table, unit, plotted.to)[:ENEMIES]
        if not enemies or cost >= RUIN:
            continue
        close = -distance(plotted.to, enemies[0].spot)
        for turn in _turns(unit, plotted, enemies[0]):
            end = replace(movement.moved(unit, plotted), heading=(unit.heading + turn) % 360)
            found = coverage(table, end, enemies)
            score = found.score - cost - LEAVING * _leaves(table, end)
            rated.append(((score, close, -abs(turn)), plan, turn, found))
    rated.sort(key=lambda each: each[0], reverse=True)
    shown: list[Point] = []
    for _, plan, turn, found in rated:
        move = replace(plan, turn=turn)
        to = movement.plot(table, unit, plan_of(move)).to
        if len(shown) == BEST or any(distance(to, each) < APART for each in shown):
            continue
        if legal(request, move):
            shown.append(to)
            label = f"Move to {SCALE.name(to)}, heading {(unit.heading + turn) % 360}"
            reason, mark = _reason(table, unit, to, found)
            key = f"best{len(shown)}"
            yield leaf(key, label, move, at=to, reason=reason, mark=mark)


def _leaves(table: Table, end: Unit) -> bool:
    """Whether the next move must end off the board, before its shift."""
    slowest = max(end.velocity - 1, 0) * DU
    return ahead(end.spot, end.heading, slowest) not in table.board


def _turns(unit: Unit, plotted: tasks.PlottedMove, enemy: Unit) -> Iterator[int]:
    most = min(tasks.STEP * plotted.heading_value, 180)
    return iter(dict.fromkeys((0, facing(unit, plotted.to, enemy.spot, most), most, -most)))


def _reason(table: Table, unit: Unit, to: Point, found: Coverage) -> tuple[str, str]:
    labels = {label for each in found.reached.values() for label in each}
    near = nearest(table, unit, to)[0]
    if not labels:
        return f"closes in: {far_from(near, to)}", ""
    bears = f"{counted(len(labels), 'Weapon')} would bear on {listed(found.reached)}"
    return f"{bears}; {far_from(near, to)}", f"{len(labels)}"
