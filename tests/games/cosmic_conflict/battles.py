"""Random matches that soon come to blows: ships meet in the middle, worn, many of them bound."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any, Literal

from games.core.geometry.plane import Point
from games.core.questions import Options
from games.core.types import Decision
from games.cosmic_conflict.content.terrain import solid_at
from games.cosmic_conflict.reimagining import own_fleet
from games.cosmic_conflict.rules.attacks.shots import Fire
from games.cosmic_conflict.rules.formations import Escort, MakeFormation, Release
from games.cosmic_conflict.rules.orders.commands import GiveOrder
from games.cosmic_conflict.rules.reactions import Redirect
from games.cosmic_conflict.rules.setup.fleets import BuildFleet
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.bonds import Stance
from games.cosmic_conflict.table.tasks import Firing
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View
from tests.games.cosmic_conflict.forces import random_force

STANCES: tuple[Stance, ...] = ("offensive", "defensive")
MEETING = 700
"""How far from the middle ships meet, in cu."""


def gathered(state: State, rng: random.Random) -> State:
    """All ships near the middle of the board, with some damage; those of a side in clusters."""
    table = state.table
    middle = Point(table.board.width // 2, table.board.height // 2)
    for side in table.sides:
        at, heading, velocity = middle, 0, 1
        for unit in table.of(side):
            if not unit.in_space or unit.bond:
                continue
            if rng.random() < 0.4 or at == middle:
                at = _free(table, middle, MEETING, rng)
                heading, velocity = rng.randrange(360), rng.randint(0, 3)
            near = _free(table, at, 100, rng)
            turned = (heading + rng.randint(-12, 12)) % 360
            table = table.put(_worn(table, replace(unit, at=near), turned, velocity, rng))
    return replace(state, table=table)


def _free(table: Table, around: Point, far: int, rng: random.Random) -> Point:
    while True:
        at = around.plus(rng.randint(-far, far), rng.randint(-far, far))
        if at in table.board and not solid_at(table.features, at):
            return at


def _worn(table: Table, unit: Unit, heading: int, velocity: int, rng: random.Random) -> Unit:
    design = table.design(unit)
    if design.fighter or unit.bogey:
        return unit if design.fighter else replace(unit, heading=heading, velocity=velocity)
    rows = rng.randrange(design.rows)
    health = rows * design.row + rng.choice((0, design.row // 2, design.row - 1))
    left = tuple(rng.randint(0, boxes) for boxes in unit.absorbers)
    return replace(unit, heading=heading, velocity=velocity, health=health, absorbers=left)


def fights(view: View, decision: Decision, options: Options[Any], rng: random.Random) -> Any:
    """Ships bind where they can, cloak and fire as often as not."""
    if decision.kind == "fleet" and view.course.agreement.cloak:
        return with_cloaks(view, options, rng)
    if decision.kind == "orders" and view.table.cloak and rng.random() < 0.5:
        ships = (unit.id for unit in view.table.of((view.seat or 0) + 1))
        orders = [GiveOrder(unit=id, order="cloak") for id in ships]
        return next(filter(options.contains, orders), None)
    if decision.kind == "form" and rng.random() < 0.9:
        found = [each for each in bindings(view, rng) if options.contains(each)]
        return rng.choice(found) if found else None
    acting = view.course.acting
    shoots = acting and acting.stage == "attacks" and not view.course.agenda
    if decision.kind == "activate" and shoots and rng.random() < 0.7:
        legal = [each for each in shots(view, rng) if options.contains(each)]
        return max(legal, key=lambda shot: len(shot.support), default=None)
    task = view.course.agenda[-1] if view.course.agenda else None
    if isinstance(task, Firing) and task.stage == "redirect" and rng.random() < 0.7:
        keys: tuple[Literal["redirect", "escort"], ...] = ("redirect", "escort")
        hits = [Redirect(key=key, unit=id) for key in keys for id in view.table.units]
        takers = [each for each in hits if options.contains(each)]
        return rng.choice(takers) if takers else None
    return random_force(view, decision, options, rng)


def with_cloaks(view: View, options: Options[Any], rng: random.Random) -> BuildFleet | None:
    """A fleet with a Cloak Device, if one is soon found."""
    for _ in range(8):
        found = own_fleet(view.course.agreement, rng)
        if any(each.count("CLK") for each in found.designs) and options.contains(found):
            return found
    return None


def bindings(view: View, rng: random.Random) -> Iterator[MakeFormation | Escort | Release]:
    """Ways to bind, or to release, legal or not."""
    table, side = view.table, (view.seat or 0) + 1
    ships = [unit.id for unit in table.of(side) if unit.in_space]
    pairs = [*permutations(ships, 2)]
    for one, other in rng.sample(pairs, min(len(pairs), 12)):
        stance: Stance = rng.choice(STANCES)
        yield MakeFormation(lead=one, members=(other,), stance=stance)
        yield Escort(unit=one, ward=other, bearing=rng.choice((90, 200, 270)))
    if rng.random() < 0.1:
        yield from (Release(unit=unit) for unit in ships)


def shots(view: View, rng: random.Random) -> Iterator[Fire]:
    """Shots at any enemy, alone or with support, legal or not."""
    table, acting = view.table, view.course.acting
    assert acting is not None
    group = table.group(table.units[acting.unit])
    guns = [
        (unit.id, label)
        for unit in group
        for label in table.design(unit).labels
        if label[:-1] in ("KIN", "BEAM", "RKT", "MSL")
    ]
    enemies = [unit.id for unit in table.units.values() if unit.side != group[0].side]
    for _ in range(8 if guns and enemies else 0):
        unit, label = rng.choice(guns)
        like = [gun for gun in guns if gun[1][:-1] == label[:-1] and gun != (unit, label)]
        many = dict(rng.sample(like, min(len(like), rng.randint(0, 3))))
        yield Fire(
            weapon=label,
            targets=(rng.choice(enemies),),
            again=rng.random() < 0.2,
            unit=unit,
            support=tuple(many.items()),
        )
