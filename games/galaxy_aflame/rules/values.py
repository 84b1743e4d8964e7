"""Refusals shared by many rules (4.4)."""

from __future__ import annotations

from games.core.types import Forbidden
from games.galaxy_aflame.events import Piece
from games.galaxy_aflame.table import Table, Unit
from games.galaxy_aflame.view import Request


def piece(table: Table, unit: Unit) -> Piece:
    return Piece(unit.code, table.card(unit).name)


def forbid(code: str, rule: str, sentence: str, instead: str = "") -> Forbidden:
    """A refusal with the canon's error code (4.4)."""
    return Forbidden(f"GA-{rule}", sentence, instead=instead, code=f"E_{code}")


def no_unit(table: Table, code: str, rule: str = "07") -> Forbidden | None:
    """E_TARGET: the unit does not exist, or is not in play."""
    unit = table.units.get(code)
    if unit is None:
        return forbid("TARGET", rule, f"There is no unit {code}.", _units(table))
    if unit.out:
        return forbid("TARGET", rule, f"{code} is out of the game.")
    if table.is_reserve(unit):
        return forbid("TARGET", rule, f"{code} is in reserve, not on the table.")
    return None


def _units(table: Table) -> str:
    codes = [unit.code for unit in table.on_table()]
    return f"On the table: {', '.join(codes)}." if codes else ""


def not_own(request: Request, code: str) -> Forbidden | None:
    """E_TARGET: no unit in play of the seat that is asked."""
    table = request.view.table
    if refused := no_unit(table, code):
        return refused
    if table.units[code].seat != request.decision.seat:
        return forbid("TARGET", "35", f"{code} belongs to your opponent.")
    return None


def carried(table: Table, unit: Unit, rule: str) -> Forbidden | None:
    """E_CARRIED: a unit inside a transport."""
    transport = table.carrier(unit.code)
    if transport is None:
        return None
    return forbid("CARRIED", rule, f"{unit.code} is inside {transport.code}.")
