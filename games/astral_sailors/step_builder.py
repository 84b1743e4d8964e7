"""One step of a match in the making: the state as it grows, and what has happened on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.events.battle import SailorsEvent
from games.astral_sailors.state import Secrets, State
from games.astral_sailors.table import Do, Player, Table, Task, Team, Unit
from games.core.events import Step
from games.core.geometry.squares import Base
from games.core.seats import Seat


class StepBuilder:
    """Rules change ``table`` and ``secrets`` through this and tell what they did.

    Values stay frozen; only the builder changes, and it lives for one step.
    """

    def __init__(self, state: State) -> None:
        self.table: Table = state.table
        self.secrets: Secrets = state.secrets
        self._events: list[SailorsEvent] = []

    def tell(self, *events: SailorsEvent) -> None:
        self._events.extend(events)

    def done(self) -> Step[State, SailorsEvent]:
        return Step(State(self.table, self.secrets), tuple(self._events))

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

    def push(self, *tasks: Task) -> None:
        """Put tasks on top of the agenda; the first of them is done first."""
        self.table = replace(self.table, agenda=(*self.table.agenda, *reversed(tasks)))

    def then(self, *steps: str, about: str = "") -> None:
        """``push`` plain steps by their names."""
        self.push(*(Do(step, about) for step in steps))

    def pop(self) -> Task:
        task = self.table.agenda[-1]
        self.table = replace(self.table, agenda=self.table.agenda[:-1])
        return task

    def drop(self, tasks: Iterable[Task]) -> None:
        """Take these tasks off the agenda, wherever they stand."""
        gone = set(map(id, tasks))
        kept = tuple(task for task in self.table.agenda if id(task) not in gone)
        self.table = replace(self.table, agenda=kept)
