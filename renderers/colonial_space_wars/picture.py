"""The picture of a match of Colonial Space Wars: the board, the last turn, the armies below."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.colonial_space_wars.table import BLUE, RED, Table, Unit
from games.colonial_space_wars.view import View
from games.core.geometry.squares import Base, Square, column
from games.core.overlay import Overlay
from games.core.types import Seat
from renderers import Look
from renderers import palette as c
from renderers.boards.inset import Inset, SmallBoard
from renderers.boards.squaremap import SquareMap, Window
from renderers.colonial_space_wars import roster, text
from renderers.colonial_space_wars.art import (
    BODIES,
    GROUNDS,
    CounterLook,
    border_of,
    counter,
    ground,
    shape_of,
)
from renderers.glyphs import box, brackets
from renderers.overlay import overlays, threat_marks
from renderers.overlay.callouts import Box
from renderers.palette import VOID
from renderers.scene import Area, Art, Caption, Disc, Drawing, Label, Mark, Style

WIDE = 1152
HEAD, LETTERS_HIGH, LETTERING = 64, 30, 24


@dataclass(frozen=True, slots=True)
class ColonialLayout:
    """The layout: the board over the whole width, the lines about the last turn and the armies
    below it from ``strip`` on."""

    map: SquareMap
    strip: int


@lru_cache(maxsize=32)
def plan_for(window: Window, turned: bool) -> ColonialLayout:
    cell = WIDE // window.columns
    left = (WIDE - cell * window.columns) // 2
    board = SquareMap(window, cell, left, HEAD + LETTERS_HIGH, turned)
    return ColonialLayout(board, board.y + board.high + LETTERS_HIGH)


def whole(table: Table) -> Window:
    return Window(0, 0, len(table.rows[0]), len(table.rows))


def draw(view: View, look: Look, window: Window | None = None) -> Drawing:
    """The whole picture, or a close-up of a window of the board."""
    table = view.table
    plan = plan_for(window or whole(table), look.turned)
    zones = tuple((seat, tuple(table.zone_rows(seat))) for seat in _zones(table))
    tokens = [plan.map.bounds(unit.at) for unit in table.on_board() if unit.at is not None]
    danger = list(_threats(view, plan.map)) if look.threats else []
    tokens += map(Box.of_mark, danger)
    over = overlays.draw(look.overlay or Overlay(), plan.map, BODIES, tokens, LETTERING)
    marks = [*over.under, *_units(view, plan.map), *_row_numbers(table, plan.map), *over.over]
    marks += danger
    head = roster.head(view, look, WIDE)
    part = None if window is None else _inset(table, plan.map)
    below = roster.armies(view, look, WIDE, plan.strip, part)
    army = roster.written(view, WIDE, below.end)
    return Drawing(
        WIDE,
        army.end,
        VOID,
        [*marks, *head.marks, *below.marks, *army.marks],
        [*head.words, *below.words, *army.words],
        _backdrop(plan, table.rows, zones),
    )


def _inset(table: Table, shown: SquareMap) -> Inset:
    """The whole board in small."""
    board = SquareMap(whole(table), 8, 0, 0, shown.turned)
    dots = [
        Disc(*board.centre(Base(*unit.at)), 3.6, BODIES[unit.seat])
        for unit in table.on_board()
        if unit.at is not None
    ]
    return _small(board, table.rows).inset(dots, board.corners(shown.window))


@lru_cache(maxsize=16)
def _small(board: SquareMap, rows: tuple[str, ...]) -> SmallBoard:
    ground = [
        (board.corners(Window(*at, 1, 1)), GROUNDS[rows[at.r][at.c]])
        for at in board.window.squares()
        if rows[at.r][at.c] != "."
    ]
    return SmallBoard.of(board.corners(board.window), ground, roster.INSET)


def _zones(table: Table) -> tuple[Seat, ...]:
    """Whose deployment zones are tinted."""
    return (RED, BLUE) if table.phase == "deploy" else ()


@lru_cache(maxsize=16)
def _backdrop(
    plan: ColonialLayout, rows: tuple[str, ...], zones: tuple[tuple[int, tuple[int, ...]], ...]
) -> Drawing:
    grid = plan.map
    tints = {row: BODIES[seat] for seat, of in zones for row in of}
    marks = [
        (
            ground(rows[at.r][at.c], grid.cell, (at.c + at.r) % 2 == 1, tints.get(at.r)),
            *grid.box(at.c, at.r, 1, 1),
        )
        for at in grid.window.squares()
    ]
    return Drawing(WIDE, plan.strip, VOID, marks, tuple(_letters(grid)))


def _letters(grid: SquareMap) -> Iterator[Caption]:
    """The columns, above and below the board."""
    style = Style(24, c.MUTED, VOID)
    for number in range(grid.window.c, grid.window.c + grid.window.columns):
        x = grid.box(number, grid.window.r, 1, 1)[0] + grid.cell // 2
        for y in (grid.y - 8, grid.y + grid.high + 23):
            yield Caption(column(number), x, y, style, "middle")


def _row_numbers(table: Table, grid: SquareMap) -> Iterator[Mark]:
    """The rows, at the rim of the outermost squares: the board takes the whole width. A unit there
    hides the number, unless it would be hidden at the other end too."""
    first, last = grid.window.c, grid.window.c + grid.window.columns - 1
    for row in range(grid.window.r, grid.window.r + grid.window.rows):
        art = _number(str(row + 1))
        free = [c for c in (first, last) if table.unit_at(Square(c, row)) is None]
        for place in free or (first,):
            x, y = grid.box(place, row, 1, 1)
            right = x > grid.x
            x += (grid.cell - art.width) * right
            yield art, x, y + (grid.cell - art.height) // 2


@lru_cache(maxsize=64)
def _number(text: str) -> Art:
    wide, high = 6 + 11 * len(text), 24
    shapes = (
        Area(box(0, 0, wide, high, 5), VOID),
        Label(wide / 2, high / 2, text, Style(20, c.MUTED, VOID)),
    )
    return Art(wide, high, VOID, shapes)


def focus(view: View, look: Look) -> tuple[Base, ...]:
    """Where something matters now, the most important place last."""
    table = view.table
    if look.overlay and look.overlay.focus:
        return tuple(Base(*place) for place in look.overlay.focus)
    if table.open is not None and (at := table.units[table.open.unit].at) is not None:
        return (Base(*at),)
    return tuple(Base(*unit.at) for unit in table.on_board() if unit.at is not None)


# --- Units ---


def _units(view: View, grid: SquareMap) -> Iterator[Mark]:
    table = view.table
    for unit in table.on_board():
        assert unit.at is not None
        if grid.window.shows(Base(*unit.at)):
            corner = grid.box(*unit.at, 1, 1)
            yield counter(look_of(table, unit, unit.at), grid.cell), *corner
            if table.is_active(unit):
                yield _frame(grid.cell), *corner


def _threats(view: View, grid: SquareMap) -> Iterator[Mark]:
    """The plates of threats, at the right of each unit, between health arrow and terrain."""
    units, high = view.table.units, grid.cell * 28 // 100
    for code, ways in text.threats(view):
        at = units[code].at
        if at is not None and grid.window.shows(Base(*at)):
            x, y = grid.box(*at, 1, 1)
            for art in threat_marks.plates(ways, lambda code: BODIES[units[code].seat], high):
                yield art, x + grid.cell - art.width, y + grid.cell * 31 // 100


def _is_mirrored(table: Table) -> bool:
    """Whether both sides are of the same faction."""
    swords = [table.catalogue.swords.get(key) for key in table.swords]
    factions = {sword.faction for sword in swords if sword is not None}
    return None not in swords and len(factions) == 1


def look_of(table: Table, unit: Unit, at: Square) -> CounterLook:
    kind, terrain = table.kind(unit), table.board.type(at)
    return CounterLook(
        unit.code,
        unit.seat,
        shape_of(unit.kind, light=kind.light, flying=kind.has("flying")),
        kind.light,
        border_of(table.catalogue, kind.faction),
        unit.health,
        leader=bool(kind.leader),
        cargo=len(unit.cargo),
        struck=f"{unit.struck}/{table.protection(unit)}" if unit.struck else "",
        dug_in=unit.dug_in,
        inspired=unit.inspired,
        dread=unit.dread,
        spent=unit.activated and not table.is_active(unit),
        framed=unit.seat == BLUE and _is_mirrored(table),
        terrain="" if terrain == "." else terrain,
    )


@lru_cache(maxsize=8)
def _frame(cell: int) -> Art:
    half = cell / 2
    return Art(cell, cell, VOID, tuple(brackets(half, half, half - 2, 4, c.WHITE)), cut=True)
