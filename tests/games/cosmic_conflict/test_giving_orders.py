"""The Command Phase (CC-062 to 064, D-041, D-054, D-062, canon 3.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.content.components import Component
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.rules import movement
from games.cosmic_conflict.rules.movement import MovePlan
from games.cosmic_conflict.rules.orders import usage as rules
from games.cosmic_conflict.table.orders import COMMANDS, MAIN, ORDERS, Moment, Orders, OrderType
from games.cosmic_conflict.table.units import Condition, OrderName
from tests.games.cosmic_conflict.ordering import (
    COMMAND_NAMES,
    NAV,
    ORDER_NAMES,
    SENSORS,
    hiding,
    lone,
    suffered,
    used,
)
from tests.games.cosmic_conflict.scenes import code, plain


def given(
    sic: str | Design,
    name: OrderName,
    slot: int = MAIN,
    orders: Orders | None = None,
    **fields: Any,
) -> str:
    """The code of the refusal to give an Order."""
    table, ship = lone(sic, **fields)
    return code(rules.refuse_order(table, ship, orders or Orders(), slot, name))


@pytest.mark.rules("CC-111", "CC-114", "D-054")
def test_an_extra_slot_takes_orders_of_its_type_only() -> None:
    taken = {name for name in ORDER_NAMES if not given("TEMP", name, NAV)}
    assert taken == {"evasive", "velocity"}
    taken = {name for name in ORDER_NAMES if not given("LONG", name, SENSORS)}
    assert taken == {"scanners", "mark"}
    assert given("TEMP", "focus", NAV) == "E-ORDER-SLOT"
    assert given("VANG", "evasive", NAV) == "E-ORDER-SLOT"
    assert given("TEMP", "evasive", NAV, off=(NAV,)) == "E-ORDER-SLOT"


@pytest.mark.rules("CC-111", "CC-114", "D-054")
def test_each_item_that_works_gives_a_slot_of_its_own() -> None:
    design = replace(plain(3, "SEN", "PWS", "SEN"), primary=(Component("NAV", True),))
    _, ship = lone(design)
    assert rules.slot_types(ship, design) == {0: "navigate", 1: "scanning", 3: "scanning"}
    assert rules.slot_types(replace(ship, off=(1,)), design) == {0: "navigate", 3: "scanning"}


@pytest.mark.rules("CC-152", "D-062")
def test_an_order_is_given_once_a_turn_except_mark_target() -> None:
    assert given("TEMP", "evasive", MAIN, hiding(nav="evasive")) == "E-ORDER-TWICE"
    assert given("TEMP", "evasive", NAV, hiding("evasive")) == "E-ORDER-TWICE"
    assert given("TEMP", "velocity", NAV, hiding("evasive")) == ""
    assert given("TEMP", "evasive", NAV, hiding(nav="evasive")) == ""
    assert given("LONG", "scanners", SENSORS, hiding("scanners")) == "E-ORDER-TWICE"


@pytest.mark.rules("CC-169", "D-062")
def test_mark_target_may_be_given_in_two_slots() -> None:
    assert given("LONG", "mark", SENSORS, hiding("mark")) == ""
    assert given("LONG", "mark", MAIN, hiding(sen="mark")) == ""


BARRED: list[tuple[int, set[OrderType]]] = [
    (8, {"offensive"}),
    (9, {"defensive"}),
    (10, {"offensive", "defensive", "navigate", "scanning"}),
    (11, {"navigate", "hyperspace"}),
    (4, set()),
    (6, set()),
]


@pytest.mark.rules("CC-053", "CC-054", "CC-055", "CC-056", "D-041")
@pytest.mark.parametrize(("result", "types"), BARRED)
def test_a_condition_bars_orders_and_commands_of_a_type(result: int, types: set[OrderType]) -> None:
    fields: dict[str, Any] = {"conditions": suffered(result)}
    _, ship = lone("VANG", **fields)
    for name, kind in ORDERS.items():
        if name in ("repair", "cloak"):  # not barred by Component Damage; cases/cloak.toml
            continue
        expected = "E-ORDER-BANNED" if kind.type in types else ""
        assert given("VANG", name, **fields) == expected
        moment: Moment = "R8" if name == "jump" else "attacks"
        assert code(rules.refuse_reveal(ship, name, moment)) == expected
    for command, kind in COMMANDS.items():
        expected = "E-ORDER-BANNED" if kind.type in types else ""
        assert used("VANG", command, token=True, **fields) == expected
        assert used("VANG", command, MAIN, hiding("jump"), **fields) == expected


@pytest.mark.rules("W-68", "CC-056", "D-042")
def test_w68_propulsion_damage_bars_navigate_orders_and_not_the_free_change() -> None:
    table, ship = lone("VANG", velocity=2, conditions=suffered(11))
    refused = rules.refuse_order(table, ship, Orders(), MAIN, "velocity")
    assert (code(refused), refused and refused.rule) == ("E-ORDER-BANNED", "CC-056")
    assert given("VANG", "jump", conditions=suffered(11)) == "E-ORDER-BANNED"
    assert given("VANG", "jump", conditions=(Condition(11, "b"),)) == ""
    assert movement.refuse(table, ship, MovePlan(1)) is None
    locked = replace(ship, conditions=(*ship.conditions, Condition(11, "b")))
    assert code(movement.refuse(table, locked, MovePlan(1))) == "E-VEL-LOCKED"


@pytest.mark.rules("CC-055")
def test_a_refusal_names_the_rule_of_the_condition() -> None:
    table, ship = lone("VANG", conditions=suffered(10, 11))
    found = {
        name: refused.rule
        for name in ORDER_NAMES
        if (refused := rules.refuse_order(table, ship, Orders(), MAIN, name))
    }
    assert found == {**dict.fromkeys(ORDER_NAMES, "CC-055"), "jump": "CC-056"}
    _, ship = lone("VANG", conditions=suffered(8, 9))
    refusals = [rules.refuse_reveal(ship, name, "idle") for name in ("focus", "brace")]
    assert [each and each.rule for each in refusals] == ["CC-053", "CC-054"]


@pytest.mark.rules("W-54", "CC-177")
def test_w54_a_jumping_ship_gets_neither_an_order_nor_a_token() -> None:
    table, ship = lone("HALB", jumping=True)
    assert {given("HALB", name, jumping=True) for name in ORDER_NAMES} == {"E-JUMPING"}
    assert code(rules.refuse_token(table, ship)) == "E-JUMPING"
    assert rules.completed(table, ship, Orders()) == Orders()
    assert rules.refuse_token(*lone("HALB")) is None


@pytest.mark.rules("CC-139", "CC-143")
def test_fighters_get_nothing_but_a_jump_with_ftl_drives() -> None:
    assert {given("HORN", name) for name in ORDER_NAMES} == {"E-FIGHTER"}
    taken = {name for name in ORDER_NAMES if not given("DRIF", name)}
    assert taken == {"jump"}
    assert {code(rules.refuse_token(*lone(each))) for each in ("HORN", "DRIF")} == {"E-FIGHTER"}
    assert rules.completed(*lone("DRIF"), Orders()) == Orders()


@pytest.mark.rules("CC-139", "CC-143")
@pytest.mark.parametrize("sic", ["HORN", "DRIF"])
def test_fighters_use_no_commands_whatever_would_pay_for_them(sic: str) -> None:
    for name in COMMAND_NAMES:
        assert used(sic, name, MAIN, hiding("jump"), slots=(MAIN,)) == "E-FIGHTER"
        assert used(sic, name, token=True) == "E-FIGHTER"
    table, fighter = lone(sic, slots=(MAIN,))
    assert not [name for name in COMMAND_NAMES if rules.may_use(table, fighter, name)]
    assert [name for name in ORDER_NAMES if rules.may_hide(table, fighter, name)] == ["jump"]
    refused = rules.refuse_payment(table, fighter, hiding("jump"), "dodge", MAIN)
    assert str(refused) == "a1 is a Fighter: it uses no Commands."


@pytest.mark.rules("CC-111", "D-054")
def test_refusals_of_a_slot_say_what_it_takes() -> None:
    table, ship = lone("TEMP")
    refused = rules.refuse_order(table, ship, Orders(), NAV, "focus")
    assert str(refused) == "That slot of a1 takes Navigate Orders only."
    refused = rules.refuse_order(table, ship, Orders(), 0, "focus")
    assert str(refused) == "That slot of a1 does not exist."
