"""What the dice of an attack come to, its exact odds, and which die to reroll (3.7, 4.3, 4.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final, Literal, TypeAlias

from games.core.types import Forbidden
from games.cosmic_conflict.content.hulls import Band, Chart
from games.cosmic_conflict.content.weapons import DamageRoll

Die: TypeAlias = Literal["acc", "dmg1", "dmg2"]
DICE: Final[tuple[Die, ...]] = ("acc", "dmg1", "dmg2")
"""The dice of an attack in drawing order (canon 3.12)."""
ModifierSource: TypeAlias = Literal[
    "size",
    "range",
    "variant",
    "mark",
    "evasive",
    "ecm",
    "terrain",
    "pws",
    "aws",
    "dodge",
    "support",
]
DODGE_MIN: Final = 2
"""How much damage Dodge must save before it is spent automatically (4.3)."""
FACES: Final = range(1, 7)
BASES: Final[Mapping[DamageRoll, Callable[..., int]]] = {
    "one": lambda die: die,
    "higher": max,
    "sum": lambda first, second: first + second,
}
"""What the Damage dice show, by the way of rolling them (CC-032, CC-089, CC-090, CC-096)."""
DAMAGE_DICE: Final[Mapping[DamageRoll, int]] = {"one": 1, "higher": 2, "sum": 2}
_SPREAD: Final[Mapping[DamageRoll, Mapping[int, int]]] = {
    roll: Counter(BASES[roll](*dice) for dice in product(FACES, repeat=number))
    for roll, number in DAMAGE_DICE.items()
}
"""How many of the equally likely throws show each base damage."""


def applied(band: Band, damage: int) -> int:
    """F of the canon: what a band leaves of the damage (CC-038 to 040, D-027)."""
    if band == "miss":
        return 0
    return damage if band == "hit" else (damage + 1) // 2


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of the bands and of any damage at all, and the mean of F, before any reaction."""

    miss: Fraction
    glance: Fraction
    hit: Fraction
    harm: Fraction
    mean: Fraction


@lru_cache(maxsize=4096)
def odds(chart: Chart, roll: DamageRoll, accuracy: int, damage: int) -> Odds:
    """The odds of an attack with bonuses to its Accuracy and its Damage die."""
    bands = Counter(chart.band(die + accuracy) for die in FACES)
    spread = _SPREAD[roll]
    done = Counter[int]()
    for (band, faces), (base, throws) in product(bands.items(), spread.items()):
        done[applied(band, max(base + damage, 0))] += faces * throws
    miss, glance, hit = (Fraction(bands[band], 6) for band in ("miss", "glance", "hit"))
    harm = 1 - Fraction(done[0], done.total())
    mean = Fraction(sum(each * times for each, times in done.items()), done.total())
    return Odds(miss, glance, hit, harm, mean)


# --- What dice come to ---


@dataclass(frozen=True, slots=True)
class Modifier:
    """A line of a sum; ``by`` is the feature of ``terrain``, the key of the Variant, or the ship
    whose Weapon supports it."""

    source: ModifierSource
    value: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class AttackResult:
    """What the dice come to: A, the band, X and F of the canon (CC-036 to 040, D-027)."""

    accuracy: int
    band: Band
    damage: int
    applied: int


@dataclass(frozen=True, slots=True)
class Terms:
    """All that makes damage of dice.

    ``accuracy``, ``damage``  what is added to the dice, line by line
    ``chart``                 that of the target
    """

    roll: DamageRoll
    chart: Chart
    accuracy: tuple[Modifier, ...] = ()
    damage: tuple[Modifier, ...] = ()

    @property
    def dice(self) -> int:
        """How many dice it rolls: one for Accuracy, one or two for Damage (CC-032)."""
        return 1 + DAMAGE_DICE[self.roll]

    @property
    def sums(self) -> tuple[int, int]:
        """What is added to Accuracy and to Damage."""
        return sum(one.value for one in self.accuracy), sum(one.value for one in self.damage)

    @property
    def odds(self) -> Odds:
        return odds(self.chart, self.roll, *self.sums)

    def supported(self, sizes: Sequence[tuple[str, int]]) -> Terms:
        """These terms, with the Sizes of supporting Weapons, by ship (CC-270)."""
        lines = (Modifier("support", size, id) for id, size in sizes)
        return replace(self, damage=(*self.damage, *lines))

    @property
    def dodged(self) -> Terms:
        """The damage after a Dodge (CC-163)."""
        return replace(self, accuracy=(*self.accuracy, Modifier("dodge", -1)))

    def result(self, dice: Sequence[int]) -> AttackResult:
        """What dice come to, the Accuracy die first."""
        accuracy, damage = self.sums
        total = accuracy + dice[0]
        band = self.chart.band(total)
        x = max(BASES[self.roll](*dice[1:]) + damage, 0)
        return AttackResult(total, band, x, applied(band, x))

    def reroll_sums(self, dice: Sequence[int]) -> tuple[int, ...]:
        """F of each die summed over the six faces that a reroll can show: six times its mean."""
        return tuple(
            sum(self.result(rerolled(dice, die, face)).applied for face in FACES)
            for die in DICE[: len(dice)]
        )


def rerolled(dice: Sequence[int], die: Die, face: int) -> tuple[int, ...]:
    """The dice with a new face in place of that of one die (CC-154, CC-155, CC-191)."""
    at = DICE.index(die)
    return (*dice[:at], face, *dice[at + 1 :])


def named_die(name: str, dice: Sequence[int]) -> Die:
    """The die to reroll. Raises ``Forbidden`` where the attack has no such die."""
    for die in DICE[: len(dice)]:
        if die == name:
            return die
    there = ", ".join(DICE[: len(dice)]).upper()
    raise Forbidden("CC-154", f"The dice of this attack are {there}.", code="E-DIE")


# --- Automatic choices (canon 4.3) ---


def best_reroll(terms: Terms, dice: Sequence[int]) -> Die | None:
    """The attacker's: the die with the highest mean F, if that is above the present F."""
    sums = terms.reroll_sums(dice)
    best = max(sums)
    return DICE[sums.index(best)] if best > 6 * terms.result(dice).applied else None


def best_request(terms: Terms, dice: Sequence[int]) -> Die | None:
    """The defender's Blocking request: the die with the lowest mean F, if below the present F."""
    sums = terms.reroll_sums(dice)
    best = min(sums)
    return DICE[sums.index(best)] if best < 6 * terms.result(dice).applied else None


def is_worth_dodging(terms: Terms, dice: Sequence[int], least: int = DODGE_MIN) -> bool:
    """Whether a Dodge saves at least so much damage."""
    return terms.result(dice).applied - terms.dodged.result(dice).applied >= least
