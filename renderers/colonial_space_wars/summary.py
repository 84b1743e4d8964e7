"""A match in short phrases, for the picture, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.colonial_space_wars.catalogue import UnitKind
from games.colonial_space_wars.table import NAMES, Table, Unit
from games.colonial_space_wars.view import View
from games.colonial_space_wars.words import words
from games.core.telling import shortened, told_score
from games.core.types import Ending, Seat
from renderers import Look
from renderers.lettering import plain
from renderers.overlay.threat_marks import Threats
from renderers.results.ending import WHY

_PHASES = {
    "army": "Armies are chosen in secret",
    "initiative": "The initiative is rolled",
    "role": "The winner of the initiative chooses a role",
    "zone": "The attacker chooses a zone",
}
_WHY = {
    "command": "the enemy can activate no unit",
    "units": "no enemy unit is left",
    "score": "by the value of surviving units",
}


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
        limit = table.agreement.round_limit
        left = f", {table.pool} command {'point' if table.pool == 1 else 'points'} left"
        return f"Round {table.round}{f' of {limit}' if limit else ''}{left}"
    if table.phase == "deploy":
        return f"Deployment, {table.zone_of(table.active).title()} zone"
    return _PHASES.get(table.phase, "Over")


def outcome(view: View, look: Look) -> str:
    """The result and why: ``Blue wins, the enemy can activate no unit``."""
    ending = view.table.ending or look.ending
    assert ending is not None
    who = " and ".join(NAMES[seat] for seat in ending.winners)
    why = _WHY.get(ending.kind) or WHY.get(ending.kind, ending.kind)
    scores = (told_score(Fraction(score)) for score in ending.scores)
    score = f" {' to '.join(scores)}" if ending.scores else ""
    return f"{who} wins, {why}{score}" if who else f"Draw, {_drawn(ending)}{score}"


def _drawn(ending: Ending) -> str:
    return {"units": "no unit is left", "score": "equal value of surviving units"}.get(
        ending.kind, WHY.get(ending.kind, ending.kind)
    )


def role(table: Table, seat: Seat) -> str:
    """``Union of Terra, attacker``"""
    sword = table.catalogue.swords.get(table.swords[seat])
    name = plain(sword.name, 32) if sword is not None else ""
    known = table.phase not in ("army", "initiative", "role")
    side = ("attacker" if seat == table.attacker else "defender") if known else ""
    return ", ".join(filter(None, (name, side)))


def threats(view: View) -> Iterator[tuple[str, int, Threats]]:
    """Units that can be hit, with the points of all who could hit them, and those by way."""
    for each in words.threats(view):
        yield each.target, each.points, {"shots": each.now, "later": each.later}


def threat_lines(view: View) -> Iterator[str]:
    """``R4 (PRT 2) can be hit with 7 points: by B2, B7 after a move``"""
    for code, points, ways in threats(view):
        shots, later = (", ".join(shortened(ways[way])) for way in ("shots", "later"))
        told = [shots, f"{later} after a move"]
        by = [said for said, way in zip(told, ("shots", "later"), strict=True) if ways[way]]
        protection = view.table.protection(view.table.units[code])
        yield f"{code} (PRT {protection}) can be hit with {points}: {'; '.join(by)}"


def income(view: View, seat: Seat) -> str:
    """What the next turn brings; of a list that is being written, what may be known."""
    table = view.table
    if table.phase == "army":
        return _sheet(view, seat)
    leaders, voices = table.income(seat)
    return f"income {leaders + voices + table.bonus[seat]}"


def _sheet(view: View, seat: Seat) -> str:
    """What everybody may know of a list that is being written."""
    if seat >= len(view.sheets):
        return ""
    sheet = view.sheets[seat]
    if sheet is None:
        return "choosing in secret"
    return "locked" if sheet.locked else "not locked"


def listed(view: View) -> list[tuple[UnitKind, int]]:
    """Types and numbers of the list of the viewer's seat; empty at other times."""
    table, seat = view.table, view.seat
    if table.phase != "army" or seat is None or not view.sheets:
        return []
    sheet = view.sheets[seat]
    codes = sheet.units if sheet else ()
    return [(table.catalogue.units[code], codes.count(code)) for code in dict.fromkeys(codes)]


def forces(view: View, seat: Seat) -> str:
    units = view.table.of(seat)
    left = sum(not unit.destroyed for unit in units)
    return f"{left} of {len(units)} units" if units else ""


def states(table: Table, unit: Unit) -> Iterator[str]:
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
    yield from (
        word
        for word, on in (
            ("dug in", unit.dug_in),
            ("inspired", unit.inspired),
            ("under Dread", unit.dread),
            ("healed", unit.healed),
        )
        if on
    )
