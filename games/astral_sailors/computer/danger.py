"""Danger to a unit before it acts again: expected wounds and the chance that it survives.

Each enemy is assumed to use its best activation against this unit alone: two shots from where it
stands, or one after a Move; likewise in melee. Lines of sight start where the enemy stands now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import exp
from typing import NamedTuple

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.board.line_of_sight import Thing, things
from games.astral_sailors.rules.combat import wounds
from games.astral_sailors.table import Table, Unit
from games.core.geometry.squares import Base

UNSEEN = 0.5
"""The chance that an enemy that must move first finds a square to attack from."""


class Attacker(NamedTuple):
    """An enemy, and the mean wounds of one of its attacks on the unit, by kind of attack."""

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
    """The danger to one unit, wherever it may go."""

    def __init__(self, table: Table, unit: Unit, enemies: tuple[Unit, ...]) -> None:
        self._table, self._unit = table, unit
        around = things(table)
        self._attackers = tuple(_attacker(table, unit, enemy, around) for enemy in enemies)
        self._known: dict[Base, float] = {}

    def wounds(self, base: Base) -> float:
        """The wounds to be expected at ``base``."""
        if base not in self._known:
            self._known[base] = sum(self._of(attacker, base) for attacker in self._attackers)
        return self._known[base]

    def _of(self, attacker: Attacker, base: Base) -> float:
        gap = attacker.base.gap(base)
        return max(self._shot(attacker, base, gap), _struck(attacker, gap))

    def _shot(self, attacker: Attacker, base: Base, gap: int) -> float:
        if attacker.eye is None or gap > attacker.farthest + attacker.movement:
            return 0.0
        moved = attacker.shot * UNSEEN
        if not attacker.nearest <= gap <= attacker.farthest:
            return moved
        seen = attacker.eye.see(self._unit, base).result
        now = {"clear": attacker.shot, "half": attacker.covered}.get(seen, 0.0)
        return max(2 * now, moved)


def _struck(attacker: Attacker, gap: int) -> float:
    if gap <= 1:
        return 2 * attacker.blow
    if gap <= attacker.movement + 1:
        return attacker.blow + attacker.charge * UNSEEN
    if gap <= 2 * attacker.movement + 1:
        return (attacker.blow + attacker.charge) * UNSEEN
    return 0.0


def _attacker(table: Table, unit: Unit, enemy: Unit, around: Sequence[Thing]) -> Attacker:
    kind = table.kind(enemy)
    free = not enemy.holds
    shots = table.shots(enemy) if free else 0
    blows = kind.blows if free else 0
    return Attacker(
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


def stamina(table: Table, unit: Unit) -> int:
    """Wounds that eliminate the unit, those included that Tough and its player's points take."""
    kind = table.kind(unit)
    left = wounds.lethal(table, unit)
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
