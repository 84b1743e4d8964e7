"""Reinforcements: where they may enter, and how they do (2.9, D-47, D-48)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from operator import or_

from games.astral_sailors import events as e
from games.astral_sailors.board import line_of_sight, zones
from games.astral_sailors.board.line_of_sight import Thing, foot, things
from games.astral_sailors.board.terrain import anchor, around, gait, land_of, places, taken
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.names import called
from games.astral_sailors.notation import At, Toward, UnitCode
from games.astral_sailors.rules.turns import placing, turns
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import Request
from games.core.geometry.squares import Base, Square
from games.core.moves import move
from games.core.types import Decision, Forbidden

ENEMY_GAP = 3
FRIEND_REACH = 8
"""Squares to every enemy at least (ASCW-57), and to one own or allied unit at most (ASCW-58)."""

TOO_CLOSE = ("ASCW-57", "stay", "ENEMY_NEAR")

CLEAR_BELOW = 32
BLOCKED_ABOVE = 96
"""Sight scores: below the first a spot is seen clearly, above the second not at all (D-39)."""


class _Watch:
    """Enemies of units that want to enter unseen, made ready to look at many spots.

    ``needed``  of 128: so much of a unit has to be hidden from every enemy
    """

    def __init__(
        self,
        kinds: Mapping[str, UnitKind],
        around: tuple[Thing, ...],
        enemies: tuple[Unit, ...],
        needed: int,
    ) -> None:
        self._kinds, self._around, self.needed = kinds, around, needed
        self._enemies = [(Base(e.c, e.r, kinds[e.kind].base), e) for e in enemies]
        self._lookouts: dict[str, line_of_sight.Lookout] = {}
        self._last: Unit | None = None
        self._known: dict[tuple[int, int, Base], bool] = {}

    def seen(self, unit: Unit, base: Base) -> tuple[Unit, int] | None:
        """The nearest enemy from whom too little of ``unit`` is hidden there, with the score."""
        for _, enemy in sorted(self._enemies, key=lambda each: each[0].gap(base)):
            if self._sees(enemy, unit, base):
                return enemy, self._score(enemy, unit, base)
        return None

    def hidden(self, unit: Unit, base: Base) -> bool:
        """Whether nobody sees it there: the same for all units of one size.

        Who sees one spot mostly sees the next: they look first.
        """
        kind = self._kinds[unit.kind]
        alike = foot(kind), kind.height, base
        if alike not in self._known:
            seen = self._last is not None and self._sees(self._last, unit, base)
            if not seen and (found := self.seen(unit, base)):
                seen, self._last = True, found[0]
            self._known[alike] = not seen
        return self._known[alike]

    def _sees(self, enemy: Unit, unit: Unit, base: Base) -> bool:
        return self._score(enemy, unit, base) < self.needed

    def _score(self, enemy: Unit, unit: Unit, base: Base) -> int:
        """The sight score for an enemy, exact only below ``needed``."""
        if enemy.code not in self._lookouts:
            self._lookouts[enemy.code] = line_of_sight.Lookout(self._kinds, enemy, self._around)
        return self._lookouts[enemy.code].see(unit, base, self.needed).score


def _watch(table: Table, unit: Unit) -> _Watch:
    """The enemies of a unit of the Reserve."""
    needed = BLOCKED_ABOVE + 1 if table.agreement.silent_los == "any" else CLEAR_BELOW
    enemies = placing.enemies_of(table, unit)
    return _watching(table.agreement.pack, things(table), enemies, needed)


@lru_cache(maxsize=32)
def _watching(
    pack: str, around: tuple[Thing, ...], enemies: tuple[Unit, ...], needed: int
) -> _Watch:
    """What enemies see, cached for the next question about the same board."""
    return _Watch(catalogue_of(pack).units, around, enemies, needed)


def spots(table: Table, unit: Unit) -> tuple[Square, ...]:
    """Every anchor where ``unit`` may enter now, in reading order."""
    border, inner = _free(table, unit)
    return tuple(_unseen(table, unit, border | inner, border))


def any_spot(table: Table, unit: Unit) -> Square | None:
    """One of them if there is one: on the border, where it may be seen, if there is one there."""
    border, inner = _free(table, unit)
    return next(_unseen(table, unit, border or inner, border), None)


def _free(table: Table, unit: Unit) -> tuple[int, int]:
    """The anchors, as sets as in ``Land``, at which only sight can be an obstacle: on the border,
    where it is none, and elsewhere. As ``entry_refusal`` decides, but for all at once."""
    kind = table.kind(unit)
    silent = kind.specials.silent
    free = land_of(table, gait(kind)).rest & ~taken(table, unit, kind.base)[1]
    free &= ~placing.too_near(table, unit, _gap(table, unit))
    inner = around(table.size, Base(1, 1, table.size - kind.base - 1), 1, 0)
    if not silent:
        free = _near_enough(table, unit, free & ~inner)
    return free & ~inner, free & inner


def _unseen(table: Table, unit: Unit, among: int, border: int) -> Iterator[Square]:
    """Sight, which is dear, is asked last, and not at all on the border."""
    side = table.kind(unit).base
    watch = None
    for place in places(among):
        at = anchor(table.size + 1, place)
        if not border >> place & 1:
            watch = watch or _watch(table, unit)
            if not watch.hidden(unit, Base(at.c, at.r, side)):
                continue
        yield at


def _near_enough(table: Table, unit: Unit, free: int) -> int:
    """Those anchors of ``free``, a set as in ``Land``, from which a friend is near enough; in the
    own zone if there is none."""
    side = table.kind(unit).base
    friends = [other for other in table.on_board() if not table.enemies(unit, other)]
    if friends:
        near = (around(table.size, table.base(each), side, FRIEND_REACH) for each in friends)
        return free & reduce(or_, near)
    return free & zones.anchors(table, unit.seat, side) if _is_bound_home(table) else free


def _is_bound_home(table: Table) -> bool:
    """Whether units enter in their own zone while no friend is on the board (D-47)."""
    return table.agreement.reinforce_alone == "own_zone"


def _gap(table: Table, unit: Unit) -> int:
    """How far from every enemy a unit enters."""
    silent = table.kind(unit).specials.silent
    return table.agreement.silent_gap if silent else ENEMY_GAP


def entry_refusal(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    """Why the unit cannot enter on ``base``."""
    if found := placing.no_room(table, unit, base):
        return found
    silent, border = table.kind(unit).specials.silent, zones.on_border(table, base)
    if not silent and not border:
        name = called(table, unit.code)
        why = f"{name} on {base.anchor} would not touch the edge of the board."
        can = "Choose a square on the edge: reinforcements enter there."
        return Forbidden("ASCW-56", why, instead=can, code="NOT_ON_EDGE")
    return (
        placing.detected(table, unit, base)
        or placing.too_close(table, unit, base, _gap(table, unit), *TOO_CLOSE)
        or (None if silent else _friend_far(table, unit, base))
        or (None if border else _in_sight(table, unit, base))
    )


def _friend_far(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    if friends := [other for other in table.on_board() if not table.enemies(unit, other)]:
        nearest = min(friends, key=lambda other: (table.base(other).gap(base), other.code))
        name, distance = called(table, nearest.code), table.base(nearest).gap(base)
        if distance <= FRIEND_REACH:
            return None
        why = (
            f"The nearest unit of your team, {name}, would be {distance} away; "
            f"the limit is {FRIEND_REACH}."
        )
        return Forbidden("ASCW-58", why, code="FRIEND_FAR")
    zone = zones.zone(table, unit.seat)
    outside = next((at for at in base.squares() if at not in zone), None)
    if outside is None or not _is_bound_home(table):
        return None
    why = f"Your team has no unit on the board, and {outside} is outside your deployment zone."
    can = f"Your zone: {placing.extent(zone)}."
    return Forbidden("ASCW-D47", why, instead=can, code="FRIEND_FAR")


def _in_sight(table: Table, unit: Unit, base: Base) -> Forbidden | None:
    """Off the border no enemy may see a Silent unit come (ASCW-156)."""
    watch = _watch(table, unit)
    if (seen := watch.seen(unit, base)) is None:
        return None
    enemy, score = seen
    how = "clearly" if score < CLEAR_BELOW else "in half cover"
    why = (
        f"{called(table, enemy.code)} would see {called(table, unit.code)} {how} on "
        f"{base.anchor}: {score} of its 128 parts are hidden, but {watch.needed} must be."
    )
    can = "Choose a square on the edge, or one that no enemy can see."
    return Forbidden("ASCW-156", why, instead=can, code="IN_SIGHT")


# --- What can be brought ---


def affordable(table: Table, seat: int) -> tuple[Unit, ...]:
    """Units of the seat's Reserve that its pool can pay."""
    pool = table.players[seat].pool
    return tuple(unit for unit in _reserve(table, seat) if table.kind(unit).cost <= pool)


def nothing_to_bring(table: Table, seat: int) -> e.Skipped | None:
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
    room = any(any_spot(table, unit) is not None for unit in kinds.values())
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


# --- Moves ---


@move("reinforce", "reinforce", "BRING {unit} {at} {facing}")
class Reinforce(Move):
    unit: UnitCode
    at: At
    facing: Toward

    def refuse(self, request: Request) -> Forbidden | None:
        """Why the unit of the army whose turn it is cannot enter there."""
        table, seat = request.view.table, request.view.table.turn.seat
        unit = table.units.get(self.unit)
        if unit is None or unit.seat != seat:
            return placing.not_in_reserve(table, seat, self.unit, "ASCW-55")
        kind = table.kind(unit)
        base = Base(self.at.c, self.at.r, kind.base)
        return _unavailable(table, unit) or entry_refusal(table, unit, base)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """The turn ends by itself when nothing more can be brought (D-76)."""
        turns.count_move(builder)
        seat, cost = builder.table.turn.seat, builder.kind(self.unit).cost
        pool = builder.player(seat).pool - cost
        builder.put_player(seat, pool=pool)
        placing.appears(builder, self.unit, self.at, self.facing)
        builder.tell(e.UnitReinforced(self.unit, self.at, self.facing, cost, pool))
        if nothing_to_bring(builder.table, seat) is None:
            builder.then("check")
        else:
            _end(builder, seat)


def _unavailable(table: Table, unit: Unit) -> Forbidden | None:
    """Why the unit cannot be brought anywhere."""
    kind, pool, name = table.kind(unit), table.players[unit.seat].pool, called(table, unit.code)
    if kind.category == "commander" and not unit.on_board:
        why = f"{name} is a Commander, and Commanders never come from the Reserve."
        return Forbidden("ASCW-149", why, code="DEAD_COMMANDER")
    if unit.place != "reserve":
        return placing.not_in_reserve(table, unit.seat, unit.code, "ASCW-55")
    if kind.cost <= pool:
        return None
    why = f"{name} costs {kind.cost} points, but your pool holds {pool}."
    return Forbidden("ASCW-54", why, code="NOT_ENOUGH_POINTS")


def end(builder: StepBuilder) -> None:
    """The turn is over."""
    turns.count_move(builder)
    _end(builder, builder.table.turn.seat)


def _end(builder: StepBuilder, seat: int) -> None:
    builder.tell(e.TurnEnded(seat))
    builder.then("check", "next-turn")
