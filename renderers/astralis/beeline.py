"""Beeline: flowers and bees, and where flowers can still grow.

Yellow has round flowers and a plump bee with two wings, Cyan pointed flowers and a slender bee with
four. Hexes on which nothing can grow any more are cross-hatched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from math import cos, pi, sin
from typing import Any

from games.astralis.view import Side
from games.astralis.view.beeline import BeelineView
from renderers import Look
from renderers import palette as c
from renderers.astralis import art
from renderers.astralis.art import REACH, TINTS, Came, Tile
from renderers.astralis.panel import SMALL, Symbol, icon, swatches, traced
from renderers.astralis.picture import Field, Pieces, dressed
from renderers.astralis.text import Telling, listed, names
from renderers.boards.hexmap import Pitch
from renderers.glyphs import chevron, oval, token
from renderers.scene import Area, Art, Disc, Shape, Stroke


class BeelinePieces(Pieces):
    view: BeelineView

    def tiles(self, field: Field) -> tuple[bytearray, dict[int, Came]]:
        view, last = self.view, self.view.last
        closed = view.board.mask & ~view.plantable
        layers = [(closed, Tile.CLOSED), (view.starts, art.STARTS[view.to_move])]
        layers += zip(view.planets, (Tile.YELLOW, Tile.CYAN), strict=True)
        if last is not None and last.planted is not None:
            layers.append((1 << last.planted, art.NEW[last.side]))
        return dressed(field, layers), {}

    def planet(self, side: Side, hex: int, came: Came, aim: float) -> Art:
        return flower_of(self.pitch, side)

    def ship(self, side: Side, hex: int, waits: Side | None) -> Art:
        return bee_of(self.pitch, side)

    def origin(self, side: Side) -> Art:
        return gone_of(self.pitch, side)

    @staticmethod
    def emblem(side: Side) -> Iterable[Shape]:
        return (*flower(side, 54, 62, 36), *bee(side, 54, 134, 24))

    @staticmethod
    def symbols(view: Any, look: Look) -> Iterator[Symbol]:
        room, last = view.plantable.bit_count(), view.last
        if view.phase == "placing":
            yield swatches(art.STARTS[view.to_move]), "a bee may start here"
        if room:
            yield swatches(Tile.UNEXPLORED), f"can be planted {room}"
        if room < len(view.hexes):
            yield swatches(Tile.CLOSED), "nothing grows any more"
        if last is not None and not traced(look):
            arrow = Stroke(chevron(21, 21, 10, 0), 5, TINTS[last.side].light)
            yield icon(tuple(gone(last.side, 21, 21, 15)), (arrow,)), "last flight"
        if last is not None and last.planted is not None:
            yield icon((Stroke(SMALL.outline(21, 21, 3), 4, c.WHITE, closed=True),)), "new flower"


class BeelineTelling(Telling):
    keys = (".: can be planted", "x: nothing can grow any more")

    def counts(self, view: BeelineView) -> str:
        return f"Flowers can still be planted on {view.plantable.bit_count()} hexes."

    def ground(self, view: BeelineView, hex: int) -> str:
        return "" if view.plantable >> hex & 1 else " (nothing can grow there)"

    def symbol(self, view: BeelineView, hex: int) -> str:
        return "." if view.plantable >> hex & 1 else "x"

    def more(self, view: BeelineView, most: int) -> Iterator[str]:
        if view.phase == "playing" and view.plantable.bit_count() <= 2 * most:
            found = names(view, view.plantable)
            yield f"Flowers can still grow on {listed(found, most)}."


@cache
def flower_of(pitch: Pitch, side: int) -> Art:
    return art.standing(pitch, [*flower(side, REACH, REACH, 30)])


@cache
def bee_of(pitch: Pitch, side: int) -> Art:
    """A bee on a plate like that of a ship."""
    plate = token(REACH, REACH, 30, TINTS[side].body, c.VOID)
    return art.standing(pitch, [*plate, *bee(side, REACH, REACH, 23)])


@cache
def gone_of(pitch: Pitch, side: int) -> Art:
    return art.standing(pitch, [*gone(side, REACH, REACH, 20)])


def flower(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A flower of a side around a centre: of round petals, or of pointed ones."""
    tint, petals = TINTS[side], range(6)
    ways = [(cos(n * pi / 3 + pi / 6), sin(n * pi / 3 + pi / 6)) for n in petals]
    for grown, colour in ((0.08, tint.outline), (0.0, tint.deep), (-0.07, tint.body)):
        for across, down in ways:
            if side == 0:
                reach = 0.58 * size
                radius = (0.36 + grown) * size
                yield Disc(x + reach * across, y + reach * down, radius, colour)
            else:
                far, wide = (0.98 + grown) * size, (0.3 + grown) * size
                tip = (x + far * across, y + far * down)
                middle = (x + 0.45 * size * across, y + 0.45 * size * down)
                sides = ((-wide * down, wide * across), (wide * down, -wide * across))
                left, right = ((middle[0] + dx, middle[1] + dy) for dx, dy in sides)
                yield Area(((x, y), left, tip, right), colour)
    yield Disc(x, y, 0.34 * size, tint.outline)
    yield Disc(x, y, 0.26 * size, tint.light)


def bee(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A bee of a side around a centre, which looks upwards."""
    tint, wide = TINTS[side], (0.44, 0.26)[side] * size
    wings = ((-0.2, 0.34),) if side == 0 else ((-0.42, 0.17), (0.1, 0.17))
    for way in (-1, 1):
        for down, high in wings:
            middle = x + way * 0.56 * size, y + down * size
            yield Area(oval(*middle, 0.49 * size, high * size, -way * 24, 0, 360), tint.light)
    yield Area(oval(x, y, wide + 2, 0.86 * size + 2, 0, 0, 360), tint.outline)
    yield Area(oval(x, y, wide, 0.86 * size, 0, 0, 360), tint.body)
    for down in (-0.1, 0.25, 0.58):
        half = wide * (1 - down * down) ** 0.5
        line = ((x - half, y + down * size), (x + half, y + down * size))
        yield Stroke(line, 0.14 * size, tint.outline)


def gone(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """The outline of a bee of a side."""
    yield Disc(x, y, 1.35 * size, c.VOID)
    yield Stroke(oval(x, y, 0.4 * size, 0.9 * size, 0, 0, 360), 3.5, TINTS[side].body)
    for way in (-1, 1):
        wing = oval(x + way * 0.82 * size, y - 0.2 * size, 0.36 * size, 0.24 * size, 0, 0, 360)
        yield Stroke(wing, 3, TINTS[side].body)
