"""All moves in one table."""

from __future__ import annotations

from games.colonial_space_wars.meta import META
from games.colonial_space_wars.notation import Move
from games.colonial_space_wars.rules import (
    armies,
    attacks,
    deployment,
    movement,
    orders,
    skills,
    transports,
    turns,
)
from games.colonial_space_wars.table import LETTERS
from games.colonial_space_wars.view import Request
from games.core.moves import verbs_of
from games.core.notation import Notation
from games.core.types import Forbidden, OutOfPlace

_EXAMPLES = {
    "army": "FACTION UNION or READY",
    "army-open": "UNREADY",
    "faction": "FACTION UNION",
    "role": "ROLE ATTACKER",
    "zone": "ZONE NORTH",
}


def _example(request: Request) -> str:
    kind, letter = request.decision.kind, LETTERS[request.decision.seat]
    if kind == "deploy":
        return f"DEPLOY {letter}1 C9, DEPLOY AUTO or DEPLOY DONE"
    if kind == "turn":
        return f"ORDER {letter}1: MOVE F6; ATTACK {LETTERS[1 - request.decision.seat]}2 2 or END"
    return _EXAMPLES[kind]


def _elsewhere(request: Request, kinds: tuple[str, ...]) -> Forbidden:
    why = META.not_now(request.decision.kind)
    wanted = f"For example: {_example(request)}."
    return OutOfPlace("CSW-30", why, instead=wanted, code="E_PHASE")


NOTATION = Notation[Request, Move](
    verbs_of(armies, deployment, turns, movement, attacks, skills, transports, orders),
    _example,
    elsewhere=_elsewhere,
)
