"""All moves in one table."""

from __future__ import annotations

from games.core import notation
from games.core.notation import Notation, verb
from games.core.refusals import Forbidden, OutOfPlace
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.agenda import AGENDA
from games.cosmic_conflict.course import side_of
from games.cosmic_conflict.notation import UNIT, Verb
from games.cosmic_conflict.rules import (
    activating,
    commanding,
    deployment,
    fleets,
    interrupts,
    reacting,
)
from games.cosmic_conflict.rules.steps import STEP_VERBS, STEPS
from games.cosmic_conflict.state import StepBuilder, supposed
from games.cosmic_conflict.view import Asked

_EXAMPLES = {
    "fleet": "FLEET A",
    "fleet-open": "UNLOCK",
    "deploy": "PLACE {own}1 27 4 or AUTO",
    "deploy-open": "UNLOCK",
    "orders": "ORDER {own}1 EVASIVE, TOKEN {own}2 or LOCK",
    "orders-open": "UNLOCK",
    "activate": "ACTIVATE {own}1; FIRE KIN1 AT {enemy}1; MOVE V0; DONE, or PASS",
    "idle": "REVEAL {own}1 EVASIVE or COMMAND {own}1 VELOCITY +1",
    "react": "REACT NO",
    "resolve": "REACT SURVEY or REACT NO",
}


def _example(asked: Asked) -> str:
    text = _EXAMPLES[asked.decision.kind]
    own = side_of(asked.decision.seat)
    return text.format(own="ab"[own - 1], enemy="ba"[own - 1])


def _elsewhere(asked: Asked, kinds: tuple[str, ...]) -> Forbidden:
    """E-NOT-YOUR-TURN for what the side that is to activate may do, else E-PHASE."""
    activates = asked.view.course.activation and "activate" in kinds
    if activates and (turn := activating.no_turn(asked)):
        return OutOfPlace(turn.rule, turn.sentence, instead=turn.instead, code=turn.code)
    why = f"That is not possible in the phase {asked.view.course.phase}."
    wanted = f"Now it is time for {_example(asked)}."
    return OutOfPlace("CC-062", why, instead=wanted, code="E-PHASE")


def _refuse_activate(asked: Asked, move: m.Activate) -> Forbidden | None:
    """As far as no dice and no answers come before a step, it is checked at once."""
    if refused := activating.refuse_activate(asked, move):
        return refused
    if not move.steps:
        return None
    builder = StepBuilder(supposed(asked.view))
    activating.activate(builder, asked.decision, m.Activate(move.unit))
    AGENDA.run(builder)
    for number, step in enumerate(move.steps, 1):
        if builder.agenda or not builder.course.acting:
            return None
        now = notation.Asked(builder.view, asked.decision)
        if refused := STEPS.refusal(now, step):
            sentence = f"Step {number}, {STEPS.write(step)}: {refused.sentence}"
            return refused.retold(sentence, step=number)
        STEPS.verb(step).do(builder, asked.decision, step)
        AGENDA.run(builder)
    return None


STEPS_VALUE = notation.steps(STEPS.read, STEPS.write, 60, "FIRE KIN1 AT b3; MOVE V0; DONE")
VERBS: tuple[Verb, ...] = (
    verb(
        m.Activate,
        "activate",
        "ACTIVATE {unit}[; {steps}] | ACTIVATE {unit}[ ; {steps}] | ACTIVATE {unit};{steps}",
        _refuse_activate,
        activating.activate,
        {"unit": UNIT, "steps": STEPS_VALUE},
    ),
    verb(m.Pass, "activate", "PASS", activating.refuse_pass, activating.do_pass),
    verb(m.Stop, "activate", "STOP", activating.refuse_stop, activating.stop),
)
NOTATION = Notation[Asked, m.Answer](
    (
        *fleets.VERBS,
        *deployment.VERBS,
        *commanding.VERBS,
        *VERBS,
        *(each for each in STEP_VERBS if each is not reacting.REROLL),
        *reacting.VERBS,
        *interrupts.VERBS,
    ),
    _example,
    elsewhere=_elsewhere,
)
