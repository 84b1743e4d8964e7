"""All moves of the match in one table."""

from __future__ import annotations

from games.astral_sailors import subjects
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.combat import answering
from games.astral_sailors.rules.setup import bellicose, deployment, enlisting, muster, scenery
from games.astral_sailors.rules.turns import activation, reinforcing
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import Asked
from games.core.notation import Notation, verbs_of
from games.core.types import Decision

NOTATION: Notation[Asked, Move] = Notation(
    verbs_of(
        bellicose,
        enlisting,
        muster,
        scenery,
        activation,
        deployment,
        reinforcing,
        answering,
        any_time,
    ),
    lambda asked: subjects.example(asked.view, asked.decision),
    lambda asked: asked.decision.kind,
)


def perform(builder: StepBuilder, decision: Decision, move: Move) -> None:
    """Carry out a legal ``move`` without running the agenda.

    Turns are played for an army: a seat may play that of a team-mate who left (D-77).
    """
    move.do(builder, decision)
