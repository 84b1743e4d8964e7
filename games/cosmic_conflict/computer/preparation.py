"""How the computer player chooses a fleet and gives Orders."""

from __future__ import annotations

import random
from collections.abc import Iterator

from games.cosmic_conflict import moves as m
from games.cosmic_conflict.catalogue import BASE
from games.cosmic_conflict.computer.situation import Situation
from games.cosmic_conflict.orders import MAIN, slot_types
from games.cosmic_conflict.space import DU, depth, distance
from games.cosmic_conflict.table import OrderName, Unit
from games.cosmic_conflict.verbs import NOTATION
from games.cosmic_conflict.view import View

EXPERT = ("C", "Q3")
"""Fleets whose Fighters it cannot use well."""
EVASIVE, FOCUS, TOKEN = 0.2, 0.3, 2.0
"""What Orders are worth: shares of the enemy's and of the own fire, and a Token."""


def fleet(view: View, rng: random.Random) -> m.ChooseFleet:
    """One of the fleets that cost the most points that are allowed."""
    limit = view.course.agreement.points
    able = [each for each in BASE.fleets.values() if BASE.fleet_fault(each, limit) is None]
    most = max((each.points for each in able), default=0)
    best = [each.code for each in able if each.points == most]
    return m.ChooseFleet(rng.choice([code for code in best if code not in EXPERT] or best))


def order(now: Situation) -> m.Answer:
    """The next Order, or the lock once every ship has something."""
    for unit in now.table.in_space(now.side):
        for move in _orders(now, unit):
            if NOTATION.refusal(now.asked, move) is None:
                return move
    return m.Lock()


def _orders(now: Situation, unit: Unit) -> Iterator[m.Answer]:
    """What a ship that lacks something could get, the best first."""
    sheet = now.view.sheet(now.decision.seat)
    orders, design = sheet.of(unit.id), now.table.design(unit)
    scans = _scans(now, unit)
    for slot, kind in slot_types(unit, design).items():
        label = design.labels[slot]
        if orders.at(slot) is None:
            if kind == "navigate":
                yield m.GiveOrder(unit.id, "evasive", label)
            elif scans and "scanners" not in orders.names:
                yield m.GiveOrder(unit.id, "scanners", label)
            else:
                yield m.GiveOrder(unit.id, "mark", label)
    if orders.token or orders.at(MAIN):
        return
    if scans and "scanners" not in orders.names:
        yield m.GiveOrder(unit.id, "scanners")
    for name in _ranked(now, unit):
        if name not in orders.names:
            yield m.GiveOrder(unit.id, name)
    yield m.GiveToken(unit.id)


def _scans(now: Situation, unit: Unit) -> bool:
    """Whether a ship could gain its token of Deep Survey this turn."""
    if now.view.course.agreement.scenario != "deep_survey" or unit.surveyed or unit.at is None:
        return False
    design = now.table.design(unit)
    if design.fighter:
        return False
    far = (unit.velocity + 1 + design.maneuver(unit.velocity, unit.off)) * DU
    return 2 * (depth(now.table.board, unit.side, unit.at) + far) > now.table.board.height


def _ranked(now: Situation, unit: Unit) -> list[OrderName]:
    """Orders that are worth more than a Token, the best first."""
    assert unit.at is not None
    own = max((_near(now, unit, enemy) for enemy in now.enemies), default=0.0)
    theirs = sum(_near(now, enemy, unit) for enemy in now.enemies)
    design = now.table.design(unit)
    lost = sum(
        boxes - unit.absorbers[at]
        for at, (place, boxes) in enumerate(design.absorbers)
        if design.items[place].type == "SHD" and place not in unit.off
    )
    worth: dict[OrderName, float] = {
        "evasive": EVASIVE * theirs,
        "focus": FOCUS * own,
        "reinforce": float(min(lost, design.size + 1)) - 1,
    }
    return sorted(
        (name for name in worth if worth[name] > TOKEN), key=worth.__getitem__, reverse=True
    )


def _near(now: Situation, unit: Unit, target: Unit) -> float:
    """The mean fire of a unit at a target that could come into reach this turn."""
    assert unit.at is not None
    assert target.at is not None
    far = distance(unit.at, target.at) - (unit.velocity + target.velocity) * DU // 2
    found = 0.0
    for gun in now.guns(unit, target):
        found += next((mean for reach, mean in gun.ranges if far <= reach), 0.0)
    return found
