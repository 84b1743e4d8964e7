"""The silhouette of every kind of unit, as shapes in a field 24 wide and 20 high.

A silhouette is a list of shapes around the middle, y downwards: ``A`` fills a polygon
(``x,y`` for each corner), ``D`` a disc (``x,y`` and its radius), ``L`` draws a line (its
width, then ``x,y`` for each point). Small letters cut the same shapes out of what is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.astral_sailors.content.catalogue import UnitKind
from renderers.palette import Colour
from renderers.scene import Area, Disc, Point, Shape, Stroke

_BUST = "A -9,10 -8,5 -4,3 4,3 8,5 9,10"
_HEAD = "D 0,-2 4.6"
_WHEELS = "D -7,6 4; d -7,6 1.8; D 7,6 4; d 7,6 1.8"

SILHOUETTES: Mapping[str, str] = {
    "EX1": f"A -12,10 -11,4 -4,3 4,3 11,4 12,10; d 5,7 1.6; {_HEAD}; A -6,-5 -8,-10 8,-10 6,-5; "
    "l 1 -6,-4.6 6,-4.6; L 2 -6,-3.4 6,-3.4",
    "EX2": f"{_BUST}; a 0,10 -3,3 3,3; {_HEAD}; A -4.6,-4 -5,-10 5,-10 4.6,-4; L 2 -8,-4.4 8,-4.4",
    "EX3": f"{_BUST}; A -6,2.4 -6,-5 -3,-9 3,-9 6,-5 6,2.4; a -4,-4.4 6.5,-4.4 6.5,-1.6 -4,-1.6; "
    "L 2.6 10.6,9 10.6,-9; L 2.6 10.6,3 8,6",
    "EX4": "A 0,10 0,2 11,2 12,10; A 2,1.4 2,-6 4,-9 8,-9 10,-6 10,1.4; "
    "a 4,-5 11,-5 11,-2.4 4,-2.4; l 3 1,-8 1,5 -5,10; A -11,-8 0.5,-8 0.5,4 -5.2,10 -11,4; "
    "l 1.8 -5.2,-5 -5.2,6; l 1.8 -8.6,-2 -2,-2",
    "EX5": "D 0,-6.4 3.6; A -4,-2 4,-2 3,5 -3,5; L 4.4 -8,-5 -8,2; L 4.4 8,-5 8,2; "
    "A -10.4,5.4 -5.6,5.4 -8,10; A 5.6,5.4 10.4,5.4 8,10; L 2.8 -1.8,5 -1.8,9; L 2.8 1.8,5 1.8,9",
    "EX6": "A -9,10 -8,0 -5,-7 0,-10 5,-7 8,0 9,10 4.5,7 0,10 -4.5,7; "
    "a -4.4,-3.6 0,-6.4 4.4,-3.6 3.4,2 0,3.6 -3.4,2; D -1.8,-1.4 1.3; D 1.8,-1.4 1.3",
    "EX7": "A -12,10 -12,6 -3,1 2,3 2,7 -4,10; D 1.4,-2.4 3.8; L 2.6 -2,4 12,1.6; "
    "L 2.4 4.5,-1.8 9,-2.6; L 2 8,2 5.6,9; L 2 8,2 10.6,9",
    "EX8": "A -8,-10 5,-10 10,-5 7,0 -8,0; l 1.7 0.5,-9 -2.5,-5 1,-5 -2,-1; L 2.4 9,-4 12,-4; "
    "L 2.8 -4,0 -8,4 -5,9; L 2.8 3,0 7,4 4,9; L 2.4 -8,9 -3,9; L 2.4 2,9 7,9",
    "EX9": "L 2.4 -9,-5 9,5; L 2.4 -9,5 9,-5; D 0,0 5.4; d 0,0 2.8; D 0,0 1.4; L 2.2 -12,-7 -5,-7; "
    "L 2.2 5,-7 12,-7; L 2.2 -12,6 -5,6; L 2.2 5,6 12,6",
    "EX10": "A -12,2 -8,-2 6,-2 12,3 8,6 -10,6; L 2.6 -4,-6 12,-6; A -8,-2 -6,-9 1,-9 3,-2; "
    "L 2 -9,9 -3,9; L 2 3,9 9,9",
    "GU1": f"{_BUST}; A -6,3 -6,-4 -2,-7 2,-7 6,-4 6,3; l 1.8 -3.4,-2 3.4,-2; l 2 0,-2 0,4; "
    "A -9,-3 -6,-9 0,-10.5 6,-9 9,-3 5,-7 0,-8 -5,-7",
    "GU2": f"A -11,10 -9,4 -4,3 0,8 4,3 9,4 11,10; {_HEAD}; A -7.4,0 -7.4,-8 -4,-10 4,-10 7.4,-8 "
    "7.4,0 4.6,0 4.6,-3.6 -4.6,-3.6 -4.6,0; d 0,-6.8 1.8",
    "GU3": f"{_BUST}; {_HEAD}; A -8,-3 -6,-8 0,-10 6,-8 8,-3; l 1.2 -8,-2.2 8,-2.2; "
    "L 2.4 10.8,9 10.8,-3; A 9.4,-3 12.2,-3 10.8,-10",
    "GU4": "A -11,10 -11,4 -5,2 5,2 9,4 9,10; A -7,1.4 -7,-7 -4,-9.5 2,-9.5 5,-7 5,1.4; "
    "l 2 -4,-3.6 3,-3.6; L 2.4 10.6,9 9.8,-4; A 6.4,-10 12.4,-10 12.4,-4.4 6.4,-4.4",
    "GU5": f"{_BUST}; {_HEAD}; A -5,-5 -4,-9.6 4,-9.6 5,-5; D -4.4,-1.6 4; D 4.4,-1.6 4; "
    "d -4.4,-1.6 2; d 4.4,-1.6 2",
    "GU6": "A -12,10 -10.5,5 -5.5,3 0,5 5.5,3 10.5,5 12,10; D -5.6,-2 4; D 5.6,-2 4; "
    "A -11,-3 -8,-8 -3,-8 -0.4,-3; A 0.4,-3 3,-8 8,-8 11,-3; l 1 -11,-2.3 11,-2.3; l 1.2 0,5 0,10",
    "GU7": "A -8,10 -7,0 0,-10.5 7,0 8,10; d 0,0 3.8; D 0,0 1.7; L 2.2 -8,8 -11,4 -9.6,-1; "
    "L 2.2 8,8 11,4 9.6,-1",
    "GU8": "A -9,10 -7,4 -7,-4 -3,-9.5 3,-9.5 6,-4 6,4 7,10; a -5,-4.4 -0.8,-2.6 -4.4,-1; "
    "a 4.4,-4.4 0.2,-2.6 3.8,-1; A 9,2 9,-6 10.4,-10 11.8,-6 11.8,2; L 2 7.6,3 13,3; "
    "L 2.6 10.4,3 10.4,8",
    "GU9": "A -12,8 -10,3 10,3 12,8 9,10 -9,10; d -7.5,6.6 1.6; d -2.5,6.6 1.6; d 2.5,6.6 1.6; "
    "d 7.5,6.6 1.6; A -10,2 -8,-2 8,-2 10,2; A -6,-2.4 -5,-8.4 4,-8.4 6,-2.4; L 2.6 4,-6 12,-6",
    "GU10": "A 0,-10 2.2,-4 11.5,4 11.5,7 2.2,4 2.2,6 5,10 -5,10 -2.2,6 -2.2,4 -11.5,7 -11.5,4 "
    "-2.2,-4",
    "MC1": f"{_WHEELS}; L 2.6 -7,6 -2,0.6 5,0.6 7,6; L 2 5,0.6 6,-2.6; D 0.4,-7 3; "
    "L 3.6 0,-3.6 -3,1; L 2.2 0,-3 5,-1.6",
    "MC2": "A -9,-2 3,-2 5,-6 6,-10 8,-6.4 12,-5 12,-2.6 8,-1 6,3 5,10 2.6,10 2,4 -5,4 -6,10 "
    "-8.4,10 -8.4,4 -10,0; L 2 -9,-1 -12,-6; d 8,-4.6 1",
    "MC3": "L 2.6 -8,8 8,-9; L 2.6 8,8 -8,-9; L 2.4 -10,3 -4,9; L 2.4 10,3 4,9",
    "MC4": f"{_BUST}; D 0,-2.6 6.6; a -4.6,-5.6 4.6,-5.6 4.6,-1.4 -4.6,-1.4; L 2 -2,-3 2,-5; "
    "d 0,2 1.6; L 2.2 6,1 9,-1 9,-9",
    "MC5": "A -11,10 -10,5 -6,3 2,3 6,5 7,10; D -2,-0.6 4.4; L 4.4 -10,-7 6,-7; "
    "A 6,-10.4 12.4,-7 6,-3.6; l 1.2 5.6,-10 5.6,-4",
    "CV1": f"{_BUST}; {_HEAD}; A -6,-3 -5,-7 -2,-9.4 2,-9.4 5,-7 6,-3; l 1 -8,-2.3 8,-2.3; "
    "L 2 -7.4,-3.8 6,-3.8; L 2 10.8,9 10.8,-2; A 8.4,-10 13,-10 13,-4 10.8,-2 8.4,-4",
    "CV2": "L 2.4 0,-1 -8,9; L 2.4 0,-1 8,9; L 2.4 0,-1 0,9; A -8,-9 6,-9 6,-2 -8,-2; "
    "d -2,-5.5 2.2; A 6,-7 11,-9 11,-2 6,-4",
    "CV3": "A -11,7 -11,-1 -6,-1 -6,-9 2,-9 4,7; a -4,-7 0.6,-7 1.6,-1 -4,-1; L 2.2 7,-9 7,8; "
    "L 2.2 7,8 12,8; D -7.4,7 3; D 1,7 3; d -7.4,7 1.3; d 1,7 1.3",
}  # fmt: skip
"""By code of the kind."""


def silhouette_of(kind: UnitKind) -> str:
    """The key of a kind's silhouette: its code, or for kinds of a pack one that does the same."""
    if kind.code in SILHOUETTES:
        return kind.code
    if kind.category != "machine":
        return {"commander": "EX1", "troop": "EX3", "mercenary": "MC3"}.get(kind.category, "CV1")
    if kind.specials.fly:
        return "EX9" if kind.base == 1 else "GU10"
    return "GU9" if kind.base > 2 else "EX10" if kind.farthest >= 12 else "EX8"


def silhouette(
    key: str, x: float, y: float, unit: float, ink: Colour, ground: Colour
) -> Iterator[Shape]:
    """The shapes around a middle, ``unit`` pixels for one step of the field."""
    for part in SILHOUETTES[key].split(";"):
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


def _point(word: str, x: float, y: float, unit: float) -> Point:
    across, _, down = word.partition(",")
    return x + float(across) * unit, y + float(down) * unit
