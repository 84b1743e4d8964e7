"""The computer player: looks some turns ahead on the bit boards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from operator import itemgetter

from games.astralis.board import members, name
from games.astralis.computer.analysis import suggest
from games.astralis.computer.kernels import kernel_of, komi_of
from games.astralis.computer.search import Effort, Search
from games.astralis.moves import AnswerScore, AskScore, Move, Place, Swap
from games.astralis.rules.ending import STALL_CLAIM
from games.astralis.view import AstralisView
from games.core.computer import USUAL, Computer, ComputerPlayer, Level
from games.core.types import Decision

SKILLS: Mapping[Level, Effort] = {
    "easy": Effort(depth=1, nodes=1_000, noise=3.0),
    "normal": Effort(depth=3, nodes=3_000, widths=(6,)),
    "hard": Effort(depth=6, nodes=24_000, widths=(8, 6, 5)),
}


def think(
    view: AstralisView, decision: Decision, rng: random.Random, effort: Effort
) -> Move | None:
    match decision.kind:
        case "place":
            return Place(name(rng.choice([*members(view.starts)])))
        case "turn":
            return best_turn(view, rng, effort)
        case "settle":
            # Now and then only, so that it does not ask a person turn after turn.
            return AskScore() if view.quiet % STALL_CLAIM < 2 else None
        case _:
            return AnswerScore(agree=True)


def best_turn(view: AstralisView, rng: random.Random, effort: Effort) -> Move:
    if view.swap_open and _is_behind(view):
        return Swap()
    kernel = kernel_of(view)
    ranked = Search(kernel, effort).ranked(kernel.position(view), komi_of(view))
    if effort.noise:
        ranked = [(value + rng.gauss(0, effort.noise), reply) for value, reply in ranked]
        ranked.sort(key=itemgetter(0), reverse=True)
    # Only in their order are values comparable: turns that were given up earlier keep older ones.
    _, reply = ranked[0]
    return kernel.move(view, reply.turn)


def _is_behind(view: AstralisView) -> bool:
    """Whether the side to move stands worse: between what a look that ends with its own turn makes
    of it and one that ends with the other's."""
    kernel = kernel_of(view)
    lead = 0.0
    for depth in (2, 3):
        search = Search(kernel, replace(SKILLS[USUAL], depth=depth))
        value, _ = search.ranked(kernel.position(view), komi_of(view))[0]
        lead += value
    return lead < 0


COMPUTER: Computer[AstralisView, Move] = ComputerPlayer(SKILLS, think, suggest)
