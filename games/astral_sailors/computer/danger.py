"""What enemies may do to a unit before it acts again: expected wounds, and whether it lives.

Each enemy is given its best activation against the unit alone: two shots from where it stands, or
one after a Move; likewise hand to hand. Sight counts from where the enemy stands now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp
from typing import NamedTuple

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.board.boxes import Thing, things
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base

UNSEEN = 0.5
"""How likely an enemy finds a square to shoot from when it has to move first."""


class Threat(NamedTuple):
    """An enemy, and the mean wounds of one of its attacks on the unit by each way to attack."""

    base: Base
    movement: int
    nearest: int
    farthest: int
    shot: float
    covered: float
    blow: float
    charge: float
    eye: line_of_sight.Lookout | None


class Danger:
    """The threats to one unit, wherever it may go."""

    def __init__(self, table: Table, unit: Unit, enemies: tuple[Unit, ...]) -> None:
        self._table, self._unit = table, unit
        around = things(table)
        self._threats = tuple(_threat(table, unit, enemy, around) for enemy in enemies)
        self._known: dict[Base, float] = {}

    def wounds(self, base: Base) -> float:
        """The wounds to be expected at ``base``."""
        if base not in self._known:
            self._known[base] = sum(self._of(threat, base) for threat in self._threats)
        return self._known[base]

    def _of(self, threat: Threat, base: Base) -> float:
        gap = threat.base.gap(base)
        return max(self._shot(threat, base, gap), _struck(threat, gap))

    def _shot(self, threat: Threat, base: Base, gap: int) -> float:
        if threat.eye is None or gap > threat.farthest + threat.movement:
            return 0.0
        moved = threat.shot * UNSEEN
        if not threat.nearest <= gap <= threat.farthest:
            return moved
        seen = threat.eye.see(self._unit, base).result
        now = 2 * threat.shot if seen == "clear" else 2 * threat.covered if seen == "half" else 0.0
        return max(now, moved)


def _struck(threat: Threat, gap: int) -> float:
    if gap <= 1:
        return 2 * threat.blow
    if gap <= threat.movement + 1:
        return threat.blow + threat.charge * UNSEEN
    if gap <= 2 * threat.movement + 1:
        return (threat.blow + threat.charge) * UNSEEN
    return 0.0


def _threat(table: Table, unit: Unit, enemy: Unit, around: Sequence[Thing]) -> Threat:
    kind = table.kind(enemy)
    free = not enemy.holds
    shots = (
        kind.shots
        if free and not (kind.specials.limited and enemy.used >= kind.specials.limited)
        else 0
    )
    blows = kind.blows if free else 0
    return Threat(
        table.base(enemy),
        kind.movement,
        kind.nearest,
        kind.farthest,
        _mean(table, enemy, unit, "shoot", shots),
        _mean(table, enemy, unit, "shoot", shots, half=True),
        _mean(table, enemy, unit, "melee", blows),
        _mean(table, enemy, unit, "charge", 1 if free else 0),
        line_of_sight.Lookout(table.catalogue.units, enemy, around) if shots else None,
    )


def _mean(
    table: Table, attacker: Unit, target: Unit, how: str, dice: int, *, half: bool = False
) -> float:
    if not dice:
        return 0.0
    return mean(odds.of_attack(table, attacker, target, how, dice, half=half))


def mean(chances: Mapping[int, Fraction]) -> float:
    """The number of wounds to be expected."""
    return float(sum(number * chance for number, chance in chances.items()))


def shots_of(table: Table, unit: Unit) -> int:
    """Dice of its Shoot, none when Limited X is used up."""
    kind = table.kind(unit)
    limited = kind.specials.limited
    return 0 if limited and unit.used >= limited else kind.shots


def stamina(table: Table, unit: Unit) -> int:
    """Wounds that eliminate the unit, those included that Tough and its player's points take."""
    kind = table.kind(unit)
    left = kind.resistance - unit.lost + max(0, kind.specials.tough - unit.absorbed)
    if kind.category != "commander":
        return left
    price = wounds.price(kind.cost)
    return left + (table.players[unit.seat].pool // price if price else 0)


def falls(expected: float, stamina: int) -> float:
    """The chance of at least ``stamina`` wounds where so many are expected (Poisson)."""
    term, total = exp(-expected), 0.0
    for number in range(stamina):
        total += term
        term *= expected / (number + 1)
    return 1.0 - total
