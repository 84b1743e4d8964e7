"""Fleets, chosen at once and in secret; then the roll for the initiative (4.1, 5.2, 5.6)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import Field

from games.core.notation import Value, also, move
from games.core.steps import Do, SheetPhase, all_locked
from games.core.types import Decision, Forbidden, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import OwnDesigns
from games.cosmic_conflict.content.limits import FleetUnit, own_faults
from games.cosmic_conflict.notation import DESIGNS, FLEET, Answer
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table.course import Progress, side_of
from games.cosmic_conflict.table.tasks import RollOff
from games.cosmic_conflict.table.units import Unit
from games.cosmic_conflict.view import Request, Sheet

SHEETS: Final = SheetPhase("fleet", "fleet", "CC-001")
OWN_DESIGN: Final = "Own list"
"""What a fleet is called that was not chosen as it is."""


def opening(agreement: Agreement) -> State:
    """The first state, for an agreement without faults."""
    table = preparation.opening(agreement)
    course = Progress(agreement, fleets=("",) * table.side_count)
    return State(table, course, (Sheet(),) * table.side_count)


def decisions(builder: StepBuilder) -> tuple[Decision, ...]:
    return tuple(SHEETS.decision(seat, builder.sheet(seat)) for seat in builder.table.seats)


def write(builder: StepBuilder, seat: Seat, *, locked: bool = False, **values: Any) -> None:
    """Change, lock or unlock a seat's sheet; only the seat hears of it."""
    before = builder.sheet(seat)
    builder.write(seat, edits=before.edits + 1, locked=locked, **values)
    if values:
        builder.tell(e.SheetChanged(builder.sheet(seat), only=(seat,)))
    if locked != before.locked:
        builder.tell(e.SheetLocked(locked, only=(seat,)))


@move("unlock", "fleet-open|deploy-open|orders-open", "UNLOCK", quick=True)
class Unlock(Answer):
    """``UNLOCK``"""

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """What the sheet says is kept."""
        write(builder, decision.seat)


# --- The fleets ---


def choices(agreement: Agreement) -> tuple[str, ...]:
    """The codes of the fleets that can be chosen as they are."""
    known, points = agreement.catalogue, agreement.points
    return tuple(
        code for code, fleet in known.fleets.items() if known.fleet_fault(fleet, points) is None
    )


def default_choice(agreement: Agreement, seat: Seat) -> ChooseFleet | BuildFleet:
    """The fleet of a late player: of those that fit Side 1 gets the first, Side 2 the second and so
    on, and where none does all get what ships the points buy (4.1)."""
    codes = choices(agreement)
    return ChooseFleet(codes[seat % len(codes)]) if codes else BuildFleet(bought(agreement))


def bought(agreement: Agreement) -> tuple[FleetUnit, ...]:
    """The dearest ship that is left to be bought, again and again."""
    found, points = [], agreement.points
    ships = (design for design in agreement.catalogue.designs.values() if not design.fighter)
    for design in sorted(ships, key=lambda each: -each.points):
        while design.points <= points:
            found.append(FleetUnit(design.code))
            points -= design.points
    return tuple(found)


@move("fleet-of", "fleet", "FLEET OF {units}[ WITH {designs}]")
class BuildFleet(Answer):
    """``FLEET OF HEAR Old Hearth; HORN 1; DART``: designs, the place of a Fighter's carrier, and
    names. ``FLEET OF WOLF WITH WOLF = 1 KIN.F | PWS | Wolf`` has a design of one's own."""

    units: Annotated[tuple[FleetUnit, ...], Field(min_length=1, max_length=200), FLEET]
    designs: Annotated[OwnDesigns, DESIGNS] = ()

    def refuse(self, request: Request) -> Forbidden | None:
        agreed = request.view.course.agreement
        known = agreed.catalogue.designs
        if wrong := next(own_faults(known, self.designs, self.units), None):
            return wrong
        all_known = {**known, **{design.code: design for design in self.designs}}
        return preparation.refuse_fleet(all_known, self.units, agreed.points)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        values = {"code": "", "fleet": self.units, "designs": self.designs, "auto": False}
        write(builder, decision.seat, **values, locked=True)
        _go_on(builder)


@move("fleet", "fleet", "FLEET {fleet}", also("fleet", "AUTO {fleet}", auto=True))
class ChooseFleet(Answer):
    """``FLEET A``; ``AUTO A`` lets the bot deploy it, too (4.1)."""

    fleet: Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]{0,3}$"), CODE]
    auto: bool = False

    def refuse(self, request: Request) -> Forbidden | None:
        agreed = request.view.course.agreement
        found = agreed.catalogue.fleets.get(self.fleet)
        wrong = agreed.catalogue.fleet_fault(found, agreed.points) if found else None
        if found and wrong is None:
            return None
        codes = ", ".join(choices(agreed))
        instead = f"You can choose {codes}." if codes else ""
        if wrong:
            return wrong.retold(instead=instead)
        return forbid("UNKNOWN-ID", "CC-004", f"There is no fleet {self.fleet}.", instead)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Several sides may choose the same fleet."""
        units = builder.course.agreement.catalogue.fleets[self.fleet].units
        values = {"code": self.fleet, "fleet": units, "designs": (), "auto": self.auto}
        write(builder, decision.seat, **values, locked=True)
        _go_on(builder)


def _go_on(builder: StepBuilder) -> None:
    if all_locked(builder.sheets):
        _reveal(builder)


def _reveal(builder: StepBuilder) -> None:
    """All fleets are shown and their units get their IDs; the dice come next (CC-004, CC-061).
    Whether the bot deploys them stays hidden where their places do."""
    known = builder.course.agreement.catalogue.designs
    names = tuple(_name(builder, seat) for seat in builder.table.seats)
    designs, units = dict(BASE.designs), dict[str, Unit]()
    for seat in builder.table.seats:
        sheet = builder.sheet(seat)
        there = {**known, **preparation.brought({**known, **designs}, sheet.designs)}
        found = preparation.units(there, side_of(seat), sheet.fleet)
        units |= {unit.id: unit for unit in found}
        used = (there[each.design] for each in sheet.fleet)
        designs |= {design.code: design for design in used}
    builder.table = replace(builder.table, designs=designs, units=units)
    wished = tuple(seat for seat in builder.table.seats if builder.sheet(seat).auto)
    secret = builder.course.agreement.deploy == "secret"
    for seat in builder.table.seats:
        blank = {"code": "", "fleet": (), "designs": (), "locked": False}
        builder.write(seat, **blank, auto=secret and seat in wished)
    builder.change(phase="deploy", fleets=names, auto=() if secret else wished)
    builder.tell(e.FleetsRevealed(names, builder.pieces(units)))
    by_map = builder.course.agreement.terrain_setup == "map"
    builder.push(RollOff(), Do("deploy" if by_map else "terrain"))


def _name(builder: StepBuilder, seat: Seat) -> str:
    code = builder.sheet(seat).code
    fleets = builder.course.agreement.catalogue.fleets
    return fleets[code].name if code else OWN_DESIGN


def _code(_: Any, text: str) -> str:
    if not re.fullmatch("[A-Z][A-Z0-9]{0,3}", text):
        raise ValueError
    return text


CODE: Value[Any, str] = Value("a fleet such as A or Q1", _code)
