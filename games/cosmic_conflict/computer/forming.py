"""Which Formations and Escorts the computer player makes: ships whose tracks can spare a larger
one's Health, and those whose joint fire does more than what each does alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from games.core.telling import listed
from games.cosmic_conflict.computer.commanding import TOKEN
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks import targeting
from games.cosmic_conflict.rules.formations import (
    Escort,
    Leave,
    MakeFormation,
    Release,
    refuse_member,
)
from games.cosmic_conflict.space import DU, distance
from games.cosmic_conflict.table.units import Unit

NEAR: Final = 18 * DU
"""How near an enemy must be for Escorts to be worth their own moves."""
SPARE: Final = 5
"""The boxes of tracks with which an escort can take a hit."""
SMALLER: Final = 2
"""How many Sizes an escort may be below its ward: each adds 1 to the damage."""
MEMBERS: Final = 3
"""How many ships join a Lead Ship at most: they use one Token and turn as the clumsiest does."""


class Regrouping(NamedTuple):
    """A change, the key of the choice that leads to it, as on a button, and what for."""

    move: Answer
    key: str
    label: str
    reason: str


def announce(now: Situation) -> Answer | None:
    """The next change; ``None`` where all is as it should be."""
    return next((wish.move for wish in wishes(now)), None)


def wishes(now: Situation) -> Iterator[Regrouping]:
    """The changes that are worth making, the most urgent first."""
    found = (*_releases(now), *_escorts(now), *_formations(now), *_screens(now))
    return (wish for wish in found if NOTATION.refusal(now.request, wish.move) is None)


# --- Escorts ---


def _releases(now: Situation) -> Iterator[Regrouping]:
    for unit in now.own:
        if unit.bond and unit.bond.kind == "escort" and sum(unit.absorbers) < SPARE:
            reason = f"the tracks of {unit.id} can hardly take another hit"
            yield Regrouping(Release(unit.id), "release", f"Release {unit.id}", reason)


def _escorts(now: Situation) -> Iterator[Regrouping]:
    for ward in sorted(now.own, key=now.table.size, reverse=True):
        if not now.table.bound(ward.id) and _is_near(now, ward):
            able = [each for each in now.own if _can_spare(now, each, ward)]
            able.sort(key=lambda each: -sum(each.absorbers))
            for each in able:
                boxes = sum(each.absorbers)
                reason = f"{each.id} can take hits of {ward.id} with {boxes} boxes of its tracks"
                label = f"{each.id} escorts {ward.id}"
                yield Regrouping(Escort(each.id, ward.id), "escort", label, reason)


def _can_spare(now: Situation, unit: Unit, ward: Unit) -> bool:
    below = now.table.size(ward) - now.table.size(unit)
    return 0 < below <= SMALLER and sum(unit.absorbers) >= SPARE


def _is_near(now: Situation, ward: Unit) -> bool:
    return any(_far(ward, each) <= NEAR for each in now.enemies)


def _far(unit: Unit, other: Unit) -> int:
    return distance(unit.spot, other.spot)


# --- Formations ---


def _formations(now: Situation) -> Iterator[Regrouping]:
    """An Offensive Formation where joint fire does more than what is lost with it, a Token for each
    member (CC-264, CC-270); it ends where joint fire does no more."""
    table = now.table
    if not table.formations:
        return
    for lead in now.own:
        if lead.stance == "offensive" and _gained(now, table.formation(lead)) <= 0:
            reason = "each ship does as much alone, with an Order or a Token of its own"
            label = f"{lead.id} leaves its Formation"
            yield Regrouping(Leave((lead.id,)), f"leave{lead.id}", label, reason)
    for lead in now.own:
        able = (each for each in now.own if not refuse_member(table, each, lead))
        members = tuple(islice(able, MEMBERS)) if not lead.stance else ()
        gained = _gained(now, (lead, *members))
        if members and gained > TOKEN * len(members):
            ids = tuple(each.id for each in members)
            reason = f"joint fire of {listed((lead.id, *ids))} does about {gained:.0f} more damage"
            label = f"{lead.id} leads {listed(ids)}, Offensive"
            yield Regrouping(
                MakeFormation(lead.id, ids, "offensive"), f"form{lead.id}", label, reason
            )


def _screens(now: Situation) -> Iterator[Regrouping]:
    """A Defensive Formation where there are no Escorts, which would keep Orders of their own
    (CC-264, CC-269); it ends when the tracks of its members are spent."""
    table = now.table
    if table.escorts or not table.formations:
        return
    for lead in now.own:
        if lead.stance == "defensive":
            if all(sum(each.absorbers) < SPARE for each in table.bound(lead.id)):
                reason = f"the tracks of those with {lead.id} can hardly take another hit"
                yield Regrouping(
                    Leave((lead.id,)), f"leave{lead.id}", f"{lead.id} leaves its Formation", reason
                )
        elif not lead.stance and _is_near(now, lead):
            able = (each for each in now.own if _can_spare(now, each, lead))
            ids = tuple(each.id for each in able if not refuse_member(table, each, lead))[:1]
            if ids:
                reason = f"{ids[0]} can take hits of {lead.id} with the boxes of its tracks"
                label = f"{lead.id} leads {ids[0]}, Defensive"
                yield Regrouping(
                    MakeFormation(lead.id, ids, "defensive"), f"form{lead.id}", label, reason
                )


def _gained(now: Situation, ships: Sequence[Unit]) -> float:
    """How much more one attack that the others support does than an attack of each, to the enemy
    that is best for it."""
    near = (each for each in now.enemies if _far(ships[0], each) <= NEAR)
    return max((_against(now, ships, each) for each in near), default=0.0)


def _against(now: Situation, ships: Sequence[Unit], enemy: Unit) -> float:
    against = targeting.defense(now.table, enemy)
    weapons: dict[tuple[str, str], dict[str, Weapon]] = {}
    for ship in ships:
        for at in windows.weapons(now.table, ship):
            item = now.table.design(ship).items[at]
            if isinstance(item, Weapon) and at not in ship.off:
                weapons.setdefault((item.type, item.variant), {}).setdefault(ship.id, item)
    total = 0.0
    for found in weapons.values():
        first, *others = sorted(found.items(), key=lambda pair: -pair[1].size)
        terms = {id: targeting.terms(item, 0, against) for id, item in found.items()}
        joint = terms[first[0]].supported([(id, item.size) for id, item in others])
        alone = sum(float(each.odds.mean) for each in terms.values())
        total += max(float(joint.odds.mean) - alone, 0.0)
    return total
