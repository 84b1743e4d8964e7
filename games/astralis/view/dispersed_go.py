"""The view of a match of Dispersed Go (AST-V4): stones for planets, and no ships."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from games.astralis.agreement import EndKind
from games.astralis.board import Bits, StoredHex, StoredHexes, name, names
from games.astralis.rules import dispersed_go as go
from games.astralis.sides import Piece, Side
from games.astralis.view import AstralisView, Score
from games.astralis.view.threats import Threats


@dataclass(frozen=True, slots=True)
class LastStone:
    """The last turn of ``side``: its stone, ``None`` for a pass, and what it took."""

    side: Side
    hex: StoredHex | None
    captured: StoredHexes = 0


@dataclass(frozen=True, slots=True)
class Group:
    """Connected stones of a side with their liberties (AST-V4-06)."""

    side: Side
    stones: Bits
    liberties: Bits


@dataclass(frozen=True)
class DispersedGoView(AstralisView):
    """A match in which stones are placed.

    ``history``  the arrangements of Yellow's and Cyan's stones before the present one (AST-V4-09)
    ``passes``   the passes in a row up to now (AST-V4-10)
    ``stone``    the last turn that a player took
    """

    history: tuple[tuple[StoredHexes, StoredHexes], ...] = ()
    passes: int = 0
    stone: LastStone | None = None

    has_ships: ClassVar[bool] = False
    piece: ClassVar[Piece] = "stone"
    lands: ClassVar[str] = "places a stone on {}"
    end_kind: ClassVar[EndKind] = "passed"
    end_rule: ClassVar[str] = "AST-V4-10"
    settle_rule: ClassVar[str] = "AST-44"
    turn_help: ClassVar[str] = "Write the hex for your stone, such as E7, or pass."
    replaced: ClassVar[Mapping[str, str]] = {"AST-05": "AST-V4-03"}

    @property
    def play(self) -> go.Position:
        """The stones as the side to move sees them, and what must not come back."""
        return go.position(self.planets, self.to_move, self.history)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """All groups in the order of their first stones."""
        board = self.board
        free = go.liberties(board, self.planets[0] | self.planets[1])
        found = [
            Group(side, group, free & board.near(group))
            for side in Side
            for group in go.groups(board, self.planets[side])
        ]
        return tuple(sorted(found, key=lambda group: group.stones & -group.stones))

    @cached_property
    def territory(self) -> tuple[Bits, Bits]:
        """The unexplored hexes that each side surrounds (AST-V4-11)."""
        return go.area(self.board, self.planets)[1]

    @property
    def scores(self) -> tuple[int, int]:
        """Stones, the hexes next to own stones alone, and territory (AST-V4-11)."""
        tiles, (yellow, cyan) = self.tiles, self.territory
        return (tiles.yellow | yellow).bit_count(), (tiles.cyan | cyan).bit_count()

    def score(self) -> Score:
        """The score as it stands; ``unexplored`` are those hexes that are nobody's territory."""
        yellow, cyan = self.scores
        nobodys = self.tiles.unexplored & ~(self.territory[0] | self.territory[1])
        contested = self.tiles.contested.bit_count()
        return Score(yellow, cyan, contested, nobodys.bit_count(), cyan + self.komi)

    @property
    def last_played(self) -> tuple[Side, str] | None:
        if self.stone is None:
            return None
        return self.stone.side, "PASS" if self.stone.hex is None else name(self.stone.hex)

    @property
    def captured(self) -> Bits:
        return 0 if self.stone is None else self.stone.captured

    @property
    def focus(self) -> tuple[int, ...]:
        return () if self.stone is None or self.stone.hex is None else (self.stone.hex,)

    @property
    def may_ask(self) -> bool:
        """Never: every match ends by passes (AST-V4-10)."""
        return False

    @property
    def pending(self) -> int | None:
        return None

    def threats(self, side: Side) -> Threats:
        return Threats()

    @property
    def grounded(self) -> str:
        if self.phase != "playing" or go.placements(self.board, self.play):
            return ""
        return "it could place no stone"

    @property
    def barred(self) -> Bits:
        """Free hexes where the side to move may not place a stone (AST-V4-08, AST-V4-09)."""
        stones = self.planets[0] | self.planets[1]
        return go.free(self.board, stones) & ~go.placements(self.board, self.play)

    @property
    def doomed(self) -> tuple[str, ...]:
        """Stones without a liberty, which no turn leaves on the board (AST-V4-07)."""
        return names(sum(group.stones for group in self.groups if not group.liberties))
