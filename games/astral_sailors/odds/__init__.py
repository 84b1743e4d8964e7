"""The exact chances of an attack (D-21 to D-26)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Literal, NamedTuple, TypeAlias

from games.astral_sailors.rules.combat import exchange
from games.astral_sailors.rules.combat.exchange import ENOUGH, by_total, modifiers, total, value
from games.astral_sailors.table import Table, Unit

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class Exchange:
    """The parameters of an exchange, known before the dice.

    ``dice``       on each side
    ``a_mod``, ``d_mod``  all modifiers together
    ``half``       attack dice are halved first
    ``extension``  whether base sizes let the defence use it (ASCW-15)
    ``a_again``, ``d_again``  whether the side has a re-roll left, and so uses it (D-26)
    ``by_total``   option ``extension_first``: total6
    ``a_extension``  option ``attacker_extension``, where base sizes let the attacker use it
    """

    dice: int
    a_mod: int = 0
    d_mod: int = 0
    half: bool = False
    extension: bool = True
    a_again: bool = False
    d_again: bool = False
    by_total: bool = False
    a_extension: bool = False


def chances(exchange: Exchange) -> Mapping[int, Fraction]:
    """The chance of each number of wounds from 0 to the number of dice; they sum to 1."""
    beaten = _beaten(exchange)
    if not any(beaten[1:]):
        return _by_extension(exchange)
    x = exchange if exchange.extension and beaten[6] else replace(exchange, extension=False)
    # Only the second die of an extension asks for more than the difference of the modifiers.
    if not x.extension:
        x = replace(x, a_mod=x.a_mod - x.d_mod, d_mod=0, by_total=False)
    return _swept(replace(x, a_extension=False))


def _beaten(x: Exchange) -> tuple[int, ...]:
    """How many faces of an attack die beat exactly so many defence faces, by their number."""
    found = [0] * 7
    for face in FACES:
        found[min(6, max(0, value(face, half=x.half) + x.a_mod - x.d_mod - 1))] += 1
    return tuple(found)


def _by_extension(x: Exchange) -> Mapping[int, Fraction]:
    """The odds where no pair can be won: only the attacker's extension wounds (D-25)."""
    chance = Fraction(_reaching(x.a_mod) if x.a_extension else 0, 36)
    return {
        wounds: comb(x.dice, wounds) * chance**wounds * (1 - chance) ** (x.dice - wounds)
        for wounds in range(x.dice + 1)
    }


def _reaching(modifiers: int) -> int:
    """How many faces make a success of the second die of an extension."""
    return sum(face + modifiers >= ENOUGH for face in FACES)


# --- The sweep ---


class Level(NamedTuple):
    """Faces of one side that are alike: nothing of the other side lies between them.

    ``extends``  defence faces that may extend when they are beaten out of their reach
    ``stays``    defence faces that are not thrown again though they fail: natural 6s
    ``last``     what is not placed by now lies here
    """

    side: Literal["attack", "defence"]
    faces: int
    extends: bool = False
    stays: bool = False
    last: bool = False


Sweep: TypeAlias = dict[tuple[int, int, int, int, int, int], int]
"""In how many ways the dice can lie so, by the number of wounds. All of these numbers are fields
of one whole number, the lowest for no wounds: adding a wound is a shift.

The key is how many dice lie at or above the level reached: attack and defence dice as first
thrown; attack dice that are not thrown again, and those thrown again, as they lie then; defence
dice likewise."""


@lru_cache(maxsize=4096)
def _swept(x: Exchange) -> Mapping[int, Fraction]:
    levels = tuple(_levels(x))
    counts = [0] * (x.dice + 1)
    for out_of_reach in range(x.dice + 1) if x.by_total else (None,):
        for wounds, count in enumerate(_Table(x, out_of_reach).sweep(levels)):
            counts[wounds] += count
    whole = sum(counts)
    return {wounds: Fraction(count, whole) for wounds, count in enumerate(counts)}


def _levels(x: Exchange) -> Iterator[Level]:
    """Faces from the highest total down: attack faces that beat a defence face lie above it."""
    beaten = _beaten(x)
    found: list[Level] = []
    for face in reversed(FACES):
        if beaten[face]:
            found.append(Level("attack", beaten[face]))
        extends = x.extension and (face + x.d_mod >= 6 if x.by_total else face == 6)
        level = Level("defence", 1, extends, extends and face == 6)
        if found and found[-1] == level._replace(faces=found[-1].faces):
            found[-1] = level._replace(faces=found[-1].faces + 1)
        else:
            found.append(level)
    if beaten[0]:
        found.append(Level("attack", beaten[0]))
    for side in ("attack", "defence"):
        at = max(number for number, level in enumerate(found) if level.side == side)
        found[at] = found[at]._replace(last=True)
    return iter(found)


class _Table:
    """``out_of_reach`` counts only the throws in which so many attack dice, as they lie in the
    end, are above all defence; ``None`` counts all throws."""

    def __init__(self, x: Exchange, out_of_reach: int | None) -> None:
        self._x = x
        self._n = x.dice
        self._out_of_reach = out_of_reach
        self._blocking = _reaching(x.d_mod)
        # Each die is thrown at most twice, and defence dice extended once: no field overflows.
        self._field = (6 ** (5 * x.dice)).bit_length() + 1

    def sweep(self, levels: tuple[Level, ...]) -> list[int]:
        found: Sweep = {(0, 0, 0, 0, 0, 0): 1}
        for number, level in enumerate(levels):
            if level.side == "attack":
                found = self._attack(found, level)
                if self._x.a_again:
                    found = self._again(found, level)
            else:
                found = self._defence(found, level)
                if self._x.d_again:
                    found = self._again(found, level)
            if number == 0 and self._out_of_reach is not None:
                found = {
                    at: count for at, count in found.items() if at[2] + at[3] == self._out_of_reach
                }
        count = sum(found.values())
        mask = (1 << self._field) - 1
        return [count >> self._field * wounds & mask for wounds in range(self._n + 1)]

    def _attack(self, before: Sweep, level: Level) -> Sweep:
        """Attack dice as first thrown: of this level, those that win are kept."""
        n, again = self._n, self._x.a_again
        after: Sweep = {}
        for (a, d, a_kept, a_new, d_kept, d_new), count in before.items():
            lying, defending = a_kept + a_new, d_kept + d_new
            for more in _numbers(n - a, level.last):
                winning = max(0, a + more - max(a, d))
                kept = winning if again else more
                if lying + kept > n:
                    break
                ways = comb(n - a, more) * level.faces**more
                if again:
                    ways *= 6**kept
                wounds = max(0, lying + kept - max(lying, defending))
                at = (a + more, d, a_kept + kept, a_new, d_kept, d_new)
                after[at] = after.get(at, 0) + (count * ways << self._field * wounds)
        return after

    def _defence(self, before: Sweep, level: Level) -> Sweep:
        """Defence dice as first thrown: of this level, those that hold are kept."""
        n, again = self._n, self._x.d_again
        after: Sweep = {}
        for (a, d, a_kept, a_new, d_kept, d_new), count in before.items():
            attacking, lying = a_kept + a_new, d_kept + d_new
            for more in _numbers(n - d, level.last):
                holding = max(0, d + more - max(d, attacking))
                kept = holding if again and not level.stays else more
                if lying + kept > n:
                    break
                ways = comb(n - d, more) * level.faces**more
                if again:
                    ways *= 6**kept
                at = (a, d + more, a_kept, a_new, d_kept + kept, d_new)
                lies = self._extended(count * ways, level, lying, kept, attacking)
                after[at] = after.get(at, 0) + lies
        return after

    def _again(self, before: Sweep, level: Level) -> Sweep:
        """Dice thrown again that come to lie at this level."""
        after: Sweep = {}
        attacks = level.side == "attack"
        for (a, d, a_kept, a_new, d_kept, d_new), count in before.items():
            attacking, defending = a_kept + a_new, d_kept + d_new
            new, lying = (a_new, attacking) if attacks else (d_new, defending)
            for more in _numbers(self._n - lying, level.last):
                lies = count * comb(new + more, more) * level.faces**more
                if attacks:
                    at = (a, d, a_kept, a_new + more, d_kept, d_new)
                    wounds = max(0, lying + more - max(lying, defending))
                    lies <<= self._field * wounds
                else:
                    at = (a, d, a_kept, a_new, d_kept, d_new + more)
                    lies = self._extended(lies, level, lying, more, attacking)
                after[at] = after.get(at, 0) + lies
        return after

    def _extended(self, count: int, level: Level, lying: int, more: int, attacking: int) -> int:
        """``count`` with the second dice of ``more`` defence dice that join ``lying`` others.

        Those that cannot use one are given a second die without meaning, so that all
        throws count alike.
        """
        if not self._x.extension:
            return count
        if not level.extends:
            unused: int = 6**more
            return count * unused
        # At the level of natural 6s only what is out of reach lies above.
        above = attacking if self._out_of_reach is None else self._out_of_reach
        using = min(lying + more, above) - min(lying, above)
        idle: int = 6 ** (more - using)
        found = 0
        for blocked in range(using + 1):
            ways = self._blocking**blocked * (6 - self._blocking) ** (using - blocked)
            found += (count * idle * comb(using, blocked) * ways) >> self._field * blocked
        return found


def _numbers(most: int, last: bool) -> range:
    """How many dice may come to lie at a level: all that are left, at the last one."""
    return range(most, most + 1) if last else range(most + 1)


# --- Attacks of a table ---


def of_attack(
    table: Table, attacker: Unit, target: Unit, how: str, dice: int, *, half: bool = False
) -> Mapping[int, Fraction]:
    """Chance of each number of wounds of one target, before Tough and payment, without reactions;
    re-rolls as their owners' automatic choices make them (D-26). Sums to 1."""
    return chances(parameters(table, attacker, target, how, dice, half=half))


def of_automatic(table: Table, victim: Unit, damage: int) -> Mapping[int, Fraction]:
    """The same for the one die of dangerous ground or poison, which has no base (D-20, D-25)."""
    return chances(parameters(table, None, victim, "terrain", 1, damage=damage))


def parameters(
    table: Table,
    attacker: Unit | None,
    target: Unit,
    how: str,
    dice: int,
    *,
    half: bool = False,
    counter: bool = False,
    damage: int = 0,
) -> Exchange:
    """The parameters of this attack's dice; ``counter`` for a Counter-attack."""
    agreed = table.agreement
    attack, defence = modifiers(table, how, attacker, target, counter=counter, damage=damage)
    other = table.kind(target).base
    own = other if attacker is None else table.kind(attacker).base
    return Exchange(
        dice,
        total(attack),
        total(defence),
        half,
        extension=own < 2 * other,
        a_again=attacker is not None and bool(exchange.reroll_sources(table, attacker, "attack")),
        d_again=bool(exchange.reroll_sources(table, target, "defence")),
        by_total=by_total(agreed),
        a_extension=agreed.attacker_extension and other < 2 * own,
    )
