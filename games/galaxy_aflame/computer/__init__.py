"""The computer player: sees its seat's view and answers one decision after the other."""

from __future__ import annotations

import random
from collections.abc import Mapping

from games.core.computer import Computer, ComputerPlayer, Level
from games.core.types import Decision
from games.galaxy_aflame.computer import preparation
from games.galaxy_aflame.computer.plans import best_order
from games.galaxy_aflame.computer.situation import PlayerSkill, Situation
from games.galaxy_aflame.computer.suggestions import suggest
from games.galaxy_aflame.notation import Move
from games.galaxy_aflame.rules import armies, draft
from games.galaxy_aflame.rules.armies import ChooseArmy, Privilege
from games.galaxy_aflame.rules.turns import End
from games.galaxy_aflame.view import Request, View

SKILLS: Mapping[Level, PlayerSkill] = {
    "easy": PlayerSkill(noise=0.6, fear=0.0, suppresses=False, drafts=False),
    "normal": PlayerSkill(),
    "hard": PlayerSkill(closer=5),
}


def think(view: View, decision: Decision, rng: random.Random, skill: PlayerSkill) -> Move | None:
    if not decision.waits:
        return None
    request = Request(view, decision)
    match decision.kind:
        case "army":
            return ChooseArmy(rng.choice(armies.choices(view.table, decision.seat)))
        case "privilege":
            return Privilege("draft")
        case "draft" if not skill.drafts:
            return draft.by_ranking(view.table)
        case "draft":
            return preparation.draft_step(view.table)
        case "ranking":
            return preparation.ranking_of(request)
        case "deploy":
            return preparation.deployed(request)
        case "reinforce":
            return preparation.reinforced(request)
        case "turn":
            return best_order(Situation(request, skill), rng) or End()
    return None


COMPUTER: Computer[View, Move] = ComputerPlayer(SKILLS, think, suggest)
