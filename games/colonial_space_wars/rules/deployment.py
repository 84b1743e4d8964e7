"""Initiative, role, zone and deployment (2.4)."""

from __future__ import annotations

from collections.abc import Iterator

from games.colonial_space_wars import events as e
from games.colonial_space_wars import moves as m
from games.colonial_space_wars.notation import ROLE, SQUARE, UNIT, ZONE, Verb
from games.colonial_space_wars.rules import transports, turns
from games.colonial_space_wars.rules.movement import not_free, off_board
from games.colonial_space_wars.rules.values import forbid, no_unit, piece
from games.colonial_space_wars.state import StepBuilder
from games.colonial_space_wars.table import Table, Unit, Zone, other
from games.colonial_space_wars.view import Asked
from games.core.chance import Chance, Roll, Rolled
from games.core.decisions import Decision
from games.core.geometry.squares import Square
from games.core.notation import legal, verb
from games.core.refusals import Forbidden
from games.core.seats import Seat

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


def refuse_role(asked: Asked, move: m.Role) -> Forbidden | None:
    if move.attacker or not move.zone:
        return None
    return forbid("OPTION", "22", "The attacker chooses the zone.", "Write ROLE DEFENDER.")


def role(builder: StepBuilder, decision: Decision, move: m.Role) -> None:
    set_attacker(builder, decision.seat if move.attacker else other(decision.seat))
    if move.zone:
        _set_zone(builder, move.zone)


def zone(builder: StepBuilder, decision: Decision, move: m.ChooseZone) -> None:
    _set_zone(builder, move.zone)


def _set_zone(builder: StepBuilder, chosen: Zone) -> None:
    """The attacker deploys first (CSW-24)."""
    attacker = builder.table.attacker
    builder.change(phase="deploy", zone=chosen)
    builder.tell(e.ZonesSet(attacker, chosen))
    _deploys(builder, attacker)


def _deploys(builder: StepBuilder, seat: Seat) -> None:
    """It is the turn of a seat to deploy, unless the bot does so."""
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


def _not_own(asked: Asked, *codes: str) -> Forbidden | None:
    table = asked.view.table
    for code in codes:
        if refused := no_unit(table, code):
            return refused
    for code in codes:
        if table.units[code].seat != asked.decision.seat:
            return forbid("NOT_OWNER", "24", f"{code} belongs to your opponent.")
    return None


def refuse_deploy(asked: Asked, move: m.Deploy) -> Forbidden | None:
    table, seat = asked.view.table, asked.decision.seat
    if refused := (
        _not_own(asked, move.unit)
        or off_board(table.board, move.to)
        or not_free(table, move.to, "26")
    ):
        return refused
    rows = table.zone_rows(seat)
    if move.to.r in rows:
        return None
    why = f"{move.to} is outside your zone."
    can = f"Your zone, {table.zone_of(seat)}, is rows {min(rows) + 1} to {max(rows) + 1}."
    return forbid("ZONE", "26", why, can)


def deploy(builder: StepBuilder, decision: Decision, move: m.Deploy) -> None:
    unit = builder.unit(move.unit)
    transports.get_off(builder, unit)
    _set(builder, unit, move.to)


def _set(builder: StepBuilder, unit: Unit, at: Square) -> None:
    builder.put(unit, at=at)
    builder.tell(e.UnitDeployed(piece(builder.table, unit), at))


def refuse_inside(asked: Asked, move: m.DeployInside) -> Forbidden | None:
    table = asked.view.table
    if refused := _not_own(asked, move.unit, move.transport):
        return refused
    unit, transport = table.units[move.unit], table.units[move.transport]
    if unit.code in transport.cargo:
        return forbid("CARRY", "26", f"{unit.code} is inside {transport.code} already.")
    if transport.at is None:
        return forbid("CARRY", "26", f"{transport.code} has not been placed.")
    return transports.no_room(table, unit, transport)


def deploy_inside(builder: StepBuilder, decision: Decision, move: m.DeployInside) -> None:
    unit = builder.unit(move.unit)
    transports.get_off(builder, unit)
    builder.put(unit, at=None)
    transports.board(builder, unit, builder.unit(move.transport))
    builder.tell(e.UnitDeployed(piece(builder.table, unit), inside=move.transport))


def refuse_back(asked: Asked, move: m.TakeBack) -> Forbidden | None:
    table = asked.view.table
    if refused := _not_own(asked, move.unit):
        return refused
    if table.units[move.unit] not in missing(table, asked.decision.seat):
        return None
    return forbid("INCOMPLETE", "27", f"{move.unit} has not been placed.")


def take_back(builder: StepBuilder, decision: Decision, move: m.TakeBack) -> None:
    """Those inside are taken back too."""
    unit = builder.unit(move.unit)
    transports.get_off(builder, unit)
    builder.put(unit, at=None, cargo=())
    builder.tell(e.UnitDeployed(piece(builder.table, unit)))


def refuse_auto(asked: Asked, move: m.DeployAuto) -> Forbidden | None:
    table, seat = asked.view.table, asked.decision.seat
    if not missing(table, seat):
        return forbid("INCOMPLETE", "26", "All of your units are placed.", "Write DEPLOY DONE.")
    if next(free_squares(table, seat), None) is None:
        return forbid("OCCUPIED", "26", "No square of your zone is free.")
    return None


def deploy_all(builder: StepBuilder, decision: Decision, move: m.DeployAuto) -> None:
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
    """From the middle outwards, eastwards first: F, G, E, H, D, ... of twelve."""
    middle = count // 2 - 1
    for away in range(count):
        for c in dict.fromkeys((middle + away, middle - away)):
            if 0 <= c < count:
                yield c


def refuse_done(asked: Asked, move: m.DeployDone) -> Forbidden | None:
    if move.rest:
        return refuse_auto(asked, m.DeployAuto())
    left = missing(asked.view.table, asked.decision.seat)
    if not left:
        return None
    why = f"{len(left)} units are still to be placed: {', '.join(unit.code for unit in left)}."
    return forbid("INCOMPLETE", "26", why, "DEPLOY AUTO places them.")


def done(builder: StepBuilder, decision: Decision, move: m.DeployDone) -> None:
    if move.rest:
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


VERBS: tuple[Verb, ...] = (
    verb(
        m.Role,
        "role",
        "ROLE {attacker}[ {zone}] | {attacker}[ {zone}]",
        refuse_role,
        role,
        {"attacker": ROLE, "zone": ZONE},
    ),
    verb(m.ChooseZone, "zone", "ZONE {zone} | {zone}", legal, zone, {"zone": ZONE}),
    verb(m.DeployAuto, "deploy", "DEPLOY AUTO", refuse_auto, deploy_all, quick=True),
    verb(m.DeployDone, "deploy", "DEPLOY DONE", refuse_done, done),
    verb(m.DeployDone, "deploy", "DEPLOY AUTO DONE", refuse_done, done, values={"rest": True}),
    verb(
        m.DeployInside,
        "deploy",
        "DEPLOY {unit} IN {transport}",
        refuse_inside,
        deploy_inside,
        {"unit": UNIT, "transport": UNIT},
        quick=True,
    ),
    verb(
        m.TakeBack,
        "deploy",
        "DEPLOY {unit} OFF",
        refuse_back,
        take_back,
        {"unit": UNIT},
        quick=True,
    ),
    verb(
        m.Deploy,
        "deploy",
        "DEPLOY {unit} {to}",
        refuse_deploy,
        deploy,
        {"unit": UNIT, "to": SQUARE},
        quick=True,
    ),
)
