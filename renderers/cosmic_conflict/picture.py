"""The picture of a match of Cosmic Conflict: the board, the last turn, all sides below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, pairwise, product
from math import atan2, cos, degrees, hypot, pi, radians, sin

from games.core.geometry import plane
from games.core.geometry.plane import Point, Rectangle
from games.core.overlay import Arrow, Overlay, Route
from games.cosmic_conflict.content.contacts import is_contact
from games.cosmic_conflict.content.terrain import Feature
from games.cosmic_conflict.space import DU, SCALE
from games.cosmic_conflict.table.course import SETUP, seat_of
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import facts
from games.cosmic_conflict.words.facts import places, zone
from games.cosmic_conflict.words.story import courses
from renderers import Look
from renderers import palette as c
from renderers.boards import planemap
from renderers.boards.inset import Inset
from renderers.boards.planemap import PlaneMap, Scenery
from renderers.boards.squaremap import bar
from renderers.cosmic_conflict import art, roster, scenery, text
from renderers.cosmic_conflict.art import BODIES, PlateLook
from renderers.overlay import overlay_art, overlays, threat_marks
from renderers.overlay.callouts import Box, Wanted, dotted, leader, placed
from renderers.palette import Colour, blend
from renderers.scene import Art, Drawing, Mark, Stroke
from renderers.scene import Point as Pixel
from renderers.tables import RIM, TableLayout, find_melee, lost

WIDE, MOST = 1400, 1350
HULL = 48
"""How large a usual hull is on every board; twice that in a part."""
NAMED = 14
"""Most units that have their names beside them."""
EVERY = 6 * DU
"""Lines of the grid and numbers of the ruler (canon 4.13)."""
LAYOUT = TableLayout(SCALE, WIDE, MOST, EVERY, 24 * DU, crowd=2 * DU)
MELEE = 4 * DU
"""Units that are as near to each other are in one fight."""
INSET = 260
NEAR = 0.85
"""Hulls that are nearer than this share of their size are drawn apart."""
FAR = 3
"""So many hulls away from a hull, at most, stands its plate: in a crowd not all find room."""


@lru_cache(maxsize=64)
def plan_for(table: plane.Board, window: Rectangle | None, turned: bool) -> PlaneMap:
    per, hull = LAYOUT.plan(table, window, turned, 0).per, HULL * (2 if window else 1)
    return LAYOUT.plan(table, window, turned, round(hull * DU / 2 / per))


def draw(view: View, look: Look, window: Rectangle | None = None) -> Drawing:
    """The whole picture, or a part of the board."""
    table, size = view.table, HULL * (2 if window else 1)
    plan = plan_for(table.board, window, look.turned)
    overlay = look.overlay or Overlay()
    overlay = replace(overlay, parts=(*courses(view), *overlay.parts))
    pieces = Pieces(view, plan, size, overlay)
    danger = list(_threats(view, plan, pieces, size)) if look.threats else []
    names = (place for place, _ in pieces.names)
    tokens = [*pieces.boxes, *map(Box.of_mark, danger), *names]
    over = overlays.draw(overlay, plan, BODIES, tokens, 34 if window else 24)
    marks = [
        *(_rim(plan) if window else ()),
        *pieces.under,
        *((name, round(at.left), round(at.top)) for at, name in pieces.names),
    ]
    marks += (*over.under, *pieces.over, *over.over)
    marks += danger
    part = _inset(view, plan) if window else None
    head = roster.head(view, look, WIDE)
    below = roster.fleets(view, look, WIDE, plan.y + plan.high + RIM, part)
    side = LAYOUT.block(plan)
    ground = _ground(plan.table, side, plan.per, plan.turned, _key(view), table.features)
    return LAYOUT.compose(plan, ground, marks, (head, below))


# --- The board ---


def _key(view: View) -> tuple[range, bool]:
    """The sides whose zones of deployment are drawn, and whether the middle line is."""
    survey = view.course.agreement.scenario == "deep_survey"
    return view.table.sides if view.course.phase in SETUP else range(0), survey


@lru_cache(maxsize=16)
def _ground(
    table: plane.Board, side: int, per: int, turned: bool, shown: tuple[range, bool],
    features: tuple[Feature, ...],
) -> planemap.Ground:  # fmt: skip
    """Kept for all pictures of a board at this scale."""
    zoned, survey = shown
    bands = [scenery.zone(zone(table, side), seat_of(side)) for side in zoned]

    def block(part: PlaneMap) -> Art:
        ground = part.ground(c.PLATE, bands, EVERY, c.RIM)
        line = scenery.middle(part) if survey else ()
        rim = Stroke(part.corners(planemap.whole(table)), 3, c.STAR_DIM, closed=True)
        shapes = (*ground.shapes, *line, *scenery.drawn(part, features), rim)
        return Art(part.wide, part.high, c.PLATE, shapes)

    return planemap.Ground(side, block)


def _rim(plan: PlaneMap) -> Iterator[Mark]:
    """A line at the edge of a part."""
    right, low = plan.x + plan.wide - 2, plan.y + plan.high - 2
    level, upright = (bar(*size, c.STAR_DIM) for size in ((plan.wide, 2), (2, plan.high)))
    yield from ((level, plan.x, y) for y in (plan.y, low))
    yield from ((upright, x, plan.y) for x in (plan.x, right))


def _inset(view: View, plan: PlaneMap) -> Inset:
    dots = [(each.at, BODIES[each.side - 1]) for each in places(view) if each.at]
    zones = (zone for feature in view.table.features for zone in feature.zones)
    ground = tuple(Scenery(zone.shape, c.STAR_DIM, c.STONE_DARK) for zone in zones)
    return plan.inset(ground, dots, INSET)


# --- What is on the board ---


class Pieces:
    """Hulls, tokens and their plates: ``under`` and ``over`` the traces of the overlay.

    Hulls at the same place are drawn apart, each with a line to where it is; those that are bound
    stand beside their leader, each with a line to that. The ``names`` of
    features stand beside them, and plates where there is room. ``boxes`` are those of all of
    them, ``hulls`` those of units by ID.
    """

    def __init__(self, view: View, plan: PlaneMap, size: int, overlay: Overlay[Point]) -> None:
        self._table, self._plan, self._size = view.table, plan, size
        self._acting = facts.subject(view)
        self._lines = list(_lines(plan, overlay, size))
        self.under: list[Mark] = []
        self.over: list[Mark] = []
        self.hulls: dict[str, Box] = {}
        self.boxes: list[Box] = []
        self._wanted: list[tuple[Art, Box, Colour]] = []
        self._objectives(view)
        there = ((each, view.table.shown_at(each) or _at(each)) for each in places(view))
        units = [(each, at) for each, at in there if plan.bounds(at).meets(plan.area)]
        self._named = len(units) <= NAMED
        true = [plan.at(at) for _, at in units]
        for (unit, _), real, at in zip(units, true, spread(true, NEAR * size), strict=True):
            self._unit(unit, real, at)
        self._ties()
        self._missiles()
        self.names = list(scenery.names(plan, view.table.features, self.boxes))
        self._plates()

    def _objectives(self, view: View) -> None:
        for label, at in facts.objectives(view):
            spot = self._plan.at(at)
            size = 3 * self._size // 2 if label == "VIP" else self._size
            self._put(self.under, art.objective(label, size), spot)
            self.boxes.append(Box.around(spot, size, size))

    def _unit(self, unit: Unit, real: Pixel, at: Pixel) -> None:
        table, size, seat = self._table, self._size, seat_of(unit.side)
        colour, ship = BODIES[seat], table.design(unit).size
        if hypot(at[0] - real[0], at[1] - real[1]) > 2 and not unit.bond:
            self._line(real, at, c.WHITE)
            self._put(self.over, overlay_art.dot(c.WHITE, size // 5), real)
        turn = (unit.heading + 180 * self._plan.turned) % 360
        piece = art.sign(table.design(unit), seat, turn, size, spent=unit.activated)
        if ship and unit.velocity and not unit.bond:
            self._velocity(unit, at, turn, piece.width)
        self._put(self.over, piece, at)
        if unit.id == self._acting:
            self._put(self.over, art.frame(size * 5 // 4), at)
        marks = [each for each in table.marked if each.target == unit.id and not each.spent]
        if marks:
            by = table.units[marks[0].by].side
            self._put(self.over, art.crosshair(seat_of(by), size * 3 // 2), at)
        box = Box.around(at, piece.width, piece.height)
        self.hulls[unit.id] = box
        self.boxes.append(Box.around(at, 0.84 * piece.width, 0.84 * piece.height))
        look = plate_of(table, unit, named=self._named)
        self._wanted.append((art.plate(look, size), box, colour))

    def _ties(self) -> None:
        """A light ground around ships that are bound and those that they are bound to."""
        shown, self.under = self.under, []
        for unit in (self._table.units[id] for id in self.hulls):
            if unit.bond and unit.bond.to in self.hulls:
                leader, own = (self.hulls[id].centre for id in (unit.bond.to, unit.id))
                disc = art.ground(seat_of(unit.side), self._size * 5 // 4)
                for spot in dotted(leader, own, self._size / 6):
                    self._put(self.under, disc, spot)
        self.under += shown

    def _velocity(self, unit: Unit, at: Pixel, turn: int, hull: int) -> None:
        """Dots and a tip ahead of a hull, as long as its Velocity."""
        seat, far = seat_of(unit.side), self._plan.pixels(unit.velocity * DU)
        dx, dy = sin(radians(turn)), -cos(radians(turn))
        end = (at[0] + far * dx, at[1] + far * dy)
        if far > hull / 2:
            nose = (at[0] + hull / 2 * dx, at[1] + hull / 2 * dy)
            self._line(nose, end, blend(c.PLATE, BODIES[seat], 0.6))
            self._put(self.under, art.tip(seat, turn, self._size // 2), end)

    def _missiles(self) -> None:
        for token in self._table.missiles:
            target, launcher = (self._table.units[id] for id in (token.target, token.launcher))
            at, seat, turn = self._plan.at(token.at), seat_of(launcher.side), 0
            if target.at is not None:
                goal = self._plan.at(target.at)
                self._line(at, goal, BODIES[seat])
                turn = round(degrees(atan2(goal[1] - at[1], goal[0] - at[0]))) + 90
            self._put(self.over, art.missile(seat, turn % 360, self._size * 7 // 8), at)
            box = Box.around(at, self._size * 0.7, self._size * 0.7)
            if box.meets(self._plan.area):
                self.boxes.append(box)
                label = art.plate(PlateLook(token.id, seat), self._size)
                self._wanted.append((label, box, BODIES[seat]))

    def _line(self, start: Pixel, end: Pixel, colour: Colour) -> None:
        """Draw a line of dots."""
        dot = overlay_art.dot(colour, self._size // 7)
        for at in dotted(start, end, self._size / 4)[1:-1]:
            self._lines.append(at)
            self._put(self.under, dot, at)

    def _plates(self) -> None:
        """Put plates beside hulls, or in the nearest free place with a line of dots that later ones
        leave to be seen."""
        size, plates, taken = self._size, list[Mark](), list(self.boxes)
        names, lines = [place for place, _ in self.names], list(self._lines)
        for piece, box, colour in sorted(self._wanted, key=self._room):
            wanted = [Wanted(box, piece.width, piece.height)]
            where = self._plan.area, size / 6, FAR * size
            (place,) = placed(wanted, [*taken, *names], lines, *where)
            if place is None:
                (place,) = placed(wanted, taken, lines, *where)
            if place is None:
                continue
            taken.append(place)
            plates.append((piece, round(place.left), round(place.top)))
            (x, y), near = box.centre, place.nearest(box.centre)
            if hypot(near[0] - x, near[1] - y) > 0.9 * size:
                dots = list(leader(place, Box.around((x, y), 4, 4), size / 7))
                lines += dots
                for at in dots:
                    if hypot(at[0] - x, at[1] - y) > 0.35 * size:
                        self._put(self.under, overlay_art.dot(colour, size // 6), at)
        self.over += plates
        self.boxes = taken

    def _room(self, wanted: tuple[Art, Box, Colour]) -> int:
        """How many others are near: those at the rim of a crowd come first."""
        (x, y), far = wanted[1].centre, 3 * self._size
        return sum(hypot(x - bx, y - by) < far for bx, by in (box.centre for box in self.boxes))

    def _put(self, marks: list[Mark], piece: Art, at: Pixel) -> None:
        shown = Box.around(self._plan.area.centre, self._plan.wide + 4, self._plan.high + 4)
        if shown.holds(at):
            x, y = round(at[0]) - piece.width // 2, round(at[1]) - piece.height // 2
            marks.append((piece, x, y))


def _lines(plan: PlaneMap, overlay: Overlay[Point], size: int) -> Iterator[Pixel]:
    """Points of what is drawn over the board: plates leave it to be seen."""
    for part in overlay.parts:
        match part:
            case Route():
                legs = list(pairwise(part.places))
            case Arrow():
                legs = [(part.start, part.end)]
            case _:
                continue
        for start, end in legs:
            yield from dotted(plan.at(start), plan.at(end), size / 3)


def spread(points: Sequence[Pixel], least: float) -> list[Pixel]:
    """The same points; those nearer to each other than ``least`` are moved apart."""
    found = list(points)
    for _ in range(60):
        still = True
        for one, other in _neighbours(found, 2 * least):
            (ax, ay), (bx, by) = found[one], found[other]
            dx, dy = bx - ax, by - ay
            far = hypot(dx, dy)
            if far >= least - 0.5:
                continue
            if far < 1:
                turn = 2.4 * other + pi
                dx, dy, far = cos(turn), sin(turn), 1.0
            push = (least - min(far, least)) / 2
            x, y = dx / hypot(dx, dy) * push, dy / hypot(dx, dy) * push
            found[one], found[other] = (ax - x, ay - y), (bx + x, by + y)
            still = False
        if still:
            break
    return found


def _neighbours(points: Sequence[Pixel], far: float) -> Iterator[tuple[int, int]]:
    """The places of all pairs at most ``far`` apart, and of some others."""
    cells: dict[tuple[float, float], list[int]] = {}
    for at, (x, y) in enumerate(points):
        cells.setdefault((x // far, y // far), []).append(at)
    near = [
        [(x // far + dx, y // far + dy) for dx, dy in product((-1, 0, 1), repeat=2)]
        for x, y in points
    ]
    for one, around in enumerate(near):
        others = chain.from_iterable(cells.get(cell, ()) for cell in around)
        yield from ((one, other) for other in sorted(others) if other > one)


def _at(unit: Unit) -> Point:
    assert unit.at is not None
    return unit.at


def plate_of(table: Table, unit: Unit, *, named: bool) -> PlateLook:
    design = table.design(unit)
    left, known = design.health - unit.health, not is_contact(design)
    count = design.rows if known else 0
    rows = (min(max(left - design.row * row, 0), design.row) for row in range(count))
    own = unit.hidden and known
    first = (unit.evading, unit.bracing, own, unit.jumping, unit.surveyed, unit.vip)
    signs = (*first, unit.stance == "offensive", unit.stance == "defensive", _is_escort(unit))
    return PlateLook(
        unit.id,
        seat_of(unit.side),
        text.named(table, unit) if named else "",
        tuple(2 if each == design.row else int(each > 0) for each in rows),
        len(unit.conditions),
        "".join(letter for letter, on in zip("EBHJSVODG", signs, strict=True) if on),
        unit.activated,
    )


def _is_escort(unit: Unit) -> bool:
    return unit.bond is not None and unit.bond.kind == "escort"


def _threats(view: View, plan: PlaneMap, pieces: Pieces, size: int) -> Iterator[Mark]:
    """The plates of threats, beside each unit that can be attacked, where they hide nothing."""
    units = view.table.units
    found = [
        (plate, pieces.hulls[id])
        for id, ways in text.threats(view)
        if id in pieces.hulls
        for plate in threat_marks.plates(
            ways, lambda id: BODIES[seat_of(units[id].side)], size * 5 // 9
        )
    ]
    wanted = [Wanted(hull, plate.width, plate.height) for plate, hull in found]
    boxes = placed(wanted, pieces.boxes, (), plan.area, size / 6, size)
    for (plate, _), box in zip(found, boxes, strict=True):
        if box is not None:
            yield plate, round(box.left), round(box.top)


# --- Parts ---


def focus(view: View, look: Look) -> tuple[Point, ...]:
    """Where something matters now, the most important place last: what the overlay is about, the
    unit that acts, else the two enemies that are nearest to each other, if a part shows both; and
    with them the fight there."""
    if look.overlay and look.overlay.is_question and look.overlay.focus:
        return look.overlay.focus
    units, acting = list(places(view)), view.course.acting
    first: Sequence[Point] = look.overlay.focus if look.overlay else ()
    if not first and acting is not None and (at := view.table.units[acting.unit].at) is not None:
        first = (at,)
    if not first:
        enemies = (pair for pair in combinations(units, 2) if pair[0].side != pair[1].side)
        pairs = (tuple(map(_at, pair)) for pair in enemies)
        first = min(pairs, key=lambda pair: plane.squared(*pair), default=())
        if not LAYOUT.fits(view.table.board, first):
            return ()
    return find_melee(first, [(_at(unit), unit.side) for unit in units], MELEE)


def uncut(view: View, look: Look, per: int) -> Iterator[plane.Disc]:
    """What a part shows whole or not at all, as far as that goes: hulls, and what was lost."""
    for at in chain(map(_at, places(view)), lost(look.overlay)):
        yield plane.Disc(at, HULL * DU // per)
