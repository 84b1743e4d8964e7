"""The colours of all pictures: one fixed palette of at most 255.

Every picture uses the same palette, so tiles can be kept as palette indices
and a picture needs no quantising. It is made of named colours and of the steps
between those that meet on antialiased edges. The standard one stands here; the
others of ``renderers/palettes.py`` have the same places for other colours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]


def from_code(code: int) -> Colour:
    """The colour that is written as six hexadecimal digits."""
    return code >> 16, code >> 8 & 255, code & 255


VOID = from_code(0x050813)
"""The ground of everything. Index 0 of the palette."""

PLATE = from_code(0x0A0F20)
RIM = from_code(0x232E55)
CARD = from_code(0x0D1328)
STAR_DIM = from_code(0x3A4570)
STAR = from_code(0x8F9CCB)

WHITE = from_code(0xF4F6FF)
MUTED = from_code(0xAAB4D8)

DARK_FILL = from_code(0x131B38)
DARK_EDGE = from_code(0x2B3661)
DARK_TEXT = from_code(0x8391C4)

YELLOW = from_code(0xFFCF3F)
YELLOW_FILL = from_code(0x4A380B)
YELLOW_MARK = from_code(0x6F5410)
YELLOW_EDGE = from_code(0xC2911C)
YELLOW_TEXT = from_code(0xF7E3A9)
YELLOW_LIGHT = from_code(0xFFF0B8)
YELLOW_DEEP = from_code(0x9A6410)

CYAN = from_code(0x3FD4F4)
CYAN_FILL = from_code(0x08374A)
CYAN_MARK = from_code(0x0F5C74)
CYAN_EDGE = from_code(0x1D9DBF)
CYAN_TEXT = from_code(0xB4ECFA)
CYAN_LIGHT = from_code(0xD9FAFF)
CYAN_DEEP = from_code(0x0D6683)

SPLIT_FILL = from_code(0x351A3E)
SPLIT_MARK = from_code(0x5A2E66)
SPLIT_EDGE = from_code(0x9A55A8)
SPLIT_TEXT = from_code(0xE9C1F1)

# Seats of matches for many; yellow, teal and white are YELLOW, CYAN and WHITE.
RED = from_code(0xFF5A4F)
BLUE = from_code(0x4F8BFF)
GREEN = from_code(0x4CC45A)
PURPLE = from_code(0xC07BFF)
ORANGE = from_code(0xFF9838)

SEATS = (RED, BLUE, GREEN, YELLOW, PURPLE, ORANGE, CYAN, WHITE)
"""Of the seats, in a game that gives them no others."""

# Ground and what lies on it.
GROUND = from_code(0x2A3040)
GROUND_ODD = from_code(0x303748)
GROUND_LINE = from_code(0x1C2230)
WOOD_DARK = from_code(0x163A20)
WOOD = from_code(0x27632F)
WOOD_LIGHT = from_code(0x469A48)
STONE_DARK = from_code(0x434957)
STONE = from_code(0x717888)
STONE_LIGHT = from_code(0xB1B6C2)
EARTH_DARK = from_code(0x3C2B1D)
EARTH = from_code(0x664A2E)
EARTH_LIGHT = from_code(0xA07A4C)
SAND = from_code(0x8F7D55)
SAND_LIGHT = from_code(0xC2AE7C)
DEEP = from_code(0x10305E)
WATER = from_code(0x1F5382)
WATER_LIGHT = from_code(0x5C9FCE)
ACID = from_code(0x46590F)
ACID_LIGHT = from_code(0xA8CC2E)
LAVA_DARK = from_code(0x5E1A0B)
LAVA = from_code(0xC2410F)
GAS = from_code(0x4E5F3A)
GAS_LIGHT = from_code(0x91A765)


def blend(a: Colour, b: Colour, share: float) -> Colour:
    """The colour that is ``share`` (0 to 1) of the way from ``a`` to ``b``."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


NAMED = (
    VOID, PLATE, RIM, CARD, STAR_DIM, STAR, WHITE, MUTED,
    DARK_FILL, DARK_EDGE, DARK_TEXT,
    YELLOW, YELLOW_FILL, YELLOW_MARK, YELLOW_EDGE, YELLOW_TEXT, YELLOW_LIGHT, YELLOW_DEEP,
    CYAN, CYAN_FILL, CYAN_MARK, CYAN_EDGE, CYAN_TEXT, CYAN_LIGHT, CYAN_DEEP,
    SPLIT_FILL, SPLIT_MARK, SPLIT_EDGE, SPLIT_TEXT,
    RED, BLUE, GREEN, PURPLE, ORANGE,
    GROUND, GROUND_ODD, GROUND_LINE,
    WOOD_DARK, WOOD, WOOD_LIGHT, STONE_DARK, STONE, STONE_LIGHT, EARTH_DARK, EARTH, EARTH_LIGHT,
    SAND, SAND_LIGHT, DEEP, WATER, WATER_LIGHT, ACID, ACID_LIGHT, LAVA_DARK, LAVA, GAS, GAS_LIGHT,
)  # fmt: skip

_MEETING = (
    # (one colour, the other, steps between)
    (VOID, WHITE, 7), (VOID, MUTED, 4), (VOID, RIM, 2), (VOID, PLATE, 1), (VOID, STAR, 3),
    (PLATE, WHITE, 6), (PLATE, MUTED, 5), (PLATE, RIM, 2), (PLATE, YELLOW, 5), (PLATE, CYAN, 5),
    (PLATE, DARK_EDGE, 3), (PLATE, YELLOW_EDGE, 4), (PLATE, CYAN_EDGE, 4), (PLATE, SPLIT_EDGE, 4),
    (CARD, WHITE, 6), (CARD, MUTED, 5), (CARD, YELLOW, 6), (CARD, CYAN, 6), (CARD, SPLIT_EDGE, 2),
    (DARK_FILL, DARK_EDGE, 3), (DARK_FILL, DARK_TEXT, 6), (DARK_FILL, WHITE, 4),
    (DARK_FILL, YELLOW, 4), (DARK_FILL, CYAN, 4),
    (YELLOW_FILL, YELLOW_MARK, 3), (YELLOW_FILL, YELLOW_EDGE, 4), (YELLOW_FILL, YELLOW_TEXT, 6),
    (YELLOW_FILL, YELLOW, 5), (YELLOW_FILL, WHITE, 4), (YELLOW_FILL, VOID, 3),
    (CYAN_FILL, CYAN_MARK, 3), (CYAN_FILL, CYAN_EDGE, 4), (CYAN_FILL, CYAN_TEXT, 6),
    (CYAN_FILL, CYAN, 5), (CYAN_FILL, WHITE, 4), (CYAN_FILL, VOID, 3),
    (SPLIT_FILL, SPLIT_MARK, 3), (SPLIT_FILL, SPLIT_EDGE, 4), (SPLIT_FILL, SPLIT_TEXT, 6),
    (SPLIT_FILL, VOID, 3), (SPLIT_FILL, YELLOW, 3), (SPLIT_FILL, CYAN, 3),
    (YELLOW_DEEP, YELLOW, 5), (YELLOW, YELLOW_LIGHT, 4), (YELLOW_DEEP, VOID, 3),
    (CYAN_DEEP, CYAN, 5), (CYAN, CYAN_LIGHT, 4), (CYAN_DEEP, VOID, 3),
    (VOID, RED, 3), (VOID, BLUE, 3), (VOID, GREEN, 3), (VOID, PURPLE, 3), (VOID, ORANGE, 3),
    (GROUND, RED, 4), (GROUND, BLUE, 4), (GROUND, GREEN, 4), (GROUND, PURPLE, 4),
    (GROUND, ORANGE, 4), (GROUND, YELLOW, 4), (GROUND, CYAN, 4), (GROUND, WHITE, 4),
)  # fmt: skip


def flat(colours: Iterable[Colour]) -> bytes:
    """Red, green, blue, red, green, blue, as palettes stand in files."""
    return bytes(value for colour in colours for value in colour)


Recipe: TypeAlias = tuple[Colour, Colour, float]
"""A share of the way from one named colour to another."""


def _recipes() -> Iterator[Recipe]:
    for one in NAMED:
        yield one, one, 0.0
    for a, b, count in _MEETING:
        for number in range(1, count + 1):
            yield a, b, number / (count + 1)


def _apart(recipes: Iterable[Recipe]) -> Iterator[Recipe]:
    """Drop colours that nobody could tell from an earlier one."""
    kept: list[Colour] = []
    for recipe in recipes:
        r, g, b = colour = blend(*recipe)
        if not any(abs(r - x) <= 5 and abs(g - y) <= 5 and abs(b - z) <= 5 for x, y, z in kept):
            kept.append(colour)
            yield recipe


_KEPT = tuple(_apart(_recipes()))


def palette_with(becomes: Mapping[Colour, Colour]) -> tuple[Colour, ...]:
    """The palette in which named colours have become others, and with them their steps."""
    return tuple(blend(becomes.get(a, a), becomes.get(b, b), share) for a, b, share in _KEPT)


PALETTE = palette_with({})
