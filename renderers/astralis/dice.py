"""Dice planets: each planet is a die that shows its value, square or eight-sided by its side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import cos, pi, sin

from games.astralis.view import Side
from games.astralis.view.dice import DiceView
from renderers import palette as c
from renderers.astralis import art
from renderers.astralis.art import REACH, TINTS, Came
from renderers.astralis.picture import Field, Pieces
from renderers.astralis.text import Telling, name
from renderers.boards.hexmap import Pitch
from renderers.glyphs import box, brackets
from renderers.scene import Area, Art, Label, Point, Shape, Style

DIE, SMALL, LOW = 27, 16, 52
"""Half the width of a die, and of one beneath a ship, which stands so far to the right and down."""


class DicePieces(Pieces):
    def __init__(self, view: DiceView, field: Field) -> None:
        super().__init__(view, field)
        self._values = tuple(view.values(side) for side in Side)

    def planet(self, side: Side, hex: int, came: Came, aim: float) -> Art:
        return die_of(self.pitch, side, self._values[side][hex], came, aim)

    def ship(self, side: Side, hex: int, waits: Side | None) -> Art:
        owner = self.view.planet(hex)
        if owner is None:
            return super().ship(side, hex, waits)
        return ship_over(self.pitch, side, owner, self._values[owner][hex])


class DiceTelling(Telling):
    def lists(self, view: DiceView) -> Iterator[str]:
        """The dice of both sides with their values."""
        for side in Side:
            found = [f"{name(view, hex)}={value}" for hex, value in view.values(side).items()]
            yield f"{side.label} dice ({len(found)}), hex=value: {' '.join(found) or 'none'}"


@cache
def die_of(pitch: Pitch, side: int, value: int, came: Came, aim: float) -> Art:
    """A die of a side; ``aim`` as in ``art.planet_of``."""
    shapes: list[Shape] = [*die(side, REACH, REACH, DIE)]
    if aim:
        shapes += brackets(REACH, REACH, 29, aim + 4, c.VOID)
        shapes += brackets(REACH, REACH, 29, aim, TINTS[1 - side].body)
    if came in ("bonus", "extracted"):
        shapes += art.badge(came, 58, 58)
    return _numbered(art.standing(pitch, shapes), pitch, side, value, REACH, DIE)


@cache
def ship_over(pitch: Pitch, side: int, owner: int, value: int) -> Art:
    """A ship over a die, which is drawn small."""
    shapes = [*art.ship_shapes(side), *die(owner, LOW, LOW, SMALL)]
    return _numbered(art.standing(pitch, shapes), pitch, owner, value, LOW, SMALL)


def _numbered(of: Art, pitch: Pitch, side: int, value: int, at: float, size: float) -> Art:
    """The art with the number on its die, which has this size and stands ``at`` that far in."""
    style = Style(round(1.35 * size * pitch.unit), c.VOID, TINTS[side].body)
    place = at * pitch.unit
    return replace(of, shapes=(*of.shapes, Label(place, place, str(value), style)))


def die(side: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """A die of a side around a centre."""
    tint = TINTS[side]
    yield Area(_outline(side, x, y, size + 2), tint.outline)
    yield Area(_outline(side, x, y, size), tint.deep)
    yield Area(_outline(side, x, y, 0.8 * size), tint.body)


def _outline(side: int, x: float, y: float, reach: float) -> tuple[Point, ...]:
    if side == 0:
        return box(x - reach, y - reach, 2 * reach, 2 * reach, 0.18 * reach)
    turns = ((2 * number + 1) * pi / 8 for number in range(8))
    return tuple((x + 1.1 * reach * cos(turn), y + 1.1 * reach * sin(turn)) for turn in turns)
