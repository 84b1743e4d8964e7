"""Values of attacks for the computer player, from the exact chances."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.astral_sailors import odds
from games.astral_sailors.board import line_of_sight
from games.astral_sailors.computer.plan import POINT, PRIZE, Situation
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.combat import aiming, wounds
from games.astral_sailors.rules.combat.aiming import charge_dice
from games.astral_sailors.rules.turns.activation import Melee, Shoot
from games.astral_sailors.table import Unit
from games.astral_sailors.tasks import Move


class Scored(NamedTuple):
    value: int
    move: Move


def values(plan: Situation, unit: Unit) -> Iterator[Scored]:
    """Every attack that the unit could make from where it stands."""
    table, kind = plan.table, plan.table.kind(unit)
    if kind.shots:
        targets = aiming.in_reach(table, unit, "shoot")
        seen = line_of_sight.look_all(table, unit, targets)
        half = {code for code, sight in seen.items() if sight.result == "half"}
        for value, aims in _aims(plan, unit, "shoot", kind.shots, targets, half):
            yield Scored(value, Shoot(unit.code, aims))
    if kind.blows:
        targets = aiming.in_reach(table, unit, "melee")
        for value, aims in _aims(plan, unit, "melee", kind.blows, targets, frozenset()):
            yield Scored(value, Melee(unit.code, aims))


def _aims(
    plan: Situation, unit: Unit, how: str, dice: int, targets: Sequence[Unit], half: Collection[str]
) -> Iterator[tuple[int, tuple[Aim, ...]]]:
    """All dice on one enemy, or some each on two that stand next to each other (D-30)."""

    def value(target: Unit, some: int) -> int:
        worth = blow(plan, unit, target, how, some, half=target.code in half)
        return worth - _answer(plan, unit, target) if how == "melee" else worth

    for target in targets:
        yield value(target, dice), (Aim(target.code, dice),)
    if not plan.table.kind(unit).specials.split or not plan.skill.skilled:
        return
    for one, other in combinations(targets, 2):
        if plan.bases[one.code].gap(plan.bases[other.code]) > 1:
            continue
        for first in range(1, dice):
            aims = (Aim(one.code, first), Aim(other.code, dice - first))
            yield value(one, first) + value(other, dice - first), aims


def charge(plan: Situation, unit: Unit, target: Unit) -> int:
    """The worth of striking it at the end of a Run: the same from every side."""
    dice = charge_dice(plan.table, unit, target)
    return blow(plan, unit, target, "charge", dice) - _answer(plan, unit, target)


def blow(
    plan: Situation, unit: Unit, target: Unit, how: str, dice: int, *, half: bool = False
) -> int:
    """The worth of an attack: eliminations, and a little for wounds on the way to them."""
    table, left = plan.table, wounds.lethal(plan.table, target)
    if plan.prey(target) and plan.table.kind(unit).specials.venom:
        return 0  # the poison would go on
    worth = plan.worth(unit, target)
    value = 0
    for count, chance in odds.of_attack(table, unit, target, how, dice, half=half).items():
        if plan.prey(target):
            gain = worth if count >= left else PRIZE // 2 if count and not target.lost else 0
        elif count >= left:
            gain = worth
        else:
            gain = worth * count // (2 * left)
        value += int(gain * chance)
    return value


def _answer(plan: Situation, unit: Unit, target: Unit) -> int:
    """What a Counter-attack may cost."""
    kind = plan.table.kind(target)
    if not kind.specials.counter or target.ap < 1:
        return 0
    return kind.blows * POINT * plan.table.kind(unit).cost // 8
