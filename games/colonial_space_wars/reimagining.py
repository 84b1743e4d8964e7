"""A match that could be behind a view: only lists that are still being written are hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from games.colonial_space_wars.catalogue import over_limits, without_leader
from games.colonial_space_wars.rules import armies
from games.colonial_space_wars.state import State
from games.colonial_space_wars.table import Table
from games.colonial_space_wars.view import Sheet, View
from games.core.steps import imagined_sheets
from games.core.types import Seat

EDITS = 24
"""Changes of a list that are imagined, besides those that it must have had."""


def reimagine(view: View, rng: random.Random) -> State:
    found = imagined_sheets(view.sheets, rng, partial(_sheet, view.table, rng))
    return State(view.table, found)


def _sheet(table: Table, rng: random.Random, seat: Seat, locked: bool) -> Sheet:
    sword = table.swords[seat]
    if not sword and (locked or rng.random() < 0.75):
        sword = rng.choice(armies.factions(table, seat))
    if not sword:
        return Sheet()
    units = armies.standard(table, sword)
    if table.agreement.army_mode == "points" and rng.random() < 0.75:
        units = _list(table, sword, rng)
        if locked and without_leader(table.catalogue.units, units):
            units = armies.standard(table, sword)
    auto = locked and rng.random() < 0.5
    return Sheet(sword, units, locked, 1 + locked + rng.randrange(EDITS), auto)


def _list(table: Table, sword: str, rng: random.Random) -> tuple[str, ...]:
    """Units that keep within the limits, at random."""
    codes: Sequence[str] = [kind.code for kind in table.catalogue.sword_kinds(sword)]
    units: tuple[str, ...] = ()
    for code in rng.choices(codes, k=rng.randrange(5 * len(codes))):
        more = armies.added(units, code)
        if not over_limits(table.catalogue.units, more, table.agreement.swords):
            units = more
    return units
