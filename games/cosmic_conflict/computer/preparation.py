"""How the computer player chooses a fleet and deploys it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.setup import deployment, fleets, placing, preparation
from games.cosmic_conflict.rules.setup.deployment import Place
from games.cosmic_conflict.rules.setup.fleets import BuildFleet, ChooseFleet
from games.cosmic_conflict.rules.setup.placing import PlaceTerrain
from games.cosmic_conflict.space import DU, along, edge_length, from_edge
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table import units
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View

SPACING: Final = 3 * DU
"""Between ships that are deployed: near each other, so that they meet enemies one by one; half of
it where they can act together."""
BACK: Final = 2 * DU
"""How far behind the others ships stay that fire from afar, or carry Fighters."""
PIECES: Final = 3
"""Of terrain that it places."""
AFAR: Final = frozenset({"MSL", "FLH"})


def fleet(view: View, rng: random.Random, *, many: bool) -> ChooseFleet | BuildFleet:
    """One of the fleets that cost the most points that are allowed; ``many`` ships where each of
    them counts for the scenario. Where no fleet fits, what the points buy. A faction is drawn; what
    points are left then buy more ships and traits."""
    agreed = view.course.agreement
    faction = rng.choice(_factions(agreed)) if agreed.factions else ""
    chosen = _ready_made(agreed, rng, faction, many=many)
    if not agreed.factions and not agreed.crew:
        return chosen
    units = chosen.units(agreed) if isinstance(chosen, ChooseFleet) else chosen.units
    more = _filled(agreed, faction, units)
    return chosen if more == units else BuildFleet(more, faction=faction)


def _ready_made(
    agreed: Agreement, rng: random.Random, faction: str, *, many: bool
) -> ChooseFleet | BuildFleet:
    known = agreed.catalogue
    able = [known.fleets[code] for code in fleets.choices(agreed, faction)]
    if not able:
        return BuildFleet(fleets.bought(agreed, faction), faction=faction)
    most = max(each.points for each in able)
    best = [each for each in able if each.points == most]
    if many and agreed.scenario != "open":
        sizes = ([known.designs[unit.design].size for unit in each.units] for each in best)
        ships = [sum(map(bool, each)) for each in sizes]
        best = [each for each, count in zip(best, ships, strict=True) if count == max(ships)]
    return ChooseFleet(rng.choice([each.code for each in best]), faction=faction)


def _factions(agreed: Agreement) -> list[str]:
    """None, and those that some fleet can be had in."""
    there = ("", *agreed.catalogue.factions)
    return [code for code in there if fleets.choices(agreed, code) or fleets.bought(agreed, code)]


def _filled(agreed: Agreement, faction: str, units: tuple[FleetUnit, ...]) -> tuple[FleetUnit, ...]:
    """The fleet with the dearest ships that still fit, then traits for its largest ships."""
    designs, terms = agreed.catalogue.designs, agreed.fleet_terms(faction)

    def fits(more: tuple[FleetUnit, ...]) -> bool:
        return preparation.refuse_fleet(designs, more, agreed.points, terms) is None

    ships = (each for each in designs.values() if not each.fighter)
    for design in sorted(ships, key=lambda each: -each.points):
        if fits(more := (*units, FleetUnit(design.code))):
            units = more
    by_size = sorted(range(len(units)), key=lambda at: -designs[units[at].design].size)
    for code, at in product(terms.traits if agreed.crew else (), by_size):
        manned = replace(units[at], traits=(*units[at].traits, code))
        if fits(more := (*units[:at], manned, *units[at + 1 :])):
            units = more
    return units


def terrain(now: Situation, rng: random.Random) -> Answer | None:
    """A piece of random terrain where nothing lies yet, as long as there is room; it starts from
    its own edge."""
    turn, table = now.view.course.terrain, now.view.table
    assert turn is not None
    if not turn.choosing and turn.placed.count(now.side) < PIECES:
        kind = rng.choice(placing.RANDOM)
        if free := placing.free_places(table, kind):
            return PlaceTerrain(kind, rng.choice(free))
    return STANDING.default(now.view, now.asked, ())


def deployed(now: Situation) -> Answer | None:
    """The next unit in its place; by default where the bot would place it."""
    table = deployment.planned(now.view, now.decision.seat)
    unit = deployment.next_unit(table, now.side)
    fighters = () if unit else deployment.fighters(table, now.side)
    found = _places(table, unit) if unit else _outside(table, fighters)
    legal = (move for move in found if NOTATION.refusal(now.request, move) is None)
    return next(legal, STANDING.default(now.view, now.asked, ()))


def _places(table: Table, unit: Unit) -> Iterator[Place]:
    """Places to deploy, from the middle of the own ships outwards and as far ahead as is
    allowed."""
    board, types = table.board, {item.type for item in table.design(unit).primary}
    there = [along(unit.side, each.at) for each in table.in_space(unit.side) if each.at]
    length = edge_length(board, unit.side)
    middle = (min(there) + max(there)) // 2 if there else length // 2
    far = preparation.ZONE - (BACK if types & AFAR else 0)
    size = table.size(unit)
    velocity = preparation.fastest_start(size) if size else units.STARTING_VELOCITY
    spacing = SPACING // 2 if table.escorts or table.formations else SPACING
    for gap in range(0, length, spacing // 2):
        for x in (middle + gap, middle - gap):
            if 0 <= x <= length and all(abs(x - each) >= spacing for each in there):
                yield Place(unit.id, from_edge(board, unit.side, x, far), None, velocity)


def _outside(table: Table, fighters: tuple[Unit, ...]) -> Iterator[Place]:
    """Fighters next to their carrier, at the edge of the zone."""
    for fighter in fighters:
        carrier = table.units.get(fighter.carrier)
        if carrier and carrier.at:
            beside = along(fighter.side, carrier.at)
            for gap in (-2 * DU, 2 * DU, 0):
                at = from_edge(table.board, fighter.side, beside + gap, preparation.ZONE)
                yield Place(fighter.id, at)
