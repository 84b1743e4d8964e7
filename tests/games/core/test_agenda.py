"""The agenda of a made-up game: a die, a question, and steps that lead to others."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from games.core.events import Event
from games.core.steps import Agenda, Do, StepBuilderBase, TaskKind
from games.core.types import Decision, Roll, Rolled, Seat


@dataclass(frozen=True)
class Throw:
    dice: int


@dataclass(frozen=True)
class Wait:
    seat: int
    needed: bool = True


@dataclass(frozen=True)
class Lost:
    """A task that neither asks nor acts."""


Task = Throw | Wait | Lost


@dataclass(frozen=True)
class Match:
    log: tuple[str, ...] = ()
    agenda: tuple[Task | Do, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Event):
    word: str


class Builder(StepBuilderBase[Match, Said, Task]):
    def __init__(self, *tasks: Task | Do) -> None:
        super().__init__()
        self.match = Match()
        self.push(*tasks)

    @property
    def state(self) -> Match:
        return self.match

    @property
    def agenda(self) -> tuple[Task | Do, ...]:
        return self.match.agenda

    @agenda.setter
    def agenda(self, tasks: tuple[Task | Do, ...]) -> None:
        self.match = replace(self.match, agenda=tasks)

    def say(self, word: str) -> None:
        self.match = replace(self.match, log=(*self.match.log, word))
        self.tell(Said(word=word))


def double(builder: Builder, about: str) -> None:
    builder.say("double")
    builder.then("once", "once", about=about)


def questions(builder: Builder, task: Wait) -> tuple[Decision, ...]:
    return (Decision(Seat(task.seat), "turn", 0),) if task.needed else ()


AGENDA: Agenda[Builder] = Agenda(
    {
        Throw: TaskKind(
            rolls=lambda builder, task: (Roll(task.dice, 6, "storm"),),
            rolled=lambda builder, task, dice: builder.say(f"{sum(dice.faces[0])}"),
        ),
        Wait: TaskKind(lambda builder, task: builder.say(f"by {task.seat}"), decisions=questions),
        Lost: TaskKind(),
    },
    {"once": lambda builder, about: builder.say(f"once {about}"), "double": double},
    over=lambda builder: "once stop" in builder.match.log,
)


def test_tasks_are_done_from_the_first_on_and_those_they_lead_to_before_the_rest() -> None:
    builder = Builder(Do("double", "A"), Do("once", "B"))
    AGENDA.run(builder)
    step = builder.done()
    assert step.state == Match(("double", "once A", "once A", "once B"))
    assert [event.word for event in step.events] == list(step.state.log)


def test_the_agenda_stops_for_dice_and_goes_on_with_them() -> None:
    builder = Builder(Do("once", "A"), Throw(2), Do("once", "B"))
    AGENDA.run(builder)
    assert AGENDA.rolls(builder) == (Roll(2, 6, "storm"),)
    assert AGENDA.decisions(builder) == ()
    assert builder.state.log == ("once A",)
    AGENDA.rolled(builder, Rolled(((3, 5),)))
    assert builder.state == Match(("once A", "8", "once B"))


def test_it_stops_for_an_answer_and_not_where_none_is_needed() -> None:
    builder = Builder(Wait(1, needed=False), Wait(0), Do("once", "A"))
    AGENDA.run(builder)
    assert builder.state.log[-1] == "by 1"
    assert [asked.seat for asked in AGENDA.decisions(builder)] == [0]
    assert AGENDA.rolls(builder) == ()
    assert builder.pop() == Wait(0)
    AGENDA.run(builder)
    assert builder.state == Match(("by 1", "once A"))


def test_nothing_is_done_once_the_match_is_over() -> None:
    builder = Builder(Do("once", "stop"), Do("once", "A"))
    AGENDA.run(builder)
    assert builder.state == Match(("once stop",), (Do("once", "A"),))


def test_tasks_are_dropped_wherever_they_stand_and_their_equals_stay() -> None:
    first, second = Do("once", "A"), Throw(1)
    builder = Builder(first, second, Do("once", "A"))
    builder.drop(iter((first, second)))
    assert builder.agenda == (Do("once", "A"),)


def test_a_task_that_neither_asks_nor_acts_is_an_error_at_once() -> None:
    with pytest.raises(AssertionError, match="Lost"):
        AGENDA.run(Builder(Lost()))
    with pytest.raises(AssertionError, match="asks for no dice"):
        AGENDA.rolled(Builder(Wait(0)), Rolled(()))
