"""The backdrop: ground, scenery and coordinates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.astral_sailors.content.catalogue import QUADRANT, PieceKind, quadrant_name
from games.astral_sailors.table import Scenery
from games.core.geometry.squares import Base, Square
from renderers import palette as c
from renderers.astral_sailors.scenery import ground_of, piece_of
from renderers.boards.inset import Inset, SmallBoard
from renderers.boards.squaremap import SquareMap, Window
from renderers.palette import Colour
from renderers.scene import Caption, Disc, Drawing, Mark, Style

WIDE = 1672
"""The width of the picture of the smallest board."""

_CELLS = {16: 96, 24: 80, 32: 72}
"""The width of a square of a whole board, by its size."""
_CLOSE = 96
"""Of every part, so that what is painted for one serves the next."""

INSET = 270
"""The side of the whole board in small, beside the lines about the last action."""


UNIT = 1.45
"""How much larger than usual is what stands around the smallest board."""
HEAD = 112


@dataclass(frozen=True, slots=True)
class SailorsLayout:
    """The layout of a picture: the board in a margin of ``room`` for its coordinates, and the lines
    about the last action below it from ``strip`` on."""

    map: SquareMap
    size: int
    room: int
    width: int
    strip: int

    @property
    def scale(self) -> float:
        return scale_for(self.width)

    def px(self, length: float) -> int:
        """A length of the smallest board, on this one."""
        return round(length * self.scale)

    @property
    def unit(self) -> float:
        """How much larger than usual is what stands around the board."""
        return UNIT * self.scale


def scale_for(width: int) -> float:
    """How much larger lettering is than on the smallest board: half as much as the picture is
    wider, or the lines around a large board would take more room than the board; on a narrower
    part as much smaller as the picture."""
    share = width / WIDE
    return min(share, (1 + share) / 2)


def plan_for(size: int, turned: bool, window: Window | None, bare: bool) -> SailorsLayout:
    """The plan of the whole board, of a close-up, or ``bare`` of a picture without a board."""
    shown = window or Window.whole(size)
    cell = _CLOSE if window else _CELLS.get(size, 72)
    room = 68 if shown.columns * cell <= 1600 else 72
    width = shown.columns * cell + 2 * room
    head = round(HEAD * scale_for(width))
    board = SquareMap(shown, cell, room, head + room, turned)
    strip = head + (0 if bare else 2 * room + shown.rows * cell)
    return SailorsLayout(board, size, room, width, strip)


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The backdrop of all boards of this layout; the names of quadrants and the pieces on it;
    which squares are covered, and where the names stand."""

    plan: SailorsLayout
    drawing: Drawing
    marks: tuple[Mark, ...]
    covered: frozenset[Square]
    names: dict[Square, str]


@lru_cache(maxsize=16)
def field_for(
    plan: SailorsLayout, pieces: tuple[Scenery, ...], kinds: tuple[PieceKind, ...]
) -> Backdrop:
    """The field of a board with these pieces; ``kinds`` are theirs."""
    covered = frozenset(
        at for piece, kind in zip(pieces, kinds, strict=True) for at in piece.squares(kind)
    )
    names = _names(plan.map, covered)
    marks = [ground(plan.map, names, square) for square in names]
    marks += _pieces(plan.map, pieces, kinds)
    return Backdrop(plan, _empty(plan), tuple(marks), covered, names)


@lru_cache(maxsize=16)
def _empty(plan: SailorsLayout) -> Drawing:
    marks = [ground(plan.map, {}, square) for square in plan.map.window.squares()]
    captions = tuple(plan.map.rim(_rim(plan), plan.room))
    return Drawing(plan.width, plan.strip, c.VOID, tuple(marks), captions)


def _rim(plan: SailorsLayout) -> Style:
    size = 38 if plan.map.cell >= 80 else 36
    return Style(size, c.MUTED, c.VOID)


def mats(plan: SailorsLayout) -> Iterator[Mark]:
    """Cover what reaches out of a close-up: at most two squares of a unit or a piece."""
    return plan.map.mats(max(plan.room, 3 * plan.map.cell))


def rim(plan: SailorsLayout) -> Iterator[Caption]:
    """The coordinates once more, for the mats of a close-up."""
    return plan.map.rim(_rim(plan), plan.room)


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


def _pieces(
    grid: SquareMap, pieces: Sequence[Scenery], kinds: Sequence[PieceKind]
) -> Iterator[Mark]:
    window = grid.window
    for piece, kind in zip(pieces, kinds, strict=True):
        wide, high = kind.extent(piece.turned)
        across = window.c - wide < piece.c < window.c + window.columns
        if across and window.r - high < piece.r < window.r + window.rows:
            yield piece_of(kind, piece.turned, grid.cell), *grid.box(piece.c, piece.r, wide, high)


def whole_in_small(
    plan: SailorsLayout,
    pieces: tuple[Scenery, ...],
    kinds: tuple[PieceKind, ...],
    units: Iterable[tuple[Base, Colour]],
) -> Inset:
    """The whole board in small."""
    side = plan.px(INSET)
    board = SquareMap(Window.whole(plan.size), 8, 0, 0, plan.map.turned)
    dots = [Disc(*board.centre(base), 3.6 * base.side, colour) for base, colour in units]
    return _small(board, pieces, kinds, side).inset(dots, board.corners(plan.map.window))


@lru_cache(maxsize=16)
def _small(
    board: SquareMap, pieces: tuple[Scenery, ...], kinds: tuple[PieceKind, ...], side: int
) -> SmallBoard:
    ground = [
        (board.corners(Window(piece.c, piece.r, *kind.extent(piece.turned))), c.STONE_DARK)
        for piece, kind in zip(pieces, kinds, strict=True)
    ]
    return SmallBoard.of(board.corners(board.window), ground, side)


def _names(board: SquareMap, covered: frozenset[Square]) -> dict[Square, str]:
    """The names of the quadrants by their first squares, as far as those are free."""
    return {
        square: quadrant_name(square.c // QUADRANT, square.r // QUADRANT)
        for square in board.window.squares()
        if not square.r % QUADRANT and not square.c % QUADRANT and square not in covered
    }
