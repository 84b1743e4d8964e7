"""The view of a match with dice planets (AST-V2)."""

from __future__ import annotations

from collections.abc import Mapping

from games.astralis.rules import dice
from games.astralis.rules.turn import Position
from games.astralis.sides import Side
from games.astralis.view import AstralisView


class DiceView(AstralisView):
    """The view of a game whose planets are dice, which are what counts."""

    counts = ("point", "points")

    def values(self, side: Side) -> Mapping[int, int]:
        """The dice of a side by hex, in canonical order (AST-V2-02)."""
        return dice.values(self.board, self.planets[side], self.tiles.contested)

    @property
    def scores(self) -> tuple[int, int]:
        """The sums of the dice (AST-V2-05)."""
        yellow, cyan = self.planets
        contested = self.tiles.contested
        return dice.total(self.board, yellow, contested), dice.total(self.board, cyan, contested)

    def points(self, at: Position) -> tuple[int, int]:
        own, opposing, near_own, near_opposing, _, _ = at
        contested = near_own & near_opposing
        return (dice.total(self.board, own, contested), dice.total(self.board, opposing, contested))
