"""The marks that are on a board of Colonial Space Wars now, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from operator import attrgetter as has

from games.colonial_space_wars.table import Table
from games.colonial_space_wars.view import View
from games.core.geometry.squares import Base
from renderers import Look
from renderers import palette as c
from renderers.boards.squaremap import Window
from renderers.cards.legend import LegendLine, Marked, of_overlay, of_pieces, of_threats
from renderers.colonial_space_wars.art import BODIES, CounterLook, counter, ground
from renderers.colonial_space_wars.picture import look_of, whole
from renderers.colonial_space_wars.text import threats
from renderers.glyphs import brackets
from renderers.scene import Art

CELL = 96
_PLAIN = CounterLook("R4", 0, "BRI", True, c.WATER_LIGHT, 4)
_HEAVY = replace(_PLAIN, code="R9", shape="MAS", light=False)
_ARROWS = (
    (4, "Green arrow up", "health 4, undamaged"),
    (3, "Yellow arrow to the right", "health 3, minor damage"),
    (2, "Orange arrow down", "health 2, damaged: costs 1 more"),
    (1, "Red arrow to the left", "health 1, major damage: costs 2 more"),
)


def _has_health(health: int, unit: CounterLook) -> bool:
    return unit.health == health


_COUNTERS: tuple[Marked[CounterLook], ...] = (
    (_PLAIN, "Round counter", "a Light unit; the rim shows its faction", has("light")),
    (_HEAVY, "Square counter", "a Heavy unit", lambda unit: not unit.light),
    *(
        (replace(_PLAIN, health=health), mark, means, partial(_has_health, health))
        for health, mark, means in _ARROWS
    ),
    (replace(_PLAIN, leader=True, shape="CAP"), "Crown", "a leader: gives command points",
     has("leader")),
    (replace(_PLAIN, spent=True), "Dark counter", "has been activated in this turn", has("spent")),
    (replace(_PLAIN, struck="1/2"), "1/2", "attack points received this turn / protection",
     has("struck")),
    (replace(_HEAVY, cargo=2), "+2", "so many units are inside", has("cargo")),
    (replace(_PLAIN, dug_in=True), "Bar below", "dug in: protection 1 higher", has("dug_in")),
    (replace(_PLAIN, inspired=True), "Yellow disc, arrow up", "inspired: costs 1 less",
     has("inspired")),
    (replace(_PLAIN, dread=True), "Purple disc, arrow down", "under Dread: costs 1 more",
     has("dread")),
    (replace(_PLAIN, framed=True), "White ring", "Blue's, where both sides are of one faction",
     has("framed")),
)  # fmt: skip
_GROUNDS = {
    "A": ("A", "abrupt terrain: costs 2 to enter"),
    "B": ("B", "extreme terrain: costs 2, Heavy units 3"),
    "C": ("C", "impenetrable terrain: nobody stops there"),
}


def lines(view: View, look: Look, window: Window | None = None) -> tuple[LegendLine, ...]:
    """The legend; of a close-up only the units there. What was asked for comes first."""
    table, part = view.table, window or whole(view.table)
    units = [
        look_of(table, unit, unit.at)
        for unit in table.on_board()
        if unit.at and part.shows(Base(*unit.at))
    ]
    danger = (ways for _, ways in threats(view)) if look.threats else ()
    return (
        *of_threats(danger, BODIES[0], CELL // 2, "hit"),
        *of_pieces(_COUNTERS, units, lambda unit: counter(unit, CELL)),
        *of_overlay(look.overlay, BODIES),
        *_board(table),
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
