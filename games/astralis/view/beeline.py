"""The view of a match of Beeline (AST-V3): flowers stand for planets, bees for ships."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from games.astralis.agreement import EndKind
from games.astralis.board import Bits
from games.astralis.rules import beeline
from games.astralis.rules.turn import Position
from games.astralis.sides import Mover, Piece, Side
from games.astralis.view import AstralisView, Score
from games.astralis.view.threats import Threats

KOMI = 0.5
"""What Cyan adds (AST-V3-06)."""


class BeelineView(AstralisView):
    """A match in which flowers count, and nothing is controlled or awarded (AST-V3-04)."""

    flies_over: ClassVar[bool] = False
    mover: ClassVar[Mover] = "bee"
    piece: ClassVar[Piece] = "flower"
    plants_as: ClassVar[str] = "*"
    counts: ClassVar[tuple[str, str]] = ("flower", "flowers")
    end_kind: ClassVar[EndKind] = "grown"
    end_rule: ClassVar[str] = "AST-V3-05"
    turn_help: ClassVar[str] = (
        "Write {start}-TO, with a hex such as E7 for TO, and * behind it to plant on the next hex "
        "of the line. You may leave out {start}-."
    )
    replaced: ClassVar[Mapping[str, str]] = {
        "AST-19": "AST-V3-07",
        **dict.fromkeys(("AST-21", "AST-22", "AST-23", "AST-32"), "AST-V3-02"),
        "AST-05": "AST-V3-03",
    }

    @property
    def komi(self) -> float:
        return KOMI

    @cached_property
    def plantable(self) -> Bits:
        """Where flowers can still be planted some day (AST-V3-05)."""
        flowers = self.planets[0] | self.planets[1]
        return beeline.plantable(self.board, flowers, self.board.near(flowers))

    @property
    def scores(self) -> tuple[int, int]:
        """The flowers of both sides (AST-V3-06)."""
        return self.planets[0].bit_count(), self.planets[1].bit_count()

    def score(self) -> Score:
        """The flowers; ``unexplored`` are the hexes that can still be planted."""
        yellow, cyan = self.scores
        return Score(yellow, cyan, 0, self.plantable.bit_count(), cyan + self.komi)

    def points(self, at: Position) -> tuple[int, int]:
        return at.own.bit_count(), at.opposing.bit_count()

    def is_over(self, at: Position) -> bool:
        near = at.near_own | at.near_opposing
        return not beeline.plantable(self.board, at.own | at.opposing, near)

    def is_stuck(self, at: Position) -> bool:
        return beeline.is_stuck(self.board, at)

    @property
    def pending(self) -> int | None:
        return None

    def threats(self, side: Side) -> Threats:
        return Threats()
