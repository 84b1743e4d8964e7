"""The computer player: sees its seat's view and answers one decision after the other."""

from __future__ import annotations

import random

from games.core.computer import USUAL, Level
from games.core.decisions import Decision
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.computer import activations, preparation
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.view import Asked, View


class CosmicComputer:
    """Implements ``games.core.computer.Computer``.

    An easy player fires at what it hits best, steers at random and gives no Orders. A normal one
    weighs every move by what its Weapons will bear on, by who will fire at it, and by the
    scenario, and gives Orders. A hard one expects its enemies to move on, and waits with what
    cannot fire yet. All react by the automatic rules.
    """

    levels: tuple[Level, ...] = ("easy", "normal", "hard")

    def choose(
        self, view: View, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> m.Answer | None:
        if not decision.waits:
            return None
        match decision.kind:
            case "fleet":
                return preparation.fleet(view, rng)
            case "orders" if level != "easy":
                return preparation.order(Situation(Asked(view, decision), level))
            case "activate":
                return activations.step(Situation(Asked(view, decision), level), rng)
        return STANDING.default(view, decision, ())


COMPUTER = CosmicComputer()
