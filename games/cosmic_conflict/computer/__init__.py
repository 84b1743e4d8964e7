"""The computer player: sees its seat's view and answers one decision after the other."""

from __future__ import annotations

import random
from collections.abc import Mapping

from games.core.computer import Computer, ComputerPlayer, Level
from games.core.types import Decision
from games.cosmic_conflict.computer import (
    activations,
    commanding,
    forming,
    gunnery,
    plans,
    preparation,
)
from games.cosmic_conflict.computer.situation import PlayerSkill, Situation
from games.cosmic_conflict.computer.suggestions import suggest
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.view import Request, View

SKILLS: Mapping[Level, PlayerSkill] = {
    "easy": PlayerSkill(weighs=False, tried=12, shifts=90),
    "normal": PlayerSkill(),
    "hard": PlayerSkill(foresees=True, shifts=30, parts=(1, 2, 4), aims=3),
}


def think(view: View, decision: Decision, rng: random.Random, skill: PlayerSkill) -> Answer | None:
    now = Situation(Request(view, decision), skill)
    if not decision.waits:
        offered = decision.kind == "form" and skill.weighs
        return forming.announce(now) if offered else None
    match decision.kind:
        case "fleet":
            return preparation.fleet(view, rng, many=skill.foresees)
        case "activate":
            return activations.step(now, rng)
        case "terrain":
            return preparation.terrain(now, rng)
        case "deploy" if skill.weighs:
            return preparation.deployed(now)
        case "react" | "resolve" if skill.weighs:
            return gunnery.answer(now)
        case "cloak" if skill.weighs:
            return plans.course(now)
        case "orders" if skill.weighs:
            return commanding.order(now)
    return STANDING.default(view, decision, ())


COMPUTER: Computer[View, Answer] = ComputerPlayer(SKILLS, think, suggest)
