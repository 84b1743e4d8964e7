"""Exact chances of one shot (GA-54 to GA-82), as fractions.

Each attack die leads to a hit or not, each hit to a failed check or a save, and dice do not
influence one another: so all numbers are binomial, with few parameters, and are remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from games.core.geometry.plane import Point, within
from games.galaxy_aflame.rules import damage, movement, shooting
from games.galaxy_aflame.rules.falling import BREAKING
from games.galaxy_aflame.table import Table, Unit

NEVER = Fraction()


@dataclass(frozen=True, slots=True)
class Odds:
    """What to expect of one shot.

    ``suppress``  the chance that the target is suppressed
    ``hits``      expected hits
    ``lost``      expected models lost, those of a destroyed vehicle too
    ``breaks``    the chance that the unit falls back, and is not out
    ``destroy``   the chance that it is out
    ``shake``     the chance that a vehicle is shaken
    ``own_lost``, ``own_breaks``, ``own_destroy``  the same for the attacker, by returned hits
    """

    suppress: Fraction
    hits: Fraction
    lost: Fraction
    breaks: Fraction
    destroy: Fraction
    shake: Fraction = NEVER
    own_lost: Fraction = NEVER
    own_breaks: Fraction = NEVER
    own_destroy: Fraction = NEVER


@dataclass(frozen=True, slots=True)
class Defender:
    """Who makes checks.

    ``left``    failures until it falls back, 0 if it does not
    ``killed``  whether a vehicle can be destroyed by this attack (GA-76)
    """

    models: int
    sides: int
    need: int
    left: int
    vehicle: bool = False
    killed: bool = True

    @property
    def save(self) -> Fraction:
        return chance(self.sides, self.need)


@dataclass(frozen=True, slots=True)
class AttackDice:
    """The dice of an attack.

    ``bonus``     whether a d4 of dice is added (GA-72)
    ``suppress``  the mode
    ``auto``      whether it suppresses without a roll (GA-59)
    """

    dice: int
    sides: int
    need: int
    bonus: bool = False
    suppress: bool = False
    auto: bool = False


def chance(sides: int, need: int) -> Fraction:
    """The chance that a die shows at least ``need`` (GA-18 to GA-20)."""
    return Fraction(sides - need + 1, sides)


# --- On the table ---


def shot(
    table: Table,
    unit: Unit,
    target: Unit,
    suppress: bool,
    at: Point | None = None,
    victim: Unit | None = None,
) -> Odds:
    """The odds of a legal shot by a unit standing ``at`` a point, by default where it is; the
    hits of Auto-Suppress are those of the ``victim``, by default the target."""
    start, hit = at or unit.at, victim or target
    if start is None or target.at is None or hit.at is None:
        raise ValueError("only units on the table shoot and are shot at")
    card = table.card(unit)
    auto = bool(suppress and card.auto_suppress)
    cover = table.ground.covered(start, hit.at)
    first = begins(table, unit, target, start)
    attack = AttackDice(
        unit.models * card.dice,
        card.sides,
        shooting.need(target),
        first and not auto,
        suppress,
        auto,
    )
    own, foe = card.vehicle, table.card(target)
    returns = first and cover and hit is target and (foe.anti_vehicle or not own)
    return odds(
        attack,
        defender(table, hit, cover=cover, killed=shooting.kills(table, unit, hit, start)),
        defender(table, unit, cover=False) if returns else None,
    )


def begins(table: Table, unit: Unit, target: Unit, at: Point) -> bool:
    """Whether an attack is the first round of an Assault (GA-71)."""
    if target.at is None or not within(at, target.at, table.agreement.hand):
        return False
    return not movement.is_engaged(table, unit.code, target.code)


def defender(table: Table, unit: Unit, *, cover: bool, killed: bool = True) -> Defender:
    card = table.card(unit)
    falls = not card.fearless and not unit.fell_back and unit.fails < BREAKING
    left = BREAKING - unit.fails if falls else 0
    need = damage.SAVE_IN_COVER if cover else damage.SAVE
    return Defender(unit.models, card.defence, need, left, card.vehicle, killed)


# --- Without a table ---


@lru_cache(maxsize=20_000)
def odds(attack: AttackDice, target: Defender, returned: Defender | None = None) -> Odds:
    """``returned``: the attacker, where saves hit it (GA-73)."""
    tries, suppress = _tries(attack)
    hits = sum((each.weight * each.dice * each.hit for each in tries), NEVER)
    failing = 1 - target.save
    fallen = _fates(tries, target, failing)
    if returned is None:
        return Odds(suppress, hits, *fallen)
    own = _fates(
        tuple(_Try(each.weight, each.dice, each.hit * target.save) for each in tries),
        returned,
        1 - returned.save,
    )
    return Odds(suppress, hits, *fallen, *own[:3])


@dataclass(frozen=True, slots=True)
class _Try:
    """A number of dice, with its chance ``weight``; each is a hit with the chance ``hit``."""

    weight: Fraction
    dice: int
    hit: Fraction


@lru_cache(maxsize=5_000)
def _tries(attack: AttackDice) -> tuple[tuple[_Try, ...], Fraction]:
    """How hits come about, and the chance to suppress."""
    hit, quarter = chance(attack.sides, attack.need), Fraction(1, 4)
    rolls = [(Fraction(1), attack.dice)]
    if attack.bonus:
        rolls = [(quarter, attack.dice + more) for more in range(1, 5)]
    if not attack.suppress:
        return tuple(_Try(weight, dice, hit) for weight, dice in rolls), NEVER
    once, twice = Fraction(1), Fraction(1)
    if not attack.auto:
        once, twice = (
            sum((weight * at_least(dice, hit, count) for weight, dice in rolls), NEVER)
            for count in (1, 2)
        )
    return tuple(_Try(twice * quarter, number, Fraction(1)) for number in range(1, 5)), once


def _fates(
    tries: tuple[_Try, ...], unit: Defender, failing: Fraction
) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """Models lost, chances to fall back, to be out and to be shaken."""
    lost, breaks, destroy, shake = NEVER, NEVER, NEVER, NEVER
    for each in tries:
        chances = (each.dice, each.hit * failing)
        if unit.vehicle:
            some = at_least(*chances, 1)
            out = most_fail(each.dice, each.hit, failing) if unit.killed else NEVER
            fled = _vehicle_breaks(each, failing, unit) if unit.left else NEVER
            shake += each.weight * (some - out)
        else:
            out = at_least(*chances, unit.models)
            lost += each.weight * (capped(*chances, unit.models))
            fled = at_least(*chances, unit.left) if unit.left else NEVER
            fled -= at_least(*chances, max(unit.left, unit.models)) if unit.left else NEVER
        destroy += each.weight * out
        breaks += each.weight * fled
    return destroy if unit.vehicle else lost, breaks, destroy, shake


def _vehicle_breaks(tried: _Try, failing: Fraction, unit: Defender) -> Fraction:
    """Enough failures to fall back, and not to be destroyed (GA-78)."""
    return sum(
        (
            exactly(tried.dice, tried.hit, hits) * exactly(hits, failing, failures)
            for hits in range(unit.left, tried.dice + 1)
            for failures in range(unit.left, hits + 1)
            if not unit.killed or 2 * failures <= hits
        ),
        NEVER,
    )


@lru_cache(maxsize=50_000)
def exactly(dice: int, chance: Fraction, count: int) -> Fraction:
    """The chance of exactly this many successes."""
    over, under = chance.numerator, chance.denominator
    ways = comb(dice, count) * over**count * (under - over) ** (dice - count)
    return Fraction(ways, under**dice)


@lru_cache(maxsize=50_000)
def at_least(dice: int, chance: Fraction, count: int) -> Fraction:
    over, under = chance.numerator, chance.denominator
    miss = under - over
    fewer = sum(comb(dice, k) * over**k * miss ** (dice - k) for k in range(min(count, dice + 1)))
    return Fraction(under**dice - fewer, under**dice)


@lru_cache(maxsize=50_000)
def capped(dice: int, chance: Fraction, most: int) -> Fraction:
    """Expected successes, counting at most this many."""
    if dice <= most:
        return dice * chance
    return sum((at_least(dice, chance, count) for count in range(1, most + 1)), NEVER)


@lru_cache(maxsize=10_000)
def most_fail(dice: int, hit: Fraction, failing: Fraction) -> Fraction:
    """The chance that more checks fail than succeed (GA-78)."""
    return sum(
        (
            exactly(dice, hit, hits) * at_least(hits, failing, hits // 2 + 1)
            for hits in range(1, dice + 1)
        ),
        NEVER,
    )
