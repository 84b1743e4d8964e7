"""Windows by policy: the automatic rules, ask and never (4.3, 4.5)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.standing import GivenOrders as Given
from games.cosmic_conflict.content.design_data import read
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.tasks import Hurt
from tests.games.cosmic_conflict.activations import Pair, acting, hidden, ship
from tests.games.cosmic_conflict.answering import answered, by_default, orders, settled
from tests.games.cosmic_conflict.duels import ASTEROIDS, armed, gun
from tests.games.cosmic_conflict.matches import Match, standing
from tests.games.cosmic_conflict.scenes import plain, scene, unit


def shooter(kind: str, size: int, **fields: Any) -> Pair:
    return ship("a1", armed(gun(kind, size), size=size), "10 1", velocity=0, **fields)


def target(size: int, distance: int, *items: str, **fields: Any) -> Pair:
    return ship("b1", plain(size, *items), f"10 {1 + distance}", velocity=0, **fields)


def firing(*units: Pair, terrain: Any = ()) -> Match:
    """``a1`` fires its Weapon at ``b1``."""
    found = acting(*units, terrain=terrain).play("ACTIVATE a1")
    label = found.table.design(found.unit("a1")).labels[0]
    return found.play(f"FIRE {label} AT b1")


def attacked(match: Match, *dice: int, one: str = "", two: str = "") -> list[str]:
    """What the sides answer before and after the dice; each gives one order at most."""
    given = [orders(match, side, text) if text else () for side, text in ((1, one), (2, two))]
    found = settled(match, *given)
    match.roll(*dice)
    return found + settled(match, *given)


def figures(match: Match) -> tuple[int, str, int]:
    """A, the band and F of the attack that was told last."""
    (told,) = match.told("Attacked")
    return told.total, told.band, told.applied


def quiet(pair: Pair, *names: Any, **agreed: Any) -> Match:
    """Outside the Activation Phase; the first unit hides an Order in its main slot, if any."""
    each = replace(pair[0], slots=tuple(MAIN for _ in names))
    other = unit("a2" if each.side == 2 else "b2", "WREN", "1 15")
    hides = {each.id: Orders(hidden=tuple((MAIN, name) for name in names))}
    return standing(scene((each, pair[1]), other), orders=hides, **agreed)


def hurt(pair: Pair, damage: int, *names: Any) -> Match:
    """The unit is about to take damage of terrain."""
    match = quiet(pair, *names)
    builder = StepBuilder(match.state)
    builder.push(Hurt(pair[0].id, damage, "danger", "T1"))
    match.run(builder)
    return match


# --- Attacks ---


@pytest.mark.rules("W-15", "CC-064", "CC-066", "CC-161", "CC-T06", "CC-T07")
def test_w15_evasive_actions_are_revealed_at_the_first_attack() -> None:
    match = firing(shooter("BEAM", 4), hidden(target(4, 10), "evasive"))
    assert attacked(match, 2, 3) == ["2: REACT EVASIVE"]
    assert figures(match) == (1, "glance", 2)
    hidden_still = firing(shooter("BEAM", 4), hidden(target(4, 10), "evasive"))
    assert attacked(hidden_still, 2, 3, two="EVASIVE NEVER") == ["2: REACT NO", "2: REACT NO"]
    assert figures(hidden_still) == (2, "hit", 3)
    assert hidden_still.sheet(2).of("b1").names == ("evasive",)


@pytest.mark.rules("CC-T06")
def test_a_window_without_the_order_is_declined_at_once() -> None:
    match = firing(shooter("BEAM", 4), hidden(target(4, 10), "brace"))
    assert attacked(match, 1, 1) == ["2: REACT NO", "2: REACT NO"]
    assert match.sheet(2).of("b1").names == ("brace",)


@pytest.mark.rules("CC-T06")
def test_who_asks_is_asked_whatever_the_slot_hides_and_time_runs_out_as_auto() -> None:
    cases: tuple[tuple[Any, str], ...] = (("evasive", "REACT EVASIVE"), ("brace", "REACT NO"))
    for order, late in cases:
        match = firing(shooter("BEAM", 4), hidden(target(4, 10), order))
        for text in ("EVASIVE ASK", "EVASIVE B1 ASK"):
            assert answered(match, orders(match, 2, text)) is None
        own = orders(match, 2, "EVASIVE ASK", "EVASIVE B1 AUTO")
        assert answered(match, own) is not None
        assert by_default(match, orders(match, 2, "EVASIVE ASK")) == late


@pytest.mark.rules("W-41", "CC-191", "CC-T07")
@pytest.mark.parametrize(
    ("dice", "asked", "new", "applied"),
    [((5, 6), "2: REACT BLOCKING DMG1", 2, 2), ((2, 2), "2: REACT BLOCKING ACC", 1, 1)],
)
def test_w41_blocking_requests_the_die_that_promises_least(
    dice: tuple[int, int], asked: str, new: int, applied: int
) -> None:
    match = firing(shooter("BEAM", 4), target(4, 10), terrain=[ASTEROIDS])
    assert attacked(match, *dice) == [asked]
    match.roll(new)
    assert figures(match)[2] == applied


@pytest.mark.rules("CC-T07", "CC-191")
def test_a_request_that_promises_no_less_is_not_made() -> None:
    low = firing(shooter("BEAM", 4), target(4, 10), terrain=[ASTEROIDS])
    assert attacked(low, 1, 1) == ["2: REACT NO"]
    never = firing(shooter("BEAM", 4), target(4, 10), terrain=[ASTEROIDS])
    assert attacked(never, 5, 6, two="BLOCKING NEVER") == ["2: REACT NO"]


@pytest.mark.rules("W-46", "CC-154", "CC-163", "CC-T07")
def test_w46_focus_then_dodge() -> None:
    match = firing(hidden(shooter("KIN", 3), "focus"), target(3, 9, token=True))
    assert attacked(match, 1, 5) == ["1: REROLL ACC"]
    match.roll(3)
    assert settled(match) == ["2: REACT DODGE PAY TOKEN"]
    assert figures(match) == (2, "glance", 3)
    assert not match.unit("b1").token


@pytest.mark.rules("CC-163", "CC-T07")
def test_dodge_must_save_what_was_set() -> None:
    """From a hit that would do 5 to a glance that does 3."""
    for text in ("", "DODGE 2", "B1 DODGE AUTO"):
        match = firing(shooter("KIN", 3), target(3, 9, token=True))
        assert attacked(match, 3, 5, two=text) == ["2: REACT DODGE PAY TOKEN"]
    for text in ("DODGE 3", "DODGE NEVER", "B1 DODGE 3"):
        match = firing(shooter("KIN", 3), target(3, 9, token=True))
        assert attacked(match, 3, 5, two=text) == ["2: REACT NO"]
        assert match.unit("b1").token


@pytest.mark.rules("CC-065", "CC-068", "CC-T07")
def test_an_extra_slot_pays_before_the_token_and_the_main_order_never() -> None:
    bridge = read({"id": "NAVS", "size": 3, "primary": [{"type": "NAV"}]})
    there = ship("b1", bridge, "10 10", velocity=0, token=True)
    nav = hidden(there, "velocity", slots=(0,))
    assert attacked(firing(shooter("KIN", 3), nav), 3, 5)[-1:] == ["2: REACT DODGE PAY NAV1"]
    kept = firing(shooter("KIN", 3), hidden(target(3, 9), "brace"))
    assert attacked(kept, 3, 5) == ["2: REACT NO", "2: REACT NO"]


@pytest.mark.rules("CC-154", "CC-155", "CC-T07")
def test_focus_rolls_again_and_a_token_is_not_spent_on_it() -> None:
    match = firing(shooter("KIN", 3, token=True), target(3, 9))
    assert attacked(match, 1, 5) == ["1: REACT NO"]
    both = firing(hidden(shooter("KIN", 3, token=True), "focus"), target(3, 9))
    both.roll(1, 5)
    assert settled(both) == ["1: REROLL ACC"]
    both.roll(1)
    assert settled(both) == ["1: REACT NO"]


# --- Damage ---


@pytest.mark.rules("W-24", "CC-157", "CC-158", "CC-T07")
def test_w24_brace_for_impact_and_the_milder_condition() -> None:
    match = hurt(unit("b1", plain(4), "10 10", health=6), 9, "brace")
    assert settled(match) == ["2: REACT BRACE"]
    match.roll(2, 2, 3, 4)
    assert answered(match, orders(match, 2, "BRACE-KEEP ASK")) is None
    assert settled(match) == ["2: REACT KEEP 7"]
    assert match.unit("b1").health == 12
    without = hurt(unit("b1", plain(4), "10 10", health=6), 9, "brace")
    assert settled(without, two=orders(without, 2, "BRACE NEVER")) == ["2: REACT NO"]
    without.roll(2, 2)
    assert settled(without) == ["2: REACT NO"]
    assert without.unit("b1").health == 15


@pytest.mark.rules("CC-157", "CC-T07")
@pytest.mark.parametrize(("health", "damage"), [(6, 3), (36, 9)])
def test_nothing_is_asked_where_brace_would_not_help(health: int, damage: int) -> None:
    """No row is completed, or the last one is."""
    match = hurt(unit("b1", plain(4), "10 10", health=health), damage, "brace")
    assert settled(match) == []


@pytest.mark.rules("W-25", "CC-068", "CC-160", "CC-T07")
def test_w25_damage_control() -> None:
    match = hurt(unit("b1", plain(4), "10 10", health=9, token=True), 1).roll(1, 1)
    assert settled(match) == ["2: REACT DAMCON PAY TOKEN"]
    match.roll(6, 6)
    b1 = match.unit("b1")
    assert (b1.state, b1.conditions, b1.token) == ("in", (), False)


@pytest.mark.rules("CC-160", "CC-T07")
@pytest.mark.parametrize(
    ("dice", "text", "said"),
    [
        ((2, 3), "DAMCON AUTO", "NO"),
        ((4, 6), "DAMCON AUTO", "DAMCON PAY TOKEN"),
        ((1, 2), "DAMCON AUTO", "DAMCON PAY TOKEN"),
        ((4, 6), "DAMCON NEVER", "NO"),
    ],
)
def test_damage_control_is_used_against_what_hurts(
    dice: tuple[int, int], text: str, said: str
) -> None:
    match = hurt(unit("b1", plain(4), "10 10", health=9, token=True), 1).roll(*dice)
    assert settled(match, two=orders(match, 2, text))[0] == f"2: REACT {said}"


def partisan(*names: Any, **fields: Any) -> Match:
    """A Partisan whose first Health row is about to be completed."""
    worn = unit("b1", "PART", "10 10", health=9, absorbers=(0, 0), **fields)
    return hurt(worn, 1, *names)


@pytest.mark.rules("W-23", "CC-053", "CC-059", "D-040", "CC-T07")
def test_w23_the_cheaper_primary_weapon_is_deactivated() -> None:
    match = partisan("focus")
    assert settled(match) == ["2: REACT NO"]
    match.roll(4, 4)
    assert settled(match) == ["2: REACT NO", "2: REACT SACRIFICE BEAM1"]
    assert match.unit("b1").off == (1,)


@pytest.mark.rules("CC-053", "CC-054", "D-040", "CC-T06")
def test_what_to_deactivate_can_be_asked() -> None:
    match = partisan().roll(4, 4)
    assert answered(match, orders(match, 2, "SACRIFICE ASK")) is None


@pytest.mark.rules("CC-056", "D-042", "CC-T07")
def test_a_pending_jump_is_kept_where_it_can_be() -> None:
    plainly = partisan().roll(5, 6)
    assert settled(plainly) == ["2: REACT SACRIFICE A"]
    hiding = partisan("jump")
    settled(hiding)
    hiding.roll(5, 6)
    assert settled(hiding)[-1] == "2: REACT SACRIFICE B"
    jumping = partisan(jumping=True).roll(5, 6)
    assert settled(jumping) == ["2: REACT SACRIFICE B"]


@pytest.mark.rules("D-034", "CC-T06", "CC-T07")
def test_damage_goes_to_shields_first_unless_the_owner_is_asked() -> None:
    match = hurt(unit("b1", "PART", "10 10"), 3)
    assert answered(match, orders(match, 2, "TRACKS ASK")) is None
    assert settled(match, two=orders(match, 2, "TRACKS AUTO")) == ["2: REACT NO"]
    assert match.unit("b1").absorbers == (7, 5)


# --- Moves and the Resolution Phase ---


@pytest.mark.rules("CC-123", "D-052", "CC-T07")
@pytest.mark.parametrize(("own", "said"), [((), "REACT PWS"), (("PWS",), "REACT NO")])
def test_an_exchange_is_wanted_with_more_dice_than_the_mover(
    own: tuple[str, ...], said: str
) -> None:
    mover = ship("a1", plain(3, *own), "10 1")
    match = acting(mover, ship("b1", plain(3, "PWS"), "10 5")).play("ACTIVATE a1; MOVE V0")
    assert settled(match) == [f"2: {said}"]


@pytest.mark.rules("CC-159", "CC-176", "CC-222", "CC-T07", "CC-T08")
@pytest.mark.parametrize(
    ("step", "order", "said"),
    [
        ("R1", "reinforce", "REACT REINFORCE"),
        ("R5", "scanners", "REACT SURVEY"),
        ("R8", "jump", "REACT JUMP"),
    ],
)
def test_the_windows_of_the_resolution_phase_are_answered_with_yes(
    step: str, order: str, said: str
) -> None:
    pair = unit("a1", "PART", "10 20", absorbers=(1, 5))
    key = said.removeprefix("REACT ")
    for text, answer in ((f"{key} AUTO", said), (f"A1 {key} NEVER", "REACT NO")):
        match = quiet(pair, order, scenario="deep_survey").step(step)
        assert settled(match, orders(match, 1, text)) == [f"1: {answer}"]
    match = quiet(pair, order, scenario="deep_survey").step(step)
    given: Given = orders(match, 1, f"{key} ASK")
    assert answered(match, given) is None
    assert by_default(match, given) == said


@pytest.mark.rules("CC-T07")
def test_a_yes_that_is_not_possible_is_a_no() -> None:
    match = quiet(unit("a1", "PART", "10 20", absorbers=(1, 5)), "brace").step("R1")
    assert settled(match) == ["1: REACT NO"]
