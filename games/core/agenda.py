"""Games with many steps: one step in the making, and what is still to be done.

A state keeps a stack of typed tasks, its agenda (record 15). The task on top asks
for dice, asks seats, or is carried out at once; tasks put others on top of
themselves. What a match waits for is read from the top and from nothing else.
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
    """A task without dice or questions: the step of this name, about a piece where it needs one."""

    step: str
    about: str = ""
    task: Literal["do"] = "do"


class StepBuilderBase(ABC, Generic[S, E, T]):
    """One step of a match in the making: the state as it grows, and what has happened on the way.

    Rules change the state through this and tell what they did. Values stay frozen;
    only the builder changes, and it lives for one step.
    """

    def __init__(self) -> None:
        self._events: list[E] = []

    @property
    @abstractmethod
    def state(self) -> S: ...

    @property
    @abstractmethod
    def agenda(self) -> tuple[T | Do, ...]:
        """What is to be done, the last first."""

    @agenda.setter
    @abstractmethod
    def agenda(self, tasks: tuple[T | Do, ...]) -> None: ...

    def tell(self, *events: E) -> None:
        self._events.extend(events)

    def done(self) -> Step[S, E]:
        return Step(self.state, tuple(self._events))

    def push(self, *tasks: T | Do) -> None:
        """Put tasks on top of the agenda; the first of them is done first."""
        self.agenda = (*self.agenda, *reversed(tasks))

    def then(self, *steps: str, about: str = "") -> None:
        """``push`` plain steps by their names."""
        self.push(*(Do(step, about) for step in steps))

    def pop(self) -> T | Do:
        task = self.agenda[-1]
        self.agenda = self.agenda[:-1]
        return task

    def drop(self, tasks: Iterable[T | Do]) -> None:
        """Take these tasks off the agenda, wherever they stand."""
        gone = set(map(id, tasks))
        self.agenda = tuple(task for task in self.agenda if id(task) not in gone)


@dataclass(frozen=True)
class TaskKind(Generic[B, T]):
    """What tasks of one type do when they are on top.

    ``act``     is carried out at once, when nothing is asked
    ``rolls``   the dice that are asked for
    ``rolled``  goes on with them
    ``asks``    the decisions that are open
    """

    act: Callable[[B, T], None] | None = None
    rolls: Callable[[B, T], tuple[Roll, ...]] = lambda builder, task: ()
    rolled: Callable[[B, T, Rolled], None] | None = None
    asks: Callable[[B, T], tuple[Decision, ...]] = lambda builder, task: ()


class Agenda(Generic[B]):
    """Runs the agendas of a game.

    ``kinds``  by the types of tasks
    ``steps``  what a ``Do`` does, by the names of steps, with what it is about
    ``over``   whether the match has ended: then nothing is done any more
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
        """Carry tasks out until dice or answers are needed, or nothing is left to be done."""
        while builder.agenda and not self._over(builder):
            if self.rolls(builder) or self.asks(builder):
                return
            task = builder.pop()
            act = self._kinds[type(task)].act
            if act is None:
                raise AssertionError(f"{task} neither asks a question nor has a step")
            act(builder, task)

    def rolled(self, builder: B, faces: Rolled) -> None:
        """Go on with the dice that the top task asked for."""
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
