"""Victory conditions, of scenarios and random ones, and the result (2.12).

Half values are whole here: totals of Ships Remaining and of Ships Destroyed or Fled are doubled
(D-092).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from games.core.geometry.plane import Point, within
from games.core.types import Forbidden
from games.cosmic_conflict.rules.fighters import counts_as_destroyed
from games.cosmic_conflict.space import DU, depth, distance, is_in_far_half, shown, span
from games.cosmic_conflict.table.course import (
    Basis,
    ConditionScore,
    Margin,
    MatchResult,
    Totals,
    UnitScore,
)
from games.cosmic_conflict.table.units import Table, Unit, VictoryCondition

NUMBERED: Final[tuple[VictoryCondition, ...]] = ("area", "remaining", "lost", "conditions")
"""Those that are drawn, from 1 (CC-216 to 219)."""
DICE: Final[dict[VictoryCondition, tuple[str, ...]]] = {
    "area": ("parts", "axis"),
    "remaining": ("Sizes or points",),
    "lost": ("Sizes or points",),
}
"""What each die of a condition decides, in order (3.12); the others need none."""


def sides_left(table: Table) -> tuple[int, ...]:
    """The sides with ships in play or cloaked; Fighters alone do not keep one there (CC-214, 3.11,
    D-101)."""
    ships = (unit for unit in table.units.values() if unit.plays and not unit.bogey)
    found = {unit.side for unit in ships if table.size(unit)}
    return tuple(sorted(found))


# --- The draw and the result ---


def drawn(
    faces: Sequence[int], count: int, excluded: Collection[int] = ()
) -> tuple[VictoryCondition, ...]:
    """The random victory conditions; while there are fewer, a die is missing (D-090)."""
    fitting = [face for face in faces if face <= len(NUMBERED) and face not in excluded]
    return tuple(NUMBERED[face - 1] for face in tuple(dict.fromkeys(fitting))[:count])


def result(scores: Sequence[ConditionScore], sides: Iterable[int]) -> MatchResult:
    """Who won most victory conditions, and how many more than the next (CC-220, D-094)."""
    won = tuple(sum(score.winner == side for score in scores) for side in sides)
    first, second, *_ = sorted(won, reverse=True)
    margins: tuple[Margin, ...] = ("draw", "victory", "decisive", "total")
    return MatchResult(won, winner_of(won), margins[min(first - second, 3)])


def score(table: Table, condition: VictoryCondition, dice: Sequence[int] = ()) -> ConditionScore:
    """A victory condition at the end of the match; ``dice`` as ``DICE`` says."""
    match condition:
        case "area":
            return _area(table, *dice)
        case "remaining":
            return _remaining(table, *dice)
        case "lost":
            return _lost(table, *dice)
        case "conditions":
            return _conditions(table)
        case "deep_survey":
            return _deep_survey(table)
        case "contested_marks":
            return _contested_marks(table)
        case "rescue":
            return _rescue(table)


def winner_of(totals: Totals) -> int:
    """The side with strictly more than any other, 0 for a tie (D-087)."""
    best = max(totals)
    return totals.index(best) + 1 if totals.count(best) == 1 else 0


def _least(totals: Totals) -> int:
    return winner_of(tuple(-each for each in totals))


def _totals(table: Table, found: Sequence[UnitScore]) -> Totals:
    sides = [(table.units[each.unit].side, each.amount) for each in found]
    return tuple(sum(amount for of, amount in sides if of == side) for side in table.sides)


def _ships(table: Table) -> Iterator[Unit]:
    """All ships, gone or not; Fighters and false contacts are none (CC-140, CC-234)."""
    ships = (unit for unit in table.units.values() if not table.design(unit).fighter)
    return (unit for unit in ships if not unit.bogey)


# --- Random victory conditions ---


def _area(table: Table, parts: int, axis: int) -> ConditionScore:
    """Victory condition 1 (CC-216, D-091)."""
    along_x = axis <= 3
    sums = [[0 for _ in table.sides] for _ in range(parts)]
    units = tuple(UnitScore(each.id, table.size(each)) for each in _ships(table) if each.in_space)
    for id, size, _ in units:
        unit = table.units[id]
        sums[part_of(table, unit.spot, parts, along_x=along_x)][unit.side - 1] += size
    split = tuple(map(tuple, sums))
    totals = parts_won(split)
    return ConditionScore("area", totals, winner_of(totals), "x" if along_x else "y", split, units)


def part_of(table: Table, at: Point, parts: int, *, along_x: bool) -> int:
    """Which of the parts of the board, from 0, holds a point (D-091)."""
    where, length = (at.x, table.board.width) if along_x else (at.y, table.board.height)
    return min(parts - 1, where * parts // length)


def parts_won(sums: Sequence[Totals]) -> Totals:
    """How many parts each side wins, by the Ship Sizes of all sides in each."""
    won = [winner_of(each) for each in sums]
    return tuple(won.count(side + 1) for side in range(len(sums[0])))


def _remaining(table: Table, die: int) -> ConditionScore:
    """Victory condition 2, doubled (CC-217, D-060, D-092)."""
    basis = _basis(die)
    units = tuple(
        UnitScore(unit.id, _value(table, unit, basis) * (1 if unit.received else 2))
        for unit in _counted(table, basis)
        if unit.state == "in" and not counts_as_destroyed(table, unit)
    )
    totals = _totals(table, units)
    return ConditionScore("remaining", totals, winner_of(totals), basis, units=units)


def _lost(table: Table, die: int) -> ConditionScore:
    """Victory condition 3, doubled (CC-218, D-060, D-086, D-092)."""
    basis = _basis(die)
    units = tuple(
        UnitScore(unit.id, _value(table, unit, basis) * (1 + counts_as_destroyed(table, unit)))
        for unit in _counted(table, basis)
        if (unit.state == "fled" and not unit.vip) or counts_as_destroyed(table, unit)
    )
    totals = _totals(table, units)
    return ConditionScore("lost", totals, _least(totals), basis, units=units)


def _conditions(table: Table) -> ConditionScore:
    """Victory condition 4; a side without ships cannot win it (CC-219, D-093)."""
    units = tuple(UnitScore(unit.id, unit.received) for unit in _ships(table) if unit.state == "in")
    totals, left = _totals(table, units), sides_left(table)
    had = {side: totals[side - 1] for side in left}
    fewest = (side for side in had if all(had[side] < had[each] for each in had if each != side))
    return ConditionScore("conditions", totals, next(fewest, 0), units=units)


def _basis(die: int) -> Basis:
    return "size" if die <= 3 else "points"


def _counted(table: Table, basis: Basis) -> tuple[Unit, ...]:
    """The units that count; Fighters count in points totals only (D-056, D-060)."""
    if basis == "size":
        return tuple(_ships(table))
    return tuple(unit for unit in table.units.values() if not unit.bogey)


def _value(table: Table, unit: Unit, basis: Basis) -> int:
    design = table.design(unit)
    return design.points if basis == "points" else design.size


# --- Deep Survey ---


def refuse_survey(table: Table, unit: Unit) -> Forbidden | None:
    """Why a ship on the board cannot gain its token in step R5 (CC-222, CC-223).

    It needs an Enhance Scanners Order besides (D-096).
    """
    if table.design(unit).fighter:
        return _not_surveyed("CC-140", f"{unit.id} is a Fighter; only ships hold tokens.")
    if unit.surveyed:
        return _not_surveyed("CC-223", f"{unit.id} has its token already.")
    if is_in_far_half(table.board, unit.side, unit.spot):
        return None
    far = shown(depth(table.board, unit.side, unit.spot))
    half = shown(span(table.board, unit.side) // 2)
    why = f"{unit.id} is {far} from its starting edge; it must be more than {half} away."
    return _not_surveyed("CC-222", why)


def _not_surveyed(rule: str, why: str) -> Forbidden:
    return Forbidden(rule, why, code="E-SCENARIO")


def _deep_survey(table: Table) -> ConditionScore:
    """Tokens of ships that are not destroyed (CC-224, D-096)."""
    units = tuple(
        UnitScore(unit.id, 1)
        for unit in _ships(table)
        if unit.surveyed and unit.state != "destroyed"
    )
    totals = _totals(table, units)
    return ConditionScore("deep_survey", totals, winner_of(totals), units=units)


# --- Contested Marks ---


def mark_radius(size: int) -> int:
    """How near to a mark a ship counts for it (CC-227), in cu."""
    return 2 * size * DU


def _contested_marks(table: Table) -> ConditionScore:
    """CC-227 to 229; a ship may count for several marks."""
    units = tuple(_at_marks(table, unit) for unit in _ships(table) if unit.in_space)
    totals = _totals(table, units)
    return ConditionScore("contested_marks", totals, winner_of(totals), units=units)


def _at_marks(table: Table, unit: Unit) -> UnitScore:
    at, radius = unit.at, mark_radius(table.size(unit))
    assert at is not None
    count = sum(within(at, mark, radius) for mark in table.objectives)
    return UnitScore(unit.id, count, tuple(distance(at, mark) for mark in table.objectives))


# --- Rescue ---

RESCUE: Final = 2 * DU
"""How near to the VIP a ship takes it aboard, and another keeps it from that (D-109)."""
SLOW: Final = 2
"""The highest Velocity with which it can."""


def refuse_rescue(table: Table, unit: Unit) -> Forbidden | None:
    """Why a ship on the board cannot take the VIP aboard in step R5 (D-109).

    It needs an Enhance Scanners Order besides.
    """
    if table.design(unit).fighter:
        return _not_rescued(f"{unit.id} is a Fighter; only ships take the VIP aboard.")
    if not table.objectives:
        return _not_rescued("The VIP is not drifting any more.")
    (vip,) = table.objectives
    if (far := distance(unit.spot, vip)) > RESCUE:
        most = shown(RESCUE)
        return _not_rescued(f"{unit.id} is {shown(far)} from the VIP; {most} is the most.")
    if unit.velocity > SLOW:
        return _not_rescued(f"{unit.id} has Velocity {unit.velocity}; {SLOW} is the most.")
    near = (each for each in table.enemies(unit) if not table.design(each).fighter)
    if hinders := next((each for each in near if each.at and within(each.at, vip, RESCUE)), None):
        return _not_rescued(f"{hinders.id} is within {shown(RESCUE)} of the VIP too.")
    return None


def _not_rescued(why: str) -> Forbidden:
    return Forbidden("D-109", why, code="E-SCENARIO")


def _rescue(table: Table) -> ConditionScore:
    """The side whose ship has the VIP aboard, or has brought it home (D-109)."""
    found = table.rescuer
    units = (UnitScore(found.id, 1),) if found else ()
    totals = _totals(table, units)
    return ConditionScore("rescue", totals, winner_of(totals), units=units)
