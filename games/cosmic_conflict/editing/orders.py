"""Orders and Tokens as a referee sets them (4.11): only for one who does not play.

What an Order says is told to nobody; its owner finds it among its own Orders.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from games.core.decisions import Decision
from games.core.editing.acts import Act, Argument, Audience, choice
from games.core.editing.units import YES
from games.core.notation import Value
from games.core.refusals import Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict import moves as m
from games.cosmic_conflict import orders as rules
from games.cosmic_conflict.course import seat_of
from games.cosmic_conflict.editing.units import OF_UNITS, SIDE
from games.cosmic_conflict.notation import ORDER
from games.cosmic_conflict.orders import MAIN, ORDERS, REPEATABLE, Orders
from games.cosmic_conflict.rules import commanding, deployment, fleets
from games.cosmic_conflict.rules.commands import revealed
from games.cosmic_conflict.rules.setup import unplaced
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table import OrderName, Unit
from games.cosmic_conflict.view import View

# --- Arguments ---


def _slot(_: Any, text: str) -> str:
    if text == "MAIN":
        return ""
    if not re.fullmatch("(NAV|SEN)[1-9]", text):
        raise ValueError
    return text


def _slots(view: View, id: str, *_: Any) -> tuple[str, ...]:
    unit, design = view.table.units[id], view.table.design(view.table.units[id])
    return ("", *(design.labels[at] for at in rules.slot_types(unit, design)))


SLOT = Argument(
    Value[Any, str]("MAIN or an item such as NAV1", _slot, lambda slot: slot or "MAIN"),
    "Which slot?",
    _slots,
)
NAME = Argument(ORDER, "Which Order?", lambda *_: ORDERS, label=lambda _, each: ORDERS[each].name)


def _found(view: View, id: str, slot: str) -> tuple[Unit, Orders, int]:
    unit = view.table.units[id]
    at = commanding.slot_of(view.table.design(unit), slot)
    return unit, view.sheet(seat_of(unit.side)).of(id), at


def _published(view: View | StepBuilder) -> bool:
    return view.course.phase != "orders"


def _only_owner(state: State, id: str, *_: Any) -> Audience:
    """Whether a ship has an Order or a Token is public after the last lock."""
    return None if _published(StepBuilder(state)) else (seat_of(state.table.units[id].side),)


def _write(builder: StepBuilder, unit: Unit, orders: Orders) -> None:
    builder.hide(unit, orders)
    seat = seat_of(unit.side)
    builder.write(seat, edits=builder.sheet(seat).edits + 1)
    builder.tell(e.SheetChanged(builder.sheet(seat), only=(seat,)))


# --- Orders ---


def _no_order(view: View, id: str, slot: str, name: OrderName) -> Forbidden | None:
    unit, orders, at = _found(view, id, slot)
    if orders.at(at) == name:
        return forbid("ORDER-TWICE", "CC-063", f"{id} has that Order already.")
    if not unit.in_space or (name in unit.revealed and name != REPEATABLE):
        why = f"{id} is not on the board, or has revealed that Order this turn."
        return forbid("ORDER-TWICE", "CC-152", why)
    return rules.refuse_order(view.table, unit, orders, at, name)


def _order(builder: StepBuilder, id: str, slot: str, name: OrderName) -> None:
    unit, orders, at = _found(builder.view, id, slot)
    if _published(builder):
        slots = tuple(sorted({*unit.slots, at}))
        unit = builder.put(unit, slots=slots, token=unit.token and at != MAIN)
    _write(builder, unit, orders.given(at, name))


def _nothing(view: View, id: str, slot: str) -> Forbidden | None:
    _, orders, at = _found(view, id, slot)
    if orders.at(at):
        return None
    return forbid("ORDER-SLOT", "CC-063", f"{id} hides nothing in that slot.")


def _clear(builder: StepBuilder, id: str, slot: str) -> None:
    """Nobody knows whether an extra slot held something, so it stays as it was."""
    unit, orders, at = _found(builder.view, id, slot)
    if at == MAIN:
        unit = builder.put(unit, slots=tuple(each for each in unit.slots if each != MAIN))
    _write(builder, unit, replace(orders.without(at), token=orders.token))


def _reveal(builder: StepBuilder, id: str, slot: str) -> None:
    """Nothing but what the Order does by itself: Velocity is set by another edit."""
    unit, orders, at = _found(builder.view, id, slot)
    name = orders.at(at)
    assert name is not None
    revealed(builder, unit, name)
    _write(builder, builder.unit(id), builder.hidden(builder.unit(id)))


def _no_reveal(view: View, id: str, slot: str) -> Forbidden | None:
    if not _published(view):
        return forbid("PHASE", "CC-064", "Orders are revealed once all sides have locked.")
    return _nothing(view, id, slot)


# --- Tokens ---


def _has_token(view: View, id: str) -> bool:
    unit, orders, _ = _found(view, id, "")
    return unit.token if _published(view) else orders.token


def _no_token(view: View, id: str, yes: bool) -> Forbidden | None:
    unit = view.table.units[id]
    if not unit.in_space:
        return forbid("TARGET", "CC-063", f"{id} is not on the board.")
    return rules.refuse_token(view.table, unit) if yes else None


def _token(builder: StepBuilder, id: str, yes: bool) -> None:
    unit, orders, _ = _found(builder.view, id, "")
    if _published(builder):
        builder.put(unit, token=yes)
    elif orders.token != yes:
        _write(builder, unit, orders.with_token() if yes else replace(orders, token=False))


# --- Locks ---


def _locked(view: View, side: int) -> bool:
    return view.sheet(seat_of(side)).locked


def _no_lock(view: View, side: int, yes: bool) -> Forbidden | None:
    course, seat = view.course, seat_of(side)
    if course.phase == "orders" and seat not in commanding.asked_seats(view.table):
        return forbid("PHASE", "CC-063", f"Side {side} has nothing to lock.")
    if not yes or course.phase == "orders":
        return None
    if course.phase == "fleet":
        why = "" if view.sheet(seat).fleet else "has no fleet yet"
    else:
        why = "has units without a place" * bool(unplaced(deployment.planned(view, seat), side))
    return forbid("PHASE", "CC-211", f"Side {side} {why}.") if why else None


def _lock(builder: StepBuilder, side: int, yes: bool) -> None:
    seat, phase = seat_of(side), builder.course.phase
    decision = Decision(seat, phase, builder.sheet(seat).edits)
    if builder.sheet(seat).locked == yes:
        return
    if not yes:
        fleets.unlock(builder, decision, m.Unlock())
    elif phase == "orders":
        commanding.lock(builder, decision, m.Lock())
    elif phase == "deploy":
        deployment.lock(builder, decision, m.Lock())
    else:
        sheet = builder.sheet(seat)
        if sheet.code:
            fleets.choose(builder, decision, m.ChooseFleet(sheet.code))
        else:
            fleets.build(builder, decision, m.BuildFleet(sheet.fleet))


ORDER_ACTS = (
    Act(
        "order", "{unit} ORDER {slot} {order}", "A hidden Order",
        {"unit": OF_UNITS.any, "slot": SLOT, "order": NAME}, _order,
        said="sets a hidden Order of {unit}", refuse=_no_order, only=_only_owner,
    ),
    Act(
        "clear", "{unit} CLEAR {slot}", "Take a hidden Order away",
        {"unit": OF_UNITS.any, "slot": SLOT}, _clear,
        said="takes a hidden Order away from {unit}", refuse=_nothing, only=_only_owner,
    ),
    Act(
        "reveal", "{unit} REVEAL {slot}", "Reveal an Order",
        {"unit": OF_UNITS.any, "slot": SLOT}, _reveal, said="reveals an Order of {unit}",
        refuse=_no_reveal,
    ),
    OF_UNITS.act(
        "token", "TOKEN {value}", "Its Command Token", YES, _token, what="the Token of {unit}",
        now=_has_token, refuse=_no_token, only=_only_owner,
    ),
)  # fmt: skip
LOCK = Act(
    "lock", "LOCK {side} {yes}", "Lock or unlock a side",
    {"side": SIDE, "yes": choice("YES or NO", {"YES": True, "NO": False}, "Is it locked?")},
    _lock, "the lock of {side}", _locked, refuse=_no_lock,
    only=lambda state, side, _: (seat_of(side),),
)  # fmt: skip
