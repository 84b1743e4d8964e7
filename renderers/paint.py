"""Drawings become PNG files. With ``gif`` the only module that knows Pillow.

Art is drawn four times as large, reduced, and mapped to the fixed palette
once; a picture is then a copy of its backdrop with small opaque squares of
palette indices pasted on it. The canvas is one pixel wider than the picture
and its first column is 0: its bytes are the scanlines of a PNG with filter
"none" as they stand, ready for the deflater.

Kept between pictures, at most: 48 MiB of painted art, 512 masks (on average 10 KB) that
art of the same outline shares, 24 MiB of backdrops, 384 lines of lettering (10 KB), 1,024
characters (1 KB), and how wide 4,096 texts are.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Hashable
from functools import cache, lru_cache
from io import BytesIO
from threading import Lock
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeAlias, TypeVar

from PIL import Image, ImageDraw, ImageFont

from renderers.fonts import Face, font_file
from renderers.lettering import runs
from renderers.palette import PALETTE, Colour, blend, flat
from renderers.palettes import colours_of
from renderers.scene import Area, Art, Disc, Drawing, Label, Point, Shape, Stroke, Style

try:
    from isal.isal_zlib import compress as _deflate
    from isal.isal_zlib import crc32 as _crc
except ImportError:  # isal is for CPython only
    from zlib import compress as _deflate
    from zlib import crc32 as _crc

if TYPE_CHECKING:
    from PIL._imaging import ImagingCore

SCALE = 4
"""How much larger art is drawn than it is shown; half of it for art of more than LARGE pixels."""

LARGE = 200_000

ARTS, BACKDROPS = 48 << 20, 24 << 20
"""Most bytes of painted art, and of backdrops, that are kept."""

ELLIPSIS = "…"

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
_Ink: TypeAlias = Colour | tuple[int, int, int, int] | int


def png(drawing: Drawing, palette: str = "standard") -> bytes:
    """The PNG file: palette, one byte a pixel, no text chunks. Equal drawings, equal bytes.

    Another of ``renderers.palettes`` changes the table of colours alone.
    """
    head = _head(drawing.width, drawing.height, palette)
    pixels = _deflate(scanlines(drawing), 1)
    return b"".join((head, *_chunk(b"IDAT", pixels), *_chunk(b"IEND", b"")))


def scanlines(drawing: Drawing) -> bytearray:
    """The rows of the picture from top to bottom, each a 0 and then its palette indices."""
    wide, high = drawing.width + 1, drawing.height
    above = b"" if drawing.backdrop is None else _backdrop(drawing.backdrop)
    kept = memoryview(above)[: wide * high]
    row = b"\0" + bytes((PALETTE.index(drawing.ground),)) * drawing.width
    rows = bytearray().join((kept, row * (high - len(kept) // wide)))
    # The canvas is a window on these rows: what is pasted there stands here.
    canvas = Image.frombuffer("L", (wide, high), rows, "raw", "L", 0, 1)
    paste = canvas.im.paste  # the checks of Image.paste cost four times as much as pasting a tile
    for art, left, top, width, height, x, y in drawing.panes:
        pixels = _tile(art).pixels
        if pixels.size != (width, height):
            pixels = pixels.crop((left, top, left + width, top + height))
        paste(pixels, (x + 1, y, x + 1 + width, y + height))
    for art, x, y in drawing.marks:
        pixels, mask, width, height = _tile(art)
        box = (x + 1, y, x + 1 + width, y + height)
        if mask is None:
            paste(pixels, box)
        else:
            paste(pixels, box, mask)
    for caption in drawing.captions:
        strip = _strip(caption.text, caption.style, caption.anchor, caption.room)
        x, y = caption.x + 1 - strip.left, caption.y - strip.up
        paste(strip.pixels, (x, y, x + strip.width, y + strip.height))
    rows[::wide] = bytes(high)  # what reaches out at the left must not change the filters
    return rows


@lru_cache(maxsize=4096)
def width(text: str, style: Style) -> int:
    """How many pixels wide a line of lettering is."""
    return sum(glyph.advance for glyph in _glyphs(text, style))


def fitted(text: str, style: Style, room: int) -> str:
    """``text``, cut at its end until it is at most ``room`` pixels wide."""
    if width(text, style) <= room:
        return text
    kept = len(text)
    while kept and width(f"{text[:kept].rstrip()}{ELLIPSIS}", style) > room:
        kept -= 1
    return f"{text[:kept].rstrip()}{ELLIPSIS}"


def wrapped(text: str, style: Style, room: int) -> tuple[str, ...]:
    """``text`` in one line, or where that is wider than ``room`` in two lines of like width."""
    words = text.split(" ")
    if width(text, style) <= room or len(words) == 1:
        return (text,) if text else ()
    broken = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(broken, key=lambda lines: max(width(line, style) for line in lines))


def cut_out(art: Art) -> Image.Image:
    """A piece of art alone, on a transparent ground."""
    scale = _scale(art)
    large = Image.new("RGBA", (art.width * scale, art.height * scale))
    pen = ImageDraw.Draw(large)
    for shape in art.shapes:
        if not isinstance(shape, Label):
            _draw(pen, shape, (*shape.colour, 255), scale)
    # Only with premultiplied colours are edges free of the black that is beside them.
    small = large.convert("RGBa").reduce(scale).convert("RGBA")
    _letter(small, art)
    return small


def sign(art: Art) -> tuple[bytes, bytes]:
    """A piece of art as a PNG file, and its pixels, which depend on no compressor."""
    drawn, file = cut_out(art), BytesIO()
    drawn.save(file, "PNG")
    return file.getvalue(), drawn.tobytes()


class Tile(NamedTuple):
    """Palette indices (in mode L, which has no palette to carry along) and where they count."""

    pixels: ImagingCore
    mask: ImagingCore | None
    width: int
    height: int


class Glyph(NamedTuple):
    """One character: what it covers, where that lies from the pen, and how far the pen goes on."""

    covered: ImagingCore
    left: int
    top: int
    advance: int


class Strip(NamedTuple):
    """A line of lettering, and how far its corner lies left of the anchor and above the base."""

    pixels: ImagingCore
    left: int
    up: int
    width: int
    height: int


class Kept(Generic[K, V]):
    """Makes a thing for each key, and keeps those asked for last in at most ``most`` bytes.

    There are two generations. When the young one has half of the bytes, it becomes the old one,
    and the old one is let go, but for what was asked for since. A thing that alone is more than
    half of the bytes goes with the next one. Two threads may make the same thing.
    """

    def __init__(self, most: int, make: Callable[[K], V], size: Callable[[V], int]) -> None:
        self.most = most
        self._make, self._size = make, size
        self._lock = Lock()
        self.clear()

    def clear(self) -> None:
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}
        self._bytes = 0

    def __call__(self, key: K) -> V:
        found = self._young.get(key)
        return self._renewed(key) if found is None else found

    @property
    def bytes(self) -> int:
        """The size in bytes of everything that is kept."""
        with self._lock:
            return sum(map(self._size, (self._old | self._young).values()))

    def _renewed(self, key: K) -> V:
        found = self._old.get(key)
        if found is None:
            found = self._make(key)
        size = self._size(found)
        with self._lock:
            if key not in self._young:
                if self._bytes + size > self.most // 2:
                    self._old = self._young if self._bytes <= self.most // 2 else {}
                    self._young, self._bytes = {}, 0
                self._young[key] = found
                self._bytes += size
        return found


def _painted(art: Art) -> Tile:
    mask = _shared(_mask(art).tobytes(), art.width, art.height) if art.cut else None
    return Tile(indexed(_drawn(art)).im, mask, art.width, art.height)


@lru_cache(maxsize=512)
def _shared(bits: bytes, wide: int, high: int) -> ImagingCore:
    """One mask for all art of the same outline."""
    return Image.frombytes("1", (wide, high), bits).im


def _weight(tile: Tile) -> int:
    return tile.width * tile.height


_tile = Kept(ARTS, _painted, _weight)
_backdrop: Kept[Drawing, bytearray] = Kept(BACKDROPS, scanlines, len)


def _drawn(art: Art) -> Image.Image:
    """The art in full colour, antialiased."""
    scale = _scale(art)
    large = Image.new("RGB", (art.width * scale, art.height * scale), art.ground)
    pen = ImageDraw.Draw(large)
    for shape in art.shapes:
        _draw(pen, shape, shape.colour if not isinstance(shape, Label) else art.ground, scale)
    small = large.reduce(scale)
    _letter(small, art)
    return small


def _letter(picture: Image.Image, art: Art) -> None:
    letters = ImageDraw.Draw(picture)
    for shape in art.shapes:
        if isinstance(shape, Label):
            font = _font(_latin(shape.style), shape.style.size)
            letters.text((shape.x, shape.y), shape.text, shape.style.colour, font, anchor="mm")


def _mask(art: Art) -> Image.Image:
    """Where the shapes of a cut piece of art cover at least half of a pixel."""
    scale = _scale(art)
    large = Image.new("L", (art.width * scale, art.height * scale), 0)
    pen = ImageDraw.Draw(large)
    for shape in art.shapes:
        _draw(pen, shape, 255, scale)
    return large.reduce(scale).convert("1", dither=Image.Dither.NONE)


def _scale(art: Art) -> int:
    return SCALE if art.width * art.height <= LARGE else SCALE // 2


def _draw(pen: ImageDraw.ImageDraw, shape: Shape, ink: _Ink, scale: int) -> None:
    match shape:
        case Disc():
            _dot(pen, (shape.x, shape.y), shape.radius, ink, scale)
        case Area():
            pen.polygon([(x * scale, y * scale) for x, y in shape.points], fill=ink)
        case Stroke():
            points = (*shape.points, shape.points[0]) if shape.closed else shape.points
            line = [(x * scale, y * scale) for x, y in points]
            pen.line(line, fill=ink, width=round(shape.width * scale))
            for point in points:
                _dot(pen, point, shape.width / 2, ink, scale)
        case Label():
            pass


def _dot(pen: ImageDraw.ImageDraw, at: Point, radius: float, ink: _Ink, scale: int) -> None:
    x, y, reach = at[0] * scale, at[1] * scale, radius * scale
    pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=ink)


@lru_cache(maxsize=384)
def _strip(text: str, style: Style, anchor: str, room: int) -> Strip:
    glyphs = _glyphs(fitted(text, style, room), style)
    long = sum(glyph.advance for glyph in glyphs)
    covered = Image.new("L", (long + style.size, 2 * style.size), 0)
    pen, base = style.size // 2, style.size + style.size // 2
    for pixels, left, top, advance in glyphs:
        x, y, (wide, high) = pen + left, base + top, pixels.size
        covered.im.paste(255, (x, y, x + wide, y + high), pixels)
        pen += advance
    box = covered.getbbox() or (0, 0, 1, 1)
    strip = covered.im.crop(box).point(_inks(style.colour, style.ground), "L")
    start = style.size // 2 + {"left": 0, "middle": long // 2, "right": long}[anchor]
    return Strip(strip, start - box[0], base - box[1], *strip.size)


def _glyphs(text: str, style: Style) -> tuple[Glyph, ...]:
    size, latin = style.size, _latin(style)
    return tuple(_glyph(face, size, one) for face, piece in runs(text, latin) for one in piece)


@lru_cache(maxsize=1024)
def _glyph(face: Face, size: int, character: str) -> Glyph:
    font = _font(face, size)
    left, top, right, low = (round(edge) for edge in font.getbbox(character, anchor="ls"))
    covered = Image.new("L", (max(right - left, 1), max(low - top, 1)), 0)
    ImageDraw.Draw(covered).text((-left, -top), character, 255, font, anchor="ls")
    return Glyph(covered.im, left, top, round(font.getlength(character)))


@cache
def _inks(colour: Colour, ground: Colour) -> list[int]:
    """The palette index for each of the 256 shares of ``colour`` on ``ground``."""
    ramp = Image.new("RGB", (256, 1))
    ramp.putdata([blend(ground, colour, share / 255) for share in range(256)])
    return list(indexed(ramp).tobytes())


def _latin(style: Style) -> Face:
    return "semibold" if style.bold else "medium"


@cache
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    basic = ImageFont.Layout.BASIC  # Raqm's pixels depend on the FriBiDi of the machine
    return ImageFont.truetype(BytesIO(font_file(face)), size, layout_engine=basic)


@cache
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(flat((*PALETTE, *((PALETTE[0],) * (256 - len(PALETTE))))))
    return image


def indexed(picture: Image.Image) -> Image.Image:
    """The indices of the nearest colours of the palette."""
    nearest = picture.quantize(palette=_palette_image(), dither=Image.Dither.NONE)
    return Image.frombytes("L", nearest.size, nearest.tobytes())


@cache
def _head(wide: int, high: int, palette: str) -> bytes:
    header = struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)
    colours = flat(colours_of(palette))
    chunks = (*_chunk(b"IHDR", header), *_chunk(b"PLTE", colours))
    return b"".join((b"\x89PNG\r\n\x1a\n", *chunks))


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, ...]:
    checksum = _crc(data, _crc(kind))
    return struct.pack(">I", len(data)), kind, data, struct.pack(">I", checksum)
