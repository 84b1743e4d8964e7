"""Who may throw failed dice again: Elite and the aura of a Commander (ASCW-145, 148, D-26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias

from games.astral_sailors.board import ground
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table, Unit

Role: TypeAlias = Literal["attack", "defence"]
Source: TypeAlias = Literal["elite", "aura"]

AURA = 2
"""How far a Commander's aura reaches, in squares (ASCW-148)."""


def sources(table: Table, unit: Unit, role: Role) -> tuple[Source, ...]:
    """From where ``unit`` may still re-roll in this round and role; the first is spent first.

    The unit's own aura use comes first, as it is worth nothing farther away;
    where Commanders share out few uses, Elite spares them.
    """
    found: list[Source] = []
    if table.kind(unit).specials.elite and not _spent(table, unit, role, "elite"):
        found.append("elite")
    if not _spent(table, unit, role, "aura") and lender(table, unit, role) is not None:
        at = len(found) if _is_shared(table) else 0
        found.insert(at, "aura")
    return tuple(found)


def lender(table: Table, unit: Unit, role: Role) -> Unit | None:
    """The own Commander whose aura ``unit`` stands in: the lowest code with a use left."""
    if not unit.on_board:
        return None
    return next(
        (
            other
            for other in table.of(unit.seat)
            if other.on_board
            and table.kind(other).specials.commander
            and ground.distance(table, unit, other) <= AURA
            and not _lent_out(table, other, role)
        ),
        None,
    )


def spend(builder: StepBuilder, code: str, role: Role) -> Source:
    """Book a use of the first source; the unit remembers it as the last of its ``rerolls``."""
    unit = builder.unit(code)
    source = sources(builder.table, unit, role)[0]
    lent = lender(builder.table, unit, role) if source == "aura" else None
    builder.put(replace(unit, rerolls=(*unit.rerolls, f"{role}-{source}")))
    if lent is not None and _is_shared(builder.table):
        commander = builder.unit(lent.code)
        builder.put(replace(commander, lent=(*commander.lent, role)))
    return source


def last_source(unit: Unit) -> Source:
    """The source whose dice ``unit`` is throwing again."""
    return "aura" if unit.rerolls[-1].endswith("aura") else "elite"


def _spent(table: Table, unit: Unit, role: Role, source: Source) -> bool:
    uses = (use.split("-") for use in unit.rerolls)
    return any(of == source and _is_one_use(table, role, used) for used, of in uses)


def _lent_out(table: Table, commander: Unit, role: Role) -> bool:
    return _is_shared(table) and any(_is_one_use(table, role, used) for used in commander.lent)


def _is_shared(table: Table) -> bool:
    """Whether all units near a Commander share its aura's uses."""
    return table.agreement.aura_scope == "shared"


def _is_one_use(table: Table, role: str, used: str) -> bool:
    """Whether a use in one role is also that of the other."""
    return role == used or table.agreement.reroll_uses == "single"
