"""How the ground and the pieces of scenery look: patterns as well as colours.

Solid pieces have a bright upper edge and a closed rim, soft ones are hatched,
dangerous ones have a rim of dashes and their Damage on red; what has a height
shows it on a dark label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import cos, pi, sin

from games.astral_sailors.content.catalogue import PieceKind
from renderers import palette as c
from renderers.glyphs import box, oval, stripes
from renderers.palette import Colour, blend
from renderers.scene import Area, Art, Disc, Label, Point, Shape, Stroke, Style

Painter = Callable[[float, float, float], Iterator[Shape]]
"""Fills ``wide`` by ``high`` pixels; the third length is that of a square."""


def height_text(halves: int) -> str:
    """Half squares as they are written: ``1``, ``½``, ``2½``."""
    whole = str(halves // 2) if halves != 1 else ""
    return f"{whole}½" if halves % 2 else whole


@lru_cache(maxsize=256)
def ground_of(cell: int, odd: bool, tint: Colour | None, striped: bool, name: str) -> Art:
    """A square of open ground; ``tint`` for a deployment zone or a quadrant that is held.

    ``name`` is that of a quadrant, for one square of each.
    """
    plain = c.GROUND_ODD if odd else c.GROUND
    fill = plain if tint is None else blend(c.GROUND, tint, 0.2)
    shapes: list[Shape] = [Area(_rectangle(0, 0, cell, cell), fill)]
    if striped and tint is not None:
        mark = blend(c.GROUND, tint, 0.4)
        shapes += stripes(_rectangle(0, 0, cell, cell), cell / 2, cell / 24, -1, mark)
    line = cell // 48
    shapes.append(Area(_rectangle(0, 0, cell, line), c.GROUND_LINE))
    shapes.append(Area(_rectangle(0, 0, line, cell), c.GROUND_LINE))
    if name:
        style = Style(cell * 15 // 48, c.DARK_TEXT if tint is None else c.WHITE, fill)
        shapes.append(Label(cell / 2, cell / 2, name, style))
    return Art(cell, cell, fill, tuple(shapes))


@lru_cache(maxsize=512)
def piece_of(kind: PieceKind, turned: bool, cell: int) -> Art:
    """A piece as it lies, opaque."""
    columns, rows = (kind.rows, kind.columns) if turned else (kind.columns, kind.rows)
    wide, high = columns * cell, rows * cell
    shapes: list[Shape] = [*painter_of(kind)(wide, high, cell)]
    if kind.opacity == "soft":
        shapes += _hatching(wide, high, cell)
    if kind.entry in ("open", "difficult"):
        shapes += _squares(columns, rows, cell)
    if kind.danger is not None:
        shapes += _hazard(wide, high, cell)
    shapes += _labels(kind, wide, high, cell)
    return Art(wide, high, c.GROUND, tuple(shapes))


def painter_of(kind: PieceKind) -> Painter:
    """The painter of a kind by its code, or for kinds of a pack by what they do."""
    found = _PAINTERS.get(kind.code)
    if found is not None:
        return found
    if kind.water:
        return _deep if kind.entry == "impassable" else _shallow
    if kind.danger is not None:
        hot = kind.danger >= 3
        return _gas if kind.height and kind.opacity == "soft" else _lava if hot else _acid
    if kind.opacity == "soft":
        tall = kind.height >= 4
        return _mesh if kind.entry == "impassable" else _woods if tall else _ruins
    if kind.opacity == "solid":
        tall = kind.height >= 4
        return _fence if kind.entry == "crossable" else _bunker if tall else _container
    return _rubble if kind.entry == "difficult" else _fort


def _labels(kind: PieceKind, wide: float, high: float, cell: int) -> Iterator[Shape]:
    """Height in the lower right corner, Damage in the upper left one."""
    size = round(cell * 0.33)
    if kind.height:
        text = height_text(kind.height)
        long = size * 0.62 * len(text) + size * 0.95
        x, y = wide - long - 3, high - size * 1.12 - 3
        yield Area(box(x, y, long, size * 1.12, 4), c.VOID)
        left, low = x + size * 0.22, y + size * 0.9
        roof = ((left, low), (left + size * 0.25, low - size * 0.62), (left + size * 0.5, low))
        yield Area(roof, c.STONE_LIGHT)
        yield Label(
            x + size * 0.75 + (long - size * 0.85) / 2, y + size * 0.56, text,
            Style(size, c.WHITE, c.VOID),
        )  # fmt: skip
    if kind.danger is not None:
        long = size * 1.85
        yield Area(box(2, 2, long, size * 1.15, 4), c.VOID)
        yield Area(box(3, 3, long - 2, size * 1.15 - 2, 3), c.RED)
        yield Label(2 + long / 2, 2 + size * 0.58, f"D{kind.danger}", Style(size, c.VOID, c.RED))


def _rectangle(x: float, y: float, wide: float, high: float) -> tuple[Point, ...]:
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


def _hatching(wide: float, high: float, cell: float) -> Iterator[Shape]:
    outline = _rectangle(2, 2, wide - 4, high - 4)
    yield from stripes(outline, cell * 0.36, 0.8, -1, c.STONE_LIGHT)


def _squares(columns: int, rows: int, cell: int) -> Iterator[Shape]:
    """The lines between squares, so that steps can be counted."""
    for number in range(columns):
        yield Area(_rectangle(number * cell, 0, cell // 48, rows * cell), c.GROUND_LINE)
    for number in range(rows):
        yield Area(_rectangle(0, number * cell, columns * cell, cell // 48), c.GROUND_LINE)


def _hazard(wide: float, high: float, cell: float) -> Iterator[Shape]:
    """A rim of dashes."""
    dash, width = cell / 4, max(2.0, cell / 14)
    inset = width / 2 + 1
    for number in range(round(wide / dash / 2)):
        x = (2 * number + 0.5) * dash
        for y in (inset, high - inset):
            yield Stroke(((x, y), (x + dash, y)), width, c.RED)
    for number in range(round(high / dash / 2)):
        y = (2 * number + 0.5) * dash
        for x in (inset, wide - inset):
            yield Stroke(((x, y), (x, y + dash)), width, c.RED)


def _block(
    wide: float, high: float, cell: float, dark: Colour, face: Colour, light: Colour
) -> Iterator[Shape]:
    """The body of a solid thing: lit above and at the left."""
    edge = cell / 16
    yield Area(box(1, 1, wide - 2, high - 2, cell / 10), c.VOID)
    yield Area(box(2, 2, wide - 4, high - 4, cell / 12), light)
    yield Area(box(2 + edge, 2 + edge, wide - 4 - edge, high - 4 - edge, cell / 14), dark)
    yield Area(box(2 + edge, 2 + edge, wide - 4 - 2 * edge, high - 4 - 2 * edge, cell / 14), face)


def _crate(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from _block(wide, high, cell, c.EARTH_DARK, c.EARTH, c.EARTH_LIGHT)
    near, far = 0.2, 0.8
    for ends in (((near, near), (far, far)), ((near, far), (far, near))):
        line = tuple((x * wide, y * high) for x, y in ends)
        yield Stroke(line, cell / 9, c.EARTH_DARK)
        yield Stroke(line, cell / 16, c.EARTH_LIGHT)


def _container(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from _block(wide, high, cell, c.VOID, c.GAS, c.GAS_LIGHT)
    ribs = round(max(wide, high) / cell * 4)
    for number in range(1, ribs):
        at = number / ribs
        if wide >= high:
            line = ((at * wide, high * 0.2), (at * wide, high * 0.8))
        else:
            line = ((wide * 0.2, at * high), (wide * 0.8, at * high))
        yield Stroke(line, cell / 16, c.WOOD_DARK)


def _wall(wide: float, high: float, cell: float) -> Iterator[Shape]:
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


def _fence(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.GROUND)
    along = wide >= high
    length = wide if along else high
    middle = (high if along else wide) / 2

    def at(run: float, off: float) -> Point:
        return (run, middle + off) if along else (middle + off, run)

    for off in (-cell * 0.13, cell * 0.13):
        yield Stroke((at(cell * 0.12, off), at(length - cell * 0.12, off)), cell / 8, c.VOID)
        yield Stroke(
            (at(cell * 0.12, off), at(length - cell * 0.12, off)), cell / 14, c.EARTH_LIGHT
        )
    posts = round(length / cell) * 2
    for number in range(posts + 1):
        run = cell * 0.14 + number * (length - cell * 0.28) / posts
        yield Stroke((at(run, -cell * 0.28), at(run, cell * 0.28)), cell / 6.5, c.VOID)
        yield Stroke((at(run, -cell * 0.28), at(run, cell * 0.28)), cell / 10, c.SAND_LIGHT)


def _mesh(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.STONE_DARK)
    inner = _rectangle(cell * 0.12, cell * 0.12, wide - cell * 0.24, high - cell * 0.24)
    yield Area(inner, c.GROUND_LINE)
    for lean in (-1, 1):
        yield from stripes(inner, cell * 0.2, cell / 50, lean, c.STONE_LIGHT)
    yield Stroke(inner, cell / 14, c.STONE_LIGHT, closed=True)
    for x, y in inner:
        yield Disc(x, y, cell / 11, c.STONE)


def _tower(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield from _block(wide, high, cell, c.STONE_DARK, c.STONE, c.STONE_LIGHT)
    x, y, radius = wide / 2, high / 2, min(wide, high) / 2
    yield Disc(x, y, radius * 0.72, c.STONE_DARK)
    yield Disc(x - cell / 40, y - cell / 40, radius * 0.62, c.STONE_LIGHT)
    yield Disc(x, y, radius * 0.42, c.VOID)
    yield Disc(x, y, radius * 0.24, c.YELLOW)


def _bunker(wide: float, high: float, cell: float) -> Iterator[Shape]:
    cut = cell * 0.35

    def octagon(inset: float) -> tuple[Point, ...]:
        near, right, low = cut + inset * 0.4, wide - inset, high - inset
        return (
            (near, inset), (wide - near, inset), (right, near), (right, high - near),
            (wide - near, low), (near, low), (inset, high - near), (inset, near),
        )  # fmt: skip

    yield Area(_rectangle(0, 0, wide, high), c.GROUND)
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


def _wreck(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.GROUND)
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


def _woods(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.WOOD_DARK)
    for x, y, part in _scattered(wide, high, 5 * _area(wide, high, cell), cell * 0.22):
        radius = cell * (0.17 + 0.1 * part)
        yield Disc(x + cell / 24, y + cell / 16, radius * 1.08, c.VOID)
        yield Disc(x, y, radius, c.WOOD)
        yield Disc(x - radius * 0.28, y - radius * 0.3, radius * 0.5, c.WOOD_LIGHT)


def _ruins(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.STONE_DARK)
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


def _rubble(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.GROUND_ODD)
    for x, y, part in _scattered(wide, high, 7 * _area(wide, high, cell), cell * 0.14):
        size = cell * (0.06 + 0.09 * part)
        turn = part * 7
        stone = tuple(
            (x + size * cos(turn + step * 1.25), y + 0.8 * size * sin(turn + step * 1.25))
            for step in range(5)
        )
        yield Area(tuple((px + 1.5, py + 2) for px, py in stone), c.VOID)
        yield Area(stone, c.STONE if part < 0.6 else c.STONE_LIGHT)


def _mud(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.EARTH_DARK)
    for x, y, part in _scattered(wide, high, 3 * _area(wide, high, cell), cell * 0.25):
        blot = oval(x, y, cell * (0.16 + 0.08 * part), cell * 0.09, 0, 0, 360)
        yield Area(blot, c.EARTH)
    for x, y, _ in _scattered(wide, high, 3 * _area(wide, high, cell), cell * 0.2, 40):
        for dx in (-1, 0, 1):
            foot = x + dx * cell * 0.09
            top = y - cell * (0.16 if dx == 0 else 0.11)
            yield Stroke(((foot, y), (foot + dx * cell * 0.03, top)), cell / 26, c.WOOD_LIGHT)


def _sand(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.SAND)
    for x, y, part in _scattered(wide, high, 14 * _area(wide, high, cell), cell * 0.08):
        colour = c.SAND_LIGHT if part < 0.7 else c.EARTH
        yield Disc(x, y, cell * (0.02 + 0.02 * part), colour)
    for x, y, _ in _scattered(wide, high, 2 * _area(wide, high, cell), cell * 0.3, 30):
        yield Stroke(oval(x, y, cell * 0.24, cell * 0.1, 0, 200, 340), cell / 24, c.SAND_LIGHT)


def _shallow(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.WATER)
    yield from _waves(wide, high, cell, c.WATER_LIGHT, 3)


def _deep(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.DEEP)
    yield from _waves(wide, high, cell, c.WATER, 4)
    yield Stroke(_rectangle(3, 3, wide - 6, high - 6), 3, c.WATER, closed=True)


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


def _acid(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.ACID)
    for x, y, part in _scattered(wide, high, 6 * _area(wide, high, cell), cell * 0.16):
        radius = cell * (0.05 + 0.09 * part)
        yield Disc(x, y, radius, c.ACID_LIGHT)
        yield Disc(x, y, radius * 0.62, c.ACID)
        yield Disc(x - radius * 0.3, y - radius * 0.3, radius * 0.2, c.ACID_LIGHT)


def _lava(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.LAVA_DARK)
    for x, y, part in _scattered(wide, high, 4 * _area(wide, high, cell), cell * 0.2):
        reach, turn = cell * (0.16 + 0.12 * part), part * 3
        dx, dy = reach * cos(turn), reach * sin(turn)
        crack = ((x - dx, y - dy), (x + dy / 4, y - dx / 4), (x + dx, y + dy))
        yield Stroke(crack, cell / 7, c.LAVA)
    for x, y, part in _scattered(wide, high, 4 * _area(wide, high, cell), cell * 0.2):
        yield Disc(x, y, cell * (0.04 + 0.04 * part), c.ORANGE)


def _gas(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.GAS)
    for x, y, part in _scattered(wide, high, 3 * _area(wide, high, cell), cell * 0.3):
        radius = cell * (0.14 + 0.12 * part)
        yield Stroke(oval(x, y, radius, radius, 0, 120, 420), cell / 14, c.GAS_LIGHT)
        yield Disc(x, y, radius * 0.4, c.GAS_LIGHT)


def _mines(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.GROUND_ODD)
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


def _wire(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.EARTH_DARK)
    along = wide >= high
    length, across = (wide, high) if along else (high, wide)

    def at(run: float, off: float) -> Point:
        return (run, off) if along else (off, run)

    for off in (0.3, 0.7):
        count = round(length / cell * 3)
        for number in range(count):
            run = (number + 0.5) * length / count
            x, y = at(run, off * across)
            yield Stroke(oval(x, y, cell * 0.19, cell * 0.19, 0, 0, 360), cell / 22, c.STONE_LIGHT)
            for lean in (-1, 1):
                arm = cell * 0.07
                yield Stroke(((x - arm, y - lean * arm), (x + arm, y + lean * arm)), 1.5, c.WHITE)


def _fort(wide: float, high: float, cell: float) -> Iterator[Shape]:
    yield Area(_rectangle(0, 0, wide, high), c.VOID)
    yield Area(_rectangle(2, 2, wide - 4, high - 4), c.STONE)
    inner = cell * 0.16
    yield Area(_rectangle(inner, inner, wide - 2 * inner, high - 2 * inner), c.STONE_DARK)
    planks = round(high / cell * 3)
    for number in range(1, planks):
        y = inner + number * (high - 2 * inner) / planks
        yield Stroke(((inner, y), (wide - inner, y)), cell / 30, c.GROUND_LINE)
    for x in (inner, wide - inner):
        for y in (inner, high - inner):
            yield Disc(x, y, cell * 0.15, c.VOID)
            yield Disc(x, y, cell * 0.11, c.STONE_LIGHT)


_PAINTERS: dict[str, Painter] = {
    "CR": _crate, "CT": _container, "WA": _wall, "FE": _fence, "MF": _mesh, "TW": _tower,
    "BU": _bunker, "WR": _wreck, "WO": _woods, "RU": _ruins, "RB": _rubble, "MU": _mud,
    "SD": _sand, "SW": _shallow, "DW": _deep, "BW": _wire, "AA": _acid, "AB": _acid,
    "LV": _lava, "TG": _gas, "MI": _mines, "FO": _fort,
}  # fmt: skip
