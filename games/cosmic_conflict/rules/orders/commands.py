"""The Command Phase, in which every ship gets an Order or a Token in secret (2.10, 4.1); Orders
revealed and Commands used at a time of one's own choice (CC-064, CC-068).

Of Enhance Scanners choices 1 and 3 are here (CC-166, CC-168), and of Enhance Sensors choice 1; the
others belong to the scenario (CC-175).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Literal

from games.core.geometry.plane import within
from games.core.moves import also, move
from games.core.notation import one_of
from games.core.steps import SheetPhase
from games.core.types import Decision, Forbidden, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict import space
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.notation import (
    COMMAND,
    ORDER,
    ActivationStep,
    Answer,
    Change,
    Pay,
    Slot,
    UnitId,
)
from games.cosmic_conflict.rules import movement, stealth
from games.cosmic_conflict.rules.orders import usage
from games.cosmic_conflict.rules.orders.usage import (
    automatic_payment,
    refuse_command,
    refuse_reveal,
    reveal,
    use,
)
from games.cosmic_conflict.rules.setup import deployment, fleets
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
    side,
    unknown,
)
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.course import seat_of, side_of
from games.cosmic_conflict.table.orders import COMMANDS, MAIN, ORDERS, TOKEN, Moment, Orders
from games.cosmic_conflict.table.units import CommandName, OrderName, Table, Unit
from games.cosmic_conflict.view import Request, Scan

REACH: Final = 24 * space.DU
"""How far the Orders of a ship can be read (CC-168)."""
SHIP_CHOICE, SCENARIO_CHOICE, ORDERS_CHOICE = 1, 2, 3
"""The choices of Enhance Scanners (CC-166 to 168)."""


def refuse_choice(unit: Unit, choice: int, moment: Moment) -> Forbidden | None:
    """Why Enhance Scanners cannot be revealed with a choice now (3.9, D-096)."""
    if (choice == SCENARIO_CHOICE) == (moment == "R5"):
        return None
    rule, when = {
        SCENARIO_CHOICE: ("CC-167", "for the scenario in step R5 of the Resolution Phase"),
        SHIP_CHOICE: ("CC-166", "on a contact in its own activation"),
        ORDERS_CHOICE: ("CC-168", "on a ship's Orders in its own activation"),
    }[choice]
    why = f"{unit.id} uses Enhance Scanners {when} only."
    return Forbidden(rule, why, code="E-WINDOW")


def refuse_scan(table: Table, unit: Unit, target: Unit) -> Forbidden | None:
    """Why a ship cannot read the Orders of another (CC-168, D-056)."""
    enemy = target.in_space and target.side != unit.side
    if not enemy or table.design(target).fighter:
        why = f"{target.id} is not an enemy ship on the board."
        return Forbidden("CC-168", why, code="E-TARGET")
    if within(unit.spot, target.spot, REACH):
        return None
    far = space.shown(space.distance(unit.spot, target.spot))
    why = f"{target.id} is {far} away; Orders can be read up to {space.shown(REACH)}."
    return Forbidden("CC-168", why, code="E-RANGE")


SHEETS: Final = SheetPhase("orders", "orders", "CC-063")


def decisions(builder: StepBuilder) -> tuple[Decision, ...]:
    return tuple(SHEETS.decision(seat, builder.sheet(seat)) for seat in asked_seats(builder.table))


def begin(builder: StepBuilder) -> None:
    """Nobody is asked who has no ship that can get something, such as one that jumps."""
    builder.change(phase="orders")
    for seat in builder.table.seats:
        builder.write(seat, orders={}, steps=(), locked=False)
    go_on(builder)


def asked_seats(table: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.seats if commanded(table, side_of(seat)))


def commanded(table: Table, own: int) -> tuple[Unit, ...]:
    """The units of a side that can get something: ships, and Fighters that can jump (CC-143)."""
    return tuple(unit for unit in table.in_space(own) if _can_get_something(table, unit))


def _is_member(table: Table, unit: Unit) -> bool:
    """Whether the Lead Ship of a Formation gets Orders for a ship (CC-264)."""
    return table.commander(unit).id != unit.id


def _can_get_something(table: Table, unit: Unit) -> bool:
    if _is_member(table, unit):
        return False
    jump = usage.refuse_order(table, unit, Orders(), MAIN, "jump")
    return jump is None or usage.refuse_token(table, unit) is None


def slot_of(design: Design, label: str) -> int:
    """The slot that a label means, the main one without a label; one that does not exist for an
    item that is not there."""
    if not label:
        return MAIN
    return design.labels.index(label) if label in design.labels else len(design.items)


# --- Answers ---


def _refuse_unit(request: Request, id: str) -> Forbidden | None:
    """E-UNKNOWN-ID and E-OWNER, before all others."""
    if refused := not_own(request, id):
        return refused
    table = request.view.table
    if _is_member(table, unit := table.units[id]):
        lead = table.commander(unit).id
        why = f"{id} is in the Formation of {lead}, which gets an Order or a Token for all."
        return forbid("MEMBER", "CC-264", why, f"Give it to {lead}.")
    if unit.state == "in":
        return None
    if unit.state == "cloaked":
        why = f"{id} is cloaked and gets neither an Order nor a Token."
        return forbid("PHASE", "CC-236", why, "It is on the board again once it has moved.")
    own = ", ".join(unit.id for unit in commanded(request.view.table, side(request)))
    return forbid("UNKNOWN-ID", "CC-063", f"{id} is out of the game.", f"Possible: {own}.")


@move("order", "orders", "ORDER {unit}[ {slot}] {order}", quick=True)
class GiveOrder(Answer):
    """``ORDER a1 EVASIVE``, ``ORDER a1 NAV EVASIVE`` (CC-063); ``slot`` is empty for the main one,
    else the label of an item."""

    unit: UnitId
    order: Annotated[OrderName, ORDER]
    slot: Slot | Literal[""] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := _refuse_unit(request, self.unit):
            return refused
        table = request.view.table
        unit = table.units[self.unit]
        slot = slot_of(table.design(unit), self.slot)
        return usage.refuse_order(table, unit, hidden(request, unit), slot, self.order)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.units[self.unit]
        slot = slot_of(builder.table.design(unit), self.slot)
        _give(builder, unit, builder.hidden(unit).given(slot, self.order))


@move("token", "orders", "TOKEN {unit}[ {slot}]", quick=True)
class GiveToken(Answer):
    """``TOKEN a1``"""

    unit: UnitId
    slot: Slot | Literal[""] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        if refused := _refuse_unit(request, self.unit):
            return refused
        table = request.view.table
        unit = table.units[self.unit]
        given = hidden(request, unit).token
        return usage.refuse_token(table, unit, slot_of(table.design(unit), self.slot), given=given)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.units[self.unit]
        _give(builder, unit, builder.hidden(unit).with_token())


@move("clear", "orders", "CLEAR {unit}[ {slot}]", quick=True)
class Clear(Answer):
    """``CLEAR a1``, ``CLEAR a1 NAV``"""

    unit: UnitId
    slot: Slot | Literal[""] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """E-ORDER-SLOT where there is nothing to take back."""
        if refused := _refuse_unit(request, self.unit):
            return refused
        unit = request.view.table.units[self.unit]
        slot = slot_of(request.view.table.design(unit), self.slot)
        found = hidden(request, unit)
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
    """Lock the Orders; a ship that was left blank gets a Token (4.1)."""
    table = builder.table
    for unit in commanded(table, side_of(seat)):
        builder.hide(unit, usage.completed(table, unit, builder.hidden(unit)))
    fleets.write(builder, seat, locked=True, orders=builder.sheet(seat).orders)
    go_on(builder)


def go_on(builder: StepBuilder) -> None:
    if all(builder.sheet(seat).locked for seat in asked_seats(builder.table)):
        _reveal(builder)


def _reveal(builder: StepBuilder) -> None:
    """Tell all who has an Order and who a Token; the Orders stay hidden (CC-064). A ship
    that has left its Formation since its side locked gets a Token."""
    table = builder.table
    playing = [
        unit for unit in table.units.values() if unit.state == "in" and not _is_member(table, unit)
    ]
    given = {unit.id: builder.hidden(unit) for unit in playing}
    for unit in playing:
        if unit.in_space:
            given[unit.id] = usage.completed(table, unit, given[unit.id])
    builder.table = usage.published(builder.table, given)
    for unit in playing:
        builder.hide(unit, replace(given[unit.id], token=False))
    for seat in builder.table.seats:
        builder.write(seat, locked=False)
    units = [builder.table.units[unit.id] for unit in playing]
    builder.tell(
        e.OrdersGiven(
            tuple(unit.id for unit in units if MAIN in unit.slots),
            tuple(unit.id for unit in units if unit.token),
            tuple(unit.id for unit in units if unit.second and not unit.hidden),
        )
    )
    builder.change(phase="activation")
    builder.then("begin-activation")


@move("lock", "deploy|orders", "LOCK")
class Lock(Answer):
    """``LOCK``: a secret deployment, the Orders of a turn, or the end of placing Fighters"""

    def refuse(self, request: Request) -> Forbidden | None:
        return deployment.incomplete(request) if request.decision.kind == "deploy" else None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if decision.kind == "deploy":
            deployment.lock(builder, decision.seat)
        else:
            lock(builder, decision.seat)


# --- Orders ---


def nothing_hidden(unit: Unit, name: OrderName) -> Forbidden:
    kind = ORDERS[name]
    return forbid("WINDOW", "CC-064", f"{unit.id} does not hide {kind.name}.")


@move(
    "reveal",
    "activate",
    "REVEAL {order}[ {change}][ {target}][ {sic}]",
    also("activate|idle", "REVEAL {unit} {order}[ {change}][ {target}][ {sic}]"),
    unit="",
)
class Reveal(ActivationStep):
    """``REVEAL EVASIVE``, ``REVEAL a2 VELOCITY +1``, ``REVEAL SCANNERS b3``; without a unit, that
    which acts (CC-064). ``REVEAL SCANNERS b3 SIC`` finds out what a contact is (CC-166)."""

    order: Annotated[OrderName, ORDER]
    unit: UnitId | Literal[""] = ""
    change: Change = 0
    target: UnitId | Literal[""] = ""
    sic: Annotated[bool, one_of("SIC", {"SIC": True})] = False

    def refuse(self, request: Request) -> Forbidden | None:
        """Why an Order cannot be revealed now (3.9)."""
        table, id = request.view.table, _named(request, self.unit)
        if refused := not_own(request, id) if id else no_unit_acts(request):
            return refused
        unit = table.units[id]
        if self.order not in hidden(request, unit).names:
            return nothing_hidden(unit, self.order)
        if self.order == "mark":
            return forbid("FORMAT", "CC-169", "A mark needs a target.", "Write MARK b3.")
        now = moment(request, unit)
        commander = table.commander(unit)
        if refused := refuse_reveal(commander, self.order, now):
            return refused
        if self.order == "velocity":
            return movement.refuse_change(table, commander, self.change, "order")
        return _refuse_scan(request, unit, self) if self.order == "scanners" else None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.commander(builder.unit(self.unit or _acts(builder)))
        revealed(builder, unit, self.order, self.change, self.target)
        if self.order == "velocity":
            builder.put(movement.changed(builder.unit(unit.id), self.change))
        if self.order == "scanners" and self.target and self.sic:
            stealth.identify(builder, unit, self.target)
        elif self.order == "scanners" and self.target:
            _scan(builder, unit, builder.unit(self.target))


def _named(request: Request, id: str) -> str:
    unit = acting(request)
    return id or (unit.id if unit else "")


def _refuse_scan(request: Request, unit: Unit, move: Reveal) -> Forbidden | None:
    """Why a scan is illegal; without a target it only reveals the ship itself (CC-165)."""
    if not move.target:
        return None
    table, now = request.view.table, moment(request, unit)
    if refused := unknown(table, move.target):
        return refused
    if move.sic:
        return refuse_choice(unit, SHIP_CHOICE, now) or stealth.refuse_identify(
            table, unit, table.units[move.target], stealth.SCANNERS, "CC-166"
        )
    return refuse_choice(unit, ORDERS_CHOICE, moment(request, unit)) or refuse_scan(
        table, unit, table.units[move.target]
    )


def revealed(
    builder: StepBuilder, unit: Unit, name: OrderName, change: int = 0, target: str = ""
) -> None:
    """Make a hidden Order public."""
    unit = builder.table.commander(unit)
    orders = builder.hidden(unit)
    slot = next(slot for slot, each in orders.hidden if each == name)
    stealth.use_slot(builder, unit, slot)
    shown, left = reveal(builder.unit(unit.id), orders, slot)
    builder.put(shown)
    builder.hide(shown, left)
    builder.tell(e.OrderRevealed(builder.piece(unit.id), name, change, target))
    if name in ("scanners", "cloak"):  # CC-165, D-101
        stealth.reveal(builder, unit.id)


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
    "COMMAND {command}[ {change}][ {target}][ PAY {pay}]",
    also("activate|idle", "COMMAND {unit} {command}[ {change}][ {target}][ PAY {pay}]"),
    unit="",
)
class UseCommand(ActivationStep):
    """``COMMAND VELOCITY +1 PAY NAV1``, ``COMMAND SENSORS b3`` (CC-068, CC-175)"""

    command: Annotated[CommandName, COMMAND]
    unit: UnitId | Literal[""] = ""
    change: Change = 0
    pay: Pay = ""
    target: UnitId | Literal[""] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Why a Command cannot be used now (3.9)."""
        table, id = request.view.table, _named(request, self.unit)
        if refused := not_own(request, id) if id else no_unit_acts(request):
            return refused
        unit = table.commander(table.units[id])
        if self.command in _ELSEWHERE:
            kind = COMMANDS[self.command]
            why = f"{kind.name} of {unit.id} cannot be used so."
            return forbid("WINDOW", kind.rule, why, _ELSEWHERE[self.command])
        if refused := refuse_paid(request, unit, self.command, moment(request, unit), self.pay):
            return refused
        if self.command == "velocity":
            return movement.refuse_change(table, unit, self.change, "command")
        if self.command == "sensors" and self.target:
            return unknown(table, self.target) or stealth.refuse_identify(
                table, unit, table.units[self.target], stealth.SENSORS, "CC-175"
            )
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.table.commander(builder.unit(self.unit or _acts(builder)))
        paid(builder, unit, self.command, self.pay, self.change)
        if self.command == "velocity":
            builder.put(movement.changed(builder.unit(unit.id), self.change))
        if self.command == "sensors" and self.target:
            stealth.identify(builder, unit, self.target)


def refuse_paid(
    request: Request, unit: Unit, name: CommandName, now: Moment, pay: str
) -> Forbidden | None:
    """Why a Command cannot be used and paid so at a moment."""
    table = request.view.table
    unit = table.commander(unit)
    design = table.design(unit)
    if pay not in ("", "TOKEN", "MAIN") and (refused := no_item(design, unit, pay, "slot")):
        return refused
    orders = hidden(request, unit)
    found = payment(design, pay) if pay else automatic_payment(table, unit, orders, name, True)
    if found is None:
        found = MAIN if orders.at(MAIN) else TOKEN
    return refuse_command(table, unit, orders, name, now, found)


def paid(builder: StepBuilder, unit: Unit, name: CommandName, pay: str, change: int = 0) -> None:
    """A Command is used: its Token is spent, or a hidden Order discarded (CC-065)."""
    unit = builder.table.commander(unit)
    table, orders, design = builder.table, builder.hidden(unit), builder.table.design(unit)
    found = payment(design, pay) if pay else automatic_payment(table, unit, orders, name, True)
    assert found is not None
    stealth.use_slot(builder, unit, found)
    used, left = use(builder.unit(unit.id), orders, name, found)
    builder.put(used)
    builder.hide(used, left)
    how = paid_text(design, found)
    builder.tell(e.CommandUsed(builder.piece(unit.id), name, how, change))
    if name == "sensors":  # CC-175
        stealth.reveal(builder, unit.id)
