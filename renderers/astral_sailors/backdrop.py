"""The backdrop: ground, scenery, coordinates and legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.astral_sailors.content.catalogue import Class, PieceKind
from games.astral_sailors.table import QUADRANT, Piece
from games.core.geometry.squares import Facing, Square
from renderers import paint
from renderers import palette as c
from renderers.astral_sailors.scenery import ground_of, piece_of, swatch_of
from renderers.astral_sailors.units import Sign, UnitLook, sign_of, unit_of
from renderers.glyphs import star
from renderers.lettering import drawable
from renderers.palette import Colour
from renderers.scene import Area, Art, Caption, Drawing, Mark, Style
from renderers.squaremap import SquareMap, Window

WIDE = 836
"""The width of the picture of the smallest board."""

EDGE = 16
"""Between the edge of the picture and what stands in it, at that width."""

_CELLS = {16: 48, 24: 40, 32: 36}
_CLOSE = 48


@dataclass(frozen=True, slots=True)
class Plan:
    """The layout of a picture.

    ``room``   margin around the board, for its coordinates
    ``strip``  y of the lines about the last action; ``cards`` that of the roster
    ``legend`` y of the legend; 0 for none
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
    def legend(self) -> int:
        return self.cards + self.rows * self.px(CARD_STEP)


CARD_STEP = 102
STRIP_LINES = 3
STRIP_STEP = 32
HEAD = 56


def scale_for(width: int) -> float:
    """How much larger lettering is than on the smallest board: half as much as the picture is
    wider, or the lines around a large board would take more room than the board."""
    return (1 + width / WIDE) / 2


def plan_for(size: int, seats: int, turned: bool, window: Window | None) -> Plan:
    """The plan of the whole board, or of a close-up."""
    shown = window or Window.whole(size)
    cell = _CLOSE if window else _CELLS.get(size, 36)
    side = max(shown.columns, shown.rows) * cell
    room = 34 if side <= 800 else 36
    width = shown.columns * cell + 2 * room
    scale = scale_for(width)
    head = round(HEAD * scale)
    board = SquareMap(shown, cell, room, head + room, turned)
    strip = head + 2 * room + shown.rows * cell
    cards = strip + round((STRIP_LINES * STRIP_STEP + 14) * scale)
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
    marks += plan.map.lines(QUADRANT, 3, c.STAR)
    if plan.map.window != Window.whole(plan.size):
        marks += mats(plan)
    captions = [*plan.map.rim(_rim(plan), plan.room)]
    height = plan.legend
    if plan.rows:
        signs, words, height = _legend(plan, tuple(dict.fromkeys(kinds)))
        marks += signs
        captions += words
    drawing = Drawing(plan.width, height, c.VOID, tuple(marks), tuple(captions))
    return Field(plan, drawing, covered, names)


def _rim(plan: Plan) -> Style:
    size = 19 if plan.map.cell >= 40 else 18
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


def _legend(plan: Plan, kinds: Sequence[PieceKind]) -> tuple[list[Mark], list[Caption], int]:
    """The signs of units, and every kind of scenery on the board; and the height of it all."""
    marks: list[Mark] = []
    captions: list[Caption] = []
    size, icon = plan.px(17), plan.px(28)
    style = Style(size, c.MUTED, c.VOID, bold=False)
    items = [*_signs(icon + icon % 2), *((_swatch(kind, icon), _nature(kind)) for kind in kinds)]
    left, right = plan.px(EDGE), plan.width - plan.px(EDGE)
    x, y, step = left, plan.legend + plan.px(8), plan.px(35)
    for number, (art, text) in enumerate(items):
        long = art.width + plan.px(5) + paint.width(text, style)
        if x > left and (x + long > right or number == _SIGNS):
            x, y = left, y + step
        marks.append((art, x, y + (icon - art.height) // 2))
        captions.append(Caption(text, x + art.width + plan.px(5), y + icon // 2 + size // 3, style))
        x += long + plan.px(15)
    return marks, captions, y + step + plan.px(6)


def _swatch(kind: PieceKind, icon: int) -> Art:
    return swatch_of(kind, icon * 3 // 2, icon)


def _nature(kind: PieceKind) -> str:
    """``Woods: soft, difficult``; heights and Damage stand on the pieces."""
    ways = {"difficult": "difficult", "crossable": "no stopping", "impassable": "closed"}
    said: list[str] = [kind.opacity] if kind.height and kind.opacity else []
    if kind.entry in ways and said != ["solid"]:
        said.append(ways[kind.entry])
    if kind.entry == "crossable":
        said.append(ways["crossable"])
    name = drawable(kind.name)
    return f"{name}: {', '.join(said)}" if said else name


def _signs(icon: int) -> Iterator[tuple[Art, str]]:
    """A unit that may act, one that has, and what the marks on them say."""
    north = Facing.N
    plain = UnitLook("R2", 0, "troop", 1, north, "ready", 1, 1, -1)
    big = icon * 5 // 4
    yield unit_of(plain, big), "ready"
    yield unit_of(plain._replace(state="done"), big), "activated"
    leader = Area(star(icon / 2, icon / 2, icon * 0.4), c.WHITE)
    yield Art(icon, icon, c.VOID, (leader,)), "Commander"
    for sign, text in _SMALL:
        yield Art(icon // 2, icon, c.VOID, tuple(sign_of(sign, icon / 4, icon / 2, icon))), text
    for category, text in _CLASSES:
        yield unit_of(plain._replace(code="", category=category), icon), text
    yield unit_of(plain._replace(code="", flying=True), icon), "flies"
    yield unit_of(plain._replace(code="", cover=True), icon), "Cover"
    yield unit_of(plain._replace(code="", poison=2), icon), "poison"


_SMALL: tuple[tuple[Sign, str], ...] = (
    ("left", "RE"),
    ("lost", "lost"),
    ("ap", "AP"),
    ("shot", "has shot"),
)

_CLASSES: tuple[tuple[Class, str], ...] = (
    ("troop", "troop"),
    ("machine", "machine"),
    ("mercenary", "mercenary"),
    ("civilian", "civilian"),
)

_SIGNS = 14
"""How many signs there are; scenery starts on a line of its own."""
