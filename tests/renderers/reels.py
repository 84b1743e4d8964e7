"""Animations of pictures that are there already."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from renderers.animation import Reel, Still, WantedPicture, animate
from renderers.gif import Canvas
from renderers.palette import PALETTE, Colour, flat


def animated(shots: Sequence[Still], limit: int, colours: Sequence[Colour] = PALETTE) -> Reel:
    return asked(shots, limit, colours)[0]


def asked(
    shots: Sequence[Still], limit: int, colours: Sequence[Colour] = PALETTE
) -> tuple[Reel, list[WantedPicture]]:
    """The animation, and what was wanted for it, in order."""
    making, wanted = animate(len(shots), limit, colours), list[WantedPicture]()
    try:
        wanted.append(next(making))
        while True:
            wanted.append(making.send(shots[wanted[-1].number]))
    except StopIteration as done:
        return done.value, wanted


def in_rgb(picture: Canvas) -> Image.Image:
    shown = Image.frombytes("P", picture.size, picture.tobytes())
    shown.putpalette(flat(PALETTE))
    return shown.convert("RGB")
