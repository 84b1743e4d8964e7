"""Building a fleet from the catalogue and from designs of one's own (5.2, 5.6)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from games.core.content import Edited, echo
from games.core.questions import Ask, Node, TextField, Typed, branch, grouped, leaf
from games.core.telling import counted
from games.core.types import Unreadable
from games.cosmic_conflict.content import design_text
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import MOST_OWN
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import (
    MOST_UNITS,
    DesignFault,
    FleetUnit,
    design_faults,
    fleet_faults,
    own_faults,
    unit_name_faults,
)
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.words import designs as words

HEAD: Final = "FLEET "
EXAMPLE: Final = "FLEET Home Guard | 1000 | VANG; WREN Lark; DART"
POINTS: Final = range(200, 5001)
AT_ONCE: Final = 18
_UNIT = re.compile(r"([A-Za-z]{4})(?: ([1-9][0-9]{0,2}))?(?: (.{1,30}))?")


@dataclass(frozen=True, slots=True)
class FleetPlan:
    """A fleet that is kept for matches, with its own copies of what is not of the catalogue.

    ``limit``  the points that it is meant for
    """

    name: str
    limit: int
    units: tuple[FleetUnit, ...] = ()
    designs: tuple[Design, ...] = ()

    @property
    def known(self) -> Mapping[str, Design]:
        return {**BASE.designs, **{design.code: design for design in self.designs}}

    @property
    def points(self) -> int:
        known = self.known
        return sum(known[unit.design].points for unit in self.units if unit.design in known)

    @property
    def used(self) -> FleetPlan:
        """Without designs that no unit has."""
        codes = {unit.design for unit in self.units}
        own = tuple(design for design in self.designs if design.code in codes)
        return replace(self, designs=own)


def faults(plan: FleetPlan) -> Iterator[DesignFault]:
    for design in plan.designs:
        for fault in design_faults(design):
            yield DesignFault(fault.code[2:], fault.rule, f"{design.name}: {fault.sentence}")
    yield from own_faults(BASE.designs, plan.designs, plan.units)
    if plan.units:
        yield from fleet_faults(plan.known, plan.units, plan.limit)
    else:
        yield DesignFault("POINTS", "CC-001", "A fleet needs a ship at least.", "units")


# --- The text form ---


def write(plan: FleetPlan) -> str:
    """``FLEET Home Guard | 1000 | WOLF Lark; DART | WOLF = 2 KIN.F | - | Grey Wolf``"""
    units = "; ".join(map(_written, plan.units)) or "-"
    parts = (plan.name, str(plan.limit), units, "; ".join(map(design_text.write, plan.designs)))
    return HEAD + " | ".join(filter(None, parts))


def _written(unit: FleetUnit) -> str:
    carrier = f" {unit.carrier}" if unit.carrier else ""
    return f"{unit.design}{carrier}{f' {unit.name}' if unit.name else ''}"


def read(text: str) -> FleetPlan:
    """Raises ``Unreadable`` or ``DesignFault``."""
    parts = [each.strip() for each in text[len(HEAD) :].split("|", 3)]
    if len(parts) < 3 or not parts[1].isdecimal() or len(parts[1]) > 4:
        raise Unreadable("That is not a fleet.", instead=f"For example: {EXAMPLE}.")
    name, limit, units, *own = parts
    found = () if units == "-" else tuple(map(_unit, units.strip("; ").split(";")))
    designs = tuple(map(design_text.parse, own[0].split(";"))) if own else ()
    plan = FleetPlan(name, int(limit), found, designs)
    if len(found) > MOST_UNITS or len(designs) > MOST_OWN:
        raise Unreadable(f"A fleet has at most {MOST_UNITS} units and {MOST_OWN} designs.")
    for unit in found:
        if unit.design not in plan.known:
            raise Unreadable(f"There is no design {echo(unit.design)}.")
    return _named(plan, name).creation


def _unit(text: str) -> FleetUnit:
    found = _UNIT.fullmatch(text.strip())
    if found is None:
        raise Unreadable(f"“{echo(text.strip())}” is not a unit, such as HEAR or HORN 1.")
    return FleetUnit(found[1].upper(), found[3] or "", int(found[2] or 0))


# --- Questions ---

Nodes: TypeAlias = Iterator[Node[Edited[FleetPlan]]]


def questions(plan: FleetPlan, own: Sequence[Design]) -> Ask[Edited[FleetPlan]]:
    return Ask("What do you change?", partial(_all, plan, own))


def _all(plan: FleetPlan, own: Sequence[Design]) -> Nodes:
    mine = _distinct(plan, own)
    left = f"{plan.limit - plan.points} points left"
    for key, label, designs in (
        ("own", "Add one of your own designs", mine),
        ("ship", "Add a ship", [each for each in BASE.designs.values() if not each.fighter]),
        ("fighter", "Add a Fighter", [each for each in BASE.designs.values() if each.fighter]),
    ):
        found = tuple(_additions(plan, designs))
        if found:
            ask = Ask("Which one do you add?", partial(iter, found))
            yield branch(key, label, "", ask, left)
    field = TextField("Type the name", "Home Guard", 24)
    typed = Typed(field, partial(_named, plan))
    yield branch("name", f"Name: {plan.name}", "", Ask("Which name?", typed=typed))
    field = TextField("Type the points", "1000", 4)
    limit = Ask("For how many points?", partial(_limits, plan), Typed(field, partial(_for, plan)))
    yield branch("limit", f"For {plan.limit} points", "", limit, left)
    units = [_unit_node(plan, at) for at in range(len(plan.units))]
    yield from grouped(units, AT_ONCE, "", "Which unit do you change?")


def _distinct(plan: FleetPlan, own: Iterable[Design]) -> list[Design]:
    """One's own designs without faults, under codes that are free in the fleet."""
    ready = [each for each in own if next(design_faults(each), None) is None]
    taken = dict(plan.known)
    found = []
    for design in ready:
        (named,) = preparation.brought(taken, (design,)).values()
        taken[named.code] = named
        found.append(named)
    return found


def _additions(plan: FleetPlan, designs: Iterable[Design]) -> Nodes:
    for design in designs if len(plan.units) < MOST_UNITS else ():
        after = _added(plan, design)
        if len(after.designs) > MOST_OWN:
            continue
        detail = f"{words.short(design)}; then {plan.limit - after.points} points left"
        yield leaf(design.code, design.name, Edited(after, 1), detail)


def _added(plan: FleetPlan, design: Design) -> FleetPlan:
    """With a unit; a Fighter goes to the first ship with a free hangar."""
    carrier = next(_free(plan), 0) if design.needs_carrier else 0
    units = (*plan.units, FleetUnit(design.code, carrier=carrier))
    own = {each.code: each for each in plan.designs}
    if design.code not in BASE.designs:
        own[design.code] = design
    return replace(plan, units=units, designs=tuple(own.values()))


def _free(plan: FleetPlan, besides: int = -1) -> Iterator[int]:
    """The places of ships with a free hangar, ``besides`` one unit that may have taken it."""
    known = plan.known
    inside = Counter(unit.carrier for at, unit in enumerate(plan.units) if at != besides)
    for place, unit in enumerate(plan.units, 1):
        if known[unit.design].hangars() > inside[place]:
            yield place


def _unit_node(plan: FleetPlan, at: int) -> Node[Edited[FleetPlan]]:
    unit = plan.units[at]
    design = plan.known[unit.design]
    aboard = f", aboard {unit.carrier}" if unit.carrier else ""
    ask = Ask(f"What about unit {at + 1}?", partial(_changes, plan, at))
    label = f"{at + 1}. {unit.name or design.name}{aboard}"
    return branch(f"u{at + 1}", label, "", ask, words.short(design))


def _changes(plan: FleetPlan, at: int) -> Nodes:
    unit, units = plan.units[at], plan.units
    design = plan.known[unit.design]

    def put(instead: FleetUnit) -> FleetPlan:
        return replace(plan, units=(*units[:at], instead, *units[at + 1 :]))

    def named(text: str) -> Edited[FleetPlan]:
        after = put(replace(unit, name=text.strip()))
        known = set(_told(unit_name_faults(units)))
        for fault in unit_name_faults(after.units):
            if fault.sentence not in known:
                raise fault
        return Edited(after)

    if design.fighter:
        places = [place for place in _free(plan, at) if place != unit.carrier]
        for place in places:
            ship = plan.known[units[place - 1].design].name
            after = put(replace(unit, carrier=place))
            yield leaf(f"c{place}", f"Aboard {place}, {ship}", Edited(after))
    field = TextField("Type the name", "Lark", 24)
    yield branch(
        "name", f"Name: {unit.name or 'none'}", "", Ask("Which name?", typed=Typed(field, named))
    )
    if len(plan.units) < MOST_UNITS:
        yield leaf("again", "Add another of it", Edited(_added(plan, design)), words.short(design))
    yield leaf("remove", "Remove it", Edited(_without(plan, at)), f"{design.points} points")


def _told(found: Iterable[DesignFault]) -> Iterator[str]:
    return (fault.sentence for fault in found)


def _without(plan: FleetPlan, at: int) -> FleetPlan:
    """Without a unit: carriers behind it move up, and Fighters of it have none."""
    gone = at + 1

    def moved(unit: FleetUnit) -> FleetUnit:
        carrier = 0 if unit.carrier == gone else unit.carrier - (unit.carrier > gone)
        return replace(unit, carrier=carrier)

    kept = tuple(map(moved, (*plan.units[:at], *plan.units[at + 1 :])))
    return replace(plan, units=kept).used


def _limits(plan: FleetPlan) -> Nodes:
    for points in (481, 1000, 1500, 2000):
        yield leaf(f"n{points}", f"{points} points", Edited(replace(plan, limit=points)))


def _for(plan: FleetPlan, text: str) -> Edited[FleetPlan]:
    found = int(text) if text.isdecimal() and len(text) < 5 else 0
    if found not in POINTS:
        raise Unreadable(f"Points are a number from {POINTS[0]} to {POINTS[-1]}.")
    return Edited(replace(plan, limit=found))


def _named(plan: FleetPlan, text: str) -> Edited[FleetPlan]:
    """A name as those of designs."""
    named = replace(plan, name=text.strip())
    for fault in unit_name_faults((FleetUnit("", named.name),)) if named.name else ():
        raise fault
    if not named.name:
        raise Unreadable("The fleet needs a name.")
    return Edited(named)


# --- What it amounts to ---


def line(plan: FleetPlan) -> str:
    return f"{counted(len(plan.units), 'unit')}, {plan.points} of {plan.limit} points"


def lines(plan: FleetPlan) -> Iterator[str]:
    known = plan.known
    for at, unit in enumerate(plan.units, 1):
        design = known[unit.design]
        name = f"{unit.name}, a {design.name}" if unit.name else design.name
        aboard = f", aboard {unit.carrier}" if unit.carrier else ""
        yield f"{at}. {name}: {words.short(design)}{aboard}"
