"""What the renderer tells of a match beside the words of the game: the result, names, threats."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.telling import counted, listed, shortened
from games.core.types import Seat
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words.facts import NAMES, bearing, state, weapons
from renderers import Look
from renderers.lettering import plain
from renderers.overlay.threat_marks import Threats
from renderers.results.ending import WHY


def outcome(view: View, look: Look) -> str:
    """The result and why: ``Side 1 wins, decisive victory, 2 conditions to 0``."""
    ending, result = view.course.ending or look.ending, view.course.result
    assert ending is not None
    won = "Draw"
    if ending.winners:
        first = ending.winners[0]
        own = first if view.course.ending else view.table.side_of(first) - 1
        won = f"{NAMES[own]} wins"
    if why := WHY.get(ending.kind):
        return f"{won}, {why}"
    if result is None:
        return won
    margin = {"decisive": "decisive victory, ", "total": "total victory, "}.get(result.margin, "")
    return f"{won}, {margin}victory conditions {' to '.join(map(str, result.won))}"


def over(view: View, look: Look) -> bool:
    return view.course.ending is not None or look.ending is not None


def fleet(view: View, seat: Seat) -> str:
    """``Anvil, 5 of 6 units left``; while it is chosen, what may be known of that."""
    units = view.table.of(side_of(seat))
    left = sum(unit.is_left for unit in units)
    name = plain(view.course.fleets[seat], 32)
    held = f"{left} of {counted(len(units), 'unit')} left" if units else ""
    return ", ".join(filter(None, (name, held, state(view, seat))))


def named(table: Table, unit: Unit) -> str:
    return plain(unit.name or table.design(unit).name, 24)


def threats(view: View) -> Iterator[tuple[str, Threats]]:
    """Units that could be attacked, with the IDs of those who could."""
    table, found = view.table, dict[str, dict[str, None]]()
    for unit in table.in_space():
        for at, _ in weapons(table, unit):
            for target in bearing(table, unit, at):
                found.setdefault(target.id, {})[unit.id] = None
    for id in table.units:
        if id in found:
            yield id, {"shots": tuple(found[id])}


def threat_lines(view: View) -> Iterator[str]:
    for id, found in threats(view):
        yield f"{id} can be attacked by {listed(shortened(found['shots']))}"
