"""Random legal fleets, of all designs."""

from __future__ import annotations

import random
from typing import Any

from games.core.questions import Options
from games.core.types import Decision
from games.cosmic_conflict.reimagining import own_fleet, random_faction
from games.cosmic_conflict.rules.setup.fleets import BuildFleet
from games.cosmic_conflict.view import View

OFTEN = 0.8
POINTS = (400, 500, 600, 800)
"""Small fleets keep matches short."""


def random_force(
    view: View, decision: Decision, options: Options[Any], rng: random.Random
) -> BuildFleet | None:
    if decision.kind != "fleet" or rng.random() > OFTEN:
        return None
    agreed = view.course.agreement
    agreed = agreed.replace(points=min(agreed.points, rng.choice(POINTS)))
    return own_fleet(agreed, rng, random_faction(agreed, rng))
