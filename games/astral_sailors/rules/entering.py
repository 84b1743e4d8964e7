"""Where reinforcements may enter: distances, the border, and the ways of Silent units.

ASCW-56 to 58, 141, 155, 156, D-47, D-48.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.astral_sailors import sight, zones
from games.astral_sailors.land import anchor, around, gait, land_of, places, taken
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
    """As ``refusal`` decides, but for all anchors at once; sight, which is dear, comes last."""
    kind = table.kind(unit)
    land = land_of(table, gait(kind))
    last = table.size - kind.base
    free = land.rest & ~taken(table, unit, kind.base)[1] & _near_enough(table, unit)
    gap = table.agreement.silent_gap if kind.specials.silent else ENEMY_GAP
    free &= ~placing.too_near(table, unit, gap)
    if not kind.specials.silent:
        free &= ~around(table.size, Base(1, 1, last - 1), 1, 0)
    watch = _Watch(table, unit)
    for place in places(free):
        at = anchor(land.stride, place)
        base = Base(at.c, at.r, kind.base)
        if zones.on_border(table, base) or watch.seen(base) is None:
            yield at


def _near_enough(table: Table, unit: Unit) -> int:
    """The anchors, as a set of ``land``, from which a friend is near enough; in the own zone if
    there is none."""
    kind = table.kind(unit)
    friends = [other for other in table.on_board() if not table.enemies(unit, other)]
    everywhere = around(table.size, Base(0, 0, table.size), kind.base, 0)
    if kind.specials.silent or (not friends and table.agreement.reinforce_alone == "anywhere"):
        return everywhere
    if not friends:
        return zones.anchors(table, unit.seat, kind.base)
    found = 0
    for friend in friends:
        found |= around(table.size, table.base(friend), kind.base, FRIEND_REACH)
    return found


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
