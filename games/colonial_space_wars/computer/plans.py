"""Orders worth giving, and the best of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from math import inf
from typing import NamedTuple

from games.colonial_space_wars.computer.situation import PlayerSkill, Situation
from games.colonial_space_wars.notation import OrderStep
from games.colonial_space_wars.rules import attacks, skills, turns
from games.colonial_space_wars.rules.attacks import DeclareAttack
from games.colonial_space_wars.rules.ending import quarters
from games.colonial_space_wars.rules.movement import MoveTo, stops
from games.colonial_space_wars.rules.orders import Order
from games.colonial_space_wars.rules.skills import LEAP, LEAP_PRICE, REPAIR_PRICE, UseSkill
from games.colonial_space_wars.rules.transports import Disembark, Embark
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.table import UNDAMAGED, Unit, other
from games.colonial_space_wars.view import Request, View
from games.core.geometry.squares import Square
from games.core.types import Decision, Forbidden, Seat

AHEAD = 0.12
"""The value of each square nearer to the enemy."""

WORTHWHILE = 0.02
ANSWERS = 4
"""How many orders of the opponent are looked at after an own one."""

_HELPS = ("repair", "heal", "dread")
_DIGGING: tuple[tuple[OrderStep, ...], tuple[OrderStep, ...]] = ((), (UseSkill("dig in"),))
"""The step that not digging and digging in take."""

REACH = 3
"""The distance of Inspire and Dread (CSW-109, CSW-115)."""


class Plan(NamedTuple):
    """An order with its gain for its cost."""

    score: float
    unit: str
    steps: tuple[OrderStep, ...]

    @property
    def order(self) -> Order:
        return Order(self.unit, self.steps)


class Stand(NamedTuple):
    """A square that a unit can reach: the steps to it, and the movement points left there."""

    at: Square
    left: int
    steps: tuple[OrderStep, ...]


def best_order(situation: Situation, rng: random.Random) -> Order | None:
    """The order with the best gain for its cost; ``None`` if none is worth its points."""
    found = situation.skill.ranked(_worthwhile(situation), rng, partial(outlook, situation))
    return first_legal(situation, found)[0]


def _worthwhile(situation: Situation) -> list[Plan]:
    """The plans to choose from: a unit that is inspired has been paid for, and comes first."""
    found = rated(situation)
    inspired = {unit.code for unit in situation.ready if unit.inspired}
    return [plan for plan in found if plan.unit in inspired] or found


def rated(situation: Situation) -> list[Plan]:
    """Plans by their gain for their cost, the best first; those of inspired units before all."""
    plans = {unit.code: list(_plans(situation, unit)) for unit in situation.ready}
    priced = [(unit, max(1, situation.table.cost(unit))) for unit in situation.ready]
    found = [
        plan._replace(score=plan.score / price)
        for unit, price in priced
        for plan in (*plans[unit.code], *_inspiring(situation, unit, plans))
        if plan.steps and plan.score / price > WORTHWHILE
    ]
    waits = {unit.code: not unit.inspired for unit in situation.ready}
    return sorted(found, key=lambda plan: (waits[plan.unit], -plan.score))


def first_legal(situation: Situation, plans: list[Plan]) -> tuple[Order | None, StepBuilder | None]:
    """The order, and what comes of it."""
    for plan in plans:
        tried = plan.order.refuse(situation.request)
        if not isinstance(tried, Forbidden) and not _inspires_in_vain(situation, plan, tried):
            return plan.order, tried
    return None, None


def _inspires_in_vain(situation: Situation, plan: Plan, tried: StepBuilder) -> bool:
    """Whether an order inspires a unit that is left with nothing worth doing: the points that the
    order costs may have been those of a common attack."""
    inspired = [
        step.target for step in plan.steps if isinstance(step, UseSkill) and step.skill == "inspire"
    ]
    if not inspired:
        return False
    after = replace(situation.request, view=View(tried.table, (), situation.seat))
    found = _worthwhile(Situation(after, situation.skill))
    return not any(each.unit in inspired for each in found)


def outlook(situation: Situation, plan: Plan | None) -> float:
    """What both sides' units are worth to the seat if the turn ends, with the order of a plan if
    any, and the opponent answers as the seat would without a closer look."""
    builder: StepBuilder | Forbidden = StepBuilder(State(situation.table))
    if plan is not None:
        builder = plan.order.refuse(situation.request)
    if isinstance(builder, Forbidden):
        return -inf
    if builder.table.ending is None:
        turns.end(builder)
    table = _answered(builder, other(situation.seat), situation.skill).table
    own, enemy = (quarters(table, seat) for seat in (situation.seat, other(situation.seat)))
    return own - enemy + (plan.score if plan else 0.0)


def _answered(builder: StepBuilder, seat: Seat, skill: PlayerSkill) -> StepBuilder:
    """The step after the first orders of the seat's turn, as it would give them."""
    for _ in range(ANSWERS):
        if builder.table.active != seat or builder.table.ending is not None:
            break
        decision = Decision(seat, "turn", builder.table.steps)
        request = Request(View(builder.table, (), seat), decision)
        situation = Situation(request, skill)
        tried = first_legal(situation, _worthwhile(situation))[1]
        if tried is None:
            break
        builder = tried
    return builder


def _plans(situation: Situation, unit: Unit) -> Iterator[Plan]:
    stands = list(_stands(situation, unit))
    here = situation.danger(unit, unit.at) if unit.at is not None else 0.0
    yield from _barrages(situation, unit)
    for stand in stands:
        yield _walk(situation, unit, stand, here)
        yield from _attacks(situation, unit, stand, here)
        yield from _help(situation, unit, stand, here)
        yield from _boarding(situation, unit, stand)


def _stands(situation: Situation, unit: Unit) -> Iterator[Stand]:
    """Every square that a unit can reach, walking or with a leap."""
    table = situation.table
    seen = set[Square]()
    leaps = table.kind(unit).has("leap")
    for start, left, off in situation.starts(unit):
        begun: tuple[OrderStep, ...] = tuple(Disembark(at) for at in off)
        placed = unit if not off else replace(unit, at=start)
        reached = stops(table, placed, left)
        for at, price in reached.items():
            if at not in seen:
                seen.add(at)
                steps = begun if at == start else (*begun, MoveTo(at))
                yield Stand(at, left - price, steps)
        for at, price in reached.items() if leaps else ():
            if left - price >= LEAP_PRICE:
                steps = begun if at == start else (*begun, MoveTo(at))
                for to in table.board.within(at, LEAP):
                    if to not in seen and table.is_free(to):
                        seen.add(to)
                        leap = UseSkill("leap", str(to))
                        yield Stand(to, left - price - LEAP_PRICE, (*steps, leap))


def _rest(
    situation: Situation, unit: Unit, at: Square, left: int, here: float
) -> tuple[float, bool]:
    """The value of staying on a square, and whether dug in. ``left``: of its movement points."""
    key = unit.code, at, left > 0
    if key not in situation.rests:
        danger, digs = situation.danger(unit, at), False
        if danger and left and situation.table.kind(unit).has("dig in"):
            dug = situation.danger(unit, at, 1)
            danger, digs = min(danger, dug), dug < danger
        situation.rests[key] = (
            situation.skill.fear * (here - danger) + _advance(situation, unit, at),
            digs,
        )
    return situation.rests[key]


def _walk(situation: Situation, unit: Unit, stand: Stand, here: float) -> Plan:
    score, digs = _rest(situation, unit, stand.at, stand.left, here)
    return Plan(score, unit.code, (*stand.steps, *_DIGGING[digs]))


def _advance(situation: Situation, unit: Unit, at: Square) -> float:
    """The value of coming nearer: 0 for leaders, who stay behind."""
    table, kind = situation.table, situation.table.kind(unit)
    start = unit.at or (table.carrier(unit.code) or unit).at
    if kind.leader or start is None or not situation.enemies:
        return 0.0

    gained = max(situation.nearest(start), kind.range) - max(situation.nearest(at), kind.range)
    late = table.round / (table.agreement.round_limit or 20)
    return (AHEAD + 0.2 * late) * gained


def _attacks(situation: Situation, unit: Unit, stand: Stand, here: float) -> Iterator[Plan]:
    """Attacks on each target from a square, and then back to where it is safest."""
    table, kind = situation.table, situation.table.kind(unit)
    found = [
        (target, points)
        for target in situation.targets(unit, stand.at)
        if (points := attacks.available(kind, (0, 0), table.kind(target).light))
    ]
    if not found:
        return
    score, back = _afterwards(situation, unit, stand, here)
    for target, points in found:
        if gain := situation.gain(unit, target, points):
            strike = DeclareAttack(target.code, None)
            yield Plan(gain + score, unit.code, (*stand.steps, strike, *back))


def _afterwards(
    situation: Situation, unit: Unit, stand: Stand, here: float
) -> tuple[float, tuple[OrderStep, ...]]:
    """Where to stay after an attack: what it is worth, and the steps to it."""
    score, digs = _rest(situation, unit, stand.at, stand.left, here)
    back: tuple[OrderStep, ...] = ()
    if stand.left and situation.skill.retreats and unit.at is not None:
        placed = replace(unit, at=stand.at)
        for at, price in stops(situation.table, placed, stand.left).items():
            if at != stand.at:
                found = _rest(situation, unit, at, stand.left - price, here)
                if found[0] > score + WORTHWHILE:
                    (score, digs), back = found, (MoveTo(at),)
    return score, (*back, *_DIGGING[digs])


def _barrages(situation: Situation, unit: Unit) -> Iterator[Plan]:
    table, kind = situation.table, situation.table.kind(unit)
    points = kind.skills.get("barrage")
    if not points or unit.at is None:
        return
    for at in table.board.within(unit.at, kind.range):
        struck = list(skills.under_barrage(table, unit, at))
        gain = sum(situation.gain(unit, each, points) for each in struck)
        if gain:
            yield Plan(gain, unit.code, (UseSkill("barrage", str(at)),))


def _help(situation: Situation, unit: Unit, stand: Stand, here: float) -> Iterator[Plan]:
    """Repair and Heal, and Dread from a square."""
    table, kind = situation.table, situation.table.kind(unit)
    if not any(map(kind.has, _HELPS)):
        return
    score, _ = _rest(situation, unit, stand.at, stand.left, here)
    for skill in ("repair", "heal"):
        if kind.has(skill) and stand.left >= REPAIR_PRICE:
            for friend in table.on_board(unit.seat):
                if friend.code == unit.code or friend.healed or friend.health == UNDAMAGED:
                    continue
                fits = table.kind(friend).light == (skill == "heal")
                if fits and friend.at and table.board.distance(stand.at, friend.at) == 1:
                    worth = situation.worth(friend) + 0.4 * (friend.health <= UNDAMAGED // 2 + 1)
                    steps = (*stand.steps, UseSkill(skill, friend.code))
                    yield Plan(score + worth, unit.code, steps)
    if kind.has("dread"):
        for enemy in situation.enemies:
            near = enemy.at and table.board.distance(stand.at, enemy.at) <= REACH
            if near and not enemy.dread:
                worth = 0.5 + 0.1 * max(table.kind(enemy).attack)
                steps = (*stand.steps, UseSkill("dread", enemy.code))
                yield Plan(score + worth, unit.code, steps)


def _inspiring(situation: Situation, unit: Unit, plans: Mapping[str, list[Plan]]) -> Iterator[Plan]:
    """Inspire for friends that have something to do; ``plans`` are those of the units that the
    pool suffices for."""
    table = situation.table
    if not table.kind(unit).has("inspire") or table.inspire_used or not _is_short(situation):
        return
    left = table.pool - table.cost(unit)
    here = situation.danger(unit, unit.at) if unit.at is not None else 0.0
    stands = list(_stands(situation, unit))
    for friend in situation.rested:
        price = table.cost(friend)
        if friend.at is None or friend.code == unit.code or not 0 < price <= left + 1:
            continue
        own = plans.get(friend.code) or _plans(situation, friend)
        if not any(plan.steps and plan.score > WORTHWHILE * max(1, price - 1) for plan in own):
            continue
        near = frozenset(table.board.within(friend.at, REACH))
        for stand in stands:
            if stand.at in near:
                score, _ = _rest(situation, unit, stand.at, stand.left, here)
                steps = (*stand.steps, UseSkill("inspire", friend.code))
                yield Plan(score + 0.4, unit.code, steps)


def _is_short(situation: Situation) -> bool:
    """Whether the pool cannot pay for all units."""
    table = situation.table
    return sum(table.cost(unit) for unit in situation.rested) > table.pool


def _boarding(situation: Situation, unit: Unit, stand: Stand) -> Iterator[Plan]:
    """Board a transport that has not moved yet, for slower units far from the enemy."""
    table, kind = situation.table, situation.table.kind(unit)
    if not kind.light or not stand.left or unit.at is None or kind.leader:
        return
    if stand.at not in situation.berths:
        return
    far = situation.nearest(stand.at) if situation.enemies else 0
    for at in table.board.around(stand.at):
        near = table.unit_at(at)
        if near is None or near.seat != unit.seat or near.activated:
            continue
        carrier = table.kind(near)
        faster = carrier.movement - kind.movement
        if len(near.cargo) < carrier.seats and faster > 0 and far > kind.movement + kind.range + 3:
            steps = (*stand.steps, Embark(near.code))
            yield Plan(AHEAD * (carrier.movement + 1), unit.code, steps)
