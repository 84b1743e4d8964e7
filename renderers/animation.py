"""Animates pictures of a match as a GIF of limited size.

Pictures are taken one by one, and of each only what has changed is kept. When
all of them together are too large, evenly chosen ones are left out, the first
and the last never; where few would remain, they become smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers import gif, paint
from renderers.fitting import CONTROL, HEAD, GifFrame, Picture, fitted
from renderers.gif import Canvas, Patch
from renderers.palette import PALETTE, VOID, WHITE, Colour
from renderers.scene import Caption, Drawing, Style

PACE = 0.8
"""Seconds for a picture without a caption."""

READING = 45
"""Characters of a caption that are read in a second, on top of half of ``PACE``."""

SLOWEST = 1.2
"""Seconds for a picture with a long caption."""

LONGEST = 60.0
"""Seconds: pictures that would take longer are shown faster, but none for less than ``LEAST``."""

LEAST = 0.1

REST = 3.0
"""Extra seconds for the last picture."""

KEPT = 32 << 20
"""Most bytes of changes kept; above, every other picture is dropped."""

_GROUND = PALETTE.index(VOID)


@dataclass(frozen=True, slots=True)
class Reel:
    """``gif`` is the file; it shows ``frames`` pictures, and ``left_out`` others did not fit."""

    gif: bytes
    frames: int
    left_out: int


def captioned(board: Canvas, caption: str) -> Canvas:
    """The picture with its caption above it."""
    return gif.stacked(gif.canvas(_strip(board.width, caption)), board, _GROUND)


class Film:
    """Takes pictures. ``limit`` is how many bytes the file may have."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._steps: list[GifFrame] = []
        self._canvas: Canvas | None = None
        self._board: Canvas | None = None
        self._taken = 0
        self._stride = 1
        self._weight = 0
        self._bytes = HEAD
        """Of the file, while ``_straight``."""
        self._straight = True
        """Whether the images as they are may make up the file."""

    def add(self, board: Canvas, caption: str = "") -> None:
        """The next picture, with a ``caption`` above it. A board like the one before is skipped."""
        last, self._board = self._board, board
        if last is not None and last.size == board.size and not gif.changes(last, board):
            return
        picture, seconds = board, PACE
        if caption:
            picture = captioned(board, caption)
            seconds = min(SLOWEST, max(PACE, PACE / 2 + len(caption) / READING))
        before = self._canvas
        if before is None:
            self._canvas = picture
            self._take((gif.whole(picture),), seconds)
            return
        now = gif.padded(picture, before.size, _GROUND)
        self._straight = self._straight and now.size == before.size
        changed = gif.changes(gif.padded(before, now.size, _GROUND), now)
        self._canvas = now
        self._take(changed, seconds)

    def gif(self, colours: Sequence[Colour] = PALETTE) -> Reel:
        """All that was taken, in these colours.

        Raises ``ValueError`` without any picture, or where not one fits at the smallest size.
        """
        if self._canvas is None:
            raise ValueError("an animation needs at least one picture")
        size = self._canvas.size
        if self._straight:
            pictures = [Picture(step.images, step.seconds) for step in self._steps]
        else:
            found = fitted(self._steps, size, self._limit)
            if found is None:
                raise ValueError(f"{self._limit:,} bytes are too few for a single picture")
            size, pictures = found.size, found.pictures
        data = gif.file(size, colours, _timed(pictures))
        return Reel(data, len(pictures), self._taken - len(pictures))

    def _take(self, changed: Sequence[Patch], seconds: float) -> None:
        step = GifFrame(self._taken, tuple(patch.packed for patch in changed), seconds)
        if self._straight:
            step.images = tuple(patch.image() for patch in changed)
            self._bytes += sum(CONTROL + len(image) for image in step.images)
            if self._bytes > self._limit:
                self._straight = False
                for each in (*self._steps, step):
                    each.images = ()
        self._taken += 1
        self._keep(step)
        while self._weight > KEPT and len(self._steps) > 2:
            self._stride *= 2
            steps, self._steps, self._weight, self._straight = self._steps, [], 0, False
            for each in steps:
                self._keep(each)

    def _keep(self, step: GifFrame) -> None:
        """In place of the last one, if that was only kept because it was the last."""
        last = self._steps.pop() if self._steps and self._steps[-1].number % self._stride else None
        if last is not None:
            self._weight -= last.weight
            patches = [packed.patch for packed in (*last.changed, *step.changed)]
            step = GifFrame(step.number, (gif.united(patches).packed,), step.seconds)
        self._weight += step.weight
        self._steps.append(step)


def _timed(pictures: Sequence[Picture]) -> list[bytes]:
    whole = sum(picture.seconds for picture in pictures)
    share = min(1.0, LONGEST / whole) if whole else 1.0
    blocks: list[bytes] = []
    for number, picture in enumerate(pictures, 1):
        seconds = max(LEAST, picture.seconds * share) + (REST if number == len(pictures) else 0)
        blocks += gif.shown(picture.images, round(100 * seconds))
    return blocks


def _strip(width: int, caption: str) -> Drawing:
    """Two lines, large enough to be read when a telephone shows the picture 380 pixels wide."""
    size = max(12, width // 30)
    style, room = Style(size, WHITE, VOID), width - size
    lines = [
        Caption(line, size // 2, size * (5 + 6 * number) // 4, style, room=room)
        for number, line in enumerate(paint.wrapped(caption, style, room))
    ]
    return Drawing(width, size * 3, VOID, (), lines)
