"""Random legal armies, unit by unit."""

from __future__ import annotations

import random
from typing import Any

from games.astral_sailors.rules.setup import armies
from games.astral_sailors.rules.setup.armies import Enlist
from games.astral_sailors.rules.setup.muster import Lock
from games.astral_sailors.view import SailorsView
from games.core.questions import Options
from games.core.types import Decision

OFTEN, ENOUGH = 0.97, 0.2
"""How often a list is worked at, and locked once it can be."""


def random_force(
    view: SailorsView, decision: Decision, options: Options[Any], rng: random.Random
) -> Enlist | Lock | None:
    """Commanders first, then a civilian for every military unit."""
    if decision.kind != "army" or rng.random() > OFTEN:
        return None
    if options.contains(Lock()) and rng.random() < ENOUGH:
        return Lock()
    table, listed = view.table, view.sheet(decision.seat).units
    kinds = table.catalogue.units
    military = sum(kinds[code].military for code in listed)
    able = list(kinds)
    if armies.commanders(table.catalogue, listed) < table.agreement.commanders:
        able = [code for code in kinds if kinds[code].category == "commander"]
    elif len(listed) < 2 * military:
        able = [code for code in kinds if not kinds[code].military]
    moves = map(Enlist, rng.sample(able, len(able)))
    return next(filter(options.contains, moves), Lock() if options.contains(Lock()) else None)
