"""The picture of a match of A Galaxy Aflame: the table, the last turn, both sides below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from games.core.geometry import plane
from games.core.geometry.plane import Point, Rectangle
from games.core.overlay import Overlay
from games.core.types import Seat
from games.galaxy_aflame.table import BLUE, RADIUS, RED, Table, Unit
from games.galaxy_aflame.view import View
from renderers import Look
from renderers import palette as c
from renderers.boards import planemap
from renderers.boards.inset import Inset
from renderers.boards.planemap import PlaneMap, Scenery
from renderers.cards.sides import EDGE
from renderers.galaxy_aflame import art, decks, roster, text
from renderers.galaxy_aflame.art import BODIES, MarkerLook, shape_of
from renderers.galaxy_aflame.text import INCHES, shown
from renderers.overlay import overlay_art, overlays, threat_marks
from renderers.overlay.callouts import Box, dotted
from renderers.palette import VOID
from renderers.scene import Art, Caption, Drawing, Mark, Style
from renderers.tables import HEAD, RIM, TableLayout, find_melee, lost

WIDE, MOST = 1200, 1152
EVERY = 60
"""Lines of the grid and numbers of the ruler, in tenths of an inch."""
LAYOUT = TableLayout(INCHES, WIDE, MOST, EVERY, 240)
READABLE = 40
"""From this many pixels an inch, the whole table can be read on a phone."""
NEAR = 60
"""Units that are as near to each other are in one fight, in tenths of an inch."""
INSET = 230


@lru_cache(maxsize=64)
def plan_for(table: plane.Board, window: Rectangle | None, turned: bool) -> PlaneMap:
    return LAYOUT.plan(table, window, turned, RADIUS)


def draw(view: View, look: Look, window: Rectangle | None = None) -> Drawing:
    """The whole picture, or a part of the table."""
    if text.choosing(view.table):
        return _cards(view, look)
    table = view.table
    plan = plan_for(table.ground.table, window, look.turned)
    standing = list(shown(view))
    danger = list(_threats(view, plan)) if look.threats else []
    tokens = [_box(table, plan, unit, at) for unit, at in standing]
    tokens += map(Box.of_mark, danger)
    over = overlays.draw(look.overlay or Overlay(), plan, BODIES, tokens, 26 if window else 24)
    marks = [*_links(table, plan), *over.under, *_units(table, plan, standing), *over.over]
    marks += danger
    part = _inset(view, plan) if window else None
    head = roster.head(view, look, WIDE)
    below = roster.armies(view, look, WIDE, plan.y + plan.high + RIM, part)
    side = LAYOUT.block(plan)
    ground = _ground(plan.table, side, plan.per, plan.turned, _scenery(table))
    return LAYOUT.compose(plan, ground, marks, (head, below))


def _cards(view: View, look: Look) -> Drawing:
    """The cards to choose from, and the table in small."""
    head = roster.head(view, look, WIDE)
    below = decks.decks(view, look, WIDE, HEAD)
    plan = plan_for(view.table.ground.table, None, look.turned)
    small = plan.inset(_scenery(view.table), (), 2 * INSET)
    marks = [*head.marks, *below.marks, *small.at(WIDE - EDGE - small.width, below.end)]
    words = [*head.words, *below.words]
    for number, (said, ink) in enumerate(decks.about(view.table)):
        words.append(Caption(said, EDGE, below.end + 40 + 42 * number, Style(30, ink, VOID)))
    high = below.end + max(small.height, 42 * 5) + EDGE
    return Drawing(WIDE, high, VOID, marks, words)


# --- The table ---


@lru_cache(maxsize=16)
def _ground(
    table: plane.Board, side: int, per: int, turned: bool, scenery: tuple[Scenery, ...]
) -> planemap.Ground:
    """Kept for all pictures of a table at this scale."""
    return planemap.Ground(side, lambda part: _block(part, tuple(filter(part.shows, scenery))))


@lru_cache(maxsize=128)
def _block(part: PlaneMap, scenery: tuple[Scenery, ...]) -> Art:
    """The ground of a part with its scenery: drawn once, with and without deployment zones."""
    return part.ground(c.GROUND, scenery, EVERY, c.GROUND_LINE)


def _scenery(table: Table) -> tuple[Scenery, ...]:
    """Zones where units are placed now, and what stands on the table."""
    ground = table.ground
    zones = tuple(art.zone(_zone(table, seat), seat) for seat in _zones(table))
    return (*zones, *_terrain(ground.cover, ground.solid, ground.barriers))


@lru_cache(maxsize=64)
def _terrain(
    cover: tuple[plane.Disc | Rectangle, ...],
    solid: tuple[Rectangle, ...],
    barriers: tuple[tuple[Point, Point], ...],
) -> tuple[Scenery, ...]:
    lines = (piece for ends in barriers for piece in art.barrier(ends))
    return (*map(art.cover, cover), *map(art.solid, solid), *lines)


def _zones(table: Table) -> tuple[Seat, ...]:
    if table.phase == "deploy":
        return (RED, BLUE)
    return (table.active,) if table.phase == "reinforce" else ()


def _zone(table: Table, seat: Seat) -> Rectangle:
    wide, high, deep = table.ground.width, table.ground.height, table.agreement.hand
    top = 0 if table.is_north(seat) else high - deep
    return Rectangle(0, top, wide, top + deep)


def _inset(view: View, plan: PlaneMap) -> Inset:
    dots = [(at, BODIES[unit.seat]) for unit, at in shown(view)]
    return plan.inset(_scenery(view.table), dots, INSET)


# --- Units ---


def _box(table: Table, plan: PlaneMap, unit: Unit, at: Point) -> Box:
    side = plan.unit * table.radius(unit) // RADIUS
    return Box.around(plan.at(at), side, side)


def _units(table: Table, plan: PlaneMap, standing: list[tuple[Unit, Point]]) -> Iterator[Mark]:
    for unit, at in standing:
        box = _box(table, plan, unit, at)
        if box.meets(plan.area):
            yield art.marker(look_of(table, unit), plan.unit), int(box.left), int(box.top)


def look_of(table: Table, unit: Unit) -> MarkerLook:
    card = table.card(unit)
    return MarkerLook(
        unit.code,
        unit.seat,
        shape_of(card),
        card.vehicle,
        unit.models,
        unit.suppressed,
        unit.shaken or unit.limited,
        len(unit.cargo),
        text.is_spent(table, unit),
    )


def _links(table: Table, plan: PlaneMap) -> Iterator[Mark]:
    """A line of dots between engaged units."""
    dot = overlay_art.dot(c.ORANGE, plan.unit // 5)
    for pair in table.engaged:
        one, two = (table.units[code].at for code in pair)
        if one is not None and two is not None:
            for x, y in dotted(plan.at(one), plan.at(two), plan.unit / 5)[:-1]:
                yield dot, round(x) - dot.width // 2, round(y) - dot.height // 2


def _threats(view: View, plan: PlaneMap) -> Iterator[Mark]:
    """The plates of threats, below each unit that can be attacked."""
    table, high = view.table, 26 if plan.unit < art.LARGE else 34
    units = table.units
    for code, ways in text.threats(view):
        at = units[code].at
        if at is not None and (box := _box(table, plan, units[code], at)).meets(plan.area):
            y = int(box.top + box.high)
            for plate in threat_marks.plates(ways, lambda code: BODIES[units[code].seat], high):
                yield plate, round(box.centre[0]) - plate.width // 2, y
                y += high


# --- Parts ---


def focus(view: View, look: Look) -> tuple[Point, ...]:
    """Where something matters now, the most important place last: what the overlay is about, else
    the two enemies that are nearest to each other, if a part shows both; and with them the fight
    there."""
    units = [(at, unit.seat) for unit, at in shown(view)]
    if look.overlay and look.overlay.focus:
        focus = look.overlay.focus
        return focus if look.overlay.is_question else find_melee(focus, units, NEAR)
    red, blue = ([at for at, of in units if of == seat] for seat in (RED, BLUE))
    nearest = min(product(red, blue), key=lambda pair: plane.squared(*pair), default=())
    if not LAYOUT.fits(view.table.ground.table, nearest):
        return ()
    return find_melee(nearest, units, NEAR)


def uncut(view: View, look: Look) -> Iterator[plane.Disc]:
    """What a part shows whole or not at all, as far as that goes: units, and what was lost."""
    for unit, at in shown(view):
        yield plane.Disc(at, view.table.radius(unit))
    yield from (plane.Disc(at, RADIUS) for at in lost(look.overlay))
