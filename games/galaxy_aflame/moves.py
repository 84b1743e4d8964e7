"""All moves in one table."""

from __future__ import annotations

from games.core.moves import verbs_of
from games.core.notation import Notation
from games.core.types import Forbidden, OutOfPlace
from games.galaxy_aflame.meta import META
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.rules import (
    armies,
    deployment,
    draft,
    movement,
    orders,
    ranking,
    reinforcements,
    shooting,
    transports,
    turns,
)
from games.galaxy_aflame.table import LETTERS
from games.galaxy_aflame.view import Request

_EXAMPLES = {
    "army": "ARMY HALCYON",
    "army-open": "UNLOCK",
    "privilege": "FIRST GAME",
    "draft": "DRAFT LAM DENY HUN",
    "ranking": "RANK OWN LAM SPA INF",
    "ranking-open": "UNLOCK",
    "deploy": "DEPLOY {own}1 24 31 or AUTO",
    "deploy-open": "UNLOCK",
    "reinforce": "REINFORCE {own}3 24 31, AUTO or REINFORCE NONE",
    "turn": "MOVE {own}1 24 18, SHOOT {own}1 {enemy}1 KILL or END",
}


def _example(request: Request) -> str:
    seat = request.decision.seat
    text = _EXAMPLES[request.decision.kind]
    return text.format(own=LETTERS[seat], enemy=LETTERS[1 - seat])


def _elsewhere(request: Request, kinds: tuple[str, ...]) -> Forbidden:
    why = META.not_now(request.decision.kind)
    wanted = f"For example: {_example(request)}."
    return OutOfPlace("GA-34", why, instead=wanted, code="E_PHASE")


NOTATION = Notation[Request, Move](
    verbs_of(
        armies,
        draft,
        ranking,
        deployment,
        reinforcements,
        movement,
        shooting,
        transports,
        turns,
        orders,
    ),
    _example,
    elsewhere=_elsewhere,
)
