"""Changes between pictures, and the GIF file made of them. Besides ``paint`` the only module
that knows Pillow.

A canvas is a picture as palette indices, in mode L. What has changed from one to
the next is written in at most three boxes, ``CLEAR`` where nothing has: a board and
the panel beside it are far apart, and what lies between costs most of the time.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from PIL import GifImagePlugin, Image, ImageChops

from renderers.paint import indexed, scanlines
from renderers.palette import PALETTE, Colour, flat
from renderers.scene import Drawing

CLEAR = 255
"""The index that stands for "as before". No palette has so many colours."""

WORTH = 20_000
"""How many pixels between two boxes make it worth while to write two images instead of one."""

BOXES = 3

_LEAF = 256
"""Pixels: changes are looked for in boxes of at most this size."""

BRIEF = 2
"""Hundredths of a second between the images of one picture. Of less, viewers make a tenth."""

Canvas: TypeAlias = Image.Image
Size: TypeAlias = tuple[int, int]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, and the first column and row outside."""

_COLOURS = flat(PALETTE)
_IS_NOTHING = [1, *([0] * 255)]


class Patch(NamedTuple):
    """New pixels for a box of a canvas."""

    box: Box
    pixels: Canvas

    def image(self) -> bytes:
        """The image as it stands in the file."""
        return b"".join(GifImagePlugin.getdata(self.pixels, self.box[:2]))


def canvas(drawing: Drawing) -> Canvas:
    """The painted drawing."""
    rows = scanlines(drawing)
    wide = drawing.width + 1
    lines = Image.frombuffer("L", (wide, drawing.height), rows, "raw", "L", 0, 1)
    return lines.crop((1, 0, wide, drawing.height))


def empty(size: Size, index: int) -> Canvas:
    return Image.new("L", size, index)


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


def differing(before: Canvas, after: Canvas) -> list[Box]:
    """Boxes around all that differs between canvases of one size, none where they are equal."""
    difference, found = ImageChops.difference(before, after), list[Box]()
    left = [(0, 0, *after.size)]
    while left:
        box = _tight(difference, left.pop())
        if box is None:
            continue
        wide, high = box[2] - box[0], box[3] - box[1]
        if max(wide, high) <= _LEAF:
            found.append(box)
        elif wide >= high:
            middle = box[0] + wide // 2
            left += (box[0], box[1], middle, box[3]), (middle, *box[1:])
        else:
            middle = box[1] + high // 2
            left += (*box[:3], middle), (box[0], middle, *box[2:])
    return found


def changes(before: Canvas, after: Canvas, boxes: Sequence[Box]) -> tuple[Patch, ...]:
    """What has become of a canvas of the same size; only within ``boxes`` it may differ."""
    return tuple(_patch(before, after, part) for part in sorted(_parts(boxes)))


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them."""
    lefts, tops, rights, lows = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(lows)


def reduced(picture: Canvas, scale: int, box: Box | None = None) -> Canvas:
    """``scale`` by ``scale`` pixels become the colour that is nearest to their mean.

    ``box``  only that part; its corners are multiples of ``scale``, or at the edge
    """
    part = picture.crop(box)
    if scale == 1:
        return part
    part.putpalette(_COLOURS)
    return indexed(part.convert("RGB").reduce(scale))


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


def _patch(before: Canvas, after: Canvas, box: Box) -> Patch:
    pixels = after.crop(box)
    same = ImageChops.difference(before.crop(box), pixels).point(_IS_NOTHING, "1")
    pixels.paste(CLEAR, (0, 0), same)
    return Patch(box, pixels)


def _parts(boxes: Sequence[Box]) -> list[Box]:
    """The boxes as a few, cut where most can be saved."""
    parts = [boxes] if boxes else []
    while len(parts) < BOXES:
        saved, part, halves = max((_cut(part) for part in parts), key=lambda cut: cut[0])
        if saved < WORTH:
            break
        parts.remove(part)
        parts += halves
    return [around(part) for part in parts]


def _cut(boxes: Sequence[Box]) -> tuple[int, Sequence[Box], tuple[Sequence[Box], ...]]:
    """How many pixels the widest gap between boxes holds, and the boxes on both sides of it."""
    left, top, right, low = around(boxes)
    across, columns = _gap(boxes, 0)
    down, rows = _gap(boxes, 1)
    if across * (low - top) >= down * (right - left):
        return across * (low - top), boxes, columns
    return down * (right - left), boxes, rows


def _gap(boxes: Sequence[Box], axis: int) -> tuple[int, tuple[Sequence[Box], ...]]:
    """The widest gap along an axis, and the boxes before and behind it."""
    ordered = sorted(boxes, key=lambda box: box[axis])
    best, at, end = 0, 0, ordered[0][axis + 2]
    for number, box in enumerate(ordered):
        if box[axis] - end > best:
            best, at = box[axis] - end, number
        end = max(end, box[axis + 2])
    return best, (ordered[:at], ordered[at:])


def _tight(difference: Canvas, box: Box) -> Box | None:
    inner = difference.crop(box).getbbox()
    if inner is None:
        return None
    left, top, right, low = inner
    return box[0] + left, box[1] + top, box[0] + right, box[1] + low
