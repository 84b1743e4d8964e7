"""Squares as bits, distances, and corners between type C squares (CSW-49 to 51, CSW-73).

A set of squares is a whole number with a bit for each; bits count in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Annotated, Any, TypeAlias

from pydantic import BeforeValidator, PlainSerializer

from games.core.geometry.squares import Facing, Square, square

Bits: TypeAlias = int
STRAIGHT = (Facing.N, Facing.E, Facing.S, Facing.W)


@lru_cache(maxsize=64)
def board_of(rows: tuple[str, ...], orthogonal: bool) -> Board:
    return Board(rows, orthogonal=orthogonal)


class Board:
    """A map under one way of measuring (CSW-D05)."""

    def __init__(self, rows: tuple[str, ...], *, orthogonal: bool) -> None:
        self.rows, self.orthogonal = rows, orthogonal
        self.columns = len(rows[0])
        self.all: Bits = int("1" * self.columns * len(rows), 2)
        self.cliffs = self.of_type("C")
        self.facings = STRAIGHT if orthogonal else tuple(Facing)
        """The directions of neighbours, clockwise from north."""
        self._around: dict[Square, tuple[Square, ...]] = {}

    def __contains__(self, square: Square) -> bool:
        return 0 <= square.c < self.columns and 0 <= square.r < len(self.rows)

    def type(self, square: Square) -> str:
        return self.rows[square.r][square.c]

    def of_type(self, wanted: str) -> Bits:
        text = "".join(self.rows)
        return sum(1 << at for at, each in enumerate(text) if each == wanted)

    # --- Sets of squares ---

    def bit(self, square: Square) -> Bits:
        return 1 << square.r * self.columns + square.c

    def bits(self, squares: Iterable[Square]) -> Bits:
        found = 0
        for each in squares:
            found |= self.bit(each)
        return found

    def squares(self, bits: Bits) -> Iterator[Square]:
        """The squares that the bits stand for, in reading order."""
        while bits:
            lowest = bits & -bits
            yield self._squares[lowest.bit_length() - 1]
            bits ^= lowest

    @cached_property
    def _squares(self) -> tuple[Square, ...]:
        rows = range(len(self.rows))
        return tuple(Square(c, r) for r in rows for c in range(self.columns))

    # --- Neighbours ---

    def spread(self, bits: Bits, *, flying: bool = True) -> Bits:
        """The squares next to any of ``bits``; for ground units without steps across a forbidden
        corner (CSW-51)."""
        found = 0
        for shift, leave, leave_on_ground in self._steps:
            begun = bits & (leave if flying else leave_on_ground)
            found |= begun << shift if shift > 0 else begun >> -shift
        return found

    def around(self, square: Square) -> tuple[Square, ...]:
        """Its neighbours on the board, clockwise from north."""
        if square not in self._around:
            each = (square.plus(facing) for facing in self.facings)
            self._around[square] = tuple(next_to for next_to in each if next_to in self)
        return self._around[square]

    def distance(self, one: Square, other: Square) -> int:
        columns, rows = abs(one.c - other.c), abs(one.r - other.r)
        return columns + rows if self.orthogonal else max(columns, rows)

    def within(self, square: Square, distance: int) -> Iterator[Square]:
        """All squares within a distance of a square, in reading order."""
        for r in range(square.r - distance, square.r + distance + 1):
            for c in range(square.c - distance, square.c + distance + 1):
                found = Square(c, r)
                if found in self and self.distance(square, found) <= distance:
                    yield found

    def is_cornered(self, one: Square, other: Square) -> bool:
        """Whether a diagonal step leads between two type C squares (CSW-51, CSW-76)."""
        if one.c == other.c or one.r == other.r:
            return False
        corners = Square(one.c, other.r), Square(other.c, one.r)
        return all(self.type(corner) == "C" for corner in corners)

    @cached_property
    def _steps(self) -> tuple[tuple[int, Bits, Bits], ...]:
        """By direction: how far bits shift, and the squares that flying and ground units can leave
        that way."""
        found = []
        for facing in self.facings:
            dc, dr = facing.step
            inside = [square for square in self._squares if square.plus(facing) in self]
            free = [each for each in inside if not self.is_cornered(each, each.plus(facing))]
            found.append((dr * self.columns + dc, self.bits(inside), self.bits(free)))
        return tuple(found)


def _read(value: Any) -> Square:
    found = square(value) if isinstance(value, str) else value
    if not isinstance(found, Square):
        raise ValueError("a square is given by its name")
    return found


StoredSquare: TypeAlias = Annotated[
    Square, BeforeValidator(_read), PlainSerializer(str, return_type=str)
]
"""A square, on the board or not; in JSON its name, ``"E7"``."""
