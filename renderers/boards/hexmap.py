"""Boards of hexes: where each hex lies on the picture, the rim with its coordinates, and bricks.

Hexes are pointy-top on an integer pitch, so that all of them have the same
pixels. A board is painted in *bricks*: rectangles as wide as a hex and as high
as the step from row to row. A brick holds one hex without its upper point, and
in its lower corners the upper points of the two hexes below; bricks do not
overlap, need no mask, and there are few different ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from games.core.geometry.hexes import CENTRE as MIDDLE
from games.core.geometry.hexes import Direction, Hex, Hexagon, distance
from renderers import palette as c
from renderers.overlay.callouts import Box
from renderers.scene import Area, Art, Caption, Disc, Mark, Point, Shape, Stroke, Style

CENTRE = 600
"""The x of the middle of a board."""

RIM_STYLE = Style(31, c.WHITE, c.PLATE)


@dataclass(frozen=True, slots=True)
class Pitch:
    """``wide`` from hex to hex, ``straight`` the upright edges, ``slope`` the height of a point."""

    wide: int
    straight: int
    slope: int

    @property
    def high(self) -> int:
        """The distance between rows."""
        return self.straight + self.slope

    @property
    def unit(self) -> float:
        """How much larger symbols are than on the largest board."""
        return self.wide / 70

    def outline(self, x: float, y: float, inset: float = 0) -> tuple[Point, ...]:
        """The corners of a hex clockwise from its upper point, ``inset`` pixels inside."""
        size = 1 - inset / (self.wide / 2)
        half, short = size * self.wide / 2, size * self.straight / 2
        tall = short + size * self.slope
        return (
            (x, y - tall), (x + half, y - short), (x + half, y + short),
            (x, y + tall), (x - half, y + short), (x - half, y - short),
        )  # fmt: skip


_PITCHES = {
    3: Pitch(172, 100, 50), 4: Pitch(146, 84, 42), 5: Pitch(114, 66, 33),
    6: Pitch(94, 54, 27), 7: Pitch(80, 46, 23),
}  # fmt: skip


def pitch_for(side: int) -> Pitch:
    """The largest pitch at which a board of this side fits the picture."""
    return _PITCHES.get(side, Pitch(70, 40, 20))


Dress = Callable[[Pitch, float, float], Sequence[Shape]]
"""How a kind of hex looks around a centre."""


@dataclass(frozen=True, slots=True)
class Slot:
    """The place of one brick.

    ``hex`` is ``None`` for places above the board, whose brick is only the
    strip with the upper points of the hexes below. ``below`` are the hexes to
    the lower left and right, ``None`` where there is no board.
    """

    hex: Hex | None
    below: tuple[Hex | None, Hex | None]
    x: int
    y: int


def brick(
    pitch: Pitch, own: Dress | None, below: tuple[Dress | None, Dress | None], ground: c.Colour
) -> Art:
    """The art of a slot; ``own`` is ``None`` for a slot above the board.

    There, it is only as wide as the board below reaches.
    """
    whole = own is not None
    low = 1.5 * pitch.straight + pitch.slope - (0 if whole else pitch.straight)
    left = pitch.wide // 2 if not whole and below[0] is None else 0
    right = pitch.wide // 2 if not whole and below[1] is None else pitch.wide
    shapes: list[Shape] = []
    if own is not None:
        shapes += own(pitch, pitch.wide / 2, pitch.straight / 2)
    for number, dress in enumerate(below):
        if dress is not None:
            shapes += dress(pitch, number * pitch.wide - left, low)
    return Art(right - left, pitch.high if whole else pitch.slope, ground, tuple(shapes))


@dataclass(frozen=True, slots=True)
class HexWindow:
    """The hexes that are shown: a hexagon of side ``side`` around ``centre``."""

    centre: Hex
    side: int

    @classmethod
    def around(cls, hexes: Sequence[Hex], side: int, board: int) -> HexWindow:
        """A window in a larger board of side ``board``, with ``hexes`` in the middle.

        Where they do not all fit, the last one is sure to be seen.
        """

        def far(centre: Hex) -> tuple[int, int, Hex]:
            last = distance(centre, hexes[-1])
            most = max(distance(centre, hex) for hex in hexes)
            return most if most < side else board + last, last, centre

        return cls(min(Hexagon(board - side + 1).all(), key=far), side)

    def __contains__(self, hex: Hex) -> bool:
        return distance(hex, self.centre) < self.side


class HexMap:
    """A board of side ``side`` on the picture, or a window of it; ``turned`` has the bottom row
    above, and ``down`` is how many pixels there are above it."""

    def __init__(
        self, side: int, turned: bool, window: HexWindow | None = None, down: int = 0
    ) -> None:
        self.hexagon = Hexagon(side)
        self.turned = turned
        self.window = window or HexWindow(MIDDLE, side)
        self.pitch = pitch_for(self.window.side)
        self.middle = 510 + down

    def place(self, hex: Hex) -> tuple[int, int]:
        """The centre of a hex, which may lie outside of the window."""
        q, r = self._local(hex)
        return CENTRE + (2 * q + r) * self.pitch.wide // 2, self.middle + r * self.pitch.high

    @property
    def unit(self) -> int:
        return self.pitch.wide

    @property
    def area(self) -> Box:
        far, high = 2 * self.window.side - 1, self.pitch.high
        return Box.around((CENTRE, self.middle), far * self.pitch.wide, far * high)

    def bounds(self, hex: Hex) -> Box:
        """A box around a hex, as wide as its upright edges are apart and as high as a row."""
        return Box.around(self.place(hex), self.pitch.wide, self.pitch.high)

    def outline(self, hex: Hex, radius: int = 0) -> tuple[Point, ...]:
        """The outline of a hex; with a radius, the hexagon through the hexes one step further
        away."""
        if not radius:
            return self.pitch.outline(*self.place(hex))
        ways = (Direction.NE, Direction.E, Direction.SE, Direction.SW, Direction.W, Direction.NW)
        return tuple(self.place(hex.plus(way.value, radius + 1)) for way in ways)

    def _local(self, hex: Hex) -> Hex:
        """The hex counted from the middle of the picture."""
        flip, centre = -1 if self.turned else 1, self.window.centre
        return Hex(flip * (hex.q - centre.q), flip * (hex.r - centre.r))

    def slots(self) -> tuple[Slot, ...]:
        """All bricks of the board."""
        flip = -1 if self.turned else 1
        reach, centre = self.window.side, self.window.centre
        found = []
        for r in range(-reach, reach):
            for q in range(-reach, reach + 1):
                here = centre.plus(Hex(q, r), flip)
                low = (centre.plus(Hex(q - 1, r + 1), flip), centre.plus(Hex(q, r + 1), flip))
                below = (self._inside(low[0]), self._inside(low[1]))
                inside = here in self.window
                if not inside and below == (None, None):
                    continue
                x, y = self.place(here)
                left, up = x - self.pitch.wide // 2, y - self.pitch.straight // 2
                if inside:
                    found.append(Slot(here, below, left, up))
                else:
                    start = x if below[0] is None else left
                    found.append(Slot(None, below, start, up + self.pitch.straight))
        return tuple(found)

    def _inside(self, hex: Hex) -> Hex | None:
        return hex if hex in self.window else None

    def rim(self) -> Iterator[Caption]:
        """Letters at the left end of the rows, numbers at the lower right end of their lines."""
        board, reach = self.hexagon, self.window.side - 1
        half = self.pitch.wide // 2
        for hex in filter(self.window.__contains__, board.all()):
            q, r = self._local(hex)
            x, y = self.place(hex)
            if q == max(-reach, -reach - r):
                yield Caption(board.letter(hex), x - half - 21, y + 11, RIM_STYLE, "middle")
            if r == reach or q + r == reach:
                number = str(board.number(hex))
                if r == reach:
                    across, down = half - 8, self.pitch.straight // 2 + self.pitch.slope + 26
                else:
                    across, down = half + 20, self.pitch.straight // 2 + 31
                yield Caption(number, x + across, y + down, RIM_STYLE, "middle")

    def plate(self) -> Iterator[Mark]:
        """The dark plate under the board, with stars around it."""
        points = self._plate()
        left, top = min(x for x, _ in points), min(y for _, y in points)
        wide = int(max(x for x, _ in points) - left) + 8
        high = int(max(y for _, y in points) - top) + 8
        x, y = int(left) - 4, int(top) - 4
        shifted = tuple((px - x, py - y) for px, py in points)
        shapes = (Area(shifted, c.PLATE), Stroke(shifted, 3, c.RIM, closed=True))
        yield Art(wide, high, c.VOID, shapes, cut=True), x, y

    def _plate(self) -> tuple[Point, ...]:
        reach = self.window.side - 1
        half = self.pitch.wide // 2
        tall = self.pitch.straight // 2 + self.pitch.slope
        up = self.middle - reach * self.pitch.high - tall - 12
        down = self.middle + reach * self.pitch.high + tall + 40
        flank, corner = reach * self.pitch.wide + half, reach * half + half
        return (
            (CENTRE - flank - 48, self.middle), (CENTRE - corner - 26, up),
            (CENTRE + corner + 34, up), (CENTRE + flank + 66, self.middle),
            (CENTRE + corner + 42, down), (CENTRE - corner - 22, down),
        )  # fmt: skip


# --- The sky around a board, the same in every picture ---


def sky(width: int, height: int) -> Iterator[Mark]:
    """Stars all over, and the limb of a planet in the lower left corner."""
    kinds = tuple(
        _star(radius, colour)
        for radius, colour in ((0.8, c.STAR_DIM), (1.2, c.STAR_DIM), (1.2, c.STAR), (1.7, c.MUTED))
    )
    bright = _bright_star()
    for number in range(230):
        x, y = _scattered(number, width - 24, height - 24)
        yield (bright if number % 29 == 5 else kinds[number * number % 7 % 4]), x, y
    limb = _limb(310)
    yield limb, 0, height - 310


def _scattered(number: int, width: int, height: int) -> tuple[int, int]:
    """Places that look random and are not: multiples of two irrational steps."""
    return int(number * 0.754877666 % 1 * width), int(number * 0.569840296 % 1 * height)


def _star(radius: float, colour: c.Colour) -> Art:
    return Art(6, 6, c.VOID, (Disc(3, 3, radius, colour),))


def _bright_star() -> Art:
    rays: tuple[Shape, ...] = (
        Stroke(((3, 11), (19, 11)), 1, c.STAR_DIM),
        Stroke(((11, 3), (11, 19)), 1, c.STAR_DIM),
        Disc(11, 11, 3.2, c.STAR),
        Disc(11, 11, 2, c.WHITE),
    )
    return Art(22, 22, c.VOID, rays)


def _limb(size: int) -> Art:
    """The lit edge of a large planet whose centre lies outside of the corner."""
    x, y, radius = 20.0, size + 40.0, 250.0
    shapes: list[Shape] = [Disc(x, y, radius + 3, c.blend(c.VOID, c.DARK_EDGE, 0.5))]
    for number in range(10):
        part, reach = number / 9, radius - 2 - 4 * number / 9
        ink = c.blend(c.DARK_EDGE, c.VOID, part)
        shapes.append(Disc(x - 26 * part, y + 22 * part, reach, ink))
    return Art(size, size, c.VOID, tuple(shapes))
