"""The Command Phase: every ship gets an Order or a Token, at once and in secret (2.10, 4.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Literal

from games.core.notation import move
from games.core.steps import SheetPhase
from games.core.types import Decision, Forbidden, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict import orders as rules
from games.cosmic_conflict.course import seat_of, side_of
from games.cosmic_conflict.designs import Design
from games.cosmic_conflict.notation import ORDER, Answer, Slot, UnitId
from games.cosmic_conflict.orders import MAIN, Orders
from games.cosmic_conflict.rules import deployment, fleets
from games.cosmic_conflict.rules.values import forbid, hidden, not_own, side
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table import OrderName, Table, Unit
from games.cosmic_conflict.view import Asked

SHEETS: Final = SheetPhase("orders", "orders", "CC-063")


def decisions(builder: StepBuilder) -> tuple[Decision, ...]:
    return tuple(SHEETS.decision(seat, builder.sheet(seat)) for seat in asked_seats(builder.table))


def begin(builder: StepBuilder) -> None:
    """Nobody is asked who has no ship that can get something, such as one that jumps."""
    builder.change(phase="orders")
    for seat in fleets.SEATS:
        builder.write(seat, orders={}, steps=(), locked=False)
    go_on(builder)


def asked_seats(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in fleets.SEATS if commanded(table, side_of(seat)))


def commanded(table: Table, own: int) -> tuple[Unit, ...]:
    """The units of a side that can get something: ships, and Fighters that can jump (CC-143)."""
    return tuple(unit for unit in table.in_space(own) if _can_get_something(table, unit))


def _can_get_something(table: Table, unit: Unit) -> bool:
    jump = rules.refuse_order(table, unit, Orders(), MAIN, "jump")
    return jump is None or rules.refuse_token(table, unit) is None


def slot_of(design: Design, label: str) -> int:
    """The slot that a label means, the main one without a label; one that does not exist for an
    item that is not there."""
    if not label:
        return MAIN
    return design.labels.index(label) if label in design.labels else len(design.items)


# --- Answers ---


def _refuse_unit(asked: Asked, id: str) -> Forbidden | None:
    """E-UNKNOWN-ID and E-OWNER, before all others."""
    if refused := not_own(asked, id):
        return refused
    if asked.view.table.units[id].state == "in":
        return None
    own = ", ".join(unit.id for unit in commanded(asked.view.table, side(asked)))
    return forbid("UNKNOWN-ID", "CC-063", f"{id} is out of the game.", f"Possible: {own}.")


@move("order", "orders", "ORDER {unit}[ {slot}] {order}", quick=True)
class GiveOrder(Answer):
    """``ORDER a1 EVASIVE``, ``ORDER a1 NAV EVASIVE`` (CC-063); ``slot`` is empty for the main one,
    else the label of an item."""

    unit: UnitId
    order: Annotated[OrderName, ORDER]
    slot: Slot | Literal[""] = ""

    def refuse(self, asked: Asked) -> Forbidden | None:
        if refused := _refuse_unit(asked, self.unit):
            return refused
        table = asked.view.table
        unit = table.units[self.unit]
        slot = slot_of(table.design(unit), self.slot)
        return rules.refuse_order(table, unit, hidden(asked, unit), slot, self.order)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.units[self.unit]
        slot = slot_of(builder.table.design(unit), self.slot)
        _give(builder, unit, builder.hidden(unit).given(slot, self.order))


@move("token", "orders", "TOKEN {unit}[ {slot}]", quick=True)
class GiveToken(Answer):
    """``TOKEN a1``"""

    unit: UnitId
    slot: Slot | Literal[""] = ""

    def refuse(self, asked: Asked) -> Forbidden | None:
        if refused := _refuse_unit(asked, self.unit):
            return refused
        table = asked.view.table
        unit = table.units[self.unit]
        return rules.refuse_token(table, unit, slot_of(table.design(unit), self.slot))

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.units[self.unit]
        _give(builder, unit, builder.hidden(unit).with_token())


@move("clear", "orders", "CLEAR {unit}[ {slot}]", quick=True)
class Clear(Answer):
    """``CLEAR a1``, ``CLEAR a1 NAV``"""

    unit: UnitId
    slot: Slot | Literal[""] = ""

    def refuse(self, asked: Asked) -> Forbidden | None:
        """E-ORDER-SLOT where there is nothing to take back."""
        if refused := _refuse_unit(asked, self.unit):
            return refused
        unit = asked.view.table.units[self.unit]
        slot = slot_of(asked.view.table.design(unit), self.slot)
        found = hidden(asked, unit)
        if found.without(slot) != found:
            return None
        where = f"for {self.slot} of {unit.id}" if self.slot else f"for {unit.id}"
        return forbid("ORDER-SLOT", "CC-063", f"You have written nothing {where}.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.units[self.unit]
        slot = slot_of(builder.table.design(unit), self.slot)
        _give(builder, unit, builder.hidden(unit).without(slot))


def _give(builder: StepBuilder, unit: Unit, given: Orders) -> None:
    builder.hide(unit, given)
    seat = seat_of(unit.side)
    fleets.write(builder, seat, orders=builder.sheet(seat).orders)


# --- The last lock ---


def lock(builder: StepBuilder, seat: Seat) -> None:
    """Who was left blank gets a Token (4.1)."""
    table = builder.table
    for unit in commanded(table, side_of(seat)):
        builder.hide(unit, rules.completed(table, unit, builder.hidden(unit)))
    fleets.write(builder, seat, locked=True, orders=builder.sheet(seat).orders)
    go_on(builder)


def go_on(builder: StepBuilder) -> None:
    if all(builder.sheet(seat).locked for seat in asked_seats(builder.table)):
        _reveal(builder)


def _reveal(builder: StepBuilder) -> None:
    """Everybody learns who has an Order and who a Token; the Orders stay hidden (CC-064)."""
    playing = [unit for unit in builder.table.units.values() if unit.state == "in"]
    given = {unit.id: builder.hidden(unit) for unit in playing}
    builder.table = rules.published(builder.table, given)
    for unit in playing:
        builder.hide(unit, replace(given[unit.id], token=False))
    for seat in fleets.SEATS:
        builder.write(seat, locked=False)
    units = [builder.table.units[unit.id] for unit in playing]
    builder.tell(
        e.OrdersGiven(
            tuple(unit.id for unit in units if MAIN in unit.slots),
            tuple(unit.id for unit in units if unit.token),
        )
    )
    builder.change(phase="activation")
    builder.then("begin-activation")


@move("lock", "deploy|orders", "LOCK")
class Lock(Answer):
    """``LOCK``: a secret deployment, the Orders of a turn, or the end of placing Fighters"""

    def refuse(self, asked: Asked) -> Forbidden | None:
        return deployment.incomplete(asked) if asked.decision.kind == "deploy" else None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if decision.kind == "deploy":
            deployment.lock(builder, decision.seat)
        else:
            lock(builder, decision.seat)
