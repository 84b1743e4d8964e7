"""The palettes a viewer may choose from. A picture in another palette has the same pixels.

Each names what some colours become; their shades follow (``renderers.lab``), and
so do the steps between colours. The colours for eyes that miss a kind of cone
were searched for: as near to the standard ones as can be while all seats, and
likewise all kinds of ground, stay apart as such eyes see them. The tests measure
how far.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from renderers import palette as c
from renderers.lab import colour, following, grey
from renderers.palette import NAMED, Colour, palette_with


@dataclass(frozen=True, slots=True)
class PaletteInfo:
    """Title and description of a palette, for its menu."""

    title: str
    description: str


PALETTES: Mapping[str, PaletteInfo] = {
    "standard": PaletteInfo("Standard", "The usual colours on a dark background."),
    "contrast": PaletteInfo(
        "High contrast", "Black background, white lettering, brighter colours."
    ),
    "protanopia": PaletteInfo("Protanopia", "If red looks dark to you, and purple like blue."),
    "deuteranopia": PaletteInfo("Deuteranopia", "If green looks like red to you."),
    "tritanopia": PaletteInfo("Tritanopia", "If blue looks like green to you."),
    "mono": PaletteInfo("Greys", "No colours: seats and background differ in brightness."),
}
"""Palettes by name. Released names stay: they are stored with people's preferences."""

_SHADES: Mapping[Colour, tuple[Colour, ...]] = {
    c.YELLOW: (
        c.YELLOW_FILL, c.YELLOW_MARK, c.YELLOW_EDGE, c.YELLOW_TEXT, c.YELLOW_LIGHT, c.YELLOW_DEEP,
    ),
    c.CYAN: (c.CYAN_FILL, c.CYAN_MARK, c.CYAN_EDGE, c.CYAN_TEXT, c.CYAN_LIGHT, c.CYAN_DEEP),
    c.SPLIT_EDGE: (c.SPLIT_FILL, c.SPLIT_MARK, c.SPLIT_TEXT),
    c.WOOD: (c.WOOD_DARK, c.WOOD_LIGHT),
    c.EARTH: (c.EARTH_DARK, c.EARTH_LIGHT),
    c.SAND: (c.SAND_LIGHT,),
    c.WATER: (c.DEEP, c.WATER_LIGHT),
    c.ACID: (c.ACID_LIGHT,),
    c.LAVA: (c.LAVA_DARK,),
    c.GAS: (c.GAS_LIGHT,),
}  # fmt: skip
"""Colours with others that are lighter or darker sorts of them."""

_CONTRAST = {
    c.VOID: 0x000000, c.PLATE: 0x03050C, c.RIM: 0x5B6CB8, c.CARD: 0x05080F,
    c.STAR_DIM: 0x262E50, c.STAR: 0xC5CFFF, c.WHITE: 0xFFFFFF, c.MUTED: 0xE6EBFF,
    c.DARK_FILL: 0x0A0E1E, c.DARK_EDGE: 0x6472BC, c.DARK_TEXT: 0xCBD5FF,
    c.YELLOW: 0xFFDD33, c.YELLOW_FILL: 0x3A2A00, c.YELLOW_MARK: 0x8A6A10,
    c.YELLOW_EDGE: 0xFFC92E, c.YELLOW_TEXT: 0xFFF6D0, c.YELLOW_LIGHT: 0xFFFBE0,
    c.CYAN: 0x4FE6FF, c.CYAN_FILL: 0x002B3D, c.CYAN_MARK: 0x13788F,
    c.CYAN_EDGE: 0x2FC8F0, c.CYAN_TEXT: 0xD8F8FF, c.CYAN_LIGHT: 0xF0FDFF,
    c.SPLIT_FILL: 0x2E1038, c.SPLIT_MARK: 0x7A3C8A, c.SPLIT_EDGE: 0xD878EC,
    c.SPLIT_TEXT: 0xFBE3FF,
    c.RED: 0xFF7468, c.BLUE: 0x77A9FF, c.GREEN: 0x5FE36F, c.PURPLE: 0xD394FF, c.ORANGE: 0xFFA548,
    c.GROUND: 0x10141D, c.GROUND_ODD: 0x181E2A, c.GROUND_LINE: 0x47526F,
}  # fmt: skip

_PROTANOPIA = {
    c.RED: 0xFF5C54, c.BLUE: 0x7D9FFF, c.GREEN: 0x4ED677, c.YELLOW: 0xF9D135,
    c.PURPLE: 0xA85FF9, c.ORANGE: 0xE8840E, c.CYAN: 0x40C0DF, c.SPLIT_EDGE: 0xB33156,
    c.WOOD: 0x134B2F, c.EARTH: 0x72562F, c.SAND: 0x9A8655, c.WATER: 0x2F5381,
    c.ACID: 0x374903, c.LAVA: 0xC64A08, c.GAS: 0x516850,
}  # fmt: skip

_DEUTERANOPIA = {
    c.RED: 0xE44752, c.BLUE: 0x8996F5, c.GREEN: 0x84EE7C, c.YELLOW: 0xFFD330,
    c.PURPLE: 0x8264FF, c.ORANGE: 0xDB7A15, c.CYAN: 0x3DD8F0, c.SPLIT_EDGE: 0xBE577B,
    c.WOOD: 0x095429, c.EARTH: 0x755533, c.SAND: 0x988156, c.WATER: 0x255381,
    c.ACID: 0x455704, c.LAVA: 0xC34212, c.GAS: 0x566B50,
}  # fmt: skip

_TRITANOPIA = {
    c.RED: 0xFC4F4A, c.BLUE: 0x3F7BEC, c.GREEN: 0x85C254, c.YELLOW: 0xF6CF3A,
    c.PURPLE: 0xB965ED, c.ORANGE: 0xFE9338, c.CYAN: 0x1FDCFE, c.SPLIT_EDGE: 0xBD4584,
    c.WOOD: 0x355723, c.EARTH: 0x664A2D, c.SAND: 0xA28159, c.WATER: 0x084D7D,
    c.ACID: 0x307633, c.LAVA: 0xC34313, c.GAS: 0x606039,
}  # fmt: skip

_LIGHTS = {
    c.RED: 53.0, c.PURPLE: 59.4, c.CYAN: 65.9, c.GREEN: 72.3, c.BLUE: 78.7, c.ORANGE: 85.1,
    c.YELLOW: 91.6, c.WHITE: 98.0, c.SPLIT_EDGE: 42.0, c.SPLIT_MARK: 36.0,
}  # fmt: skip
"""L* in greys. Seats that play with few others lie far apart, and no two nearer than 6."""

_DIM = 0.75
"""How light the ground is in greys, of its usual light: darker than every seat."""


_BECOME: Mapping[str, Mapping[Colour, int]] = {
    "standard": {},
    "contrast": _CONTRAST,
    "protanopia": _PROTANOPIA,
    "deuteranopia": _DEUTERANOPIA,
    "tritanopia": _TRITANOPIA,
}


@cache
def colours_of(name: str) -> tuple[Colour, ...]:
    """The table of colours, in the order of ``PALETTE``. Raises ``ValueError`` for other names."""
    if name not in PALETTES:
        raise ValueError(f"no palette {name!r}; there are {', '.join(PALETTES)}")
    becomes = _greys() if name == "mono" else dict(_named(_BECOME[name]))
    return palette_with(_with_shades(becomes))


def _named(codes: Mapping[Colour, int]) -> Iterator[tuple[Colour, Colour]]:
    for one, code in codes.items():
        yield one, (code >> 16, code >> 8 & 255, code & 255)


def _greys() -> dict[Colour, Colour]:
    lights = {one: colour(light, 0, 0) for one, light in _LIGHTS.items()}
    followed = {shade for base in lights for shade in _SHADES.get(base, ())}
    ground = NAMED[NAMED.index(c.GROUND) :]
    plain = {one: grey(one, _DIM if one in ground else 1) for one in NAMED if one not in followed}
    return plain | lights


def _with_shades(becomes: Mapping[Colour, Colour]) -> dict[Colour, Colour]:
    """Add the shades of changed colours, unless they are named themselves."""
    shades = {
        shade: following(shade, base, to)
        for base, to in becomes.items()
        for shade in _SHADES.get(base, ())
    }
    return shades | dict(becomes)
