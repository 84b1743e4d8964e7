"""The answers in a turn, and several of them in one order (GA-A08 to GA-A14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from games.core import notation
from games.core.moves import move, verbs_of
from games.core.types import Decision, Forbidden
from games.galaxy_aflame import events as e
from games.galaxy_aflame.notation import Move, TurnStep
from games.galaxy_aflame.rules import movement, shooting, transports
from games.galaxy_aflame.state import State, StepBuilder
from games.galaxy_aflame.table.tasks import OrderSteps
from games.galaxy_aflame.view import Request, View

STEPS = notation.Notation[Request, TurnStep](
    verbs_of(movement, shooting, transports), lambda request: "MOVE R1 24 18"
)
STEPS_VALUE = notation.steps(STEPS.read, STEPS.write, 99, "MOVE R1 24 18; SHOOT R1 B2 KILL")


@move("order", "turn", "ORDER {steps}")
class Order(Move):
    """``ORDER MOVE R1 24 18; SHOOT R1 B2 KILL`` (GA-A13)"""

    steps: Annotated[tuple[TurnStep, ...], Field(min_length=1, max_length=99), STEPS_VALUE]

    def refuse(self, request: Request) -> Forbidden | None:
        """The first step that is illegal, as far as no dice come before it."""
        builder = StepBuilder(State(request.view.table))
        for number, step in enumerate(self.steps, 1):
            now = replace(request, view=replace(request.view, table=builder.table))
            if refused := STEPS.refusal(now, step):
                sentence = f"Step {number}, {STEPS.write(step)}: {refused.sentence}"
                return refused.retold(sentence, step=number)
            step.do(builder, request.decision)
            if builder.agenda:
                return None
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        builder.push(OrderSteps(self.steps, 1))


def proceed(builder: StepBuilder, task: OrderSteps) -> None:
    """Carry out the next step; an illegal one ends the order (GA-A13)."""
    table, step = builder.table, task.steps[0]
    decision = Decision(table.active, "turn", table.steps)
    request = Request(View(table, (), table.active), decision)
    if refused := STEPS.refusal(request, step):
        builder.tell(e.OrderStopped(task.number, STEPS.write(step), str(refused)))
        return
    if len(task.steps) > 1:
        builder.push(OrderSteps(task.steps[1:], task.number + 1))
    step.do(builder, decision)
