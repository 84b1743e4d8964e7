"""The Command Phase: Orders and Tokens, given at once and in secret (CC-062 to 068, 4.1, 4.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.types import SPECTATOR, Seat, Seated
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.state import StepBuilder, view_of
from games.cosmic_conflict.table.orders import MAIN, Orders
from games.cosmic_conflict.table.units import Condition
from tests.games.cosmic_conflict.activations import acting, hidden, ship
from tests.games.cosmic_conflict.asking import keys
from tests.games.cosmic_conflict.matches import Match, deployed, quick, standing
from tests.games.cosmic_conflict.ordering import NAV, SENSORS
from tests.games.cosmic_conflict.scenes import scene, unit


def ready(*units: Any) -> Match:
    """The Command Phase at a table."""
    return standing(scene(*units), "orders")


def pair(**fields: Any) -> Match:
    """A Tempest and a Longbow against a Wren."""
    return ready(
        unit("a1", "TEMP", "10 3", **fields),
        unit("a2", "LONG", "14 3"),
        unit("b1", "WREN", "10 27"),
    )


def public(found: Match) -> object:
    view = view_of(found.state, SPECTATOR)
    return view.table.units, view.course


@pytest.mark.rules("W-66", "CC-062", "CC-063", "CC-064", "CC-068")
def test_w66_simultaneous_command_phase() -> None:
    found = deployed()
    assert found.asked == ["1: orders", "2: orders"]
    found.play("1: ORDER a1 EVASIVE", "1: TOKEN a2", "1: ORDER a3 FOCUS", "1: LOCK")
    assert found.asked == ["1: orders-open", "2: orders"]
    assert all(event.only == (0,) for event in found.events)
    assert not any(each.token or each.slots for each in found.table.units.values())
    found.play("2: ORDER b1 BRACE", "2: TOKEN b2", "2: TOKEN b3", "2: LOCK")
    (given,) = found.told("OrdersGiven")
    assert given.orders == ("a1", "a3", "b1")
    assert given.tokens == ("a2", "b2", "b3", "b4")
    assert given.only is None
    assert found.unit("b4").token
    assert found.unit("a1").slots == (MAIN,)
    assert found.course.phase == "activation"
    assert found.refused("1: ORDER a2 FOCUS") == "E-PHASE"
    assert found.sheet(1).orders == {
        "a1": Orders(hidden=((MAIN, "evasive"),)),
        "a3": Orders(hidden=((MAIN, "focus"),)),
    }
    assert not found.sheet(1).locked


@pytest.mark.rules("CC-063", "CC-064")
def test_what_a_ship_gets_may_be_changed_until_the_last_lock() -> None:
    found = pair().play("ORDER a1 EVASIVE", "TOKEN a1")
    assert found.sheet(1).of("a1") == Orders(token=True)
    found.play("ORDER a1 BRACE")
    assert found.sheet(1).of("a1") == Orders(hidden=((MAIN, "brace"),))
    found.play("CLEAR a1")
    assert found.sheet(1).orders == {}
    assert found.refused("CLEAR a1") == "E-ORDER-SLOT"
    found.play("LOCK")
    assert found.sheet(1).of("a1") == Orders(token=True)
    assert found.refused("1: TOKEN a1") == "E-PHASE"
    found.play("1: UNLOCK", "1: ORDER a1 FOCUS", "1: LOCK", "2: LOCK")
    assert found.told("OrdersGiven")[0].orders == ("a1",)


@pytest.mark.rules("CC-064")
def test_nobody_else_learns_what_is_given_nor_when_it_is_changed() -> None:
    found = pair()
    for text in ("ORDER a1 EVASIVE", "CLEAR a1", "LOCK", "1: UNLOCK"):
        before = public(found)
        found.play(text)
        assert public(found) == before
        assert found.view(2).sheets[0] is None
        assert not any(event.visible_to(Seated(Seat(1))) for event in found.events)


@pytest.mark.rules("CC-064", "CC-066", "CC-T03")
def test_what_is_published_is_the_same_whatever_is_hidden() -> None:
    def published(*texts: str) -> object:
        found = pair().play(*texts, "1: LOCK", "2: LOCK")
        return public(found), found.told("OrdersGiven")

    first = published("ORDER a1 EVASIVE", "ORDER a2 FOCUS")
    assert first == published("ORDER a1 JUMP", "ORDER a1 NAV VELOCITY", "ORDER a2 BRACE")
    assert first != published("ORDER a1 EVASIVE", "TOKEN a2")


@pytest.mark.rules("CC-111", "CC-114", "D-054")
def test_extra_slots_are_named_by_their_item() -> None:
    found = pair().play("ORDER a1 FOCUS", "ORDER a1 NAV EVASIVE", "ORDER a2 SENSORS MARK")
    assert found.sheet(1).of("a1") == Orders(hidden=((MAIN, "focus"), (NAV, "evasive")))
    assert found.sheet(1).of("a2") == Orders(hidden=((SENSORS, "mark"),))
    found.play("CLEAR a1 NAV1")
    assert found.sheet(1).of("a1") == Orders(hidden=((MAIN, "focus"),))
    assert found.refused("CLEAR a1 NAV") == "E-ORDER-SLOT"
    found.play("1: LOCK", "2: LOCK")
    assert found.unit("a1").slots == (MAIN, NAV)
    assert found.unit("a2").slots == (SENSORS,)
    assert found.unit("a2").token


@pytest.mark.rules("CC-063", "CC-111", "CC-114", "CC-152")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ORDER a9 FOCUS", "E-UNKNOWN-ID"),
        ("TOKEN a9", "E-UNKNOWN-ID"),
        ("CLEAR a9", "E-UNKNOWN-ID"),
        ("ORDER a3 FOCUS", "E-UNKNOWN-ID"),
        ("ORDER b1 FOCUS", "E-OWNER"),
        ("TOKEN b1", "E-OWNER"),
        ("CLEAR b1", "E-OWNER"),
        ("ORDER a1 BRACE", "E-ORDER-BANNED"),
        ("ORDER a1 NAV BRACE", "E-ORDER-BANNED"),
        ("ORDER a1 NAV FOCUS", "E-ORDER-SLOT"),
        ("ORDER a1 NAV2 EVASIVE", "E-ORDER-SLOT"),
        ("ORDER a1 SENSORS MARK", "E-ORDER-SLOT"),
        ("TOKEN a1 NAV", "E-ORDER-SLOT"),
        ("ORDER a1 NAV VELOCITY", "E-ORDER-TWICE"),
        ("ORDER a2 EVASIVE", "E-JUMPING"),
        ("TOKEN a2", "E-JUMPING"),
        ("ORDER a4 EVASIVE", "E-FIGHTER"),
        ("TOKEN a5", "E-FIGHTER"),
    ],
)
def test_refusals_come_in_the_order_of_the_canon(text: str, code: str) -> None:
    found = ready(
        unit("a1", "TEMP", "10 3", conditions=(Condition(9, "a"),)),
        unit("a2", "WREN", "12 3", jumping=True),
        unit("a3", "WREN", state="destroyed"),
        unit("a4", "HORN", "14 3"),
        unit("a5", "DRIF", "16 3"),
        unit("b1", "WREN", "10 27"),
    ).play("ORDER a1 VELOCITY")
    assert found.refused(text) == code


@pytest.mark.rules("CC-063")
def test_refusals_say_what_is_possible() -> None:
    found = ready(
        unit("a1", "TEMP", "10 3"),
        unit("a2", "WREN", state="fled"),
        unit("a3", "WREN", "12 3"),
        unit("b1", "WREN", state="destroyed"),
    )
    assert str(found.refusal("TOKEN a2")) == "a2 is out of the game. Possible: a1, a3."
    assert str(found.refusal("CLEAR a1")) == "You have written nothing for a1."
    assert str(found.refusal("CLEAR a1 NAV")) == "You have written nothing for NAV1 of a1."


@pytest.mark.rules("W-54", "CC-177", "D-070")
def test_a_side_whose_last_ship_jumps_is_not_asked() -> None:
    units = unit("a1", "HALB", "10 3", jumping=True), unit("a2", "HORN", "12 3")
    found = ready(*units, unit("b1", "WREN", "10 27"))
    assert found.asked == ["2: orders"]
    found.play("LOCK")
    assert found.told("OrdersGiven")[0].tokens == ("b1",)
    assert not found.unit("a1").token


@pytest.mark.rules("CC-177", "D-070")
def test_a_turn_in_which_nobody_can_get_anything_goes_straight_on() -> None:
    table = scene(
        unit("a1", "HALB", "10 3", jumping=True), unit("b1", "WREN", "10 27", jumping=True)
    )
    found = standing(table, "orders").step("turn")
    assert found.kinds()[:2] == ["TurnBegan", "OrdersGiven"]
    assert found.asked == ["2: activate"]


@pytest.mark.rules("CC-139", "CC-143")
def test_a_fighter_that_can_jump_gets_a_jump_or_nothing() -> None:
    found = ready(
        unit("a1", "DRIF", "10 3"), unit("a2", "DRIF", "12 3"), unit("b1", "WREN", "10 27")
    )
    found.play("ORDER a1 JUMP", "1: LOCK", "2: LOCK")
    (given,) = found.told("OrdersGiven")
    assert (given.orders, given.tokens) == (("a1",), ("b1",))


@pytest.mark.rules("CC-139", "CC-143")
def test_a_fighter_may_hide_a_jump_and_has_no_commands() -> None:
    found = quick().play("1: FLEET OF PART; DRIF", "2: FLEET OF PART; DRIF").roll(6, 1)
    while found.course.phase == "deploy":
        found.play("AUTO")
    found.play("1: ORDER a2 JUMP", "2: ORDER b2 JUMP", "1: LOCK", "2: LOCK")
    assert keys(found, side=1) == ["a2", "pass", "command"]
    assert {key[:2] for key in keys(found, "command", side=1)} == {"a1"}
    assert found.refused("1: COMMAND a2 VELOCITY +1") == "E-FIGHTER"
    assert found.refused("2: COMMAND b2 VELOCITY +1") == "E-FIGHTER"
    assert found.sheet(1).of("a2").names == ("jump",)


@pytest.mark.rules("CC-139", "CC-143")
def test_no_window_asks_a_fighter_for_what_it_cannot_have() -> None:
    fighter = unit("b1", "DRIF", "20 15", activated=True)
    found = acting(ship("a1", "WREN", "20 10"), hidden(fighter, "jump"), only="a1")
    found.play("ACTIVATE a1", "FIRE KIN1 AT b1").roll(6, 4)
    assert found.asked == ["1: activate"]
    assert found.unit("b1").health == 4


@pytest.mark.rules("CC-063")
def test_each_turn_begins_with_blank_sheets_and_new_decisions() -> None:
    table = scene(unit("a1", "HALB", "10 3"), unit("b1", "WREN", "10 27"))
    left = {"a1": Orders(hidden=((MAIN, "brace"),))}
    found = standing(table, "orders", left).play("ORDER a1 FOCUS")
    number = found.open[0].number
    found.step("turn")
    assert found.sheet(1).orders == {}
    assert found.open[0].number == number
    found.play("TOKEN a1", "CLEAR a1")
    assert found.open[0].number == number + 2


@pytest.mark.rules("CC-063")
def test_all_answers_of_the_command_phase_but_the_last_lock_can_be_reversed() -> None:
    here = (verb for verb in Answer.verbs() if {"orders", "orders-open"} & set(verb.kinds))
    quick = {verb.type.__name__ for verb in here if verb.quick}
    assert quick == {"GiveOrder", "GiveToken", "Clear", "Unlock"}
    seats = commands.decisions(StepBuilder(pair().state))
    assert [each.batch for each in seats] == ["orders-0", "orders-1"]
