"""Games with an open table, and a sheet of each seat that it alone may see.

State, view, step builder and the contract's functions are the same in all of them. A game says what
its table and its sheets are, what it asks, and what follows from answers and dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from games.core import sheets as secret
from games.core.agenda import Agenda, Do, StepBuilderBase
from games.core.base import BaseGame
from games.core.chance import Rolled
from games.core.decisions import Decision
from games.core.events import Event, Step
from games.core.notation import Asked
from games.core.options import Options
from games.core.seats import Seat, Seated, Viewer
from games.core.tree import Ask


class AnyTable(Protocol):
    """A frozen dataclass of what everybody may know, with units by their codes.

    ``steps`` counts the answers in the open, and numbers the decisions.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def units(self) -> Mapping[str, Any]: ...

    @property
    def steps(self) -> int: ...

    def put(self, *units: Any) -> Self: ...


class Piece(Protocol):
    """A frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


T = TypeVar("T", bound=AnyTable)
U = TypeVar("U", bound=Piece)
H = TypeVar("H", bound=secret.Sheet)
K = TypeVar("K")
S = TypeVar("S")
V = TypeVar("V")
M = TypeVar("M")
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)  # With slots ``State(…)`` fails: an alias tries to set an attribute.
class TableState(Generic[T, H]):
    """``sheets`` by seat, empty where nothing is secret."""

    table: T
    sheets: tuple[H, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView(Generic[T, H]):
    """What one viewer may see.

    ``sheets``  by seat, ``None`` where the viewer may not look; empty once all are revealed
    ``seat``    the viewer's, ``None`` for spectators and the referee
    ``blank``   makes an empty sheet
    """

    blank: ClassVar[type[Any]]
    table: T
    sheets: tuple[H | None, ...] = ()
    seat: Seat | None = None

    @classmethod
    def of(cls, state: TableState[T, H], viewer: Viewer) -> Self:
        seat = viewer.seat if isinstance(viewer, Seated) else None
        return cls(state.table, secret.seen(state.sheets, viewer), seat)

    @property
    def supposed(self) -> TableState[T, H]:
        """The state if sheets that the viewer cannot see are blank: they count as open, so that
        nothing of them is revealed."""
        return TableState(self.table, tuple(each or self.blank() for each in self.sheets))

    def sheet(self, seat: Seat) -> H:
        """The sheet of a seat as far as the viewer may look at it, else a blank one."""
        found: H = (self.sheets[seat] if self.sheets else None) or self.blank()
        return found


class TableBuilder(StepBuilderBase[TableState[T, H], E, K], Generic[T, U, H, E, K]):
    """Builds one step of a match: collects the new table, sheets and the events."""

    def __init__(self, state: TableState[T, H]) -> None:
        super().__init__()
        self.table, self.sheets = state.table, state.sheets

    @property
    def state(self) -> TableState[T, H]:
        return TableState(self.table, self.sheets)

    @property
    def agenda(self) -> tuple[K | Do, ...]:
        tasks: tuple[K | Do, ...] = getattr(self.table, "agenda", ())
        return tasks

    @agenda.setter
    def agenda(self, tasks: tuple[K | Do, ...]) -> None:
        self.change(agenda=tasks)

    def begin(self, decision: Decision) -> None:
        """Count the answer, unless sheets are being written."""
        if not self.sheets:
            self.change(steps=self.table.steps + 1)

    def change(self, **values: Any) -> None:
        self.table = replace(self.table, **values)

    def unit(self, code: str) -> U:
        found: U = self.table.units[code]
        return found

    def put(self, unit: U, **values: Any) -> U:
        """Change fields of a unit."""
        changed = replace(unit, **values)
        self.table = self.table.put(changed)
        return changed

    def put_sheet(self, seat: Seat, sheet: H) -> None:
        self.sheets = (*self.sheets[:seat], sheet, *self.sheets[seat + 1 :])


class TableGame(BaseGame[S, V, M, E]):
    """A game whose moves change what a ``builder`` collects.

    ``view_type``  its views, where they are made of state and viewer by ``TableView.of``
    ``agenda``     runs what follows from answers and dice
    """

    builder: type[Any]
    view_type: type[Any]
    agenda: Agenda[Any] | None = None

    def questions(self, asked: Asked[V]) -> Ask[M]:
        """What a seat is asked."""
        raise NotImplementedError

    def rolled(self, builder: Any, rolled: Rolled) -> None:
        """Go on with dice."""
        assert self.agenda is not None
        self.agenda.rolled(builder, rolled)

    def options(self, view: V, decision: Decision) -> Options[M]:
        asked = Asked(view, decision)
        return self.tree(asked, self.questions(asked))

    def apply(
        self, state: S, seat: Seat, decision: Decision, move: M, found: Any = None
    ) -> Step[S, E]:
        builder = self.builder(state)
        builder.begin(decision)
        self.notation.carry_out(builder, decision, move, found)
        if self.agenda is not None:
            self.agenda.run(builder)
        step: Step[S, E] = builder.done()
        return step

    def chance(self, state: S, rolled: Rolled) -> Step[S, E]:
        builder = self.builder(state)
        self.rolled(builder, rolled)
        step: Step[S, E] = builder.done()
        return step

    def view(self, state: S, viewer: Viewer) -> V:
        view: V = self.view_type.of(state, viewer)
        return view

    def suppose(self, view: Any) -> S:
        state: S = view.supposed
        return state
