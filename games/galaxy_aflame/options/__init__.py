"""The questions of all decisions. They offer legal moves; more legal moves can be typed."""

from __future__ import annotations

from functools import partial

from games.core.questions.tree import Ask
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.options import preparation, turn
from games.galaxy_aflame.options.fields import typed
from games.galaxy_aflame.table import LETTERS
from games.galaxy_aflame.view import Request


def questions(request: Request) -> Ask[Move]:
    """The first question of a decision."""
    letter = LETTERS[request.decision.seat]
    match request.decision.kind:
        case "army":
            return Ask("Which army do you command?", partial(preparation.armies_of, request))
        case "privilege":
            return Ask("Where do you want to be first?", preparation.privileges)
        case "draft":
            return preparation.draft_step(request)
        case "ranking":
            example = typed(request, "", "RANK OWN LAM SPA")
            return Ask(
                "Which cards do you want, and which not?",
                partial(preparation.rankings, request),
                example,
            )
        case "deploy":
            example = typed(request, "", f"DEPLOY {letter}1 24 31")
            ground = partial(preparation.zone_overlay, request)
            prompt = "Which unit do you place?"
            return Ask(prompt, partial(preparation.deployment_of, request), example, ground=ground)
        case "reinforce":
            example = typed(request, "", f"REINFORCE {letter}1 24 31")
            ground = partial(preparation.zone_overlay, request)
            prompt = "Which unit do you bring?"
            return Ask(prompt, partial(preparation.arrivals, request), example, ground=ground)
        case "turn":
            example = typed(request, "", f"MOVE {letter}1 24 18")
            return Ask("Which unit acts?", partial(turn.units, request), example)
        case _:
            return Ask("Your choice is locked.", preparation.unlocking)
