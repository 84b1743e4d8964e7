"""What is true in a match, and what builds a step of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from games.core.events import Event
from games.core.steps import TableBuilder, TableState
from games.galaxy_aflame.table import SEATS, Table, Unit
from games.galaxy_aflame.table.tasks import RuleTask
from games.galaxy_aflame.view import Sheet

State: TypeAlias = TableState[Table, Sheet]


class StepBuilder(TableBuilder[Table, Unit, Sheet, Event, RuleTask]):
    def join(self, unit: Unit) -> None:
        """A new unit, after the others of its side."""
        table = self.table.put(unit)
        self.put_all({each.code: each for seat in SEATS for each in table.of(seat)})

    def put_all(self, units: Mapping[str, Unit]) -> None:
        self.change(units=units)
