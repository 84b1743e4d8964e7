"""Attacks carried to their end, dice and answers included, for the tests of standing orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.astral_sailors import agenda
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.standing import STANDING
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.tasks import Attack, AttackTarget
from games.astral_sailors.view import SailorsView
from games.core.standing import GivenOrders, StandingOrder
from games.core.types import Chance, Decision, Decisions, Rolled, Seat, Seated
from tests.games.astral_sailors.goals import commander
from tests.games.astral_sailors.positions import builder, table, unit

QUESTIONS = ("react", "reroll", "pay")


def shoot(match: StepBuilder, attacker: str, target: str, dice: int) -> None:
    attack.declare(match, "shoot", match.unit(attacker), (AttackTarget(target, dice),))
    agenda.run(match)


def strike(match: StepBuilder, attacker: str, target: str, dice: int) -> None:
    attack.declare(match, "melee", match.unit(attacker), (AttackTarget(target, dice),))
    agenda.run(match)


def sees(match: StepBuilder, seat: int) -> SailorsView:
    return SailorsView.of(match.done().state, Seated(Seat(seat)))


def question(match: StepBuilder) -> Decision | None:
    """The first open question of an attack."""
    pending = agenda.pending(match.done().state)
    if not isinstance(pending, Decisions):
        return None
    return next((each for each in pending.open if each.kind in QUESTIONS), None)


def roll(match: StepBuilder, faces: Iterable[int]) -> None:
    """Answer the dice that are asked for, in the order of D-21."""
    left = iter(faces)
    pending = agenda.pending(match.done().state)
    assert isinstance(pending, Chance)
    agenda.rolled(
        match, Rolled(tuple(tuple(next(left) for _ in range(each.count)) for each in pending.rolls))
    )
    assert next(left, None) is None, "these dice were not asked for"


def orders(*texts: str) -> GivenOrders:
    """Orders from their text forms, given one after the other."""
    found: GivenOrders = ()
    view = sees(builder(table([])), 0)
    for text in texts:
        found = STANDING.given(found, STANDING.read(view, text))
    return found


def carry(
    match: StepBuilder, faces: Iterable[int], given: Mapping[int, GivenOrders] | None = None
) -> int:
    """Carry an attack to its end by the orders of the seats; how often somebody had to be asked."""
    left = iter(faces)
    waited = 0
    while match.table.agenda and isinstance(match.table.agenda[-1], Attack):
        pending = agenda.pending(match.done().state)
        if isinstance(pending, Chance):
            rolled = tuple(tuple(next(left) for _ in range(each.count)) for each in pending.rolls)
            agenda.rolled(match, Rolled(rolled))
            continue
        asked = question(match)
        assert asked is not None
        view, own = sees(match, asked.seat), (given or {}).get(asked.seat, ())
        answered = STANDING.answer(view, asked, own)
        move = None if answered is None else answered.move
        if move is None:
            waited += 1
            move = STANDING.default(view, asked, own)
        assert move is not None
        assert options_for(view, asked).refusal(move) is None
        move.do(match, asked)
        agenda.run(match)
    return waited


def order(topic: str, value: str, about: str = "") -> StandingOrder:
    return StandingOrder(topic, about, value)


def wounded(code: str, kind: str, pool: int, *faces: int) -> StepBuilder:
    """``code`` was shot at with these dice, and is asked whether it pays."""
    units = [commander(0), unit("R2", "GU6", "F9"), unit(code, kind, "F10", ap=0)]
    match = builder(table(units, pools={1: pool}))
    shoot(match, "R2", code, len(faces) // 2)
    roll(match, faces)
    return match
