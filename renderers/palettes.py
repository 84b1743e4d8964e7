"""The palettes a viewer may choose from. A picture in another palette has the same pixels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from renderers.palette import PALETTE, Colour


@dataclass(frozen=True, slots=True)
class PaletteInfo:
    """What is said about a palette where one is chosen."""

    title: str
    description: str


PALETTES: Mapping[str, PaletteInfo] = {
    "standard": PaletteInfo("Standard", "Colours as they are meant, on a dark ground."),
    "contrast": PaletteInfo("High contrast", "Black ground, white lettering, brighter colours."),
    "protanopia": PaletteInfo("Protanopia", "For eyes that miss red: red is dark to them."),
    "deuteranopia": PaletteInfo("Deuteranopia", "For eyes that take red for green."),
    "tritanopia": PaletteInfo("Tritanopia", "For eyes that take blue for green."),
    "mono": PaletteInfo("Greys", "No colours: seats differ in brightness."),
}
"""By name. A name that has been released stays: it is stored with the wishes of people."""


@cache
def colours_of(name: str) -> tuple[Colour, ...]:
    """The table of colours, in the order of ``PALETTE``. Raises ``ValueError`` for other names."""
    if name not in PALETTES:
        raise ValueError(f"no palette {name!r}; there are {', '.join(PALETTES)}")
    return PALETTE
