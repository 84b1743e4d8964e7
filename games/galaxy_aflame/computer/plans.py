"""Orders worth giving, and the best of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from games.core.geometry.plane import Point, toward, within
from games.core.types import Decision, Seat
from games.galaxy_aflame.computer.situation import PlayerSkill, PricedShot, Situation
from games.galaxy_aflame.moves import NOTATION
from games.galaxy_aflame.notation import Move, TurnStep
from games.galaxy_aflame.options.markers import PlaceSearch, in_reach, markers
from games.galaxy_aflame.rules import movement, transports
from games.galaxy_aflame.rules.movement import MoveTo
from games.galaxy_aflame.rules.orders import Order
from games.galaxy_aflame.rules.shooting import Shoot
from games.galaxy_aflame.rules.transports import Disembark, Embark
from games.galaxy_aflame.table import Table, Unit, other
from games.galaxy_aflame.view import Request, View

AHEAD = 0.012
"""What an inch nearer to the enemy is worth, for each point of a unit."""

WORTHWHILE = 0.02
REPLY = 0.4
"""The weight of what the opponent could do after an order."""
BAIT = 0.5
"""What it is worth to get out where only a loss can bring units that can fight."""
SECOND = 0.85
"""What a second shot is worth against the first."""


class Plan(NamedTuple):
    """Steps of a unit, what they are good for, and what of it they win at once by shots."""

    score: float
    unit: str
    steps: tuple[TurnStep, ...]
    won: float = 0.0

    @property
    def move(self) -> Move:
        return self.steps[0] if len(self.steps) == 1 else Order(self.steps)


def best_order(situation: Situation, rng: random.Random) -> Move | None:
    """The best order; ``None`` if none is worth giving."""
    ranked = situation.skill.ranked(rated(situation), rng, partial(outlook, situation))
    legal = (plan.move for plan in ranked if NOTATION.refusal(situation.request, plan.move) is None)
    return next(legal, None)


def rated(situation: Situation) -> list[Plan]:
    """The plans that are worth doing, the best first."""
    found = (plan for plan in _plans(situation) if plan.score > WORTHWHILE)
    return sorted(found, key=lambda plan: -plan.score)


def _plans(situation: Situation) -> Iterator[Plan]:
    for unit in situation.own:
        if unit.at is not None:
            yield from _standing(situation, unit, unit.at)
        elif unit.boarded:
            yield from _getting_out(situation, unit)


# --- What the opponent could do next ---


def outlook(situation: Situation, plan: Plan) -> float:
    """What an order is good for, less what the opponent could win after it."""
    return plan.score - REPLY * _reply(
        _after(situation, plan), other(situation.seat), situation.skill
    )


def _after(situation: Situation, plan: Plan) -> Table:
    """The table with the steps of a plan, each shot with its average losses."""
    table = situation.table
    for step in plan.steps:
        unit = table.units[step.unit]
        match step:
            case MoveTo(to=at):
                table = table.put(replace(unit, at=at))
            case Disembark(at=at):
                carrier = table.carrier(unit.code)
                assert carrier is not None
                inside = tuple(code for code in carrier.cargo if code != unit.code)
                table = table.put(replace(unit, at=at), replace(carrier, cargo=inside))
            case Embark(transport=code):
                carrier = table.units[code]
                inside = (*carrier.cargo, unit.code)
                table = table.put(replace(unit, at=None), replace(carrier, cargo=inside))
            case Shoot(target=code, suppress=suppress, victim=victim):
                target, hit = table.units[code], table.units[victim or code]
                chances = situation.odds(unit, target, unit.spot, suppress, hit)
                left = hit.models - round(float(chances.lost))
                table = table.put(replace(hit, models=max(left, 0)))
    return table


def _reply(table: Table, seat: Seat, skill: PlayerSkill) -> float:
    """The best that each unit of a seat could do in the next turn, in sum."""
    units = [_rested(table, unit, seat) for unit in table.units.values() if unit.models]
    table = replace(table, units={unit.code: unit for unit in units})
    situation = Situation(Request(View(table, (), seat), Decision(seat, "turn", 0)), skill)
    best: dict[str, float] = {}
    for plan in _plans(situation):
        best[plan.unit] = max(best.get(plan.unit, 0.0), plan.won)
    return sum(best.values())


def _rested(table: Table, unit: Unit, seat: Seat) -> Unit:
    """A unit when the turn of a seat begins."""
    if unit.seat != seat:
        return replace(unit, fails=0, fell_back=False, suppressed=False)
    fresh = Unit(unit.code, unit.card, unit.seat, unit.models, unit.at, unit.cargo, unit.out)
    inside = table.carrier(unit.code) is not None
    return replace(fresh, suppressed=unit.suppressed, limited=unit.shaken, boarded=inside)


# --- A unit on the table ---


def _standing(situation: Situation, unit: Unit, start: Point) -> Iterator[Plan]:
    table = situation.table
    moves = movement.no_move_left(table, unit, False) is None
    runs = movement.no_move_left(table, unit, True) is None
    shoots = not (unit.ran or unit.shots > (0 if unit.moved else 1))
    shoots = shoots and not (unit.limited and unit.moved) and not unit.embarked
    here = _rest(situation, unit, start)
    if shoots:
        yield from _shots(situation, unit, start, moves=moves)
    if moves:
        then = shoots and not unit.shots and not unit.limited
        yield from _moves(situation, unit, start, here, then=then)
    if runs:
        yield from _runs(situation, unit, start, here)
    if moves and not unit.shots:
        yield from _boarding(situation, unit, start, here)


def _shots(situation: Situation, unit: Unit, start: Point, *, moves: bool) -> Iterator[Plan]:
    """Shots of a unit from where it stands, once or twice, or before it moves."""
    stays = not unit.moved and not unit.shots
    found = list(situation.strikes(unit, start, stays=stays))
    best = max((strike.gain for strike in found if not strike.suppress), default=0.0)
    more = SECOND * max(best, 0.0) if stays else 0.0
    for strike in found:
        won = strike.gain + more
        yield Plan(won, unit.code, (_shot(unit, strike),), won)


def _shot(unit: Unit, strike: PricedShot) -> Shoot:
    return Shoot(unit.code, strike.target, strike.suppress, strike.victim)


def _moves(
    situation: Situation, unit: Unit, start: Point, here: float, *, then: bool
) -> Iterator[Plan]:
    """Moves to each marker, with the best shot from there."""
    for at in _stands(situation, unit, start, run=False):
        step = MoveTo(unit.code, at)
        score = _rest(situation, unit, at) - here
        yield Plan(score, unit.code, (step,))
        if then and (strike := _best_strike(situation, unit, at)):
            steps = (step, _shot(unit, strike))
            yield Plan(score + strike.gain, unit.code, steps, strike.gain)


def _best_strike(situation: Situation, unit: Unit, at: Point) -> PricedShot | None:
    found = situation.strikes(unit, at, stays=False)
    return max(found, key=lambda strike: strike.gain, default=None)


def _runs(situation: Situation, unit: Unit, start: Point, here: float) -> Iterator[Plan]:
    for at in _stands(situation, unit, start, run=True):
        score = _rest(situation, unit, at) - here
        yield Plan(score, unit.code, (MoveTo(unit.code, at, run=True),))


def _stands(situation: Situation, unit: Unit, start: Point, *, run: bool) -> Iterator[Point]:
    asked = situation.request
    far = movement.allowed(situation.table, unit, run)

    @cache
    def legal(at: Point) -> bool:
        return MoveTo(unit.code, at, run=run).refuse(asked) is None

    search = PlaceSearch(situation.table, unit, start, far, legal)
    return (marker.at for marker in markers(search))


def _rest(situation: Situation, unit: Unit, at: Point) -> float:
    """The value of standing at a place until the next turn."""
    ahead, fear = _ahead(situation, unit, at), situation.skill.fear
    return ahead - fear * situation.danger(unit, at) if fear else ahead


def _ahead(situation: Situation, unit: Unit, at: Point) -> float:
    """The value of coming nearer, for a transport also that of its passengers."""
    late = situation.table.round / (situation.table.agreement.round_limit or 20)
    inch = AHEAD * (1 + 3 * late)
    found = -inch * situation.whole(unit) * situation.far(unit, at)
    for code in unit.cargo:
        rider = situation.table.units[code]
        found -= inch * situation.whole(rider) * situation.far(rider, at)
    return found


# --- Transports ---


def _boarding(situation: Situation, unit: Unit, start: Point, here: float) -> Iterator[Plan]:
    """Getting into a transport that can still drive, where the enemy is far away."""
    table, card = situation.table, situation.table.card(unit)
    for transport in table.on_table(unit.seat):
        if transports.no_room(table, unit, transport) or transport.at is None:
            continue
        if transport.moved or transport.ran or transport.shots > 1:
            continue
        gained = min(situation.far(unit, start) - card.move / 10, table.card(transport).move / 10)
        score = AHEAD * 2 * situation.whole(unit) * gained - here + _ahead(situation, unit, start)
        if gained <= 0:
            continue
        embark = Embark(unit.code, transport.code)
        if within(start, transport.at, transports.BESIDE):
            yield Plan(score, unit.code, (embark,))
            continue
        at = toward(transport.at, start, transports.BESIDE - 1)
        yield Plan(score, unit.code, (MoveTo(unit.code, at), embark))


def _getting_out(situation: Situation, unit: Unit) -> Iterator[Plan]:
    """Getting out of a transport, which may drive first, for a shot."""
    carrier = situation.table.carrier(unit.code)
    if carrier is None or carrier.at is None:
        return
    yield from _exits(situation, unit, carrier, ())
    if movement.no_move_left(situation.table, carrier, False) is None:
        for at in _drives(situation, unit, carrier):
            drive = MoveTo(carrier.code, at)
            yield from _exits(situation, unit, replace(carrier, at=at), (drive,))


def _drives(situation: Situation, unit: Unit, carrier: Unit) -> Iterator[Point]:
    """Drives towards each enemy, as far as is needed to get out and strike."""
    table = situation.table
    most = table.card(carrier).move
    ranges = table.card(unit).ranges
    reach = table.agreement.hand if "C" in ranges else table.agreement.reach
    for enemy in situation.enemies:
        for far in (reach + transports.BESIDE - 5, reach):
            at = toward(enemy.spot, carrier.spot, far)
            if not within(at, carrier.spot, most):
                at = toward(carrier.spot, enemy.spot, most - 1)
            if MoveTo(carrier.code, at).refuse(situation.request) is None:
                yield at


def _exits(
    situation: Situation, unit: Unit, carrier: Unit, steps: tuple[TurnStep, ...]
) -> Iterator[Plan]:
    table = situation.table.put(carrier)
    request = Request(replace(situation.request.view, table=table), situation.request.decision)
    start, before = carrier.at, situation.table.units[carrier.code]
    assert start is not None

    @cache
    def legal(at: Point) -> bool:
        return Disembark(unit.code, at).refuse(request) is None

    search = PlaceSearch(table, unit, start, transports.BESIDE, legal)
    if situation.stuck and not steps:
        yield from (
            Plan(BAIT, unit.code, (Disembark(unit.code, marker.at),))
            for marker in markers(search, 1)
        )
    moved = _rest(situation, carrier, start) - _rest(situation, before, before.spot)
    inside = _ahead(situation, unit, before.spot)
    placed = replace(unit, moved=True)
    for enemy in situation.enemies:
        for at in [marker.at for marker in in_reach(search, enemy)]:
            out = _rest(situation, unit, at) - inside
            if (strike := _best_strike(situation, placed, at)) is not None:
                shot = _shot(unit, strike)
                step = Disembark(unit.code, at)
                score = moved + out + strike.gain
                yield Plan(score, unit.code, (*steps, step, shot), strike.gain)
