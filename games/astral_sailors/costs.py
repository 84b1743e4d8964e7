"""What a unit should cost by the formula of the canon (5.4), for those who invent units.

The prices in the data are what counts; the base game's are those of the formula.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor

from games.astral_sailors.catalogue import UnitKind

_QUARTER = Fraction(1, 4)
_HALF = Fraction(1, 2)

_BODY = (Fraction(1), Fraction(3, 2), Fraction(7, 4), Fraction(5, 2), Fraction(4))
"""Weight of a point of RE, by DE."""
_BASE = {1: 0, 2: 1, 3: 4}
_RANGE = (
    (4, _HALF),
    (8, Fraction(3, 4)),
    (12, Fraction(1)),
    (16, Fraction(5, 4)),
)
"""Weight of a shot by its farthest distance; beyond, 1.75."""


def cost_of(kind: UnitKind) -> int:
    """The cost by the formula, a whole number, halves rounded up.

    The canon's table ends at DE 4 and DA 4; beyond them its last step goes on.
    """
    total = sum(parts(kind).values(), Fraction(0))
    if kind.category == "mercenary":
        total *= Fraction(11, 10)
    return floor(total + _HALF)


def parts(kind: UnitKind) -> dict[str, Fraction]:
    """The summands of the formula, before mercenaries' tenth and rounding."""
    specials = kind.specials
    limited = min(Fraction(1), Fraction(specials.limited, 8)) if specials.limited else Fraction(1)
    return {
        "body": Fraction(3, 2) * kind.resistance * _body(kind.defence),
        "guns": kind.shots * _damage(kind.shot_damage) * _reach(kind.farthest) * limited,
        "blades": kind.blows * _damage(kind.blow_damage),
        "legs": _HALF * (kind.movement - 4),
        "presence": _HALF,
        "base": Fraction(_BASE[kind.base]),
        "specials": _specials(kind),
    }


def _body(defence: int) -> Fraction:
    if defence < len(_BODY):
        return _BODY[defence]
    return _BODY[-1] + (defence - len(_BODY) + 1) * (_BODY[-1] - _BODY[-2])


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
    found += 4 * own.tough * _body(kind.defence)
    found += Fraction(own.jump, 10)
    return found
