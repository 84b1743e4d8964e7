"""Weapons: their ranges, Variants, arcs and prices (2.7, CC-288)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, TypeAlias

DamageRoll: TypeAlias = Literal["one", "higher", "sum"]
"""How Damage is rolled: one die, the higher of two, or the sum of two."""

DU: Final = 100
"""A du in cu."""
ARCS: Final = "FPSA"
"""Fore, Port, Starboard and Aft, in the order in which they are written (D-007)."""


@dataclass(frozen=True, slots=True)
class RangeBand:
    """Distances up to ``reach`` cu, with the Accuracy they cost (CC-083, CC-085)."""

    reach: int
    penalty: int = 0
    roll: DamageRoll = "one"


@dataclass(frozen=True, slots=True)
class WeaponVariant:
    """A change to a Weapon (CC-087).

    ``accuracy``, ``damage``  what it adds to the sums
    ``roll``                  how it rolls Damage
    ``wider``                 how many cu it adds to the outermost band (D-029)
    ``primary``               it fits Primary slots only
    """

    name: str
    accuracy: int = 0
    damage: int = 0
    roll: DamageRoll = "one"
    wider: int = 0
    primary: bool = False


@dataclass(frozen=True, slots=True)
class WeaponKind:
    """A type of Weapons.

    ``pws``     Proximity Weapon Systems reduce its Damage (CC-086)
    ``varied``  it may have a Variant
    """

    name: str
    bands: tuple[RangeBand, ...]
    pws: bool = False
    varied: bool = True


WEAPONS: Final[Mapping[str, WeaponKind]] = {
    "KIN": WeaponKind("Kinetic", (RangeBand(10 * DU), RangeBand(18 * DU, 1))),
    "BEAM": WeaponKind("Beam", (RangeBand(12 * DU), RangeBand(20 * DU, 1))),
    "RKT": WeaponKind(
        "Rockets",
        (RangeBand(6 * DU, roll="sum"), RangeBand(12 * DU, 1, "higher"), RangeBand(18 * DU, 2)),
        pws=True,
        varied=False,
    ),
    "MSL": WeaponKind("Missiles", (RangeBand(24 * DU),), pws=True, varied=False),
}
"""CC-091 to 100."""

OVERSIZED, STRUCTURAL = "OV", "SM"
VARIANTS: Final[Mapping[str, WeaponVariant]] = {
    "": WeaponVariant(""),
    **{f"L{x}": WeaponVariant(f"Linked {x}", x + 1, -x) for x in (1, 2, 3)},
    OVERSIZED: WeaponVariant("Oversized", -1, roll="higher", wider=2 * DU, primary=True),
    STRUCTURAL: WeaponVariant("Structurally Mounted", -1, roll="sum", wider=4 * DU, primary=True),
}
"""CC-088 to 090, D-028; a Weapon without one has the plain Variant."""

_ARC_PRICES = {"F": 6, "P": 4, "S": 4, "A": 2}
"""What an arc adds to the price of a Primary; half of it to that of a Secondary (D-008)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A Weapon in a slot.

    ``size``     its Weapon Size (CC-081, CC-082, CC-134)
    ``further``  how many cu a faction adds to its Range (CC-239)
    """

    type: str
    primary: bool
    size: int
    arcs: str = ARCS
    variant: str = ""
    further: int = 0

    @property
    def kind(self) -> WeaponKind:
        return WEAPONS[self.type]

    @property
    def effect(self) -> WeaponVariant:
        """What its Variant changes."""
        return VARIANTS[self.variant]

    @property
    def name(self) -> str:
        """``Kinetic Linked 1``."""
        return f"{self.kind.name} {self.effect.name}".rstrip()

    @property
    def slots(self) -> int:
        """A Structural mount takes two Primary ones (CC-090)."""
        return 2 if self.primary and self.variant == STRUCTURAL else 1

    @property
    def price(self) -> int:
        """Its points on a ship (CC-284, CC-286, CC-288, D-008, D-030, D-098)."""
        if self.variant == STRUCTURAL:
            return 40
        points = 20 + sum(_ARC_PRICES[arc] for arc in self.arcs)
        if not self.primary:
            return points // 2
        return -(-points * 13 // 10) if self.variant == OVERSIZED else points

    def bands(self, wider: int = 0) -> tuple[RangeBand, ...]:
        """Its ranges, nearest first, the outermost ``wider`` cu longer (D-024, D-029)."""
        return _bands(self.type, self.variant, self.further, wider)

    def band(self, distance: int, wider: int = 0) -> RangeBand | None:
        """The nearest range that contains a distance, if any does (CC-083, CC-085)."""
        bands = self.bands(wider)
        return next((band for band in bands if distance <= band.reach), None)


@cache
def _bands(kind: str, variant: str, further: int, wider: int) -> tuple[RangeBand, ...]:
    """The first is ``further``, the last ``wider``; every attack that is possible asks for them."""
    effect = VARIANTS[variant]
    first, *others = WEAPONS[kind].bands
    *inner, outer = (replace(first, reach=first.reach + further), *others)
    bands = (*inner, replace(outer, reach=outer.reach + effect.wider + wider))
    if effect.roll == "one":
        return bands
    return tuple(replace(band, roll=effect.roll) for band in bands)
