"""The tasks of the agenda, and what the match waits for.

When the agenda is empty, the match waits for the seat whose turn it is.
"""

from __future__ import annotations

from games.astral_sailors.rules import any_time, leaving
from games.astral_sailors.rules.combat import attack, hazards, poison, questions
from games.astral_sailors.rules.setup import deployment, dice_off, muster, scenery
from games.astral_sailors.rules.turns import activation, rounds
from games.astral_sailors.rules.victory import capture, objectives
from games.astral_sailors.state import State
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.tasks import Act, Attack, DiceOff, RollIncome, RollObjectives, Tick
from games.core.steps import Agenda, TaskKind
from games.core.types import Chance, Decision, Decisions, Ending, Roll, Seat

AGENDA: Agenda[StepBuilder] = Agenda(
    {
        Attack: TaskKind(
            attack.proceed,
            rolls=lambda builder, task: attack.rolls(builder.table, task),
            rolled=lambda builder, task, dice: attack.rolled(builder, task, dice.faces),
            asks=lambda builder, task: questions.questions(builder.table, builder.secrets, task),
        ),
        DiceOff: TaskKind(
            rolls=lambda builder, task: (Roll(len(task.left), 6, f"dice-off: {task.purpose}"),),
            rolled=lambda builder, task, dice: dice_off.rolled(builder, task, dice.faces[0]),
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
        Tick: TaskKind(poison.tick),
        Act: TaskKind(activation.go_on),
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
        "strike-terrain": hazards.strike,
        "end-activation": activation.end,
        "end-spent-turn": activation.end_spent,
        "arrive": capture.arrive,
        "check": objectives.check,
        "remove-army": leaving.remove,
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
    waiting = AGENDA.asks(builder) if table.agenda else _turn(state)
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
