"""What the figures of Cosmic Conflict are measured by: exact fractions, and a plain picture."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from PIL import Image, ImageDraw

from bench.pictures.plain_picture import GOLD, INK, RIM, SEATS, SPACE, font, png
from games.core.geometry.plane import Disc, Point
from games.cosmic_conflict.space import DU
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.terrain import Feature, FeatureZone
from games.cosmic_conflict.view import View
from games.cosmic_conflict.weapons import RangeBand, Weapon

# --- Exact fractions ---


def exact_mean(table: Table, unit: Unit, place: int, enemy: Unit) -> Fraction:
    """The mean damage of a Weapon without Missiles, 0 where it may not fire; discs only."""
    weapon = table.design(unit).items[place]
    assert isinstance(weapon, Weapon)
    assert unit.at is not None
    assert enemy.at is not None
    band = _band(weapon, unit.at, enemy.at)
    if band is None or not _bears(weapon, unit, enemy.at):
        return Fraction(0)
    accuracy = 0
    for feature in table.features:
        found = _through(feature, unit.at, enemy.at)
        if found is None:
            return Fraction(0)
        accuracy -= found
    return _mean(weapon, band, table, enemy, accuracy)


def _band(weapon: Weapon, at: Point, goal: Point) -> RangeBand | None:
    squared = Fraction(at.x - goal.x) ** 2 + Fraction(at.y - goal.y) ** 2
    return next((each for each in weapon.bands() if squared <= Fraction(each.reach) ** 2), None)


_TURNED = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


def _bears(weapon: Weapon, unit: Unit, goal: Point) -> bool:
    assert unit.at is not None
    x, y = _TURNED[unit.heading]
    dx, dy = Fraction(goal.x - unit.at.x), Fraction(goal.y - unit.at.y)
    f, r = dx * x + dy * y, dx * y - dy * x
    arcs = {"F": f >= abs(r), "P": -r >= abs(f), "S": r >= abs(f), "A": -f >= abs(r)}
    return any(arcs[arc] for arc in weapon.arcs)


def _through(feature: Feature, at: Point, goal: Point) -> int | None:
    """The Accuracy that a feature costs, ``None`` where it stops the fire."""
    cost = 0
    for zone in feature.zones:
        inside = _from(zone, at, at) < _radius(zone) ** 2
        if inside and not zone.stops_fire:
            continue
        if _from(zone, at, goal) < _radius(zone) ** 2:
            if zone.stops_fire:
                return None
            cost += zone.obscuring
    return cost


def _radius(zone: FeatureZone) -> Fraction:
    assert isinstance(zone.shape, Disc)
    return Fraction(zone.shape.radius)


def _from(zone: FeatureZone, a: Point, b: Point) -> Fraction:
    """The squared distance of a disc's centre from a segment."""
    centre = zone.centre
    x, y = Fraction(b.x - a.x), Fraction(b.y - a.y)
    cx, cy = Fraction(centre.x - a.x), Fraction(centre.y - a.y)
    length = x * x + y * y
    along = (cx * x + cy * y) / length if length else Fraction(0)
    along = min(max(along, Fraction(0)), Fraction(1))
    return (cx - along * x) ** 2 + (cy - along * y) ** 2


def _mean(weapon: Weapon, band: RangeBand, table: Table, enemy: Unit, terrain: int) -> Fraction:
    design, effect = table.design(enemy), weapon.effect
    chart = design.chart()
    accuracy = design.size - weapon.size - band.penalty + effect.accuracy + terrain
    accuracy -= design.count("ECM", primary=True)
    more = weapon.size - design.size + effect.damage
    dice = 1 if band.roll == "one" else 2
    total, chance = Fraction(0), Fraction(1, 6 ** (1 + dice))
    for die, *thrown in product(range(1, 7), repeat=1 + dice):
        base = max(thrown) if band.roll == "higher" else sum(thrown)
        damage = max(base + more, 0)
        if die + accuracy <= chart.miss:
            continue
        glances = die + accuracy <= chart.glance
        total += chance * ((damage + 1) // 2 if glances else damage)
    return total


# --- A plain picture ---

_ZONES: Sequence[tuple[str, Any]] = (
    ("solid", (96, 104, 130)),
    ("concealing", (90, 60, 110)),
    ("obscuring", (40, 56, 84)),
    ("dangerous", (110, 50, 40)),
    ("hazardous", (84, 66, 40)),
)


def picture(view: View, width: int, height: int) -> bytes:
    """The board as people usually draw it: Pillow, RGB, no antialiasing, default PNG."""
    table, image = view.table, Image.new("RGB", (width, height), SPACE)
    pen, board = ImageDraw.Draw(image), view.table.board
    scale, top = (width - 80) / board.width, 70

    def at(x: int, y: int) -> tuple[float, float]:
        return 40 + x * scale, top + (board.height - y) * scale

    pen.text((16, 44), f"Turn {table.turn}, {view.course.phase}", INK, font(36), "ls")
    for x in range(0, board.width + 1, 6 * DU):
        pen.line((at(x, 0), at(x, board.height)), RIM, 1)
        pen.text((at(x, 0)[0], top - 12), str(x // DU), INK, font(18), "mm")
    for y in range(0, board.height + 1, 6 * DU):
        pen.line((at(0, y), at(board.width, y)), RIM, 1)
        pen.text((18, at(0, y)[1]), str(y // DU), INK, font(18), "mm")
    for feature in table.features:
        for zone in feature.zones:
            colour = next((fill for name, fill in _ZONES if getattr(zone, name)), RIM)
            if isinstance(zone.shape, Disc):
                (x, y), r = zone.shape.centre, zone.shape.radius
                pen.ellipse((*at(x - r, y + r), *at(x + r, y - r)), colour, INK, 2)
            else:
                pen.polygon([at(*corner) for corner in zone.shape.corners], colour, INK)
    for unit in table.in_space():
        assert unit.at is not None
        _marker(pen, unit, at(*unit.at))
    _roster(pen, table, width, top + board.height * scale + 40)
    return png(image)


def _marker(pen: ImageDraw.ImageDraw, unit: Unit, at: tuple[float, float]) -> None:
    (x, y), half, colour = at, 22, SEATS[unit.side - 1]
    if unit.side == 1:
        pen.ellipse((x - half, y - half, x + half, y + half), colour, INK, 3)
    else:
        pen.rectangle((x - half, y - half, x + half, y + half), colour, INK, 3)
    pen.text((x, y), unit.id, INK, font(20), "mm")
    pen.text((x + half, y - half), str(unit.velocity), GOLD, font(18), "mm")


def _roster(pen: ImageDraw.ImageDraw, table: Table, width: int, low: float) -> None:
    for side in (1, 2):
        left = 16 + (side - 1) * (width // 2 - 8)
        for line, unit in enumerate(table.of(side)):
            design = table.design(unit)
            said = f"{unit.id} {design.name} {unit.health}/{design.health}"
            pen.text((left, low + 30 * line), said, SEATS[side - 1], font(24), "ls")
            pen.text((left + 380, low + 30 * line), f"V{unit.velocity}", INK, font(22), "ls")
