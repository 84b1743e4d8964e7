"""Names of seats, teams, units and directions, and numbers in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final

from games.astral_sailors.table import Table
from games.core.geometry.squares import Facing
from games.core.telling import counted as counted
from games.core.telling import listed as listed

COLOURS: Final = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange", "Teal", "White")
"""By seat; the first letters are those of ``table.LETTERS``, with T for Teal."""

OBJECTIVES: Final = (
    "Bellicose Hedonists",
    "Assassination",
    "Glory",
    "Manhunt",
    "Promotion",
    "Occupation",
    "Manpower",
)
"""By number; teams without an objective are Bellicose Hedonists."""

DIRECTIONS: Final = (
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
)
"""By ``Facing``."""


def seat_name(seat: int) -> str:
    return COLOURS[seat] if 0 <= seat < len(COLOURS) else "Nobody"


def team_letter(team: int) -> str:
    return chr(ord("A") + team)


def team_name(team: int) -> str:
    """``Team B``: known without looking at a table."""
    return f"Team {team_letter(team)}"


def team_with_seats(table: Table, team: int) -> str:
    """``Team B (Blue and Green)``; a team of one seat is its colour."""
    seats = [seat_name(seat) for seat in table.teams[team].seats]
    return seats[0] if len(seats) == 1 else f"{team_name(team)} ({listed(seats)})"


def seat_with_team(table: Table, seat: int) -> str:
    """``Red``, or ``Red of team A`` where some play together."""
    if not 0 <= seat < len(table.players):
        return seat_name(seat)
    name = seat_name(seat)
    if all(len(team.seats) == 1 for team in table.teams):
        return name
    return f"{name} of team {team_letter(table.team(seat))}"


def called(table: Table, code: str) -> str:
    """``R3 Contract Trooper``, or only the code of an unknown unit."""
    unit = table.units.get(code)
    return code if unit is None else f"{code} {table.kind(unit).name}"


def facing_name(facing: Facing) -> str:
    return DIRECTIONS[facing]


def stretches(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of numbers that follow one another."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        found = [number for _, number in run]
        yield found[0], found[-1]


def inside(name: str) -> str:
    """A name in the middle of a sentence: ``minefield A``."""
    return name[:1].lower() + name[1:]


def per_cent(chance: Fraction) -> str:
    """A rounded percentage: 0% only if impossible, 100% only if certain."""
    if chance <= 0:
        return "0%"
    if chance >= 1:
        return "100%"
    rounded = (200 * chance.numerator + chance.denominator) // (2 * chance.denominator)
    return f"{min(99, max(1, rounded))}%"


def hidden_per_cent(score: int) -> int:
    """A sight score (0 to 128) as a rounded percentage."""
    return (200 * score + 128) // 256


def codes(kinds: Sequence[str]) -> str:
    """``EX1, 2 EX3 and 6 CV1``."""
    return listed(
        [kind if count == 1 else f"{count} {kind}" for kind, count in Counter(kinds).items()]
    )
