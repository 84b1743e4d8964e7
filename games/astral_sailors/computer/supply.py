"""Armies, deployment and reinforcements of the computer player."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from games.astral_sailors.board import zones
from games.astral_sailors.computer import attacks
from games.astral_sailors.computer.danger import mean
from games.astral_sailors.computer.plan import Situation
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.odds import Exchange, chances
from games.astral_sailors.rules.any_time import Done
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.rules.setup import armies, deployment, muster
from games.astral_sailors.rules.setup.armies import Enlist, TakeList
from games.astral_sailors.rules.setup.deployment import Deploy, DeployRest
from games.astral_sailors.rules.setup.muster import Lock
from games.astral_sailors.rules.turns import placing, reinforcing
from games.astral_sailors.rules.turns.reinforcing import Reinforce
from games.astral_sailors.rules.victory.conditions import GLORY
from games.astral_sailors.secrets import ArmyDraft
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, Facing, Square
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
    table, draft = view.table.agreed_with(seat), view.sheet(seat)
    wanted = strongest(table) if strikes else ()
    legal = armies.fault(table.agreement, table.catalogue, draft.units) is None
    if legal and not Counter(wanted) - Counter(draft.units):
        return None if view.known(seat).asked else Lock()
    if not draft.units and not wanted and (ready := _ready(table, rng)):
        return ready
    wanted = wanted or muster.default_list(table, seat, ArmyDraft())
    for kind, count in (Counter(wanted) - Counter(draft.units)).items():
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


# --- Deployment ---


def deploy(plan: Situation) -> Move:
    """Military units, the strongest first, then the rest as the bot would (D-70)."""
    table = plan.table
    left = deployment.MOST - deployment.spent(table, plan.army)
    reserve = [
        unit
        for unit in table.of(plan.army)
        if unit.place == "reserve"
        and table.kind(unit).military
        and not plan.commander(unit)
        and table.kind(unit).cost <= left
    ]
    for unit in sorted(reserve, key=lambda unit: (-table.kind(unit).cost, unit.number)):
        if spots := deployment.spots(table, unit):
            facing = zones.inward(table, plan.army)
            at = max(spots, key=lambda at: _worth(plan, unit, at, facing))
            return Deploy(unit.code, at, facing)
    return DeployRest()


def _worth(plan: Situation, unit: Unit, at: Square, facing: Facing) -> tuple[int, int, int, Square]:
    there = placing.placed(unit, at, facing)
    base = plan.table.base(there)
    found = attacks.values(plan.imagined(there), there) if plan.enemies else ()
    struck = max((each.value for each in found), default=0)
    edge = zones.own_edge(plan.table, plan.army)
    far = zones.from_edge(plan.table.size, edge, base)
    return struck, far, -zones.off_middle(plan.table, plan.army, base), at


# --- Reinforcements ---

SAVING = 3
"""Rounds after which a team that collects points buys nothing more."""


def reinforce(plan: Situation) -> Move:
    """The best unit that the pool can pay, where it comes in best."""
    table = plan.table
    if plan.objective == GLORY and table.round > SAVING:
        return Done()
    left = table.players[plan.army].pool - _kept(plan)
    for unit in sorted(reinforcing.affordable(table, plan.army), key=lambda u: _rank(plan, u)):
        unwanted = plan.objective == GLORY and table.kind(unit).military
        dear = table.kind(unit).cost > left
        if spots := () if dear or unwanted else reinforcing.spots(table, unit):
            at = min(spots, key=lambda spot: _entry(plan, unit, spot))
            return Reinforce(unit.code, at, _inward(table.size, at))
    return Done()


def _kept(plan: Situation) -> int:
    """Points that are left in the pool, to pay off a wound of a Commander that can be reached."""
    own = (unit for unit in plan.friends if unit.seat == plan.army and plan.skill.careful)
    leaders = (unit for unit in own if plan.commander(unit) and plan.danger(plan.bases[unit.code]))
    return max((wounds.price(plan.table.kind(unit).cost) for unit in leaders), default=0)


def _inward(size: int, at: Square) -> Facing:
    """Away from the nearest side of the board."""
    far = {Facing.S: at.r, Facing.W: size - 1 - at.c, Facing.N: size - 1 - at.r, Facing.E: at.c}
    return min(far, key=far.__getitem__)


def _rank(plan: Situation, unit: Unit) -> tuple[int, int, int]:
    """Cheap civilians early, for they pay for themselves; then the dearest unit."""
    kind = plan.table.kind(unit)
    early = plan.table.round <= SAVING and not kind.military
    return (0 if early else 1, -kind.cost, unit.number)


def _entry(plan: Situation, unit: Unit, spot: Square) -> tuple[int, Square]:
    base = Base(spot.c, spot.r, plan.table.kind(unit).base)
    gaps = [plan.bases[enemy.code].gap(base) for enemy in plan.enemies]
    nearest = min(gaps, default=0)
    return (nearest if plan.table.kind(unit).military else -nearest), spot
