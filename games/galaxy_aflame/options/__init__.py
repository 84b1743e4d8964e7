"""The questions of all decisions. They offer legal moves; more legal moves can be typed."""

from __future__ import annotations

from functools import partial

from games.core.questions import Ask
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.options import preparation, turn
from games.galaxy_aflame.options.fields import typed
from games.galaxy_aflame.table import LETTERS
from games.galaxy_aflame.view import Asked


def questions(asked: Asked) -> Ask[Move]:
    """The first question of a decision."""
    letter = LETTERS[asked.decision.seat]
    match asked.decision.kind:
        case "army":
            return Ask("Which army do you command?", partial(preparation.armies_of, asked))
        case "privilege":
            return Ask("Where do you want to be first?", preparation.privileges)
        case "draft":
            return preparation.draft_step(asked)
        case "ranking":
            example = typed(asked, "", "RANK OWN LAM SPA")
            return Ask(
                "Which cards do you want, and which not?",
                partial(preparation.rankings, asked),
                example,
            )
        case "deploy":
            example = typed(asked, "", f"DEPLOY {letter}1 24 31")
            ground = partial(preparation.zone_overlay, asked)
            prompt = "Which unit do you place?"
            return Ask(prompt, partial(preparation.deployment_of, asked), example, ground=ground)
        case "reinforce":
            example = typed(asked, "", f"REINFORCE {letter}1 24 31")
            ground = partial(preparation.zone_overlay, asked)
            prompt = "Which unit do you bring?"
            return Ask(prompt, partial(preparation.arrivals, asked), example, ground=ground)
        case "turn":
            example = typed(asked, "", f"MOVE {letter}1 24 18")
            return Ask("Which unit acts?", partial(turn.units, asked), example)
        case _:
            return Ask("Your choice is locked.", preparation.unlocking)
