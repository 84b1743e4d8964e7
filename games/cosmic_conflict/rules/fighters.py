"""How Fighters move, are launched and collected, resupply and lose their carrier (2.9, CC-116,
CC-117, D-055 to D-060).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.core.geometry.plane import Point
from games.core.moves import move
from games.core.steps import Do
from games.core.types import Decision, Forbidden
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.maps import kind_name
from games.cosmic_conflict.content.terrain import solid_at
from games.cosmic_conflict.notation import ActivationStep, At, UnitId
from games.cosmic_conflict.rules import stealth
from games.cosmic_conflict.rules.attacks.pws import refuse_elections
from games.cosmic_conflict.rules.terrain import refuse_end
from games.cosmic_conflict.rules.values import acting, forbid, no_unit_acts, not_own
from games.cosmic_conflict.space import DU, distance, shown, shown_point
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request

DEPLOYMENT: Final = 8 * DU
"""How near to its carrier a Fighter starts in space (CC-115)."""


def refuse_move(
    table: Table, unit: Unit, to: Point, *, pws: Sequence[str] = (), confirmed: bool = False
) -> Forbidden | None:
    """The first fault of a Fighter's move (CC-128, CC-145, D-057), in the order of canon 4.8."""
    flight, end = table.design(unit).flight, replace(unit, at=to)
    if (far := distance(unit.spot, to)) > flight:
        why = f"The move is {shown(far)} long; {unit.id} moves {shown(flight)} at most."
        return Forbidden("CC-128", why, code="E-MANEUVER")
    return refuse_end(table, end, confirmed) or refuse_elections(table, end, pws)


def refuse_deployed(table: Table, carrier: Unit, at: Point) -> Forbidden | None:
    """Why another Fighter of a carrier cannot start in space there (CC-115, CC-119).

    One for each Launch Hangar may; those of Fighter Hangars start aboard.
    """
    launchers = table.design(carrier).count(LAUNCH_HANGAR)
    outside = [each for each in table.in_space(carrier.side) if each.carrier == carrier.id]
    if len(outside) >= launchers:
        why = (
            f"{carrier.id} has {launchers} Fighter Launch Hangars: its other Fighters start aboard."
        )
        return Forbidden("CC-119", why, code="E-ZONE")
    if (far := distance(carrier.spot, at)) > DEPLOYMENT:
        why = f"That is {shown(far)} from {carrier.id}; its Fighters start within 8.00."
        return Forbidden("CC-115", why, code="E-ZONE")
    return None


def resupplied(table: Table) -> tuple[Unit, ...]:
    """The Fighters with full ammunition again in step R7 (CC-137, D-059): those that have been
    aboard their carrier since before this turn."""
    resting = (each for each in table.units.values() if each.aboard and each.boarded < table.turn)
    full = (replace(each, shots=table.design(each).shots) for each in resting)
    return tuple(each for each in full if each != table.units[each.id])


def counts_as_destroyed(table: Table, unit: Unit) -> bool:
    """Whether totals count a unit as destroyed: a Fighter is with its carrier (CC-141).

    One with FTL Drives needs no carrier (D-060).
    """
    if unit.state == "destroyed" or not table.design(unit).needs_carrier:
        return unit.state == "destroyed"
    carrier = table.units.get(unit.carrier)
    return carrier is not None and carrier.state == "destroyed"


BOARDING: Final = 2 * DU
"""How near a Fighter is launched and collected (CC-117)."""
LAUNCH_HANGAR: Final = "FLH"


# --- Launching and collecting (CC-116, CC-117, CC-120, D-055) ---


def refuse_launch(table: Table, carrier: Unit, fighter: Unit, at: Point) -> Forbidden | None:
    """E-LAUNCH, after the carrier's move and what terrain did to it."""
    why = ""
    if fighter.aboard != carrier.id or carrier.at is None:
        why = f"{fighter.id} is not aboard {carrier.id}."
    elif _free_hangar(table, carrier) is None:
        why = _no_hangar(table, carrier)
    elif (far := distance(carrier.at, at)) > BOARDING:
        why = f"{shown_point(at)} is {shown(far)} from {carrier.id}, over {shown(BOARDING)}."
    elif at not in table.board:
        why = f"{shown_point(at)} is off the board."
    elif solid := solid_at(table.features, at):
        why = f"{shown_point(at)} is inside {kind_name(solid.kind)} {solid.id}, which is Solid."
    return Forbidden("CC-117", why, code="E-LAUNCH") if why else None


def can_launch(table: Table, carrier: Unit, fighter: Unit) -> bool:
    """Whether there is a Launch Hangar for a Fighter aboard, wherever it goes."""
    aboard = fighter.aboard == carrier.id and carrier.in_space
    return aboard and _free_hangar(table, carrier) is not None


def launched(table: Table, carrier: Unit, fighter: Unit, at: Point) -> Table:
    """Launch a Fighter at a point; nothing else happens there (D-052)."""
    return table.put(_hangar_used(table, carrier), replace(fighter, at=at, aboard=""))


def refuse_collect(table: Table, carrier: Unit, fighter: Unit) -> Forbidden | None:
    """E-COLLECT, after the move of either."""
    why, capacity = "", table.design(carrier).hangars(carrier.off)
    if fighter.carrier != carrier.id:
        why = f"{fighter.id} does not belong to {carrier.id}."
    elif fighter.at is None or carrier.at is None:
        why = f"{fighter.id} and {carrier.id} are not both on the board."
    elif _free_hangar(table, carrier) is None:
        why = _no_hangar(table, carrier)
    elif len(table.aboard(carrier.id)) >= capacity:
        why = f"{carrier.id} carries {capacity} Fighters at most."
    elif (far := distance(carrier.at, fighter.at)) > BOARDING:
        why = f"{fighter.id} is {shown(far)} from {carrier.id}, over {shown(BOARDING)}."
    return Forbidden("CC-117", why, code="E-COLLECT") if why else None


def collected(table: Table, carrier: Unit, fighter: Unit) -> Table:
    inside = replace(fighter, at=None, aboard=carrier.id, boarded=table.turn)
    return table.put(_hangar_used(table, carrier), inside)


def _free_hangar(table: Table, carrier: Unit) -> int | None:
    """The place of a Launch Hangar that works and is unused this turn."""
    items = enumerate(table.design(carrier).items)
    busy = {*carrier.off, *carrier.used}
    free = (at for at, item in items if item.type == LAUNCH_HANGAR and at not in busy)
    return next(free, None)


def _no_hangar(table: Table, carrier: Unit) -> str:
    working = table.design(carrier).count(LAUNCH_HANGAR, off=carrier.off)
    if not working:
        return f"{carrier.id} has no Fighter Launch Hangar that works."
    return f"{carrier.id} has used its {working} Fighter Launch Hangars this turn."


def _hangar_used(table: Table, carrier: Unit) -> Unit:
    place = _free_hangar(table, carrier)
    assert place is not None
    return replace(carrier, used=(*carrier.used, place))


@move("launch", "activate", "LAUNCH {fighter} {at}")
class Launch(ActivationStep):
    """``LAUNCH a6 20 14.5`` (CC-116)"""

    fighter: UnitId
    at: At

    def refuse(self, request: Request) -> Forbidden | None:
        """Checks CC-116, CC-117."""
        unit, table = acting(request), request.view.table
        if unit is None or (refused := _not_moved(request, unit) or not_own(request, self.fighter)):
            return refused if unit else no_unit_acts(request)
        fighter = table.units[self.fighter]
        ships = (each for each in table.group(unit) if each.id == fighter.aboard)
        return refuse_launch(table, next(ships, unit), fighter, self.at)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        carrier = builder.unit(builder.unit(self.fighter).aboard)
        stealth.reveal(builder, carrier.id)
        carrier, fighter = builder.unit(carrier.id), builder.unit(self.fighter)
        builder.table = launched(builder.table, carrier, fighter, self.at)
        pieces = builder.piece(fighter.id), builder.piece(carrier.id)
        builder.tell(e.FighterLaunched(*pieces, carrier.spot, self.at))
        builder.push(Do("after-move"))


@move("collect", "activate", "COLLECT {fighter}")
class Collect(ActivationStep):
    """``COLLECT a6`` (CC-117)"""

    fighter: UnitId

    def refuse(self, request: Request) -> Forbidden | None:
        """CC-117: by the carrier or the Fighter, whichever has moved."""
        unit, table = acting(request), request.view.table
        if unit is None or (refused := _not_moved(request, unit) or not_own(request, self.fighter)):
            return refused if unit else no_unit_acts(request)
        fighter = table.units[self.fighter]
        carrier = table.units.get(fighter.carrier)
        if carrier is None or {carrier.id, fighter.id}.isdisjoint(
            each.id for each in table.group(unit)
        ):
            why = f"Neither {fighter.id} nor its carrier has just moved."
            return forbid("COLLECT", "CC-117", why)
        return refuse_collect(table, carrier, fighter)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        fighter = builder.unit(self.fighter)
        stealth.reveal(builder, fighter.carrier)
        carrier = builder.unit(fighter.carrier)
        start = fighter.spot
        builder.table = collected(builder.table, carrier, fighter)
        pieces = builder.piece(fighter.id), builder.piece(carrier.id)
        builder.tell(e.FighterCollected(*pieces, start, carrier.spot))
        builder.push(Do("after-move"))


def _not_moved(request: Request, unit: Unit) -> Forbidden | None:
    now = request.view.course.acting
    if now and now.stage == "moved":
        return None
    why = f"{unit.id} has not moved yet."
    return forbid("WINDOW", "CC-117", why, "Fighters come and go after the move.")
