"""The alt text and the text board, which say what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars.table import BLUE, NAMES, RED, Table, Unit
from games.colonial_space_wars.view import View
from games.core.geometry.squares import Base, Square, column
from games.core.telling import roster
from renderers import Look
from renderers.boards.squaremap import Window
from renderers.colonial_space_wars.summary import (
    acting,
    forces,
    income,
    listed,
    outcome,
    phase,
    role,
    states,
    threat_lines,
)
from renderers.lettering import plain, shorten
from renderers.overlay import overlays

HEALTH = {4: "undamaged", 3: "minor damage", 2: "damaged", 1: "major damage", 0: "destroyed"}
"""CSW-83."""


def alt(view: View, look: Look, window: Window | None = None) -> str:
    """Who is to act, the last turn, both sides, and where their units are."""
    table = view.table
    part = "" if window is None else f", close-up of {window.name}"
    lines = [f"Colonial Space Wars{part}.", *_standing(view, look)]
    if look.overlay:
        lines.append(overlays.told(look.overlay))
    lines += [f"{line}." for line in (*_sides(view, look), *_list(view))]
    for seat in (RED, BLUE):
        units = [
            f"{unit.code} {unit.kind} {unit.at}{f' health {unit.health}' * (unit.health < 4)}"
            for unit in table.on_board(seat)
            if unit.at is not None and (window is None or window.shows(Base(*unit.at)))
        ]
        if units:
            lines.append(f"{NAMES[seat]}: {', '.join(units)}.")
    if look.threats:
        lines += [f"{line}." for line in threat_lines(view)]
    return shorten(" ".join(lines))


def board(view: View, look: Look) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    table = view.table
    lines = [
        *_standing(view, look),
        *overlays.lines(look.overlay),
        *_sides(view, look),
        *_list(view),
    ]
    if look.threats:
        lines += ["", *threat_lines(view)]
    lines += ["", *_grid(table, look), "", *_units(table), "", *_kinds(table)]
    return "\n".join(lines).rstrip()


def _standing(view: View, look: Look) -> Iterator[str]:
    if view.table.ending is not None or look.ending is not None:
        yield f"Over: {outcome(view, look)}."
        return
    yield f"{phase(view)}."
    seat = acting(view.table)
    if seat is not None:
        yield f"{NAMES[seat]} to act."


def _sides(view: View, look: Look) -> Iterator[str]:
    for seat in (RED, BLUE):
        name = look.name(seat)
        said = [role(view.table, seat), income(view, seat), forces(view, seat)]
        yield f"{NAMES[seat]}{f' ({name})' if name else ''}: {', '.join(filter(None, said))}"


def _list(view: View) -> Iterator[str]:
    """The list that the viewer writes."""
    if written := listed(view):
        named = (f"{roster([kind.name] * count)} ({kind.code})" for kind, count in written)
        yield f"Your list: {', '.join(named)}"


def _grid(table: Table, look: Look) -> Iterator[str]:
    """Rows of squares with four characters each: codes, or the type of terrain."""
    columns, rows = list(range(len(table.rows[0]))), list(range(len(table.rows)))
    if look.turned:
        columns.reverse()
        rows.reverse()
    yield f"    {''.join(f'{column(c):<4}' for c in columns)}".rstrip()
    for r in rows:
        cells = "".join(f"{_cell(table, Square(c, r)):<4}" for c in columns)
        yield f"{r + 1:<4}{cells}".rstrip()
    yield "Units by code, else terrain: A abrupt, B extreme, C impenetrable."
    yield f"Under units: {', '.join(_under(table)) or 'normal terrain'}."


def _cell(table: Table, square: Square) -> str:
    unit = table.unit_at(square)
    return unit.code if unit is not None else table.board.type(square)


def _under(table: Table) -> Iterator[str]:
    for unit in table.on_board():
        if unit.at is not None and (kind := table.board.type(unit.at)) != ".":
            yield f"{unit.code} {kind}"


def _units(table: Table) -> Iterator[str]:
    for unit in table.units.values():
        said = [f"{unit.code} {unit.kind}", _place(table, unit)]
        if not unit.destroyed:
            said += [f"health {unit.health} ({HEALTH[unit.health]})", *states(table, unit)]
        yield ", ".join(said)


def _place(table: Table, unit: Unit) -> str:
    if unit.at is not None:
        return str(unit.at)
    inside = table.carrier(unit.code)
    if inside is not None:
        return f"inside {inside.code}"
    return "destroyed" if unit.destroyed else "not placed yet"


def _kinds(table: Table) -> Iterator[str]:
    """The attributes of every type in the match (CSW-04)."""
    known = dict.fromkeys(unit.kind for unit in table.units.values())
    for code in known or table.catalogue.units:
        kind = table.catalogue.units[code]
        size = "Light" if kind.light else "Heavy"
        numbers = (
            f"CMD {kind.command}, MOV {kind.movement}, {size}, "
            f"ATA {kind.attack[0]}/{kind.attack[1]}, RNG {kind.range}, PRT {kind.protection}, "
            f"RES {kind.resources}"
        )
        skills = f", {', '.join(kind.told_skills)}" if kind.skills else ""
        yield f"{code} {plain(kind.name, 32)}: {numbers}{skills}"
