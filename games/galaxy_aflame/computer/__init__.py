"""The computer player: sees its seat's view and answers one decision after the other."""

from __future__ import annotations

import random

from games.core.computer import USUAL, Level
from games.core.decisions import Decision
from games.galaxy_aflame import moves as m
from games.galaxy_aflame.computer import preparation
from games.galaxy_aflame.computer.plans import best_order
from games.galaxy_aflame.computer.situation import Situation
from games.galaxy_aflame.rules import armies
from games.galaxy_aflame.view import Asked, View


class GaComputer:
    """Implements ``games.core.computer.Computer``.

    An easy player shoots what it hits best, and now and then thinks of nothing better. A normal
    one weighs what each order wins against what it risks, strikes with several units at one
    target, and drives its infantry to the enemy. A hard one also looks how the opponent could
    answer its best orders.
    """

    levels: tuple[Level, ...] = ("easy", "normal", "hard")

    def choose(
        self, view: View, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> m.Move | None:
        if not decision.waits:
            return None
        asked = Asked(view, decision)
        match decision.kind:
            case "army":
                return m.ChooseArmy(rng.choice(armies.choices(view.table, decision.seat)))
            case "privilege":
                return m.Privilege("draft")
            case "draft":
                return preparation.draft_step(view.table, level)
            case "ranking":
                return preparation.ranking_of(asked)
            case "deploy":
                return preparation.deployed(asked)
            case "reinforce":
                return preparation.reinforced(asked)
            case "turn":
                return best_order(Situation(asked, level), rng) or m.End()
        return None


COMPUTER = GaComputer()
