"""Dispersed Go: stones with the liberties of their groups, control and territory.

Yellow has round stones, Cyan six-sided ones. A stone shows how many liberties its group has, and
each of these a small ring. Territory is dressed as control is, but sparsely.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

from games.astralis.view import Side, members
from games.astralis.view.dispersed_go import DispersedGoView
from renderers import Look
from renderers import palette as c
from renderers.astralis import art
from renderers.astralis.art import REACH, TINTS, Came, Tile
from renderers.astralis.panel import CONTROL, SMALL, Symbol, icon, swatches
from renderers.astralis.picture import Field, Pieces, dressed
from renderers.astralis.text import Telling, listed, names
from renderers.boards.hexmap import Pitch
from renderers.glyphs import brackets, cross, oval, token
from renderers.scene import Area, Art, Label, Point, Shape, Stroke, Style

LAND = (Tile.YELLOW_LAND, Tile.CYAN_LAND)
Sign: TypeAlias = Callable[[int, float, float, float], Iterable[Shape]]


class StonePieces(Pieces):
    view: DispersedGoView

    def __init__(self, view: DispersedGoView, field: Field) -> None:
        super().__init__(view, field)
        self._left = {
            hex: group.liberties.bit_count()
            for group in view.groups
            for hex in members(group.stones)
        }

    def tiles(self, field: Field) -> tuple[bytearray, dict[int, Came]]:
        view, stone = self.view, self.view.stone
        layers = [(view.tiles.contested, Tile.CONTESTED)]
        for side in Side:
            layers += ((view.tiles.of(side), CONTROL[side]), (view.territory[side], LAND[side]))
        if stone is not None and stone.hex is not None:
            layers.append((1 << stone.hex, art.NEW[stone.side]))
        return dressed(field, layers), {}

    def planet(self, side: Side, hex: int, came: Came, aim: float) -> Art:
        return stone_of(self.pitch, side, self._left[hex])

    def more(self) -> Iterator[tuple[Art, int]]:
        """Liberties, and where stones were taken."""
        for group in self.view.groups:
            for hex in members(group.liberties):
                yield sign_of(self.pitch, group.side, liberty, 11, 7.5), hex
        if self.view.stone is not None:
            for hex in members(self.view.captured):
                yield sign_of(self.pitch, self.view.stone.side.other, taken, REACH, 22), hex

    @staticmethod
    def emblem(side: Side) -> Iterable[Shape]:
        return stone(side, 54, 86, 36)

    @staticmethod
    def symbols(view: Any, look: Look) -> Iterator[Symbol]:
        sides = [side for side in Side if view.planets[side]]
        if sides:
            yield swatches(*(CONTROL[side] for side in sides)), "control"
        if view.tiles.contested:
            yield swatches(Tile.CONTESTED), f"contested {view.tiles.contested.bit_count()}"
        owned = [side for side in Side if view.territory[side]]
        if owned:
            yield swatches(*(LAND[side] for side in owned)), "territory"
        if nobodys := view.score().unexplored:
            yield swatches(Tile.UNEXPLORED), f"nobody's {nobodys}"
        if sides:
            yield icon(*(tuple(liberty(side, 21, 21, 7.5)) for side in sides)), "liberty"
            yield icon(*(tuple(stone(side, 21, 21, 17)) for side in sides)), "with liberties left"
        if any(group.liberties.bit_count() == 1 for group in view.groups):
            yield icon(tuple(brackets(21, 21, 15, art.NOW, c.MUTED))), "one liberty left"
        if view.stone is not None and view.stone.hex is not None:
            yield icon((Stroke(SMALL.outline(21, 21, 3), 4, c.WHITE, closed=True),)), "new stone"
        if view.captured:
            yield icon(tuple(taken(view.stone.side.other, 21, 21, 15))), "captured"


class StoneTelling(Telling):
    keys = (
        "y, c: next to stones of Yellow, of Cyan alone; x: of both",
        "+, -: territory of Yellow, of Cyan; .: nobody's",
    )

    def symbol(self, view: DispersedGoView, hex: int) -> str:
        for side in Side:
            if view.territory[side] >> hex & 1:
                return "+-"[side]
        return super().symbol(view, hex)

    def lists(self, view: DispersedGoView) -> Iterator[str]:
        """The groups with all their liberties."""
        for side, stones, free in self._groups(view):
            yield f"{side} group {' '.join(stones)}: liberties {' '.join(free)}"

    def more(self, view: DispersedGoView, most: int) -> Iterator[str]:
        """Groups that could be captured next, where no stone may go, and the last pass."""
        for side, stones, free in self._groups(view):
            if len(free) == 1:
                yield f"{side} {listed(stones, most)} has one liberty, {free[0]}."
        if view.phase == "playing" and (barred := names(view, view.barred)):
            why = "it would have no liberty, or repeat an earlier board"
            yield f"{view.to_move.label} may place no stone on {listed(barred, most)}: {why}."
        if view.phase == "playing" and view.passes:
            yield "The last turn was a pass: another one ends the match."

    def _groups(self, view: DispersedGoView) -> Iterator[tuple[str, list[str], list[str]]]:
        for each in view.groups:
            yield each.side.label, names(view, each.stones), names(view, each.liberties)


@cache
def stone_of(pitch: Pitch, side: int, left: int) -> Art:
    """A stone on a hex with the number of liberties, framed when there is only one."""
    shapes: list[Shape] = [*stone(side, REACH, REACH, 28)]
    if left < 2:
        shapes += brackets(REACH, REACH, 27, art.NOW + 4, c.VOID)
        shapes += brackets(REACH, REACH, 27, art.NOW, TINTS[1 - side].body)
    plain = art.standing(pitch, shapes)
    style = Style(round(30 * pitch.unit), c.VOID, TINTS[side].light)
    label = Label(REACH * pitch.unit, REACH * pitch.unit, str(left), style)
    return replace(plain, shapes=(*plain.shapes, label))


@cache
def sign_of(pitch: Pitch, side: int, sign: Sign, y: float, size: float) -> Art:
    return art.standing(pitch, [*sign(side, REACH, y, size)])


def stone(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A stone of a side around a centre."""
    tint = TINTS[side]
    for reach, colour in ((size + 2, tint.outline), (size, tint.deep), (0.82 * size, tint.light)):
        yield Area(_outline(side, x, y, reach), colour)


def liberty(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A ring."""
    yield from token(x, y, size, TINTS[side].body, c.VOID)


def taken(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """The outline of a stone with a cross."""
    yield Area(_outline(side, x, y, size + 3), c.VOID)
    yield Stroke(_outline(side, x, y, size), 3.5, TINTS[side].body, closed=True)
    yield from cross(x, y, 0.45 * size, 3.5, c.WHITE)


def _outline(side: int, x: float, y: float, reach: float) -> tuple[Point, ...]:
    """A circle, or a hexagon with upright edges that is about as large."""
    return oval(x, y, reach, reach, 0, 30, 390, 36 if side == 0 else 6)
