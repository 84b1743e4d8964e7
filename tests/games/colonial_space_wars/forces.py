"""Random legal armies, bought by points."""

from __future__ import annotations

import random
from typing import Any

from games.colonial_space_wars.rules.armies import ListArmy
from games.colonial_space_wars.view import View
from games.core.questions import Options
from games.core.types import Decision

OFTEN = 0.5
TRIES = 12


def random_force(
    view: View, decision: Decision, options: Options[Any], rng: random.Random
) -> ListArmy | None:
    if decision.kind != "army" or rng.random() > OFTEN:
        return None
    sheet = view.sheets[decision.seat]
    if sheet is None or not sheet.sword:
        return None
    units: tuple[str, ...] = ()
    codes = [kind.code for kind in view.table.catalogue.sword_kinds(sheet.sword)]
    for code in rng.choices(codes, k=TRIES):
        if options.contains(ListArmy((*units, code))) or not units:
            units = (*units, code)
    drawn = ListArmy(units)
    return drawn if options.contains(drawn) else None
