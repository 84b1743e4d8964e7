"""What is true in a match, secrets included, and the builder of its steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.secrets import ArmyDraft, SecretAnswer, TeamSecret
from games.astral_sailors.table import Player, Table, Turn, Unit
from games.astral_sailors.tasks import Task
from games.core.events import Event, Step
from games.core.geometry.squares import Base
from games.core.steps import TableBuilder, TableState
from games.core.types import Seat


@dataclass(frozen=True, slots=True)
class State(TableState[Table, ArmyDraft]):
    """``table.units`` holds all units, those too that not everybody may know of yet.

    ``sheets``   armies, by seat
    ``secrets``  by team
    ``answers``  that wait for the others
    """

    table: Table
    sheets: tuple[ArmyDraft, ...] = ()
    secrets: tuple[TeamSecret, ...] = ()
    answers: tuple[SecretAnswer, ...] = ()


# --- Steps ---


class StepBuilder(TableBuilder[Table, Unit, ArmyDraft, Event, Task]):
    """Rules change tables and secrets through this."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.secrets, self.answers = state.secrets, state.answers

    @property
    def state(self) -> State:
        return State(self.table, self.sheets, self.secrets, self.answers)

    def done(self) -> Step[State, Event]:
        return Step(self.state, tuple(self._events))

    def kind(self, code: str) -> UnitKind:
        return self.table.kind(self.table.units[code])

    def base(self, code: str) -> Base:
        return self.table.base(self.table.units[code])

    def player(self, seat: int) -> Player:
        return self.table.players[seat]

    def put_player(self, seat: int, **values: Any) -> Player:
        """Change fields of a player."""
        changed = replace(self.table.players[seat], **values)
        self.table = self.table.with_player(changed)
        return changed

    def put_team(self, number: int, **values: Any) -> None:
        """Change what everybody knows of a team."""
        changed = replace(self.table.teams[number], **values)
        self.table = self.table.with_team(number, changed)

    def put_secret(self, team: int, **values: Any) -> TeamSecret:
        """Change what a team keeps from the others."""
        changed = replace(self.secrets[team], **values)
        self.secrets = (*self.secrets[:team], changed, *self.secrets[team + 1 :])
        return changed

    def turn(self, **values: Any) -> Turn:
        """Change the turn."""
        self.change(turn=replace(self.table.turn, **values))
        return self.table.turn

    def idle(self) -> Turn:
        """End the activation of the active unit."""
        return self.turn(active="", struck=(), touched=(), moved=False)

    def members(self, team: int) -> tuple[Seat, ...]:
        """The audience of what only this team may know."""
        return tuple(Seat(seat) for seat in self.table.teams[team].seats)
