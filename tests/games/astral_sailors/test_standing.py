"""Standing orders: giving and reading them, and the answers they make in an attack."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from games.astral_sailors import machine
from games.astral_sailors.course import Course
from games.astral_sailors.events import WoundsTaken
from games.astral_sailors.moves import Pay, React, Reroll
from games.astral_sailors.rules import attack
from games.astral_sailors.standing import STANDING
from games.astral_sailors.standing.book import MOST_QUEUED
from games.astral_sailors.standing.topics import TOPICS
from games.astral_sailors.table import Part, Unit
from games.core.options import Question, path_of
from games.core.refusals import Forbidden, Unreadable
from games.core.standing import Order, Orders
from tests.games.astral_sailors.duels import (
    carry,
    lapses,
    order,
    orders,
    question,
    roll,
    says,
    sees,
    shoot,
    strike,
)
from tests.games.astral_sailors.goals import commander, dead, player, told
from tests.games.astral_sailors.positions import course, table, unit

VIEW = sees(
    course(table([commander(0), unit("R2", "EX3", "C3"), unit("R3", "CV1", "D3"), commander(1)])), 0
)
OFFERED = tuple(STANDING.options(VIEW))
COMMANDS = (
    "R2 MOVE C4",
    "R2 MOVE C4 VIA S",
    "R2 RUN SE 4 ON B1",
    "R2 SHOOT B1",
    "R2 SHOOT B1:1 B2:1",
    "R2 MELEE B1",
    "R2 CAPTURE B1",
    "R2 HOLD",
    "ENDUNIT",
    "DONE",
    "DONE HOLD R3",
    "BRING R2 C1 N",
    "DEPLOY R2 C3 NW",
    "DEPLOY REST",
    "WA D5",
    "WA D5 TURNED",
)
GIVEN = st.one_of(
    st.sampled_from(OFFERED),
    st.builds(Order, st.just("pay-max"), st.sampled_from(["", "R2"]), st.integers(0, 999).map(str)),
    st.builds(Order, st.just("pay-keep"), st.just(""), st.integers(0, 999).map(str)),
    st.builds(Order, st.just("queue"), st.just(""), st.sampled_from(COMMANDS)),
)


# --- Giving, reading, writing ---


@pytest.mark.rules("ASCW-D69")
@drawn(st.lists(GIVEN, max_size=12))
def test_every_order_reads_back_and_leads_back_through_the_form(wanted: list[Order]) -> None:
    options = STANDING.options(VIEW)
    found: Orders = ()
    for each in wanted:
        assert options.contains(each)
        text = STANDING.write(each)
        assert STANDING.read(VIEW, text) == each
        path = path_of(options, each, text)
        assert options.question(path) == each
        assert all(re.fullmatch(r"[A-Za-z0-9]{1,8}", key) for key in path)
        found = STANDING.given(found, each)
        places = [(one.topic, one.about) for one in found if one.topic != "queue"]
        assert len(places) == len(set(places))
        assert all(one.value for one in found)
        if not each.value:
            assert not {(one.topic, one.about) for one in found} & {(each.topic, each.about)}
        elif each.topic != "queue":
            assert each in found
    assert all(STANDING.show(VIEW, found))


@pytest.mark.rules("ASCW-D69")
def test_the_form_offers_legal_orders_with_keys_that_fit() -> None:
    options = STANDING.options(VIEW)
    assert len(set(OFFERED)) == len(OFFERED) > 200

    def walk(path: tuple[str, ...]) -> None:
        found = options.question(path)
        if not isinstance(found, Question):
            assert options.contains(found)
            return
        keys = [choice.key for choice in found.choices]
        assert keys
        assert len(set(keys)) == len(keys)
        for choice in found.choices:
            assert re.fullmatch(r"[A-Za-z0-9]{1,8}", choice.key)
            assert len(choice.label) <= 80
            assert len(choice.detail) <= 100
            below = options.question((*path, choice.key))
            if choice.final:
                assert not isinstance(below, Question)
                assert choice.text == STANDING.write(below)
            walk((*path, choice.key))

    walk(())


@pytest.mark.parametrize(
    "path",
    [
        ("nothing",),
        ("pay", "R9"),
        ("pay", "B1"),
        ("pay", "all", "sometimes"),
        ("pay", "all", "never", "more"),
        ("paykeep", "1000"),
        ("queue", "R2", "MOVE"),
        ("queue", "BELLICOSE", "NO"),
    ],
)
def test_a_path_that_is_none_is_told_so(path: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable):
        STANDING.options(VIEW).question(path)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("r2 counter always", Order("counter", "R2", "always")),
        ("COUNTER R2 ALWAYS", Order("counter", "R2", "always")),
        ("all pay lethal", Order("pay", "", "lethal")),
        ("pay commanders ask never", Order("pay", "commander", "ask-never")),
        ("civilian pay never", Order("pay", "civilian", "never")),
        ("pay-keep 010", Order("pay-keep", "", "10")),
        ("cover_min_dice 3", Order("cover-dice", "", "3")),
        ("turn_activation pass", Order("activation", "", "pass")),
        ("pay-max none", Order("pay-max", "", "none")),
        ("R2 COUNTER CLEAR", Order("counter", "R2", "")),
        ("queue  r2   move c4", Order("queue", "", "R2 MOVE C4")),
        ("QUEUE CLEAR", Order("queue", "", "")),
    ],
)
def test_orders_are_read_in_many_ways(text: str, found: Order) -> None:
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
def test_an_order_that_cannot_be_given_is_refused(wrong: Order) -> None:
    found = STANDING.options(VIEW).refusal(wrong)
    assert isinstance(found, Forbidden)
    assert found.code == "BAD_KEY"
    assert not STANDING.options(VIEW).contains(wrong)


def test_units_that_are_gone_get_no_orders_and_taken_over_ones_do() -> None:
    units = [commander(0), dead(1), unit("B2", "EX3", "C9"), commander(2)]
    at = player(table(units, teams=(2, 1)), 1, left=True, played_by=0)
    options = STANDING.options(sees(course(at), 0))
    assert options.contains(order("counter", "always", "B2"))
    assert not options.contains(order("counter", "always", "B1"))
    assert not STANDING.options(sees(course(at), 2)).contains(order("counter", "always", "B2"))


def test_a_queue_grows_up_to_a_limit_and_is_emptied_at_once() -> None:
    found: Orders = (order("pay", "never"),)
    for _ in range(MOST_QUEUED + 5):
        found = STANDING.given(found, order("queue", "DONE"))
    assert len(found) == MOST_QUEUED + 1
    assert STANDING.given(found, order("queue", "")) == (order("pay", "never"),)


@pytest.mark.rules("ASCW-D69")
def test_all_orders_in_force_are_shown_with_the_defaults() -> None:
    shown = STANDING.show(VIEW, ())
    assert len(shown) == len(TOPICS)  # the queue is empty, Commanders pay differently
    assert all(each.endswith("(default).") for each in shown)
    given = orders("PAY ALL ALWAYS", "COUNTER R2 NEVER", "COUNTER MILITARY ASK", "QUEUE R2 MOVE C4")
    shown = STANDING.show(VIEW, given)
    assert "Pay wounds off: as many as the points allow, unless the unit is lost anyway." in shown
    assert not any(each.startswith("Pay wounds off, Commanders") for each in shown)
    at = shown.index("Counter-attack, other military units: ask me.")
    assert shown[at + 1] == "Counter-attack, R2: never."
    assert shown[-1] == "Queue, 1: R2 MOVE C4."


# --- Counter-attack and Cover ---


def shot_at(target: Unit, *others: Unit, dice: int = 2, **options: Any) -> Course:
    """B2 is shot at from F9 with so many dice, and asked how it reacts."""
    units = [commander(0), unit("R2", "EX3", "F9"), commander(1), target, *others]
    match = course(table(units, **options))
    shoot(match, "R2", target.code, dice)
    return match


def struck(target: Unit, **options: Any) -> Course:
    units = [commander(0), unit("R2", "EX3", "F9"), commander(1), target]
    match = course(table(units, **options))
    strike(match, "R2", target.code, 1)
    return match


def warden(**values: Any) -> Unit:
    """Cover 2 and Counter-attack, facing the attacker to its north."""
    return unit("B2", "EX4", "F10", **values)


@pytest.mark.rules("ASCW-D69", "ASCW-139")
def test_by_default_a_unit_keeps_its_points_until_it_has_acted() -> None:
    assert says(shot_at(warden())) == React("B2", "none")
    assert says(shot_at(warden(activated=1))) == React("B2", "cover")
    assert says(struck(warden(activated=1))) == React("B2", "counter")


@pytest.mark.rules("ASCW-D69")
@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("COVER ALL ALWAYS", "cover"),
        ("COVER ALL ACTED", "none"),
        ("COVER ALL NEVER", "none"),
        ("COVER B2 ALWAYS", "cover"),
        ("COVER MILITARY ALWAYS", "cover"),
        ("COVER COMMANDER ALWAYS", "none"),
        ("COVER ALL ASK", None),
        ("COVER ALL ASK ALWAYS", None),
    ],
)
def test_cover_follows_its_order(text: str, choice: str | None) -> None:
    found = says(shot_at(warden()), orders(text))
    assert found == (None if choice is None else React("B2", choice))  # type: ignore[arg-type]


@pytest.mark.rules("ASCW-D69")
def test_the_unit_comes_before_its_class_and_the_class_before_all() -> None:
    match = shot_at(warden())
    given = orders("COVER ALL ALWAYS", "COVER MILITARY NEVER")
    assert says(match, given) == React("B2", "none")
    assert says(match, (*given, *orders("COVER B2 ALWAYS"))) == React("B2", "cover")


@pytest.mark.rules("ASCW-D69")
def test_cover_is_not_worth_it_against_few_dice() -> None:
    given = orders("COVER ALL ALWAYS")
    assert says(shot_at(warden(), dice=1), given) == React("B2", "none")
    fewer = (*given, *orders("COVER-DICE ALL 1"))
    assert says(shot_at(warden(), dice=1), fewer) == React("B2", "cover")
    assert says(shot_at(warden(), dice=1), orders("COVER ALL ASK")) == React("B2", "none")


@pytest.mark.rules("ASCW-D69", "ASCW-D28")
@pytest.mark.parametrize(
    ("texts", "choice"),
    [
        (("COUNTER ALL ALWAYS", "COVER ALL ALWAYS"), "counter"),
        (("COUNTER ALL ALWAYS", "COVER ALL ALWAYS", "PREFER ALL COVER"), "cover"),
        (("COUNTER ALL NEVER", "COVER ALL ALWAYS"), "cover"),
        (("COUNTER ALL ALWAYS", "COVER ALL ASK"), "counter"),
        (("COUNTER ALL ASK", "COVER ALL ALWAYS"), None),
        (("COUNTER ALL NEVER", "COVER ALL ASK"), None),
        (("COUNTER ALL NEVER", "COVER ALL NEVER"), "none"),
    ],
)
def test_of_two_reactions_the_preferred_one_is_looked_at_first(
    texts: tuple[str, ...], choice: str | None
) -> None:
    given = orders(*texts, "COVER-DICE ALL 1")
    found = says(struck(warden()), given)
    assert found == (None if choice is None else React("B2", choice))  # type: ignore[arg-type]


# --- Settings of the match, and time that runs out ---


@pytest.mark.rules("ASCW-D69")
def test_a_match_can_agree_to_wait_for_nobody_or_to_ask_always() -> None:
    asks = orders("COVER ALL ASK ALWAYS")
    assert says(shot_at(warden(), reactions="auto"), asks) == React("B2", "cover")
    assert says(shot_at(warden(), reactions="auto"), orders("COVER ALL ASK")) == React("B2", "none")
    assert says(shot_at(warden(), reactions="ask"), orders("COVER ALL ALWAYS")) is None
    assert says(shot_at(warden(), reactions="mixed"), asks) is None


@pytest.mark.rules("ASCW-D69")
@pytest.mark.parametrize(
    ("text", "choice"),
    [("ASK", "none"), ("ASK ALWAYS", "cover"), ("ASK NEVER", "none"), ("ALWAYS", "cover")],
)
def test_when_time_runs_out_the_fallback_holds(text: str, choice: Any) -> None:
    match = shot_at(warden(), reactions="ask")
    assert lapses(match, orders(f"COVER ALL {text}")) == React("B2", choice)


# --- Throwing dice again ---


def elite(**values: Any) -> Unit:
    return unit("B2", "EX6", "F10", **values)  # RE 1, DE 1, Elite


def thrown(match: Course, *faces: int) -> Course:
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
    match = course(table(units))
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
        match = course(table([*units[:2], replace(legate, absorbed=absorbed)]))
        shoot(match, "R2", "B1", 1)
        thrown(match, 5, 2)
        assert says(match) == Reroll(dice)


@pytest.mark.rules("ASCW-D25", "ASCW-D26")
def test_a_six_that_gets_another_die_is_not_thrown_again() -> None:
    units = [commander(0), unit("R2", "EX7", "F2"), commander(1), elite()]  # DA 3
    match = course(table(units))
    attack.declare(match, "shoot", match.unit("R2"), (Part("B2", 2),))
    machine.run(match)
    thrown(match, 6, 6, 6, 2)
    assert says(match) == Reroll((1,))


# --- Paying ---


def wounded(code: str, kind: str, pool: int, *faces: int, **values: Any) -> Course:
    """``code`` was shot at with these dice, and is asked whether it pays."""
    target = unit(code, kind, "F10", ap=0, **values)
    units = [commander(0), unit("R2", "GU6", "F9"), target]
    match = course(table(units, pools={1: pool}))
    shoot(match, "R2", code, len(faces) // 2)
    return thrown(match, *faces)


@pytest.mark.rules("ASCW-91", "ASCW-92", "ASCW-93", "ASCW-94", "ASCW-D34", "WE-27")
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
    match = course(table(units, pools={0: pool, 1: pool}, reactions=option))
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
    target: str, faces: list[int], given: list[Order]
) -> None:
    units = [
        unit("R1", "EX1", "F9", ap=3),
        unit("R2", "CV1", "A1"),
        unit("B1", target, "F10", ap=2, activated=1),
        unit("B2", "CV1", "P16"),
    ]
    match = course(table(units, pools={0: 30, 1: 30}))
    found: Orders = ()
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
    calm = sees(course(table([commander(0), commander(1)])), 1)
    assert STANDING.answer(calm, asked, ()) is None
