"""The army of a computer player: a ready-made one, or one that strikes at once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from games.astral_sailors.computer.danger import mean
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.odds.exchanges import Exchange, chances
from games.astral_sailors.rules.setup import armies, muster
from games.astral_sailors.rules.setup.enlisting import Enlist, TakeList
from games.astral_sailors.rules.setup.muster import Lock
from games.astral_sailors.secrets import Draft, TeamSecret
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.types import Decision

FAR = 12
"""A range at which nearly everything on a small board can be shot at."""

TYPICAL_DEFENCE = 2
"""Of Commanders."""


def enlist(
    view: SailorsView, decision: Decision, rng: random.Random, *, strikes: bool
) -> Move | None:
    """The next move in building the army; ``None`` when it is ready but a team-mate must still name
    the target of their Manhunt."""
    seat = decision.seat
    table = view.table.agreed_with(seat)
    draft = view.drafts[seat] or Draft()
    own = view.own or TeamSecret()
    wanted = strongest(table) if strikes else ()
    legal = armies.fault(table.agreement, table.catalogue, draft.units) is None
    if legal and not Counter(wanted) - Counter(draft.units):
        return None if own.asked else Lock()
    if not draft.units and not wanted and (ready := _ready(table, rng)):
        return ready
    wanted = wanted or muster.default_list(table, seat, Draft())
    missing = Counter(wanted) - Counter(draft.units)
    for kind, count in missing.items():
        return Enlist(kind, count)
    return TakeList("")


def _ready(table: Table, rng: random.Random) -> Move | None:
    """A sample army that uses the points well."""
    agreement = table.agreement
    lists = [each for each in table.catalogue.lists.values() if each.size <= agreement.army_size]
    most = max((each.size for each in lists), default=0)
    best = [each for each in lists if each.size == most]
    return TakeList(rng.choice(best).key) if best and agreement.commanders == 1 else None


def strongest(table: Table) -> tuple[str, ...]:
    """The army with the most expected wounds of a Commander in the first activation of each unit,
    for its price; empty if the catalogue lacks a category. It has the sturdiest Commanders."""
    kinds = table.catalogue.units.values()
    civilian = min(
        (kind for kind in kinds if not kind.military), key=lambda kind: kind.cost, default=None
    )
    if civilian is None:
        return ()
    found = [
        (_strikes(table, units), units)
        for army in table.catalogue.armies
        if (units := tuple(_list(table, army, civilian)))
        and armies.fault(table.agreement, table.catalogue, units) is None
    ]
    return max(found, default=(0.0, ()))[1]


def _list(table: Table, army: str, civilian: UnitKind) -> Iterator[str]:
    kinds = [
        kind
        for kind in table.catalogue.units.values()
        if kind.military and (kind.army == army or kind.army not in table.catalogue.armies)
    ]
    leaders = [kind for kind in kinds if kind.category == "commander" and kind.army == army]
    fighters = [kind for kind in kinds if kind.category != "commander" and burst(kind)]
    if not leaders:
        return
    left = table.agreement.army_size
    leader = max(leaders, key=_sturdy)
    for _ in range(table.agreement.commanders):
        yield from (leader.code, civilian.code)
        left -= leader.cost + civilian.cost
    for kind in sorted(fighters, key=lambda kind: -burst(kind) / (kind.cost + civilian.cost)):
        for _ in range(left // (kind.cost + civilian.cost)):
            yield from (kind.code, civilian.code)
            left -= kind.cost + civilian.cost
    yield from [civilian.code] * (left // civilian.cost if civilian.cost else 0)


def _strikes(table: Table, units: Sequence[str]) -> float:
    return sum(burst(table.catalogue.units[code]) for code in units)


def _sturdy(kind: UnitKind) -> tuple[int, int]:
    return (kind.resistance + kind.specials.tough) * (2 + kind.defence), -kind.cost


def burst(kind: UnitKind) -> float:
    """Wounds to be expected of two shots at a Commander."""
    times = min(2, kind.specials.limited or 2)
    exchange = Exchange(kind.shots, kind.shot_damage, TYPICAL_DEFENCE)
    return times * mean(chances(exchange)) * min(1.0, kind.farthest / FAR)
