"""Transports (2.9)."""

from __future__ import annotations

from typing import Literal

from games.colonial_space_wars import events as e
from games.colonial_space_wars.notation import At, OrderStep, UnitCode
from games.colonial_space_wars.rules.movement import not_free, off_board, pay, place
from games.colonial_space_wars.rules.values import (
    embarked,
    forbid,
    no_activation,
    no_unit,
    opened,
    piece,
)
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Activation, Table, Unit
from games.colonial_space_wars.view import Request
from games.core.geometry.squares import Square
from games.core.moves import move
from games.core.types import Decision, Forbidden

PRICE = 1
"""The movement points for embarking and for disembarking (CSW-65, CSW-67)."""


def near(table: Table, unit: Unit) -> tuple[Unit, ...]:
    """Friendly transports next to a unit on the board, full ones too."""
    if unit.at is None:
        return ()
    beside = (table.unit_at(square) for square in table.board.around(unit.at))
    return tuple(
        each
        for each in beside
        if each is not None and each.seat == unit.seat and table.kind(each).seats
    )


def _meant(table: Table, unit: Unit, move: Embark) -> str:
    """The transport of a move, the only one near where it names none."""
    found = near(table, unit)
    return move.transport or (found[0].code if len(found) == 1 else "")


@move("embark", "turn", "EMBARK[ {transport}]")
class Embark(OrderStep):
    """``EMBARK R9``, ``EMBARK`` where only one transport is near (CSW-65)"""

    transport: UnitCode | Literal[""] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if self.transport and (refused := no_unit(table, self.transport)):
            return refused
        if table.open is None:
            return no_activation(request)
        unit = opened(table)
        if refused := embarked(table, unit) or _too_dear(table.open):
            return refused
        code = _meant(table, unit, self)
        if not code:
            count = len(near(table, unit))
            there = f"{count} transports are" if count else "No transport is"
            why = f"{there} next to {unit.code}."
            named = ", ".join(each.code for each in near(table, unit))
            return forbid("NOT_ADJACENT", "65", why, f"Name one of {named}." if named else "")
        return no_room(table, unit, table.units[code], beside=True)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        table = builder.table
        unit = opened(table)
        transport = table.units[_meant(table, unit, self)]
        builder.tell(e.Embarked(piece(table, unit), unit.square, piece(table, transport)))
        board(builder, place(builder, unit, None), transport)
        pay(builder, PRICE)


def no_room(table: Table, unit: Unit, transport: Unit, *, beside: bool = False) -> Forbidden | None:
    """E_NOT_ADJACENT and E_CARRY (CSW-65, CSW-66)."""
    at = transport.at
    if beside and (at is None or unit.at is None or table.board.distance(unit.at, at) != 1):
        return forbid("NOT_ADJACENT", "65", f"{transport.code} is not next to {unit.code}.")
    seats = table.kind(transport).seats
    if not seats or transport.seat != unit.seat:
        return forbid("CARRY", "65", f"{transport.code} is not a transport of yours.")
    if not table.kind(unit).light:
        return forbid("CARRY", "66", f"{unit.code} is Heavy; only Light units can embark.")
    if len(transport.cargo) >= seats:
        inside = ", ".join(transport.cargo)
        why = f"{transport.code} carries {seats} units at most; {inside} are inside."
        return forbid("CARRY", "66", why)
    return None


def _too_dear(open_: Activation) -> Forbidden | None:
    if open_.left >= PRICE:
        return None
    return forbid("MOV", "65", f"That costs {PRICE} movement point, but {open_.left} are left.")


def board(builder: StepBuilder, unit: Unit, transport: Unit) -> None:
    builder.put(transport, cargo=(*transport.cargo, unit.code))


def get_off(builder: StepBuilder, unit: Unit) -> Unit | None:
    """Take a unit out of its transport, if it is in one, and return that."""
    transport = builder.table.carrier(unit.code)
    if transport is None:
        return None
    cargo = tuple(code for code in transport.cargo if code != unit.code)
    return builder.put(transport, cargo=cargo)


def exits(table: Table, unit: Unit) -> tuple[Square, ...]:
    """Where a unit can get off its transport, clockwise from north."""
    transport = table.carrier(unit.code)
    if transport is None or transport.at is None:
        return ()
    return tuple(each for each in table.board.around(transport.at) if table.is_free(each))


@move("disembark", "turn", "DISEMBARK {to}")
class Disembark(OrderStep):
    """``DISEMBARK F9`` (CSW-67)"""

    to: At

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if table.open is None:
            return no_activation(request)
        unit = opened(table)
        if refused := off_board(table.board, self.to) or not_free(table, self.to, "67"):
            return refused
        if refused := _too_dear(table.open):
            return refused
        transport = table.carrier(unit.code)
        if transport is None:
            return forbid("CARRY", "67", f"{unit.code} is not inside a transport.")
        if self.to in exits(table, unit):
            return None
        why = f"{self.to} is not next to {transport.code} on {transport.at}."
        found = ", ".join(map(str, exits(table, unit)))
        can = f"{unit.code} can get off on {found}." if found else ""
        return forbid("NOT_ADJACENT", "67", why, can)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = opened(builder.table)
        transport = get_off(builder, unit)
        assert transport is not None
        builder.put(unit, at=self.to)
        pay(builder, PRICE)
        table = builder.table
        builder.tell(e.Disembarked(piece(table, unit), piece(table, transport), self.to))
