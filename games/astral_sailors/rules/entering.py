"""Where reinforcements may enter: distances, the border, and the ways of Silent units.

ASCW-56 to 58, 141, 155, 156, D-47, D-48.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors import ground, sight, zones
from games.astral_sailors.names import called
from games.astral_sailors.rules import placing
from games.astral_sailors.table import Table, Unit
from games.core.refusals import Forbidden
from games.core.squares import Base, Square

ENEMY_GAP = 3
FRIEND_REACH = 8
"""Squares to every enemy at least (ASCW-57), and to one own or allied unit at most (ASCW-58)."""

CLEAR_BELOW = 32
BLOCKED_ABOVE = 96
"""Sight scores: below the first a spot is seen clearly, above the second not at all (D-39)."""


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


def has_spot(table: Table, unit: Unit) -> bool:
    """Whether there is one."""
    return next(_spots(table, unit), None) is not None


def _spots(table: Table, unit: Unit) -> Iterator[Square]:
    """As ``refusal`` decides, but distances are marked on the board once for all anchors."""
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


def refusal(table: Table, unit: Unit, base: Base) -> Forbidden | None:
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
        or (None if border else _in_sight(table, unit, base))
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


def _in_sight(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    """Off the border no enemy may see a Silent unit come (ASCW-156)."""
    watch = _Watch(table, unit)
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
