"""Reinforcements (2.9, D-47, D-48)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from games.astral_sailors import ground, sight, zones
from games.astral_sailors.course import Course
from games.astral_sailors.events import TurnEnded, UnitReinforced
from games.astral_sailors.moves import Done, Reinforce
from games.astral_sailors.names import called
from games.astral_sailors.rules import placing, turns
from games.astral_sailors.table import Table, Unit
from games.core.refusals import Forbidden
from games.core.squares import Base, Square

ENEMY_GAP = 3
FRIEND_REACH = 8
"""Squares to every enemy at least (ASCW-57), and to one own or allied unit at most (ASCW-58)."""

CLEAR_BELOW = 32
BLOCKED_ABOVE = 96
"""Sight scores: below the first a spot is seen clearly, above the second not at all (D-39)."""

Nothing = Literal["no reserve", "no points", "no room"]


class _Watch:
    """The enemies of a unit that wants to enter unseen, made ready to look at many spots."""

    def __init__(self, table: Table, unit: Unit) -> None:
        self._table, self._unit = table, unit
        self._enemies = [(table.base(each), each) for each in placing.enemies_of(table, unit)]
        self._lookouts: dict[str, sight.Lookout] = {}
        any_view = table.agreement.silent_los == "any"
        self.needed = BLOCKED_ABOVE + 1 if any_view else CLEAR_BELOW
        """Of 128: so much of the unit has to be hidden from every enemy."""

    def seen(self, base: Base) -> tuple[Unit, int] | None:
        """An enemy from whom too little is hidden there, with the score. The nearest look first:
        they see most."""
        for _, enemy in sorted(self._enemies, key=lambda each: each[0].gap(base)):
            if enemy.code not in self._lookouts:
                self._lookouts[enemy.code] = sight.Lookout(self._table, enemy)
            score = self._lookouts[enemy.code].see(self._unit, base).score
            if score < self.needed:
                return enemy, score
        return None


def spots(table: Table, unit: Unit) -> tuple[Square, ...]:
    """Every anchor where ``unit`` may enter now, in reading order."""
    return tuple(_spots(table, unit))


def affordable(table: Table, seat: int) -> tuple[Unit, ...]:
    """Units of the seat's Reserve that its pool can pay."""
    pool = table.players[seat].pool
    return tuple(unit for unit in _reserve(table, seat) if table.kind(unit).cost <= pool)


def nothing_to_bring(table: Table, seat: int) -> Nothing | None:
    """Why there is nothing to decide in this seat's turn, so that nobody has to wait (D-76).

    With closed armies that may tell nothing of the Reserve: the turn passes only
    when the pool, which is public, buys no unit that any army has.
    """
    if not table.agreement.open_armies:
        return "no points" if table.players[seat].pool < _cheapest(table) else None
    if not _reserve(table, seat):
        return "no reserve"
    payable = affordable(table, seat)
    if not payable:
        return "no points"
    kinds = {unit.kind: unit for unit in payable}
    room = any(next(_spots(table, unit), None) is not None for unit in kinds.values())
    return None if room else "no room"


def _cheapest(table: Table) -> int:
    kinds = table.catalogue.units.values()
    return min(kind.cost for kind in kinds if kind.category != "commander")


def _reserve(table: Table, seat: int) -> tuple[Unit, ...]:
    """Commanders are never bought: they are deployed, or dead (5.3, ASCW-149)."""
    return tuple(
        unit
        for unit in table.of(seat)
        if unit.place == "reserve" and table.kind(unit).category != "commander"
    )


# --- Where ---


def _spots(table: Table, unit: Unit) -> Iterator[Square]:
    """As ``_misplaced`` decides, but distances are marked on the board once for all anchors."""
    side = table.kind(unit).base
    last = table.size - side
    silent = table.kind(unit).specials.silent
    free = _far_and_near_enough(table, unit)
    everybody = frozenset(table.units)  # whom the marks keep away already
    watch = _Watch(table, unit)
    for r in range(last + 1):
        for c in range(last + 1) if silent or r in (0, last) else (0, last):
            base = Base(c, r, side)
            if not free[r * table.size + c]:
                continue
            if not ground.stands(table, unit, base, aside=everybody):
                continue
            if zones.on_border(table, base) or watch.seen(base) is None:
                yield Square(c, r)


def _far_and_near_enough(table: Table, unit: Unit) -> bytearray:
    """By anchor (row times size plus column): 1 where no unit is in the way, enemies are far and
    friends near enough."""
    size, kind = table.size, table.kind(unit)
    silent = kind.specials.silent
    friends = [other for other in table.on_board() if not table.enemies(unit, other)]
    found = bytearray(size * size)
    if silent or (not friends and table.agreement.reinforce_alone == "anywhere"):
        found[:] = b"\1" * len(found)
    elif friends:
        for friend in friends:
            _mark(found, size, table.base(friend), kind.base, FRIEND_REACH, 1)
    else:
        zone = zones.zone(table, unit.seat)
        for at in zone:
            found[at.r * size + at.c] = zone.issuperset(Base(at.c, at.r, kind.base).squares())
    gap = table.agreement.silent_gap if silent else ENEMY_GAP
    for other in table.on_board():
        if not table.enemies(unit, other):
            reach = 0
        elif silent and table.kind(other).specials.detect:
            reach = max(gap - 1, placing.DETECTION)
        else:
            reach = max(gap - 1, 0)
        _mark(found, size, table.base(other), kind.base, reach, 0)
    return found


def _mark(board: bytearray, size: int, base: Base, side: int, reach: int, value: int) -> None:
    """Mark the anchors from which a base of ``side`` is at most ``reach`` from ``base``."""
    first, last = max(0, base.c - reach - side + 1), min(size, base.c + base.side + reach)
    for r in range(max(0, base.r - reach - side + 1), min(size, base.r + base.side + reach)):
        board[r * size + first : r * size + last] = bytes((value,)) * (last - first)


def _misplaced(table: Table, unit: Unit, base: Base, watch: _Watch) -> Forbidden | None:
    """Why the unit cannot enter on ``base``."""
    if found := placing.no_room(table, unit, base):
        return found
    silent = table.kind(unit).specials.silent
    border = zones.on_border(table, base)
    if not silent and not border:
        return Forbidden(
            "ASCW-56",
            f"{called(table, unit.code)} would cover no square of the border from "
            f"{base.anchor} on.",
            instead="Reinforcements come in over the perimeter.",
            code="NOT_ON_EDGE",
        )
    return (
        placing.detected(table, unit, base)
        or _enemy_near(table, unit, base)
        or (None if silent else _friend_far(table, unit, base))
        or (None if border else _in_sight(table, unit, base, watch))
    )


def _enemy_near(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    silent = table.kind(unit).specials.silent
    gap = table.agreement.silent_gap if silent else ENEMY_GAP
    enemy, distance = placing.nearest_enemy(table, unit, base)
    if enemy is None or distance >= gap:
        return None
    return Forbidden(
        "ASCW-57",
        f"{called(table, enemy.code)} would be {distance} away; reinforcements keep {gap} or more "
        "from every enemy.",
        code="ENEMY_NEAR",
    )


def _friend_far(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    friends = [other for other in table.on_board() if not table.enemies(unit, other)]
    if not friends:
        return _alone(table, unit, base)
    nearest = min(friends, key=lambda other: (table.base(other).gap(base), other.code))
    distance = table.base(nearest).gap(base)
    if distance <= FRIEND_REACH:
        return None
    return Forbidden(
        "ASCW-58",
        f"The nearest unit of your team, {called(table, nearest.code)}, would be {distance} away; "
        f"{FRIEND_REACH} is the most.",
        code="FRIEND_FAR",
    )


def _alone(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    """Without a unit of the team in the game area, the own zone takes its place (D-47)."""
    if table.agreement.reinforce_alone == "anywhere":
        return None
    zone = zones.zone(table, unit.seat)
    outside = next((at for at in base.squares() if at not in zone), None)
    if outside is None:
        return None
    return Forbidden(
        "ASCW-D47",
        f"Your team has no unit in the game area, and {outside} is outside your deployment zone.",
        instead=f"Your zone: {placing.extent(zone)}.",
        code="FRIEND_FAR",
    )


def _in_sight(table: Table, unit: Unit, base: Base, watch: _Watch) -> Forbidden | None:
    """Off the border no enemy may see a Silent unit come (ASCW-156)."""
    seen = watch.seen(base)
    if seen is None:
        return None
    enemy, score = seen
    how = "clearly" if score < CLEAR_BELOW else "in half cover"
    return Forbidden(
        "ASCW-156",
        f"{called(table, enemy.code)} would see {called(table, unit.code)} {how} on "
        f"{base.anchor}: {score} of 128 are hidden, and {watch.needed} must be.",
        instead="Take a spot of the border, or one that no enemy sees.",
        code="IN_SIGHT",
    )


# --- Moves ---


def refusal(table: Table, seat: int, move: Reinforce | Done) -> Forbidden | None:
    """Why it cannot be. ``seat`` is the one whose army it is."""
    if isinstance(move, Done):
        return placing.no_hold(move.hold)
    unit = table.units.get(move.unit)
    if unit is None or unit.seat != seat:
        return placing.not_in_reserve(table, seat, move.unit, "ASCW-55")
    kind = table.kind(unit)
    base = Base(move.at.c, move.at.r, kind.base)
    return _unavailable(table, unit) or _misplaced(table, unit, base, _Watch(table, unit))


def _unavailable(table: Table, unit: Unit) -> Forbidden | None:
    """Why the unit cannot be brought anywhere."""
    kind, pool = table.kind(unit), table.players[unit.seat].pool
    if kind.category == "commander" and not unit.on_board:
        return Forbidden(
            "ASCW-149",
            f"{called(table, unit.code)} is a Commander; Commanders never come from the Reserve, "
            "and a dead one is gone for good.",
            code="DEAD_COMMANDER",
        )
    if unit.place != "reserve":
        return placing.not_in_reserve(table, unit.seat, unit.code, "ASCW-55")
    if kind.cost > pool:
        return Forbidden(
            "ASCW-54",
            f"{called(table, unit.code)} costs {kind.cost} points and your pool holds {pool}.",
            code="NOT_ENOUGH_POINTS",
        )
    return None


def perform(course: Course, seat: int, move: Reinforce | Done) -> None:
    """Make a legal one. The turn ends by itself when nothing more can be brought (D-76)."""
    turns.count_move(course)
    if isinstance(move, Done):
        _end(course, seat)
        return
    cost = course.kind(move.unit).cost
    player = replace(course.player(seat), pool=course.player(seat).pool - cost)
    course.put_player(player)
    course.put(placing.placed(course.unit(move.unit), move.at, move.facing))
    course.tell(
        UnitReinforced(unit=move.unit, at=move.at, facing=move.facing, cost=cost, pool=player.pool)
    )
    if nothing_to_bring(course.table, seat) is None:
        course.then("check")
    else:
        _end(course, seat)


def _end(course: Course, seat: int) -> None:
    course.tell(TurnEnded(seat=seat))
    course.then("check", "next-turn")
