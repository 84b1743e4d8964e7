"""Pictures of open tables: where a table lies, its ruler, and how large its parts are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar, TypeVar

from games.core.geometry import plane
from games.core.geometry.plane import Board, Disc, Rectangle, Scale
from games.core.overlay import Loss, Overlay
from renderers.boards import planemap
from renderers.boards.planemap import PlaneMap
from renderers.cards.sides import Part
from renderers.overlay.callouts import Box
from renderers.palette import MUTED, VOID
from renderers.parts import BoardScene
from renderers.scene import Caption, Drawing, Mark, Style

HEAD, RIM = 64, 36
"""Pixels for the line above the table, and above and below the table for the ruler."""
QUARTER = 4
"""A part that is larger than usual is still at most a quarter of the table."""
STEPS = (1 / 2, 2 / 3, 1, 4 / 3, 5 / 3, 2)
"""How wide close-ups are, as shares of the usual width."""
_BLOCK = 768
"""Pixels of a block of the ground of parts, at most, where it is not the smallest there can be."""
_NUMBERS = Style(20, MUTED, VOID)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Where tables lie on the pictures of a game; lengths of tables are in units of ``scale``.

    ``wide``   pixels of the picture
    ``most``   pixels of a table or a part across; a table is at most a quarter higher
    ``every``  lines of the grid and numbers of the ruler
    ``usual``  the width of a part, which is three quarters as high
    ``crowd``  where two places are nearer to each other, a close-up may be smaller
    """

    scale: Scale
    wide: int
    most: int
    every: int
    usual: int
    crowd: int = 0

    def plan(self, table: Board, window: Rectangle | None, turned: bool, marker: int) -> PlaneMap:
        """The map of a table or a part; ``marker`` is the radius of what stands at a point."""
        part, unit = window or planemap.whole(table), self.scale.unit
        wide, high = part.x1 - part.x0, part.y1 - part.y0
        per = min(self.most * unit // wide, self.most * 5 // 4 * unit // high)
        x = (self.wide - wide * per // unit) // 2
        return PlaneMap(table, self.scale, part, per, x, HEAD + RIM, marker, turned)

    def per(self, wide: int) -> int:
        """Pixels of a length of 1 on a part of this width."""
        return self.most * self.scale.unit // wide

    # --- Parts ---

    def part(self, table: Board, points: Sequence[plane.Point], uncut: Uncut) -> Rectangle:
        """A part of the usual size with these points in the middle."""
        return self._part(table, points, uncut, self.usual)

    def close(self, table: Board, points: Sequence[plane.Point], uncut: Uncut) -> Rectangle:
        """The smallest part with all of these points; where a quarter of the table has no room for
        them, with as many of the last as it has room for."""
        while points and not self.fits(table, points):
            points = points[1:]
        return self._part(table, points, uncut, self._fitting(table, points) or self.usual)

    def fits(self, table: Board, points: Sequence[plane.Point]) -> bool:
        """Whether a part shows all of these points."""
        return self._fitting(table, points) is not None

    def _fitting(self, table: Board, points: Sequence[plane.Point]) -> int | None:
        """The width of the smallest part with all of these points, at most a quarter of the
        table."""
        if not points:
            return None
        most = max(self.usual * _high(self.usual), table.width * table.height // QUARTER)
        xs, ys = zip(*points, strict=True)
        room = 2 * self.scale.unit
        across, down = max(xs) - min(xs) + room, max(ys) - min(ys) + room
        fitting = (
            wide
            for wide in (round(self.usual * step) for step in STEPS)
            if across <= wide and down <= _high(wide) and wide * _high(wide) <= most
        )
        return next((wide for wide in fitting if wide >= self.usual or self._crowd(points)), None)

    def _crowd(self, points: Sequence[plane.Point]) -> bool:
        pairs = combinations(set(points), 2)
        return any(plane.squared(*pair) < self.crowd**2 for pair in pairs)

    def _part(
        self, table: Board, points: Sequence[plane.Point], uncut: Uncut, wide: int
    ) -> Rectangle:
        discs = tuple(uncut(self.per(wide)))
        return planemap.around(table, points, wide, _high(wide), self.scale.unit, discs)

    # --- The picture ---

    def block(self, plan: PlaneMap) -> int:
        """The side of the blocks in which the ground is painted: one for a whole table."""
        if plan.window == planemap.whole(plan.table):
            return max(plan.table.width, plan.table.height)
        return self.every * (2 if plan.pixels(2 * self.every) <= _BLOCK else 1)

    def compose(
        self, plan: PlaneMap, ground: planemap.Ground, marks: list[Mark], parts: Iterable[Part]
    ) -> Drawing:
        """The table with its ruler, and what stands around it; the last part is the lowest."""
        parts, mats = list(parts), list(plan.mats(HEAD + RIM))
        words = self._ruler(plan, marks, mats)
        marks = [*marks, *mats]
        for part in parts:
            marks += part.marks
            words += part.words
        panes = tuple(ground.panes(plan))
        return Drawing(self.wide, parts[-1].end, VOID, marks, words, panes=panes)

    def _ruler(self, board: PlaneMap, marks: Iterable[Mark], mats: Iterable[Mark]) -> list[Caption]:
        """The numbers of the ruler that no mark covers, or only one under a mat."""
        edge = Box.around(board.area.centre, board.wide + 8, board.high + 8)
        there = [box for box in map(Box.of_mark, marks) if not box.inside(edge)]
        hidden = list(map(Box.of_mark, mats))
        return [
            word
            for word, box in _numbers(board, self.every, (self.wide - self.most) // 2)
            if any(map(box.inside, hidden)) or not any(map(box.meets, there))
        ]


Uncut = Callable[[int], Iterable[Disc]]
"""What a part of so many pixels for a length of 1 shows whole or not at all, as far as it goes."""

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class TableScene(BoardScene[V, Rectangle, plane.Point]):
    """A scene of an open table."""

    layout: ClassVar[TableLayout]

    @property
    @abstractmethod
    def table(self) -> Board: ...

    @abstractmethod
    def uncut(self, per: int) -> Iterable[Disc]:
        """What the part shows whole or not at all; see ``Uncut``."""

    def around_places(self, places: Sequence[plane.Point]) -> Rectangle:
        return self.layout.part(self.table, places, self.uncut)

    def close_to(self, places: Sequence[plane.Point]) -> Rectangle:
        return self.layout.close(self.table, places, self.uncut)

    def shows(self, window: Rectangle, place: plane.Point) -> bool:
        return window.covers(place)

    def place_named(self, name: str) -> plane.Point | None:
        """A point such as ``24 18``."""
        try:
            return self.layout.scale.point(name)
        except ValueError:
            return None


def lost(overlay: Overlay[plane.Point] | None) -> Iterator[plane.Point]:
    """Where an overlay shows that something was lost."""
    parts = overlay.parts if overlay else ()
    return (part.place for part in parts if isinstance(part, Loss))


def find_melee(
    places: Sequence[plane.Point], units: Sequence[tuple[plane.Point, int]], near: int
) -> tuple[plane.Point, ...]:
    """The fight at these places: all units linked with them by steps of at most ``near``, the
    farthest first, and then the places. Units of one side are no fight: then only the places.

    ``units``  where units are, and of which side
    """
    found, left = list(places), list(units)
    sides = set[int]()
    for at in found:
        linked = [unit for unit in left if plane.squared(at, unit[0]) <= near * near]
        left = [unit for unit in left if unit not in linked]
        found += (place for place, _ in linked)
        sides |= {side for _, side in linked}
    return (*found[: len(places) - 1 : -1], *places) if len(sides) > 1 else tuple(places)


def _high(wide: int) -> int:
    return wide * 3 // 4


@lru_cache(maxsize=64)
def _numbers(board: PlaneMap, every: int, margin: int) -> tuple[tuple[Caption, Box], ...]:
    words = [
        word
        for room, across in ((RIM, True), (margin, False))
        for word in board.ruler(every, _NUMBERS, room)
        if (board.x <= word.x <= board.x + board.wide) is across
    ]
    return tuple((word, Box.around((word.x, word.y - 7), 28, 18)) for word in words)
