"""Orders and Commands for the tests."""

from __future__ import annotations

from typing import Any, get_args

from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.rules.orders import usage as rules
from games.cosmic_conflict.table.orders import COMMANDS, MAIN, TOKEN, Moment, Orders
from games.cosmic_conflict.table.units import CommandName, Condition, OrderName, Table, Unit
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
