"""What a referee may set in Astral Sailors (canon 4.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from games.astral_sailors import agenda
from games.astral_sailors.editing.match import MATCH, PHASES
from games.astral_sailors.editing.sound import faults
from games.astral_sailors.editing.units import ARMIES, UNITS
from games.astral_sailors.editing.values import RULE, refuse
from games.astral_sailors.names import called, listed
from games.astral_sailors.rules.setup import muster
from games.astral_sailors.rules.victory.conditions import MUSTER
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.view import SailorsView
from games.core.events import Edited, Event, Step
from games.core.referee.edits import Act, Editing
from games.core.types import Chance, Forbidden


class SailorsEditing(Editing[State, SailorsView, StepBuilder, Event]):
    rule = RULE
    example = "R1 TO C5, or POOL RED 12"
    menu = (UNITS, *ARMIES, *MATCH)
    builder, view_type = StepBuilder, SailorsView

    def sound(self, state: State) -> Iterator[Forbidden]:
        return faults(state)

    def closed(self, view: SailorsView, act: Act) -> Forbidden | None:
        table = view.table
        if table.result is not None:
            return refuse("The match is over.", "Undo the last steps first.")
        if attack := table.attack:
            targets = listed([called(table, part.target) for part in attack.parts])
            why = f"An attack on {targets} awaits an answer."
            return refuse(why, "Answer for the seat, or undo the attack.")
        if act.name == "team" and not (view.seat is None and view.all_seen):
            return refuse("Only a referee who is not playing may move players to other teams.")
        phases = PHASES.get(act.name, (table.phase,))
        if table.phase in phases:
            return None
        names = listed(phases, "or")
        return refuse(f"That can be set only in the phase {names}; this is {table.phase}.")

    def perform(
        self, state: State, edited: Edited, put: Callable[[StepBuilder], Any]
    ) -> Step[State, Event]:
        if isinstance(agenda.pending(state), Chance):
            raise refuse("Dice must be rolled first.")
        return super().perform(state, edited, put)

    def settle(self, builder: StepBuilder) -> None:
        """Take pending steps, and trigger nothing else but the end of a muster without players."""
        if builder.table.phase in MUSTER:
            muster.settle(builder)
        agenda.run(builder)


EDITING = SailorsEditing()
