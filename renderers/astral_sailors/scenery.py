"""How the ground and the pieces of scenery look: patterns as well as colours.

Solid pieces have a bright upper edge and a closed rim, soft ones are hatched,
dangerous ones have a rim of dashes and their Damage on red; what has a height
shows it on a dark label.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from games.astral_sailors.content.catalogue import PieceKind
from renderers import palette as c
from renderers.boards import terrain
from renderers.glyphs import box, stripes
from renderers.palette import Colour, blend
from renderers.scene import Area, Art, Label, Shape, Stroke, Style


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
    shapes: list[Shape] = [Area(terrain.rectangle(0, 0, cell, cell), fill)]
    if striped and tint is not None:
        mark = blend(c.GROUND, tint, 0.4)
        shapes += stripes(terrain.rectangle(0, 0, cell, cell), cell / 2, cell / 24, -1, mark)
    line = cell // 48
    shapes.append(Area(terrain.rectangle(0, 0, cell, line), c.GROUND_LINE))
    shapes.append(Area(terrain.rectangle(0, 0, line, cell), c.GROUND_LINE))
    if name:
        style = Style(cell * 15 // 48, c.DARK_TEXT if tint is None else c.WHITE, fill)
        shapes.append(Label(cell / 2, cell / 2, name, style))
    return Art(cell, cell, fill, tuple(shapes))


@lru_cache(maxsize=512)
def piece_of(kind: PieceKind, turned: bool, cell: int) -> Art:
    """A piece as it lies, opaque."""
    columns, rows = kind.extent(turned)
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


def painter_of(kind: PieceKind) -> terrain.Painter:
    """The painter of a kind by its code, or for kinds of a pack by what they do."""
    return _PAINTERS.get(kind.code) or next(painter for is_so, painter in _LIKE if is_so(kind))


_LIKE: tuple[tuple[Callable[[PieceKind], bool], terrain.Painter], ...] = (
    (lambda kind: kind.water and kind.entry == "impassable", terrain.deep),
    (lambda kind: kind.water, terrain.shallow),
    (lambda kind: kind.danger is not None and kind.height > 0 and kind.opacity == "soft",
     terrain.gas),
    (lambda kind: kind.danger is not None and kind.danger >= 3, terrain.lava),
    (lambda kind: kind.danger is not None, terrain.acid),
    (lambda kind: kind.opacity == "soft" and kind.entry == "impassable", terrain.mesh),
    (lambda kind: kind.opacity == "soft" and kind.height >= 4, terrain.woods),
    (lambda kind: kind.opacity == "soft", terrain.ruins),
    (lambda kind: kind.opacity == "solid" and kind.entry == "crossable", terrain.fence),
    (lambda kind: kind.opacity == "solid" and kind.height >= 4, terrain.bunker),
    (lambda kind: kind.opacity == "solid", terrain.container),
    (lambda kind: kind.entry == "difficult", terrain.rubble),
    (lambda kind: True, terrain.fort),
)  # fmt: skip
"""What a kind does, and what looks as if it did that; the first that fits."""


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
        middle = x + size * 0.75 + (long - size * 0.85) / 2
        yield Label(middle, y + size * 0.56, text, Style(size, c.WHITE, c.VOID))
    if kind.danger is not None:
        long = size * 1.85
        yield Area(box(2, 2, long, size * 1.15, 4), c.VOID)
        yield Area(box(3, 3, long - 2, size * 1.15 - 2, 3), c.RED)
        yield Label(2 + long / 2, 2 + size * 0.58, f"D{kind.danger}", Style(size, c.VOID, c.RED))


def _hatching(wide: float, high: float, cell: float) -> Iterator[Shape]:
    outline = terrain.rectangle(2, 2, wide - 4, high - 4)
    yield from stripes(outline, cell * 0.36, 0.8, -1, c.STONE_LIGHT)


def _squares(columns: int, rows: int, cell: int) -> Iterator[Shape]:
    """The lines between squares, so that steps can be counted."""
    for number in range(columns):
        yield Area(terrain.rectangle(number * cell, 0, cell // 48, rows * cell), c.GROUND_LINE)
    for number in range(rows):
        yield Area(terrain.rectangle(0, number * cell, columns * cell, cell // 48), c.GROUND_LINE)


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


_PAINTERS: dict[str, terrain.Painter] = {
    "CR": terrain.crate, "CT": terrain.container, "WA": terrain.wall, "FE": terrain.fence,
    "MF": terrain.mesh, "TW": terrain.tower, "BU": terrain.bunker, "WR": terrain.wreck,
    "WO": terrain.woods, "RU": terrain.ruins, "RB": terrain.rubble, "MU": terrain.mud,
    "SD": terrain.sand, "SW": terrain.shallow, "DW": terrain.deep, "BW": terrain.wire,
    "AA": terrain.acid, "AB": terrain.acid, "LV": terrain.lava, "TG": terrain.gas,
    "MI": terrain.mines, "FO": terrain.fort,
}  # fmt: skip
