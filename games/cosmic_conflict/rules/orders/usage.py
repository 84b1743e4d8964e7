"""Orders and Commands: who may get which, when they are used, how they are paid (2.10, 3.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games.core.types import Forbidden
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.table.conditions import (
    COMMUNICATIONS,
    COMPONENTS,
    ENGINES,
    PROPULSION,
    WEAPONS,
)
from games.cosmic_conflict.table.orders import (
    ACTIVATION,
    COMMANDS,
    EXTRA_SLOTS,
    MAIN,
    ORDERS,
    REPEATABLE,
    TOKEN,
    Moment,
    OrderKind,
    Orders,
    OrderType,
)
from games.cosmic_conflict.table.units import CommandName, OrderName, Table, Unit

_BARRED_BY: Final[Mapping[OrderType, int]] = {
    "offensive": WEAPONS,
    "defensive": COMPONENTS,
    "navigate": PROPULSION,
}


def barred(unit: Unit, orders: OrderType) -> bool:
    """Whether a Condition bars Orders and Commands of a type (CC-053 to 056, D-041)."""
    if orders == "hyperspace":
        return unit.suffers(PROPULSION, choice="a")
    return unit.suffers(COMMUNICATIONS, _BARRED_BY.get(orders, COMMUNICATIONS))


def _is_barred(unit: Unit, kind: OrderKind) -> bool:
    """Component Damage does not bar the Repair of it (D-105)."""
    if kind == ORDERS["repair"]:
        return unit.suffers(COMMUNICATIONS)
    return barred(unit, kind.type)


def slot_types(unit: Unit, design: Design) -> dict[int, OrderType]:
    """The extra slots that a ship has now (D-054)."""
    return {
        at: EXTRA_SLOTS[item.type]
        for at, item in enumerate(design.items)
        if item.type in EXTRA_SLOTS and at not in unit.off
    }


def _type_of(design: Design, slot: int) -> OrderType:
    return EXTRA_SLOTS[design.items[slot].type]


def _where(design: Design, slot: int) -> str:
    return "the main slot" if slot == MAIN else f"the slot of {design.labels[slot]}"


# --- Command Phase ---


def refuse_order(
    table: Table, unit: Unit, orders: Orders, slot: int, name: OrderName
) -> Forbidden | None:
    """Why a ship cannot get an Order, in place of what the slot has (CC-063, D-062)."""
    kind, design = ORDERS[name], table.design(unit)
    taken = slot_types(unit, design).get(slot)
    if refused := _refuse_barred(unit, kind):
        return refused
    if slot != MAIN and kind.type != taken:
        what = f"takes {taken.capitalize()} Orders only" if taken else "does not exist"
        return Forbidden("CC-111", f"That slot of {unit.id} {what}.", code="E-ORDER-SLOT")
    if name != REPEATABLE and name in orders.without(slot).names:
        why = f"{unit.id} has {kind.name} already; it may have it once a turn."
        return Forbidden("CC-152", why, code="E-ORDER-TWICE")
    if refused := _refuse_receiving(table, unit, name):
        return refused
    if name == "repair" and not table.repair:
        why = "This match is played without Repair Orders."
        return Forbidden("CC-248", why, instead="Give another Order.", code="E-OPTION")
    return refuse_cloak(table, unit, slot) if name == "cloak" else None


def refuse_cloak(table: Table, unit: Unit, slot: int = MAIN) -> Forbidden | None:
    """Why a ship cannot have the Order to cloak, or carry it out (CC-236, D-101)."""
    if not table.cloak:
        why, code = "This match is played without Cloak Devices.", "E-OPTION"
    elif not _has_device(table, unit):
        why, code = f"{unit.id} has no Cloak Device that works.", "E-ORDER-BANNED"
    elif slot != MAIN:
        why, code = f"{unit.id} can cloak by an Order in its main slot only.", "E-ORDER-SLOT"
    else:
        return None
    return Forbidden("CC-236", why, instead="Give another Order.", code=code)


def _has_device(table: Table, unit: Unit) -> bool:
    return table.design(unit).count("CLK", off=unit.off) > 0


def refuse_token(
    table: Table, unit: Unit, slot: int = MAIN, *, given: bool = False
) -> Forbidden | None:
    """Why a ship cannot get a Token (CC-063, D-054); ``given``: it has one already."""
    if slot != MAIN:
        why = f"The extra slots of {unit.id} take Orders, never a Token."
        return Forbidden("CC-111", why, code="E-ORDER-SLOT")
    if given and table.design(unit).has("command"):
        why = f"{unit.id} has its Token already, and that of its Command AI comes by itself."
        return Forbidden("CC-256", why, code="E-ORDER-SLOT")
    return _refuse_receiving(table, unit)


def _refuse_receiving(table: Table, unit: Unit, name: OrderName | None = None) -> Forbidden | None:
    design = table.design(unit)
    if unit.jumping:
        why = f"{unit.id} jumps this turn and gets neither an Order nor a Token."
        return Forbidden("CC-177", why, code="E-JUMPING")
    if design.fighter and not (name == "jump" and not design.needs_carrier):
        why = f"{unit.id} is a Fighter: only FTL Drives let one have an Order, a Jump."
        return Forbidden("CC-139", why, code="E-FIGHTER")
    return None


def completed(table: Table, unit: Unit, orders: Orders) -> Orders:
    """The Orders with the Token of a ship that was left blank, if it can have one."""
    blank = not (orders.token or orders.at(MAIN))
    return orders.with_token() if blank and not refuse_token(table, unit) else orders


def published(table: Table, orders: Mapping[str, Orders]) -> Table:
    """What the last lock makes public: who has a Token and who an Order, but not which.

    What an extra slot holds, and whether it does, is not told (4.1).
    """
    return table.put(*(_published(table, table.units[id], each) for id, each in orders.items()))


def _published(table: Table, unit: Unit, orders: Orders) -> Unit:
    main = (MAIN,) if orders.at(MAIN) else ()
    design = table.design(unit)
    extra = () if unit.jumping else tuple(slot_types(unit, design))
    second = design.has("command") and not unit.jumping and not unit.suffers(COMMUNICATIONS)
    return replace(unit, token=orders.token, second=second, slots=(*main, *extra))


# --- Revealing ---


def refuse_reveal(unit: Unit, name: OrderName, moment: Moment) -> Forbidden | None:
    """Why a ship cannot reveal an Order that it hides (D-041, D-063)."""
    kind = ORDERS[name]
    if moment not in kind.window or (name == "focus" and unit.attacked):
        why = f"{kind.name} of {unit.id} cannot be revealed now."
        instead = "You will be asked for it in step R8." if kind.window == {"R8"} else ""
        return Forbidden(kind.rule, why, instead=instead, code="E-WINDOW")
    if unit.bogey and kind.type != "navigate":
        return _false(unit)
    return _refuse_barred(unit, kind)


def _false(unit: Unit) -> Forbidden:
    why = f"{unit.id} is a false contact: it carries out Navigate Orders and Commands only."
    return Forbidden("CC-234", why, code="E-WINDOW")


def reveal(unit: Unit, orders: Orders, slot: int) -> tuple[Unit, Orders]:
    """A ship whose Order is revealed, and what it still hides.

    A change of Velocity, a mark and a scan come on top.
    """
    name = orders.at(slot)
    assert name is not None, f"{unit.id} hides nothing in slot {slot}"
    shown = replace(
        unit,
        slots=_left(unit, slot),
        revealed=(*unit.revealed, name),
        navigated=unit.navigated or ORDERS[name].type == "navigate",
        evading=unit.evading or name == "evasive",
        bracing=unit.bracing or name == "brace",
    )
    shown = strained(shown) if ORDERS[name].type == "navigate" else shown
    return shown, orders.without(slot)


def strained(unit: Unit) -> Unit:
    """Compromised Engines lock the Velocity once the ship has navigated (CC-246, D-104)."""
    found = (
        replace(each, choice="b") if each.result == ENGINES else each for each in unit.conditions
    )
    return replace(unit, conditions=tuple(found))


def in_force(unit: Unit, name: OrderName) -> bool:
    """Whether an Order was revealed and still works (CC-055, CC-066, D-041, D-042)."""
    stopped = barred(unit, "hyperspace") if name == "jump" else unit.suffers(COMMUNICATIONS)
    return name in unit.revealed and not stopped


def refuse_contingent(unit: Unit, moment: Moment) -> Forbidden | None:
    """Why a ship cannot fire by Contingent Attack now (CC-153, D-064)."""
    own = moment in ("attacks", "moving")
    if in_force(unit, "contingent") and moment in ACTIVATION and (own or unit.activated):
        return None
    why = f"{unit.id} fires by a revealed Contingent Attack in its activation or later only."
    return Forbidden("CC-153", why, code="E-WINDOW")


def silenced(unit: Unit, orders: Orders) -> tuple[Unit, Orders]:
    """The Orders after Communications Damage: hidden ones and the Token are gone (CC-055, D-041).

    A Jump stays hidden; that there is one must not show, so the main slot stays as it was.
    """
    main = tuple(slot for slot in unit.slots if slot == MAIN)
    return replace(unit, token=False, second=False, slots=main), orders.jump


def _left(unit: Unit, slot: int) -> tuple[int, ...]:
    return tuple(each for each in unit.slots if each != slot)


_BARRING: Final[Mapping[OrderType, str]] = {
    "offensive": "CC-053",
    "defensive": "CC-054",
    "navigate": "CC-056",
    "hyperspace": "CC-056",
}


def _refuse_barred(unit: Unit, kind: OrderKind) -> Forbidden | None:
    if not _is_barred(unit, kind):
        return None
    silent = unit.suffers(COMMUNICATIONS) and kind.type != "hyperspace"
    why = f"A Condition of {unit.id} bars {kind.type.capitalize()} Orders and Commands."
    return Forbidden("CC-055" if silent else _BARRING[kind.type], why, code="E-ORDER-BANNED")


def refuse_command(
    table: Table, unit: Unit, orders: Orders, name: CommandName, moment: Moment, pay: int
) -> Forbidden | None:
    """Why a ship cannot use a Command, in the order of canon 4.8."""
    kind = COMMANDS[name]
    if moment not in kind.window:
        why = f"{kind.name} of {unit.id} cannot be used now."
        return Forbidden(kind.rule, why, code="E-WINDOW")
    return refuse_payment(table, unit, orders, name, pay)


def refuse_payment(
    table: Table, unit: Unit, orders: Orders, name: CommandName, pay: int
) -> Forbidden | None:
    """Why a ship cannot use a Command at any moment, paid so (CC-065, CC-068, D-041, D-054)."""
    kind, design = COMMANDS[name], table.design(unit)
    if design.fighter:
        why = f"{unit.id} is a Fighter: it uses no Commands."
        return Forbidden("CC-139", why, code="E-FIGHTER")
    if not _has(unit, orders, pay):
        what = "no Token" if pay == TOKEN else f"no hidden Order in {_where(design, pay)}"
        why = f"{unit.id} has {what} to pay for {kind.name}."
        return Forbidden("CC-068", why, code="E-NO-TOKEN")
    if refused := _refuse_barred(unit, kind):
        return refused
    if unit.bogey and kind.type != "navigate":
        return _false(unit)
    if name in unit.commands:
        why = f"{unit.id} has used {kind.name} this turn; it may do so once."
        return Forbidden("CC-152", why, code="E-ORDER-TWICE")
    if pay not in (TOKEN, MAIN) and _type_of(design, pay) != kind.type:
        what = _type_of(design, pay).capitalize()
        why = f"The Order in {_where(design, pay)} pays for {what} Commands only."
        return Forbidden("CC-111", why, code="E-SLOT-TYPE")
    return None


def _has(unit: Unit, orders: Orders, pay: int) -> bool:
    return unit.tokens > 0 if pay == TOKEN else orders.at(pay) is not None


def automatic_payment(
    table: Table, unit: Unit, orders: Orders, name: CommandName, with_order: bool = False
) -> int | None:
    """What pays for an automatic Command; the main Order only where its owner allows it (4.3)."""
    extra = [slot for slot, _ in orders.hidden if slot != MAIN]
    ways = [*extra, TOKEN, *([MAIN] if with_order else [])]
    legal = (pay for pay in ways if not refuse_payment(table, unit, orders, name, pay))
    return next(legal, None)


def use(unit: Unit, orders: Orders, name: CommandName, pay: int) -> tuple[Unit, Orders]:
    """A ship that has paid for a Command, and what it still hides; its effect comes on top."""
    paid = replace(
        unit,
        commands=(*unit.commands, name),
        navigated=unit.navigated or COMMANDS[name].type == "navigate",
    )
    paid = strained(paid) if COMMANDS[name].type == "navigate" else paid
    if pay == TOKEN and unit.second:
        return replace(paid, second=False), orders
    if pay == TOKEN:
        return replace(paid, token=False), orders
    return replace(paid, slots=_left(unit, pay)), orders.without(pay)


# --- What everybody knows ---


def may_hide(table: Table, unit: Unit, name: OrderName) -> bool:
    """Whether a ship could reveal an Order, as far as everybody knows: windows open by this."""
    kind, unit = ORDERS[name], table.commander(unit)
    if _is_barred(unit, kind) or (name in unit.revealed and name != REPEATABLE):
        return False
    if name == "focus" and unit.attacked:
        return False
    if (table.design(unit).fighter and name != "jump") or (name == "repair" and not table.repair):
        return False
    if name == "cloak":
        able = table.cloak and (unit.hidden or _has_device(table, unit))
        return able and MAIN in unit.slots and not in_force(unit, "jump")
    return _may_pay(table, unit, kind)


def may_use(table: Table, unit: Unit, name: CommandName) -> bool:
    """Whether a ship could use a Command, as far as everybody knows: windows open by this."""
    kind, unit = COMMANDS[name], table.commander(unit)
    if barred(unit, kind.type) or name in unit.commands or table.design(unit).fighter:
        return False
    tokens = unit.token if unit.hidden else unit.tokens
    return bool(tokens) or _may_pay(table, unit, kind)


def _may_pay(table: Table, unit: Unit, kind: OrderKind) -> bool:
    """Whether a slot may hide such an Order; a hidden ship may have any extra slot (D-100)."""
    if unit.hidden:
        return MAIN in unit.slots or (kind.type in EXTRA_SLOTS.values() and not unit.jumping)
    return any(_fits(table, unit, slot, kind) for slot in unit.slots)


def _fits(table: Table, unit: Unit, slot: int, kind: OrderKind) -> bool:
    return slot == MAIN or _type_of(table.design(unit), slot) == kind.type
