"""Animates pictures of a match as a GIF of limited size.

How many pictures there are and how large they become is decided once, from a few of them that
are drawn first. Should the file still be too large, the next smaller one is made.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from textwrap import shorten
from typing import NamedTuple

from renderers import gif, paint
from renderers.gif import Box, Canvas, Size
from renderers.palette import PALETTE, VOID, WHITE, Colour
from renderers.scene import Caption, Drawing, Style

MOST = 300
"""Pictures of one animation, whatever the length of the match."""

PAINTED = 300_000_000
"""Pixels that are painted for one animation, before they are made smaller: what takes long."""

WIDEST = 840
"""Pixels: Discord shows an animation at most 550 wide, a telephone 380 of a finer grain."""

PACE = 0.8
"""Seconds for a picture without a caption."""

READING = 45
"""Characters of a caption that are read in a second, on top of half of ``PACE``."""

SLOWEST = 1.2
"""Seconds for a picture with a long caption."""

SAID = 110
"""Characters of a caption for which there is room in two lines."""

LONGEST = 60.0
"""Seconds: pictures that would take longer are shown faster."""

REST = 3.0
"""Extra seconds for the last picture."""

CROWD = 400
"""Marks on a drawing. To find a place for more takes long: with their square fewer pictures."""

FEWEST = 12
"""Pictures, however large the crowd."""

SAMPLES = 4
"""Places at which the changes from a picture to the next are drawn first."""

FEW = 32
"""So many pictures are made without a sample, and are rather made smaller than fewer."""

SMALLEST = 4
"""How many times smaller than ``WIDEST`` pictures may become, across and down."""

AIM = 0.85
"""Of the limit: what the sample promises is not kept to the byte."""

HEAD = len(gif.file((1, 1), PALETTE, ()))
CONTROL = 8
"""Bytes before each image that say how long it is shown."""

_GROUND = PALETTE.index(VOID)


class Still(NamedTuple):
    """A picture, what is said above it, and how many marks are on its drawing."""

    board: Canvas
    caption: str = ""
    marks: int = 0


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """A picture by its number, with what happened since another one.

    ``since``  ``None`` for the first
    """

    number: int
    since: int | None


@dataclass(frozen=True, slots=True)
class Reel:
    """``gif`` is the file; it shows ``frames`` pictures, and ``left_out`` others are not asked for.

    A picture like the one before is not shown a second time.
    """

    gif: bytes
    frames: int
    left_out: int


def animate(
    total: int, limit: int, colours: Sequence[Colour] = PALETTE
) -> Generator[WantedPicture, Still, Reel]:
    """Ask for those of ``total`` pictures that are needed; the first and the last are among them.

    Raises ``ValueError`` without any picture, or where not even one small picture fits.
    """
    if not total:
        raise ValueError("an animation needs at least one picture")
    count, shrunk = yield from _sampled(total, limit)
    while True:
        film, since = Film(shrunk), None
        taken = 0
        for number in chosen(total, count):
            film.add(*(yield WantedPicture(number, since))[:2])
            since, taken = number, taken + 1
            if film.bytes > limit:
                break
        else:
            data = film.file(colours)
            if len(data) <= limit:
                return Reel(data, len(film.pictures), total - count)
        fit = taken * 4 // 5
        if shrunk < SMALLEST and fit < max(FEW, count // 2):
            shrunk *= 2
        elif count > 1:
            count = max(1, min(fit, count - 1))
        elif shrunk < SMALLEST:
            shrunk *= 2
        else:
            raise ValueError(f"{limit:,} bytes are too few for a single picture")


def chosen(total: int, count: int) -> list[int]:
    """``count`` of ``total`` places evenly, with the first and the last; the last alone if one."""
    if count == 1:
        return [total - 1]
    return [number * (total - 1) // (count - 1) for number in range(count)]


class Film:
    """Takes pictures. ``shrunk`` is how many times smaller than usual they are shown."""

    def __init__(self, shrunk: int = 1) -> None:
        self.bytes = HEAD
        self.pictures: list[Picture] = []
        self._shrunk = shrunk
        self._scale = 1
        self._board = self._screen = self._first = gif.empty((1, 1), _GROUND)
        self._strip: Canvas | None = None

    def add(self, board: Canvas, caption: str = "") -> None:
        """The next picture, with a ``caption`` above it if the first one has one.

        A board like the one before is skipped.
        """
        seconds = PACE
        if caption:
            seconds = min(SLOWEST, max(PACE, PACE / 2 + len(caption) / READING))
        if not self.pictures:
            self._begin(board, caption)
            self._take((gif.whole(self._first),), seconds)
            return
        before = gif.padded(self._board, board.size, _GROUND)
        self._board = gif.padded(board, before.size, _GROUND)
        changed = gif.differing(before, self._board)
        if not changed:
            return
        old, boxes = self._drawn(changed, caption)
        self._take(gif.changes(old, self._screen, boxes), seconds)

    def file(self, colours: Sequence[Colour]) -> bytes:
        """The animation, in these colours."""
        if self._first.size != self._size:
            self._first = gif.padded(self._first, self._size, _GROUND)
            self.pictures[0].images = (gif.whole(self._first).image(),)
        return gif.file(self._size, colours, _timed(self.pictures))

    @property
    def _head(self) -> int:
        return 0 if self._strip is None else self._strip.height

    @property
    def _size(self) -> Size:
        """The size of the frames, with room for the largest board so far."""
        wide, high = (-(-length // self._scale) for length in self._board.size)
        return wide, high + self._head

    def _begin(self, board: Canvas, caption: str) -> None:
        self._scale = self._shrunk * -(-board.width // WIDEST)
        self._board, small = board, gif.reduced(board, self._scale)
        self._screen = small
        if caption:
            self._strip = gif.canvas(_strip(small.width, caption))
            self._screen = gif.empty((small.width, small.height + self._strip.height), _GROUND)
            self._screen.paste(self._strip)
            self._screen.paste(small, (0, self._strip.height))
        self._first = self._screen

    def _drawn(self, changed: Sequence[Box], caption: str) -> tuple[Canvas, list[Box]]:
        """The screen before, as large as it is now, and where it has changed."""
        scale, head = self._scale, self._head
        old = gif.padded(self._screen, self._size, _GROUND)
        self._screen, boxes = old.copy(), list[Box]()
        for left, top, right, low in changed:
            left, top = left // scale, top // scale
            right, low = -(-right // scale), -(-low // scale)
            part = left * scale, top * scale, right * scale, low * scale
            self._screen.paste(gif.reduced(self._board, scale, part), (left, top + head))
            boxes.append((left, top + head, right, low + head))
        if self._strip is not None:
            strip, self._strip = self._strip, gif.canvas(_strip(self._strip.width, caption))
            self._screen.paste(self._strip)
            boxes += gif.differing(strip, self._strip)
        return old, boxes

    def _take(self, changed: Sequence[gif.Patch], seconds: float) -> None:
        images = tuple(patch.image() for patch in changed)
        self.pictures.append(Picture(images, seconds))
        self.bytes += sum(CONTROL + len(image) for image in images)


@dataclass(slots=True)
class Picture:
    images: tuple[bytes, ...]
    seconds: float


def _sampled(total: int, limit: int) -> Generator[WantedPicture, Still, tuple[int, int]]:
    """How many pictures, and how many times smaller than usual."""
    count, shrunk = min(total, MOST), 1
    if total <= FEW:
        return count, shrunk
    firsts = changes = 0
    for place in range(SAMPLES):
        number = (total - 1) * (2 * place + 1) // (2 * SAMPLES)
        film, shot = Film(), (yield WantedPicture(number, None))
        film.add(*shot[:2])
        count = min(count, max(FEW, PAINTED // (shot.board.width * shot.board.height)))
        if shot.marks > CROWD:
            count = min(count, max(FEWEST, MOST * CROWD**2 // shot.marks**2))
        firsts += film.bytes
        film.add(*(yield WantedPicture(min(number + total // count, total - 1), number))[:2])
        changes += film.bytes
    first, change = firsts / SAMPLES, (changes - firsts) / SAMPLES
    while first + count * change > AIM * limit and shrunk < SMALLEST:
        fit = int((AIM * limit - first) / change)
        if fit >= max(FEW, count // 2):
            return fit, shrunk
        shrunk, first, change = shrunk * 2, first / 3, change / 3
    return count, shrunk


def _timed(pictures: Sequence[Picture]) -> list[bytes]:
    whole = sum(picture.seconds for picture in pictures)
    share = min(1.0, LONGEST / whole) if whole else 1.0
    blocks: list[bytes] = []
    for number, picture in enumerate(pictures, 1):
        seconds = picture.seconds * share + (REST if number == len(pictures) else 0)
        blocks += gif.shown(picture.images, round(100 * seconds))
    return blocks


def _strip(width: int, caption: str) -> Drawing:
    """Two lines, large enough to be read when a telephone shows the picture 380 pixels wide."""
    caption = shorten(caption, SAID, placeholder=paint.ELLIPSIS)
    size = max(12, width // 30)
    style, room = Style(size, WHITE, VOID), width - size
    lines = [
        Caption(line, size // 2, size * (5 + 6 * number) // 4, style, room=room)
        for number, line in enumerate(paint.wrapped(caption, style, room))
    ]
    return Drawing(width, size * 3, VOID, (), lines)
