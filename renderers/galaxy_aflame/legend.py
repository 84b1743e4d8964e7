"""The marks that are on a table of A Galaxy Aflame now, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter as has

from games.core.geometry import plane
from games.core.geometry.plane import Point, Rectangle
from games.galaxy_aflame.table import RADIUS, Table
from games.galaxy_aflame.view import View
from renderers import Look
from renderers.boards.planemap import PlaneMap, Scenery, whole
from renderers.cards.legend import LegendLine, Marked, of_overlay, of_pieces, of_threats
from renderers.galaxy_aflame import art
from renderers.galaxy_aflame.art import BODIES, MarkerLook, marker
from renderers.galaxy_aflame.picture import look_of
from renderers.galaxy_aflame.text import INCHES, choosing, threats
from renderers.palette import GROUND, ORANGE
from renderers.scene import Art, Disc

SIZE = 64
_PLAIN = MarkerLook("R1", 0, "INF", False, 7)
_VEHICLE = MarkerLook("R4", 0, "MAN", True, 1)
_MARKERS: tuple[Marked[MarkerLook], ...] = (
    (_PLAIN, "Disc", "a unit, and how many models are left", lambda unit: not unit.vehicle),
    (_VEHICLE, "Square frame", "a vehicle", has("vehicle")),
    (replace(_PLAIN, suppressed=True), "S", "suppressed: attacks on it succeed on 3+",
     has("suppressed")),
    (replace(_VEHICLE, shaken=True), "!", "shaken: either moves or shoots, not both",
     has("shaken")),
    (replace(_VEHICLE, cargo=2), "P2", "the number of units inside", has("cargo")),
    (replace(_PLAIN, spent=True), "Dark disc", "done: can neither move nor shoot", has("spent")),
)  # fmt: skip


def lines(view: View, look: Look, window: Rectangle | None = None) -> tuple[LegendLine, ...]:
    """The legend; of a close-up only the units there. What was asked for comes first."""
    table = view.table
    if choosing(table):
        return ()
    units = [
        look_of(table, unit)
        for unit in table.on_table()
        if window is None or (unit.at and window.covers(unit.at))
    ]
    danger = (ways for _, ways in threats(view)) if look.threats else ()
    return (
        *of_threats(danger, BODIES[0], SIZE * 2 // 3, "attack"),
        *of_pieces(_MARKERS, units, lambda unit: marker(unit, SIZE)),
        *of_overlay(look.overlay, BODIES),
        *_table(table),
    )


def _table(table: Table) -> Iterator[LegendLine]:
    ground = table.ground
    if table.engaged:
        dots = Art(120, 40, GROUND, tuple(Disc(x, 20, 6, ORANGE) for x in range(12, 120, 16)))
        yield LegendLine(dots, "Orange dots", "engaged: no more extra dice")
    if table.phase in ("deploy", "reinforce"):
        zone = art.zone(Rectangle(0, 0, 60, 36), table.active)
        yield LegendLine(_sample(zone), "Strip in a side's colour", "where it places units")
    if ground.solid:
        solid = art.solid(Rectangle(5, 3, 55, 33))
        yield LegendLine(_sample(solid), "Building", "solid: blocks sight and movement")
    if ground.cover:
        cover = art.cover(Rectangle(10, 3, 50, 33))
        yield LegendLine(_sample(cover), "Shield", "cover: checks succeed on 3+")
    if ground.barriers:
        wall = art.barrier((Point(8, 18), Point(52, 18)))
        means = "barrier: cover within 2 inches behind it"
        yield LegendLine(_sample(*wall), "Wall", means)


def _sample(*scenery: Scenery) -> Art:
    table = plane.Board(60, 36, -1)
    sample = PlaneMap(table, INCHES, whole(table), 24, 0, 0, RADIUS)
    return sample.ground(GROUND, scenery, 60, GROUND)
