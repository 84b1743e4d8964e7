"""Orders revealed and Commands used at a time of one's own choice (CC-064, CC-068)."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.notation import also, move
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict.course import seat_of
from games.cosmic_conflict.notation import COMMAND, ORDER, ActivationStep, Change, Pay, UnitId
from games.cosmic_conflict.orders import (
    COMMANDS,
    MAIN,
    ORDERS,
    TOKEN,
    Moment,
    automatic_payment,
    refuse_command,
    refuse_reveal,
    reveal,
    use,
)
from games.cosmic_conflict.rules import movement, scanning
from games.cosmic_conflict.rules.values import (
    acting,
    forbid,
    hidden,
    moment,
    no_item,
    no_unit_acts,
    not_own,
    paid_text,
    payment,
    unknown,
)
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import CommandName, OrderName, Unit
from games.cosmic_conflict.view import Asked, Scan

# --- Orders ---


def nothing_hidden(unit: Unit, name: OrderName) -> Forbidden:
    kind = ORDERS[name]
    return forbid("WINDOW", "CC-064", f"{unit.id} does not hide {kind.name}.")


@move(
    "reveal",
    "activate",
    "REVEAL {order}[ {change}][ {target}]",
    also("activate|idle", "REVEAL {unit} {order}[ {change}][ {target}]"),
    unit="",
)
class Reveal(ActivationStep):
    """``REVEAL EVASIVE``, ``REVEAL a2 VELOCITY +1``, ``REVEAL SCANNERS b3``; without a unit, that
    which acts (CC-064)."""

    order: Annotated[OrderName, ORDER]
    unit: UnitId | Literal[""] = ""
    change: Change = 0
    target: UnitId | Literal[""] = ""

    def refuse(self, asked: Asked) -> Forbidden | None:
        """Why an Order cannot be revealed now (3.9)."""
        table, id = asked.view.table, _named(asked, self.unit)
        if refused := not_own(asked, id) if id else no_unit_acts(asked):
            return refused
        unit = table.units[id]
        if self.order not in hidden(asked, unit).names:
            return nothing_hidden(unit, self.order)
        if self.order == "mark":
            return forbid("FORMAT", "CC-169", "A mark needs a target.", "Write MARK b3.")
        now = moment(asked, unit)
        if refused := refuse_reveal(unit, self.order, now):
            return refused
        if self.order == "velocity":
            return movement.refuse_change(table, unit, self.change, "order")
        return _refuse_scan(asked, unit, self) if self.order == "scanners" else None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.unit(self.unit or _acts(builder))
        revealed(builder, unit, self.order, self.change, self.target)
        if self.order == "velocity":
            builder.put(movement.changed(builder.unit(unit.id), self.change))
        if self.order == "scanners" and self.target:
            _scan(builder, unit, builder.unit(self.target))


def _named(asked: Asked, id: str) -> str:
    unit = acting(asked)
    return id or (unit.id if unit else "")


def _refuse_scan(asked: Asked, unit: Unit, move: Reveal) -> Forbidden | None:
    """Without a target it only reveals the ship itself, which is in the open (CC-165)."""
    if not move.target:
        return None
    table = asked.view.table
    if refused := unknown(table, move.target):
        return refused
    return scanning.refuse_choice(
        unit, scanning.ORDERS, moment(asked, unit)
    ) or scanning.refuse_scan(table, unit, table.units[move.target])


def revealed(
    builder: StepBuilder, unit: Unit, name: OrderName, change: int = 0, target: str = ""
) -> None:
    """An Order that is hidden is hidden no more."""
    orders = builder.hidden(unit)
    slot = next(slot for slot, each in orders.hidden if each == name)
    shown, left = reveal(unit, orders, slot)
    builder.put(shown)
    builder.hide(shown, left)
    builder.tell(e.OrderRevealed(builder.piece(unit.id), name, change, target))


def _acts(builder: StepBuilder) -> str:
    now = builder.course.acting
    assert now is not None
    return now.unit


def _scan(builder: StepBuilder, unit: Unit, target: Unit) -> None:
    """What the ship finds is told to its side alone (CC-168)."""
    seat, found = seat_of(unit.side), builder.hidden(target).names
    pieces = builder.piece(unit.id), builder.piece(target.id)
    builder.tell(e.Scanned(*pieces), e.ScanFound(pieces[1], found, only=(seat,)))
    scan = Scan(target.id, builder.table.turn, found)
    builder.write(seat, scans=(*builder.sheet(seat).scans, scan))


# --- Commands ---

_ELSEWHERE: dict[CommandName, str] = {
    "reaim": "Write REROLL and a die once the dice are known.",
    "snap": "Write SNAP, a unit, a Weapon and a target.",
    "dodge": "It answers an attack, once it has been worked out.",
    "damcon": "It answers a Condition.",
}


@move(
    "command",
    "activate",
    "COMMAND {command}[ {change}][ PAY {pay}]",
    also("activate|idle", "COMMAND {unit} {command}[ {change}][ PAY {pay}]"),
    unit="",
)
class UseCommand(ActivationStep):
    """``COMMAND VELOCITY +1 PAY NAV1``, ``COMMAND a2 SENSORS`` (CC-068)"""

    command: Annotated[CommandName, COMMAND]
    unit: UnitId | Literal[""] = ""
    change: Change = 0
    pay: Pay = ""

    def refuse(self, asked: Asked) -> Forbidden | None:
        """Why a Command cannot be used now (3.9)."""
        table, id = asked.view.table, _named(asked, self.unit)
        if refused := not_own(asked, id) if id else no_unit_acts(asked):
            return refused
        unit = table.units[id]
        if self.command in _ELSEWHERE:
            kind = COMMANDS[self.command]
            why = f"{kind.name} of {unit.id} cannot be used so."
            return forbid("WINDOW", kind.rule, why, _ELSEWHERE[self.command])
        if refused := refuse_paid(asked, unit, self.command, moment(asked, unit), self.pay):
            return refused
        if self.command == "velocity":
            return movement.refuse_change(table, unit, self.change, "command")
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.unit(self.unit or _acts(builder))
        paid(builder, unit, self.command, self.pay, self.change)
        if self.command == "velocity":
            builder.put(movement.changed(builder.unit(unit.id), self.change))


def refuse_paid(
    asked: Asked, unit: Unit, name: CommandName, now: Moment, pay: str
) -> Forbidden | None:
    """Why a Command cannot be used and paid so at a moment."""
    table, design = asked.view.table, asked.view.table.design(unit)
    if pay not in ("", "TOKEN", "MAIN") and (refused := no_item(design, unit, pay, "slot")):
        return refused
    orders = hidden(asked, unit)
    found = payment(design, pay) if pay else automatic_payment(table, unit, orders, name, True)
    if found is None:
        found = MAIN if orders.at(MAIN) else TOKEN
    return refuse_command(table, unit, orders, name, now, found)


def paid(builder: StepBuilder, unit: Unit, name: CommandName, pay: str, change: int = 0) -> None:
    """A Command is used: its Token is spent, or a hidden Order discarded (CC-065)."""
    table, orders, design = builder.table, builder.hidden(unit), builder.table.design(unit)
    found = payment(design, pay) if pay else automatic_payment(table, unit, orders, name, True)
    assert found is not None
    used, left = use(unit, orders, name, found)
    builder.put(used)
    builder.hide(used, left)
    how = paid_text(design, found)
    builder.tell(e.CommandUsed(builder.piece(unit.id), name, how, change))
