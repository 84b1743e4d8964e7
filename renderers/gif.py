"""Changes between pictures, and the GIF file made of them. Besides ``paint`` the only module
that knows Pillow.

A canvas is a picture as palette indices, in mode L. What has changed from one to
the next lies in at most three boxes, ``CLEAR`` where nothing has: a board and
the panel beside it are far apart, and what lies between costs most of the time.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple, TypeAlias

from PIL import GifImagePlugin, Image, ImageChops

from renderers.paint import palette_image, scanlines
from renderers.palette import PALETTE, Colour, flat
from renderers.scene import Drawing

try:
    from isal.isal_zlib import compress, decompress
except ImportError:  # isal is for CPython only
    from zlib import compress, decompress

CLEAR = 255
"""The index that stands for "as before". No palette has so many colours."""

WORTH = 40_000
"""How many pixels between two boxes make it worth while to write two images instead of one."""

BOXES = 3

BRIEF = 2
"""Hundredths of a second between the images of one picture. Of less, viewers make a tenth."""

Canvas: TypeAlias = Image.Image
Size: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, and the first column and row outside."""

_IS_NOTHING = [1, *([0] * 255)]
_IS_KEPT = [*([1] * 255), 0]


class Patch(NamedTuple):
    """New pixels for a box of a canvas."""

    box: Box
    pixels: Canvas

    @property
    def packed(self) -> Packed:
        return Packed(self.box, compress(self.pixels.tobytes(), 1))

    def put(self, onto: Canvas) -> None:
        onto.paste(self.pixels, self.box[:2], self.pixels.point(_IS_KEPT, "1"))

    def moved(self, x: int, y: int) -> Patch:
        left, top, right, low = self.box
        return Patch((left + x, top + y, right + x, low + y), self.pixels)

    def image(self) -> bytes:
        """The image as it stands in the file."""
        return b"".join(GifImagePlugin.getdata(self.pixels, self.box[:2]))


class Packed(NamedTuple):
    """A patch to be kept: of one move some ten kilobytes."""

    box: Box
    pixels: bytes

    @property
    def patch(self) -> Patch:
        left, top, right, low = self.box
        size = right - left, low - top
        return Patch(self.box, Image.frombytes("L", size, decompress(self.pixels)))


def canvas(drawing: Drawing) -> Canvas:
    """The painted drawing."""
    rows = scanlines(drawing)
    wide = drawing.width + 1
    lines = Image.frombuffer("L", (wide, drawing.height), rows, "raw", "L", 0, 1)
    return lines.crop((1, 0, wide, drawing.height))


def empty(size: Size, index: int) -> Canvas:
    return Image.new("L", size, index)


def stacked(above: Canvas, below: Canvas, index: int) -> Canvas:
    """One above the other, both at the left; ``index`` fills what is left over."""
    both = empty((max(above.width, below.width), above.height + below.height), index)
    both.paste(above, (0, 0))
    both.paste(below, (0, above.height))
    return both


def padded(small: Canvas, size: Size, index: int) -> Canvas:
    """The canvas in the upper left corner of one that is at least of that size."""
    wide, high = max(small.width, size[0]), max(small.height, size[1])
    if (wide, high) == small.size:
        return small
    large = empty((wide, high), index)
    large.paste(small, (0, 0))
    return large


def whole(picture: Canvas) -> Patch:
    return Patch((0, 0, *picture.size), picture)


def changes(before: Canvas, after: Canvas, most: int = BOXES) -> tuple[Patch, ...]:
    """What has become of a canvas of the same size; nothing when they are equal."""
    differing = ImageChops.difference(before, after)
    box = differing.getbbox()
    return () if box is None else tuple(_patches(differing, after, box, most))


def united(patches: Sequence[Patch]) -> Patch:
    """Several patches, put on one after the other, as one."""
    box = around(patch.box for patch in patches)
    large = empty((box[2] - box[0], box[3] - box[1]), CLEAR)
    for patch in patches:
        patch.moved(-box[0], -box[1]).put(large)
    return Patch(box, large)


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them."""
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def reduced(picture: Canvas, scale: int) -> Canvas:
    """``scale`` by ``scale`` pixels become the colour that is nearest to their mean."""
    if scale == 1:
        return picture
    shown = Image.frombytes("P", picture.size, picture.tobytes())
    shown.putpalette(flat(PALETTE))
    nearest = (
        shown.convert("RGB")
        .reduce(scale)
        .quantize(palette=palette_image(), dither=Image.Dither.NONE)
    )
    return Image.frombytes("L", nearest.size, nearest.tobytes())


def shown(images: Sequence[bytes], hundredths: int) -> Iterator[bytes]:
    """The images of one picture with how long each is to be seen: together so long."""
    last = len(images) - 1
    for number, image in enumerate(images):
        pause = max(BRIEF, hundredths - BRIEF * last) if number == last else BRIEF
        # 5: with a transparent index, and left in place for the next image to be drawn on.
        yield struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 5, pause, CLEAR, 0)
        yield image


def file(size: Size, colours: Sequence[Colour], images: Iterable[bytes]) -> bytes:
    """The GIF: shown again and again, one table of colours for all images."""
    head = struct.pack("<6sHHBBB", b"GIF89a", *size, 0b1111_0111, 0, 0)
    again = struct.pack("<BBB11sBBHB", 0x21, 0xFF, 11, b"NETSCAPE2.0", 3, 1, 0, 0)
    table = flat(colours).ljust(768, b"\0")
    return b"".join((head, table, again, *images, b";"))


def _patches(differing: Canvas, after: Canvas, box: Box, most: int) -> Iterator[Patch]:
    for part in sorted(_parts(differing, box, most)):
        pixels = after.crop(part)
        pixels.paste(CLEAR, (0, 0), differing.crop(part).point(_IS_NOTHING, "1"))
        yield Patch(part, pixels)


def _parts(differing: Canvas, box: Box, most: int) -> list[Box]:
    """The box, cut where most can be saved."""
    parts = [box]
    while len(parts) < most:
        saved, part, halves = max(
            (_cut(differing, part) for part in parts), key=lambda cut: (cut[0], cut[1])
        )
        if saved < WORTH:
            break
        parts.remove(part)
        parts += halves
    return parts


def _cut(differing: Canvas, box: Box) -> tuple[int, Box, tuple[Box, ...]]:
    """How many pixels the widest gap in a box holds, and the boxes on both sides of it."""
    left, top, right, low = box
    columns, rows = differing.crop(box).getprojection()
    (start, end), (first, last) = _gap(columns), _gap(rows)
    across, down = (end - start) * (low - top), (last - first) * (right - left)
    if max(across, down) < WORTH:
        return 0, box, ()
    if across >= down:
        halves = (left, top, left + start, low), (left + end, top, right, low)
    else:
        halves = (left, top, right, top + first), (left, top + last, right, low)
    return max(across, down), box, tuple(_tight(differing, half) for half in halves)


def _gap(filled: Sequence[int]) -> tuple[int, int]:
    """Where the longest run without anything starts and ends."""
    best, at = (0, 0), 0
    for some, run in groupby(filled):
        length = len(list(run))
        if not some and length > best[1] - best[0]:
            best = at, at + length
        at += length
    return best


def _tight(differing: Canvas, box: Box) -> Box:
    left, top, right, low = differing.crop(box).getbbox() or (0, 0, 1, 1)
    return box[0] + left, box[1] + top, box[0] + right, box[1] + low
