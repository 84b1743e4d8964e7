"""Silhouettes of units, written as short texts and drawn in a field 24 wide and 20 high.

A silhouette is a list of shapes around the middle, y downwards: ``A`` fills a polygon
(``x,y`` for each corner), ``D`` a disc (``x,y`` and its radius), ``L`` draws a line (its
width, then ``x,y`` for each point). Small letters cut the same shapes out of what is there.
"""

from __future__ import annotations

from collections.abc import Iterator

from renderers.glyphs import box
from renderers.palette import VOID, Colour
from renderers.scene import Area, Art, Disc, Point, Shape, Stroke

BUST = "A -9,10 -8,5 -4,3 4,3 8,5 9,10"
HEAD = "D 0,-2 4.6"


def silhouette(
    written: str, x: float, y: float, unit: float, ink: Colour, ground: Colour
) -> Iterator[Shape]:
    """The shapes around a middle, ``unit`` pixels for one step of the field."""
    for part in written.split(";"):
        sign, *words = part.split()
        colour = ink if sign.isupper() else ground
        points = tuple(_point(word, x, y, unit) for word in words if "," in word)
        match sign.upper():
            case "A":
                yield Area(points, colour)
            case "D":
                yield Disc(*points[0], float(words[-1]) * unit, colour)
            case _:
                yield Stroke(points, float(words[0]) * unit, colour)


def token(written: str, square: bool, colour: Colour, size: int, ground: Colour) -> Art:
    """A silhouette on a small plate, for lists."""
    half, unit = size / 2, size / (27 if square else 32)
    plate: Shape = Disc(half, half, half - 1, colour)
    if square:
        plate = Area(box(1, 1, size - 2, size - 2, size / 8), colour)
    return Art(size, size, ground, (plate, *silhouette(written, half, half, unit, VOID, colour)))


def _point(word: str, x: float, y: float, unit: float) -> Point:
    across, _, down = word.partition(",")
    return x + float(across) * unit, y + float(down) * unit
