"""The steps of an activation, one after the other or several in one text (4.2, 4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core import notation
from games.core.moves import verbs_of
from games.core.types import Decision, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.notation import ActivationStep
from games.cosmic_conflict.rules import fighters, movement, reactions
from games.cosmic_conflict.rules.attacks import shots
from games.cosmic_conflict.rules.attacks.shots import Fire
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.turns import activation, sacrifices
from games.cosmic_conflict.rules.turns.activation import settle
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.tasks import Moving, Steps
from games.cosmic_conflict.view import Request


def proceed(builder: StepBuilder, task: Steps) -> None:
    """Carry out the next step that waits; an illegal one ends them (4.6)."""
    seat = seat_of(builder.acting.side)
    step, *rest = builder.sheet(seat).steps
    decision = Decision(seat, "activate", builder.course.steps)
    if refused := STEPS.refusal(Request(builder.view, decision), step):
        builder.write(seat, steps=())
        written = STEPS.write(step)
        builder.tell(e.StepsStopped(task.number, written, str(refused), only=(seat,)))
        settle(builder)
        return
    _take(builder, seat, rest)
    if rest:
        builder.push(Steps(task.number + 1))
    step.do(builder, decision)


def _take(builder: StepBuilder, seat: Seat, rest: Sequence[ActivationStep]) -> None:
    """Take the first step away; everybody sees by it what was written, if it has waited."""
    builder.write(seat, steps=tuple(rest))
    if builder.waited:
        builder.tell(e.Disclosed())
        builder.waited = False


def next_step(builder: StepBuilder, kind: type[ActivationStep]) -> Any:
    """The step that waits right below the task at work, taken away if it is of a kind."""
    if not (builder.agenda and isinstance(top := builder.agenda[-1], Steps)):
        return None
    seat = seat_of(builder.acting.side)
    step, *rest = builder.sheet(seat).steps
    if not isinstance(step, kind):
        return None
    builder.pop()
    _take(builder, seat, rest)
    if rest:
        builder.push(Steps(top.number + 1))
    return step


def on_the_way(builder: StepBuilder, task: Moving) -> None:
    """Go on with a ship in its move: the next step of a text may be a shot from here (D-064)."""
    if waits(builder) and _fires_here(builder):
        step = next_step(builder, Fire)
        builder.push(task)
        step.do(builder, Decision(seat_of(builder.unit(task.unit).side), "activate", 0))
    else:
        movement.go_on(builder, task)


def waits(builder: StepBuilder) -> bool:
    """Whether steps of a text wait right below."""
    return bool(builder.agenda) and isinstance(builder.agenda[-1], Steps)


def _fires_here(builder: StepBuilder) -> bool:
    seat = seat_of(builder.acting.side)
    step = builder.sheet(seat).steps[0]
    request = Request(builder.view, Decision(seat, "activate", 0))
    return isinstance(step, Fire) and step.refuse(request) is None


STEPS = notation.Notation[Request, ActivationStep](
    verbs_of(
        shots, commands, movement, activation, fighters, reactions, sacrifices, base=ActivationStep
    ),
    lambda request: "FIRE KIN1 AT b3",
)
