"""A match that could be behind a view: only sheets that are still being written are hidden."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

from games.core.geometry.plane import Point
from games.core.steps import imagined_sheets
from games.core.types import Seat
from games.galaxy_aflame.rules import armies, deployment, ranking
from games.galaxy_aflame.rules.transports import no_room
from games.galaxy_aflame.state import State
from games.galaxy_aflame.table import DEPLOYED, Table, Unit
from games.galaxy_aflame.view import Placing, Sheet, View

EDITS = 12
"""Changes of a sheet that are imagined, besides those that it must have had."""
TRIES = 50


def reimagine(view: View, rng: random.Random) -> State:
    found = imagined_sheets(view.sheets, rng, partial(_sheet, view.table, rng))
    return State(view.table, found)


def _sheet(table: Table, rng: random.Random, seat: Seat, locked: bool) -> Sheet:
    if not locked and rng.random() < 0.25:
        return Sheet()
    match table.phase:
        case "army":
            auto = table.agreement.deploy_mode != "secret" and rng.random() < 0.5
            sheet = Sheet(rng.choice(armies.choices(table, seat)), auto=auto)
        case "ranking":
            sheet = _ranked(table, seat, rng, locked=locked)
        case _:
            count = DEPLOYED if locked else rng.randrange(DEPLOYED)
            sheet = Sheet(places=_places(table, seat, rng, count))
            locked = len(sheet.places) == DEPLOYED
    return replace(sheet, locked=locked, edits=2 + locked + rng.randrange(EDITS))


def _ranked(table: Table, seat: Seat, rng: random.Random, *, locked: bool) -> Sheet:
    decks = [ranking.deck(table, seat, which) for which in ("own", "enemy")]
    own, enemy = (
        tuple(rng.sample(deck, len(deck))) if locked or rng.random() < 0.5 else () for deck in decks
    )
    return Sheet(own=own, enemy=enemy)


def _places(table: Table, seat: Seat, rng: random.Random, count: int) -> tuple[Placing, ...]:
    """Random starting places of a number of units."""
    places: list[Placing] = []
    for _ in range(count):
        unit = rng.choice(table.reserve(seat))
        placing = _inside(table, unit, rng) or _spot(table, unit, rng)
        if placing is not None:
            places.append(placing)
            table = deployment.with_places(table, [placing])
    return tuple(places)


def _inside(table: Table, unit: Unit, rng: random.Random) -> Placing | None:
    for transport in table.on_table(unit.seat):
        if no_room(table, unit, transport) is None and rng.random() < 0.5:
            return Placing(unit.code, inside=transport.code)
    return None


def _spot(table: Table, unit: Unit, rng: random.Random) -> Placing | None:
    ground, hand = table.ground, table.agreement.hand
    for _ in range(TRIES):
        far = rng.randint(0, hand)
        at = Point(rng.randint(0, ground.width), table.from_edge(unit.seat, far))
        if table.is_legal_spot(unit, at):
            return Placing(unit.code, at)
    found = deployment.auto_spot(table, unit)
    return None if found is None else Placing(unit.code, found)
