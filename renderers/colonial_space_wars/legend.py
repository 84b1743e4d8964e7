"""The marks that are on a board of Colonial Space Wars now, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.colonial_space_wars.table import RED, Table
from games.colonial_space_wars.view import View
from games.core.geometry.squares import Base
from renderers import Look
from renderers import palette as c
from renderers.boards.squaremap import Window
from renderers.cards.legend import LegendLine, of_overlay
from renderers.colonial_space_wars.art import BODIES, CounterLook, counter, ground
from renderers.colonial_space_wars.picture import whole
from renderers.colonial_space_wars.summary import threats
from renderers.glyphs import brackets
from renderers.overlay.threat_marks import plate, ways
from renderers.scene import Art

CELL = 96
_PLAIN = CounterLook("R4", 0, "BRI", True, c.WATER_LIGHT, 4)
_HEAVY = replace(_PLAIN, code="R9", shape="MAS", light=False)
_COUNTERS = (
    (_PLAIN, "Round counter", "a Light unit; the rim shows its faction"),
    (_HEAVY, "Square counter", "a Heavy unit"),
    (_PLAIN, "Green arrow up", "health 4, undamaged"),
    (replace(_PLAIN, health=3), "Yellow arrow to the right", "health 3, minor damage"),
    (replace(_PLAIN, health=2), "Orange arrow down", "health 2, damaged: costs 1 more"),
    (replace(_PLAIN, health=1), "Red arrow to the left", "health 1, major damage: costs 2 more"),
    (replace(_PLAIN, leader=True, shape="CAP"), "Crown", "a leader: gives command points"),
    (replace(_PLAIN, spent=True), "Dark counter", "has been activated in this turn"),
    (replace(_PLAIN, struck="1/2"), "1/2", "attack points received this turn / protection"),
    (replace(_HEAVY, cargo=2), "+2", "so many units are inside"),
    (replace(_PLAIN, dug_in=True), "Bar below", "dug in: protection 1 higher"),
    (replace(_PLAIN, inspired=True), "Yellow disc, arrow up", "inspired: costs 1 less"),
    (replace(_PLAIN, dread=True), "Purple disc, arrow down", "under Dread: costs 1 more"),
    (replace(_PLAIN, framed=True), "White ring", "Blue's, where both sides are of one faction"),
)
_GROUNDS = {
    "A": ("A", "abrupt terrain: costs 2 to enter"),
    "B": ("B", "extreme terrain: costs 2, Heavy units 3"),
    "C": ("C", "impenetrable terrain: nobody stops there"),
}


def lines(view: View, look: Look, window: Window | None = None) -> tuple[LegendLine, ...]:
    """The legend; of a close-up only the units there. What was asked for comes first."""
    table = view.table
    shown = zip(_COUNTERS, _there(table, window or whole(table)), strict=True)
    counters = [LegendLine(counter(look, CELL), *said) for (look, *said), on in shown if on]
    plates = _threats(view) if look.threats else ()
    return (*plates, *counters, *of_overlay(look.overlay, BODIES), *_board(table))


def _threats(view: View) -> Iterator[LegendLine]:
    said = {
        "shots": ("Arrow, code or number", "who could hit it from where they stand"),
        "later": ("Arrow on a dark plate", "who could hit it after a move"),
    }
    for way in ways(found for _, _, found in threats(view)):
        yield LegendLine(plate(way, "2", BODIES[0], CELL // 2), *said[way])


def _there(table: Table, window: Window) -> tuple[bool, ...]:
    """Which of ``_COUNTERS`` are in the window."""
    units = [unit for unit in table.on_board() if unit.at and window.shows(Base(*unit.at))]
    kinds = [table.kind(unit) for unit in units]
    hurt = {unit.health for unit in units}
    return (
        any(kind.light for kind in kinds),
        not all(kind.light for kind in kinds),
        *(health in hurt for health in (4, 3, 2, 1)),
        any(kind.leader for kind in kinds),
        any(unit.activated and not table.is_active(unit) for unit in units),
        any(unit.struck for unit in units),
        any(unit.cargo for unit in units),
        any(unit.dug_in for unit in units),
        any(unit.inspired for unit in units),
        any(unit.dread for unit in units),
        table.mirrored and any(unit.seat != RED for unit in units),
    )


def _board(table: Table) -> Iterator[LegendLine]:
    if table.open is not None:
        half = CELL / 2
        corners = Art(CELL, CELL, c.VOID, tuple(brackets(half, half, half - 5, 6, c.WHITE)))
        yield LegendLine(corners, "White corners", "the unit that is active")
    if table.phase == "deploy":
        tinted = ground(".", CELL, False, BODIES[0])
        yield LegendLine(tinted, "Ground in a side's colour", "where it deploys")
    there = set("".join(table.rows))
    for kind, said in _GROUNDS.items():
        if kind in there:
            yield LegendLine(ground(kind, CELL, False), *said)
