"""Square boards: names such as ``C4``, eight facings, and bases of one or more squares.

Columns count from 0 in the west, rows from 0 in the north; a name is the letter
of the column (A to Z, then AA, AB, ...) and the number of the row from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from string import ascii_uppercase
from typing import NamedTuple


class Facing(IntEnum):
    """The eight directions, clockwise from north."""

    N = 0
    NE = 1
    E = 2
    SE = 3
    S = 4
    SW = 5
    W = 6
    NW = 7

    @property
    def step(self) -> tuple[int, int]:
        """Columns and rows of one step this way."""
        return _STEPS[self]


_STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


class Square(NamedTuple):
    c: int
    r: int

    def plus(self, facing: Facing, times: int = 1) -> Square:
        dc, dr = facing.step
        return Square(self.c + times * dc, self.r + times * dr)

    def __str__(self) -> str:
        return f"{column(self.c)}{self.r + 1}"


class Base(NamedTuple):
    """A square of ``side`` squares; (``c``, ``r``) is its north-western one, the anchor."""

    c: int
    r: int
    side: int = 1

    @property
    def anchor(self) -> Square:
        return Square(self.c, self.r)

    @property
    def middle(self) -> tuple[int, int]:
        """The centre in half squares, so that it is whole."""
        return 2 * self.c + self.side, 2 * self.r + self.side

    def squares(self) -> Iterator[Square]:
        """The squares that the bits stand for, in reading order."""
        for r in range(self.r, self.r + self.side):
            for c in range(self.c, self.c + self.side):
                yield Square(c, r)

    def at(self, anchor: Square) -> Base:
        return Base(anchor.c, anchor.r, self.side)

    def within(self, size: int) -> bool:
        """Whether all of it lies on a board of ``size`` by ``size`` squares."""
        return 0 <= self.c <= size - self.side and 0 <= self.r <= size - self.side

    def gap(self, other: Base) -> int:
        """King's moves between the nearest squares: 0 when they overlap, 1 when they touch."""
        # Asked most of all by computer players: twice as fast without calls.
        east, south = other.c - self.c, other.r - self.r
        columns = east - self.side if east > 0 else -east - other.side
        rows = south - self.side if south > 0 else -south - other.side
        between = max(rows, columns)
        return between + 1 if between >= 0 else 0


def column(c: int) -> str:
    """The letters of column ``c``: A, B, ..., Z, AA, AB, ...; west of the board -A, -B, ..."""
    if c < 0:
        return f"-{column(-c - 1)}"
    letters = ""
    c += 1
    while c:
        c, rest = divmod(c - 1, 26)
        letters = ascii_uppercase[rest] + letters
    return letters


_NAME = re.compile(r"([A-Z]{1,2})0*([1-9][0-9]{0,2})")


def square(text: str) -> Square | None:
    """The square that ``text`` names (``c04`` is C4), or ``None``. Says nothing about boards."""
    found = _NAME.fullmatch(text.strip().upper()) if text.isascii() else None
    if found is None:
        return None
    c = 0
    for letter in found[1]:
        c = 26 * c + ascii_uppercase.index(letter) + 1
    return Square(c - 1, int(found[2]) - 1)


def ahead(base: Base, facing: Facing, middle: tuple[int, int]) -> int:
    """How far a point (in half squares) lies before the centre of ``base``, along ``facing``.

    Negative behind it, 0 on the line through the centre at right angles.
    """
    (x, y), (dc, dr) = base.middle, facing.step
    return dc * (middle[0] - x) + dr * (middle[1] - y)
