"""All moves, the tasks of the agenda, and what the match waits for."""

from __future__ import annotations

from games.astral_sailors import tasks
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.combat import answering, attack, questions
from games.astral_sailors.rules.setup import armies, bellicose, deployment, muster, scenery
from games.astral_sailors.rules.turns import activation, reinforcing, rounds, turns
from games.astral_sailors.rules.victory import capture, objectives
from games.astral_sailors.rules.victory.conditions import MUSTER
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.view import Request
from games.core.moves import verbs_of
from games.core.notation import Notation
from games.core.steps import Agenda, TaskKind
from games.core.types import Chance, Decision, Decisions, Ending, Roll, Seat

NOTATION: Notation[Request, tasks.Move] = Notation(
    verbs_of(
        *(bellicose, armies, muster, scenery, activation, deployment, reinforcing, answering),
        any_time,
    ),
    lambda request: example(request.decision),
)


def example(decision: Decision) -> str:
    """An answer to a decision of this kind, for its form: its names may not exist."""
    return _EXAMPLES.get(decision.kind, "LEAVE")


_EXAMPLES = {
    "bellicose": "BELLICOSE NO",
    "army": "ADD EX1",
    "army-open": "UNLOCK",
    "scenery": "WA D5",
    "deploy": "DEPLOY R1 D1 S",
    "activate": "R1 TURN N",
    "reinforce": "BRING R3 D1 S",
    "react": "R3 COVER",
    "pay": "R3 PAY 1",
    "reroll": "REROLL ALL",
    "target": "TARGET 2",
}


# --- Tasks ---

AGENDA: Agenda[StepBuilder] = Agenda(
    {
        tasks.Attack: TaskKind(
            attack.proceed,
            lambda builder, task: attack.rolls(builder.table, task),
            attack.rolled,
            lambda builder, task: questions.questions(builder.table, builder.answers, task),
        ),
        tasks.DiceOff: TaskKind(
            rolls=lambda _, task: (Roll(len(task.left), 6, f"dice-off: {task.purpose}"),),
            rolled=any_time.settle_dice_off,
        ),
        tasks.RollObjectives: TaskKind(
            rolls=lambda _, task: (Roll(len(task.teams), 6, "objectives"),),
            rolled=muster.objectives_rolled,
        ),
        tasks.RollIncome: TaskKind(
            rolls=lambda _, task: (Roll(len(task.seats), 6, "income"),), rolled=rounds.income_rolled
        ),
        tasks.Tick: TaskKind(attack.tick_poison),
        tasks.DelayedAction: TaskKind(activation.go_on),
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
    table, builder = state.table, StepBuilder(state)
    if (result := table.result) is not None:
        return Ending(result.kind, tuple(map(Seat, result.victors)), (), result.rule)
    if table.agenda:
        if rolls := AGENDA.rolls(builder):
            return Chance(rolls)
        waiting = AGENDA.decisions(builder)
    elif table.phase in MUSTER:
        waiting = muster.decisions(state)
    else:
        waiting = turns.decisions(table)
    # While armies are built, targets are waited for.
    targets = () if table.phase == "muster" else objectives.offers(state)
    return Decisions((*waiting, *targets, *any_time.offers(state)))
