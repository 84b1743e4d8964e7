"""The arithmetic of one exchange of dice: totals, pairs, extension (D-21 to D-25).

Nothing here knows of units or turns. Dice are named by their places in the throw.
"""

from __future__ import annotations

from typing import NamedTuple

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.tasks import Throw

ENOUGH = 5
"""What the second die of an extension has to reach with its modifiers (ASCW-12, 13)."""


class Pair(NamedTuple):
    """An attack die and the defence die it meets: their places, and their totals."""

    attack: int
    defence: int
    a_total: int
    d_total: int

    @property
    def won(self) -> bool:
        """By the attacker: a tie blocks (ASCW-89, 90)."""
        return self.a_total > self.d_total


class Sides(NamedTuple):
    """The sides of the two bases, 0 for a side without one, such as terrain (D-20, D-25)."""

    attacker: int = 0
    defender: int = 0

    @property
    def defence_extends(self) -> bool:
        """No extension against a base at least twice as big as one's own (ASCW-15)."""
        return self.attacker < 2 * self.defender or not self.attacker

    @property
    def attack_extends(self) -> bool:
        return self.defender < 2 * self.attacker or not self.attacker


def value(face: int, *, half: bool) -> int:
    """What an attack die counts before anything is added (ASCW-108 to 110, D-24)."""
    return max(1, face // 2) if half else face


def pairs(throw: Throw) -> tuple[Pair, ...]:
    """Highest total against highest (ASCW-88); among equals the earlier die comes first."""
    attack = _descending(throw.attack)
    defence = _descending(throw.defence)
    return tuple(
        Pair(
            a,
            d,
            value(throw.attack[a], half=throw.half) + throw.a_mod,
            throw.defence[d] + throw.d_mod,
        )
        for a, d in zip(attack, defence, strict=True)
    )


def failed_attack(throw: Throw) -> tuple[int, ...]:
    """Places of the attack dice whose pairs the attacker does not win (D-26)."""
    return tuple(sorted(pair.attack for pair in pairs(throw) if not pair.won))


def failed_defence(throw: Throw) -> tuple[int, ...]:
    """Places of the defence dice whose pairs the attacker wins (D-26)."""
    return tuple(sorted(pair.defence for pair in pairs(throw) if pair.won))


def hopeless(throw: Throw) -> bool:
    """Whether not even a natural 6 could beat the lowest defence: then every pair is blocked."""
    return value(6, half=throw.half) + throw.a_mod <= 1 + throw.d_mod


def extended_by(throw: Throw, agreed: Agreement) -> str:
    """Which side an extension belongs to, if there is any: never to both."""
    return "attack" if agreed.attacker_extension and hopeless(throw) else "defence"


def extending(throw: Throw, sides: Sides, agreed: Agreement) -> tuple[int, ...]:
    """Places of the dice that get one more die, from the highest pair down (D-25).

    Places in ``defence``; with the option ``attacker_extension`` and hopeless
    attack dice, places in ``attack``.
    """
    if extended_by(throw, agreed) == "attack":
        if not sides.attack_extends:
            return ()
        return tuple(pair.attack for pair in pairs(throw) if throw.attack[pair.attack] == 6)
    if not sides.defence_extends:
        return ()
    return tuple(pair.defence for pair in pairs(throw) if pair.won and _again(throw, pair, agreed))


def by_total(agreed: Agreement) -> bool:
    """Whether a total of 6 where 7 was needed earns the second die, too (D-25)."""
    return agreed.extension_first == "total6"


def _again(throw: Throw, pair: Pair, agreed: Agreement) -> bool:
    if by_total(agreed):
        return pair.d_total >= 6 and pair.a_total - throw.d_mod >= 7
    return throw.defence[pair.defence] == 6  # it has lost, so 7 or more was needed


def wounds(throw: Throw, agreed: Agreement) -> int:
    """Pairs won by the attacker and not blocked by an extension (ASCW-89, ASCW-14)."""
    won = sum(pair.won for pair in pairs(throw))
    if extended_by(throw, agreed) == "attack":
        return won + sum(face + throw.a_mod >= ENOUGH for _, face in throw.extended)
    return won - sum(face + throw.d_mod >= ENOUGH for _, face in throw.extended)


def _descending(faces: tuple[int, ...]) -> list[int]:
    return sorted(range(len(faces)), key=lambda place: (-faces[place], place))
