"""What computer players know of Dispersed Go."""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar, Self

from games.astralis.board import Board, members, name
from games.astralis.computer.search import Reply
from games.astralis.moves import Move
from games.astralis.rules import dispersed_go as go
from games.astralis.variants.dispersed_go import Placement
from games.astralis.view import AstralisView
from games.astralis.view.dispersed_go import DispersedGoView

WON = 100.0
"""What it is worth to end a match that is won, rather than play on for more, in hexes."""
SAFE = 0.3
"""What a liberty is worth, in hexes."""


@dataclass(frozen=True, slots=True)
class Stones:
    """Implements ``games.astralis.computer.search.Kernel``. A pass ends the match if the one before
    was a pass as well; that is asked of the first turn only."""

    board: Board
    passed: bool
    cost: ClassVar[int] = 3

    @classmethod
    def of(cls, view: AstralisView) -> Self:
        assert isinstance(view, DispersedGoView)
        return cls(view.board, bool(view.passes))

    def position(self, view: AstralisView) -> go.Position:
        assert isinstance(view, DispersedGoView)
        return view.play

    def move(self, view: AstralisView, turn: int | None) -> Move:
        return Placement(None if turn is None else name(turn))

    def place(self, turn: int | None) -> int | None:
        return turn

    def replies(self, at: go.Position, komi: float, choice: int) -> list[Reply[go.Position]]:
        found = []
        for hex in members(go.placements(self.board, at)):
            outcome = go.place(self.board, at, hex)
            if outcome is not None:
                after = outcome.position
                found.append(Reply(-self.value(after, -komi), hex, after, False))
        passes = at.turned()
        if self.passed and choice > 1:
            found.append(Reply(self._ended(at, komi), None, passes, True))
        else:
            found.append(Reply(-self.value(passes, -komi), None, passes, False))
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def value(self, at: go.Position, komi: float) -> float:
        """How far the side that moves is ahead in control, and in liberties."""
        own, opposing = at.own, at.opposing
        near = self.board.near
        near_own, near_opposing = near(own), near(opposing)
        mine, theirs = own | near_own & ~near_opposing, opposing | near_opposing & ~near_own
        free = go.liberties(self.board, own | opposing)
        liberties = (free & near_own).bit_count() - (free & near_opposing).bit_count()
        return mine.bit_count() - theirs.bit_count() + SAFE * liberties + komi

    def _ended(self, at: go.Position, komi: float) -> float:
        tiles, territory = go.area(self.board, at.arrangement)
        area = [(tiles.of(side) | territory[side]).bit_count() for side in (at.side, at.side.other)]
        lead = area[0] - area[1] + komi
        return lead + (WON if lead > 0 else -WON)
