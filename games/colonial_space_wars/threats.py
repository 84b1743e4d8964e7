"""What units could attack when they are next activated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from games.colonial_space_wars.rules import attacks, movement
from games.colonial_space_wars.table import Table, Unit, other
from games.colonial_space_wars.table.board import Bits
from games.core.geometry.squares import Square
from games.core.types import Seat


class ThreatRange(NamedTuple):
    """Where a unit could stand, and the squares that it could attack from there."""

    unit: Unit
    stands: Bits
    squares: Bits

    def holds(self, table: Table, target: Unit, at: Square) -> bool:
        """Whether a target on a square could be chosen; a camouflaged one only from near by."""
        bit = table.board.bit(at)
        if not self.squares & bit:
            return False
        return not attacks.is_hidden(table, target) or bool(
            self.stands & _spread(table, bit, attacks.CAMOUFLAGED_BEYOND)
        )


@dataclass(frozen=True, slots=True)
class Threat:
    """``target`` can be attacked with ``points`` in all by the enemies of these codes.

    ``now``    that could do so from where they stand
    ``later``  that must move first
    """

    target: str
    now: tuple[str, ...]
    later: tuple[str, ...]
    points: int


def ranges(table: Table, seat: Seat) -> Iterator[ThreatRange]:
    """Those of the enemies of a seat, if the pool suffices for all of them. Who is inside a
    transport gets off where it has been driven to."""
    for enemy in table.in_play(other(seat)):
        kind = table.kind(enemy)
        if kind.range and max(kind.attack):
            stands = _stands(table, enemy)
            yield ThreatRange(enemy, stands, _spread(table, stands, kind.range))


def threatened(table: Table, seat: Seat) -> Bits:
    """The squares that some enemy of a seat could attack."""
    found = 0
    for each in ranges(table, seat):
        found |= each.squares
    return found


def threatened_units(table: Table) -> Iterator[Threat]:
    """The threats to each unit on the board that an enemy could attack, in order."""
    if table.phase != "turn":
        return
    found = {seat: list(ranges(table, seat)) for seat in (Seat(0), Seat(1))}
    for target in table.on_board():
        kind = table.kind(target)
        near = [
            each.unit
            for each in found[target.seat]
            if table.kind(each.unit).attack[not kind.light]
            and each.holds(table, target, target.square)
        ]
        now = [unit.code for unit in near if _attacks(table, unit, target)]
        later = [unit.code for unit in near if unit.code not in now]
        points = sum(table.kind(unit).attack[not kind.light] for unit in near)
        if near:
            yield Threat(target.code, tuple(now), tuple(later), points)


def _attacks(table: Table, unit: Unit, target: Unit) -> bool:
    at = unit.at
    return at is not None and attacks.out_of_sight(table, unit, target, at) is None


def _stands(table: Table, unit: Unit) -> Bits:
    carrier, board = table.carrier(unit.code), table.board
    points = table.kind(unit).movement
    if carrier is None:
        return _ground(table, unit, board.bits(filter(None, (unit.at,))), points)
    if carrier.at is None:
        return 0
    driven = _ground(table, carrier, board.bit(carrier.at), table.kind(carrier).movement)
    free = board.all & ~table.occupied() & ~board.cliffs
    return _ground(table, unit, board.spread(driven) & free, points - 1)


def _ground(table: Table, unit: Unit, starts: Bits, points: int) -> Bits:
    """Where a unit can stop that starts on one of some squares."""
    found = 0
    for layer in islice(movement.layers(table, unit, starts), 1, points + 1):
        found |= layer
    return starts | found & ~table.occupied() & ~table.board.cliffs


def _spread(table: Table, bits: Bits, distance: int) -> Bits:
    """All squares at most so far away; next to a type C corner only from further off (CSW-76)."""
    flying = distance >= attacks.UNBLOCKED
    for _ in range(distance):
        bits |= table.board.spread(bits, flying=flying)
    return bits
