"""The cost formula of the canon (5.4), and that the prices of the base game are those of it."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.content.loading import BASE

_QUARTER = Fraction(1, 4)
_HALF = Fraction(1, 2)

_BODY = (Fraction(1), Fraction(3, 2), Fraction(7, 4), Fraction(5, 2), Fraction(4))
"""Weight of a point of RE, by DE."""
_BASE = {1: 0, 2: 1, 3: 4}
_RANGE = ((4, _HALF), (8, Fraction(3, 4)), (12, Fraction(1)), (16, Fraction(5, 4)))
"""Weight of a shot by its farthest distance; beyond, 1.75."""


def cost_of(kind: UnitKind) -> int:
    """The cost by the formula, a whole number, halves rounded up."""
    total = sum(parts(kind).values(), Fraction(0))
    if kind.category == "mercenary":
        total *= Fraction(11, 10)
    return floor(total + _HALF)


def parts(kind: UnitKind) -> dict[str, Fraction]:
    """The summands of the formula, before mercenaries' tenth and rounding."""
    specials = kind.specials
    limited = min(Fraction(1), Fraction(specials.limited, 8)) if specials.limited else Fraction(1)
    return {
        "body": Fraction(3, 2) * kind.resistance * _BODY[kind.defence],
        "guns": kind.shots * _damage(kind.shot_damage) * _reach(kind.farthest) * limited,
        "blades": kind.blows * _damage(kind.blow_damage),
        "legs": _HALF * (kind.movement - 4),
        "presence": _HALF,
        "base": Fraction(_BASE[kind.base]),
        "specials": _specials(kind),
    }


def _damage(damage: int) -> Fraction:
    return 1 + _HALF * damage


def _reach(farthest: int) -> Fraction:
    return next((weight for most, weight in _RANGE if farthest <= most), Fraction(7, 4))


def _specials(kind: UnitKind) -> Fraction:
    """Limited X counts with the guns."""
    own = kind.specials
    found = Fraction(0)
    for has, weight in (
        (own.counter, _HALF),
        (own.detect, Fraction(1)),
        (own.split, Fraction(1)),
        (own.elite, Fraction(3)),
        (own.commander, Fraction(6)),
        (own.light_feet, _HALF),
        (own.fast, _HALF),
        (own.reflexes, Fraction(1)),
        (own.silent, Fraction(3)),
        (own.fly, Fraction(2)),
        (own.aquatic, _HALF),
    ):
        if has:
            found += weight
    if own.cover:
        found += _QUARTER * kind.resistance * kind.defence * (own.cover - 1)
    if own.venom:
        found += 1 + _HALF * own.venom
    found += 4 * own.tough * _BODY[kind.defence]
    found += Fraction(own.jump, 10)
    return found


# Body, guns, blades, legs, presence, base, specials, in thousandths, as the canon tells them.
TABLE = {
    "EX1": (7875, 3000, 3000, 500, 500, 0, 6500),
    "EX6": (2250, 1500, 4000, 500, 500, 0, 6000),
    "EX7": (2250, 4375, 1000, 0, 500, 0, 500),
    "EX8": (7875, 2250, 4000, 1000, 500, 1000, 1500),
    "EX10": (6750, 4688, 0, 1000, 500, 1000, 1000),
    "GU1": (4500, 1125, 3000, 0, 500, 0, 12000),
    "GU2": (6750, 1500, 3000, 500, 500, 0, 6750),
    "GU9": (10500, 7500, 1500, -500, 500, 4000, 7000),
    "MC5": (2250, 1562, 1000, 0, 500, 0, 0),
    "CV3": (3000, 0, 1000, -500, 500, 0, 0),
}


@pytest.mark.rules("ASCW-65")
@pytest.mark.parametrize("code", BASE.units)
def test_every_unit_of_the_base_game_costs_what_the_formula_says(code: str) -> None:
    assert cost_of(BASE.units[code]) == BASE.units[code].cost


@pytest.mark.parametrize(("code", "expected"), TABLE.items())
def test_the_summands_are_those_of_the_canon(code: str, expected: tuple[int, ...]) -> None:
    found = parts(BASE.units[code])
    for value, thousandths in zip(found.values(), expected, strict=True):
        assert abs(value * 1000 - thousandths) <= Fraction(1, 2)
