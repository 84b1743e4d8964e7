"""Animates pictures of a match as a GIF of limited size.

Pictures are taken one by one, and of each only what has changed is kept. When
all of them together are too large, evenly chosen ones are left out, the first
and the last never; where few would remain, they become smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from renderers import gif
from renderers.fitting import CONTROL, HEAD, Picture, Step, fitted
from renderers.gif import Canvas, Patch
from renderers.palette import PALETTE, VOID, WHITE, Colour
from renderers.scene import Caption, Drawing, Style

PACE = 0.8
"""Seconds per picture."""

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


def painted(drawing: Drawing, caption: str = "") -> Canvas:
    """A picture for a film, with a line above it where there is a ``caption``."""
    picture = gif.canvas(drawing)
    if not caption:
        return picture
    return gif.stacked(gif.canvas(_strip(drawing.width, caption)), picture, _GROUND)


class Film:
    """Takes pictures. ``limit`` is how many bytes the file may have."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._steps: list[Step] = []
        self._canvas: Canvas | None = None
        self._taken = 0
        self._stride = 1
        self._weight = 0
        self._bytes = HEAD
        """Of the file, while ``_straight``."""
        self._straight = True
        """Whether the images as they are may make up the file."""

    def add(self, picture: Canvas, seconds: float = PACE) -> None:
        """The next picture. One that looks like the one before makes that one stay longer."""
        before = self._canvas
        if before is None:
            self._canvas = picture
            self._take((gif.whole(picture),), seconds)
            return
        now = gif.padded(picture, before.size, _GROUND)
        self._straight = self._straight and now.size == before.size
        changed = gif.changes(gif.padded(before, now.size, _GROUND), now)
        self._canvas = now
        if changed:
            self._take(changed, seconds)
        else:
            self._steps[-1].seconds += seconds

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
        step = Step(self._taken, tuple(patch.packed for patch in changed), seconds)
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

    def _keep(self, step: Step) -> None:
        """In place of the last one, if that was only kept because it was the last."""
        last = self._steps.pop() if self._steps and self._steps[-1].number % self._stride else None
        if last is not None:
            self._weight -= last.weight
            patches = [packed.patch for packed in (*last.changed, *step.changed)]
            step = Step(step.number, (gif.united(patches).packed,), step.seconds)
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
    """One line, large enough to be read when a telephone shows the picture 550 pixels wide."""
    size = max(16, width // 46)
    style = Style(size, WHITE, VOID)
    line = Caption(caption, size // 2, size + size // 4, style, room=width - size)
    return Drawing(width, size + size // 2 + 2, VOID, (), (line,))
