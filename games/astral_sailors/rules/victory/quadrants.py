"""Occupation: counting, capturing and losing quadrants (ASCW-129 to 132, D-63)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from games.astral_sailors.board import terrain, zones
from games.astral_sailors.events import QuadrantChanged
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import QUADRANT, Table
from games.core.geometry.squares import Base

GARRISON = 2
"""Units that hold a quadrant (ASCW-131)."""

CAPTURED = 2
"""Ends of round that make it captured (ASCW-131)."""


def names(table: Table) -> tuple[str, ...]:
    """All quadrants of the board, in reading order."""
    return tuple(f"Q{column + 1}-{row + 1}" for column, row in _bands(table))


def wanted(table: Table) -> int:
    """Quadrants that an Occupation needs: half of them, rounded up (ASCW-129)."""
    return (_side(table) ** 2 + 1) // 2


def captured(table: Table, team: int) -> frozenset[str]:
    """The quadrants that the team has captured."""
    counters = table.teams[team].quadrants
    return frozenset(name for name, counter in counters.items() if counter >= CAPTURED)


def home(table: Table, team: int) -> frozenset[str]:
    """The quadrants that the team's own deployment zones touch (D-63)."""
    return frozenset(
        terrain.quadrant(table, Base(*square))
        for seat in table.teams[team].seats
        for square in zones.zone(table, seat)
    )


def most_at_home(table: Table) -> int:
    """How many quadrants of a team's own zones count for its Occupation (D-63)."""
    needed = wanted(table)
    return needed if table.agreement.home_quadrants == "all" else max(1, needed // 2)


def largest(table: Table, team: int) -> int:
    """What the team's best group of captured quadrants that share sides counts (ASCW-130): each
    quadrant 1, of its own zones' at most ``most_at_home``."""
    own, most = home(table, team), most_at_home(table)
    left = {
        (column, row)
        for column, row in _bands(table)
        if f"Q{column + 1}-{row + 1}" in captured(table, team)
    }
    best = 0
    while left:
        group, grown = [], [left.pop()]
        while grown:
            c, r = grown.pop()
            group.append(f"Q{c + 1}-{r + 1}" in own)
            beside = left & {(c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1)}
            left -= beside
            grown += beside
        at_home = sum(group)
        best = max(best, len(group) - at_home + min(at_home, most))
    return best


def count(builder: StepBuilder) -> None:
    """At the end of a round: counters rise where a team holds a quadrant alone, and begin anew
    where it does not; a captured quadrant needs no garrison."""
    table = builder.table
    held: Counter[tuple[str, int]] = Counter(
        (terrain.quadrant(table, table.base(unit)), table.team(unit.seat))
        for unit in table.on_board()
    )
    for name in names(table):
        there = [team for team in range(len(table.teams)) if held[name, team]]
        for number, team in enumerate(table.teams):
            before = team.quadrants.get(name, 0)
            if there == [number] and held[name, number] >= GARRISON:
                after = min(CAPTURED, before + 1)
            elif before == CAPTURED and set(there) <= {number}:
                after = CAPTURED
            else:
                after = 0
            _set(builder, number, name, after)


def intrude(builder: StepBuilder) -> None:
    """At the end of an action or a placement: enemies in a quadrant undo what was held there."""
    table = builder.table
    if not any(team.quadrants for team in table.teams):
        return
    for unit in table.on_board():
        _enter(builder, table.team(unit.seat), (table.base(unit),))


def cross(builder: StepBuilder, seat: int, path: Iterable[Base]) -> None:
    """With the option ``intrusion: path`` a way through a quadrant undoes it too."""
    if builder.table.agreement.intrusion == "path":
        _enter(builder, builder.table.team(seat), path)


def _enter(builder: StepBuilder, team: int, bases: Iterable[Base]) -> None:
    entered = {terrain.quadrant(builder.table, base) for base in bases}
    for other, holder in enumerate(builder.table.teams):
        if other != team:
            for name in sorted(entered & holder.quadrants.keys()):
                _set(builder, other, name, 0)


def _set(builder: StepBuilder, number: int, name: str, counter: int) -> None:
    team = builder.table.teams[number]
    if team.quadrants.get(name, 0) == counter:
        return
    rest = {other: value for other, value in team.quadrants.items() if other != name}
    quadrants = rest | {name: counter} if counter else rest
    ordered = {each: quadrants[each] for each in names(builder.table) if each in quadrants}
    builder.put_team(number, quadrants=ordered)
    builder.tell(QuadrantChanged(quadrant=name, team=number, counter=counter))


def _side(table: Table) -> int:
    return table.size // QUADRANT


def _bands(table: Table) -> Iterator[tuple[int, int]]:
    side = _side(table)
    return ((column, row) for row in range(side) for column in range(side))
