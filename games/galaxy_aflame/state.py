"""What is true in a match, and views of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.core import sheets
from games.core.agenda import Do, StepBuilderBase
from games.core.seats import Seat, Seated, Viewer
from games.galaxy_aflame.events import GaEvent
from games.galaxy_aflame.table import SEATS, Table, Unit
from games.galaxy_aflame.tasks import RuleTask, Task
from games.galaxy_aflame.view import Sheet, View


@dataclass(frozen=True, slots=True)
class State:
    """``sheets`` by seat, empty outside secret phases."""

    table: Table
    sheets: tuple[Sheet, ...] = ()


def view_of(state: State, viewer: Viewer) -> View:
    seat = viewer.seat if isinstance(viewer, Seated) else None
    return View(state.table, sheets.seen(state.sheets, viewer), seat)


class StepBuilder(StepBuilderBase[State, GaEvent, RuleTask]):
    """Builds one step of a match: collects the new table and the events."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.table, self.sheets = state.table, state.sheets

    @property
    def state(self) -> State:
        return State(self.table, self.sheets)

    @property
    def agenda(self) -> tuple[Task, ...]:
        return self.table.agenda

    @agenda.setter
    def agenda(self, tasks: tuple[RuleTask | Do, ...]) -> None:
        self.change(agenda=tasks)

    def change(self, **values: Any) -> None:
        self.table = replace(self.table, **values)

    def put(self, unit: Unit, **values: Any) -> Unit:
        """Change fields of a unit."""
        changed = replace(unit, **values)
        self.table = self.table.put(changed)
        return changed

    def join(self, unit: Unit) -> None:
        """A new unit, after the others of its side."""
        table = self.table.put(unit)
        self.put_all({each.code: each for seat in SEATS for each in table.of(seat)})

    def put_all(self, units: Mapping[str, Unit]) -> None:
        self.change(units=units)

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def sheet(self, seat: Seat, sheet: Sheet) -> None:
        self.sheets = (*self.sheets[:seat], sheet, *self.sheets[seat + 1 :])
