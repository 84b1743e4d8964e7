"""Silhouettes of units, written as short texts and drawn in a field 24 wide and 20 high.

A silhouette is a list of shapes around the middle, y downwards: ``A`` fills a polygon
(``x,y`` for each corner), ``D`` a disc (``x,y`` and its radius), ``L`` draws a line (its
width, then ``x,y`` for each point). Small letters cut the same shapes out of what is there;
``{bust}`` stands for shapes that several silhouettes share.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import NamedTuple, TypeAlias

from renderers.glyphs import box, moved
from renderers.palette import VOID, Colour
from renderers.scene import Area, Art, Disc, Point, Shape, Stroke

_SHARED = {"bust": "A -9,10 -8,5 -4,3 4,3 8,5 9,10", "head": "D 0,-2 4.6"}
_NEEDED = {"A": (0, 3), "D": (1, 1), "L": (1, 2)}
"""How many lengths and, at least, how many points a shape has."""


class Part(NamedTuple):
    """``length`` is the radius of a disc or the width of a line."""

    sign: str
    length: float
    points: tuple[Point, ...]


Silhouette: TypeAlias = tuple[Part, ...]


@cache
def load_silhouettes(package: str) -> Mapping[str, Silhouette]:
    """The silhouettes of a game by code, from ``silhouettes.toml`` of its renderer.

    Raises:
        ValueError: a part is no shape.
    """
    file = resources.files(package).joinpath("silhouettes.toml")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    shared = _SHARED | data.get("parts", {})
    kinds = {code: written.format_map(shared) for code, written in data["kinds"].items()}
    return {code: tuple(map(_part, written.split(";"))) for code, written in kinds.items()}


def read_points(words: list[str]) -> tuple[Point, ...]:
    """``x,y`` for each point."""
    pairs = (word.partition(",") for word in words)
    return tuple((float(across), float(down)) for across, _, down in pairs)


def _part(written: str) -> Part:
    sign, *words = written.split()
    points = read_points([word for word in words if "," in word])
    lengths = [float(word) for word in words if "," not in word]
    count, least = _NEEDED.get(sign.upper(), (-1, 0))
    if len(lengths) != count or len(points) < least:
        raise ValueError(f"no shape of a silhouette: {written.strip()!r}")
    return Part(sign, lengths[0] if lengths else 0, points)


def silhouette(
    parts: Silhouette, x: float, y: float, unit: float, ink: Colour, ground: Colour
) -> Iterator[Shape]:
    """The shapes around a middle, ``unit`` pixels for one step of the field."""
    for sign, length, around in parts:
        colour = ink if sign.isupper() else ground
        points = moved(around, x, y, unit)
        match sign.upper():
            case "A":
                yield Area(points, colour)
            case "D":
                yield Disc(*points[0], length * unit, colour)
            case _:
                yield Stroke(points, length * unit, colour)


def token(parts: Silhouette, square: bool, colour: Colour, size: int, ground: Colour) -> Art:
    """A silhouette on a small plate, for lists."""
    half, unit = size / 2, size / (27 if square else 32)
    plate: Shape = Disc(half, half, half - 1, colour)
    if square:
        plate = Area(box(1, 1, size - 2, size - 2, size / 8), colour)
    return Art(size, size, ground, (plate, *silhouette(parts, half, half, unit, VOID, colour)))
