"""The questions of all decisions. They offer legal moves; more legal moves can be typed."""

from __future__ import annotations

from games.core.questions.tree import Ask
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.options import acting, agreeing, forming, preparation, reacting, terrain
from games.cosmic_conflict.view import Request

_QUESTIONS = {
    "fleet": preparation.fleet,
    "agree": agreeing.agree,
    "terrain": terrain.terrain,
    "deploy": preparation.deploy,
    "orders": preparation.orders,
    "form": forming.form,
    "activate": acting.activate,
    "idle": acting.idle,
    "react": reacting.question,
    "resolve": reacting.question,
    "cloak": reacting.question,
}


def questions(request: Request) -> Ask[Answer]:
    """The first question of a decision."""
    if request.decision.kind.endswith("-open"):
        return Ask("Your choice is locked.", preparation.unlocking)
    return _QUESTIONS[request.decision.kind](request)
