"""Phrases that sentences of all games are made of."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction


def counted(count: int, thing: str, things: str = "") -> str:
    """``1 hit``, ``3 hits``"""
    return f"1 {thing}" if count == 1 else f"{count} {things or f'{thing}s'}"


def listed(names: Iterable[object]) -> str:
    """``R1``, ``R1 and R2``, ``R1, R2 and R3``"""
    *rest, last = map(str, names)
    return f"{', '.join(rest)} and {last}" if rest else last


def told_score(score: Fraction) -> str:
    """``9 1/4``"""
    whole, rest = divmod(score, 1)
    return f"{whole} {rest}" if rest and whole else f"{rest or whole}"
