"""Games with many steps: the step under construction, and the tasks that remain.

A state keeps a stack of typed tasks, its agenda (record 15). The task on top asks
for dice, asks seats, or is carried out immediately; a task may push others on
top of itself. The top task alone says what a match waits for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from games.core.chance import Roll, Rolled
from games.core.decisions import Decision
from games.core.events import Event, Step

S = TypeVar("S")
E = TypeVar("E", bound=Event)
T = TypeVar("T")
B = TypeVar("B", bound="StepBuilderBase[Any, Any, Any]")


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
        """Before an answer to this decision is carried out."""

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

    ``act``     runs immediately, for a task that asks nothing
    ``rolls``   the dice that it needs
    ``rolled``  continues with their faces
    ``asks``    the decisions that it opens
    """

    act: Callable[[B, T], None] | None = None
    rolls: Callable[[B, T], tuple[Roll, ...]] = lambda builder, task: ()
    rolled: Callable[[B, T, Rolled], None] | None = None
    asks: Callable[[B, T], tuple[Decision, ...]] = lambda builder, task: ()


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
            if self.rolls(builder) or self.asks(builder):
                return
            task = builder.pop()
            act = self._kinds[type(task)].act
            if act is None:
                raise AssertionError(f"{task} neither asks a question nor has a step")
            act(builder, task)

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

    def asks(self, builder: B) -> tuple[Decision, ...]:
        """The decisions that the top task opens."""
        return self._top(builder).asks(builder, builder.agenda[-1])

    def _top(self, builder: B) -> TaskKind[B, Any]:
        return self._kinds[type(builder.agenda[-1])]
