"""Occupation: counting, capturing and losing quadrants (ASCW-129 to 132, D-63)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.astral_sailors.board import terrain, zones
from games.astral_sailors.content.catalogue import QUADRANT, quadrant_name
from games.astral_sailors.events import QuadrantChanged
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table
from games.core.geometry.squares import Base

GARRISON = 2
"""Units that hold a quadrant (ASCW-131)."""

CAPTURED = 2
"""Ends of round that make it captured (ASCW-131)."""


def names(table: Table) -> tuple[str, ...]:
    """All quadrants of the board, in reading order."""
    across = range(table.size // QUADRANT)
    return tuple(quadrant_name(column, row) for row in across for column in across)


def _name(base: Base) -> str:
    return quadrant_name(*terrain.quadrant(base))


def wanted(table: Table) -> int:
    """Quadrants that an Occupation needs: half of them, rounded up (ASCW-129)."""
    return (len(names(table)) + 1) // 2


def captured(table: Table, team: int) -> frozenset[str]:
    """The quadrants that the team has captured."""
    counters = table.teams[team].quadrants
    return frozenset(name for name, counter in counters.items() if counter >= CAPTURED)


def home(table: Table, team: int) -> frozenset[str]:
    """The quadrants that the team's own deployment zones touch (D-63)."""
    zone = (at for seat in table.teams[team].seats for at in zones.zone(table, seat))
    return frozenset(_name(Base(*at)) for at in zone)


def most_at_home(table: Table) -> int:
    """How many quadrants of a team's own zones count for its Occupation (D-63)."""
    needed = wanted(table)
    return needed if table.agreement.home_quadrants == "all" else max(1, needed // 2)


def largest(table: Table, team: int) -> int:
    """What the team's best group of captured quadrants that share sides counts (ASCW-130): each
    quadrant 1, of its own zones' at most ``most_at_home``."""
    own, most = home(table, team), most_at_home(table)
    left = {tuple(map(int, name[1:].split("-"))): name for name in captured(table, team)}
    best = 0
    while left:
        group, grown = [], [next(iter(left))]
        while grown:
            c, r = at = grown.pop()
            if at in left:
                group.append(left.pop(at) in own)
                grown += ((c + 1, r), (c - 1, r), (c, r + 1), (c, r - 1))
        at_home = sum(group)
        best = max(best, len(group) - at_home + min(at_home, most))
    return best


def count(builder: StepBuilder) -> None:
    """At the end of a round: counters rise where a team holds a quadrant alone, and begin anew
    where it does not; a captured quadrant needs no garrison."""
    table = builder.table
    held: Counter[tuple[str, int]] = Counter(
        (_name(table.base(unit)), table.team(unit.seat)) for unit in table.on_board()
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
    """Undo what was held in quadrants that enemies are in, after an action or a placement."""
    table = builder.table
    if not any(team.quadrants for team in table.teams):
        return
    for unit in table.on_board():
        _enter(builder, table.team(unit.seat), (table.base(unit),))


def cross(builder: StepBuilder, seat: int, path: Iterable[Base]) -> None:
    """Undo what was held in quadrants on the way, with the setting ``intrusion: path``."""
    if builder.table.agreement.intrusion == "path":
        _enter(builder, builder.table.team(seat), path)


def _enter(builder: StepBuilder, team: int, bases: Iterable[Base]) -> None:
    entered = set(map(_name, bases))
    for other, holder in enumerate(builder.table.teams):
        if other != team:
            for name in sorted(entered & holder.quadrants.keys()):
                _set(builder, other, name, 0)


def _set(builder: StepBuilder, number: int, name: str, counter: int) -> None:
    team = builder.table.teams[number]
    if team.quadrants.get(name, 0) == counter:
        return
    held = {**team.quadrants, name: counter}
    ordered = {each: held[each] for each in names(builder.table) if held.get(each)}
    builder.put_team(number, quadrants=ordered)
    builder.tell(QuadrantChanged(name, number, counter))
