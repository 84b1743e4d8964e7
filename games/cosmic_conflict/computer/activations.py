"""How the computer player activates units: fire first, then the best of many moves."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.core.geometry.plane import Point, toward
from games.cosmic_conflict import moves as m
from games.cosmic_conflict import terrain
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.rules import activation, attacks, marks, movement, windows
from games.cosmic_conflict.rules.movement import Bearing, MovePlan
from games.cosmic_conflict.space import DU, clamped, depth, distance, turned
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table import Unit
from games.cosmic_conflict.verbs import NOTATION

THREAT, SURVEY, MARK, HURT, APPROACH = 0.7, 9.0, 2.0, 3.0, 0.25
"""What counts in a move besides the own fire: enemy fire, the scenario, damage by terrain, and
each du nearer to where the unit wants to be."""


def step(now: Situation, rng: random.Random) -> m.Answer | None:
    """The next unit, or the next step of the one that acts."""
    if now.acting is None:
        return _unit(now, rng)
    unit, course = now.acting, now.view.course
    assert course.acting is not None
    return next(
        (move for move in _steps(now, unit, course.acting.stage, rng) if _legal(now, move)),
        STANDING.default(now.view, now.decision, ()),
    )


def _legal(now: Situation, move: m.Answer) -> bool:
    return NOTATION.refusal(now.asked, move) is None


def _unit(now: Situation, rng: random.Random) -> m.Answer:
    """The unit whose fire is worth most; who cannot fire waits where that is allowed."""
    turn = now.view.course.activation
    assert turn is not None
    units = list(activation.waiting(now.table, turn.size, now.side))
    if now.level == "easy":
        return m.Activate(rng.choice(units).id)
    gains = {
        unit.id: max((shot.worth for shot in _shots(now, unit)), default=0.0) for unit in units
    }
    best = max(gains, key=gains.__getitem__)
    if gains[best] or not turn.may_pass:
        return m.Activate(best)
    return m.Pass()


def _steps(now: Situation, unit: Unit, stage: str, rng: random.Random) -> Iterator[m.Answer]:
    if stage == "attacks":
        yield from _marks(now, unit)
        yield from _intercepts(now, unit)
    if stage != "closing":
        yield from (shot.move for shot in _shots(now, unit))
    if stage in ("attacks", "closing"):
        if now.table.design(unit).fighter:
            yield from _flights(now, unit)
        elif now.level == "easy":
            yield from _wanders(now, unit, rng)
        else:
            yield from _moves(now, unit)
    if stage == "moving":
        yield m.Go()
    yield from _flight_deck(now, unit)
    yield m.Done()


# --- Fire ---


class _Shot(NamedTuple):
    worth: float
    move: m.Fire


def _shots(now: Situation, unit: Unit) -> list[_Shot]:
    """The legal shots that could do damage, the best first."""
    table, found = now.table, []
    for place in windows.ready_weapons(table, unit):
        for enemy in now.enemies:
            effects = marks.effects(unit, enemy)
            if not attacks.can_attack(table, unit, place, enemy, effects):
                continue
            mean = float(attacks.declared(table, unit, place, enemy, effects).terms.odds.mean)
            if mean:
                worth = min(mean, now.left(enemy)) * now.worth(enemy)
                found.append(_Shot(worth, m.Fire(table.design(unit).labels[place], (enemy.id,))))
    return sorted(found, key=lambda shot: -shot.worth)


def _marks(now: Situation, unit: Unit) -> Iterator[m.Answer]:
    """Mark who will be fired at, and spend the token for Accuracy at once."""
    if now.level == "easy":
        return
    for shot in _shots(now, unit)[:1]:
        target = shot.move.targets[0]
        yield m.MarkTarget(target)
        yield m.Spend(target, "accuracy")


def _intercepts(now: Situation, unit: Unit) -> Iterator[m.Answer]:
    """Missile tokens and Fighters within reach of an Area Weapons System."""
    for number in range(1, now.table.design(unit).count("AWS") + 1):
        for token in now.table.missiles:
            yield m.FireAws(number, token.id)
        for enemy in now.enemies:
            if now.table.design(enemy).fighter:
                yield m.FireAws(number, enemy.id)


# --- Moves ---


def _moves(now: Situation, unit: Unit) -> Iterator[m.Move]:
    """All plans from the best to the worst; what is not legal is left out by the caller."""
    rated = []
    for plan in _plans(now, unit):
        plotted = movement.plot(now.table.design(unit), unit, plan)
        if plotted.to in now.table.board and not terrain.solid_at(now.table.features, plotted.to):
            rated.append((_value(now, unit, plotted.to, plotted.heading, plotted.velocity), plan))
    rated.sort(key=lambda each: -each[0])
    yield from map(_move, (plan for _, plan in rated[:20]))


def _move(plan: MovePlan) -> m.Move:
    shift = plan.shift
    if isinstance(shift, Bearing):
        bearing, far = shift
        return m.Move(plan.change, None, bearing, far, plan.turn, plan.pws, plan.confirmed)
    return m.Move(plan.change, shift, None, 0, plan.turn, plan.pws, plan.confirmed)


def _plans(now: Situation, unit: Unit) -> Iterator[MovePlan]:
    design = now.table.design(unit)
    for change in (0, -1, 1):
        if movement.refuse_velocity(now.table, unit, change) or movement.refuse_locked(
            unit, change
        ):
            continue
        velocity = unit.velocity + change
        length = design.maneuver(velocity, unit.off) * DU
        shifts: list[Bearing | None] = [None]
        if length:
            shifts += [Bearing((unit.heading + each) % 360, length) for each in range(0, 360, 60)]
        for turn in _turns(now, unit, design.heading_value(velocity, unit.off) * movement.STEP):
            for shift in shifts:
                yield MovePlan(change, shift, turn)


def _turns(now: Situation, unit: Unit, most: int) -> Iterable[int]:
    """As far as possible, half of it, and so that the bow points at the nearest enemy."""
    assert unit.at is not None
    at = unit.at
    found = {0, most, -most, most // 2, -(most // 2)}
    if now.enemies:
        near = min(now.enemies, key=lambda each: distance(at, now.expected(each)))
        goal = now.expected(near)
        bearing = _bearing(at, goal)
        turn = turned(unit.heading, bearing)
        found.add(max(-most, min(most, turn)))
    return sorted(found)


def _bearing(at: Point, goal: Point) -> int:
    """The compass bearing in steps of 5 degrees."""
    from games.cosmic_conflict.space import BOARD

    def off(bearing: int) -> tuple[int, int]:
        f, r = BOARD.relative(at, bearing, goal)
        return (f <= 0, abs(r))

    return min(range(0, 360, 5), key=off)


def _value(now: Situation, unit: Unit, at: Point, heading: int, velocity: int) -> float:
    """What it is worth to stand somewhere when the next turn begins."""
    fire = sum(
        now.worth(enemy) * now.fire(unit, enemy, at, heading, now.expected(enemy))
        for enemy in now.enemies
    )
    threat = sum(
        now.fire(enemy, unit, now.expected(enemy), enemy.heading, at) for enemy in now.enemies
    )
    size = now.table.size(unit)
    hurt = sum(amount for _, amount in terrain.dangers(now.table.features, at, size))
    if not unit.navigated:
        hurt += sum(amount for _, amount in terrain.hazards(now.table.features, at, size))
    value = fire - now.worth(unit) * (THREAT * threat + HURT * hurt)
    return value + _aim(now, unit, at) - _overshoot(now, at, heading, velocity)


def _aim(now: Situation, unit: Unit, at: Point) -> float:
    """The scenario, and being near enough to fight."""
    scenario, board = now.view.course.agreement.scenario, now.table.board
    value = 0.0
    if scenario == "deep_survey" and not unit.surveyed:
        gap = board.height // 2 + 1 - depth(board, unit.side, at)
        hides = "scanners" in now.view.sheet(now.decision.seat).of(unit.id).names
        value += SURVEY * hides if gap <= 0 else -gap / DU * APPROACH * 2
    if now.table.objectives:
        reach = 2 * DU * now.table.size(unit)
        for mark in now.table.objectives:
            value += MARK * (distance(at, mark) <= reach)
        nearest = min(distance(at, mark) for mark in now.table.objectives)
        value -= APPROACH * nearest / DU
    if now.enemies:
        nearest = min(distance(at, now.expected(each)) for each in now.enemies)
        value -= APPROACH * max(0, nearest - 9 * DU) / DU
    return value


def _overshoot(now: Situation, at: Point, heading: int, velocity: int) -> float:
    """The danger of leaving the board, or of Solid terrain, by the next compulsory move."""
    from games.cosmic_conflict.space import ahead

    goal = ahead(at, heading, max(velocity - 1, 0) * DU)
    if goal not in now.table.board:
        return 12.0
    return 4.0 * bool(terrain.solid_at(now.table.features, goal))


def _wanders(now: Situation, unit: Unit, rng: random.Random) -> Iterator[m.Move]:
    """Moves that end on the board and outside terrain that hurts, in any order."""
    plans = list(_plans(now, unit))
    rng.shuffle(plans)
    for plan in plans:
        plotted = movement.plot(now.table.design(unit), unit, plan)
        if not _overshoot(now, plotted.to, plotted.heading, plotted.velocity):
            yield _move(plan)


# --- Fighters ---


def _flights(now: Situation, unit: Unit) -> Iterator[m.Fly]:
    """To the best place to fire from, or home without ammunition."""
    assert unit.at is not None
    far = now.table.design(unit).flight
    carrier = now.table.units.get(unit.carrier)
    if not unit.shots and carrier and carrier.at:
        yield m.Fly(_short(now, unit.at, carrier.at, far, 0))
    goals = sorted(
        now.enemies, key=lambda each: -now.worth(each) / (1 + distance(each.at, unit.at))
    )  # type: ignore[arg-type]
    for enemy in goals:
        assert enemy.at is not None
        yield m.Fly(_short(now, unit.at, enemy.at, far, 5 * DU))
    yield m.Fly(unit.at)


def _short(now: Situation, at: Point, goal: Point, far: int, gap: int) -> Point:
    """Towards a goal, at most so far, and stopping short of it."""
    length = max(0, min(far, distance(at, goal) - gap) - 1)
    return clamped(now.table.board, toward(at, goal, length))


def _flight_deck(now: Situation, unit: Unit) -> Iterator[m.Answer]:
    """Launch what is armed, and collect what is not."""
    if unit.at is None:
        return
    for fighter in now.table.of(now.side):
        if fighter.carrier == unit.id and fighter.aboard and fighter.shots:
            for enemy in now.enemies[:1]:
                assert enemy.at is not None
                yield m.Launch(fighter.id, _short(now, unit.at, enemy.at, 2 * DU, 0))
        if unit.id in (fighter.carrier, fighter.id) and not fighter.shots:
            yield m.Collect(fighter.id)
