"""Costs, and refusals shared by many rules (2.5, 4.4)."""

from __future__ import annotations

from games.colonial_space_wars.events import Piece
from games.colonial_space_wars.table import Table, Unit
from games.colonial_space_wars.view import Request
from games.core.telling import listed
from games.core.types import Forbidden, Seat


def can_activate(table: Table, seat: Seat) -> bool:
    """Whether a unit that has not been activated costs no more than the pool."""
    return any(
        not unit.activated and table.cost(unit) <= table.pool for unit in table.in_play(seat)
    )


def piece(table: Table, unit: Unit) -> Piece:
    return Piece(unit.code, table.kind(unit).name)


def forbid(code: str, rule: str, sentence: str, instead: str = "") -> Forbidden:
    """A refusal with the canon's error code (4.4)."""
    return Forbidden(f"CSW-{rule}", sentence, instead=instead, code=f"E_{code}")


def no_unit(table: Table, code: str) -> Forbidden | None:
    """E_NO_UNIT: the unit does not exist or has been destroyed."""
    unit = table.units.get(code)
    if unit is not None and not unit.destroyed:
        return None
    why = f"There is no unit {code}." if unit is None else f"{code} has been destroyed."
    side = [each.code for each in table.units.values() if not each.destroyed]
    side = [each for each in side if each[0] == code[0]] or side
    return forbid("NO_UNIT", "06", why, f"There {'are' if len(side) > 1 else 'is'} {listed(side)}.")


def no_activation(request: Request) -> Forbidden | None:
    """Why an activation cannot go on: none has begun (E_NO_ACTIVATION)."""
    if request.view.table.open is not None:
        return None
    why = "No unit is activated."
    return forbid("NO_ACTIVATION", "45", why, "Write ACTIVATE and the code of a unit first.")


def opened(table: Table) -> Unit:
    """The unit whose activation is open."""
    assert table.open is not None
    return table.units[table.open.unit]


def embarked(table: Table, unit: Unit) -> Forbidden | None:
    """E_EMBARKED: a unit inside a transport."""
    inside = table.carrier(unit.code)
    if inside is None:
        return None
    return forbid("EMBARKED", "69", f"{unit.code} is inside {inside.code}.")
