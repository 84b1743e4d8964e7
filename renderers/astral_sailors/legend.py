"""The marks on a board of Astral Sailors that are there now, and what they mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter as has

from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, Facing
from renderers import Look
from renderers import palette as c
from renderers.astral_sailors import picture, text
from renderers.astral_sailors.scenery import ground_of, piece_of
from renderers.astral_sailors.units import BODIES, UnitLook, unit_of
from renderers.boards.squaremap import SquareMap, Window
from renderers.cards.legend import LegendLine, Marked, of_overlay, of_pieces, of_threats
from renderers.glyphs import brackets
from renderers.scene import Art

CELL = 96
_TINTED, _STRIPED = (ground_of(CELL, False, BODIES[0], striped, "") for striped in (False, True))
_PLAIN = UnitLook("R2", 0, "EX3", False, 1, Facing.S, "ready", 2, 2, -1)

_OF_UNITS: tuple[Marked[UnitLook], ...] = (
    (_PLAIN, "White wedge", "where the unit faces", has("code")),
    (_PLAIN._replace(commander=True, kind="EX1"), "Golden tab and star", "a Commander",
     has("commander")),
    (_PLAIN._replace(left=1), "Green bar", "RE left; dark parts are lost", has("code")),
    (_PLAIN._replace(ap=2), "Diamonds", "action points (AP) left", lambda unit: unit.ap > 0),
    (_PLAIN._replace(state="done"), "Dark plate", "has been activated in this round",
     lambda unit: unit.state == "done"),
    (_PLAIN._replace(shot=True), "Cross-hair", "has shot in this round", has("shot")),
    (_PLAIN._replace(cover=True), "Yellow bar in front", "Cover", has("cover")),
    (_PLAIN._replace(poison=2), "Green disc", "poisoned, for so many rounds", has("poison")),
)  # fmt: skip


def lines(view: SailorsView, look: Look, window: Window | None = None) -> tuple[LegendLine, ...]:
    """The legend; of a close-up only the units and terrain there. What was asked for comes
    first."""
    danger = text.threats(view) if look.threats else ()
    drawn = of_overlay(picture.overlay(view, look), BODIES)
    view = _part(view, window or Window.whole(view.table.size))
    grid = SquareMap(Window.whole(view.table.size), CELL, 0, 0)
    units = [picture.look_of(view, grid, unit) for unit in view.table.on_board()]
    return (
        *of_threats((ways for _, ways in danger), BODIES[0], CELL // 2, "hit"),
        *of_pieces(_OF_UNITS, units, lambda unit: unit_of(unit, CELL)),
        *drawn,
        *_board(view),
        *_scenery(view),
    )


def _part(view: SailorsView, window: Window) -> SailorsView:
    """What is outside of the window left out."""
    table = view.table
    kinds = table.catalogue.pieces
    units = {unit.code: unit for unit in table.on_board() if window.shows(table.base(unit))}
    pieces = tuple(
        piece
        for piece in table.pieces
        if window.shows(Base(piece.c, piece.r, max(kinds[piece.kind].extent(turned=False))))
    )
    return replace(view, table=replace(table, units=units, pieces=pieces))


def _board(view: SailorsView) -> Iterator[LegendLine]:
    table = view.table
    if table.turn.active:
        yield LegendLine(_corners(), "White corners", "the unit that is being activated")
    counts = {count for team in table.teams for count in team.quadrants.values()}
    if 1 in counts:
        yield LegendLine(_TINTED, "Ground in a team's colour, 1/2", "a quadrant held once")
    if counts - {0, 1}:
        yield LegendLine(_STRIPED, "Stripes in a team's colour, 2/2", "a captured quadrant")
    if table.phase in ("scenery", "deployment"):
        yield LegendLine(_STRIPED, "Stripes in a seat's colour", "where it may deploy")
    if any(unit.holds for unit in table.on_board()):
        yield LegendLine(_TINTED, "Outline in a seat's colour", "where it must lead its captives")


def _scenery(view: SailorsView) -> Iterator[LegendLine]:
    kinds = [view.table.catalogue.pieces[piece.kind] for piece in view.table.pieces]
    signs = (
        ("Triangle and number", "height in squares", lambda kind: bool(kind.height)),
        ("D and number, red dashes", "dangerous: an attack with this Damage",
         lambda kind: kind.danger is not None),
        ("White hatching", "soft: hides half of what is behind it",
         lambda kind: kind.opacity == "soft"),
    )  # fmt: skip
    for mark, means, is_so in signs:
        kind = next(filter(is_so, kinds), None)
        if kind is not None:
            cell = min(100 // kind.rows, 160 // kind.columns, CELL) // 2 * 2
            yield LegendLine(piece_of(kind, False, cell), mark, means)


def _corners() -> Art:
    middle, reach = CELL / 2, CELL / 2 - 5
    return Art(CELL, CELL, c.VOID, tuple(brackets(middle, middle, reach, 6, c.WHITE)))
