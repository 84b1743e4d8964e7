"""The steps of an activation, one after the other or several in one text (4.2, 4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.core import notation
from games.core.decisions import Decision
from games.core.notation import verb
from games.core.seats import Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.course import seat_of
from games.cosmic_conflict.notation import (
    CONFIRM,
    DEGREES,
    EFFECT,
    LABEL,
    LENGTH,
    NEW_VELOCITY,
    NUMBER,
    POINT,
    TARGET,
    TARGETS,
    TURN,
    UNIT,
    UNITS,
    Verb,
)
from games.cosmic_conflict.rules import (
    activating,
    commands,
    hangars,
    moving,
    reacting,
    sequence,
)
from games.cosmic_conflict.rules.activating import settle
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.tasks import Moving, Steps
from games.cosmic_conflict.view import Asked


def proceed(builder: StepBuilder, task: Steps) -> None:
    """Carry out the next step that waits; an illegal one ends them (4.6)."""
    seat = seat_of(builder.acting.side)
    step, *rest = builder.sheet(seat).steps
    decision = Decision(seat, "activate", builder.course.steps)
    if refused := STEPS.refusal(Asked(builder.view, decision), step):
        builder.write(seat, steps=())
        written = STEPS.write(step)
        builder.tell(e.StepsStopped(task.number, written, str(refused), only=(seat,)))
        settle(builder)
        return
    _take(builder, seat, rest)
    if rest:
        builder.push(Steps(task.number + 1))
    STEPS.verb(step).do(builder, decision, step)


def _take(builder: StepBuilder, seat: Seat, rest: Sequence[m.ActivationStep]) -> None:
    """Take the first step away; everybody sees by it what was written, if it has waited."""
    builder.write(seat, steps=tuple(rest))
    if builder.waited:
        builder.tell(e.Disclosed())
        builder.waited = False


def next_step(builder: StepBuilder, kind: type[m.ActivationStep]) -> Any:
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
    """A ship in its move: the next step of a text may be a shot from here (D-064)."""
    if waits(builder) and _fires_here(builder):
        step = next_step(builder, m.Fire)
        builder.push(task)
        sequence.fire(builder, Decision(seat_of(builder.unit(task.unit).side), "activate", 0), step)
    else:
        moving.go_on(builder, task)


def waits(builder: StepBuilder) -> bool:
    """Whether steps of a text wait right below."""
    return bool(builder.agenda) and isinstance(builder.agenda[-1], Steps)


def _fires_here(builder: StepBuilder) -> bool:
    seat = seat_of(builder.acting.side)
    step = builder.sheet(seat).steps[0]
    asked = Asked(builder.view, Decision(seat, "activate", 0))
    return isinstance(step, m.Fire) and sequence.refuse_fire(asked, step) is None


STEP_VERBS: tuple[Verb, ...] = (
    verb(
        m.Fire,
        "activate",
        "FIRE {weapon} AT {targets}[ TOKEN {token}] | FIRE {weapon} {targets}[ TOKEN {token}]",
        sequence.refuse_fire,
        sequence.fire,
        {"weapon": LABEL, "targets": TARGETS, "token": POINT},
    ),
    verb(
        m.FireAws,
        "activate",
        "AWS {number} AT {target} | AWS {number} {target}",
        sequence.refuse_aws,
        sequence.fire_aws,
        {"number": NUMBER, "target": TARGET},
    ),
    verb(
        m.MarkTarget,
        "activate",
        "MARK {target} | REVEAL MARK {target}",
        sequence.refuse_mark,
        sequence.mark,
        {"target": UNIT},
    ),
    verb(
        m.Spend,
        "activate",
        "SPEND {target} {effect}",
        sequence.refuse_spend,
        sequence.spend,
        {"target": UNIT, "effect": EFFECT},
    ),
    *commands.VERBS,
    verb(
        m.Fly,
        "activate",
        "MOVE TO {to}[ PWS {pws}][ {confirmed}]",
        moving.refuse_flight,
        moving.fly,
        {"to": POINT, "pws": UNITS, "confirmed": CONFIRM},
    ),
    verb(
        m.Move,
        "activate",
        "MOVE {change}[ TO {to}][ BEARING {bearing} {far}][ TURN {turn}][ PWS {pws}][ {confirmed}]",
        moving.refuse,
        moving.move,
        {
            "change": NEW_VELOCITY,
            "to": POINT,
            "bearing": DEGREES,
            "far": LENGTH,
            "turn": TURN,
            "pws": UNITS,
            "confirmed": CONFIRM,
        },
    ),
    verb(m.Go, "activate", "GO", activating.refuse_go, activating.go),
    verb(
        m.Launch,
        "activate",
        "LAUNCH {fighter} {at}",
        hangars.refuse_launch,
        hangars.launch,
        {"fighter": UNIT, "at": POINT},
    ),
    verb(
        m.Collect,
        "activate",
        "COLLECT {fighter}",
        hangars.refuse_collect,
        hangars.collect,
        {"fighter": UNIT},
    ),
    verb(m.Done, "activate", "DONE", activating.refuse_done, activating.done),
    reacting.REROLL,
)
STEPS = notation.Notation[Asked, m.ActivationStep](STEP_VERBS, lambda asked: "FIRE KIN1 AT b3")
