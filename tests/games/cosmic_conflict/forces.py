"""Random legal fleets, of all designs; deployed near each other where ships can act together."""

from __future__ import annotations

import random
from typing import Any

from games.core.questions import Options
from games.core.types import Decision
from games.cosmic_conflict import teams
from games.cosmic_conflict.reimagining import own_fleet, random_faction
from games.cosmic_conflict.rules.setup import deployment
from games.cosmic_conflict.rules.setup.deployment import Place
from games.cosmic_conflict.rules.setup.fleets import BuildFleet
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.view import View

OFTEN = 0.8
POINTS = (400, 500, 600, 800)
"""Small fleets keep matches short."""


def random_force(
    view: View, decision: Decision, options: Options[Any], rng: random.Random
) -> BuildFleet | Place | None:
    if decision.kind == "deploy" and (view.table.formations or view.table.escorts):
        return _beside(view, decision, options, rng)
    if decision.kind != "fleet" or rng.random() > OFTEN:
        return None
    agreed = view.course.agreement
    agreed = agreed.replace(points=min(agreed.points, rng.choice(POINTS)))
    return own_fleet(agreed, rng, random_faction(agreed, rng))


def _beside(
    view: View, decision: Decision, options: Options[Any], rng: random.Random
) -> Place | None:
    """A ship so near to another that they can join, as both start by default."""
    seat = teams.by_side(view.table, decision).seat
    table = deployment.planned(view, seat)
    unit = deployment.next_unit(table, side_of(seat))
    there = [each.at for each in table.in_space(side_of(seat)) if each.at]
    if unit is None or table.design(unit).fighter or not there or rng.random() > OFTEN:
        return None
    move = Place(unit.id, rng.choice(there).plus(rng.randint(-150, 150), rng.randint(-100, 100)))
    return move if options.contains(move) else None
