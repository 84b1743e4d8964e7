"""Comparing pictures by what is to be seen in them, with each other and with the goldens.

After a change that is meant, write the goldens anew and look at every one:
``STARPOST_GOLDENS=write pytest tests/renderers -k looked_at``.
"""

from __future__ import annotations

import os
from collections.abc import Set
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

WRITING = os.environ.get("STARPOST_GOLDENS") == "write"

BLOCK = 8
"""Pictures are compared in squares of this many pixels."""

TOLERANCE = 8
"""How far a block may be off in a channel on average: another letter on a hex is more."""


def decoded(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def changed_blocks(one: Image.Image, other: Image.Image) -> list[tuple[int, int]]:
    """The places (x, y) of the blocks that differ by more than the tolerance."""
    assert one.size == other.size
    means = ImageChops.difference(one, other).reduce(BLOCK)
    wide = means.size[0]
    return [
        (BLOCK * (number % wide), BLOCK * (number // wide))
        for number, worst in enumerate(_worst_channels(means))
        if worst > TOLERANCE
    ]


def changed_box(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The box around every pixel that differs at all, or ``None``."""
    return ImageChops.difference(one, other).getbbox()


def noise(drawn: Image.Image, shown: Image.Image) -> float:
    """The mean squared difference of two pictures, over all pixels and channels."""
    counts = ImageChops.difference(drawn, shown).histogram()
    total = sum(count * (place % 256) ** 2 for place, count in enumerate(counts))
    return total / sum(counts)


def _worst_channels(picture: Image.Image) -> list[int]:
    red, green, blue = (band.tobytes() for band in picture.split())
    return [max(values) for values in zip(red, green, blue, strict=True)]


class Goldens:
    """Pictures of a game that somebody has looked at."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(__file__).parent / "goldens" / folder

    @property
    def names(self) -> Set[str]:
        return {path.stem for path in self._folder.glob("*.png")}

    def image(self, name: str) -> Image.Image:
        return decoded((self._folder / f"{name}.png").read_bytes())

    def check(self, name: str, painted: bytes) -> None:
        if WRITING:
            self._folder.mkdir(exist_ok=True)
            (self._folder / f"{name}.png").write_bytes(painted)
            pytest.skip("written: look at it")
        assert changed_blocks(decoded(painted), self.image(name)) == []
