"""Standing orders for dice thrown again and for payments, and whole attacks by orders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from games.astral_sailors import agenda
from games.astral_sailors.events import WoundsTaken
from games.astral_sailors.rules.combat import attack
from games.astral_sailors.rules.combat.answering import Pay, Reroll
from games.astral_sailors.standing import STANDING
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Part
from games.core.standing import GivenOrders, StandingOrder
from tests.games.astral_sailors.duels import (
    carry,
    lapses,
    orders,
    question,
    roll,
    says,
    sees,
    shoot,
    strike,
)
from tests.games.astral_sailors.goals import commander, told
from tests.games.astral_sailors.positions import builder, table, unit
from tests.games.astral_sailors.wardens import OFFERED, shot_at, warden

# --- Throwing dice again ---


def elite(**values: Any) -> Unit:
    return unit("B2", "EX6", "F10", **values)  # RE 1, DE 1, Elite


def thrown(match: StepBuilder, *faces: int) -> StepBuilder:
    roll(match, faces)
    return match


@pytest.mark.rules("ASCW-D26", "ASCW-D69")
@pytest.mark.parametrize(
    ("text", "faces", "dice"),
    [
        ("", (1, 6, 5, 4), (0,)),
        ("TWO", (1, 6, 5, 4), ()),
        ("TWO", (1, 1, 4, 4), (0, 1)),
        ("NEVER", (1, 1, 4, 4), ()),
        ("ALWAYS", (1, 1, 4, 4), (0, 1)),
        ("ASK", (1, 1, 4, 4), None),
    ],
)
def test_the_attackers_own_dice_follow_its_orders(
    text: str, faces: tuple[int, ...], dice: tuple[int, ...] | None
) -> None:
    units = [commander(0), unit("R2", "EX6", "F9"), commander(1), unit("B2", "GU3", "F10")]
    match = builder(table(units))
    strike(match, "R2", "B2", 2)
    thrown(match, *faces)
    given = orders(f"REROLL-ATTACK ALL {text}") if text else ()
    assert says(match, given) == (None if dice is None else Reroll(dice))


@pytest.mark.rules("ASCW-D26", "ASCW-D69")
def test_failed_defence_dice_are_thrown_again_when_the_unit_would_be_lost() -> None:
    assert says(thrown(shot_at(elite()), 5, 4, 2, 1)) == Reroll((0, 1))
    sturdy = unit("B2", "GU7", "F10")  # RE 2, DE 1, Elite
    assert says(thrown(shot_at(sturdy), 5, 4, 2, 5)) == Reroll(())
    assert says(thrown(shot_at(sturdy), 5, 4, 2, 1)) == Reroll((0, 1))
    hurt = thrown(shot_at(replace(sturdy, lost=1)), 5, 4, 2, 5)
    assert says(hurt) == Reroll((0,))
    always = orders("REROLL-DEFENCE ALL ALWAYS")
    assert says(thrown(shot_at(sturdy), 5, 4, 2, 5), always) == Reroll((0,))
    assert (
        says(thrown(shot_at(elite()), 5, 4, 2, 1), orders("REROLL-DEFENCE ALL NEVER")) == Reroll()
    )
    assert says(thrown(shot_at(elite()), 5, 4, 2, 1), orders("REROLL-DEFENCE ALL ASK")) is None


@pytest.mark.rules("ASCW-D26", "ASCW-D31", "ASCW-D69")
def test_what_tough_still_absorbs_is_not_lethal() -> None:
    legate = unit("B1", "GU1", "F10", lost=1)  # RE 1 of 2, Tough 1, its own aura
    units = [commander(0), unit("R2", "EX3", "F9"), legate]
    for absorbed, dice in ((0, ()), (1, (0,))):
        match = builder(table([*units[:2], replace(legate, absorbed=absorbed)]))
        shoot(match, "R2", "B1", 1)
        thrown(match, 5, 2)
        assert says(match) == Reroll(dice)


@pytest.mark.rules("ASCW-D25", "ASCW-D26")
def test_a_six_that_gets_another_die_is_not_thrown_again() -> None:
    units = [commander(0), unit("R2", "EX7", "F2"), commander(1), elite()]  # DA 3
    match = builder(table(units))
    attack.declare(match, "shoot", match.unit("R2"), (Part("B2", 2),))
    agenda.run(match)
    thrown(match, 6, 6, 6, 2)
    assert says(match) == Reroll((1,))


# --- Paying ---


def wounded(code: str, kind: str, pool: int, *faces: int, **values: Any) -> StepBuilder:
    """``code`` was shot at with these dice, and is asked whether it pays."""
    target = unit(code, kind, "F10", ap=0, **values)
    units = [commander(0), unit("R2", "GU6", "F9"), target]
    match = builder(table(units, pools={1: pool}))
    shoot(match, "R2", code, len(faces) // 2)
    return thrown(match, *faces)


@pytest.mark.rules("ASCW-91", "ASCW-93", "ASCW-94", "ASCW-D34", "WE-27")
@pytest.mark.parametrize(("pool", "paid"), [(12, 2), (9, 0)])
def test_lethal_pays_what_is_needed_to_survive_or_nothing(pool: int, paid: int) -> None:
    match = wounded("B2", "EX5", pool, 6, 6, 6, 1, 1, 1)  # RE 2, CO 10
    assert says(match, orders("PAY ALL LETHAL")) == Pay("B2", paid)


@pytest.mark.rules("ASCW-D69")
@pytest.mark.parametrize(
    ("texts", "paid"),
    [
        ((), 0),
        (("PAY ALL ALWAYS",), 3),
        (("PAY ALL ALWAYS", "PAY-MAX ALL 14"), 2),
        (("PAY ALL ALWAYS", "PAY-MAX ALL 9"), 0),
        (("PAY ALL ALWAYS", "PAY-KEEP 8"), 2),
        (("PAY ALL ALWAYS", "PAY-KEEP 20"), 0),
        (("PAY ALL LETHAL", "PAY-MAX ALL 9"), 0),
        (("PAY ALL LETHAL", "PAY-MAX B2 9", "PAY-MAX ALL 0"), 0),
        (("PAY ALL NEVER", "PAY B2 LETHAL"), 2),
        (("PAY ALL ASK",), None),
    ],
)
def test_payments_keep_to_their_limits(texts: tuple[str, ...], paid: int | None) -> None:
    match = wounded("B2", "EX5", 20, 6, 6, 6, 1, 1, 1)  # RE 2, price 5, 3 wounds
    assert says(match, orders(*texts)) == (None if paid is None else Pay("B2", paid))


@pytest.mark.rules("ASCW-D69")
def test_only_commanders_pay_when_nobody_has_said_anything() -> None:
    general = wounded("B1", "EX2", 100, 6, 6, 6, 1, 1, 1, rerolls=("defence-aura",), lost=1)
    assert says(general) == Pay("B1", 2)
    safe = wounded("B1", "EX2", 100, 6, 1, 1, 1, 1, 1, rerolls=("defence-aura",))
    assert says(safe) == Pay("B1", 0)


@pytest.mark.rules("ASCW-D69")
def test_a_payment_that_nobody_answers_spends_no_points() -> None:
    match = wounded("B2", "EX5", 20, 6, 6, 6, 1, 1, 1)
    assert lapses(match, orders("PAY ALL ASK")) == Pay("B2", 0)
    assert lapses(match, orders("PAY ALL ASK LETHAL")) == Pay("B2", 2)


# --- Whole attacks ---

KINDS = ("EX1", "EX3", "EX4", "EX5", "EX6", "GU1", "GU2", "GU4", "GU7", "MC3", "CV1")


@pytest.mark.rules("ASCW-D69")
@settings(deadline=None, max_examples=60)
@drawn(
    attacker=st.sampled_from([kind for kind in KINDS if kind != "CV1"]),
    target=st.sampled_from(KINDS),
    how=st.sampled_from(["shoot", "melee"]),
    faces=st.lists(st.integers(1, 6), min_size=60, max_size=60),
    activated=st.integers(0, 1),
    pool=st.integers(0, 40),
    option=st.sampled_from(["mixed", "auto"]),
)
def test_without_any_orders_an_attack_waits_for_nobody(
    attacker: str, target: str, how: str, faces: list[int], activated: int, pool: int, option: str
) -> None:
    units = [
        unit("R1", attacker, "F9", ap=3),
        unit("R2", "CV1", "A1"),
        unit("B1", target, "F10", ap=2, activated=activated),
        unit("B2", "CV1", "P16"),
    ]
    match = builder(table(units, pools={0: pool, 1: pool}, reactions=option))
    kind = match.kind("R1")
    dice = kind.shots if how == "shoot" else kind.blows
    if dice:
        (shoot if how == "shoot" else strike)(match, "R1", "B1", dice)
        assert carry(match, faces) == 0


@pytest.mark.rules("ASCW-D69")
@settings(deadline=None, max_examples=60)
@drawn(
    target=st.sampled_from(KINDS),
    faces=st.lists(st.integers(1, 6), min_size=60, max_size=60),
    given=st.lists(st.sampled_from([each for each in OFFERED if each.topic != "queue"])),
)
def test_whatever_is_ordered_the_answers_are_legal(
    target: str, faces: list[int], given: list[StandingOrder]
) -> None:
    units = [
        unit("R1", "EX1", "F9", ap=3),
        unit("R2", "CV1", "A1"),
        unit("B1", target, "F10", ap=2, activated=1),
        unit("B2", "CV1", "P16"),
    ]
    match = builder(table(units, pools={0: 30, 1: 30}))
    found: GivenOrders = ()
    for each in given:
        found = STANDING.given(found, each)
    strike(match, "R1", "B1", 2)
    carry(match, faces, {0: found, 1: found})
    spent = [event for event in told(match, WoundsTaken) if isinstance(event, WoundsTaken)]
    assert all(event.paid <= event.wounds and event.pool >= 0 for event in spent)


def test_what_is_not_asked_is_not_answered() -> None:
    match = shot_at(warden())
    asked = question(match)
    assert asked is not None
    view = sees(match, asked.seat)
    late = replace(asked, number=asked.number + 7)
    assert STANDING.answer(view, late, ()) is None
    assert STANDING.default(view, late, ()) is None
    calm = sees(builder(table([commander(0), commander(1)])), 1)
    assert STANDING.answer(calm, asked, ()) is None
