"""Whose Commanders live: who can still win, and who is still in the match (D-58, D-59)."""

from __future__ import annotations

from games.astral_sailors.table import Table, Unit

MUSTER = ("bellicose", "muster")
"""Phases in which no army is on the table yet."""

PEACE = (*MUSTER, "scenery", "deployment")
"""Phases in which nobody can have fallen; with closed armies Commanders may be unknown then."""


def living(table: Table, seat: int) -> tuple[Unit, ...]:
    """The seat's Commanders that are alive. A captive lives until it is delivered (D-61)."""
    return tuple(unit for unit in commanders(table, seat) if unit.place != "out")


def commanders(table: Table, seat: int) -> tuple[Unit, ...]:
    """All Commanders of the seat's army, the dead too."""
    return tuple(unit for unit in table.of(seat) if table.kind(unit).category == "commander")


def commands(table: Table, seat: int) -> bool:
    """Whether the seat has a living Commander, so that it can win (ASCW-114)."""
    if table.players[seat].removed:
        return False
    return table.phase in PEACE or bool(living(table, seat))


def able(table: Table, team: int) -> tuple[int, ...]:
    """The seats of the team that can still win."""
    return tuple(seat for seat in table.teams[team].seats if commands(table, seat))


def lives(table: Table, team: int) -> bool:
    """Whether a Commander of the team is alive."""
    return any(commands(table, seat) for seat in table.teams[team].seats)


def present(table: Table, seat: int) -> bool:
    """Whether the seat is in the match: not removed, and with a unit left somewhere (D-59)."""
    if table.players[seat].removed:
        return False
    return table.phase in MUSTER or any(unit.place != "out" for unit in table.of(seat))


def rivals(table: Table, team: int) -> tuple[int, ...]:
    """The other teams with a living Commander, clockwise from ``team``."""
    count = len(table.teams)
    others = ((team + step) % count for step in range(1, count))
    return tuple(other for other in others if lives(table, other))
