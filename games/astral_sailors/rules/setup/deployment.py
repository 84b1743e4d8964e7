"""The first deployment (2.5, D-52, D-70)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.astral_sailors import events as e
from games.astral_sailors.board import zones
from games.astral_sailors.board.terrain import anchor, gait, land_of, places, taken
from games.astral_sailors.names import called, counted, listed
from games.astral_sailors.notation import At, Toward, UnitCode
from games.astral_sailors.rules.turns import placing, turns
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import DiceOff, Move
from games.astral_sailors.view import Request
from games.core.geometry.squares import Base, Facing, Square
from games.core.moves import move
from games.core.types import Decision, Forbidden

MOST = 45
"""Points of units in the first deployment, Commanders not counted (ASCW-36)."""

TOO_CLOSE = ("ASCW-D52", "deploy", "TOO_CLOSE")

MOST_MILITARY = 39
"""Points of military units that the bot deploys, so that civilians find room (D-70)."""


def begin(builder: StepBuilder, about: str) -> None:
    """Step ``deployment``: targets not named take their default; teams roll who begins."""
    turns.nobodys(builder)
    builder.change(phase="deployment")
    for team, secret in enumerate(builder.secrets):
        if secret.asked and (others := objectives.targets(builder.table, team)):
            objectives.set_target(builder, team, others[0])
    builder.push(DiceOff("deployment", turns.teams(builder.table)))


def ordered(builder: StepBuilder, team: int) -> None:
    """The dice-off is won by ``team``."""
    order = turns.line(builder.table, team)
    builder.tell(e.TurnOrder(order))
    builder.turn(order=order)
    _go_on(builder, 0)


def next_turn(builder: StepBuilder, about: str) -> None:
    """Step ``next-deployment``: the next player, or the first round."""
    _go_on(builder, builder.table.turn.at + 1)


def _go_on(builder: StepBuilder, first: int) -> None:
    """The next in the order, from place ``first`` on. For who wished so with the army, the bot
    deploys."""
    order = builder.table.turn.order
    for at in range(first, len(order)):
        player = builder.player(order[at])
        if not turns.takes_part(player) or player.deployed:
            continue
        turns.give(builder, replace(builder.table.turn, at=at))
        if builder.sheets[player.seat].auto:
            place_rest(builder)
        return
    turns.nobodys(builder)
    builder.then("begin-round")


# --- Legality ---


def spent(table: Table, seat: int) -> int:
    """Points of the seat's deployed units, Commanders not counted."""
    return sum(
        table.kind(unit).cost
        for unit in table.of(seat)
        if unit.on_board and table.kind(unit).category != "commander"
    )


def spots(table: Table, unit: Unit) -> tuple[Square, ...]:
    """Every anchor of its zone where ``unit`` may be deployed, in reading order."""
    kind = table.kind(unit)
    land = land_of(table, gait(kind))
    _, taken_by_units = taken(table, unit, kind.base)
    free = land.rest & ~taken_by_units & zones.anchors(table, unit.seat, kind.base)
    free &= ~placing.too_near(table, unit, table.agreement.deploy_gap)
    return tuple(anchor(land.stride, place) for place in places(free))


@move("deploy", "deploy", "DEPLOY {unit} {at} {facing}", quick=True)
class Deploy(Move):
    unit: UnitCode
    at: At
    facing: Toward

    def refuse(self, request: Request) -> Forbidden | None:
        """Why the unit of the army whose turn it is cannot be put there."""
        table = request.view.table
        unit = table.units.get(self.unit)
        if unit is None or unit.seat != table.turn.seat or unit.place not in ("reserve", "board"):
            return placing.not_in_reserve(table, table.turn.seat, self.unit, "ASCW-36")
        return _points(table, unit) or _place(table, unit, self.at)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        turns.count_move(builder)
        placing.appears(builder, self.unit, self.at, self.facing)
        builder.tell(e.UnitDeployed(self.unit, self.at, self.facing))
        builder.then("check")


def _points(table: Table, unit: Unit) -> Forbidden | None:
    kind, before = table.kind(unit), spent(table, unit.seat)
    after = before + kind.cost
    if kind.category == "commander" or unit.on_board or after <= MOST:
        return None
    why = (
        f"{called(table, unit.code)} costs {kind.cost}, which would bring your deployment from "
        f"{before} to {after} points; the limit is {MOST}."
    )
    can = f"You can still deploy {counted(MOST - before, 'point')}."
    return Forbidden("ASCW-36", why, instead=can, code="OVER_45")


def _place(table: Table, unit: Unit, at: Square, *, crowded: bool = False) -> Forbidden | None:
    """Why the unit cannot be deployed on this anchor, points and, ``crowded``, enemies apart."""
    base, gap = Base(at.c, at.r, table.kind(unit).base), table.agreement.deploy_gap
    zone = zones.zone(table, unit.seat)
    outside = next((each for each in base.squares() if each not in zone), None)
    if outside is not None:
        why = f"{called(table, unit.code)} would stand on {outside}, outside your zone."
        can = f"Your zone: {placing.extent(zone)}."
        return Forbidden("ASCW-34", why, instead=can, code="NOT_YOUR_ZONE")
    return (
        placing.no_room(table, unit, base)
        or placing.detected(table, unit, base)
        or (None if crowded else placing.too_close(table, unit, base, gap, *TOO_CLOSE))
    )


@move("take-back", "deploy", "UNDO {unit}", quick=True)
class TakeBack(Move):
    """Undo the deployment of one unit."""

    unit: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        own = [each.code for each in table.of(table.turn.seat) if each.on_board]
        if self.unit in own:
            return None
        why = f"You have not deployed {self.unit}."
        can = f"You have deployed {listed(own)}." if own else "You have deployed nothing yet."
        return Forbidden("ASCW-D52", why, instead=can, code="NOT_DEPLOYED")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        turns.count_move(builder)
        unit = builder.unit(self.unit)
        builder.put(unit, place="reserve", c=-1, r=-1, facing=Facing.N)
        builder.tell(e.UnitUndeployed(self.unit))


def commanders_missing(table: Table) -> Forbidden | None:
    missing = [
        called(table, unit.code)
        for unit in table.of(table.turn.seat)
        if unit.place == "reserve" and table.kind(unit).category == "commander"
    ]
    if not missing:
        return None
    verb, can = "has" if len(missing) == 1 else "have", "Commanders cost nothing to deploy."
    why = f"Every Commander must be deployed; {listed(missing)} {verb} not been."
    return Forbidden("ASCW-D52", why, instead=can, code="COMMANDER_MISSING")


# --- Deploying ---


@move("deploy-rest", "deploy", "DEPLOY REST")
class DeployRest(Move):
    """Let the bot place what is not deployed yet, and end the deployment (D-70)."""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        place_rest(builder)


def place_rest(builder: StepBuilder) -> None:
    """The bot deploys the rest of the army whose turn it is, and its deployment ends."""
    seat = builder.table.turn.seat
    if rest := automatic(builder.table, seat):
        for each in rest:
            placing.appears(builder, each.unit, each.at, each.facing)
        units, squares, facings = zip(
            *((one.unit, one.at, one.facing) for one in rest), strict=True
        )
        builder.tell(e.RestDeployed(seat, units, squares, facings))
    end_turn(builder)


def end_turn(builder: StepBuilder) -> None:
    turns.count_move(builder)
    seat = builder.table.turn.seat
    builder.put_player(seat, deployed=True)
    builder.tell(e.DeploymentDone(seat))
    builder.then("check", "next-deployment")


def automatic(table: Table, seat: int) -> tuple[Deploy, ...]:
    """What the bot deploys for an absent player, in order (D-70)."""
    found = []
    facing = zones.inward(table, seat)
    sums = {"military": MOST_MILITARY, "civilian": MOST}
    for unit in _in_order(table, seat):
        kind = table.kind(unit)
        limit = sums["military" if kind.military else "civilian"]
        free = kind.category == "commander"
        if not free and spent(table, seat) + kind.cost > limit:
            continue
        at = next(_anchors(table, unit), None)
        if at is None and free:  # for a Commander alone the distance to enemies is waived
            at = next(_anchors(table, unit, crowded=True), None)
        if at is not None:
            found.append(Deploy(unit.code, at, facing))
            table = table.put(placing.placed(unit, at, facing))
    return tuple(found)


def _in_order(table: Table, seat: int) -> list[Unit]:
    """Commanders, then military units from the dearest, then civilians from the cheapest."""

    def rank(unit: Unit) -> tuple[int, ...]:
        kind = table.kind(unit)
        if kind.category == "commander":
            return False, unit.number
        return True, -kind.cost if kind.military else kind.cost, unit.number

    return sorted((unit for unit in table.of(seat) if unit.place == "reserve"), key=rank)


def _anchors(table: Table, unit: Unit, *, crowded: bool = False) -> Iterator[Square]:
    """Legal anchors, best first: fighters far from their own edge, the others near it."""
    kind = table.kind(unit)
    edge = zones.own_edge(table, unit.seat)
    ahead = kind.military and kind.category != "commander"

    def rank(at: Square) -> tuple[int, int, int, int]:
        base = Base(at.c, at.r, kind.base)
        far = zones.from_edge(table.size, edge, base)
        return -far if ahead else far, zones.off_middle(table, unit.seat, base), at.c, at.r

    for at in sorted(zones.zone(table, unit.seat), key=rank):
        if _place(table, unit, at, crowded=crowded) is None:
            yield at
