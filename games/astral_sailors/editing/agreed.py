"""Match options that can be changed during a match."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.editing.values import BATTLE, refuse
from games.astral_sailors.faults import faults
from games.astral_sailors.rules.victory.commanders import MUSTER
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.view import SailorsView
from games.core.editing.agreed import Agreed
from games.core.refusals import Forbidden
from games.core.seats import Seats


def _refused(view: SailorsView, name: str, after: Agreement) -> Forbidden | None:
    table = view.table
    return (
        _too_late(table, name, after)
        or _stacked(table, after)
        or fault(table, table.agreement, after)
    )


def _stacked(table: Table, after: Agreement) -> Forbidden | None:
    """Where doses replace one another, nobody has several."""
    if after.venom_stack == "stack":
        return None
    many = next((unit.code for unit in table.units.values() if len(unit.poison) > 1), "")
    if not many:
        return None
    why = f"{many} has several marks of poison."
    return refuse(why, f"Remove them first: {many} POISON NONE.", "ASCW-D33")


def fault(table: Table, before: Agreement, after: Agreement) -> Forbidden | None:
    """What an agreement cannot be for these players, and was not before: something else may have
    been set by hand."""
    seats = Seats(tuple(table.team(each.seat) for each in table.players))

    def broken(agreement: Agreement) -> dict[str, Forbidden]:
        found = faults(agreement, seats)
        return {each.rule: each for each in found if isinstance(each, Forbidden)}

    known, now = broken(before), broken(after)
    return next((each for rule, each in now.items() if rule not in known), None)


def _too_late(table: Table, name: str, after: Agreement) -> Forbidden | None:
    size, limit = table.agreement.army_size, after.round_limit
    if name == "army_size" and table.phase in MUSTER and after.army_size < size:
        return refuse(
            f"Lists are already being built for {size} points, so the size can only go up."
        )
    if name == "round_limit" and table.phase in BATTLE and 0 < limit < table.round:
        why = f"Round {table.round} is under way, so the limit cannot be {limit}."
        return refuse(why, "0 means no limit.", "ASCW-D67")
    return None


def _put(builder: StepBuilder, agreement: Agreement) -> None:
    builder.table = replace(builder.table, agreement=agreement)


AGREED = Agreed(Agreement, refuse, _refused, put=_put)
