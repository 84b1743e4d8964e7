"""How the computer player activates units: fire first, then the best of many moves."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.cosmic_conflict.computer import gunnery, plans
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.moves import NOTATION, Activate
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.orders.commands import Reveal
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.turns.activation import Done, Go, Pass
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table.units import Unit


def step(now: Situation, rng: random.Random) -> Answer | None:
    """The next unit, or the next step of the one that acts."""
    if now.acting is None:
        return _unit(now, rng)
    course = now.view.course
    assert course.acting is not None
    return next(
        (move for move in _steps(now, now.acting, course.acting.stage, rng) if legal(now, move)),
        STANDING.default(now.view, now.asked, ()),
    )


def legal(now: Situation, move: Answer) -> bool:
    return NOTATION.refusal(now.request, move) is None


def _unit(now: Situation, rng: random.Random) -> Answer:
    """The unit whose fire is worth most; who cannot fire waits where that is allowed."""
    turn = now.view.course.activation
    assert turn is not None
    units = list(filter(now.view.commands, activation.waiting(now.table, turn.size, now.side)))
    leaving = next((each for each in units if activation.is_leaving(each)), None)
    if leaving:
        return Activate(leaving.id)
    if not now.skill.weighs:
        return Activate(rng.choice(units).id)
    gains = {unit.id: gunnery.best(gunnery.shots(now, unit)) for unit in units}
    best = max(gains, key=gains.__getitem__)
    if gains[best] or not turn.may_pass:
        return Activate(best)
    return Pass()


def _steps(now: Situation, unit: Unit, stage: str, rng: random.Random) -> Iterator[Answer]:
    """What the unit could do, the best first; the first that is legal is done."""
    if stage == "attacks":
        yield from gunnery.scuttling(now, unit)
        yield from gunnery.rerouting(now, unit)
        yield from gunnery.marking(now, unit)
        yield from gunnery.intercepts(now, unit)
        yield from gunnery.scans(now, unit)
    if stage in ("attacks", "moved"):
        yield from (shot.move for shot in gunnery.shots(now, unit))
    if stage == "attacks":
        yield from gunnery.twice(now, unit)
    if stage == "attacks" and now.hides(unit, "contingent"):
        yield Reveal("contingent")
    if stage in ("attacks", "closing"):
        ways = plans.flights if now.table.design(unit).fighter else plans.moves
        yield from ways(now, unit, rng)
    if stage == "moving":
        yield Go()
    yield from plans.flight_deck(now, unit)
    yield Done()
