"""The two sides (AST-01)."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, TypeAlias, TypeVar

T = TypeVar("T")

Mover: TypeAlias = Literal["ship", "bee"]
"""What each side moves."""

Piece: TypeAlias = Literal["planet", "flower", "stone"]
"""What the sides put on the board."""


class Side(IntEnum):
    """A side; also the index of what belongs to it in pairs."""

    YELLOW = 0
    CYAN = 1

    @property
    def other(self) -> Side:
        return Side.CYAN if self is Side.YELLOW else Side.YELLOW

    @property
    def label(self) -> str:
        """The side's name for people."""
        return "Yellow" if self is Side.YELLOW else "Cyan"


def pair(side: Side, its: T, others: T) -> tuple[T, T]:
    """Two things in the order Yellow, Cyan, when ``its`` is that of ``side``."""
    return (its, others) if side is Side.YELLOW else (others, its)
