"""Builds one step of a match: collects the new state and the events."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.state import Secrets, State
from games.astral_sailors.table import Player, Table, Team, Unit
from games.astral_sailors.tasks import Task
from games.core.geometry.squares import Base
from games.core.steps import StepBuilderBase
from games.core.types import Event, Seat


class StepBuilder(StepBuilderBase[State, Event, Task]):
    """Rules change ``table`` and ``secrets`` through this."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.table: Table = state.table
        self.secrets: Secrets = state.secrets

    @property
    def state(self) -> State:
        return State(self.table, self.secrets)

    @property
    def agenda(self) -> tuple[Task, ...]:
        return self.table.agenda

    @agenda.setter
    def agenda(self, tasks: tuple[Task, ...]) -> None:
        self.table = replace(self.table, agenda=tasks)

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def kind(self, code: str) -> UnitKind:
        return self.table.kind(self.table.units[code])

    def base(self, code: str) -> Base:
        return self.table.base(self.table.units[code])

    def put(self, *units: Unit) -> None:
        self.table = self.table.with_unit(*units)

    def player(self, seat: int) -> Player:
        return self.table.players[seat]

    def put_player(self, player: Player) -> None:
        self.table = self.table.with_player(player)

    def put_team(self, number: int, team: Team) -> None:
        self.table = self.table.with_team(number, team)

    def members(self, team: int) -> tuple[Seat, ...]:
        """The audience of what only this team may know."""
        return tuple(Seat(seat) for seat in self.table.teams[team].seats)
