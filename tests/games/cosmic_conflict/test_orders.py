"""Orders, revealed, and their windows (CC-064 to 068, CC-151 to 164, canon 3.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.damage import ConditionChoice, suffering
from games.cosmic_conflict.rules.orders import usage as rules
from games.cosmic_conflict.table.orders import COMMANDS, MAIN, ORDERS, TOKEN, Moment, Orders
from games.cosmic_conflict.table.units import CommandName, Condition, OrderName, Table, Unit
from tests.games.cosmic_conflict.matches import deployed
from tests.games.cosmic_conflict.scenes import code, scene, unit

MOMENTS: tuple[Moment, ...] = get_args(Moment)
ORDER_NAMES: tuple[OrderName, ...] = get_args(OrderName)
COMMAND_NAMES: tuple[CommandName, ...] = get_args(CommandName)
NAV, SENSORS = 4, 3
"""The places of the Navigation Bridge of a Tempest and the Sensors of a Longbow."""


def lone(sic: str | Design, **fields: Any) -> tuple[Table, Unit]:
    table = scene(unit("a1", sic, "10 10", **fields))
    return table, table.units["a1"]


def hiding(main: OrderName | None = None, **extra: OrderName) -> Orders:
    """With Orders in the main slot, of a ``nav`` and of a ``sen`` slot."""
    found = Orders().given(MAIN, main) if main else Orders()
    for slot, name in extra.items():
        found = found.given({"nav": NAV, "sen": SENSORS}[slot], name)
    return found


def used(
    sic: str,
    name: CommandName,
    pay: int = TOKEN,
    orders: Orders | None = None,
    moment: Moment | None = None,
    **fields: Any,
) -> str:
    """The code of the refusal to use a Command, at a moment of its window if none is given."""
    table, ship = lone(sic, **fields)
    at = moment or min(COMMANDS[name].window)
    return code(rules.refuse_command(table, ship, orders or Orders(), name, at, pay))


def suffered(*results: int) -> tuple[Condition, ...]:
    return tuple(Condition(each, "a" if each in (8, 9, 11) else "") for each in results)


# --- The table ---


@pytest.mark.rules("CC-151")
def test_every_order_and_command_has_its_type() -> None:
    types = {name: kind.type for name, kind in ORDERS.items()}
    assert types == {
        "contingent": "offensive",
        "focus": "offensive",
        "brace": "defensive",
        "reinforce": "defensive",
        "evasive": "navigate",
        "velocity": "navigate",
        "scanners": "scanning",
        "mark": "scanning",
        "jump": "hyperspace",
        "repair": "defensive",
        "cloak": "navigate",
    }
    assert {name: kind.type for name, kind in COMMANDS.items()} == {
        "reaim": "offensive",
        "snap": "offensive",
        "damcon": "defensive",
        "dodge": "navigate",
        "velocity": "navigate",
        "sensors": "scanning",
    }
    assert (*ORDERS, *COMMANDS) == (*ORDER_NAMES, *COMMAND_NAMES)


ACTIVE = "idle declared attacks moving"
WINDOWS: dict[OrderName, str] = {
    "contingent": ACTIVE,
    "focus": f"{ACTIVE} reroll aimed",
    "brace": " ".join(MOMENTS),
    "reinforce": f"{ACTIVE} R1",
    "evasive": f"{ACTIVE} reroll aimed R1 R5 R6 R8",
    "velocity": " ".join(MOMENTS),
    "scanners": "attacks moving R5",
    "mark": "attacks",
    "jump": "R8",
    "repair": f"{ACTIVE} R6",
    "cloak": "R8",
}


@pytest.mark.rules("CC-064", "CC-157", "CC-161", "CC-162", "CC-176", "D-043", "D-045", "D-063")
@pytest.mark.parametrize("name", ORDER_NAMES)
def test_an_order_is_revealed_in_its_window_or_earlier(name: OrderName) -> None:
    _, ship = lone("VANG")
    open_at = {each for each in MOMENTS if not rules.refuse_reveal(ship, name, each)}
    assert open_at == set(WINDOWS[name].split())
    codes = {code(rules.refuse_reveal(ship, name, each)) for each in MOMENTS} - {""}
    assert codes <= {"E-WINDOW"}


@pytest.mark.rules("CC-154", "D-063")
def test_focus_comes_too_late_once_the_ship_has_rolled_for_an_attack() -> None:
    _, ship = lone("VANG")
    assert not rules.refuse_reveal(ship, "focus", "reroll")
    assert code(rules.refuse_reveal(replace(ship, attacked=True), "focus", "reroll")) == "E-WINDOW"
    assert not rules.refuse_reveal(replace(ship, attacked=True), "contingent", "attacks")


COMMAND_WINDOWS: dict[CommandName, str] = {
    "reaim": "reroll",
    "snap": "idle declared attacks",
    "damcon": "condition",
    "dodge": "dodge",
    "velocity": "idle attacks moving R1 R5 R8",
    "sensors": "attacks moving R5",
}


@pytest.mark.rules(
    "CC-155", "CC-156", "CC-160", "CC-163", "CC-164", "CC-175", "D-044", "D-065", "D-066"
)
@pytest.mark.parametrize("name", COMMAND_NAMES)
def test_a_command_is_used_in_its_window_only(name: CommandName) -> None:
    found = {each for each in MOMENTS if not used("VANG", name, moment=each, token=True)}
    assert found == set(COMMAND_WINDOWS[name].split())
    assert {used("VANG", name, moment=each) for each in set(MOMENTS) - found} == {"E-WINDOW"}


# --- Revealing ---


@pytest.mark.rules("CC-065", "CC-066", "CC-161", "CC-157", "D-083")
def test_an_order_works_from_when_it_is_revealed() -> None:
    _, ship = lone("TEMP", slots=(MAIN, NAV))
    orders = hiding("brace", nav="evasive")
    assert not any(rules.in_force(ship, name) for name in ORDER_NAMES)
    shown, left = rules.reveal(ship, orders, NAV)
    assert (shown.evading, shown.bracing, shown.navigated) == (True, False, True)
    assert (shown.slots, shown.revealed, left) == ((MAIN,), ("evasive",), hiding("brace"))
    shown, left = rules.reveal(shown, left, MAIN)
    assert (shown.evading, shown.bracing, shown.slots, left) == (True, True, (), Orders())
    assert {name for name in ORDER_NAMES if rules.in_force(shown, name)} == {"brace", "evasive"}


@pytest.mark.rules("CC-190", "D-083")
def test_only_navigate_orders_count_as_navigating() -> None:
    _, ship = lone("VANG")
    for name in ORDER_NAMES:
        shown, _ = rules.reveal(ship, hiding(name), MAIN)
        assert shown.navigated == (name in ("evasive", "velocity", "cloak"))
    shown, _ = rules.reveal(replace(ship, navigated=True, evading=True), hiding("brace"), MAIN)
    assert shown.navigated
    assert shown.evading


@pytest.mark.rules("CC-053", "D-041")
def test_a_ban_leaves_an_order_that_was_revealed() -> None:
    _, ship = lone("VANG")
    shown, _ = rules.reveal(ship, hiding("focus"), MAIN)
    assert rules.in_force(replace(shown, conditions=suffered(8)), "focus")
    assert not rules.in_force(replace(shown, conditions=suffered(10)), "focus")


@pytest.mark.rules("CC-055", "CC-056", "D-041", "D-042")
def test_a_revealed_jump_is_cancelled_by_propulsion_damage_alone() -> None:
    _, ship = lone("VANG", revealed=("jump",))
    assert rules.in_force(replace(ship, conditions=suffered(10)), "jump")
    assert rules.in_force(replace(ship, conditions=(Condition(11, "b"),)), "jump")
    assert not rules.in_force(replace(ship, conditions=suffered(11)), "jump")


@pytest.mark.rules("CC-055", "D-041")
def test_communications_damage_removes_all_but_a_hidden_jump() -> None:
    table, ship = lone("TEMP", slots=(MAIN, NAV), evading=True, revealed=("evasive",))
    hit = suffering(ship, 10, ConditionChoice())
    jumper, left = rules.silenced(hit, hiding("jump", nav="velocity"))
    assert left == hiding("jump")
    braced, nothing = rules.silenced(hit, hiding("brace", nav="velocity"))
    assert nothing == Orders()
    assert jumper == braced, "nobody may see that a Jump is left"
    assert jumper.slots == (MAIN,)
    assert not rules.refuse_reveal(jumper, "jump", "R8")
    mute, _ = rules.silenced(replace(hit, token=True, slots=(NAV,)), hiding(nav="evasive"))
    assert (mute.token, mute.slots) == (False, ())
    assert not rules.may_use(table, jumper, "dodge")


# --- Contingent Attack ---


@pytest.mark.rules("CC-153")
def test_a_contingent_attack_is_revealed_before_it_fires() -> None:
    ship = scene(unit("a1", "HALB", "20 5", slots=(MAIN,))).units["a1"]
    assert code(rules.refuse_contingent(ship, "moving")) == "E-WINDOW"
    ship, _ = rules.reveal(ship, hiding("contingent"), MAIN)
    assert rules.refuse_contingent(ship, "moving") is None


@pytest.mark.rules("CC-153", "D-064")
def test_a_contingent_attack_waits_for_the_ships_own_activation() -> None:
    _, ship = lone("HALB", revealed=("contingent",))
    assert {each for each in MOMENTS if not rules.refuse_contingent(ship, each)} == {
        "attacks",
        "moving",
    }
    done = replace(ship, activated=True)
    allowed = {each for each in MOMENTS if not rules.refuse_contingent(done, each)}
    assert allowed == set(ACTIVE.split())


# --- What everybody knows ---


@pytest.mark.rules("CC-064", "D-041", "D-054", "D-062")
def test_a_window_opens_where_a_ship_could_hide_the_order_that_it_is_for() -> None:
    table, ship = lone("TEMP", slots=(MAIN, NAV))
    allowed = replace(table, repair=True)
    assert all(rules.may_hide(allowed, ship, name) for name in ORDER_NAMES if name != "cloak")
    assert not rules.may_hide(table, ship, "repair")
    extra = replace(ship, slots=(NAV,))
    hidden = {name for name in ORDER_NAMES if rules.may_hide(table, extra, name)}
    assert hidden == {"evasive", "velocity"}
    assert not rules.may_hide(table, replace(ship, conditions=suffered(9)), "brace")
    assert not rules.may_hide(table, replace(ship, revealed=("evasive",)), "evasive")
    assert rules.may_hide(table, replace(ship, revealed=("mark",)), "mark")
    assert not rules.may_hide(table, replace(ship, attacked=True), "focus")
    assert not rules.may_hide(table, replace(ship, slots=()), "brace")


@pytest.mark.rules("CC-068", "D-041", "D-054", "D-062")
def test_a_window_opens_where_a_ship_could_pay_for_the_command_that_it_is_for() -> None:
    table, ship = lone("TEMP", slots=(NAV,))
    found = {name for name in COMMAND_NAMES if rules.may_use(table, ship, name)}
    assert found == {"dodge", "velocity"}
    for other in (replace(ship, slots=(MAIN,)), replace(ship, slots=(), token=True)):
        assert all(rules.may_use(table, other, name) for name in COMMAND_NAMES)
    assert not rules.may_use(table, replace(ship, commands=("dodge",)), "dodge")
    assert not rules.may_use(table, replace(ship, conditions=suffered(11)), "dodge")
    assert not rules.may_use(table, replace(ship, slots=()), "dodge")


@pytest.mark.rules("CC-063")
def test_all_answers_of_the_command_phase_but_the_last_lock_can_be_reversed() -> None:
    here = (verb for verb in Answer.verbs() if {"orders", "orders-open"} & set(verb.kinds))
    quick = {verb.type.__name__ for verb in here if verb.quick}
    assert quick == {"GiveOrder", "GiveToken", "Clear", "Unlock"}
    assert [each.batch for each in deployed().open] == ["orders-0", "orders-1"]
