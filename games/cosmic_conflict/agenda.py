"""The tasks of the agenda, and what the match waits for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.core.notation import Request
from games.core.steps import Agenda, TaskKind
from games.core.types import Chance, Decision, Decisions, Ending, Seat
from games.cosmic_conflict.rules import damage, formations, movement, reactions, stealth, windows
from games.cosmic_conflict.rules.attacks import firing
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.reactions import Reroll
from games.cosmic_conflict.rules.setup import agreeing, deployment, fleets, placing
from games.cosmic_conflict.rules.turns import activation, resolution, steps
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.tasks import (
    Arriving,
    Asking,
    AwsShot,
    DamageTask,
    Decoys,
    ExchangeRoll,
    Exchanging,
    Firing,
    Hurt,
    Interruption,
    Moving,
    Repairing,
    Steps,
    TerrainDraw,
)


def _asks(builder: StepBuilder, task: Any) -> tuple[Decision, ...]:
    """The window that a task opens."""
    found = windows.opened(task, builder.table)
    if found is None:
        return ()
    seat, number = seat_of(found.side), builder.course.steps
    if found.key == "cloak":  # the course stays a secret
        return (Decision(seat, "cloak", number, secret=True, batch=f"cloak-{seat}", phase="react"),)
    kind = "resolve" if found.key in ("survey", "rescue") else "react"
    return (Decision(seat, kind, number),)


def _asks_firing(builder: StepBuilder, task: Firing) -> tuple[Decision, ...]:
    """None where the next step of a text is the reroll."""
    return () if _reroll(builder, task, below=-2) else _asks(builder, task)


def _reroll(builder: StepBuilder, task: Firing, below: int) -> Reroll | None:
    """The legal reroll that waits below an attack."""
    if task.stage != "reroll" or task.again or task.means not in ("own", "again"):
        return None
    agenda, seat = builder.agenda, seat_of(builder.unit(task.attacker).side)
    waiting = builder.sheet(seat).steps
    if len(agenda) < -below or not isinstance(agenda[below], Steps) or not waiting:
        return None
    return waiting[0] if isinstance(waiting[0], Reroll) else None


def _proceed(builder: StepBuilder, task: Firing) -> None:
    if (step := _reroll(builder, task, below=-1)) is None:
        firing.proceed(builder, task)
        return
    steps.next_step(builder, Reroll)
    builder.push(task)
    seat = seat_of(builder.unit(task.attacker).side)
    request = Request(builder.view, Decision(seat, "react", builder.course.steps))
    if step.refuse(request) is None:
        builder.pop()
        reactions.reroll_in(builder, task, step)


def _asks_moving(builder: StepBuilder, task: Moving) -> tuple[Decision, ...]:
    """A ship may fire by Contingent Attack in its move; a text decides that itself."""
    unit = builder.unit(task.unit)
    if isinstance(builder.agenda[-2:][0], Steps) or not movement.may_fire_on(builder.table, unit):
        return ()
    return (Decision(seat_of(unit.side), "activate", builder.course.steps),)


AGENDA: Agenda[StepBuilder] = Agenda(
    {
        Decoys: TaskKind(None, fleets.decoy_rolls, fleets.decoys_rolled),
        TerrainDraw: placing.KIND_OF_TASK,
        Steps: TaskKind(steps.proceed),
        Firing: TaskKind(_proceed, firing.rolls, firing.rolled, _asks_firing),
        AwsShot: TaskKind(None, firing.aws_rolls, firing.aws_rolled),
        Hurt: TaskKind(damage.strike, decisions=_asks),
        Asking: TaskKind(decisions=_asks),
        DamageTask: TaskKind(damage.go_on, damage.condition_rolls, damage.condition_rolled, _asks),
        Moving: TaskKind(steps.on_the_way, decisions=_asks_moving),
        Arriving: TaskKind(movement.arrived, movement.arrival_rolls, movement.arrival_rolled),
        Exchanging: TaskKind(movement.exchange, decisions=_asks),
        ExchangeRoll: TaskKind(None, movement.exchange_rolls, movement.exchange_rolled),
        Interruption: TaskKind(lambda builder, task: None, decisions=_asks),
        **resolution.KINDS,
        Repairing: replace(resolution.KINDS[Repairing], decisions=_asks),
    },
    {
        "begin-activation": activation.begin,
        "next-activation": activation.next_turn,
        "check-turn": activation.check_turn,
        "check-acting": activation.check_acting,
        "after-move": activation.after_move,
        "after-shot": activation.after_shot,
        "fleets-shown": fleets.shown,
        **placing.STEPS,
        **deployment.STEPS,
        **resolution.STEPS,
    },
    over=lambda builder: builder.course.ending is not None,
)


def run_unopposed(builder: StepBuilder) -> None:
    """Run as if nobody fired at interrupt points, until dice or other answers are needed."""
    AGENDA.run(builder)
    while builder.agenda and isinstance(builder.agenda[-1], Interruption):
        builder.pop()
        AGENDA.run(builder)


def pending(state: State) -> Chance | Decisions | Ending:
    """The dice, decisions or ending that the match waits for."""
    course = state.course
    if course.ending is not None:
        return course.ending
    builder = StepBuilder(state)
    if course.agenda:
        if rolls := AGENDA.rolls(builder):
            return Chance(rolls, _who_may_know(builder))
        return Decisions(AGENDA.decisions(builder))
    beside = (*agreeing.decisions(builder), *formations.decisions(builder))
    return Decisions((*_PHASES[course.phase](builder), *beside))


def _who_may_know(builder: StepBuilder) -> tuple[Seat, ...] | None:
    """The seats that may see the dice: of an attack on a hidden ship those of its sides (D-100)."""
    top = builder.agenda[-1]
    if isinstance(top, Decoys):
        return (seat_of(top.side),)
    return stealth.dice_seats(builder.table, top) if isinstance(top, Firing) else None


_PHASES: dict[str, Callable[[StepBuilder], tuple[Decision, ...]]] = {
    "fleet": fleets.decisions,
    "terrain": placing.decisions,
    "deploy": deployment.decisions,
    "orders": commands.decisions,
    "activation": activation.decisions,
}
