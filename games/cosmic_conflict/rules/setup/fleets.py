"""Fleets, chosen at once and in secret; then the roll for the initiative (4.1, 5.2, 5.6)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Final

from pydantic import Field

from games.core.moves import also, move
from games.core.notation import Value
from games.core.steps import Do, SheetPhase, all_locked
from games.core.telling import listed
from games.core.types import Decision, Forbidden, Roll, Rolled, Seat, Seats
from games.cosmic_conflict import events as e
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import OwnDesigns
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import FleetUnit, beyond, name_faults, own_faults
from games.cosmic_conflict.notation import CREW, DESIGNS, FACTION, FLEET, NAME, Answer
from games.cosmic_conflict.rules import stealth
from games.cosmic_conflict.rules.setup import campaign, preparation
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import State, StepBuilder
from games.cosmic_conflict.table.course import Progress, seat_of, side_of
from games.cosmic_conflict.table.tasks import Decoys, RollOff
from games.cosmic_conflict.view import Request, Sheet

SHEETS: Final = SheetPhase("fleet", "fleet", "CC-001")
SURVIVORS: Final = "Survivors"
"""What a fleet of a campaign is called."""
OWN_FLEET: Final = "Own fleet"
"""What a fleet is called that was not chosen as it is."""


def opening(agreement: Agreement, seats: Seats | None = None) -> State:
    """The first state, for an agreement without faults."""
    table = preparation.opening(agreement, seats)
    course = Progress(agreement, fleets=("",) * table.side_count)
    if agreement.campaign:
        table = campaign.muster(table, agreement)
        names, next_step = (SURVIVORS,) * table.side_count, _after_fleets(agreement)
        agenda = (next_step, RollOff())
        course = replace(course, phase="deploy", fleets=names, agenda=agenda)
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
        """Unlock the sheet, and keep what it says."""
        write(builder, decision.seat)


# --- The fleets ---


@lru_cache(maxsize=256)
def choices(agreement: Agreement, faction: str = "") -> tuple[str, ...]:
    """The codes of the fleets that can be chosen as they are, in a faction or in none."""
    known, points, terms = agreement.catalogue, agreement.points, agreement.fleet_terms(faction)
    return tuple(
        code
        for code, fleet in known.fleets.items()
        if fleet.faction in ("", faction) and known.fleet_fault(fleet, points, terms) is None
    )


def _told_choices(agreement: Agreement, faction: str) -> str:
    codes = choices(agreement, faction)
    return f"You can choose {', '.join(codes)}." if codes else ""


def default_choice(agreement: Agreement, seat: Seat) -> ChooseFleet | BuildFleet:
    """The fleet of a late player: of those that fit Side 1 gets the first, Side 2 the second and so
    on, and where none does all get what ships the points buy (4.1)."""
    codes = choices(agreement)
    return ChooseFleet(codes[seat % len(codes)]) if codes else BuildFleet(bought(agreement))


def bought(agreement: Agreement, faction: str = "") -> tuple[FleetUnit, ...]:
    """The dearest ship that is left to be bought, again and again, in a faction or in none."""
    found, points, terms = [], agreement.points, agreement.fleet_terms(faction)
    manned = (design.manned((), terms.faction) for design in agreement.catalogue.designs.values())
    ships = [
        design
        for design in manned
        if not design.fighter and not next(beyond(design, FleetUnit(design.code), 1, terms), None)
    ]
    for design in sorted(ships, key=lambda each: -each.points):
        while design.points <= points:
            found.append(FleetUnit(design.code))
            points -= design.points
    return tuple(found)


def refuse_faction(agreement: Agreement, code: str) -> Forbidden | None:
    """Why a fleet cannot have a faction (CC-237)."""
    known = agreement.catalogue.factions
    if code and not agreement.factions:
        why = "This match is played without factions."
        return forbid("OPTION", "CC-237", why, "Choose a fleet without one.")
    if code and code not in known:
        there = f"There are {', '.join(known)}."
        return forbid("UNKNOWN-ID", "CC-237", f"There is no faction {code}.", there)
    return None


@move("fleet-of", "fleet", "FLEET[ {name}][ AS {faction}] OF {units}[ WITH {designs}]")
class BuildFleet(Answer):
    """``FLEET OF HEAR Old Hearth; HORN 1; DART +LUCKY``: designs, the place of a Fighter's carrier,
    traits and names; ``FLEET AS MERC OF WREN`` in a faction. ``FLEET OF WOLF WITH WOLF = 1 KIN.F |
    PWS | Wolf`` has a design of one's own, ``FLEET "HOME GUARD" OF WREN`` a name."""

    units: Annotated[tuple[FleetUnit, ...], Field(min_length=1, max_length=200), FLEET]
    designs: Annotated[OwnDesigns, DESIGNS] = ()
    faction: Annotated[str, Field(pattern=r"^(|[A-Z]{2,8})$"), FACTION] = ""
    name: Annotated[str, Field(max_length=24), NAME] = ""

    def refuse(self, request: Request) -> Forbidden | None:
        agreed = request.view.course.agreement
        known = agreed.catalogue.designs
        if refused := refuse_faction(agreed, self.faction):
            return refused
        if self.name and (wrong := next(name_faults(self.name, "The fleet"), None)):
            return wrong
        if wrong := next(own_faults(known, self.designs, self.units), None):
            return wrong
        all_known = {**known, **{design.code: design for design in self.designs}}
        terms = agreed.fleet_terms(self.faction)
        return preparation.refuse_fleet(all_known, self.units, agreed.points, terms)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        values = {"code": "", "fleet": self.units, "designs": self.designs, "auto": False}
        values |= {"faction": self.faction, "name": self.name}
        write(builder, decision.seat, **values, locked=True)
        _go_on(builder)


@move(
    "fleet",
    "fleet",
    "FLEET {fleet}[ AS {faction}][ CREW {crew}]",
    also("fleet", "AUTO {fleet}[ AS {faction}][ CREW {crew}]", auto=True),
)
class ChooseFleet(Answer):
    """``FLEET A``, ``FLEET A AS MERC CREW 1 VETERAN; 3 LUCKY``: a faction, and traits for ships by
    their place; ``AUTO A`` lets the bot deploy it, too (4.1)."""

    fleet: Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]{0,3}$"), CODE]
    auto: bool = False
    faction: Annotated[str, Field(pattern=r"^(|[A-Z]{2,8})$"), FACTION] = ""
    crew: Annotated[tuple[tuple[int, str], ...], Field(max_length=200), CREW] = ()

    def units(self, agreement: Agreement) -> tuple[FleetUnit, ...]:
        """The units of a fleet that is there, with these traits besides their own."""
        found = []
        for at, each in enumerate(agreement.catalogue.fleets[self.fleet].units, 1):
            more = (code for to, code in self.crew if to == at and code not in each.traits)
            found.append(replace(each, traits=(*each.traits, *more)))
        return tuple(found)

    def refuse(self, request: Request) -> Forbidden | None:
        agreed = request.view.course.agreement
        found = agreed.catalogue.fleets.get(self.fleet)
        if refused := refuse_faction(agreed, self.faction):
            return refused
        if found is None:
            why, instead = f"There is no fleet {self.fleet}.", _told_choices(agreed, self.faction)
            return forbid("UNKNOWN-ID", "CC-004", why, instead)
        if found.faction not in ("", self.faction):
            why = f"Fleet {self.fleet} belongs to the faction {found.faction}."
            instead = f"Write FLEET {self.fleet} AS {found.faction}."
            if not agreed.factions:
                instead = _told_choices(agreed, self.faction)
            return forbid("DESIGN-FACTION", "CC-237", why, instead)
        count = len(found.units)
        if strange := [at for at, _ in self.crew if not 1 <= at <= count]:
            why = f"Fleet {self.fleet} has {count} units, none with the number {strange[0]}."
            return forbid("UNKNOWN-ID", "CC-253", why)
        designs, terms = agreed.catalogue.designs, agreed.fleet_terms(self.faction)
        wrong = preparation.refuse_fleet(designs, self.units(agreed), agreed.points, terms)
        return wrong.retold(instead=_told_choices(agreed, self.faction)) if wrong else None

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """Several sides may choose the same fleet."""
        units = self.units(builder.course.agreement)
        values = {"code": self.fleet, "fleet": units, "designs": (), "auto": self.auto}
        values |= {"faction": self.faction, "name": ""}
        write(builder, decision.seat, **values, locked=True)
        _go_on(builder)


def kept(sheet: Sheet) -> ChooseFleet | BuildFleet:
    """The answer that a sheet with a fleet was written by, without the wish for deployment."""
    if not sheet.code:
        return BuildFleet(sheet.fleet, sheet.designs, sheet.faction, sheet.name)
    crew = ((at, code) for at, each in enumerate(sheet.fleet, 1) for code in each.traits)
    return ChooseFleet(sheet.code, faction=sheet.faction, crew=tuple(crew))


def _go_on(builder: StepBuilder) -> None:
    if not all_locked(builder.sheets):
        return
    decoys = map(Decoys, builder.table.sides) if builder.course.agreement.bogeys else ()
    if builder.course.agreement.bogeys:  # that all have locked shows before the fleets do
        builder.tell(e.FleetsLocked())
    builder.push(*decoys, Do("fleets-shown"))


DECOY_DIE: Final = 60


def decoy_rolls(builder: StepBuilder, task: Decoys) -> tuple[Roll, ...]:
    """A die for each false contact, with as many faces for any fleet (D-100)."""
    return (Roll(builder.course.agreement.bogeys, DECOY_DIE, "Places of false contacts"),)


def decoys_rolled(builder: StepBuilder, task: Decoys, rolled: Rolled) -> None:
    """Place each false contact among the ships and the false contacts before it."""
    seat = seat_of(task.side)
    known = _known(builder, seat)
    ships = sum(not known[each.design].fighter for each in builder.sheet(seat).fleet)
    places = enumerate(rolled.faces[0], ships + 1)
    builder.write(seat, decoys=tuple((face - 1) % count for count, face in places))


def _known(builder: StepBuilder, seat: Seat) -> dict[str, Design]:
    """The designs that a sheet may name."""
    own = {each.code: each for each in builder.sheet(seat).designs}
    return {**builder.course.agreement.catalogue.designs, **own}


def shown(builder: StepBuilder, about: str = "") -> None:
    """All fleets are shown and their units get their IDs; the dice come next (CC-004, CC-061).
    Whether the bot deploys them stays hidden where their places do."""
    agreement, known = builder.course.agreement, builder.course.agreement.catalogue.designs
    hides = agreement.stealth != "off"
    names = tuple("" if hides else _name(builder, seat) for seat in builder.table.seats)
    table = replace(builder.table, designs=BASE.designs, units={})
    for seat in table.seats:
        sheet = builder.sheet(seat)
        there = {**known, **preparation.brought({**known, **table.designs}, sheet.designs)}
        terms = agreement.fleet_terms(sheet.faction)
        fleet = stealth.in_order(there, sheet.fleet, sheet.decoys) if hides else sheet.fleet
        table = preparation.with_fleet(table, there, side_of(seat), fleet, terms)
    table = stealth.hidden(table)
    builder.table, units = table, table.units
    wished = tuple(seat for seat in builder.table.seats if builder.sheet(seat).auto)
    secret = builder.course.agreement.deploy == "secret"
    for seat in builder.table.seats:
        blank: dict[str, Any] = {"code": "", "fleet": (), "designs": (), "faction": ""}
        blank |= {"name": "", "decoys": (), "locked": False}
        builder.write(seat, **blank, auto=secret and seat in wished)
    builder.change(phase="deploy", proposal=None, fleets=names, auto=() if secret else wished)
    seen = [unit for unit in units.values() if not hides or not unit.aboard]
    crews = ((unit.id, () if hides else builder.table.design(unit).traits) for unit in seen)
    told = tuple(f"{id} {listed([each.name for each in traits])}" for id, traits in crews if traits)
    builder.tell(e.FleetsRevealed(names, builder.pieces(unit.id for unit in seen), told))
    builder.push(RollOff(), _after_fleets(builder.course.agreement))


def _after_fleets(agreement: Agreement) -> Do:
    return Do("deploy" if agreement.terrain_setup == "map" else "terrain")


def _name(builder: StepBuilder, seat: Seat) -> str:
    sheet, known = builder.sheet(seat), builder.course.agreement.catalogue
    name = known.fleets[sheet.code].name if sheet.code else sheet.name or OWN_FLEET
    return f"{name} ({known.factions[sheet.faction].name})" if sheet.faction else name


def _code(_: Any, text: str) -> str:
    if not re.fullmatch("[A-Z][A-Z0-9]{0,3}", text):
        raise ValueError
    return text


CODE: Value[Any, str] = Value("a fleet such as A or Q1", _code)
