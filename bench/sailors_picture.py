"""The board of Astral Sailors as people usually draw it: Pillow, RGB, default PNG.

The fast usual way: fonts are loaded once; squares, pieces, units with their
codes and facings, names of columns and rows, and a line for each player.
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from bench.plain_picture import INK, RIM, SPACE, font, png
from games.astral_sailors.board.terrain import extent
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import column

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


def draw(view: SailorsView, width: int, height: int) -> Image.Image:
    """A picture of this size."""
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


def plain(view: SailorsView, width: int, height: int) -> bytes:
    return png(draw(view, width, height))
