"""The backdrop: ground, scenery and coordinates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.table import QUADRANT, Piece
from games.core.geometry.squares import Square
from renderers import palette as c
from renderers.astral_sailors.scenery import ground_of, piece_of
from renderers.palette import Colour
from renderers.scene import Caption, Drawing, Mark, Style
from renderers.squaremap import SquareMap, Window

WIDE = 1672
"""The width of the picture of the smallest board."""

EDGE = 32
"""Between the edge of the picture and what stands in it, at that width."""

_CELLS = {16: 96, 24: 80, 32: 72}
_CLOSE = 96


@dataclass(frozen=True, slots=True)
class Plan:
    """The layout of a picture.

    ``room``   margin around the board, for its coordinates
    ``strip``  y of the lines about the last action; ``cards`` that of the roster
    ``rows``   of the roster
    """

    map: SquareMap
    size: int
    room: int
    width: int
    strip: int
    cards: int
    rows: int

    @property
    def scale(self) -> float:
        return scale_for(self.width)

    def px(self, length: float) -> int:
        """A length of the smallest board, on this one."""
        return round(length * self.scale)

    @property
    def height(self) -> int:
        return self.cards + self.rows * self.px(CARD_STEP)


CARD_STEP = 204
STRIP_LINES = 4
STRIP_STEP = 66
HEAD = 112


def scale_for(width: int) -> float:
    """How much larger lettering is than on the smallest board: half as much as the picture is
    wider, or the lines around a large board would take more room than the board."""
    return (1 + width / WIDE) / 2


def plan_for(
    size: int, seats: int, turned: bool, window: Window | None, *, bare: bool = False
) -> Plan:
    """The plan of the whole board, of a close-up, or ``bare`` of a picture without a board."""
    shown = window or Window.whole(size)
    cell = _CLOSE if window else _CELLS.get(size, 72)
    room = 68 if shown.columns * cell <= 1600 else 72
    width = shown.columns * cell + 2 * room
    scale = scale_for(width)
    head = round(HEAD * scale)
    board = SquareMap(shown, cell, room, head + room, turned)
    strip = head + (0 if bare else 2 * room + shown.rows * cell)
    cards = strip + round(((1 if bare else STRIP_LINES) * STRIP_STEP + 28) * scale)
    return Plan(board, size, room, width, strip, cards, 0 if window else (seats + 1) // 2)


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The backdrop, which squares are covered there, and where the names of quadrants stand."""

    plan: Plan
    drawing: Drawing
    covered: frozenset[Square]
    names: dict[Square, str]


@lru_cache(maxsize=16)
def field_for(plan: Plan, pieces: tuple[Piece, ...], kinds: tuple[PieceKind, ...]) -> Field:
    """The field of a board with these pieces; ``kinds`` are theirs."""
    covered = frozenset(
        Square(c, r)
        for piece, kind in zip(pieces, kinds, strict=True)
        for c in range(piece.c, piece.c + _lying(piece, kind)[0])
        for r in range(piece.r, piece.r + _lying(piece, kind)[1])
    )
    names = _names(plan.map, covered)
    marks = [
        ground(plan.map, names, square)
        for square in plan.map.window.squares()
        if square not in covered
    ]
    marks += _pieces(plan.map, pieces, kinds)
    marks += plan.map.lines(QUADRANT, 6, c.STAR)
    if plan.map.window != Window.whole(plan.size):
        marks += mats(plan)
    captions = tuple(plan.map.rim(_rim(plan), plan.room))
    drawing = Drawing(plan.width, plan.height, c.VOID, tuple(marks), captions)
    return Field(plan, drawing, covered, names)


def _rim(plan: Plan) -> Style:
    size = 38 if plan.map.cell >= 80 else 36
    return Style(size, c.MUTED, c.VOID)


def mats(plan: Plan) -> Iterator[Mark]:
    """Cover what reaches out of a close-up: at most two squares of a unit or a piece."""
    return plan.map.mats(max(plan.room, 3 * plan.map.cell))


def rim(plan: Plan) -> Iterator[Caption]:
    """The coordinates once more, for the mats of a close-up."""
    return plan.map.rim(_rim(plan), plan.room)


def _lying(piece: Piece, kind: PieceKind) -> tuple[int, int]:
    return (kind.rows, kind.columns) if piece.turned else (kind.columns, kind.rows)


def ground(
    grid: SquareMap,
    names: dict[Square, str],
    square: Square,
    tint: Colour | None = None,
    *,
    striped: bool = False,
) -> Mark:
    """A square of open ground in its place."""
    odd = (square.c + square.r) % 2 == 1
    art = ground_of(grid.cell, odd, tint, striped, names.get(square, ""))
    return art, *grid.box(square.c, square.r, 1, 1)


def _pieces(grid: SquareMap, pieces: Sequence[Piece], kinds: Sequence[PieceKind]) -> Iterator[Mark]:
    window = grid.window
    for piece, kind in zip(pieces, kinds, strict=True):
        wide, high = _lying(piece, kind)
        if (
            window.c - wide < piece.c < window.c + window.columns
            and window.r - high < piece.r < window.r + window.rows
        ):
            yield piece_of(kind, piece.turned, grid.cell), *grid.box(piece.c, piece.r, wide, high)


def _names(board: SquareMap, covered: frozenset[Square]) -> dict[Square, str]:
    """The names of the quadrants by their first squares, as far as those are free."""
    return {
        square: f"Q{square.c // QUADRANT + 1}-{square.r // QUADRANT + 1}"
        for square in board.window.squares()
        if not square.r % QUADRANT and not square.c % QUADRANT and square not in covered
    }
