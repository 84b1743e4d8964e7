"""A match in words: phrases that the picture shows too, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from games.colonial_space_wars.catalogue import UnitKind
from games.colonial_space_wars.table import BLUE, NAMES, RED, Table, Unit
from games.colonial_space_wars.view import View
from games.colonial_space_wars.words import words
from games.core.geometry.squares import Base, Square
from games.core.telling import counted, roster
from games.core.types import Seat
from renderers import Look
from renderers.boards.squaremap import Window, text_grid
from renderers.lettering import plain, sections, shorten
from renderers.overlay import overlays, threat_marks
from renderers.overlay.threat_marks import Threats

_PHASES = {
    "army": "Armies are chosen in secret",
    "initiative": "The initiative is rolled",
    "role": "The winner of the initiative chooses a role",
    "zone": "The attacker chooses a zone",
}
HEALTH = {4: "undamaged", 3: "minor damage", 2: "damaged", 1: "major damage", 0: "destroyed"}
"""CSW-83."""
_THREATS = {"shots": "hit by {}", "later": "hit after a move by {}"}


def alt(view: View, look: Look, window: Window | None = None) -> str:
    """Who is to act, the last turn, both sides, and where their units are."""
    part = "" if window is None else f", close-up of {window.name}"
    lines = [f"Colonial Space Wars{part}.", *_standing(view, look)]
    lines += [overlays.told(look.overlay)] if look.overlay else []
    lines += [f"{line}." for line in (*_sides(view, look), *_list(view))]
    for seat in (RED, BLUE):
        units = [
            f"{unit.code} {unit.kind} {unit.at}{f' health {unit.health}' * (unit.health < 4)}"
            for unit in view.table.on_board(seat)
            if unit.at is not None and (window is None or window.shows(Base(*unit.at)))
        ]
        lines += [f"{NAMES[seat]}: {', '.join(units)}."] if units else []
    lines += [f"{line}." for line in _threat_lines(view, look)]
    return shorten(" ".join(lines))


def board(view: View, look: Look, _: Window | None = None) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    standing = (*_standing(view, look), *overlays.lines(look.overlay), *_sides(view, look))
    return sections(
        (*standing, *_list(view)),
        _threat_lines(view, look),
        _grid(view.table, look),
        _units(view.table),
        _kinds(view.table),
    )


# --- The match ---


def acting(table: Table) -> Seat | None:
    """Who is to act; nobody while both are, and after the end."""
    match table.phase:
        case "deploy" | "turn":
            return table.active
        case "role":
            return table.winner
        case "zone":
            return table.attacker
        case _:
            return None


def phase(view: View) -> str:
    table = view.table
    if table.phase == "turn":
        limit = f" of {table.agreement.round_limit}" * bool(table.agreement.round_limit)
        return f"Round {table.round}{limit}, {counted(table.pool, 'command point')} left"
    if table.phase == "deploy":
        return f"Deployment, {table.zone_of(table.active).title()} zone"
    return _PHASES.get(table.phase, "Over")


def outcome(view: View, look: Look) -> str:
    return look.outcome(words.CswWords(), view, view.table.ending)


def _standing(view: View, look: Look) -> Iterator[str]:
    if over := outcome(view, look):
        yield f"Over: {over}."
        return
    yield f"{phase(view)}."
    seat = acting(view.table)
    if seat is not None:
        yield f"{NAMES[seat]} to act."


def threats(view: View) -> Iterator[tuple[str, Threats]]:
    """Units that can be hit, with those who could hit them, by way."""
    for each in words.threats(view):
        yield each.target, {"shots": each.now, "later": each.later}


def _threat_lines(view: View, look: Look) -> Iterator[str]:
    """``R4 (PRT 2, 7 points) can be hit by B2, hit after a move by B7``"""
    for each in words.threats(view) if look.threats else ():
        protection = view.table.protection(view.table.units[each.target])
        name = f"{each.target} (PRT {protection}, {counted(each.points, 'point')})"
        ways = {"shots": each.now, "later": each.later}
        yield from threat_marks.lines([(name, ways)], _THREATS)


# --- Sides ---


def role(table: Table, seat: Seat) -> str:
    """``Union of Terra, attacker``"""
    sword = table.catalogue.swords.get(table.swords[seat])
    name = plain(sword.name, 32) if sword is not None else ""
    known = table.phase not in ("army", "initiative", "role")
    side = ("attacker" if seat == table.attacker else "defender") if known else ""
    return ", ".join(filter(None, (name, side)))


def income(view: View, seat: Seat) -> str:
    """What the next turn brings; of a list that is being written, what everybody may know."""
    table = view.table
    if table.phase != "army":
        return f"income {sum(table.income(seat)) + table.bonus[seat]}"
    if seat >= len(view.sheets):
        return ""
    sheet = view.sheets[seat]
    return "choosing in secret" if sheet is None else "locked" if sheet.locked else "not locked"


def forces(view: View, seat: Seat) -> str:
    units = view.table.of(seat)
    left = sum(not unit.destroyed for unit in units)
    return f"{left} of {len(units)} units" if units else ""


def listed(view: View) -> list[tuple[UnitKind, int]]:
    """Types and numbers of the list of the viewer's seat; empty at other times."""
    table, seat = view.table, view.seat
    if table.phase != "army" or seat is None or not view.sheets:
        return []
    sheet = view.sheets[seat]
    codes = sheet.units if sheet else ()
    return [(table.catalogue.units[code], codes.count(code)) for code in dict.fromkeys(codes)]


def _sides(view: View, look: Look) -> Iterator[str]:
    for seat in (RED, BLUE):
        said = filter(None, (role(view.table, seat), income(view, seat), forces(view, seat)))
        yield f"{look.called(seat, NAMES[seat])}: {', '.join(said)}"


def _list(view: View) -> Iterator[str]:
    """The list that the viewer writes."""
    if written := listed(view):
        named = (f"{roster([kind.name] * count)} ({kind.code})" for kind, count in written)
        yield f"Your list: {', '.join(named)}"


# --- The board ---


def _grid(table: Table, look: Look) -> Iterator[str]:
    """Rows of squares with four characters each: codes, or the type of terrain."""
    window = Window(0, 0, len(table.rows[0]), len(table.rows))
    yield from text_grid(window, look.turned, partial(_cell, table))
    yield "Units by code, else terrain: A abrupt, B extreme, C impenetrable."
    kinds = ((unit.code, table.board.type(unit.at)) for unit in table.on_board() if unit.at)
    under = ", ".join(f"{code} {kind}" for code, kind in kinds if kind != ".")
    yield f"Under units: {under or 'normal terrain'}."


def _cell(table: Table, square: Square) -> str:
    unit = table.unit_at(square)
    return unit.code if unit is not None else table.board.type(square)


def _units(table: Table) -> Iterator[str]:
    for unit in table.units.values():
        said = [f"{unit.code} {unit.kind}", _place(table, unit)]
        if not unit.destroyed:
            said += [f"health {unit.health} ({HEALTH[unit.health]})", *_states(table, unit)]
        yield ", ".join(said)


def _place(table: Table, unit: Unit) -> str:
    if unit.at is not None:
        return str(unit.at)
    inside = table.carrier(unit.code)
    if inside is not None:
        return f"inside {inside.code}"
    return "destroyed" if unit.destroyed else "not placed yet"


def _states(table: Table, unit: Unit) -> Iterator[str]:
    """What there is to know of a unit besides its place and health."""
    yield f"cost {table.cost(unit)}"
    yield f"PRT {table.protection(unit)}"
    if unit.struck:
        yield f"{unit.struck} points received"
    if table.is_active(unit):
        assert table.open is not None
        yield f"active with {table.open.left} movement"
        yield f"spent {table.open.spent[0]}/{table.open.spent[1]}"
    elif unit.activated:
        yield "activated"
    states = {
        "dug in": unit.dug_in,
        "inspired": unit.inspired,
        "under Dread": unit.dread,
        "healed": unit.healed,
    }
    yield from (word for word, on in states.items() if on)


def _kinds(table: Table) -> Iterator[str]:
    """The attributes of every type in the match (CSW-04)."""
    known = dict.fromkeys(unit.kind for unit in table.units.values())
    for code in known or table.catalogue.units:
        kind = table.catalogue.units[code]
        numbers = (
            f"CMD {kind.command}, MOV {kind.movement}, {'Light' if kind.light else 'Heavy'}, "
            f"ATA {kind.attack[0]}/{kind.attack[1]}, RNG {kind.range}, PRT {kind.protection}, "
            f"RES {kind.resources}"
        )
        yield ", ".join((f"{code} {plain(kind.name, 32)}: {numbers}", *kind.told_skills))
