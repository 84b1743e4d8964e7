"""The palettes a viewer may choose from. A picture in another palette has the same pixels.

``palettes.toml`` says what each named colour becomes; the steps between colours follow.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from renderers import palette
from renderers.palette import Colour, from_code, palette_with


@dataclass(frozen=True, slots=True)
class PaletteInfo:
    """Title and description of a palette, for its menu."""

    title: str
    description: str


_DATA = tomllib.loads(resources.files("renderers").joinpath("palettes.toml").read_text("utf-8"))
PALETTES: Mapping[str, PaletteInfo] = {
    name: PaletteInfo(*said) for name, said in _DATA["titles"].items()
}
"""Palettes by name, the standard one first."""


@cache
def colours_of(name: str) -> tuple[Colour, ...]:
    """The table of colours, in the order of ``PALETTE``. Raises ``ValueError`` for other names."""
    if name not in PALETTES:
        raise ValueError(f"no palette {name!r}; there are {', '.join(PALETTES)}")
    column = list(PALETTES).index(name) - 1
    codes = {} if column < 0 else {key: row[column] for key, row in _DATA["colours"].items()}
    return palette_with(
        {getattr(palette, key): from_code(int(code, 16)) for key, code in codes.items()}
    )
