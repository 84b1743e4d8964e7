"""Initiative, role, zone and deployment (2.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from games.colonial_space_wars import events as e
from games.colonial_space_wars.notation import ROLE, ZONE, At, Move, UnitCode
from games.colonial_space_wars.rules import transports, turns
from games.colonial_space_wars.rules.movement import not_free, off_board
from games.colonial_space_wars.rules.values import forbid, no_unit, piece
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Table, Unit, Zone, other
from games.colonial_space_wars.view import Request
from games.core.geometry.squares import Square
from games.core.moves import also, move
from games.core.types import Chance, Decision, Forbidden, Roll, Rolled, Seat

FAR = 3
"""A unit with a longer range than this stays on the row at its own edge (CSW-A09)."""
DICE = Chance((Roll(1, 6, "Red's initiative"), Roll(1, 6, "Blue's initiative")))

# --- Initiative, role and zone ---


def rolled(builder: StepBuilder, faces: Rolled) -> None:
    """The higher roll wins the initiative; ties are rolled again (CSW-20)."""
    (red,), (blue,) = faces.faces
    winner = None if red == blue else Seat(int(blue > red))
    builder.tell(e.InitiativeRolled((red, blue), winner))
    if winner is None:
        return
    builder.change(winner=winner)
    if builder.table.agreement.initiative == "winner_attacks" or builder.table.auto[winner]:
        set_attacker(builder, winner)
    else:
        builder.change(phase="role", active=winner)


def set_attacker(builder: StepBuilder, attacker: Seat) -> None:
    builder.change(phase="zone", attacker=attacker, active=attacker)
    builder.tell(e.RolesSet(attacker))
    if builder.table.auto[attacker]:
        _set_zone(builder, "south")


@move("role", "role", "ROLE {attacker}[ {zone}] | {attacker}[ {zone}]")
class Role(Move):
    """``ROLE ATTACKER`` (CSW-21), ``ROLE ATTACKER SOUTH`` with the zone (CSW-22)"""

    attacker: Annotated[bool, ROLE]
    zone: Annotated[Literal["north", "south", ""], ZONE] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        if self.attacker or not self.zone:
            return None
        return forbid("OPTION", "22", "The attacker chooses the zone.", "Write ROLE DEFENDER.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        set_attacker(builder, decision.seat if self.attacker else other(decision.seat))
        if self.zone:
            _set_zone(builder, self.zone)


@move("zone", "zone", "ZONE {zone} | {zone}")
class ChooseZone(Move):
    """``ZONE NORTH`` (CSW-22)"""

    zone: Annotated[Literal["north", "south"], ZONE]

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _set_zone(builder, self.zone)


def _set_zone(builder: StepBuilder, chosen: Zone) -> None:
    """The attacker deploys first (CSW-24)."""
    attacker = builder.table.attacker
    builder.change(phase="deploy", zone=chosen)
    builder.tell(e.ZonesSet(attacker, chosen))
    _deploys(builder, attacker)


def _deploys(builder: StepBuilder, seat: Seat) -> None:
    """Give a seat the turn to deploy, unless the bot does so for it."""
    builder.change(active=seat)
    if builder.table.auto[seat]:
        _place_rest(builder, seat)
        _deployed(builder, seat)


# --- Deployment ---


def missing(table: Table, seat: Seat) -> tuple[Unit, ...]:
    """The units still to be deployed, in list order."""
    return tuple(
        unit
        for unit in table.of(seat)
        if unit.health and unit.at is None and table.carrier(unit.code) is None
    )


def free_squares(table: Table, seat: Seat) -> Iterator[Square]:
    """Where a unit can be deployed, in reading order (CSW-26)."""
    for r in sorted(table.zone_rows(seat)):
        for c in range(table.board.columns):
            if table.is_free(Square(c, r)):
                yield Square(c, r)


def _not_own(request: Request, *codes: str) -> Forbidden | None:
    table = request.view.table
    for code in codes:
        if refused := no_unit(table, code):
            return refused
    for code in codes:
        if table.units[code].seat != request.decision.seat:
            return forbid("NOT_OWNER", "24", f"{code} belongs to your opponent.")
    return None


@move("deploy", "deploy", "DEPLOY {unit} {to}", quick=True)
class Deploy(Move):
    """``DEPLOY R4 C9`` (CSW-26)"""

    unit: UnitCode
    to: At

    def refuse(self, request: Request) -> Forbidden | None:
        table, seat = request.view.table, request.decision.seat
        if refused := (
            _not_own(request, self.unit)
            or off_board(table.board, self.to)
            or not_free(table, self.to, "26")
        ):
            return refused
        rows = table.zone_rows(seat)
        if self.to.r in rows:
            return None
        why = f"{self.to} is outside your zone."
        can = f"Your zone, {table.zone_of(seat)}, is rows {min(rows) + 1} to {max(rows) + 1}."
        return forbid("ZONE", "26", why, can)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.unit(self.unit)
        transports.get_off(builder, unit)
        _set(builder, unit, self.to)


def _set(builder: StepBuilder, unit: Unit, at: Square) -> None:
    builder.put(unit, at=at)
    builder.tell(e.UnitDeployed(piece(builder.table, unit), at))


@move("deploy-in", "deploy", "DEPLOY {unit} IN {transport}", quick=True)
class DeployInside(Move):
    """``DEPLOY R5 IN R9``"""

    unit: UnitCode
    transport: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if refused := _not_own(request, self.unit, self.transport):
            return refused
        unit, transport = table.units[self.unit], table.units[self.transport]
        if unit.code in transport.cargo:
            return forbid("CARRY", "26", f"{unit.code} is inside {transport.code} already.")
        if transport.at is None:
            return forbid("CARRY", "26", f"{transport.code} has not been placed.")
        return transports.no_room(table, unit, transport)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        unit = builder.unit(self.unit)
        transports.get_off(builder, unit)
        builder.put(unit, at=None)
        transports.board(builder, unit, builder.unit(self.transport))
        builder.tell(e.UnitDeployed(piece(builder.table, unit), inside=self.transport))


@move("deploy-off", "deploy", "DEPLOY {unit} OFF", quick=True)
class TakeBack(Move):
    """``DEPLOY R4 OFF`` (CSW-27)"""

    unit: UnitCode

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        if refused := _not_own(request, self.unit):
            return refused
        if table.units[self.unit] not in missing(table, request.decision.seat):
            return None
        return forbid("INCOMPLETE", "27", f"{self.unit} has not been placed.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Take the unit back, with those inside it."""
        unit = builder.unit(self.unit)
        transports.get_off(builder, unit)
        builder.put(unit, at=None, cargo=())
        builder.tell(e.UnitDeployed(piece(builder.table, unit)))


@move("deploy-auto", "deploy", "DEPLOY AUTO", quick=True)
class DeployAuto(Move):
    """``DEPLOY AUTO`` (CSW-A09)"""

    def refuse(self, request: Request) -> Forbidden | None:
        table, seat = request.view.table, request.decision.seat
        if not missing(table, seat):
            return forbid("INCOMPLETE", "26", "All of your units are placed.", "Write DEPLOY DONE.")
        if next(free_squares(table, seat), None) is None:
            return forbid("OCCUPIED", "26", "No square of your zone is free.")
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _place_rest(builder, decision.seat)


def _place_rest(builder: StepBuilder, seat: Seat) -> None:
    for unit in missing(builder.table, seat):
        at = next(_squares_for(builder.table, unit), None)
        if at is not None:
            _set(builder, unit, at)


def _squares_for(table: Table, unit: Unit) -> Iterator[Square]:
    """The free squares of a zone in the order of CSW-A09."""
    kind, rows = table.kind(unit), list(table.zone_rows(unit.seat))
    behind = kind.leader or kind.has("heal") or kind.has("repair") or kind.range > FAR
    wanted = len(rows) - 1 if behind else 0
    for at in sorted(range(len(rows)), key=lambda row: (abs(row - wanted), row)):
        for c in _columns(table.board.columns):
            if table.is_free(Square(c, rows[at])):
                yield Square(c, rows[at])


def _columns(count: int) -> Iterator[int]:
    """The columns from the middle outwards, eastwards first: F, G, E, H, D, ... of twelve."""
    middle = count // 2 - 1
    for away in range(count):
        for c in dict.fromkeys((middle + away, middle - away)):
            if 0 <= c < count:
                yield c


@move("deploy-done", "deploy", "DEPLOY DONE", also("deploy", "DEPLOY AUTO DONE", rest=True))
class DeployDone(Move):
    """``DEPLOY DONE`` (CSW-A10), ``DEPLOY AUTO DONE`` after placing the rest"""

    rest: bool = False

    def refuse(self, request: Request) -> Forbidden | None:
        if self.rest:
            return DeployAuto().refuse(request)
        left = missing(request.view.table, request.decision.seat)
        if not left:
            return None
        why = f"{len(left)} units are still to be placed: {', '.join(unit.code for unit in left)}."
        return forbid("INCOMPLETE", "26", why, "DEPLOY AUTO places them.")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if self.rest:
            _place_rest(builder, decision.seat)
        _deployed(builder, decision.seat)


def _deployed(builder: StepBuilder, seat: Seat) -> None:
    """The defender deploys after the attacker, then the attacker begins (CSW-25, CSW-28)."""
    builder.tell(e.DeploymentDone(seat))
    attacker = builder.table.attacker
    if seat == attacker:
        _deploys(builder, other(attacker))
    else:
        turns.begin(builder, attacker)
