"""Several steps of one activation in one order (CSW-A18)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from games.colonial_space_wars.notation import LONGEST_LIST, Move, OrderStep, UnitCode
from games.colonial_space_wars.rules import attacks, movement, skills, transports, turns
from games.colonial_space_wars.rules.turns import Activate
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.view import Request
from games.core import notation
from games.core.moves import move, verbs_of
from games.core.types import Decision, Forbidden

STEPS = notation.Notation[Request, OrderStep](
    verbs_of(movement, attacks, skills, transports), lambda request: "MOVE F6"
)
STEPS_VALUE = notation.steps(STEPS.read, STEPS.write, LONGEST_LIST, "MOVE F6; ATTACK B2 2")


@move("order", "turn", "ORDER {unit}: {steps} | ORDER {unit}:{steps}")
class Order(Move):
    """``ORDER R4: MOVE F6; ATTACK B2 2; MOVE F4`` (CSW-A18)"""

    unit: UnitCode
    steps: Annotated[tuple[OrderStep, ...], Field(min_length=1, max_length=99), STEPS_VALUE]

    def refuse(self, request: Request) -> Forbidden | StepBuilder:
        """All steps are tried in sequence; the first that fails refuses the order. Of a legal one:
        what they come to."""
        decision, start = request.decision, Activate(self.unit)
        if refused := start.refuse(request):
            return refused
        builder = StepBuilder(State(request.view.table))
        start.do(builder, decision)
        for number, step in enumerate(self.steps, 1):
            if builder.table.ending is not None:
                break
            now = replace(request, view=replace(request.view, table=builder.table))
            if refused := STEPS.refusal(now, step):
                sentence = f"Step {number}, {STEPS.write(step)}: {refused.sentence}"
                return refused.retold(sentence, step=number)
            step.do(builder, decision)
        _finish(builder)
        return builder

    def do(
        self, builder: StepBuilder, decision: Decision, tried: StepBuilder | None = None
    ) -> None:
        """Activate, take the steps, and finish, or take over what was ``tried``; a step that wins
        the match ends the order."""
        if tried is not None:
            builder.follow(tried)
            return
        Activate(self.unit).do(builder, decision)
        for step in self.steps:
            if builder.table.ending is None:
                step.do(builder, decision)
        _finish(builder)


def _finish(builder: StepBuilder) -> None:
    if builder.table.open is not None:
        turns.finish(builder)
