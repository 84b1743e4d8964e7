"""The same board as people usually draw it: Pillow, RGB, no antialiasing, default PNG.

The fast usual way: fonts are loaded once, and hexes are filled and then
outlined with lines.
"""

from __future__ import annotations

import io
import math
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from games.astralis.board import name
from games.astralis.sides import Side
from games.astralis.view import AstralisView

WIDTH, HEIGHT = 1650, 1050
SPACE, INK, RIM = (16, 20, 38), (226, 230, 245), (70, 78, 110)
FILL = {
    "unexplored": (28, 33, 58),
    "yellow": (120, 98, 30),
    "cyan": (22, 96, 112),
    "contested": (112, 44, 58),
}
COLOUR = {Side.YELLOW: (250, 205, 70), Side.CYAN: (80, 220, 240)}


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    folder = Path(__file__).parent.parent / "renderers" / "fonts"
    file = min(folder.glob("*Inter*.[to]tf"), default=None) or min(folder.glob("*.[to]tf"))
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


def draw(view: AstralisView) -> Image.Image:
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


def png(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def plain(view: AstralisView) -> bytes:
    return png(draw(view))
