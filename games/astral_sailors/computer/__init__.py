"""The computer player: sees its seat's view, pursues its team's objective, one action at a time."""

from __future__ import annotations

import random

from games.astral_sailors import moves as m
from games.astral_sailors.computer import acting, army, deploying, supply
from games.astral_sailors.computer.plan import Plan
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.standing import STANDING
from games.astral_sailors.view import SailorsView
from games.core.computer import USUAL, Level
from games.core.decisions import Decision
from games.core.options import sample


class SailorsComputer:
    """Implements ``games.core.computer.Computer``.

    An easy player overlooks much, and exposes its Commander to charges. A normal one protects its
    Commander. A hard one also builds its own army, to attack the enemy Commander early, and
    compares targets at the end of each path before it moves.
    """

    levels: tuple[Level, ...] = ("easy", "normal", "hard")

    def choose(
        self, view: SailorsView, decision: Decision, rng: random.Random, level: Level = USUAL
    ) -> m.Move | None:
        move = self._wished(view, decision, rng, level)
        if move is None and (not decision.waits or decision.kind == "army"):
            return None
        options = options_for(view, decision)
        if move is not None and options.contains(move):
            return move
        return sample(options, rng)

    def _wished(
        self, view: SailorsView, decision: Decision, rng: random.Random, level: Level
    ) -> m.Move | None:
        match decision.kind:
            case "bellicose":
                return m.Bellicose(yes=False)
            case "army":
                return army.enlist(view, decision, rng, level)
            case "target":
                return m.Target(_weakest(view, decision.seat))
            case "scenery":
                return m.AutoPlace()
            case "deploy" if level == "easy":
                return m.DeployRest()
            case "deploy":
                return deploying.deploy(Plan.of(view, decision.seat, level))
            case "activate":
                return acting.act(Plan.of(view, decision.seat, level), rng)
            case "reinforce":
                return supply.reinforce(Plan.of(view, decision.seat, level), rng)
            case "react" | "reroll" | "pay":
                return STANDING.default(view, decision, ())
            case _:
                return None


def _weakest(view: SailorsView, seat: int) -> int:
    """The other team with the fewest players: the fewest Commanders to bring home."""
    table = view.table
    others = objectives.targets(table, table.team(seat)) or (table.team(seat),)
    return min(others, key=lambda team: (len(table.teams[team].seats), team))


COMPUTER = SailorsComputer()
