"""Whose turn it is, when a match ends, and who wins, for two to four sides (canon 3.10, 3.11,
CC-213 to CC-229, D-071, D-087, D-089 to D-094)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.games.cosmic_conflict.canon import space
from tests.games.cosmic_conflict.canon.ships import counted, group, hull, leader, there

# --- The Activation Phase ---


@dataclass
class Phase:
    """``done`` are the units that have activated, ``size`` is the step, ``turn`` the side that
    acted last in it, ``due`` the one that is to act; ``top`` is the largest Size when the step
    began."""

    sides: int
    initiative: int
    size: int = -1
    top: int = 0
    descending: bool = False
    passed: set[int] = field(default_factory=set)
    turn: int = 0
    due: int = 0
    done: set[str] = field(default_factory=set)

    def waiting(self, table: Any) -> list[tuple[int, int, str]]:
        """Size, side and first ship of the groups that have not activated."""
        return [
            (max(counted(table, each) for each in group(table, unit)), unit.side, unit.id)
            for unit in table.units.values()
            if there(unit) and leader(table, unit) is unit and unit.id not in self.done
        ]

    def next(self, table: Any) -> tuple[int, int, bool, set[str]] | None:
        """Size, side, whether it may pass, and the groups to choose from; None at the end."""
        waiting = self.waiting(table)
        sizes = {size for size, _, _ in waiting}
        if not sizes:
            return None
        if self.size < 0:
            self._begin(min(sizes), sizes)
        while True:
            for side in self._rotation():
                own = {id for size, of, id in waiting if (size, of) == (self.size, side)}
                if own and side not in self.passed:
                    may_pass = self.size < self.top and not self.descending
                    self.due = side
                    return self.size, side, may_pass, own
            larger = [size for size in sizes if size > self.size]
            self.descending = self.descending or not larger
            self._begin(max(sizes) if self.descending else min(larger), sizes)

    def _begin(self, size: int, sizes: set[int]) -> None:
        self.size, self.top, self.passed = size, max(sizes), set()
        self.turn = self.due = 0

    def acted(self, side: int) -> None:
        """It has activated a group, or passed."""
        self.turn, self.due = side, 0

    def _rotation(self) -> list[int]:
        first = self.due or (self.turn % self.sides + 1 if self.turn else self.initiative)
        return [(first - 1 + more) % self.sides + 1 for more in range(self.sides)]


# --- The end of a turn ---


def with_ships(table: Any) -> set[int]:
    """The sides that have ships in play; Fighters and false contacts are none (3.11)."""
    return {
        each.side for each in table.units.values() if each.state == "in" and is_ship(table, each)
    }


def is_ship(table: Any, unit: Any) -> bool:
    return hull(table, unit).size > 0 and unit.sic in table.designs


def rolls_for_end(table: Any, turn: int, agreed: Any) -> bool | None:
    """Whether a die decides; None where the match ends without one."""
    if len(with_ships(table)) < 2 or turn == agreed.max_turns:
        return None
    return bool(turn >= agreed.min_turns)


# --- Victory ---


def best(totals: Sequence[int], able: Iterable[int] | None = None, *, low: bool = False) -> int:
    """The side that is strictly better than every other, 0 for none."""
    sides = [*range(1, len(totals) + 1)] if able is None else sorted(able)
    wanted = [-totals[side - 1] if low else totals[side - 1] for side in sides]
    if not wanted or wanted.count(max(wanted)) > 1:
        return 0
    return sides[wanted.index(max(wanted))]


def score(table: Any, condition: str, dice: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The totals of the sides, and who wins the condition."""
    ships = [each for each in table.units.values() if is_ship(table, each)]
    left = [each for each in ships if each.state == "in"]
    totals = [0] * table.side_count
    if condition == "area":
        totals = _areas(table, left, *dice)
    elif condition in ("remaining", "lost"):
        for each in table.units.values():
            remaining, lost = _worth(table, each, by_points=dice[0] > 3)
            totals[each.side - 1] += remaining if condition == "remaining" else lost
    elif condition == "conditions":
        for each in left:
            totals[each.side - 1] += received(each)
        return tuple(totals), best(totals, with_ships(table), low=True)
    elif condition == "deep_survey":
        for each in ships:
            totals[each.side - 1] += each.surveyed and each.state != "destroyed"
    elif condition == "contested_marks":
        for each in left:
            near = 200 * hull(table, each).size
            marks = (space.gap(each.at, mark) <= near for mark in table.objectives)
            totals[each.side - 1] += sum(marks) if each.at else 0
    else:
        for each in ships:
            totals[each.side - 1] += each.vip
    return tuple(totals), best(totals, low=condition == "lost")


def received(unit: Any) -> int:
    return int(unit.ended) + sum(not each.start for each in unit.conditions)


def _areas(table: Any, ships: list[Any], parts: int, axis: int) -> list[int]:
    across = axis <= 3
    length = table.board.width if across else table.board.height
    sizes = [[0] * table.side_count for _ in range(parts)]
    for each in ships:
        where = each.at[0] if across else each.at[1]
        sizes[min(parts - 1, where * parts // length)][each.side - 1] += hull(table, each).size
    won = [best(part) for part in sizes]
    return [won.count(side) for side in range(1, table.side_count + 1)]


def _worth(table: Any, unit: Any, by_points: bool) -> tuple[int, int]:
    """What a unit counts as remaining and as lost, doubled (D-060, D-092)."""
    own = hull(table, unit)
    if not is_ship(table, unit):
        if not own or unit.sic not in table.designs or not by_points:
            return 0, 0
        carrier = table.units.get(unit.carrier)
        gone = carrier is not None and carrier.state == "destroyed"
        free = any(item["type"] == "FTL" for item in own.items)
        state = "destroyed" if gone and not free else unit.state
    else:
        state = "home" if unit.vip and unit.state == "fled" else unit.state
    worth = int(own.data["points"]) if by_points else own.size
    halved = is_ship(table, unit) and received(unit) > 0
    remaining = worth if halved else 2 * worth
    return {"in": (remaining, 0), "fled": (0, worth), "destroyed": (0, 2 * worth)}.get(
        state, (0, 0)
    )


def margin(won: Sequence[int]) -> tuple[int, str]:
    """The winner of the match and by how much (D-094)."""
    winner = best(won)
    others = sorted(won)[-2]
    lead = won[winner - 1] - others if winner else 0
    return winner, ("draw", "victory", "decisive", "total")[min(lead, 3)]
