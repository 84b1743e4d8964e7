"""What stands on boards, as shapes: each painter fills ``wide`` by ``high`` pixels from (0, 0).

Solid pieces have a bright upper edge and a closed rim; the third length is that of a square,
or of whatever is as large as a unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from renderers import palette as c
from renderers.glyphs import box, oval, stripes
from renderers.palette import Colour
from renderers.scene import Area, Disc, Point, Shape, Stroke

Painter = Callable[[float, float, float], Iterator[Shape]]


def rectangle(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
    return (x, y), (x + wide, y), (x + wide, y + high), (x, y + high)


def _scattered(
    wide: float, high: float, count: int, margin: float, shift: int = 0
) -> Iterator[tuple[float, float, float]]:
    """Places that look random and are not, each with a number from 0 to 1."""
    for number in range(1 + shift, count + 1 + shift):
        x = margin + number * 0.7548776662 % 1 * (wide - 2 * margin)
        y = margin + number * 0.5698402910 % 1 * (high - 2 * margin)
        yield x, y, number * 0.6180339887 % 1


def _area(wide: float, high: float, cell: float) -> int:
    return max(1, round(wide * high / cell / cell))


def _lengthwise(wide: float, high: float) -> tuple[float, float, Callable[[float, float], Point]]:
    """The longer side of a box, the shorter one, and the point so far along and across it."""
    if wide >= high:
        return wide, high, lambda run, off: (run, off)
    return high, wide, lambda run, off: (off, run)


def _block(
    wide: float, high: float, cell: float, dark: Colour, face: Colour, light: Colour
) -> Iterator[Shape]:
    """The body of a solid thing: lit above and at the left."""
    edge = cell / 16
    yield Area(box(1, 1, wide - 2, high - 2, cell / 10), c.VOID)
    yield Area(box(2, 2, wide - 4, high - 4, cell / 12), light)
    yield Area(box(2 + edge, 2 + edge, wide - 4 - edge, high - 4 - edge, cell / 14), dark)
    yield Area(box(2 + edge, 2 + edge, wide - 4 - 2 * edge, high - 4 - 2 * edge, cell / 14), face)


def crate(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from _block(wide, high, cell, c.EARTH_DARK, c.EARTH, c.EARTH_LIGHT)
    near, far = 0.2, 0.8
    for ends in (((near, near), (far, far)), ((near, far), (far, near))):
        line = tuple((x * wide, y * high) for x, y in ends)
        yield Stroke(line, cell / 9, c.EARTH_DARK)
        yield Stroke(line, cell / 16, c.EARTH_LIGHT)


def container(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from _block(wide, high, cell, c.VOID, c.GAS, c.GAS_LIGHT)
    length, across, at = _lengthwise(wide, high)
    ribs = round(length / cell * 4)
    for number in range(1, ribs):
        ends = (at(number / ribs * length, across * share) for share in (0.2, 0.8))
        yield Stroke(tuple(ends), cell / 16, c.WOOD_DARK)


def wall(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from _block(wide, high, cell, c.STONE_DARK, c.STONE, c.STONE_LIGHT)
    course = cell / 3
    edge, width = cell / 8, cell / 22
    row = 0
    y = edge
    while y < high - edge - 1:
        low = min(y + course, high - edge)
        if y > edge:
            yield Stroke(((edge, y), (wide - edge, y)), width, c.STONE_DARK)
        x = edge + (cell * 0.3 if row % 2 else cell * 0.6)
        while x < wide - edge:
            yield Stroke(((x, y), (x, low)), width, c.STONE_DARK)
            x += cell * 0.6
        y, row = low, row + 1


def fence(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.GROUND)
    length, across, at = _lengthwise(wide, high)
    for off in (across / 2 - cell * 0.13, across / 2 + cell * 0.13):
        rail = at(cell * 0.12, off), at(length - cell * 0.12, off)
        yield Stroke(rail, cell / 8, c.VOID)
        yield Stroke(rail, cell / 14, c.EARTH_LIGHT)
    posts = round(length / cell) * 2
    for number in range(posts + 1):
        run = cell * 0.14 + number * (length - cell * 0.28) / posts
        post = at(run, across / 2 - cell * 0.28), at(run, across / 2 + cell * 0.28)
        yield Stroke(post, cell / 6.5, c.VOID)
        yield Stroke(post, cell / 10, c.SAND_LIGHT)


def mesh(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.STONE_DARK)
    inner = rectangle(cell * 0.12, cell * 0.12, wide - cell * 0.24, high - cell * 0.24)
    yield Area(inner, c.GROUND_LINE)
    for lean in (-1, 1):
        yield from stripes(inner, cell * 0.2, cell / 50, lean, c.STONE_LIGHT)
    yield Stroke(inner, cell / 14, c.STONE_LIGHT, closed=True)
    for x, y in inner:
        yield Disc(x, y, cell / 11, c.STONE)


def tower(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from _block(wide, high, cell, c.STONE_DARK, c.STONE, c.STONE_LIGHT)
    x, y, radius = wide / 2, high / 2, min(wide, high) / 2
    yield Disc(x, y, radius * 0.72, c.STONE_DARK)
    yield Disc(x - cell / 40, y - cell / 40, radius * 0.62, c.STONE_LIGHT)
    yield Disc(x, y, radius * 0.42, c.VOID)
    yield Disc(x, y, radius * 0.24, c.YELLOW)


def bunker(wide: float, high: float, cell: float) -> Iterator[Shape]:
    cut = cell * 0.35

    def octagon(inset: float) -> tuple[Point, ...]:
        near, right, low = cut + inset * 0.4, wide - inset, high - inset
        return (
            (near, inset), (wide - near, inset), (right, near), (right, high - near),
            (wide - near, low), (near, low), (inset, high - near), (inset, near),
        )  # fmt: skip

    yield Area(rectangle(0, 0, wide, high), c.GROUND)
    yield Area(octagon(1), c.VOID)
    yield Area(octagon(2.5), c.STONE_LIGHT)
    yield Area(octagon(cell * 0.12), c.STONE)
    yield Area(octagon(cell * 0.34), c.STONE_DARK)
    yield Area(octagon(cell * 0.4), c.STONE)
    for turn in range(4):
        angle = turn * pi / 2
        x = wide / 2 + cos(angle) * (wide / 2 - cell * 0.23)
        y = high / 2 + sin(angle) * (high / 2 - cell * 0.23)
        dx, dy = -sin(angle) * cell * 0.24, cos(angle) * cell * 0.24
        yield Stroke(((x - dx, y - dy), (x + dx, y + dy)), cell / 10, c.VOID)


def wreck(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.GROUND)
    hull = (
        (0.06, 0.3), (0.22, 0.1), (0.48, 0.2), (0.6, 0.06), (0.86, 0.18), (0.95, 0.48),
        (0.84, 0.66), (0.92, 0.88), (0.62, 0.92), (0.46, 0.78), (0.2, 0.93), (0.05, 0.7),
    )  # fmt: skip

    def at(points: tuple[Point, ...], size: float = 1.0) -> tuple[Point, ...]:
        return tuple(
            ((0.5 + (x - 0.5) * size) * wide, (0.5 + (y - 0.5) * size) * high) for x, y in points
        )

    yield Area(at(hull, 1.04), c.VOID)
    yield Area(at(hull), c.STONE)
    yield Area(at(hull, 0.72), c.STONE_DARK)
    for first, last in (((0.2, 0.3), (0.78, 0.72)), ((0.3, 0.75), (0.66, 0.24))):
        yield Stroke(at((first, last)), cell / 10, c.VOID)
        yield Stroke(at((first, last)), cell / 16, c.LAVA)
    for x, y in ((0.26, 0.5), (0.7, 0.42)):
        yield Disc(x * wide, y * high, cell * 0.12, c.VOID)
        yield Disc(x * wide, y * high, cell * 0.06, c.ORANGE)


def woods(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.WOOD_DARK)
    for x, y, part in _scattered(wide, high, 5 * _area(wide, high, cell), cell * 0.22):
        radius = cell * (0.17 + 0.1 * part)
        yield Disc(x + cell / 24, y + cell / 16, radius * 1.08, c.VOID)
        yield Disc(x, y, radius, c.WOOD)
        yield Disc(x - radius * 0.28, y - radius * 0.3, radius * 0.5, c.WOOD_LIGHT)


def ruins(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.STONE_DARK)
    for x, y, part in _scattered(wide, high, 7 * _area(wide, high, cell), cell * 0.12):
        yield Disc(x, y, cell * (0.03 + 0.03 * part), c.STONE)
    thick = cell * 0.13
    walls = (
        ((0.1, 0.42), (0.1, 0.1), (0.46, 0.1)),
        ((0.62, 0.1), (0.9, 0.1), (0.9, 0.36)),
        ((0.9, 0.62), (0.9, 0.9), (0.72, 0.9)),
        ((0.4, 0.9), (0.1, 0.9), (0.1, 0.66)),
        ((0.46, 0.3), (0.46, 0.52), (0.7, 0.52)),
    )
    for wall in walls:
        line = tuple((x * wide, y * high) for x, y in wall)
        yield Stroke(line, thick + 3, c.VOID)
        yield Stroke(line, thick, c.STONE_LIGHT)


def rubble(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.GROUND_ODD)
    for x, y, part in _scattered(wide, high, 7 * _area(wide, high, cell), cell * 0.14):
        size = cell * (0.06 + 0.09 * part)
        turn = part * 7
        stone = tuple(
            (x + size * cos(turn + step * 1.25), y + 0.8 * size * sin(turn + step * 1.25))
            for step in range(5)
        )
        yield Area(tuple((px + 1.5, py + 2) for px, py in stone), c.VOID)
        yield Area(stone, c.STONE if part < 0.6 else c.STONE_LIGHT)


def mud(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.EARTH_DARK)
    for x, y, part in _scattered(wide, high, 3 * _area(wide, high, cell), cell * 0.25):
        blot = oval(x, y, cell * (0.16 + 0.08 * part), cell * 0.09, 0, 0, 360)
        yield Area(blot, c.EARTH)
    for x, y, _ in _scattered(wide, high, 3 * _area(wide, high, cell), cell * 0.2, 40):
        for dx in (-1, 0, 1):
            foot = x + dx * cell * 0.09
            top = y - cell * (0.16 if dx == 0 else 0.11)
            yield Stroke(((foot, y), (foot + dx * cell * 0.03, top)), cell / 26, c.WOOD_LIGHT)


def sand(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.SAND)
    for x, y, part in _scattered(wide, high, 14 * _area(wide, high, cell), cell * 0.08):
        colour = c.SAND_LIGHT if part < 0.7 else c.EARTH
        yield Disc(x, y, cell * (0.02 + 0.02 * part), colour)
    for x, y, _ in _scattered(wide, high, 2 * _area(wide, high, cell), cell * 0.3, 30):
        yield Stroke(oval(x, y, cell * 0.24, cell * 0.1, 0, 200, 340), cell / 24, c.SAND_LIGHT)


def shallow(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.WATER)
    yield from _waves(wide, high, cell, c.WATER_LIGHT, 3)


def deep(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.DEEP)
    yield from _waves(wide, high, cell, c.WATER, 4)
    yield Stroke(rectangle(3, 3, wide - 6, high - 6), 3, c.WATER, closed=True)


def _waves(wide: float, high: float, cell: float, colour: Colour, rows: int) -> Iterator[Shape]:
    lines = round(high / cell * rows)
    for line in range(lines):
        y = (line + 0.5) * high / lines
        start = cell * (0.1 if line % 2 else 0.35)
        x = start
        while x < wide - cell * 0.3:
            points = tuple(
                (x + cell * 0.3 * part / 6, y + cell * 0.05 * sin(part / 6 * 2 * pi))
                for part in range(7)
            )
            yield Stroke(points, cell / 22, colour)
            x += cell * 0.5


def acid(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.ACID)
    for x, y, part in _scattered(wide, high, 6 * _area(wide, high, cell), cell * 0.16):
        radius = cell * (0.05 + 0.09 * part)
        yield Disc(x, y, radius, c.ACID_LIGHT)
        yield Disc(x, y, radius * 0.62, c.ACID)
        yield Disc(x - radius * 0.3, y - radius * 0.3, radius * 0.2, c.ACID_LIGHT)


def lava(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.LAVA_DARK)
    for x, y, part in _scattered(wide, high, 4 * _area(wide, high, cell), cell * 0.2):
        reach, turn = cell * (0.16 + 0.12 * part), part * 3
        dx, dy = reach * cos(turn), reach * sin(turn)
        crack = ((x - dx, y - dy), (x + dy / 4, y - dx / 4), (x + dx, y + dy))
        yield Stroke(crack, cell / 7, c.LAVA)
    for x, y, part in _scattered(wide, high, 4 * _area(wide, high, cell), cell * 0.2):
        yield Disc(x, y, cell * (0.04 + 0.04 * part), c.ORANGE)


def gas(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.GAS)
    for x, y, part in _scattered(wide, high, 3 * _area(wide, high, cell), cell * 0.3):
        radius = cell * (0.14 + 0.12 * part)
        yield Stroke(oval(x, y, radius, radius, 0, 120, 420), cell / 14, c.GAS_LIGHT)
        yield Disc(x, y, radius * 0.4, c.GAS_LIGHT)


def mines(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.GROUND_ODD)
    for across in range(round(wide / cell)):
        for down in range(round(high / cell)):
            x, y = (across + 0.5) * cell, (down + 0.56) * cell
            for turn in range(8):
                angle = turn * pi / 4
                tip = (x + cos(angle) * cell * 0.27, y + sin(angle) * cell * 0.27)
                yield Stroke(((x, y), tip), cell / 14, c.STONE)
            yield Disc(x, y, cell * 0.19, c.VOID)
            yield Disc(x, y, cell * 0.15, c.STONE_DARK)
            yield Disc(x, y, cell * 0.07, c.RED)


def wire(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.EARTH_DARK)
    length, across, at = _lengthwise(wide, high)
    for off in (0.3, 0.7):
        count = round(length / cell * 3)
        for number in range(count):
            run = (number + 0.5) * length / count
            x, y = at(run, off * across)
            yield Stroke(oval(x, y, cell * 0.19, cell * 0.19, 0, 0, 360), cell / 22, c.STONE_LIGHT)
            for lean in (-1, 1):
                arm = cell * 0.07
                yield Stroke(((x - arm, y - lean * arm), (x + arm, y + lean * arm)), 1.5, c.WHITE)


def fort(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(rectangle(0, 0, wide, high), c.VOID)
    yield Area(rectangle(2, 2, wide - 4, high - 4), c.STONE)
    inner = cell * 0.16
    yield Area(rectangle(inner, inner, wide - 2 * inner, high - 2 * inner), c.STONE_DARK)
    planks = round(high / cell * 3)
    for number in range(1, planks):
        y = inner + number * (high - 2 * inner) / planks
        yield Stroke(((inner, y), (wide - inner, y)), cell / 30, c.GROUND_LINE)
    for x in (inner, wide - inner):
        for y in (inner, high - inner):
            yield Disc(x, y, cell * 0.15, c.VOID)
            yield Disc(x, y, cell * 0.11, c.STONE_LIGHT)


def crater(wide: float, high: float, cell: float) -> Iterator[Shape]:
    """Round, with a rim that is lit from the upper left."""
    x, y, radius = wide / 2, high / 2, min(wide, high) / 2
    lit = cell * 0.09
    for share, right, colour in (
        (0.98, 0.0, c.EARTH), (0.9, -lit, c.EARTH_LIGHT), (0.86, 0.0, c.EARTH_DARK),
        (0.66, lit, c.EARTH), (0.62, 0.0, c.EARTH_DARK), (0.36, 0.0, c.VOID),
    ):  # fmt: skip
        yield Disc(x + right, y + right, radius * share - lit, colour)
    for number in range(9):
        turn, far = number * 2.4, radius * (0.5 + 0.04 * (number % 7))
        stone = cell * (0.06 + 0.03 * (number % 3))
        at = x + far * cos(turn), y + far * sin(turn)
        yield Disc(at[0] + 2, at[1] + 2, stone, c.VOID)
        yield Disc(*at, stone, c.SAND)


def ruin(wide: float, high: float, cell: float) -> Iterator[Shape]:
    """A building from above: outer walls, rooms, and rubble inside."""
    yield from _block(wide, high, cell, c.STONE_DARK, c.STONE, c.STONE_LIGHT)
    thick, edge = cell * 0.16, cell * 0.2
    inner = rectangle(edge, edge, wide - 2 * edge, high - 2 * edge)
    yield Area(inner, c.STONE_DARK)
    for x, y, part in _scattered(wide, high, 4 * _area(wide, high, cell), edge + cell * 0.14):
        yield Disc(x, y, cell * (0.04 + 0.05 * part), c.GROUND_LINE if part < 0.5 else c.STONE)
    length, across, at = _lengthwise(wide, high)
    rooms = max(2, round(length / cell / 1.4))
    for number in range(1, rooms):
        run, gap = number * length / rooms, 0.34 if number % 2 else 0.66
        for first, last in ((edge, (gap - 0.12) * across), ((gap + 0.12) * across, across - edge)):
            wall = at(run, first), at(run, last)
            yield Stroke(wall, thick + 4, c.VOID)
            yield Stroke(wall, thick, c.STONE_LIGHT)
    yield Stroke(inner, 3, c.VOID, closed=True)


def shield(x: float, y: float, size: float) -> Iterator[Shape]:
    """The sign of cover on a dark plate."""
    yield Area(box(x - size, y - size, 2 * size, 2 * size, size / 2), c.VOID)
    half = size * 0.62
    outline = (
        (x - half, y - half), (x, y - half * 1.25), (x + half, y - half),
        (x + half, y + half * 0.2), (x, y + half * 1.25), (x - half, y + half * 0.2),
    )  # fmt: skip
    yield Area(outline, c.WHITE)
    yield Area((outline[1], outline[2], outline[3], outline[4]), c.MUTED)
