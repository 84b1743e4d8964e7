"""Runs the agenda until a player or a die must decide.

Every task of the agenda does one of three things when its turn comes: it asks
for dice, it asks seats, or it is carried out at once. Tasks put others on top
of themselves. When the agenda is empty, the match waits for the seat whose
turn it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.astral_sailors.rules import any_time, leaving
from games.astral_sailors.rules.combat import attack, hazards, poison
from games.astral_sailors.rules.setup import deployment, dice_off, muster, scenery
from games.astral_sailors.rules.turns import activation, rounds
from games.astral_sailors.rules.victory import capture, objectives
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import (
    Act,
    Attack,
    DiceOff,
    Do,
    RollIncome,
    RollObjectives,
    Task,
    Tick,
)
from games.core.chance import Chance, Roll, Rolled
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.seats import Seat

STEPS: Mapping[str, Callable[[StepBuilder, str], None]] = {
    "muster": muster.begin,
    "reveal-armies": muster.reveal,
    "scenery": scenery.begin,
    "next-piece": scenery.next_turn,
    "deployment": deployment.begin,
    "next-deployment": deployment.next_turn,
    "begin-round": rounds.begin,
    "order": rounds.order,
    "points": rounds.points,
    "activation": rounds.activation,
    "next-turn": rounds.next_turn,
    "reinforcement": rounds.reinforcement,
    "end-round": rounds.end,
    "strike-terrain": hazards.strike,
    "end-activation": activation.end,
    "end-spent-turn": activation.end_spent,
    "arrive": capture.arrive,
    "check": objectives.check,
    "pass-turn": leaving.pass_turn,
    "remove-army": leaving.remove,
}
"""Steps by their names on the agenda."""


def run(builder: StepBuilder) -> None:
    """Run the agenda until it needs dice or an answer."""
    while builder.table.result is None and builder.table.agenda:
        task = builder.table.agenda[-1]
        if _rolls(builder, task) or _questions(builder, task):
            return
        builder.pop()
        match task:
            case Attack():
                attack.proceed(builder, task)
            case Tick():
                poison.tick(builder, task)
            case Act():
                activation.go_on(builder, task)
            case Do(step, about):
                STEPS[step](builder, about)
            case _:
                raise AssertionError(f"{task} neither asks a question nor has a step")


def rolled(builder: StepBuilder, faces: Rolled) -> None:
    """Continue with the dice that the top task asked for."""
    task = builder.pop()
    match task:
        case Attack():
            attack.rolled(builder, task, faces.faces)
        case DiceOff():
            dice_off.rolled(builder, task, faces.faces[0])
        case RollObjectives():
            muster.objectives_rolled(builder, task, faces.faces[0])
        case RollIncome():
            rounds.income_rolled(builder, task, faces.faces[0])
        case _:
            raise AssertionError(f"{task} asks for no dice")
    run(builder)


def pending(state: State) -> Chance | Decisions | Ending:
    """The pending dice, decisions or ending."""
    table = state.table
    if table.result is not None:
        seats = tuple(map(Seat, table.result.victors))
        return Ending(table.result.kind, seats, (), table.result.rule)
    builder = StepBuilder(state)
    task = table.agenda[-1] if table.agenda else None
    if task is not None and (rolls := _rolls(builder, task)):
        return Chance(rolls)
    waiting = _questions(builder, task) if task is not None else _turn(state)
    return Decisions((*waiting, *_offers(state)))


def _rolls(builder: StepBuilder, task: Task) -> tuple[Roll, ...]:
    match task:
        case Attack():
            return attack.rolls(builder.table, task)
        case DiceOff(purpose, left):
            return (Roll(len(left), 6, f"dice-off: {purpose}"),)
        case RollObjectives(teams):
            return (Roll(len(teams), 6, "objectives"),)
        case RollIncome(seats):
            return (Roll(len(seats), 6, "income"),)
        case _:
            return ()


def _questions(builder: StepBuilder, task: Task) -> tuple[Decision, ...]:
    return (
        attack.questions(builder.table, builder.secrets, task) if isinstance(task, Attack) else ()
    )


def _turn(state: State) -> tuple[Decision, ...]:
    """The decisions of the phase when the agenda is empty."""
    match state.table.phase:
        case "bellicose" | "muster":
            return muster.decisions(state)
        case _:
            return rounds.decisions(state.table)


def _offers(state: State) -> tuple[Decision, ...]:
    """Optional decisions; while armies are built, targets are required."""
    targets = () if state.table.phase == "muster" else objectives.offers(state)
    return (*targets, *any_time.offers(state))
