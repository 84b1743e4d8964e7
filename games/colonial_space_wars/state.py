"""What is true in a match, and what builds a step of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Self, TypeAlias

from games.colonial_space_wars.table import Table, Unit
from games.colonial_space_wars.view import Sheet
from games.core.events import Event
from games.core.steps import TableBuilder, TableState

State: TypeAlias = TableState[Table, Sheet]


class StepBuilder(TableBuilder[Table, Unit, Sheet, Event, None]):
    def follow(self, tried: Self) -> None:
        """Take over what was tried on the same table."""
        self.table = replace(tried.table, steps=self.table.steps)
        self.tell(*tried._events)
