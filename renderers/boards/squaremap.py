"""Boards of squares: where each square lies on the picture, the frame with its coordinates.

Squares have a whole number of pixels, so that all of them have the same
pixels. A map shows a window of the board, whole squares only: all of it, or a
part for a close-up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from games.core.geometry.squares import Base, Facing, Square, column
from renderers.overlay.callouts import Box
from renderers.palette import VOID, Colour
from renderers.scene import Anchor, Area, Art, Caption, Mark, Point, Style


@dataclass(frozen=True, slots=True)
class Window:
    """The squares that are shown: ``columns`` by ``rows`` from (``c``, ``r``)."""

    c: int
    r: int
    columns: int
    rows: int

    @classmethod
    def whole(cls, size: int) -> Window:
        return cls(0, 0, size, size)

    def around(self, bases: tuple[Base, ...], columns: int, rows: int) -> Window:
        """A part of this window with ``bases`` in the middle, ``columns`` by ``rows``.

        Where they do not all fit, the last one is sure to be seen.
        """
        across = [(base.c, base.c + base.side) for base in bases]
        down = [(base.r, base.r + base.side) for base in bases]
        left = _start(across, columns, self.columns)
        top = _start(down, rows, self.rows)
        return Window(left, top, min(columns, self.columns), min(rows, self.rows))

    def shows(self, base: Base) -> bool:
        """Whether any square of ``base`` is in the window."""
        return (
            self.c - base.side < base.c < self.c + self.columns
            and self.r - base.side < base.r < self.r + self.rows
        )

    def squares(self) -> Iterator[Square]:
        for r in range(self.r, self.r + self.rows):
            for c in range(self.c, self.c + self.columns):
                yield Square(c, r)

    @property
    def name(self) -> str:
        """The squares in its corners: ``C4 to R19``."""
        last = Square(self.c + self.columns - 1, self.r + self.rows - 1)
        return f"{Square(self.c, self.r)} to {last}"


def text_grid(
    window: Window, turned: bool, text: Callable[[Square], str], every: int = 0
) -> Iterator[str]:
    """Rows of squares with four characters each, for a fixed-width font; with ``every``, strokes
    and lines between blocks of so many."""
    columns = range(window.c, window.c + window.columns)
    rows = range(window.r, window.r + window.rows)
    if turned:
        columns, rows = columns[::-1], rows[::-1]

    def begins(number: int, first: int) -> bool:
        return number != first and bool(every) and (number + turned) % every == 0

    strokes = {c: "| " * begins(c, columns[0]) for c in columns}
    head = "".join(f"{strokes[c]}{column(c):<4}" for c in columns).rstrip()
    yield f"    {head}"
    for r in rows:
        if begins(r, rows[0]):
            yield f"    {'-' * len(head)}"
        cells = "".join(f"{strokes[c]}{text(Square(c, r)):<4}" for c in columns)
        yield f"{r + 1:<4}{cells}".rstrip()


def span(bases: Sequence[Base]) -> int:
    """How many squares from the first to the last that ``bases`` cover, across or down."""
    across = max(one.c + one.side for one in bases) - min(one.c for one in bases)
    return max(across, max(one.r + one.side for one in bases) - min(one.r for one in bases))


def _start(spans: list[tuple[int, int]], side: int, size: int) -> int:
    """Where a window of ``side`` starts, in one direction."""
    low, high = min(start for start, _ in spans), max(end for _, end in spans)
    if high - low > side:
        low, high = spans[-1]
    return max(0, min((low + high - side) // 2, size - side))


@dataclass(frozen=True, slots=True)
class SquareMap:
    """A window of a board, ``cell`` pixels a square, its upper left corner at (``x``, ``y``).

    ``turned`` has the last row above and the last column at the left.
    """

    window: Window
    cell: int
    x: int
    y: int
    turned: bool = False

    @property
    def wide(self) -> int:
        return self.window.columns * self.cell

    @property
    def high(self) -> int:
        return self.window.rows * self.cell

    @property
    def unit(self) -> int:
        return self.cell

    @property
    def area(self) -> Box:
        return Box(self.x, self.y, self.wide, self.high)

    def bounds(self, place: Base | Square) -> Box:
        base = Base(*place)
        side = base.side * self.cell
        return Box(*self.corner(base), side, side)

    def outline(self, place: Base | Square, radius: int = 0) -> tuple[Point, ...]:
        left, top, wide, high = self.bounds(place)
        right, low, far = left + wide, top + high, radius * self.cell
        return (
            (left - far, top - far), (right + far, top - far),
            (right + far, low + far), (left - far, low + far),
        )  # fmt: skip

    def corner(self, base: Base) -> tuple[int, int]:
        """The upper left pixel of a base, which may lie outside of the window."""
        return self.box(base.c, base.r, base.side, base.side)

    def box(self, c: int, r: int, columns: int, rows: int) -> tuple[int, int]:
        """The upper left pixel of a rectangle of squares with its north-western one at (c, r)."""
        across, down = c - self.window.c, r - self.window.r
        if self.turned:
            across = self.window.columns - across - columns
            down = self.window.rows - down - rows
        return self.x + across * self.cell, self.y + down * self.cell

    def corners(self, window: Window) -> tuple[Point, ...]:
        """The corners of a rectangle of squares, clockwise."""
        x, y = self.box(window.c, window.r, window.columns, window.rows)
        right, low = x + self.cell * window.columns, y + self.cell * window.rows
        return (x, y), (right, y), (right, low), (x, low)

    def centre(self, base: Base) -> tuple[int, int]:
        x, y = self.corner(base)
        half = base.side * self.cell // 2
        return x + half, y + half

    def shown(self, facing: Facing) -> Facing:
        """The direction on the picture."""
        return Facing((facing + 4) % 8) if self.turned else facing

    def rim(self, style: Style, room: int) -> Iterator[Caption]:
        """Letters above and below, numbers at both sides, in margins of ``room`` pixels."""
        half, low = self.cell // 2, style.size * 36 // 100
        right, below = self.x + self.wide, self.y + self.high
        for c in range(self.window.c, self.window.c + self.window.columns):
            x = self.box(c, self.window.r, 1, 1)[0] + half
            for y in (self.y - room // 2 + low, below + room // 2 + low):
                yield _lettering(column(c), x, y, style)
        for r in range(self.window.r, self.window.r + self.window.rows):
            y = self.box(self.window.c, r, 1, 1)[1] + half + low
            for x in (self.x - room // 2, right + room // 2):
                yield _lettering(str(r + 1), x, y, style)

    def lines(self, every: int, width: int, colour: Colour) -> Iterator[Mark]:
        """Thick lines between blocks of ``every`` squares, those around the board included."""
        window, half = self.window, width // 2
        upright, level = bar(width, self.high, colour), bar(self.wide + width, width, colour)
        for c in range(window.c, window.c + window.columns + 1):
            if c % every == 0:
                yield upright, self.box(c, window.r, 0, 0)[0] - half, self.y
        for r in range(window.r, window.r + window.rows + 1):
            if r % every == 0:
                yield level, self.x - half, self.box(window.c, r, 0, 0)[1] - half

    def mats(self, room: int) -> Iterator[Mark]:
        """Four bars over the margins: they cover what reaches out of the window."""
        return mats(self.area, room)


def mats(area: Box, room: int) -> Iterator[Mark]:
    """Four bars around an area."""
    x, y, wide, high = map(round, area)
    upright, level = bar(room, high + 2 * room, VOID), bar(wide, room, VOID)
    yield upright, x - room, y - room
    yield upright, x + wide, y - room
    yield level, x, y - room
    yield level, x, y + high


def _lettering(text: str, x: int, y: int, style: Style) -> Caption:
    anchor: Anchor = "middle"
    return Caption(text, x, y, style, anchor)


@cache
def bar(wide: int, high: int, colour: Colour) -> Art:
    """A plain rectangle."""
    return Art(wide, high, colour, (Area(((0, 0), (wide, 0), (wide, high), (0, high)), colour),))
