"""Hexagonal boards: axial coordinates, distances and names such as ``E7``.

A board of side *n* is a regular hexagon with *n* hexes on each edge, drawn with
pointy-top hexes in horizontal rows. A name is the letter of the row, A at the
bottom, and the number of the line that runs from lower right to upper left.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from string import ascii_uppercase
from typing import NamedTuple


class Hex(NamedTuple):
    """Axial coordinates: ``q`` counts to the right, ``r`` downwards; the centre is (0, 0)."""

    q: int
    r: int

    def plus(self, other: Hex, times: int = 1) -> Hex:
        return Hex(self.q + times * other.q, self.r + times * other.r)


CENTRE = Hex(0, 0)


class Direction(Enum):
    """The six steps from a hex to a neighbour."""

    E = Hex(1, 0)
    NE = Hex(1, -1)
    NW = Hex(0, -1)
    W = Hex(-1, 0)
    SW = Hex(-1, 1)
    SE = Hex(0, 1)


def distance(a: Hex, b: Hex) -> int:
    """The smallest number of steps between two hexes."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


_COORDINATE = re.compile(r"([A-Za-z])0*(\d{1,3})")


def spelling(text: str) -> str | None:
    """The canonical spelling of a coordinate (`` e05 `` is ``E5``), or ``None`` if it is none.

    Says nothing about boards: ``Z999`` is a coordinate too.
    """
    found = _COORDINATE.fullmatch(text.strip()) if text.isascii() else None
    return f"{found[1].upper()}{int(found[2])}" if found else None


@dataclass(frozen=True, slots=True)
class Hexagon:
    """The board of side ``side`` (2 to 13, as there are 26 letters)."""

    side: int

    def __post_init__(self) -> None:
        if not 2 <= self.side <= 13:
            raise ValueError(f"a hexagon cannot have side {self.side}")

    def __contains__(self, hex: Hex) -> bool:
        return distance(hex, CENTRE) < self.side

    def __len__(self) -> int:
        return 3 * self.side * (self.side - 1) + 1

    def letter(self, hex: Hex) -> str:
        """The row of ``hex``, A at the bottom."""
        return ascii_uppercase[self.side - 1 - hex.r]

    def number(self, hex: Hex) -> int:
        """The line of ``hex``, 1 at the left end of the bottom row."""
        return hex.q + self.side

    def name(self, hex: Hex) -> str:
        return f"{self.letter(hex)}{self.number(hex)}"

    def all(self) -> tuple[Hex, ...]:
        """Every hex in canonical order: by letter, then by number."""
        reach = self.side - 1
        return tuple(
            Hex(q, r)
            for r in range(reach, -reach - 1, -1)
            for q in range(-reach, reach + 1)
            if Hex(q, r) in self
        )

    def neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes of the board next to ``hex``, by direction: E, NE, NW, W, SW, SE."""
        steps = (hex.plus(direction.value) for direction in Direction)
        return tuple(step for step in steps if step in self)

    def ray(self, hex: Hex, direction: Direction) -> tuple[Hex, ...]:
        """The hexes from ``hex`` (exclusive) to the rim, nearest first."""
        found = []
        step = hex.plus(direction.value)
        while step in self:
            found.append(step)
            step = step.plus(direction.value)
        return tuple(found)
