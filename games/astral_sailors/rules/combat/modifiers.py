"""What is added to the dice of an exchange (D-22)."""

from __future__ import annotations

from typing import TypeAlias

from games.astral_sailors.board import ground
from games.astral_sailors.table import Table, Unit

Reasons: TypeAlias = tuple[tuple[str, int], ...]
"""Modifiers in words and numbers; what adds nothing is left out."""

REAR = 2
HAS_SHOT = 1
COUNTER = -1
FAST = -1
SILENT = -2
CAPTIVE = -2


def modifiers(
    table: Table, how: str, attacker: Unit | None, target: Unit, *, counter: bool, damage: int = 0
) -> tuple[Reasons, Reasons]:
    """What is added to attack dice and to defence dice, in words and numbers (D-22).

    ``attacker`` is the unit whose dice attack in this exchange: for a Counter-attack
    the one that was attacked. ``None`` for terrain and poison, whose ``damage`` is given.
    """
    if attacker is None:
        attack: list[tuple[str, int]] = [("Damage", damage)]
    elif how == "shoot":
        attack = _shot(table, attacker, target)
    else:
        attack = _struck(table, how, attacker, target, counter=counter)
    return _telling(attack), _telling(_defence(table, target))


def total(reasons: Reasons) -> int:
    """All modifiers together."""
    return sum(number for _, number in reasons)


def has_shot(table: Table, unit: Unit) -> bool:
    """Whether the unit has used Shoot in this round or the one before (ASCW-86)."""
    return unit.shot > 0 and unit.shot >= table.round - 1


def _shot(table: Table, attacker: Unit, target: Unit) -> list[tuple[str, int]]:
    specials = table.kind(target).specials
    return [
        ("Damage", table.kind(attacker).shot_damage),
        ("Fast", FAST * specials.fast),
        ("Silent", SILENT * specials.silent),
    ]


def _struck(
    table: Table, how: str, attacker: Unit, target: Unit, *, counter: bool
) -> list[tuple[str, int]]:
    charging = how == "charge" and not counter
    rear = ground.in_rear(table, target, table.base(attacker))
    return [
        ("Damage", 0 if charging else table.kind(attacker).blow_damage),
        ("rear", REAR * rear),
        ("has shot", HAS_SHOT * has_shot(table, target)),
        ("Counter-attack", COUNTER * counter),
    ]


def _defence(table: Table, target: Unit) -> list[tuple[str, int]]:
    kind = table.kind(target)
    found = [("Defence", kind.defence)]
    if target.cover:
        times = kind.specials.cover
        found.append((f"Cover {times}", kind.defence * (times - 1)))
    if target.holds:
        found.append(("captive", CAPTIVE))
    return found


def _telling(reasons: list[tuple[str, int]]) -> Reasons:
    return tuple((word, number) for word, number in reasons if number)
