"""Orders and Commands: who may get which, when they are used, how they are paid (2.10, 3.9).

What a ship hides is an ``Orders`` value, which is never part of a ``Table``. What everybody knows
is in ``Unit``: its Token, the slots that may still hide something, what it revealed and used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, get_args

from games.core.types import Forbidden
from games.cosmic_conflict.designs import Design
from games.cosmic_conflict.rules.conditions import COMMUNICATIONS, OrderType, barred
from games.cosmic_conflict.table import CommandName, OrderName, Table, Unit

# --- The table (canon 3.9) ---

Moment: TypeAlias = Literal[
    "idle",
    "declared",
    "attacks",
    "reroll",
    "moving",
    "aimed",
    "dodge",
    "damage",
    "condition",
    "R1",
    "R5",
    "R8",
]
"""What happens, as a ship sees it.

``idle``       the Activation Phase waits, or is at an interrupt point outside an attack (D-065)
``declared``   an attack of the enemy has been declared, on whatever ship (D-065)
``attacks``    its own attack sequence, between two attacks
``reroll``     step 6 of an attack of its own
``moving``     its own move sequence
``aimed``      step 4 of an attack on it; ``dodge``: step 9 of one
``damage``     it is about to take damage of any kind (D-043)
``condition``  a Condition of it has been determined
``R1`` …       a step of the Resolution Phase
"""
ACTIVATION: Final[frozenset[Moment]] = frozenset({"idle", "declared", "attacks", "moving"})
ANY: Final[frozenset[Moment]] = frozenset(get_args(Moment))


@dataclass(frozen=True, slots=True)
class OrderKind:
    """An Order or a Command, with the moments when it may be revealed or used."""

    name: str
    type: OrderType
    rule: str
    window: frozenset[Moment]


ORDERS: Final[Mapping[OrderName, OrderKind]] = {
    "contingent": OrderKind("Contingent Attack", "offensive", "CC-153", ACTIVATION),
    "focus": OrderKind("Offensive Focus", "offensive", "CC-154", ACTIVATION | {"aimed", "reroll"}),
    "brace": OrderKind("Brace for Impact", "defensive", "CC-157", ANY),
    "reinforce": OrderKind("Reinforce Shields", "defensive", "CC-159", ACTIVATION | {"R1"}),
    "evasive": OrderKind(
        "Evasive Actions", "navigate", "CC-161", ANY - {"dodge", "damage", "condition"}
    ),
    "velocity": OrderKind("Change Velocity", "navigate", "CC-162", ANY),
    "scanners": OrderKind(
        "Enhance Scanners", "scanning", "CC-165", frozenset({"attacks", "moving", "R5"})
    ),
    "mark": OrderKind("Mark Target", "scanning", "CC-169", frozenset({"attacks"})),
    "jump": OrderKind("Jump to Hyperspace", "hyperspace", "CC-176", ANY),
}
"""Their owner may reveal them earlier than they have an effect (D-063), save those that need a
target: these are executed when they are revealed."""
COMMANDS: Final[Mapping[CommandName, OrderKind]] = {
    "reaim": OrderKind("Re-aim", "offensive", "CC-155", frozenset({"reroll"})),
    "snap": OrderKind(
        "Snap Attack", "offensive", "CC-156", frozenset({"idle", "declared", "attacks"})
    ),
    "damcon": OrderKind("Damage Control", "defensive", "CC-160", frozenset({"condition"})),
    "dodge": OrderKind("Dodge", "navigate", "CC-163", frozenset({"dodge"})),
    "velocity": OrderKind(
        "Change Velocity",
        "navigate",
        "CC-164",
        frozenset({"idle", "attacks", "moving", "R1", "R5", "R8"}),
    ),
    "sensors": OrderKind(
        "Enhance Sensors", "scanning", "CC-175", frozenset({"attacks", "moving", "R5"})
    ),
}

MAIN: Final = -1
"""The slot that every ship has; the others are the places of the items that give them."""
EXTRA_SLOTS: Final[Mapping[str, OrderType]] = {"NAV": "navigate", "SEN": "scanning"}
"""The items that give another slot, and the type of Orders that it takes (CC-111, CC-114)."""
REPEATABLE: Final = "mark"
"""The Order that may be given again, for another target (CC-169)."""


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


# --- What is hidden ---


@dataclass(frozen=True, slots=True)
class Orders:
    """What the owner of a ship alone knows.

    ``token``   it gets a Token, until all sides have locked: then ``Unit.token`` tells
    ``hidden``  Orders that are not revealed yet, each with its slot, the main one first
    """

    token: bool = False
    hidden: tuple[tuple[int, OrderName], ...] = ()

    @property
    def names(self) -> tuple[OrderName, ...]:
        """What a scan finds (CC-168)."""
        return tuple(name for _, name in self.hidden)

    def at(self, slot: int) -> OrderName | None:
        return dict(self.hidden).get(slot)

    def without(self, slot: int) -> Orders:
        """With nothing in a slot."""
        kept = tuple(each for each in self.hidden if each[0] != slot)
        return Orders(self.token and slot != MAIN, kept)

    def given(self, slot: int, name: OrderName) -> Orders:
        """With an Order in place of what a slot had."""
        kept = self.without(slot)
        return replace(kept, hidden=tuple(sorted((*kept.hidden, (slot, name)))))

    def with_token(self) -> Orders:
        """With a Token in place of what the main slot had (CC-063)."""
        return replace(self.without(MAIN), token=True)

    @property
    def jump(self) -> Orders:
        """What Communications Damage and the clean-up leave (CC-055, 3.11)."""
        return Orders(hidden=tuple(each for each in self.hidden if each[1] == "jump"))


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
    return _refuse_receiving(table, unit, name)


def refuse_token(table: Table, unit: Unit, slot: int = MAIN) -> Forbidden | None:
    """Why a ship cannot get a Token (CC-063, D-054)."""
    if slot != MAIN:
        why = f"The extra slots of {unit.id} take Orders, never a Token."
        return Forbidden("CC-111", why, code="E-ORDER-SLOT")
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
    """With the Token of a ship that was left blank, if it can have one."""
    blank = not (orders.token or orders.at(MAIN))
    return orders.with_token() if blank and not refuse_token(table, unit) else orders


def published(table: Table, orders: Mapping[str, Orders]) -> Table:
    """After the last lock: who has a Token and who an Order; nothing tells which Order.

    What an extra slot holds, and whether it does, is not told (4.1).
    """
    return table.put(*(_published(table, table.units[id], each) for id, each in orders.items()))


def _published(table: Table, unit: Unit, orders: Orders) -> Unit:
    main = (MAIN,) if orders.at(MAIN) else ()
    extra = () if unit.jumping else tuple(slot_types(unit, table.design(unit)))
    return replace(unit, token=orders.token, slots=(*main, *extra))


# --- Revealing ---


def refuse_reveal(unit: Unit, name: OrderName, moment: Moment) -> Forbidden | None:
    """Why a ship cannot reveal an Order that it hides (D-041, D-063)."""
    kind = ORDERS[name]
    if moment not in kind.window or (name == "focus" and unit.attacked):
        why = f"{kind.name} of {unit.id} cannot be revealed now."
        return Forbidden(kind.rule, why, code="E-WINDOW")
    return _refuse_barred(unit, kind)


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
    return shown, orders.without(slot)


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
    """After Communications Damage: hidden Orders and the Token are removed (CC-055, D-041).

    A Jump stays hidden; that there is one must not show, so the main slot stays as it was.
    """
    main = tuple(slot for slot in unit.slots if slot == MAIN)
    return replace(unit, token=False, slots=main), orders.jump


def _left(unit: Unit, slot: int) -> tuple[int, ...]:
    return tuple(each for each in unit.slots if each != slot)


_BARRING: Final[Mapping[OrderType, str]] = {
    "offensive": "CC-053",
    "defensive": "CC-054",
    "navigate": "CC-056",
    "hyperspace": "CC-056",
}


def _refuse_barred(unit: Unit, kind: OrderKind) -> Forbidden | None:
    if not barred(unit, kind.type):
        return None
    silent = unit.suffers(COMMUNICATIONS) and kind.type != "hyperspace"
    why = f"A Condition of {unit.id} bars {kind.type.capitalize()} Orders and Commands."
    return Forbidden("CC-055" if silent else _BARRING[kind.type], why, code="E-ORDER-BANNED")


# --- Commands ---

TOKEN: Final = -2
"""What a Command is paid with, else the slot of a hidden Order (CC-065, CC-068)."""


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
    if name in unit.commands:
        why = f"{unit.id} has used {kind.name} this turn; it may do so once."
        return Forbidden("CC-152", why, code="E-ORDER-TWICE")
    if pay not in (TOKEN, MAIN) and _type_of(design, pay) != kind.type:
        what = _type_of(design, pay).capitalize()
        why = f"The Order in {_where(design, pay)} pays for {what} Commands only."
        return Forbidden("CC-111", why, code="E-SLOT-TYPE")
    return None


def _has(unit: Unit, orders: Orders, pay: int) -> bool:
    return unit.token if pay == TOKEN else orders.at(pay) is not None


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
    if pay == TOKEN:
        return replace(paid, token=False), orders
    return replace(paid, slots=_left(unit, pay)), orders.without(pay)


# --- What everybody knows ---


def may_hide(table: Table, unit: Unit, name: OrderName) -> bool:
    """Whether a ship could reveal an Order, as far as everybody knows: windows open by this."""
    kind = ORDERS[name]
    if barred(unit, kind.type) or (name in unit.revealed and name != REPEATABLE):
        return False
    if name == "focus" and unit.attacked:
        return False
    if table.design(unit).fighter and name != "jump":
        return False
    return any(_fits(table, unit, slot, kind) for slot in unit.slots)


def may_use(table: Table, unit: Unit, name: CommandName) -> bool:
    """Whether a ship could use a Command, as far as everybody knows: windows open by this."""
    kind = COMMANDS[name]
    if barred(unit, kind.type) or name in unit.commands or table.design(unit).fighter:
        return False
    return unit.token or any(_fits(table, unit, slot, kind) for slot in unit.slots)


def _fits(table: Table, unit: Unit, slot: int, kind: OrderKind) -> bool:
    return slot == MAIN or _type_of(table.design(unit), slot) == kind.type
