"""Standing orders: giving, reading, writing and showing them; attacks that they carry out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from games.astral_sailors.events import TurnEnded, WoundsTaken
from games.astral_sailors.standing import STANDING
from games.astral_sailors.standing.topics import QUEUE, TOPICS
from games.astral_sailors.state import StepBuilder
from games.core.standing import GivenOrders, StandingOrder
from games.core.types import Decision, Forbidden, Seat, Unreadable
from tests.games.astral_sailors.duels import carry, order, orders, question, sees, shoot, strike
from tests.games.astral_sailors.goals import commander, dead, player, told
from tests.games.astral_sailors.positions import builder, table, unit

VIEW = sees(
    builder(table([commander(0), unit("R2", "EX3", "C3"), unit("R3", "CV1", "D3"), commander(1)])),
    0,
)
OFFERED = tuple(STANDING.options(VIEW))


# --- Giving, reading, writing ---


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("r2 counter always", StandingOrder("counter", "R2", "always")),
        ("COUNTER R2 ALWAYS", StandingOrder("counter", "R2", "always")),
        ("all pay lethal", StandingOrder("pay", "", "lethal")),
        ("pay commanders ask never", StandingOrder("pay", "commander", "ask-never")),
        ("civilian pay never", StandingOrder("pay", "civilian", "never")),
        ("pay-keep 010", StandingOrder("pay-keep", "", "10")),
        ("cover_min_dice 3", StandingOrder("cover-dice", "", "3")),
        ("turn_activation pass", StandingOrder("activation", "", "pass")),
        ("pay-max none", StandingOrder("pay-max", "", "none")),
        ("R2 COUNTER CLEAR", StandingOrder("counter", "R2", "")),
        ("queue  r2   move c4", StandingOrder("queue", "", "R2 MOVE C4")),
        ("QUEUE CLEAR", StandingOrder("queue", "", "")),
    ],
)
def test_orders_are_read_in_many_ways(text: str, found: StandingOrder) -> None:
    assert STANDING.read(VIEW, text) == found


@pytest.mark.parametrize(
    "text",
    [
        "",
        "DANCE",
        "COUNTER",
        "COUNTER R2",
        "COUNTER R2 SOMETIMES",
        "PAY-KEEP LOTS",
        "QUEUE",
        "QUEUE LEAVE",
        "QUEUE R2 FLY C4",
        "QUEUE " + "N " * 200,
    ],
)
def test_what_is_no_order_is_told_with_an_example(text: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        STANDING.read(VIEW, text)
    assert refusal.value.instead


@pytest.mark.rules("ASCW-D69")
@pytest.mark.parametrize(
    "wrong",
    [
        order("dance", "always"),
        order("counter", "sometimes"),
        order("counter", "always", "B1"),
        order("counter", "always", "R9"),
        order("pay-keep", "5", "R2"),
        order("pay-keep", "1000"),
        order("pay-keep", "05"),
        order("queue", "DONE", "R2"),
        order("queue", "done"),
        order("queue", "LEAVE"),
    ],
)
def test_an_order_that_cannot_be_given_is_refused(wrong: StandingOrder) -> None:
    found = STANDING.options(VIEW).refusal(wrong)
    assert isinstance(found, Forbidden)
    assert found.code == "BAD_KEY"
    assert not STANDING.options(VIEW).contains(wrong)


def test_units_that_are_gone_get_no_orders_and_taken_over_ones_do() -> None:
    units = [commander(0), dead(1), unit("B2", "EX3", "C9"), commander(2)]
    at = player(table(units, teams=(2, 1)), 1, left=True, played_by=0)
    options = STANDING.options(sees(builder(at), 0))
    assert options.contains(order("counter", "always", "B2"))
    assert not options.contains(order("counter", "always", "B1"))
    assert not STANDING.options(sees(builder(at), 2)).contains(order("counter", "always", "B2"))


def test_a_queue_grows_up_to_a_limit_and_is_emptied_at_once() -> None:
    found: GivenOrders = (order("pay", "never"),)
    for _ in range(QUEUE.queue + 5):
        found = STANDING.given(found, order("queue", "DONE"))
    assert len(found) == QUEUE.queue + 1
    assert STANDING.given(found, order("queue", "")) == (order("pay", "never"),)


@pytest.mark.rules("ASCW-D69")
def test_all_orders_in_force_are_shown_with_the_defaults() -> None:
    shown = STANDING.show(VIEW, ())
    assert len(shown) == len(TOPICS)  # the queue is empty, Commanders pay differently
    assert all(each.endswith("(default).") for each in shown)
    given = orders("PAY ALL ALWAYS", "COUNTER R2 NEVER", "COUNTER MILITARY ASK", "QUEUE R2 MOVE C4")
    shown = STANDING.show(VIEW, given)
    assert "Pay off wounds: as many as you can afford, unless the unit dies anyway." in shown
    assert not any(each.startswith("Pay off wounds, Commanders") for each in shown)
    at = shown.index("Counter-attack, other military units: ask me.")
    assert shown[at + 1] == "Counter-attack, R2: never."
    assert shown[-1] == "Queue, 1: R2 MOVE C4."


# --- Answers ---

KINDS = ("EX1", "EX3", "EX4", "EX5", "EX6", "GU1", "GU2", "GU4", "GU7", "MC3", "CV1")


def facing(
    attacker: str, target: str, pool: int, activated: int = 1, **options: Any
) -> StepBuilder:
    units = [
        unit("R1", attacker, "F9", ap=3),
        unit("R2", "CV1", "A1"),
        unit("B1", target, "F10", ap=2, activated=activated),
        unit("B2", "CV1", "P16"),
    ]
    return builder(table(units, pools={0: pool, 1: pool}, **options))


FACES = st.lists(st.integers(1, 6), min_size=60, max_size=60)


@pytest.mark.rules("ASCW-D69")
@settings(deadline=None, max_examples=60)
@drawn(
    attacker=st.sampled_from([kind for kind in KINDS if kind != "CV1"]),
    target=st.sampled_from(KINDS),
    how=st.sampled_from(["shoot", "melee"]),
    faces=FACES,
    activated=st.integers(0, 1),
    pool=st.integers(0, 40),
    option=st.sampled_from(["mixed", "auto"]),
)
def test_without_any_orders_an_attack_waits_for_nobody(
    attacker: str, target: str, how: str, faces: list[int], activated: int, pool: int, option: str
) -> None:
    match = facing(attacker, target, pool, activated, reactions=option)
    kind = match.kind("R1")
    dice = kind.shots if how == "shoot" else kind.blows
    if dice:
        (shoot if how == "shoot" else strike)(match, "R1", "B1", dice)
        assert carry(match, faces) == 0


@pytest.mark.rules("ASCW-D69")
@settings(deadline=None, max_examples=60)
@drawn(
    target=st.sampled_from(KINDS),
    faces=FACES,
    given=st.lists(st.sampled_from([each for each in OFFERED if each.topic != "queue"])),
)
def test_whatever_is_ordered_the_answers_are_legal(
    target: str, faces: list[int], given: list[StandingOrder]
) -> None:
    match, found = facing("EX1", target, 30), orders()
    for each in given:
        found = STANDING.given(found, each)
    strike(match, "R1", "B1", 2)
    carry(match, faces, {0: found, 1: found})
    spent = [event for event in told(match, WoundsTaken) if isinstance(event, WoundsTaken)]
    assert all(event.paid <= event.wounds and event.pool >= 0 for event in spent)


def test_what_is_not_asked_is_not_answered() -> None:
    match = facing("EX3", "EX4", 0)
    shoot(match, "R1", "B1", 2)
    asked = question(match)
    assert asked is not None
    view = sees(match, asked.seat)
    late = replace(asked, number=asked.number + 7)
    assert STANDING.answer(view, late, ()) is None
    assert STANDING.default(view, late, ()) is None
    calm = sees(builder(table([commander(0), commander(1)])), 1)
    assert STANDING.answer(calm, asked, ()) is None


def test_the_words_of_a_queue_may_mean_nothing_any_more() -> None:
    match = builder(table([commander(0), unit("R2", "EX3", "C3"), commander(1)]))
    kept = orders("PAY ALL NEVER")
    answered = STANDING.answer(
        sees(match, 0),
        Decision(Seat(0), "activate", 0),
        (*kept, order("queue", "R2 FLY HIGH"), order("queue", "DONE")),
    )
    assert answered is not None
    assert (answered.move, answered.left) == (None, kept)
    assert told(match, TurnEnded) == []


@pytest.mark.rules("ASCW-D69")
def test_what_will_happen_is_told_to_everybody_alike() -> None:
    match = builder(table([commander(0), commander(1)]))
    for kind, said in (("activate", "Default: the remaining units hold."), ("talk", "")):
        asked = Decision(Seat(0), kind, 0)
        assert STANDING.unless(sees(match, 0), asked, orders("ACTIVATION PASS")) == said
        assert STANDING.unless(sees(match, 1), asked, ()) == said
