"""Commands and what pays for them (CC-065, CC-068, CC-155 to 164, D-062 to D-065)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.cosmic_conflict.rules.orders import usage as rules
from games.cosmic_conflict.table.orders import MAIN, TOKEN, Orders
from games.cosmic_conflict.table.units import CommandName, Condition, Unit
from tests.games.cosmic_conflict.ordering import NAV, hiding, lone, used
from tests.games.cosmic_conflict.scenes import code


@pytest.mark.rules("W-23", "CC-053", "CC-065", "D-041")
def test_w23_a_hidden_focus_after_weapons_damage() -> None:
    fields: dict[str, Any] = {"conditions": (Condition(8, "a"),), "off": (1,)}
    _, ship = lone("PART", **fields)
    orders = hiding("focus")
    assert code(rules.refuse_reveal(ship, "focus", "reroll")) == "E-ORDER-BANNED"
    assert used("PART", "reaim", MAIN, orders, **fields) == "E-ORDER-BANNED"
    assert used("PART", "dodge", MAIN, orders, **fields) == ""


@pytest.mark.rules("W-46", "CC-152", "CC-163", "CC-190", "D-062", "D-083")
def test_w46_a_second_dodge_is_refused_whatever_pays() -> None:
    _, ship = lone("TEMP", token=True, slots=(NAV,))
    orders = hiding(nav="evasive")
    dodged, left = rules.use(ship, orders, "dodge", TOKEN)
    assert dodged.navigated
    fields: dict[str, Any] = {"commands": dodged.commands, "token": dodged.token}
    assert used("TEMP", "dodge", NAV, left, **fields) == "E-ORDER-TWICE"
    assert used("TEMP", "dodge", TOKEN, left, **fields) == "E-NO-TOKEN"


@pytest.mark.rules("CC-152", "D-062", "D-015")
def test_the_order_and_the_command_of_one_name_are_counted_apart() -> None:
    table, ship = lone("TEMP", token=True, slots=(MAIN,))
    ship, left = rules.reveal(ship, hiding("velocity"), MAIN)
    assert not rules.refuse_command(table, ship, left, "velocity", "idle", TOKEN)
    ship, left = rules.use(ship, left, "velocity", TOKEN)
    again = rules.refuse_payment(table, replace(ship, token=True), left, "velocity", TOKEN)
    assert code(again) == "E-ORDER-TWICE"


@pytest.mark.rules("CC-065", "CC-068")
def test_a_command_costs_the_token_or_an_order_that_is_still_hidden() -> None:
    for pay in (TOKEN, MAIN, NAV):
        assert used("TEMP", "velocity", pay) == "E-NO-TOKEN"
    table, ship = lone("TEMP", token=True, slots=(NAV,))
    shown, left = rules.reveal(ship, hiding(nav="evasive"), NAV)
    refused = rules.refuse_command(table, shown, left, "dodge", "dodge", NAV)
    assert str(refused) == "a1 has no hidden Order in the slot of NAV1 to pay for Dodge."
    refused = rules.refuse_command(table, shown, left, "dodge", "dodge", MAIN)
    assert str(refused) == "a1 has no hidden Order in the main slot to pay for Dodge."


@pytest.mark.rules("CC-065", "D-063", "D-083")
def test_a_discarded_order_is_gone_and_never_shown() -> None:
    _, ship = lone("TEMP", slots=(MAIN, NAV))
    after, left = rules.use(ship, hiding("brace", nav="evasive"), "dodge", MAIN)
    other, _ = rules.use(ship, hiding("jump", nav="evasive"), "dodge", MAIN)
    assert after == other
    assert left == hiding(nav="evasive")
    assert (after.slots, after.revealed, after.navigated) == ((NAV,), (), True)
    assert (after.bracing, after.evading) == (False, False)
    after, left = rules.use(after, left, "velocity", NAV)
    assert (after.slots, left, after.commands) == ((), Orders(), ("dodge", "velocity"))


@pytest.mark.rules("CC-065", "CC-068", "D-054")
def test_an_automatic_command_takes_an_extra_slot_then_the_token_then_the_main_order() -> None:
    table, ship = lone("TEMP", token=True)
    orders = hiding("focus", nav="evasive")

    def paying(unit: Unit, hidden: Orders, name: CommandName = "dodge") -> list[int | None]:
        return [
            rules.automatic_payment(table, unit, hidden, name, allowed) for allowed in (False, True)
        ]

    assert paying(ship, orders) == [NAV, NAV]
    assert paying(ship, orders, "reaim") == [TOKEN, TOKEN]
    assert paying(ship, hiding("focus")) == [TOKEN, TOKEN]
    poor = replace(ship, token=False)
    assert paying(poor, hiding("focus")) == [None, MAIN]
    assert paying(poor, Orders()) == [None, None]
    assert paying(replace(ship, commands=("dodge",)), orders) == [None, None]
