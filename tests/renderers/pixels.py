"""Comparing pictures by what is to be seen in them."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageChops

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
