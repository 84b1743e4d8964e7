"""The same boards as people usually draw them: Pillow, RGB, no antialiasing, default PNG.

The fast usual way: fonts are loaded once, and hexes are filled and then
outlined with lines.
"""

from __future__ import annotations

import io
import math
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from games.astral_sailors.board.terrain import extent
from games.astral_sailors.view import SailorsView
from games.astralis.board import name
from games.astralis.sides import Side
from games.astralis.view import AstralisView
from games.colonial_space_wars.table import NAMES, UNDAMAGED, Table, Unit
from games.colonial_space_wars.view import View
from games.core.geometry.plane import Disc
from games.core.geometry.squares import column
from games.core.seats import Seat
from games.galaxy_aflame.table import NAMES as SIDES
from games.galaxy_aflame.table import Table as GalaxyTable
from games.galaxy_aflame.table import Unit as GalaxyUnit
from games.galaxy_aflame.view import View as GalaxyView

WIDTH, HEIGHT = 1650, 1050
SPACE, INK, RIM = (16, 20, 38), (226, 230, 245), (70, 78, 110)
FILL = {
    "unexplored": (28, 33, 58),
    "yellow": (120, 98, 30),
    "cyan": (22, 96, 112),
    "contested": (112, 44, 58),
}
COLOUR = {Side.YELLOW: (250, 205, 70), Side.CYAN: (80, 220, 240)}

SEATS = (
    (224, 80, 70),
    (90, 140, 240),
    (90, 190, 90),
    (235, 200, 70),
    (170, 110, 220),
    (240, 150, 60),
    (70, 190, 190),
    (230, 230, 230),
)
FLOOR, ROCK, GROUND = (34, 40, 64), (96, 104, 130), (70, 64, 52)
COVER, HILL, GOLD, HURT = (52, 150, 70), (160, 116, 70), (250, 205, 70), (235, 110, 60)
GROUNDS = {".": FLOOR, "A": (24, 62, 36), "B": (66, 46, 28), "C": (112, 116, 126)}


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    folder = Path(__file__).parent.parent.parent / "renderers" / "fonts"
    file = min(folder.glob("*Inter*.[to]tf"), default=None) or min(folder.glob("*.[to]tf"))
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


# --- Astralis ---


def astralis(view: AstralisView) -> bytes:
    return png(_hexes(view))


def _hexes(view: AstralisView) -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), SPACE)
    pen = ImageDraw.Draw(image)
    side = 42.5

    def centre(hex: int) -> tuple[float, float]:
        at = view.board.axial[hex]
        x = 560 + side * math.sqrt(3) * (at.q + at.r / 2)
        return x, 525 + side * 1.5 * at.r

    for hex in view.hexes:
        x, y = centre(hex)
        corners = [
            (x + side * math.sin(math.pi / 3 * k), y + side * math.cos(math.pi / 3 * k))
            for k in range(6)
        ]
        pen.polygon(corners, fill=FILL[view.status(hex)])
        pen.line([*corners, corners[0]], fill=RIM, width=2)
        owner = view.planet(hex)
        if owner is not None:
            r = side * 0.62
            pen.ellipse((x - r, y - r, x + r, y + r), COLOUR[owner], INK, 3)
        elif hex not in view.ships:
            pen.text((x, y), name(hex), RIM, font(15), anchor="mm")
    for each in Side:
        ship = view.ships[each]
        if ship is not None:
            x, y = centre(ship)
            r = side * 0.6
            pen.polygon([(x, y - r), (x + r, y + r), (x - r, y + r)], COLOUR[each])
            pen.text((x, y), "Y" if each is Side.YELLOW else "C", SPACE, font(36), "mm")
    for row in range(view.board.rows):
        ends = [centre(hex) for hex in view.hexes if hex // 16 == row]
        pen.text((ends[0][0] - side * 1.3, ends[0][1]), chr(65 + row), INK, font(32), "mm")
        label = str(row + 1)
        pen.text((ends[-1][0] + side * 1.3, ends[-1][1]), label, INK, font(32), "mm")
    score = view.score()
    lines = (
        "Astralis",
        f"Yellow {score.yellow}",
        f"Cyan {score.cyan} + {view.komi} = {score.cyan_with_komi}",
        f"Contested {score.contested}",
        f"Unexplored {score.unexplored}",
        f"Turn {view.turn}",
        "Yellow to move" if view.to_move is Side.YELLOW else "Cyan to move",
        "Alice plays Yellow",
        "Bob plays Cyan",
    )
    for number, line in enumerate(lines):
        pen.text((1150, (80 + 70 * number)), line, INK, font(34))
    return image


# --- Astral Sailors: squares, pieces, units with codes and facings, a line for each player ---


def sailors(view: SailorsView, width: int, height: int) -> bytes:
    """A picture of this size."""
    return png(_quadrants(view, width, height))


def _quadrants(view: SailorsView, width: int, height: int) -> Image.Image:
    table = view.table
    image = Image.new("RGB", (width, height), SPACE)
    pen = ImageDraw.Draw(image)
    board = min(width, height)
    margin = board // 20
    cell = (board - 2 * margin) // table.size

    def box(c: int, r: int, columns: int, rows: int) -> tuple[int, int, int, int]:
        x, y = margin + c * cell, margin + r * cell
        return x, y, x + columns * cell, y + rows * cell

    small, large = font(max(9, cell // 2)), font(max(12, margin // 2))
    for r in range(table.size):
        for c in range(table.size):
            pen.rectangle(box(c, r, 1, 1), FLOOR, RIM)
        at = margin + r * cell + cell // 2
        pen.text((margin // 2, at), str(r + 1), INK, small, "mm")
        pen.text((at, margin // 2), column(r), INK, small, "mm")
    for piece in table.pieces:
        kind = table.catalogue.pieces[piece.kind]
        fill = ROCK if kind.opacity == "solid" else GROUND
        pen.rectangle(box(piece.c, piece.r, *extent(piece, kind)), fill, INK, 2)
        pen.text(box(piece.c, piece.r, 1, 1)[:2], piece.kind, INK, small)
    for unit in table.on_board():
        base = table.base(unit)
        x, y, east, south = box(base.c, base.r, base.side, base.side)
        pen.ellipse((x + 1, y + 1, east - 1, south - 1), SEATS[unit.seat], INK, 2)
        middle, (dc, dr) = ((x + east) // 2, (y + south) // 2), unit.facing.step
        reach = (east - x) // 2
        pen.line((middle, (middle[0] + dc * reach, middle[1] + dr * reach)), SPACE, 3)
        pen.text(middle, unit.code, SPACE, small, "mm")
    for player in table.players:
        living = sum(unit.on_board for unit in table.of(player.seat))
        line = f"Seat {player.seat + 1}: {living} units, {player.pool} points"
        down = margin * player.seat + margin + (board if board == width else 0)
        across = margin if board == width else board
        pen.text((across, down), line, SEATS[player.seat], large)
    return image


# --- Colonial Space Wars: squares with their terrain, counters, and the armies below ---


def colonial(view: View, width: int, height: int) -> bytes:
    """A picture of this size."""
    table, image = view.table, Image.new("RGB", (width, height), SPACE)
    pen, cell, top = ImageDraw.Draw(image), width // len(view.table.rows[0]), 94
    pen.text((16, 44), f"Round {table.round}", INK, font(36), "ls")
    pen.text((width - 16, 44), f"{NAMES[table.active]} to act", INK, font(36), "rs")
    for r, row in enumerate(table.rows):
        for c, terrain in enumerate(row):
            _terrain(pen, terrain, c * cell, top + r * cell, cell)
    for unit in table.on_board():
        assert unit.at is not None
        _counter(pen, table, unit, unit.at.c * cell, top + unit.at.r * cell, cell)
    low = top + cell * len(table.rows)
    for c in range(len(table.rows[0])):
        for y in (top - 16, low + 16):
            pen.text((c * cell + cell // 2, y), column(c), INK, font(24), "mm")
    for r in range(len(table.rows)):
        for x in (10, width - 10):
            pen.text((x, top + r * cell + cell // 2), str(r + 1), INK, font(20), "mm")
    for seat in (Seat(0), Seat(1)):
        _army(
            pen, table, seat, 16 + seat * (width // 2 - 8), height - low - 108, width // 2 - 24, low
        )
    return png(image)


def _terrain(pen: ImageDraw.ImageDraw, terrain: str, x: int, y: int, cell: int) -> None:
    pen.rectangle((x, y, x + cell, y + cell), GROUNDS[terrain], RIM)
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
        pen.text((x + cell - 6, y + cell - 4), terrain, INK, font(cell // 4), "rs")


def _counter(pen: ImageDraw.ImageDraw, table: Table, unit: Unit, x: int, y: int, cell: int) -> None:
    box, kind = (x + 5, y + 5, x + cell - 5, y + cell - 5), table.kind(unit)
    (pen.ellipse if kind.light else pen.rectangle)(box, SEATS[unit.seat], INK, 5)
    middle, third = x + cell // 2, cell // 3
    body = (middle, y + 12), (middle + 16, y + 2 * third), (middle - 16, y + 2 * third)
    pen.polygon(body, SPACE)
    plate = x + third // 2, y + 2 * third - 4, x + cell - third // 2, y + cell - 8
    pen.rectangle(plate, INK)
    pen.text((middle, y + cell - third // 2 - 6), unit.code, SPACE, font(cell // 4), "mm")
    _health(pen, unit, x + cell - 22, y + 2)
    if kind.leader:
        crown = ((middle - 12, y), (middle - 6, y + 8), (middle, y), (middle + 6, y + 8))
        pen.polygon((*crown, (middle + 12, y), (middle + 12, y + 14), (middle - 12, y + 14)), GOLD)
    if unit.struck:
        struck = f"{unit.struck}/{table.protection(unit)}"
        pen.text((x + 4, y + 14), struck, INK, font(cell // 5), "lm")


def _health(pen: ImageDraw.ImageDraw, unit: Unit, x: int, y: int) -> None:
    pen.ellipse((x, y, x + 20, y + 20), SPACE)
    colour = (HURT, HURT, HURT, GOLD, COVER)[unit.health]
    up = y + 4 if unit.health == UNDAMAGED else y + 16
    pen.polygon(((x + 10, up), (x + 4, 2 * y + 20 - up), (x + 16, 2 * y + 20 - up)), colour)


def _army(
    pen: ImageDraw.ImageDraw, table: Table, seat: Seat, x: int, high: int, wide: int, low: int
) -> None:
    top = low + 92
    edge = SEATS[seat] if seat == table.active else RIM
    pen.rounded_rectangle((x, top, x + wide, top + high), 18, FLOOR, edge, 5)
    pen.rectangle((x + 16, top + 18, x + 80, top + 82), SEATS[seat])
    pen.text((x + 96, top + 46), NAMES[seat], INK, font(32), "ls")
    units = table.of(seat)
    living = sum(unit.health > 0 for unit in units)
    pen.text((x + wide - 16, top + 46), f"{living} of {len(units)} units", INK, font(24), "rs")
    pen.text((x + 96, top + 86), f"income {sum(table.income(seat))}", GOLD, font(27), "ls")
    for number, unit in enumerate(units):
        row, place = divmod(number, 3)
        left, line = x + 14 + place * (wide // 3), top + 108 + row * 38
        _health(pen, unit, left, line)
        said = f"{unit.code} {unit.kind} {table.cost(unit)}"
        pen.text((left + 34, line + 23), said, INK, font(24), "ls")


# --- A Galaxy Aflame: the table with its terrain, markers, and the armies below ---


def galaxy(view: GalaxyView, width: int, height: int) -> bytes:
    """A picture of this size."""
    table, image = view.table, Image.new("RGB", (width, height), SPACE)
    pen, ground = ImageDraw.Draw(image), table.ground
    scale, top = (width - 80) / ground.width, 70

    def at(x: int, y: int) -> tuple[float, float]:
        return 40 + x * scale, top + y * scale

    pen.text((16, 44), f"Round {table.round}", INK, font(36), "ls")
    pen.text((width - 16, 44), f"{SIDES[table.active]} to act", INK, font(36), "rs")
    for x in range(0, ground.width + 1, 60):
        pen.line((at(x, 0), at(x, ground.height)), RIM, 1)
        pen.text((at(x, 0)[0], top - 12), str(x // 10), INK, font(18), "mm")
    for y in range(0, ground.height + 1, 60):
        pen.line((at(0, y), at(ground.width, y)), RIM, 1)
        pen.text((18, at(0, y)[1]), str(y // 10), INK, font(18), "mm")
    for area in ground.cover:
        if isinstance(area, Disc):
            (x, y), r = area.centre, area.radius
            pen.ellipse((*at(x - r, y - r), *at(x + r, y + r)), (24, 62, 36), COVER, 3)
        else:
            pen.rectangle((*at(area.x0, area.y0), *at(area.x1, area.y1)), (24, 62, 36), COVER, 3)
    for piece in ground.solid:
        pen.rectangle((*at(piece.x0, piece.y0), *at(piece.x1, piece.y1)), ROCK, INK, 3)
    for one, other in ground.barriers:
        pen.line((at(*one), at(*other)), HILL, 8)
    for unit in table.on_table():
        assert unit.at is not None
        _marker(pen, table, unit, at(*unit.at), scale)
    low = top + ground.height * scale + 40
    for seat in (Seat(0), Seat(1)):
        left = 16 + seat * (width // 2 - 8)
        for line, unit in enumerate(table.of(seat)):
            card = table.card(unit)
            said = f"{unit.code} {card.name} {unit.models}/{card.models}"
            pen.text((left, low + 30 * line), said, SEATS[seat], font(24), "ls")
            pen.text((left + 380, low + 30 * line), f"PV {card.value}", INK, font(22), "ls")
    return png(image)


def _marker(
    pen: ImageDraw.ImageDraw,
    table: GalaxyTable,
    unit: GalaxyUnit,
    at: tuple[float, float],
    scale: float,
) -> None:
    x, y = at
    half = table.radius(unit) * scale
    box = (x - half, y - half, x + half, y + half)
    if table.card(unit).vehicle:
        pen.rectangle(box, SEATS[unit.seat], INK, 3)
    else:
        pen.ellipse(box, SEATS[unit.seat], INK, 3)
    pen.polygon(((x, y - half * 0.7), (x + half / 2, y), (x - half / 2, y)), SPACE)
    pen.text((x, y + half / 3), unit.code, INK, font(20), "mm")
    pen.text((x + half, y - half), str(unit.models), INK, font(16), "mm")
    if unit.suppressed:
        pen.text((x - half, y - half), "S", GOLD, font(18), "mm")
