"""The same scene as our own picture, drawn at three times its size in RGB and averaged down.

What one gets who wants smooth edges from Pillow without palette and tiles: the
reference for the size of the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PIL import Image, ImageDraw

from bench.pictures.plain_picture import font, png
from renderers import paint
from renderers.scene import Art, Drawing, Label, Mark

SCALE = 3
ANCHORS = {"left": "ls", "middle": "ms", "right": "rs"}


def supersampled(drawing: Drawing) -> bytes:
    return png(smooth(drawing))


def smooth(drawing: Drawing) -> Image.Image:
    """The drawing in RGB with smooth edges."""
    size = (drawing.width * SCALE, drawing.height * SCALE)
    large = Image.new("RGB", size, drawing.ground)
    for art, left, top, wide, high, x, y in drawing.panes:
        box = (left * SCALE, top * SCALE, (left + wide) * SCALE, (top + high) * SCALE)
        large.paste(enlarged(art).crop(box), (x * SCALE, y * SCALE))
    for art, x, y in marks(drawing):
        large.paste(enlarged(art), (x * SCALE, y * SCALE), covered(art) if art.cut else None)
    pen = ImageDraw.Draw(large)
    for each in (drawing.backdrop, drawing):
        for caption in each.captions if each else ():
            text = paint.fitted(caption.text, caption.style, caption.room)
            at = (caption.x * SCALE, caption.y * SCALE)
            style = caption.style
            pen.text(at, text, style.colour, font(style.size * SCALE), ANCHORS[caption.anchor])
    return large.reduce(SCALE)


def marks(drawing: Drawing) -> Iterator[Mark]:
    if drawing.backdrop is not None:
        yield from marks(drawing.backdrop)
    yield from drawing.marks


def enlarged(art: Art) -> Image.Image:
    image = Image.new("RGB", (art.width * SCALE, art.height * SCALE), art.ground)
    pen = ImageDraw.Draw(image)
    for shape in art.shapes:
        if isinstance(shape, Label):
            at = (shape.x * SCALE, shape.y * SCALE)
            pen.text(at, shape.text, shape.style.colour, font(shape.style.size * SCALE), "mm")
        else:
            drawn(pen, shape, shape.colour)
    return image


def covered(art: Art) -> Image.Image:
    image = Image.new("L", (art.width * SCALE, art.height * SCALE), 0)
    pen = ImageDraw.Draw(image)
    for shape in art.shapes:
        drawn(pen, shape, 255)
    return image


def drawn(pen: ImageDraw.ImageDraw, shape: Any, ink: Any) -> None:
    paint._draw(pen, shape, ink, SCALE)  # the same shapes, in another size
