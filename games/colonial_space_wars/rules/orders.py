"""Several steps of one activation in one order (CSW-A18)."""

from __future__ import annotations

from dataclasses import replace

from games.colonial_space_wars import moves as m
from games.colonial_space_wars.moves import Activate, Order
from games.colonial_space_wars.notation import (
    LONGEST_LIST,
    POINTS,
    SKILL,
    SQUARE,
    SQUARES,
    TARGET,
    UNIT,
    Verb,
)
from games.colonial_space_wars.rules import attacks, movement, skills, transports, turns
from games.colonial_space_wars.state import State, StepBuilder
from games.colonial_space_wars.view import Asked
from games.core import notation
from games.core.decisions import Decision
from games.core.notation import verb
from games.core.refusals import Forbidden

STEP_VERBS: tuple[Verb, ...] = (
    verb(
        m.MoveTo,
        "turn",
        "MOVE {to}[ VIA {via}]",
        movement.refuse,
        movement.carry_out,
        {"to": SQUARE, "via": SQUARES},
    ),
    verb(
        m.Attack,
        "turn",
        "ATTACK {target} {points}",
        attacks.refuse,
        attacks.carry_out,
        {"target": UNIT, "points": POINTS},
    ),
    verb(
        m.UseSkill,
        "turn",
        "SKILL {skill}[ {target}]",
        skills.refuse,
        skills.carry_out,
        {"skill": SKILL, "target": TARGET},
    ),
    verb(
        m.Embark,
        "turn",
        "EMBARK[ {transport}]",
        transports.refuse_embark,
        transports.embark,
        {"transport": UNIT},
    ),
    verb(
        m.Disembark,
        "turn",
        "DISEMBARK {to}",
        transports.refuse_disembark,
        transports.disembark,
        {"to": SQUARE},
    ),
)
STEPS = notation.Notation[Asked, m.OrderStep](STEP_VERBS, lambda asked: "MOVE F6")


def refuse(asked: Asked, move: Order) -> Forbidden | StepBuilder:
    """All steps are tried in sequence; the first that fails refuses the order. Of a legal one:
    what they come to."""
    decision, start = asked.decision, Activate(move.unit)
    if refused := turns.refuse_activate(asked, start):
        return refused
    builder = StepBuilder(State(asked.view.table))
    turns.activate(builder, decision, start)
    for number, step in enumerate(move.steps, 1):
        if builder.table.ending is not None:
            break
        now = replace(asked, view=replace(asked.view, table=builder.table))
        if refused := STEPS.refusal(now, step):
            sentence = f"Step {number}, {STEPS.write(step)}: {refused.sentence}"
            return refused.retold(sentence, step=number)
        STEPS.verb(step).do(builder, decision, step)
    _finish(builder)
    return builder


def carry_out(
    builder: StepBuilder, decision: Decision, move: Order, tried: StepBuilder | None = None
) -> None:
    """Activate, take the steps, and finish, or take over what was ``tried``; a step that wins the
    match ends the order."""
    if tried is not None:
        builder.follow(tried)
        return
    turns.activate(builder, decision, Activate(move.unit))
    for step in move.steps:
        if builder.table.ending is None:
            STEPS.verb(step).do(builder, decision, step)
    _finish(builder)


def _finish(builder: StepBuilder) -> None:
    if builder.table.open is not None:
        turns.finish(builder)


STEPS_VALUE = notation.steps(STEPS.read, STEPS.write, LONGEST_LIST, "MOVE F6; ATTACK B2 2")
VERBS: tuple[Verb, ...] = (
    verb(
        m.Activate,
        "turn",
        "ACTIVATE {unit}",
        turns.refuse_activate,
        turns.activate,
        {"unit": UNIT},
        quick=True,
    ),
    *STEP_VERBS,
    verb(m.Finish, "turn", "FINISH", turns.refuse_finish, turns.finish_move),
    verb(m.End, "turn", "END", notation.legal, lambda builder, *_: turns.end(builder)),
    verb(
        m.Order,
        "turn",
        "ORDER {unit}: {steps} | ORDER {unit}:{steps}",
        refuse,
        carry_out,
        {"unit": UNIT, "steps": STEPS_VALUE},
    ),
)
