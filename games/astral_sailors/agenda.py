"""All moves, the tasks of the agenda, and what the match waits for."""

from __future__ import annotations

from games.astral_sailors.rules import any_time, subjects
from games.astral_sailors.rules.combat import answering, attack, questions
from games.astral_sailors.rules.setup import armies, bellicose, deployment, muster, scenery
from games.astral_sailors.rules.turns import activation, reinforcing, rounds
from games.astral_sailors.rules.victory import capture, objectives
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.tasks import (
    Attack,
    DelayedAction,
    DiceOff,
    Move,
    RollIncome,
    RollObjectives,
    Tick,
)
from games.astral_sailors.view import Request
from games.core.notation import Notation, verbs_of
from games.core.steps import Agenda, TaskKind
from games.core.types import Chance, Decision, Decisions, Ending, Roll, Seat

NOTATION: Notation[Request, Move] = Notation(
    verbs_of(
        bellicose,
        armies,
        muster,
        scenery,
        activation,
        deployment,
        reinforcing,
        answering,
        any_time,
    ),
    lambda request: subjects.example(request.decision),
    lambda request: request.decision.kind,
)


def perform(builder: StepBuilder, decision: Decision, move: Move) -> None:
    """Carry out a legal ``move`` without running the agenda.

    Turns are played for an army: a seat may play that of a team-mate who left (D-77).
    """
    move.do(builder, decision)


# --- Tasks ---

AGENDA: Agenda[StepBuilder] = Agenda(
    {
        Attack: TaskKind(
            attack.proceed,
            rolls=lambda builder, task: attack.rolls(builder.table, task),
            rolled=lambda builder, task, dice: attack.rolled(builder, task, dice.faces),
            decisions=lambda builder, task: questions.questions(
                builder.table, builder.answers, task
            ),
        ),
        DiceOff: TaskKind(
            rolls=lambda builder, task: (Roll(len(task.left), 6, f"dice-off: {task.purpose}"),),
            rolled=lambda builder, task, dice: any_time.settle_dice_off(
                builder, task, dice.faces[0]
            ),
        ),
        RollObjectives: TaskKind(
            rolls=lambda builder, task: (Roll(len(task.teams), 6, "objectives"),),
            rolled=lambda builder, task, dice: muster.objectives_rolled(
                builder, task, dice.faces[0]
            ),
        ),
        RollIncome: TaskKind(
            rolls=lambda builder, task: (Roll(len(task.seats), 6, "income"),),
            rolled=lambda builder, task, dice: rounds.income_rolled(builder, task, dice.faces[0]),
        ),
        Tick: TaskKind(attack.tick_poison),
        DelayedAction: TaskKind(activation.go_on),
    },
    {
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
        "strike-terrain": attack.strike_hazard,
        "end-activation": activation.end,
        "end-spent-turn": activation.end_spent,
        "arrive": capture.arrive,
        "check": objectives.check,
        "remove-army": any_time.remove,
    },
    over=lambda builder: builder.table.result is not None,
)
run, rolled = AGENDA.run, AGENDA.rolled


def pending(state: State) -> Chance | Decisions | Ending:
    """The pending dice, decisions or ending."""
    table = state.table
    if table.result is not None:
        seats = tuple(map(Seat, table.result.victors))
        return Ending(table.result.kind, seats, (), table.result.rule)
    builder = StepBuilder(state)
    if table.agenda and (rolls := AGENDA.rolls(builder)):
        return Chance(rolls)
    waiting = AGENDA.decisions(builder) if table.agenda else _turn(state)
    return Decisions((*waiting, *_offers(state)))


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
