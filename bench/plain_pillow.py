"""The same boards as people usually draw them: Pillow, RGB, no antialiasing, default PNG.

The fast usual way: fonts are loaded once, and hexes are filled and then outlined with lines.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from bench.measure import measure
from games.astralis.board import name
from games.astralis.sides import Side
from games.colonial_space_wars.table import NAMES, UNDAMAGED
from games.core.geometry.plane import Disc
from games.core.geometry.squares import column
from games.core.types import Seat
from games.cosmic_conflict.space import DU
from games.galaxy_aflame.table import NAMES as SIDES
from renderers import Look, paint, renderer_for
from renderers.scene import Art, Drawing, Label, Mark

PlainBoard: TypeAlias = Callable[[Any, int, int], bytes]
"""From a view, width and height."""
Colour: TypeAlias = tuple[int, int, int]
SPACE, INK, RIM = (16, 20, 38), (226, 230, 245), (70, 78, 110)
FLOOR, ROCK, GROUND = (34, 40, 64), (96, 104, 130), (70, 64, 52)
COVER, HILL, GOLD, HURT = (52, 150, 70), (160, 116, 70), (250, 205, 70), (235, 110, 60)
WOOD, PLANET_CYAN = (24, 62, 36), (80, 220, 240)
STATUS = {
    "unexplored": (28, 33, 58),
    "yellow": (120, 98, 30),
    "cyan": (22, 96, 112),
    "contested": (112, 44, 58),
}
TERRAIN = {".": FLOOR, "A": WOOD, "B": (66, 46, 28), "C": (112, 116, 126)}
ZONES: Sequence[tuple[str, Colour]] = (
    *(("solid", ROCK), ("concealing", (90, 60, 110)), ("obscuring", (40, 56, 84))),
    *(("dangerous", (110, 50, 40)), ("hazardous", (84, 66, 40))),
)
SEATS = (
    *((224, 80, 70), (90, 140, 240), (90, 190, 90), (235, 200, 70)),
    *((170, 110, 220), (240, 150, 60), (70, 190, 190), (230, 230, 230)),
)


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    folder = Path(__file__).parents[1] / "renderers" / "fonts"
    file = min(folder.glob("*Inter*.[to]tf"), default=None) or min(folder.glob("*.[to]tf"))
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


class Pen(ImageDraw.ImageDraw):
    """A pen on a new picture."""

    def __init__(self, width: int, height: int) -> None:
        self.image = Image.new("RGB", (width, height), SPACE)
        super().__init__(self.image)

    def write(
        self, x: float, y: float, text: str, size: int, colour: Colour = INK, anchor: str = "mm"
    ) -> None:
        self.text((x, y), text, colour, font(size), anchor)

    def disc(self, x: float, y: float, r: float, *ink: Any) -> None:
        self.ellipse((x - r, y - r, x + r, y + r), *ink)

    def square(self, x: float, y: float, r: float, *ink: Any) -> None:
        self.rectangle((x - r, y - r, x + r, y + r), *ink)

    def rule(
        self, at: Callable[[int, int], Any], size: tuple[int, int], step: int, by: int
    ) -> None:
        """Lines over an open table each ``step``, numbered in units of ``by``."""
        wide, high = size
        for x in range(0, wide + 1, step):
            self.line((at(x, 0), at(x, high)), RIM, 1)
            self.write(at(x, 0)[0], min(at(x, 0)[1], at(x, high)[1]) - 12, str(x // by), 18)
        for y in range(0, high + 1, step):
            self.line((at(0, y), at(wide, y)), RIM, 1)
            self.write(18, at(0, y)[1], str(y // by), 18)

    def roster(
        self, left: float, low: float, colour: Colour, rows: Iterable[Sequence[str]]
    ) -> None:
        for line, (text, value) in enumerate(rows):
            self.write(left, low + 30 * line, text, 24, colour, "ls")
            self.write(left + 380, low + 30 * line, value, 22, INK, "ls")


def astralis(view: Any, width: int = 1206, height: int = 1560) -> bytes:
    pen, side = Pen(width, height), 42.5

    def centre(hex: int) -> tuple[float, float]:
        at = view.board.axial[hex]
        return 560 + side * math.sqrt(3) * (at.q + at.r / 2), 525 + side * 1.5 * at.r

    for hex in view.hexes:
        x, y = centre(hex)
        corners = [
            (x + side * math.sin(math.pi / 3 * k), y + side * math.cos(math.pi / 3 * k))
            for k in range(6)
        ]
        pen.polygon(corners, fill=STATUS[view.status(hex)])
        pen.line([*corners, corners[0]], fill=RIM, width=2)
        owner = view.planet(hex)
        if owner is not None:
            pen.disc(x, y, side * 0.62, GOLD if owner is Side.YELLOW else PLANET_CYAN, INK, 3)
        elif hex not in view.ships:
            pen.write(x, y, name(hex), 15, RIM)
    for each, colour in ((Side.YELLOW, GOLD), (Side.CYAN, PLANET_CYAN)):
        if (ship := view.ships[each]) is not None:
            (x, y), r = centre(ship), side * 0.6
            pen.polygon([(x, y - r), (x + r, y + r), (x - r, y + r)], colour)
            pen.write(x, y, each.name[0], 36, SPACE)
    for row in range(view.board.rows):
        ends = [centre(hex) for hex in view.hexes if hex // 16 == row]
        pen.write(ends[0][0] - side * 1.3, ends[0][1], chr(65 + row), 32)
        pen.write(ends[-1][0] + side * 1.3, ends[-1][1], str(row + 1), 32)
    score = view.score()
    lines = (
        *("Astralis", f"Yellow {score.yellow}"),
        f"Cyan {score.cyan} + {view.komi} = {score.cyan_with_komi}",
        *(f"Contested {score.contested}", f"Unexplored {score.unexplored}", f"Turn {view.turn}"),
        "Yellow to move" if view.to_move is Side.YELLOW else "Cyan to move",
        *("Alice plays Yellow", "Bob plays Cyan"),
    )
    for number, line in enumerate(lines):
        pen.write(60, 1020 + 55 * number, line, 34, INK, "la")
    return png(pen.image)


def sailors(view: Any, width: int, height: int) -> bytes:
    """Squares, scenery, units with codes and facings, a line for each player."""
    table, pen, board = view.table, Pen(width, height), min(width, height)
    margin = board // 20
    cell = (board - 2 * margin) // table.size

    def box(c: int, r: int, columns: int, rows: int) -> tuple[int, int, int, int]:
        x, y = margin + c * cell, margin + r * cell
        return x, y, x + columns * cell, y + rows * cell

    small = max(9, cell // 2)
    for r in range(table.size):
        for c in range(table.size):
            pen.rectangle(box(c, r, 1, 1), FLOOR, RIM)
        at = margin + r * cell + cell // 2
        pen.write(margin // 2, at, str(r + 1), small)
        pen.write(at, margin // 2, column(r), small)
    for piece in table.pieces:
        kind = table.catalogue.pieces[piece.kind]
        fill = ROCK if kind.opacity == "solid" else GROUND
        pen.rectangle(box(piece.c, piece.r, *kind.extent(piece.turned)), fill, INK, 2)
        pen.write(*box(piece.c, piece.r, 1, 1)[:2], piece.kind, small, INK, "la")
    for unit in table.on_board():
        base = table.base(unit)
        x, y, east, south = box(base.c, base.r, base.side, base.side)
        pen.ellipse((x + 1, y + 1, east - 1, south - 1), SEATS[unit.seat], INK, 2)
        (across, down), (dc, dr) = ((x + east) // 2, (y + south) // 2), unit.facing.step
        reach = (east - x) // 2
        pen.line(((across, down), (across + dc * reach, down + dr * reach)), SPACE, 3)
        pen.write(across, down, unit.code, small, SPACE)
    for player in table.players:
        living = sum(unit.on_board for unit in table.of(player.seat))
        line = f"Seat {player.seat + 1}: {living} units, {player.pool} points"
        down = margin * player.seat + margin + (board if board == width else 0)
        across = margin if board == width else board
        pen.write(across, down, line, max(12, margin // 2), SEATS[player.seat], "la")
    return png(pen.image)


def colonial(view: Any, width: int, height: int) -> bytes:
    """Squares with their terrain, counters, and the armies below."""
    table, pen, top = view.table, Pen(width, height), 94
    cell = width // len(table.rows[0])
    pen.write(16, 44, f"Round {table.round}", 36, INK, "ls")
    pen.write(width - 16, 44, f"{NAMES[table.active]} to act", 36, INK, "rs")
    for r, row in enumerate(table.rows):
        for c, terrain in enumerate(row):
            _terrain(pen, terrain, c * cell, top + r * cell, cell)
    for unit in table.on_board():
        _counter(pen, table, unit, unit.at.c * cell, top + unit.at.r * cell, cell)
    low = top + cell * len(table.rows)
    for c in range(len(table.rows[0])):
        for y in (top - 16, low + 16):
            pen.write(c * cell + cell // 2, y, column(c), 24)
    for r in range(len(table.rows)):
        for x in (10, width - 10):
            pen.write(x, top + r * cell + cell // 2, str(r + 1), 20)
    for seat in (Seat(0), Seat(1)):
        box = (16 + seat * (width // 2 - 8), low + 92, width // 2 - 24, height - low - 108)
        _army(pen, table, seat, *box)
    return png(pen.image)


def _terrain(pen: Pen, terrain: str, x: int, y: int, cell: int) -> None:
    pen.rectangle((x, y, x + cell, y + cell), TERRAIN[terrain], RIM)
    sign = cell // 4
    for at in range(3 if terrain != "." else 0):
        left, high = x + cell // 8 + at * sign, y + cell // 8 + (at % 2) * 2 * sign
        box = left, high, left + sign, high + sign
        if terrain == "A":
            pen.ellipse(box, COVER)
        elif terrain == "B":
            pen.polygon(((left, high + sign), (left + sign, high + sign), (left + 9, high)), HILL)
        else:
            pen.line(box, RIM, 4)
    if terrain != ".":
        pen.write(x + cell - 6, y + cell - 4, terrain, cell // 4, INK, "rs")


def _counter(pen: Pen, table: Any, unit: Any, x: int, y: int, cell: int) -> None:
    box, kind = (x + 5, y + 5, x + cell - 5, y + cell - 5), table.kind(unit)
    (pen.ellipse if kind.light else pen.rectangle)(box, SEATS[unit.seat], INK, 5)
    middle, third = x + cell // 2, cell // 3
    body = (middle, y + 12), (middle + 16, y + 2 * third), (middle - 16, y + 2 * third)
    pen.polygon(body, SPACE)
    plate = x + third // 2, y + 2 * third - 4, x + cell - third // 2, y + cell - 8
    pen.rectangle(plate, INK)
    pen.write(middle, y + cell - third // 2 - 6, unit.code, cell // 4, SPACE)
    _health(pen, unit, x + cell - 22, y + 2)
    if kind.leader:
        crown = ((middle - 12, y), (middle - 6, y + 8), (middle, y), (middle + 6, y + 8))
        pen.polygon((*crown, (middle + 12, y), (middle + 12, y + 14), (middle - 12, y + 14)), GOLD)
    if unit.struck:
        struck = f"{unit.struck}/{table.protection(unit)}"
        pen.write(x + 4, y + 14, struck, cell // 5, INK, "lm")


def _health(pen: Pen, unit: Any, x: int, y: int) -> None:
    pen.ellipse((x, y, x + 20, y + 20), SPACE)
    colour = (HURT, HURT, HURT, GOLD, COVER)[unit.health]
    up = y + 4 if unit.health == UNDAMAGED else y + 16
    pen.polygon(((x + 10, up), (x + 4, 2 * y + 20 - up), (x + 16, 2 * y + 20 - up)), colour)


def _army(pen: Pen, table: Any, seat: Seat, x: int, top: int, wide: int, high: int) -> None:
    edge = SEATS[seat] if seat == table.active else RIM
    pen.rounded_rectangle((x, top, x + wide, top + high), 18, FLOOR, edge, 5)
    pen.rectangle((x + 16, top + 18, x + 80, top + 82), SEATS[seat])
    pen.write(x + 96, top + 46, NAMES[seat], 32, INK, "ls")
    units = table.of(seat)
    living = sum(unit.health > 0 for unit in units)
    pen.write(x + wide - 16, top + 46, f"{living} of {len(units)} units", 24, INK, "rs")
    pen.write(x + 96, top + 86, f"income {sum(table.income(seat))}", 27, GOLD, "ls")
    for number, unit in enumerate(units):
        row, place = divmod(number, 3)
        left, line = x + 14 + place * (wide // 3), top + 108 + row * 38
        _health(pen, unit, left, line)
        said = f"{unit.code} {unit.kind} {table.cost(unit)}"
        pen.write(left + 34, line + 23, said, 24, INK, "ls")


def galaxy(view: Any, width: int, height: int) -> bytes:
    """The table with its terrain, markers, and the armies below."""
    table, pen, ground = view.table, Pen(width, height), view.table.ground
    scale, top = (width - 80) / ground.width, 70

    def at(x: int, y: int) -> tuple[float, float]:
        return 40 + x * scale, top + y * scale

    pen.write(16, 44, f"Round {table.round}", 36, INK, "ls")
    pen.write(width - 16, 44, f"{SIDES[table.active]} to act", 36, INK, "rs")
    pen.rule(at, (ground.width, ground.height), 60, 10)
    for area in ground.cover:
        if isinstance(area, Disc):
            pen.disc(*at(*area.centre), area.radius * scale, WOOD, COVER, 3)
        else:
            pen.rectangle((*at(area.x0, area.y0), *at(area.x1, area.y1)), WOOD, COVER, 3)
    for piece in ground.solid:
        pen.rectangle((*at(piece.x0, piece.y0), *at(piece.x1, piece.y1)), ROCK, INK, 3)
    for one, other in ground.barriers:
        pen.line((at(*one), at(*other)), HILL, 8)
    for unit in table.on_table():
        (x, y), half = at(*unit.at), table.radius(unit) * scale
        draw = pen.square if table.card(unit).vehicle else pen.disc
        draw(x, y, half, SEATS[unit.seat], INK, 3)
        pen.polygon(((x, y - half * 0.7), (x + half / 2, y), (x - half / 2, y)), SPACE)
        pen.write(x, y + half / 3, unit.code, 20)
        pen.write(x + half, y - half, str(unit.models), 16)
        if unit.suppressed:
            pen.write(x - half, y - half, "S", 18, GOLD)
    for seat in (Seat(0), Seat(1)):
        rows = (
            (f"{unit.code} {card.name} {unit.models}/{card.models}", f"PV {card.value}")
            for unit, card in ((unit, table.card(unit)) for unit in table.of(seat))
        )
        low = top + ground.height * scale + 40
        pen.roster(16 + seat * (width // 2 - 8), low, SEATS[seat], rows)
    return png(pen.image)


def cosmic(view: Any, width: int, height: int) -> bytes:
    """Space with its terrain, markers, and the fleets below."""
    table, pen, board = view.table, Pen(width, height), view.table.board
    scale, top = (width - 80) / board.width, 70

    def at(x: int, y: int) -> tuple[float, float]:
        return 40 + x * scale, top + (board.height - y) * scale

    pen.write(16, 44, f"Turn {table.turn}, {view.course.phase}", 36, INK, "ls")
    pen.rule(at, (board.width, board.height), 6 * DU, DU)
    for zone in (zone for feature in table.features for zone in feature.zones):
        colour = next((fill for name, fill in ZONES if getattr(zone, name)), RIM)
        if isinstance(zone.shape, Disc):
            pen.disc(*at(*zone.shape.centre), zone.shape.radius * scale, colour, INK, 2)
        else:
            pen.polygon([at(*corner) for corner in zone.shape.corners], colour, INK)
    for unit in table.in_space():
        (x, y), half = at(*unit.at), 22
        draw = pen.disc if unit.side == 1 else pen.square
        draw(x, y, half, SEATS[unit.side - 1], INK, 3)
        pen.write(x, y, unit.id, 20)
        pen.write(x + half, y - half, str(unit.velocity), 18, GOLD)
    for side in (1, 2):
        rows = (
            (f"{unit.id} {design.name} {unit.health}/{design.health}", f"V{unit.velocity}")
            for unit, design in ((unit, table.design(unit)) for unit in table.of(side))
        )
        low = top + board.height * scale + 40
        pen.roster(16 + (side - 1) * (width // 2 - 8), low, SEATS[side - 1], rows)
    return png(pen.image)


# --- Measured against ---


def compare_boards(
    game_id: str, rounds: Sequence[Sequence[Any]], plain: PlainBoard, look: Look, again: int = 0
) -> tuple[dict[str, float], str]:
    """Milliseconds of our board, the plain one and the repaint of a view, and the size in pixels.

    Args:
        rounds: views that have not been drawn before, the first of them for a round that is not
            measured
        again: the round whose views are painted once more
    """
    renderer = renderer_for(game_id)
    drawing: Any = renderer.scene(rounds[0][0], look)
    width, height = drawing.drawing.width, drawing.drawing.height
    fresh, others = iter(rounds), iter(rounds)
    taken = measure(
        {
            "ours": lambda: [renderer.scene(view, look).paint() for view in next(fresh)],
            "plain": lambda: [plain(view, width, height) for view in next(others)],
            "repaint": lambda: [renderer.scene(view, look).paint() for view in rounds[again]],
        },
        len(rounds) - 1,
        len(rounds[0]),
    )
    return taken, f"{width} × {height} pixels"


# --- The same scene as our own picture, at three times its size in RGB and averaged down ---

SCALE = 3
ANCHORS = {"left": "ls", "middle": "ms", "right": "rs"}


def smooth(drawing: Drawing) -> Image.Image:
    """What one gets who wants smooth edges from Pillow without palette and tiles."""
    large = Image.new("RGB", (drawing.width * SCALE, drawing.height * SCALE), drawing.ground)
    for art, left, top, wide, high, x, y in drawing.panes:
        box = (left * SCALE, top * SCALE, (left + wide) * SCALE, (top + high) * SCALE)
        large.paste(_enlarge(art).crop(box), (x * SCALE, y * SCALE))
    for art, x, y in _marks(drawing):
        large.paste(_enlarge(art), (x * SCALE, y * SCALE), _mask(art) if art.cut else None)
    pen = ImageDraw.Draw(large)
    for caption in (*(drawing.backdrop.captions if drawing.backdrop else ()), *drawing.captions):
        style, at = caption.style, (caption.x * SCALE, caption.y * SCALE)
        text = paint.fitted(caption.text, style, caption.room)
        pen.text(at, text, style.colour, font(style.size * SCALE), ANCHORS[caption.anchor])
    return large.reduce(SCALE)


def _marks(drawing: Drawing) -> Iterator[Mark]:
    if drawing.backdrop is not None:
        yield from _marks(drawing.backdrop)
    yield from drawing.marks


def _enlarge(art: Art) -> Image.Image:
    image = Image.new("RGB", (art.width * SCALE, art.height * SCALE), art.ground)
    pen = ImageDraw.Draw(image)
    for shape in art.shapes:
        if isinstance(shape, Label):
            at, style = (shape.x * SCALE, shape.y * SCALE), shape.style
            pen.text(at, shape.text, style.colour, font(style.size * SCALE), "mm")
        else:
            paint._draw(pen, shape, shape.colour, SCALE)  # the same shapes, in another size
    return image


def _mask(art: Art) -> Image.Image:
    image = Image.new("L", (art.width * SCALE, art.height * SCALE), 0)
    pen = ImageDraw.Draw(image)
    for shape in art.shapes:
        paint._draw(pen, shape, 255, SCALE)
    return image
