"""The moves that the computer player weighs, of ships and of Fighters."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import atan2, degrees
from typing import Final

from games.core.geometry.plane import Point, toward
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.computer.steering import Helm
from games.cosmic_conflict.content.terrain import solid_at
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules import cloak, movement, reactions, windows
from games.cosmic_conflict.rules.attacks import pws
from games.cosmic_conflict.rules.fighters import BOARDING, Collect, Launch
from games.cosmic_conflict.rules.movement import Bearing, Fly, Move, MovePlan, move_of
from games.cosmic_conflict.rules.reactions import Cloak, Decline
from games.cosmic_conflict.space import DU, clamped, distance, shifted, turned
from games.cosmic_conflict.table import tasks
from games.cosmic_conflict.table.tasks import PlottedMove
from games.cosmic_conflict.table.units import Unit

TRIED: Final = 20
"""How many of the best moves are tried until one is legal."""


# --- Ships ---


def outlines(now: Situation, unit: Unit) -> Iterator[MovePlan]:
    """Moves straight ahead with all turns, that end on the board."""
    return (plan for plan, _ in _plotted(now, unit) if plan.shift is None)


def moves(now: Situation, unit: Unit, rng: random.Random | None = None) -> Iterator[Move]:
    """Moves from the best to the worst; the caller leaves out what is not legal."""
    helm, design = Helm(now, unit), now.table.design(unit)
    found = list(_plotted(now, unit))
    if rng and now.skill.tried:
        rng.shuffle(found)
        found = found[: now.skill.tried]
    rated = [(helm.value(end.to, end.heading, end.velocity), plan, end) for plan, end in found]
    rated.sort(key=lambda each: -each[0])
    for _, plan, end in rated[:TRIED]:
        pws = () if design.fighter else _exchanges(now, unit, end.to)
        if pws:
            yield move_of(replace(plan, pws=pws))
        yield move_of(plan)


def _plotted(now: Situation, unit: Unit) -> Iterator[tuple[MovePlan, PlottedMove]]:
    """All plans that end on the board and outside Solid terrain."""
    table = now.table
    safe: dict[Point, bool] = {}
    for plan in _plans(now, unit):
        end = movement.plot(table, unit, plan)
        if end.to not in safe:
            solid = solid_at(table.features, end.to)
            safe[end.to] = end.to in table.board and not solid
        if safe[end.to]:
            yield plan, end


def _plans(now: Situation, unit: Unit) -> Iterator[MovePlan]:
    table = now.table
    for change in (0, -1, 1):
        if movement.refuse_velocity(table, unit, change) or movement.refuse_locked(
            table, unit, change
        ):
            continue
        velocity = unit.velocity + change
        length = table.maneuver(unit, velocity) * DU
        shifts: list[Bearing | None] = [None]
        if length:
            around = range(0, 360, now.skill.shifts)
            shifts += [Bearing((unit.heading + each) % 360, length) for each in around]
        most = table.heading_value(unit, velocity) * tasks.STEP
        end = movement.plot(table, unit, MovePlan(change)).to
        for turn in _turns(now, unit, end, most):
            for shift in shifts:
                yield MovePlan(change, shift, turn)


def _turns(now: Situation, unit: Unit, end: Point, most: int) -> list[int]:
    """Headings to try: as far as possible, parts of that, and with the bow towards an enemy."""
    parts = [most // part for part in now.skill.parts]
    found = {0, *parts, *(-most // part for part in now.skill.parts)}
    near = sorted(now.enemies, key=lambda each: distance(end, each.at or end))
    for enemy in near[: now.skill.aims]:
        turn = turned(unit.heading, bearing(end, now.ahead(enemy)))
        found.add(max(-most, min(most, turn)))
    return sorted(found)


def bearing(at: Point, goal: Point) -> int:
    """The compass bearing in whole degrees."""
    return round(degrees(atan2(goal.x - at.x, goal.y - at.y))) % 360


def _exchanges(now: Situation, unit: Unit, at: Point) -> tuple[str, ...]:
    """The enemies that would take more dice in a PWS exchange than they give."""
    found = pws.exchanges(now.table, replace(unit, at=at))
    return tuple(each.enemy for each in found if each.dice[0] > each.dice[1])


def course(now: Situation) -> Answer:
    """Where a ship that hides Cloak goes for a turn, out of all sight: as it would move there."""
    window = reactions.window(now.request)
    assert window is not None
    unit = cloak.alone(now.table.units[window.unit])
    ways = (Cloak((replace(move, pws=()),)) for move in moves(now, unit))
    legal = (each for each in ways if NOTATION.refusal(now.request, each) is None)
    return next(legal, Decline())


# --- Fighters ---


def flights(now: Situation, unit: Unit, rng: random.Random | None = None) -> Iterator[Fly]:
    """Home without ammunition, else to where an attack is worth most."""
    far = now.table.design(unit).flight
    carrier = now.table.units.get(unit.carrier)
    if carrier and carrier.in_space and _comes_home(now, unit):
        reached = distance(unit.spot, carrier.spot) <= far
        goal = carrier.spot if reached or carrier.activated else now.ahead(carrier)
        yield Fly(_near(now, unit.spot, goal, far, 0))
    helm = Helm(now, unit)
    places = {place for place in _approaches(now, unit, far) if _is_free(now, place)}
    rated = sorted(places, key=lambda place: (-helm.value(place, 0, 0), place))
    if rng and now.skill.tried:
        rng.shuffle(rated)
    for place in rated[:TRIED]:
        pws = _exchanges(now, unit, place)
        if pws:
            yield Fly(place, pws)
        yield Fly(place)


def _comes_home(now: Situation, unit: Unit) -> bool:
    """Whether a Fighter has nothing to fight with."""
    return not unit.shots and next(windows.weapons(now.table, unit), None) is not None


def _is_free(now: Situation, place: Point) -> bool:
    return place in now.table.board and not solid_at(now.table.features, place)


def _approaches(now: Situation, unit: Unit, far: int) -> Iterator[Point]:
    """Around each enemy, as near as the flight allows; and where it is."""
    yield unit.spot
    for enemy in now.enemies:
        goal = now.ahead(enemy) if now.skill.foresees and not enemy.activated else enemy.at
        assert goal is not None
        for gap in (3 * DU, 11 * DU // 2, 9 * DU):
            yield _near(now, unit.spot, goal, far, gap)
            for around in range(0, 360, 60):
                place = shifted(goal, (enemy.heading + around) % 360, gap)
                if distance(unit.spot, place) <= far:
                    yield place


def _near(now: Situation, at: Point, goal: Point, far: int, gap: int) -> Point:
    """The point towards a goal, at most ``far`` away and ``gap`` short of it."""
    length = max(0, min(far, distance(at, goal) - gap) - 1)
    return clamped(now.table.board, toward(at, goal, length))


# --- Carriers ---

LAUNCHING: Final = 22 * DU
"""How near an enemy must be for a Fighter to leave its carrier."""


def flight_deck(now: Situation, unit: Unit) -> Iterator[Answer]:
    """Launch what is armed when an enemy is near, and collect what is not."""
    if unit.at is None:
        return
    at = unit.at
    places = [each.at for each in now.enemies if each.at]
    goal = min(places, key=lambda each: distance(at, each), default=None)
    for fighter in now.table.of(now.side):
        ours = fighter.carrier == unit.id
        if ours and fighter.aboard and fighter.shots and goal and distance(at, goal) <= LAUNCHING:
            yield Launch(fighter.id, _near(now, at, goal, BOARDING, 0))
        if (ours or fighter.id == unit.id) and fighter.at and _comes_home(now, fighter):
            yield Collect(fighter.id)
