"""The computer player: sees its seat's view and answers one decision after the other."""

from __future__ import annotations

import random

from games.core.computer import USUAL, Level
from games.core.decisions import Decision
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.computer import activations, commanding, preparation, reactions
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.view import Asked, View


class CosmicComputer:
    """Implements ``games.core.computer.Computer``.

    An easy player fires at what it hits best, makes the best of a few moves by chance, and leaves
    everything else to the automatic rules. A normal one weighs all moves by what its Weapons will
    bear on, by who could fire at it, and by the scenario; it gives Orders, marks targets, and
    keeps its ships together. A hard one also knows who will have moved, and who will have fired,
    before its ship fires next.
    """

    levels: tuple[Level, ...] = ("easy", "normal", "hard")

    def choose(
        self, view: View, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> m.Answer | None:
        if not decision.waits:
            return None
        match decision.kind:
            case "fleet":
                return preparation.fleet(view, rng, level)
            case "deploy" if level != "easy":
                return preparation.deployed(Situation(Asked(view, decision), level))
            case "react" | "resolve":
                return reactions.answer(Situation(Asked(view, decision), level))
            case "orders" if level != "easy":
                return commanding.order(Situation(Asked(view, decision), level))
            case "activate":
                return activations.step(Situation(Asked(view, decision), level), rng)
        return STANDING.default(view, decision, ())


COMPUTER = CosmicComputer()
