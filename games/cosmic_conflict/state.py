"""What is true in a match, and views of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.core.events import Event
from games.core.steps import Do, StepBuilderBase, visible_sheets
from games.core.types import Decision, Referee, Seat, Seated, Viewer
from games.cosmic_conflict.content.contacts import contact
from games.cosmic_conflict.events import Piece
from games.cosmic_conflict.space import FEWEST_SIDES
from games.cosmic_conflict.table import contacts
from games.cosmic_conflict.table.course import Progress, seat_of
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.tasks import Interruption, InterruptPoint, RuleTask, Steps, Task
from games.cosmic_conflict.table.units import BySide, Table, Unit
from games.cosmic_conflict.view import Sheet, View


@dataclass(frozen=True, slots=True)
class State:
    """``sheets`` by seat: what is secret."""

    table: Table
    course: Progress
    sheets: BySide[Sheet] = (Sheet(),) * FEWEST_SIDES


def view_of(state: State, viewer: Viewer) -> View:
    if isinstance(viewer, Referee):
        return View(state.table, state.course, state.sheets)
    if not isinstance(viewer, Seated):
        return View(*_seen(state, 0), visible_sheets(state.sheets, viewer))
    side = state.table.side_of(viewer.seat)
    members, seat = state.table.members(side), seat_of(side)
    player = members.index(viewer.seat) + 1 if len(members) > 1 else 0
    return View(*_seen(state, side), visible_sheets(state.sheets, Seated(seat)), seat, player)


def _seen(state: State, side: int) -> tuple[Table, Progress]:
    return contacts.seen(state.table, side), contacts.seen_course(state.course, state.table, side)


def supposed(view: View) -> State:
    """The state if what the viewer cannot see is blank: then no steps of it wait."""
    sheets = tuple(sheet or Sheet() for sheet in view.sheets)
    course = view.course
    if not any(sheet.steps for sheet in sheets):
        left = tuple(each for each in course.agenda if not isinstance(each, Steps))
        course = replace(course, agenda=left)
    return State(view.table, course, sheets)


class StepBuilder(StepBuilderBase[State, Event, RuleTask]):
    """Builds one step of a match: collects the new table and the events."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.table, self.course, self.sheets = state.table, state.course, state.sheets
        self.waited = any(isinstance(each, Steps) for each in state.course.agenda)
        """Whether steps of an activation have been waiting in secret."""

    @property
    def state(self) -> State:
        return State(self.table, self.course, self.sheets)

    @property
    def agenda(self) -> tuple[Task, ...]:
        return self.course.agenda

    @agenda.setter
    def agenda(self, tasks: tuple[RuleTask | Do, ...]) -> None:
        self.change(agenda=tasks)

    @property
    def view(self) -> View:
        """The referee's view, which rules ask that refuse a step."""
        return View(self.table, self.course, self.sheets)

    def begin(self, decision: Decision) -> None:
        if not decision.secret or decision.kind == "cloak":  # windows open and close for all to see
            self.change(steps=self.course.steps + 1)

    def change(self, **values: Any) -> None:
        """Change the course."""
        self.course = replace(self.course, **values)

    def lay(self, **values: Any) -> None:
        """Change the table."""
        self.table = replace(self.table, **values)

    def put(self, unit: Unit, **values: Any) -> Unit:
        """Change fields of a unit."""
        changed = replace(unit, **values)
        self.table = self.table.put(changed)
        return changed

    def unit(self, id: str) -> Unit:
        return self.table.units[id]

    @property
    def acting(self) -> Unit:
        """The unit that is being activated."""
        assert self.course.acting is not None
        return self.unit(self.course.acting.unit)

    def performer(self, id: str) -> Unit:
        """The unit that carries out a step: of the group that acts, by default its leader."""
        return self.unit(id) if id else self.acting

    def piece(self, id: str) -> Piece:
        unit = self.table.units[id]
        design = self.table.design(unit)
        if unit.hidden:
            return Piece(id, contact(self.table.stealth, design).name)
        return Piece(id, unit.name or design.name)

    def pieces(self, ids: Iterable[str]) -> tuple[Piece, ...]:
        return tuple(map(self.piece, ids))

    def interruptions(self, point: InterruptPoint, unit: Unit) -> tuple[Interruption, ...]:
        """Its opponents may fire at a point of what a unit does (D-065)."""
        others = self.table.others(unit.side)
        return tuple(Interruption(side, point, unit.id) for side in others)

    # --- Sheets ---

    def sheet(self, seat: Seat) -> Sheet:
        return self.sheets[seat]

    def write(self, seat: Seat, **values: Any) -> None:
        """Change the sheet of a seat."""
        changed = replace(self.sheets[seat], **values)
        self.sheets = (*self.sheets[:seat], changed, *self.sheets[seat + 1 :])

    def hidden(self, unit: Unit) -> Orders:
        """What a unit hides, or its Lead Ship for it (CC-264)."""
        return self.sheets[seat_of(unit.side)].of(self.table.commander(unit).id)

    def hide(self, unit: Unit, orders: Orders) -> None:
        seat, unit = seat_of(unit.side), self.table.commander(unit)
        kept = {id: each for id, each in self.sheets[seat].orders.items() if id != unit.id}
        if orders != Orders():
            kept[unit.id] = orders
        self.write(seat, orders=dict(sorted(kept.items())))
