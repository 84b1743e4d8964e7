"""The answers that a seat can give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.astralis.board import HexName


@dataclass(frozen=True, slots=True)
class Place:
    """Place the ship (AST-15): ``A4``."""

    hex: HexName
    kind: Literal["place"] = "place"


@dataclass(frozen=True, slots=True)
class Flight:
    """Where the ship flies from and to, and what it plants there."""

    origin: HexName
    to: HexName
    plant: HexName | None = None


@dataclass(frozen=True, slots=True)
class Turn(Flight):
    """Move the ship and perhaps plant (AST-18): ``A4-D7+E7``, ``A4-D7``."""

    kind: Literal["turn"] = "turn"


@dataclass(frozen=True, slots=True)
class Swap:
    """Exchange the colours instead of taking Cyan's first turn (AST-D25): ``swap``."""

    kind: Literal["swap"] = "swap"


@dataclass(frozen=True, slots=True)
class AskScore:
    """Ask to score the position as it stands (AST-45): ``settle``."""

    kind: Literal["ask"] = "ask"


@dataclass(frozen=True, slots=True)
class AnswerScore:
    """Answer such a request (AST-45): ``agree`` or ``decline``."""

    agree: bool
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, slots=True)
class VariantMove:
    """An answer that there is in a variant only."""

    @property
    def conditions(self) -> tuple[str, ...]:
        """Conditions of conditional moves that it meets, the narrowest first."""
        return ()


Move: TypeAlias = Place | Flight | Swap | AskScore | AnswerScore | VariantMove
