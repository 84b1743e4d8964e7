"""Which enemies could attack a unit in their next turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.core.geometry.plane import Point, squared, within
from games.galaxy_aflame.rules import shooting, transports
from games.galaxy_aflame.table import Table, Unit, other


@dataclass(frozen=True, slots=True)
class Threat:
    """``target`` can be attacked by the enemies of these codes in their next turn.

    ``now``    from where they stand
    ``later``  after a move, or out of a transport
    """

    target: str
    now: tuple[str, ...]
    later: tuple[str, ...]


def threatened_units(table: Table) -> Iterator[Threat]:
    """The enemies that could attack each unit on the table, in the order of the units."""
    if table.phase not in ("reinforce", "turn"):
        return
    for target in table.on_table():
        found = dict(threats_to(table, target, target.spot))
        now = tuple(code for code, first in found.items() if first)
        later = tuple(code for code, first in found.items() if not first)
        if found:
            yield Threat(target.code, now, later)


def threats_to(table: Table, unit: Unit, at: Point) -> Iterator[tuple[str, bool]]:
    """The codes of the enemies that could attack a unit at a place, and whether without a move."""
    for enemy in table.in_play(other(unit.seat)):
        if not can_harm(table, enemy, unit):
            continue
        close = only_close(table, enemy, unit)
        if enemy.at is not None and reaches(table, enemy, enemy.at, at, close=close):
            yield enemy.code, True
        elif comes_near(table, enemy, at, close=close):
            yield enemy.code, False


def can_harm(table: Table, enemy: Unit, unit: Unit) -> bool:
    """Whether an enemy may ever attack a unit (GA-76)."""
    card, agreement = table.card(enemy), table.agreement
    if not table.card(unit).vehicle or card.anti_vehicle or agreement.small_arms_shake:
        return True
    last = agreement.last_resort and "C" in card.ranges
    return last and not shooting.has_anti_vehicle(table, enemy.seat)


def only_close(table: Table, enemy: Unit, unit: Unit) -> bool:
    """Whether what can harm a unit does so at hand range only: the last resort (GA-76)."""
    armed = table.card(enemy).anti_vehicle or table.agreement.small_arms_shake
    return table.card(unit).vehicle and not armed


def reaches(table: Table, enemy: Unit, start: Point, at: Point, *, close: bool = False) -> bool:
    """Whether a shot from one place to another has the range and the line of sight (GA-47)."""
    card, agreement, far = table.card(enemy), table.agreement, squared(start, at)
    if far <= agreement.hand**2:
        in_range = "C" in card.ranges
    else:
        in_range = "T" in card.ranges or ("A" in card.ranges and far <= agreement.reach**2)
        in_range = in_range and not close
    return in_range and (not agreement.los or card.indirect or table.ground.sees(start, at))


def comes_near(table: Table, enemy: Unit, at: Point, *, close: bool = False) -> bool:
    """Whether an enemy gets within its longest range of a place with one move; what stands in its
    way is not looked at."""
    start, ranges = table.place(enemy), table.card(enemy).ranges
    if start is None:
        return False
    if "T" in ranges and not close:
        return True
    most = table.agreement.reach if "A" in ranges and not close else table.agreement.hand
    return within(start, at, most + _move(table, enemy))


def _move(table: Table, unit: Unit) -> int:
    """How far a unit gets before it shoots: its move, or that of its transport and the way out."""
    carrier = table.carrier(unit.code)
    if carrier is None:
        return 0 if unit.limited or unit.shaken else table.card(unit).move
    return table.card(carrier).move + transports.BESIDE
