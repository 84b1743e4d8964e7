"""Which Escorts the computer player names: ships whose tracks can spare a larger one's Health."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules.formations import Escort, Release
from games.cosmic_conflict.space import DU, distance
from games.cosmic_conflict.table.units import Unit

NEAR: Final = 18 * DU
"""How near an enemy must be for Escorts to be worth their own moves."""
SPARE: Final = 5
"""The boxes of tracks with which an escort can take a hit."""
SMALLER: Final = 2
"""How many Sizes an escort may be below its ward: each adds 1 to the damage."""


def announce(now: Situation) -> Answer | None:
    """The next Escort to name or to release; ``None`` where all is as it should be."""
    legal = (move for move in _wishes(now) if NOTATION.refusal(now.request, move) is None)
    return next(legal, None)


def _wishes(now: Situation) -> Iterator[Escort | Release]:
    for unit in now.own:
        if unit.bond and sum(unit.absorbers) < SPARE:
            yield Release(unit.id)
    for ward in sorted(now.own, key=now.table.size, reverse=True):
        if not now.table.bound(ward.id) and _is_near(now, ward):
            able = [each for each in now.own if _can_spare(now, each, ward)]
            able.sort(key=lambda each: -sum(each.absorbers))
            yield from (Escort(each.id, ward.id) for each in able)


def _can_spare(now: Situation, unit: Unit, ward: Unit) -> bool:
    below = now.table.size(ward) - now.table.size(unit)
    return 0 < below <= SMALLER and sum(unit.absorbers) >= SPARE


def _is_near(now: Situation, ward: Unit) -> bool:
    assert ward.at is not None
    return any(each.at and distance(ward.at, each.at) <= NEAR for each in now.enemies)
