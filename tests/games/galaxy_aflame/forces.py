"""Random rankings of cards, of which only those by value are offered."""

from __future__ import annotations

import random
from typing import Any, Literal

from games.core.questions import Options
from games.core.types import Decision
from games.galaxy_aflame.rules.ranking import Rank, deck
from games.galaxy_aflame.view import View

OFTEN = 0.8


def random_force(
    view: View, decision: Decision, options: Options[Any], rng: random.Random
) -> Rank | None:
    if decision.kind != "ranking" or rng.random() > OFTEN:
        return None
    which: Literal["own", "enemy"] = "own" if rng.random() < 0.5 else "enemy"
    cards = deck(view.table, decision.seat, which)
    return Rank(which, tuple(rng.sample(cards, rng.randint(1, len(cards)))))
