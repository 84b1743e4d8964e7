"""All verbs of the match in one table: reading, writing, legality and effects follow."""

from __future__ import annotations

from games.astral_sailors import moves as m
from games.astral_sailors import notation as n
from games.astral_sailors import subjects
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.combat import answering
from games.astral_sailors.rules.setup import deployment, muster, scenery
from games.astral_sailors.rules.turns import activation, reinforcing
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.view import Asked
from games.core.decisions import Decision
from games.core.notation import Notation

VERBS: tuple[n.Verb, ...] = (
    *muster.VERBS,
    *scenery.VERBS,
    *activation.VERBS,
    *deployment.VERBS,
    *reinforcing.VERBS,
    *answering.VERBS,
    *any_time.VERBS,
)

NOTATION: Notation[Asked, m.Move] = Notation(
    VERBS,
    lambda asked: subjects.example(asked.view, asked.decision),
    lambda asked: asked.decision.kind,
)


def perform(builder: StepBuilder, decision: Decision, move: m.Move) -> None:
    """Carry out a legal ``move`` without running the agenda.

    Turns are played for an army: a seat may play that of a team-mate who left (D-77).
    """
    NOTATION.verb(move, decision.kind).do(builder, decision, move)
