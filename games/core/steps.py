"""How a match goes on: agendas, secret sheets, and games on an open table.

A state keeps a stack of typed tasks, its agenda (record 15). The task on top asks for dice, asks
seats, or is carried out immediately; a task may push others on top of itself. The top task alone
says what a match waits for.

Seats fill in sheets secretly and simultaneously: an army, a ranking, orders for a turn. A sheet is
changed by quick moves and locked; it can be unlocked until the last seat has locked, and then all
are revealed together. A game keeps one frozen value for each seat and defines the moves; this
module defines the decisions and refusals of the phase.

``TableGame`` joins the two: everybody sees the table, and each seat may have a sheet that it alone
may see. A game says what its table and its sheets are, what it asks, and what follows from answers
and dice.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Literal, Protocol, Self, TypeVar

from games.core.contract import BaseGame
from games.core.events import Event, Step
from games.core.notation import Request
from games.core.questions import Options
from games.core.questions.tree import Ask
from games.core.types import Decision, Forbidden, Referee, Roll, Rolled, Seat, Seated, Viewer

S = TypeVar("S")
E = TypeVar("E", bound=Event)
T = TypeVar("T")
B = TypeVar("B", bound="StepBuilderBase[Any, Any, Any]")
H = TypeVar("H", bound="Sheet")
A = TypeVar("A", bound="AnyTable")
U = TypeVar("U", bound="AnyUnit")
K = TypeVar("K")
V = TypeVar("V")
M = TypeVar("M")

# --- Agendas ---


@dataclass(frozen=True, slots=True)
class Do:
    """A task without dice or questions: runs the step of this name, on a piece if it needs one."""

    step: str
    about: str = ""
    task: Literal["do"] = "do"


class StepBuilderBase(ABC, Generic[S, E, T]):
    """Builds one step of a match: collects the new state and the events.

    Rules change the state and report events through this. States stay frozen;
    only the builder is mutable, and it lives for one step.
    """

    def __init__(self) -> None:
        self._events: list[E] = []

    @property
    @abstractmethod
    def state(self) -> S: ...

    @property
    @abstractmethod
    def agenda(self) -> tuple[T | Do, ...]:
        """The tasks that remain; the last is the top."""

    @agenda.setter
    @abstractmethod
    def agenda(self, tasks: tuple[T | Do, ...]) -> None: ...

    def begin(self, decision: Decision) -> None:
        """Called before an answer to this decision is carried out."""

    def tell(self, *events: E) -> None:
        self._events.extend(events)

    def done(self) -> Step[S, E]:
        return Step(self.state, tuple(self._events))

    def push(self, *tasks: T | Do) -> None:
        """Put tasks on top of the agenda; the first one runs first."""
        self.agenda = (*self.agenda, *reversed(tasks))

    def then(self, *steps: str, about: str = "") -> None:
        """``push`` plain steps by their names."""
        self.push(*(Do(step, about) for step in steps))

    def pop(self) -> T | Do:
        task = self.agenda[-1]
        self.agenda = self.agenda[:-1]
        return task

    def drop(self, tasks: Iterable[T | Do]) -> None:
        """Remove these tasks from the agenda, wherever they are."""
        gone = set(map(id, tasks))
        self.agenda = tuple(task for task in self.agenda if id(task) not in gone)


@dataclass(frozen=True)
class TaskKind(Generic[B, T]):
    """What tasks of one type do when they are on top.

    ``run``        carries it out at once, for a task without dice or decisions
    ``rolls``      the dice that it needs
    ``rolled``     continues with their faces
    ``decisions``  the decisions that it opens
    """

    run: Callable[[B, T], None] | None = None
    rolls: Callable[[B, T], tuple[Roll, ...]] = lambda builder, task: ()
    rolled: Callable[[B, T, Rolled], None] | None = None
    decisions: Callable[[B, T], tuple[Decision, ...]] = lambda builder, task: ()


class Agenda(Generic[B]):
    """Runs the agendas of a game.

    ``kinds``  by the types of tasks
    ``steps``  what a ``Do`` does, by the names of steps, with what it is about
    ``over``   whether the match has ended; then no more tasks run
    """

    def __init__(
        self,
        kinds: Mapping[type[Any], TaskKind[B, Any]],
        steps: Mapping[str, Callable[[B, str], None]],
        over: Callable[[B], bool],
    ) -> None:
        self.steps = steps
        self._over = over
        self._kinds: dict[type[Any], TaskKind[B, Any]] = {
            Do: TaskKind(lambda builder, task: steps[task.step](builder, task.about)),
            **kinds,
        }

    def run(self, builder: B) -> None:
        """Run tasks until dice or answers are needed, or none remain."""
        while builder.agenda and not self._over(builder):
            if self.rolls(builder) or self.decisions(builder):
                return
            task = builder.pop()
            run = self._kinds[type(task)].run
            if run is None:
                raise AssertionError(f"{task} neither asks a question nor has a step")
            run(builder, task)

    def rolled(self, builder: B, faces: Rolled) -> None:
        """Continue with the dice that the top task asked for."""
        task = builder.pop()
        proceed = self._kinds[type(task)].rolled
        if proceed is None:
            raise AssertionError(f"{task} asks for no dice")
        proceed(builder, task, faces)
        self.run(builder)

    def rolls(self, builder: B) -> tuple[Roll, ...]:
        """The dice that the top task asks for."""
        return self._top(builder).rolls(builder, builder.agenda[-1])

    def decisions(self, builder: B) -> tuple[Decision, ...]:
        """The decisions that the top task opens."""
        return self._top(builder).decisions(builder, builder.agenda[-1])

    def _top(self, builder: B) -> TaskKind[B, Any]:
        return self._kinds[type(builder.agenda[-1])]


# --- Secret sheets ---


class Sheet(Protocol):
    """A secret sheet: a dataclass whose ``edits`` counts all changes, locking included."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def locked(self) -> bool: ...

    @property
    def edits(self) -> int: ...


def edited_sheet(sheet: H, **changes: object) -> H:
    """The sheet after a change, or after locking or unlocking it."""
    return replace(sheet, edits=sheet.edits + 1, **changes)


def visible_sheets(sheets: Iterable[H], viewer: Viewer) -> tuple[H | None, ...]:
    """The sheets by seat as a viewer sees them: a seat its own, the referee all."""
    own = viewer.seat if isinstance(viewer, Seated) else None
    return tuple(
        sheet if isinstance(viewer, Referee) or seat == own else None
        for seat, sheet in enumerate(sheets)
    )


def imagined_sheets(
    sheets: Iterable[H | None], rng: random.Random, invent: Callable[[Seat, bool], H]
) -> tuple[H, ...]:
    """The sheets, with hidden ones invented; never are all of them locked."""
    found = dict(enumerate(sheets))
    for seat in rng.sample(sorted(found), len(found)):
        if found[seat] is None:
            others = [sheet for at, sheet in found.items() if at != seat]
            last = all(sheet is not None and sheet.locked for sheet in others)
            found[seat] = invent(Seat(seat), not last and rng.random() < 0.5)
    return tuple(sheet for sheet in found.values() if sheet is not None)


def all_locked(sheets: Iterable[Sheet]) -> bool:
    """Whether all can be revealed."""
    return all(sheet.locked for sheet in sheets)


@dataclass(frozen=True, slots=True)
class SheetPhase:
    """The secret phase in which all seats fill a sheet. It has one clock, and shows only whom the
    match waits for (record 35).

    ``kind``  of the decision to fill a sheet; ``army-open`` offers to unlock a locked ``army``
    ``name``  what players call a sheet: ``list``
    ``rule``  forbids changing a locked sheet, and unlocking one that is not locked
    """

    kind: str
    name: str
    rule: str

    def decision(self, seat: Seat, sheet: Sheet) -> Decision:
        """The decision of the seat now. Each change makes a new one, all in one batch, so that
        locking and unlocking gains no time and shows in no deadline."""
        decision = Decision(seat, self.kind, sheet.edits)
        if sheet.locked:
            decision = replace(decision, kind=f"{self.kind}-open", waits=False)
        return self._hidden(decision)

    def besides(self, decision: Decision) -> Decision:
        """Another question that only some seats are asked in the phase. The match waits for it as
        it does for sheets, so others cannot tell the difference. The seat cannot lock its sheet
        before it has answered."""
        return self._hidden(replace(decision, waits=True))

    def _hidden(self, decision: Decision) -> Decision:
        batch = f"{self.kind}-{decision.seat}"
        return replace(decision, secret=True, batch=batch, phase=self.kind)

    def refusal(self, sheet: Sheet, size: str, *, opens: bool) -> Forbidden | None:
        """Why a locked sheet of this ``size`` cannot be changed, or an unlocked one unlocked."""
        if sheet.locked == opens:
            return None
        if opens:
            return Forbidden(self.rule, f"Your {self.name} is not locked.", code="NOT_LOCKED")
        return Forbidden(
            self.rule,
            f"Your {self.name} of {size} is locked.",
            instead=f"Unlock it first; you can until all {self.name}s are locked.",
            code="LOCKED",
        )


# --- Games on an open table ---


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


class AnyUnit(Protocol):
    """A unit of a game's table: any frozen dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


@dataclass(frozen=True)  # With slots ``State(…)`` fails: an alias tries to set an attribute.
class TableState(Generic[A, H]):
    """``sheets`` by seat, empty where nothing is secret."""

    table: A
    sheets: tuple[H, ...] = ()


@dataclass(frozen=True, slots=True)
class TableView(Generic[A, H]):
    """What one viewer may see.

    ``sheets``  by seat, ``None`` where the viewer may not look; empty once all are revealed
    ``seat``    the viewer's, ``None`` for spectators and the referee
    ``blank``   makes an empty sheet
    """

    blank: ClassVar[type[Any]]
    table: A
    sheets: tuple[H | None, ...] = ()
    seat: Seat | None = None

    @classmethod
    def of(cls, state: TableState[A, H], viewer: Viewer) -> Self:
        seat = viewer.seat if isinstance(viewer, Seated) else None
        return cls(state.table, visible_sheets(state.sheets, viewer), seat)

    @property
    def supposed(self) -> TableState[A, H]:
        """The state if sheets that the viewer cannot see are blank: they count as open, so that
        nothing of them is revealed."""
        return TableState(self.table, tuple(each or self.blank() for each in self.sheets))

    def sheet(self, seat: Seat) -> H:
        """The sheet of a seat as far as the viewer may look at it, else a blank one."""
        found: H = (self.sheets[seat] if self.sheets else None) or self.blank()
        return found


class TableBuilder(StepBuilderBase[TableState[A, H], E, K], Generic[A, U, H, E, K]):
    """Builds one step of a match: collects the new table, sheets and the events."""

    def __init__(self, state: TableState[A, H]) -> None:
        super().__init__()
        self.table, self.sheets = state.table, state.sheets

    @property
    def state(self) -> TableState[A, H]:
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

    ``agenda``     runs what follows from answers and dice
    """

    builder: type[Any]
    agenda: Agenda[Any] | None = None

    def questions(self, request: Request[V]) -> Ask[M]:
        """What a seat is asked."""
        raise NotImplementedError

    def rolled(self, builder: Any, rolled: Rolled) -> None:
        """Go on with dice."""
        assert self.agenda is not None
        self.agenda.rolled(builder, rolled)

    def options(self, view: V, decision: Decision) -> Options[M]:
        request = Request(view, decision)
        return self.tree(request, self.questions(request))

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
