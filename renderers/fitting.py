"""Which pictures of an animation, and how large, so that the file keeps within its limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from renderers import gif
from renderers.gif import Box, Canvas, Packed, Patch, Size
from renderers.palette import PALETTE, VOID

SIZES = ((1, 24, 0.5), (2, 12, 0.0), (4, 1, 0.0))
"""How many pixels, across and down, become one; and where fewer pictures than so many, or than
this share of them, would fit, smaller ones are better."""

TRIES = 6
"""How often the right number of pictures is looked for in one size."""

ENOUGH = 0.9
"""Of the limit: a file of this size is as good as any that fits."""

HEAD = len(gif.file((1, 1), PALETTE, ()))
CONTROL = 8
"""Bytes before each image that say how long it is shown."""


@dataclass(slots=True)
class GifFrame:
    """The changes of one picture, and for how long it is shown.

    ``number``  of the picture among all that were taken, from 0
    ``images``  as they stand in the file, where they were made when it was taken
    """

    number: int
    changed: tuple[Packed, ...]
    seconds: float
    images: tuple[bytes, ...] = ()

    @property
    def weight(self) -> int:
        return sum(len(packed.pixels) for packed in self.changed)


@dataclass(slots=True)
class Picture:
    images: tuple[bytes, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Fit:
    """``bytes`` is the size of the file."""

    size: Size
    pictures: list[Picture]
    bytes: int


def fitted(steps: Sequence[GifFrame], size: Size, limit: int) -> Fit | None:
    """As many pictures as fit, as large as they can be; ``None`` when not even one does."""
    total = len(steps)
    for scale, few, share in SIZES:
        fewest = min(total, max(few, round(share * total)))
        found = _Search(steps, size, scale, limit).best(fewest)
        if found is not None:
            return found
    return None


def chosen(total: int, count: int) -> set[int]:
    """``count`` of ``total`` places evenly, with the first and the last; the last alone if one."""
    if count == 1:
        return {total - 1}
    return {number * (total - 1) // (count - 1) for number in range(count)}


class _Search:
    """Pictures in one size: ``scale`` pixels, across and down, become one."""

    def __init__(self, steps: Sequence[GifFrame], size: Size, scale: int, limit: int) -> None:
        self._steps = steps
        self._scale = scale
        self._limit = limit
        # Up to whole pixels of the finished picture, so that each is the mean of as many.
        self._size = -(-size[0] // scale) * scale, -(-size[1] // scale) * scale
        self._first = 0

    def best(self, fewest: int) -> Fit | None:
        """About as many pictures as fit, if at least ``fewest`` do.

        All but the first grow with some power of how many there are: fewer pictures
        differ more from each other. The power is guessed, and then measured.
        """
        found, least, most = None, fewest, len(self._steps)
        count, power = most, 0.67
        before: tuple[int, int] | None = None
        for left in reversed(range(TRIES)):
            tried = self._tried(count)
            if isinstance(tried, Fit):
                found, least, size = tried, count + 1, tried.bytes
                if size >= ENOUGH * self._limit:
                    break
            else:
                most, size = count - 1, tried
            if self._first >= self._limit:
                most = min(most, 1)  # The last alone may be smaller than the first.
            if least > most:
                break
            rest = max(1, size - self._first)
            if before is not None:
                power = min(1.2, max(0.1, log(before[1] / rest) / log(before[0] / count)))
            before = count, rest
            room = max(0.0, (ENOUGH + 1) / 2 * self._limit - self._first)
            guess = count * (room / rest) ** (1 / power)
            count = int(min(most, max(least, guess)))
            if left == 1 and found is None:
                count = least
        return found

    def _tried(self, count: int) -> Fit | int:
        """The pictures; or about how many bytes they would be, which is too many."""
        keep = chosen(len(self._steps), count)
        canvas = gif.empty(self._size, PALETTE.index(VOID))
        screen, boxes = _Screen(self._scale), list[Box]()
        pictures, size = list[Picture](), HEAD
        for number, step in enumerate(self._steps):
            for packed in step.changed:
                packed.patch.put(canvas)
                boxes.append(packed.box)
            if number not in keep:
                continue
            patches = screen.next(canvas, boxes)
            boxes.clear()
            if not patches:
                pictures[-1].seconds += step.seconds
                continue
            pictures.append(Picture(tuple(patch.image() for patch in patches), step.seconds))
            size += sum(CONTROL + len(image) for image in pictures[-1].images)
            if len(pictures) == 1:
                self._first = size
            if size > self._limit:
                rest = size - self._first
                return self._first + rest * (count - 1) // max(1, len(pictures) - 1)
        return Fit(screen.size, pictures, size)


class _Screen:
    """What a viewer of the animation sees at the moment."""

    def __init__(self, scale: int) -> None:
        self._scale = scale
        self._shown: Canvas | None = None

    @property
    def size(self) -> Size:
        assert self._shown is not None
        return self._shown.size

    def next(self, canvas: Canvas, boxes: Sequence[Box]) -> list[Patch]:
        """What brings ``canvas`` on the screen; only in ``boxes`` it differs from the last one."""
        if self._shown is None:
            self._shown = gif.reduced(canvas, self._scale).copy()
            return [gif.whole(self._shown.copy())]
        if len(boxes) > gif.BOXES:
            return self._part(canvas, gif.around(boxes), gif.BOXES)
        return [patch for box in boxes for patch in self._part(canvas, box, 1)]

    def _part(self, canvas: Canvas, box: Box, most: int) -> list[Patch]:
        assert self._shown is not None
        scale = self._scale
        left, top = box[0] // scale, box[1] // scale
        right, low = -(-box[2] // scale), -(-box[3] // scale)
        now = gif.reduced(
            canvas.crop((left * scale, top * scale, right * scale, low * scale)), scale
        )
        found = gif.changes(self._shown.crop((left, top, right, low)), now, most)
        self._shown.paste(now, (left, top))
        return [patch.moved(left, top) for patch in found]
