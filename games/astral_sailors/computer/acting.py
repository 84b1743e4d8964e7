"""Chooses one action of the computer player in its activation turn."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.astral_sailors.computer import attacks, movement
from games.astral_sailors.computer.attacks import Scored
from games.astral_sailors.computer.plan import PRIZE, Plan
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.turns import action_points, selecting
from games.astral_sailors.rules.turns.activation import Capture, EndUnit, Hold
from games.astral_sailors.rules.victory import capture
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move


def act(plan: Plan, rng: random.Random) -> Move:
    """The next move of the turn. A player that overlooks actions considers one random unit."""
    table = plan.table
    units = selecting.selectable(table, plan.army)
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
    if plan.skill.seen < 1:
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
    if plan.skill.seen < 1:
        found = [each for each in found if rng.random() < plan.skill.seen]
    if plan.skill.ways and action_points.available(plan.table, unit) > 1:
        found = [*found, *movement.prepared(plan, unit)]
    return max((Scored(0, rest), *found), key=lambda scored: scored.value)


def _actions(plan: Plan, unit: Unit) -> Iterator[Scored]:
    yield from _captures(plan, unit)
    if action_points.available(plan.table, unit) < 1:
        return
    if not unit.holds:
        yield from attacks.values(plan, unit)
        yield from movement.runs(plan, unit)
    yield from movement.marches(plan, unit)
    if plan.skill.skilled:
        yield from movement.jumps(plan, unit)
        yield from movement.turns(plan, unit)


def _captures(plan: Plan, unit: Unit) -> Iterator[Scored]:
    own = plan.view.teams[plan.team] or TeamSecret()
    for enemy in plan.enemies:
        move = Capture(unit.code, enemy.code)
        if plan.prey(enemy) and capture.refusal(plan.table, own, move) is None:
            yield Scored(100 * PRIZE, move)
