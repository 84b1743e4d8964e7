"""The view of a match with simplified turns (AST-V1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.astralis.board import Bits, StoredHexes, names
from games.astralis.rules import ending as results
from games.astralis.rules.terms import Tiles, tiles
from games.astralis.sides import Side
from games.astralis.view import AstralisView, Score
from games.astralis.view.threats import Threats


@dataclass(frozen=True)
class SimplifiedView(AstralisView):
    """Planets and ships alone say how a match stands, until its end.

    ``awards``  where the planet that a side has claimed waits for the other ship to leave
    ``wrong``   the claims of the last turn that were wrong
    """

    awards: tuple[StoredHexes, StoredHexes] = (0, 0)
    wrong: StoredHexes = 0

    @property
    def covered(self) -> bool:
        return self.phase != "over"

    @cached_property
    def tiles(self) -> Tiles:
        """The tiles: none before the end (AST-V1-01)."""
        if self.covered:
            return Tiles(0, 0, 0, self.board.mask)
        return tiles(self.board, *self.planets)

    @property
    def scores(self) -> tuple[int, int]:
        """What is counted at the end (AST-V1-07)."""
        return results.score(tiles(self.board, *self.planets))

    def score(self) -> Score:
        """The score: nothing is counted before the end (AST-V1-01)."""
        if self.covered:
            return Score(0, 0, 0, self.board.mask.bit_count(), self.komi)
        return super().score()

    @property
    def remarks(self) -> tuple[str, ...]:
        """The wrong claims of the last turn (AST-V1-04)."""
        found = names(self.wrong)
        return (f"wrong claim{'s' * (len(found) > 1)} {' '.join(found)}",) if found else ()

    @property
    def due(self) -> Bits:
        return self.awards[self.to_move.other]

    @property
    def pending(self) -> int | None:
        """The hex on which a side gets the planet that it has claimed (AST-V1-06)."""
        waiting = self.awards[Side.YELLOW] | self.awards[Side.CYAN]
        return waiting.bit_length() - 1 if waiting else None

    def threats(self, side: Side) -> Threats:
        """None are told (AST-V1-01)."""
        return Threats()
