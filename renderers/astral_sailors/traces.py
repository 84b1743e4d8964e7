"""Marks outside overlays: frames around units, borders of zones, small labels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from games.core.geometry.squares import Base, Facing, Square
from renderers import paint
from renderers import palette as c
from renderers.boards.squaremap import SquareMap, bar
from renderers.glyphs import box, brackets, star
from renderers.palette import Colour
from renderers.scene import Area, Art, Label, Mark, Style


def frame(grid: SquareMap, base: Base) -> Mark:
    """Bright corners around the unit that is being activated."""
    return _brackets(grid.cell * base.side), *grid.corner(base)


def border(grid: SquareMap, squares: frozenset[Square], colour: Colour) -> Iterator[Mark]:
    """A line around a set of squares."""
    width = max(3, grid.cell // 12)
    level, upright = bar(grid.cell, width, colour), bar(width, grid.cell, colour)
    for square in squares:
        base = Base(*square)
        if not grid.window.shows(base):
            continue
        x, y = grid.corner(base)
        edge = grid.cell - level.height
        for facing, art, across, down in (
            (Facing.N, level, 0, 0),
            (Facing.S, level, 0, edge),
            (Facing.W, upright, 0, 0),
            (Facing.E, upright, edge, 0),
        ):
            if square.plus(grid.shown(facing)) not in squares:
                yield art, x + across, y + down


@lru_cache(maxsize=32)
def _brackets(size: int) -> Art:
    middle, reach = size / 2, size / 2 - 5
    shapes = [
        *brackets(middle, middle, reach, 10, c.VOID),
        *brackets(middle, middle, reach, 6, c.WHITE),
    ]
    return Art(size, size, c.VOID, tuple(shapes), cut=True)


@lru_cache(maxsize=256)
def label_of(text: str, size: int, colour: Colour) -> Art:
    """A small plate with lettering."""
    style = Style(size, c.VOID, colour)
    wide, high = paint.width(text, style) + size, round(size * 1.5)
    shapes = (
        Area(box(0, 0, wide, high, high / 3), c.VOID),
        Area(box(3, 3, wide - 6, high - 6, high / 3 - 2), colour),
        Label(wide / 2, high / 2, text, style),
    )
    return Art(wide, high, c.VOID, shapes, cut=True)


@lru_cache(maxsize=8)
def star_of(size: int, ground: Colour) -> Art:
    """The sign of a Commander, for lines of lettering."""
    return Art(size, size, ground, (Area(star(size / 2, size / 2, size * 0.46), c.YELLOW),))
