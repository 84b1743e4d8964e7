"""Formations and Escorts as they are announced before a turn, and ended (2.14, D-074, D-077)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import permutations
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field

from games.core.geometry.plane import Point, within
from games.core.moves import also, move
from games.core.notation import one_of
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.maps import kind_name
from games.cosmic_conflict.content.terrain import solid_at
from games.cosmic_conflict.notation import DEGREES, UNITS, Answer, At, UnitId
from games.cosmic_conflict.rules import parting
from games.cosmic_conflict.rules.setup import fleets
from games.cosmic_conflict.rules.values import forbid, not_own
from games.cosmic_conflict.space import DU, distance, shown, shown_point, turned
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.bonds import BESIDE, STARBOARD, Bond, Stance
from games.cosmic_conflict.table.conditions import COMMUNICATIONS, NAMES
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

NEAR: Final = 2 * DU
"""How far ships are at most that join each other (CC-262, CC-274)."""
TURNED: Final = 30
"""How far their headings differ at most."""


class GroupKind(NamedTuple):
    """The code and the rules of a Formation, or of Escorts."""

    code: str
    rule: str
    near: str
    what: str


FORMATION: Final = GroupKind("FORMATION", "CC-260", "CC-262", "a Formation")
ESCORT: Final = GroupKind("ESCORT", "CC-272", "CC-274", "an Escort")


def decisions(builder: StepBuilder) -> Iterator[Decision]:
    """In the Command Phase, where a side can change anything; nobody waits for it (CC-261,
    CC-272)."""
    course, table = builder.course, builder.table
    if course.phase == "orders" and (table.formations or table.escorts):
        for side in table.sides:
            if _may_change(table, side):
                yield Decision(seat_of(side), "form", course.steps, waits=False)


def _may_change(table: Table, side: int) -> bool:
    own = tuple(table.in_space(side))
    return any(unit.bond or unit.stance for unit in own) or any(
        (table.formations and not refuse_member(table, unit, to))
        or (table.escorts and not refuse_escort(table, unit, to))
        for unit, to in permutations(own, 2)
    )


# --- Who may join whom ---


def refuse_off(table: Table, kind: GroupKind) -> Forbidden | None:
    """E-OPTION where a match is played without Formations, or Escorts."""
    if table.formations if kind is FORMATION else table.escorts:
        return None
    what = "Formations" if kind is FORMATION else "Escorts"
    return forbid("OPTION", kind.rule, f"This match is played without {what}.")


def _unable(table: Table, unit: Unit) -> str:
    """Why a ship cannot be part of one at all."""
    if unit.hidden:
        return f"{unit.id} is hidden; only ships whose SIC is open"
    if table.design(unit).fighter:
        return f"{unit.id} is a Fighter; only ships"
    if not unit.in_space:
        return f"{unit.id} is not on the board; only ships there"
    if unit.jumping:
        return f"{unit.id} jumps this turn; only ships that stay"
    if unit.suffers(COMMUNICATIONS):
        return f"{unit.id} suffers {NAMES[COMMUNICATIONS]}; only ships without it"
    return ""


def _tied(table: Table, unit: Unit) -> str:
    """What a ship is in already: one relationship at a time (D-074)."""
    if unit.bond:
        led = unit.bond.kind == "member"
        return f"{'is in the Formation of' if led else 'escorts'} {unit.bond.to}"
    if unit.stance:
        return "leads a Formation"
    wards = [each.id for each in table.bound(unit.id)]
    return f"is escorted by {wards[0]}" if wards else ""


def refuse_joining(table: Table, unit: Unit, to: Unit, kind: GroupKind) -> Forbidden | None:
    """Why a ship cannot join another (CC-262, CC-274): E-FORMATION, E-ESCORT."""
    if unit.id == to.id:
        return forbid(kind.code, kind.rule, f"{unit.id} cannot join itself.")
    for each in (unit, to) if kind is FORMATION else (unit,):
        if why := _unable(table, each):
            rule = "CC-055" if each.suffers(COMMUNICATIONS) else "D-074"
            return forbid(kind.code, rule, f"{why} can be in {kind.what}.")
    if tied := _tied(table, unit):
        why = f"{unit.id} {tied} already; a ship is in one relationship at a time."
        return forbid(kind.code, "D-074", why)
    if unit.owner != to.owner:
        why = f"{unit.id} and {to.id} are commanded by different players."
        return forbid(kind.code, "D-087", why)
    return _refuse_place(unit, to, kind)


def _refuse_place(unit: Unit, to: Unit, kind: GroupKind) -> Forbidden | None:
    turn = abs(turned(to.heading, unit.heading))
    if not within(unit.spot, to.spot, NEAR):
        why = f"{unit.id} is {shown(distance(unit.spot, to.spot))} from {to.id}"
        instead = f"They must be within {shown(NEAR)}."
    elif unit.velocity != to.velocity:
        why = f"{unit.id} has Velocity {unit.velocity}, and {to.id} {to.velocity}"
        instead = "They must have the same Velocity."
    elif turn > TURNED:
        why = f"{unit.id} heads {turn}° away from {to.id}"
        instead = f"At most {TURNED}° are allowed."
    else:
        return None
    return forbid(kind.code, kind.near, f"{why}.", instead)


def tie(builder: StepBuilder, unit: Unit, bond: Bond) -> None:
    """Bind a ship to another, where that is; a member hides nothing of its own (CC-264)."""
    if bond.kind == "member":
        builder.hide(unit, Orders())
    builder.put(unit, bond=bond)
    builder.put(builder.unit(bond.to))


# --- Formations ---


def refuse_member(table: Table, unit: Unit, lead: Unit) -> Forbidden | None:
    """Why a ship cannot join a Lead Ship (CC-262, D-074)."""
    if not lead.stance and (tied := _tied(table, lead)):
        return forbid("FORMATION", "D-074", f"{lead.id} {tied}, so it cannot lead one.")
    return refuse_joining(table, unit, lead, FORMATION)


STANCES: Final[Mapping[str, Literal["offensive", "defensive"]]] = {
    "OFFENSIVE": "offensive",
    "DEFENSIVE": "defensive",
}


@move(
    "form",
    "form",
    "FORM {lead} {stance}",
    also("form", "FORM {lead} WITH {members}[ {stance}]"),
    members=(),
)
class MakeFormation(Answer):
    """``FORM a1 WITH a2 a3 DEFENSIVE``, ``FORM a1 OFFENSIVE``: ships join a Lead Ship, or its
    Formation changes (CC-261, CC-268)"""

    lead: UnitId
    members: Annotated[tuple[UnitId, ...], Field(max_length=20), UNITS] = ()
    stance: Annotated[Stance, one_of("OFFENSIVE or DEFENSIVE", STANCES)] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-261, CC-262, CC-268."""
        table = request.view.table
        for id in (self.lead, *self.members):
            if refused := refuse_off(table, FORMATION) or not_own(request, id):
                return refused
        lead = table.units[self.lead]
        if not (lead.stance or self.members):
            instead = f"Write FORM {lead.id} WITH and its members."
            return forbid("FORMATION", "CC-260", f"{lead.id} leads no Formation.", instead)
        if not (lead.stance or self.stance):
            why = "A new Formation is OFFENSIVE or DEFENSIVE."
            return forbid("FORMATION", "CC-268", why, "Add one of the two words.")
        for at, id in enumerate(self.members):
            if id in self.members[:at]:
                return forbid("FORMATION", "CC-261", f"{id} is named twice.")
            if refused := refuse_member(table, table.units[id], lead):
                return refused
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """What the members were to get is taken back: the Lead Ship gets it for all (CC-264)."""
        lead, sheet = builder.unit(self.lead), builder.sheet(decision.seat)
        lead = builder.put(lead, stance=self.stance or lead.stance)
        for unit in map(builder.unit, self.members):
            aside = Point(unit.spot.x - lead.spot.x, unit.spot.y - lead.spot.y)
            tie(builder, unit, Bond(lead.id, "member", aside))
        if builder.sheet(decision.seat) != sheet:
            orders = builder.sheet(decision.seat).orders
            fleets.write(builder, decision.seat, orders=orders, locked=sheet.locked)
        parting.tell_formation(builder, lead)


@move("leave", "form", "LEAVE {units}")
class Leave(Answer):
    """``LEAVE a2 a3``: ships leave their Formation, before the turn (D-074)"""

    units: Annotated[tuple[UnitId, ...], Field(min_length=1, max_length=20), UNITS]

    def refuse(self, request: Request) -> Forbidden | None:
        table = request.view.table
        for id in self.units:
            if refused := not_own(request, id):
                return refused
            unit = table.units[id]
            if len(table.formation(unit)) < 2:
                return forbid("FORMATION", "CC-260", f"{id} is not in a Formation.")
        return None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        before = builder.table
        for id in self.units:
            builder.table = builder.table.freed(builder.unit(id))
        parting.tell_parted(builder, before)


# --- Escorts ---


def refuse_escort(table: Table, unit: Unit, ward: Unit) -> Forbidden | None:
    """Why a ship cannot escort another (CC-272 to CC-275, D-074)."""
    if ward.bond and ward.bond.kind == "escort":
        return forbid("ESCORT", "CC-275", f"{ward.id} is an Escort itself, so it has none.")
    if table.bound(unit.id) and not unit.stance:
        why = f"{unit.id} is escorted itself, so it cannot be an Escort."
        return forbid("ESCORT", "CC-275", why)
    if ward.bond or ward.stance:
        return forbid("ESCORT", "D-074", f"{ward.id} is in a Formation.")
    if why := _unable(table, replace(ward, conditions=())):
        return forbid("ESCORT", "D-074", f"{why} have Escorts.")
    if table.size(unit) > table.size(ward):
        why = f"{unit.id} has Size {table.size(unit)}, {ward.id} only {table.size(ward)}."
        return forbid("ESCORT", "CC-273", why, "An escort is not larger than its ward.")
    return refuse_joining(table, unit, ward, ESCORT)


@move("escort", "form", "ESCORT {unit} FOR {ward}[ BEARING {bearing}] | ESCORT {unit} {ward}")
class Escort(Answer):
    """``ESCORT a2 FOR a1``, ``ESCORT a2 FOR a1 BEARING 270``: the first follows the second, beside
    it at a bearing from its heading (CC-272, D-077)"""

    unit: UnitId
    ward: UnitId
    bearing: Annotated[int, Field(ge=0, le=359), DEGREES] = STARBOARD

    def refuse(self, request: Request) -> Forbidden | None:
        """CC-272 to CC-275; an escort may only change sides of its ward."""
        table = request.view.table
        for id in (self.unit, self.ward):
            if refused := refuse_off(table, ESCORT) or not_own(request, id):
                return refused
        unit, ward = table.units[self.unit], table.units[self.ward]
        if unit.bond and (unit.bond.to, unit.bond.kind) == (ward.id, "escort"):
            if unit.bond.bearing != self.bearing:
                return None
            return forbid("ESCORT", "D-077", f"{unit.id} escorts {ward.id} at that bearing.")
        return refuse_escort(table, unit, ward)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        tie(builder, builder.unit(self.unit), Bond(self.ward, "escort", bearing=self.bearing))
        pieces = builder.piece(self.unit), builder.piece(self.ward)
        builder.tell(e.EscortChanged(*pieces, self.bearing))


@move("release", "form|activate|idle", "RELEASE {unit}[ AT {at}]")
class Release(Answer):
    """``RELEASE a2``, ``RELEASE a2 AT 20.5 9.14``: an escort is on its own again (CC-279)"""

    unit: UnitId
    at: At | None = None

    def refuse(self, request: Request) -> Forbidden | None:
        """CC-279, D-077: at any time but while a unit is being activated."""
        table, now = request.view.table, request.view.course.acting
        if refused := not_own(request, self.unit):
            return refused
        unit = table.units[self.unit]
        if not (unit.bond and unit.bond.kind == "escort"):
            return forbid("ESCORT", "CC-279", f"{unit.id} is not an Escort.")
        if now or request.view.course.agenda:
            why = "Escorts are released between activations."
            return forbid("WINDOW", "D-077", why)
        return _refuse_release(table, table.leader(unit), self.at) if self.at else None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        before = builder.table
        builder.table = before.freed(builder.unit(self.unit), self.at)
        parting.tell_parted(builder, before)


def _refuse_release(table: Table, ward: Unit, at: Point) -> Forbidden | None:
    if not within(ward.spot, at, BESIDE):
        why = f"{shown_point(at)} is {shown(distance(ward.spot, at))} from {ward.id}"
    elif at not in table.board:
        why = f"{shown_point(at)} is off the board"
    elif solid := solid_at(table.features, at):
        why = f"{shown_point(at)} is inside {kind_name(solid.kind)} {solid.id}, which is Solid"
    else:
        return None
    instead = f"It stands within {shown(BESIDE)}, on the board."
    return forbid("ESCORT", "D-077", f"{why}.", instead)
