"""Phrases that sentences of all games are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

MOST_NAMED: Final = 8
"""Where all could be named of each, texts would grow with the square of the units."""


def counted(count: int, thing: str, things: str = "") -> str:
    """``1 hit``, ``3 hits``"""
    return f"1 {thing}" if count == 1 else f"{count} {things or f'{thing}s'}"


def listed(names: Iterable[object], last: str = "and") -> str:
    """``R1``, ``R1 and R2``, ``R1, R2 and R3``"""
    *rest, end = [*map(str, names)] or [""]
    return f"{', '.join(rest)} {last} {end}" if rest else end


def shortened(names: Sequence[str]) -> list[str]:
    """The first ones and the number of the others: ``R1``, ``R2``, ``5 more``"""
    more = len(names) - MOST_NAMED
    return [*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else ())]


def told_score(score: Fraction) -> str:
    """``9 1/4``, ``−1/2``"""
    if score < 0:
        return f"−{told_score(-score)}"
    whole, rest = divmod(score, 1)
    return f"{whole} {rest}" if rest and whole else f"{rest or whole}"


def signed(number: int) -> str:
    """``+1``, ``−2``"""
    return f"+{number}" if number >= 0 else f"−{-number}"


def decimal(number: float | Fraction) -> str:
    """``3.5``, ``−2``"""
    return f"{float(number):g}".replace("-", "−")


def percent(chance: Fraction) -> str:
    """``42%``; only what is certain is 0% or 100%."""
    rounded = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    if 0 < chance < 1 and rounded in (0, 100):
        return "under 1%" if rounded == 0 else "over 99%"
    return f"{rounded}%"


def average(count: Fraction) -> str:
    """With one decimal: ``1.3``"""
    tenths = (20 * count.numerator + count.denominator) // (2 * count.denominator)
    return f"{tenths // 10}.{tenths % 10}"
