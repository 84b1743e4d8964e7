"""All moves in one table."""

from __future__ import annotations

from typing import Annotated

from games.core import notation
from games.core.moves import move, verbs_of
from games.core.notation import Notation
from games.core.types import Decision, Forbidden, OutOfPlace
from games.cosmic_conflict.agenda import AGENDA
from games.cosmic_conflict.meta import META
from games.cosmic_conflict.notation import Answer, StepList, UnitId
from games.cosmic_conflict.rules import fighters, formations, movement, reactions, values, windows
from games.cosmic_conflict.rules.attacks import shots
from games.cosmic_conflict.rules.orders import commands
from games.cosmic_conflict.rules.setup import agreeing, deployment, fleets, placing, preparation
from games.cosmic_conflict.rules.turns import activation, sacrifices
from games.cosmic_conflict.rules.turns.steps import STEPS
from games.cosmic_conflict.space import SCALE
from games.cosmic_conflict.state import StepBuilder, supposed
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import Request

_EXAMPLES = {
    "fleet": "FLEET A",
    "fleet-open": "UNLOCK",
    "agree": "PROPOSE T2 TO 20 12, PROPOSE NEW DUST CLOUD 20 12, AGREE or DECLINE",
    "terrain": "TERRAIN DUST CLOUD 20 12, ACCEPT or EDGE NORTH",
    "deploy": "PLACE {first} {at} or AUTO",
    "deploy-open": "UNLOCK",
    "orders": "ORDER {first} EVASIVE, TOKEN {second} or LOCK",
    "orders-open": "UNLOCK",
    "form": "FORM {first} WITH {second} DEFENSIVE or ESCORT {second} FOR {first}",
    "activate": "ACTIVATE {first}; MOVE V0; DONE, or PASS",
    "idle": "REVEAL {first} EVASIVE or COMMAND {first} VELOCITY +1",
    "react": "REACT NO",
    "resolve": "REACT SURVEY or REACT NO",
    "cloak": "REACT CLOAK; MOVE V+1; MOVE V0 TURN 30 or REACT NO",
}


def _example(request: Request) -> str:
    """An example of what can be typed, with units of the seat."""
    unit, table = values.acting(request), request.view.table
    if unit and request.decision.kind == "activate":
        weapons = [table.design(unit).labels[at] for at in windows.ready_weapons(table, unit)]
        shots = [f"FIRE {weapons[0]} AT {each.id}, " for each in table.enemies(unit) if weapons]
        return f"{''.join(shots[:1])}MOVE V0 or DONE"
    own = [each.id for each in _examples(request)]
    first, second = (*own, *own, "", "")[:2]
    at = SCALE.name(preparation.example(table.board, values.side(request)))
    return _EXAMPLES[request.decision.kind].format(first=first, second=second, at=at)


def _examples(request: Request) -> list[Unit]:
    """The units of a seat, where one is to be activated those that can be."""
    view, side = request.view, values.side(request)
    now, units = view.course.activation, filter(view.commands, view.table.of(side))
    able = activation.waiting(view.table, now.size, side) if now else ()
    return [*filter(view.commands, able)] or [each for each in units if each.state == "in"]


def _elsewhere(request: Request, kinds: tuple[str, ...]) -> Forbidden:
    """E-WINDOW while the seat is asked something in the middle of that, E-NOT-YOUR-TURN for what
    the side that is to activate may do, else E-PHASE."""
    if first := reactions.asked_first(request):
        return first
    activates = request.view.course.activation and "activate" in kinds
    if activates and (turn := activation.no_turn(request)):
        return OutOfPlace(turn.rule, turn.sentence, instead=turn.instead, code=turn.code)
    why = META.not_now(request.decision.kind)
    wanted = f"For example: {_example(request)}."
    return OutOfPlace("CC-062", why, instead=wanted, code="E-PHASE")


STEPS_VALUE = notation.steps(STEPS.read, STEPS.write, 60, "FIRE KIN1 AT b3; MOVE V0; DONE")


@move(
    "activate",
    "activate",
    "ACTIVATE {unit}[; {steps}] | ACTIVATE {unit}[ ; {steps}] | ACTIVATE {unit};{steps}",
)
class Activate(Answer):
    """``ACTIVATE a1``, ``ACTIVATE a1; FIRE KIN1 AT b3; MOVE V0; DONE`` (CC-069)"""

    unit: UnitId
    steps: Annotated[StepList, STEPS_VALUE] = ()

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks all steps that no dice and no answers come before."""
        if refused := activation.refuse_unit(request, self.unit):
            return refused
        if not self.steps:
            return None
        builder = StepBuilder(supposed(request.view))
        activation.activate(builder, request.decision.seat, self.unit)
        AGENDA.run(builder)
        for number, step in enumerate(self.steps, 1):
            if builder.agenda or not builder.course.acting:
                return None
            now = notation.Request(builder.view, request.decision)
            if refused := STEPS.refusal(now, step):
                sentence = f"Step {number}, {STEPS.write(step)}: {refused.sentence}"
                return refused.retold(sentence, step=number)
            step.do(builder, request.decision)
            AGENDA.run(builder)
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        activation.activate(builder, decision.seat, self.unit, self.steps)


NOTATION = Notation[Request, Answer](
    (
        *verbs_of(fleets, agreeing, placing, deployment, commands, formations),
        *Activate.verbs(),
        *verbs_of(activation, shots, movement, fighters, reactions, sacrifices),
    ),
    _example,
    elsewhere=_elsewhere,
)
