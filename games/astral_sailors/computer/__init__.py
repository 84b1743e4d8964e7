"""The computer player: sees its seat's view, pursues its team's objective, one action at a time."""

from __future__ import annotations

import random
from collections.abc import Mapping

from games.astral_sailors.computer import acting, army, deploying, supply
from games.astral_sailors.computer.plan import Plan, Skill
from games.astral_sailors.options import options_for
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.deployment import DeployRest
from games.astral_sailors.rules.setup.muster import Target
from games.astral_sailors.rules.setup.scenery import AutoPlace
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.standing import STANDING
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.computer import Computer, ComputerPlayer, Level
from games.core.questions import sample
from games.core.types import Decision

SKILLS: Mapping[Level, Skill] = {
    "easy": Skill(seen=0.4, pace=1, careful=False, skilled=False),
    "normal": Skill(),
    "hard": Skill(ways=4, strikes=True),
}


def think(view: SailorsView, decision: Decision, rng: random.Random, skill: Skill) -> Move | None:
    move = _wished(view, decision, rng, skill)
    if move is None and (not decision.waits or decision.kind == "army"):
        return None
    options = options_for(view, decision)
    if move is not None and options.contains(move):
        return move
    return sample(options, rng)


def _wished(view: SailorsView, decision: Decision, rng: random.Random, skill: Skill) -> Move | None:
    match decision.kind:
        case "bellicose":
            return Bellicose(yes=False)
        case "army":
            return army.enlist(view, decision, rng, strikes=skill.strikes)
        case "target":
            return Target(_weakest(view, decision.seat))
        case "scenery":
            return AutoPlace()
        case "deploy" if not skill.skilled:
            return DeployRest()
        case "deploy":
            return deploying.deploy(Plan.of(view, decision.seat, skill))
        case "activate":
            return acting.act(Plan.of(view, decision.seat, skill), rng)
        case "reinforce":
            return supply.reinforce(Plan.of(view, decision.seat, skill))
        case "react" | "reroll" | "pay":
            return STANDING.default(view, decision, ())
        case _:
            return None


def _weakest(view: SailorsView, seat: int) -> int:
    """The other team with the fewest players: the fewest Commanders to bring home."""
    table = view.table
    others = objectives.targets(table, table.team(seat)) or (table.team(seat),)
    return min(others, key=lambda team: (len(table.teams[team].seats), team))


COMPUTER: Computer[SailorsView, Move] = ComputerPlayer(SKILLS, think)
