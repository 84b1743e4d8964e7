"""Matches in which nobody is there: defaults and standing orders alone carry them to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.standing import STANDING
from games.astral_sailors.state import StepBuilder
from games.core.questions import sample
from games.core.standing import GivenOrders
from games.core.types import Chance, Decision, Decisions, Ending, Rolled, Seats
from tests.games.astral_sailors.duels import sees

MOST_STEPS = 4000
DAWDLE = 300


def begun(teams: tuple[int, ...], agreement: Agreement) -> StepBuilder:
    match = StepBuilder(muster.opening(agreement, Seats(teams)))
    agenda.run(match)
    return match


def throw(match: StepBuilder, pending: Chance, rng: random.Random) -> None:
    faces = tuple(
        tuple(rng.randint(1, roll.sides) for _ in range(roll.count)) for roll in pending.rolls
    )
    agenda.rolled(match, Rolled(faces))


def by_itself(match: StepBuilder, asked: Decision, orders: dict[int, GivenOrders]) -> bool:
    """Whether the seat's orders, or else the default, answer the decision; always legally."""
    view = sees(match, asked.seat)
    own = orders.get(asked.seat, ())
    answered = STANDING.answer(view, asked, own)
    if answered is not None:
        orders[asked.seat] = answered.left
    move = None if answered is None else answered.move
    if move is None:
        move = STANDING.default(view, asked, own)
    if move is None:
        return False
    assert options_for(view, asked).refusal(move) is None, (asked, move)
    move.do(match, asked)
    agenda.run(match)
    return True


def play_out(match: StepBuilder, rng: random.Random, orders: dict[int, GivenOrders]) -> Ending:
    for _ in range(MOST_STEPS):
        pending = agenda.pending(match.done().state)
        match = StepBuilder(match.done().state)
        if isinstance(pending, Ending):
            return pending
        if isinstance(pending, Chance):
            throw(match, pending, rng)
            continue
        assert any(by_itself(match, asked, orders) for asked in pending.open), pending.open
    raise AssertionError("the match does not end")


@pytest.mark.rules("ASCW-D69", "ASCW-D76")
@pytest.mark.parametrize("option", ["mixed", "auto", "ask"])
@pytest.mark.parametrize("seed", range(4))
def test_whatever_orders_there_are_a_match_goes_on_after_some_moves_by_hand(
    seed: int, option: Any
) -> None:
    """Players make random moves for a while; then they are gone, and their orders are not."""
    rng = random.Random(f"{seed} {option}")
    match = begun((0, 1), Agreement(round_limit=3, scenery="preset", reactions=option))
    orders: dict[int, GivenOrders] = {}
    for _ in range(DAWDLE):
        pending = agenda.pending(match.done().state)
        match = StepBuilder(match.done().state)
        if isinstance(pending, Ending):
            return
        if isinstance(pending, Chance):
            throw(match, pending, rng)
            continue
        assert isinstance(pending, Decisions)
        asked = next(each for each in pending.open if each.waits)
        view = sees(match, asked.seat)
        if rng.random() < 0.2:
            given = STANDING.options(view)
            wish = rng.choice([each for each in given if each.topic != "queue"])
            orders[asked.seat] = STANDING.given(orders.get(asked.seat, ()), wish)
        if asked.kind in ("activate", "reinforce") and rng.random() < 0.8:
            move = sample(options_for(view, asked), rng)
            move.do(match, asked)
            agenda.run(match)
        else:
            assert by_itself(match, asked, orders)
    play_out(match, rng, orders)
