"""What is true in a match, and views of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.colonial_space_wars.events import CswEvent
from games.colonial_space_wars.table import Table, Unit
from games.colonial_space_wars.view import Sheet, View
from games.core import sheets
from games.core.events import Step
from games.core.seats import Seat, Seated, Viewer


@dataclass(frozen=True, slots=True)
class State:
    """``sheets`` by seat, empty once they have been revealed."""

    table: Table
    sheets: tuple[Sheet, ...] = ()


def view_of(state: State, viewer: Viewer) -> View:
    seat = viewer.seat if isinstance(viewer, Seated) else None
    return View(state.table, sheets.seen(state.sheets, viewer), seat)


class StepBuilder:
    """Builds one step of a match: collects the new table and the events."""

    def __init__(self, state: State) -> None:
        self.table, self.sheets = state.table, state.sheets
        self._events: list[CswEvent] = []

    def change(self, **values: Any) -> None:
        self.table = replace(self.table, **values)

    def put(self, unit: Unit, **values: Any) -> Unit:
        """Change fields of a unit."""
        changed = replace(unit, **values)
        self.table = self.table.put(changed)
        return changed

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def tell(self, *events: CswEvent) -> None:
        self._events.extend(events)

    def follow(self, tried: StepBuilder) -> None:
        """Take over what was tried on the same table."""
        self.table = replace(tried.table, steps=self.table.steps)
        self.tell(*tried._events)

    def done(self) -> Step[State, CswEvent]:
        return Step(State(self.table, self.sheets), tuple(self._events))

    def sheet(self, seat: Seat, sheet: Sheet) -> None:
        self.sheets = (*self.sheets[:seat], sheet, *self.sheets[seat + 1 :])
