"""The answers in a turn, and several of them in one order (GA-A08 to GA-A14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core import notation
from games.core.decisions import Decision
from games.core.notation import Value, verb
from games.core.refusals import Forbidden
from games.galaxy_aflame import events as e
from games.galaxy_aflame import moves as m
from games.galaxy_aflame.notation import ENEMY, LENGTH, MODE, POINT, UNIT, WAY, Verb
from games.galaxy_aflame.rules import movement, shooting, transports, turns
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.tasks import OrderSteps
from games.galaxy_aflame.view import Asked, View


def _moves(word: str, run: bool) -> tuple[Verb, ...]:
    """The forms of a move or a run: straight towards something, or to a point."""
    toward = f"{word} {{unit}} TOWARD"
    straight = movement.refuse_advance, movement.advance
    far: dict[str, Value[Any, Any]] = {"unit": UNIT, "far": LENGTH}
    return (
        verb(
            m.Advance,
            "turn",
            f"{toward} {{target}}[ {{far}}]",
            *straight,
            {**far, "target": ENEMY},
            values={"run": run, "goal": None},
        ),
        verb(
            m.Advance,
            "turn",
            f"{toward} {{goal}}[ {{far}}]",
            *straight,
            {**far, "goal": POINT},
            values={"run": run, "target": ""},
        ),
        verb(
            m.MoveTo,
            "turn",
            f"{word} {{unit}} {{to}}[ VIA {{via}}]",
            movement.refuse,
            movement.carry_out,
            {"unit": UNIT, "to": POINT, "via": WAY},
            values={"run": run},
        ),
    )


STEP_VERBS: tuple[Verb, ...] = (
    *_moves("MOVE", False),
    *_moves("RUN", True),
    verb(
        m.Shoot,
        "turn",
        "SHOOT {unit} {target} {suppress}[ VICTIM {victim}] | SHOOT {unit} {target}",
        shooting.refuse,
        shooting.carry_out,
        {"unit": UNIT, "target": ENEMY, "suppress": MODE, "victim": ENEMY},
        fill=lambda asked, values: {"suppress": False, **values},
    ),
    verb(
        m.Embark,
        "turn",
        "EMBARK {unit} {transport}",
        transports.refuse_embark,
        transports.embark,
        {"unit": UNIT, "transport": UNIT},
    ),
    verb(
        m.Disembark,
        "turn",
        "DISEMBARK {unit} {at}",
        transports.refuse_disembark,
        transports.disembark,
        {"unit": UNIT, "at": POINT},
    ),
)
STEPS = notation.Notation[Asked, m.TurnStep](STEP_VERBS, lambda asked: "MOVE R1 24 18")


def refuse(asked: Asked, move: m.Order) -> Forbidden | None:
    """The first step that is illegal, as far as no dice come before it."""
    builder = StepBuilder(State(asked.view.table))
    for number, step in enumerate(move.steps, 1):
        now = replace(asked, view=replace(asked.view, table=builder.table))
        if refused := STEPS.refusal(now, step):
            sentence = f"Step {number}, {STEPS.write(step)}: {refused.sentence}"
            return refused.retold(sentence, step=number)
        STEPS.verb(step).do(builder, asked.decision, step)
        if builder.agenda:
            return None
    return None


def carry_out(builder: StepBuilder, decision: Decision, move: m.Order) -> None:
    builder.push(OrderSteps(move.steps, 1))


def proceed(builder: StepBuilder, task: OrderSteps) -> None:
    """Carry out the next step; an illegal one ends the order (GA-A13)."""
    table, step = builder.table, task.steps[0]
    decision = Decision(table.active, "turn", table.steps)
    asked = Asked(View(table, (), table.active), decision)
    if refused := STEPS.refusal(asked, step):
        builder.tell(e.OrderStopped(task.number, STEPS.write(step), str(refused)))
        return
    if len(task.steps) > 1:
        builder.push(OrderSteps(task.steps[1:], task.number + 1))
    STEPS.verb(step).do(builder, decision, step)


STEPS_VALUE = notation.steps(STEPS.read, STEPS.write, 99, "MOVE R1 24 18; SHOOT R1 B2 KILL")
VERBS: tuple[Verb, ...] = (
    *STEP_VERBS,
    verb(m.End, "turn", "END", notation.legal, lambda builder, *_: turns.end(builder)),
    verb(
        m.Order,
        "turn",
        "ORDER {steps}",
        refuse,
        carry_out,
        {"steps": STEPS_VALUE},
    ),
)
