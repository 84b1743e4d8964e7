"""Building a fleet from the catalogue and from designs of one's own, with its faction and crews
(5.2, 5.6).

What the match of a page has agreed on says which ships, factions and traits there are; elsewhere
``FREE`` does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias

from games.core.content import EditedCreation, echo
from games.core.questions import TextField
from games.core.questions.tree import Ask, Node, Typed, branch, grouped, leaf
from games.core.telling import counted
from games.core.types import Forbidden, Unreadable
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content import design_text
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.design_data import MOST_OWN
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.factions import Faction
from games.cosmic_conflict.content.limits import (
    MOST_UNITS,
    DesignFault,
    FleetTerms,
    FleetUnit,
    beyond,
    design_faults,
    fleet_faults,
    own_faults,
    unit_name_faults,
)
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.setup.fleets import refuse_faction
from games.cosmic_conflict.words import designs as words

HEAD: Final = "FLEET "
EXAMPLE: Final = "FLEET Home Guard | 1000 | VANG; WREN +LUCKY Lark; DART"
FREE: Final = Agreement(factions=True, crew=True, noncombat=True)
"""For pages that belong to no match."""
POINTS: Final = range(200, 5001)
AT_ONCE: Final = 18
_UNIT = re.compile(
    r"([A-Za-z]{4})(?: ([1-9][0-9]{0,2}))?((?: \+[A-Za-z]{2,8})*)(?: ([^+ ].{0,29}))?"
)
_LIMIT = re.compile(r"([0-9]{1,4})(?: (?:AS|as) ([A-Za-z]{2,8}))?")


@dataclass(frozen=True, slots=True)
class FleetPlan:
    """A fleet that is kept for matches, with its own copies of what is not of the catalogue.

    ``limit``    the points that it is meant for
    ``faction``  the code of its faction, or nothing
    """

    name: str
    limit: int
    units: tuple[FleetUnit, ...] = ()
    designs: tuple[Design, ...] = ()
    faction: str = ""

    @property
    def known(self) -> Mapping[str, Design]:
        return {**BASE.designs, **{design.code: design for design in self.designs}}

    @property
    def used(self) -> FleetPlan:
        """The plan without designs that no unit has."""
        codes = {unit.design for unit in self.units}
        own = tuple(design for design in self.designs if design.code in codes)
        return replace(self, designs=own)


def manned(plan: FleetPlan, unit: FleetUnit, terms: FleetTerms) -> Design:
    """The design of a unit with those of its traits that are there, as its faction has it."""
    traits = tuple(code for code in unit.traits if code in terms.traits)
    return terms.manned(plan.known, replace(unit, traits=traits))


def cost(plan: FleetPlan, agreed: Agreement) -> int:
    """The cost of a fleet in points, with faction and traits (D-102, D-107)."""
    terms = agreed.fleet_terms(plan.faction)
    return sum(manned(plan, unit, terms).points for unit in plan.units)


def faults(plan: FleetPlan, agreed: Agreement) -> Iterator[Forbidden]:
    if wrong := refuse_faction(agreed, plan.faction):
        yield wrong
    for design in plan.designs:
        for fault in design_faults(design):
            yield DesignFault(fault.code[2:], fault.rule, f"{design.name}: {fault.sentence}")
    yield from own_faults(BASE.designs, plan.designs, plan.units)
    if plan.units:
        terms = agreed.fleet_terms(plan.faction)
        yield from fleet_faults(plan.known, plan.units, plan.limit, terms)
    else:
        yield DesignFault("POINTS", "CC-001", "A fleet needs at least one ship.", "units")


# --- The text form ---


def write(plan: FleetPlan) -> str:
    """``FLEET Home Guard | 1000 AS MERC | WOLF +LUCKY Lark; DART | WOLF = 2 KIN.F | - | Wolf``"""
    units = "; ".join(map(_written, plan.units)) or "-"
    limit = f"{plan.limit}{f' AS {plan.faction}' if plan.faction else ''}"
    parts = (plan.name, limit, units, "; ".join(map(design_text.write, plan.designs)))
    return HEAD + " | ".join(filter(None, parts))


def _written(unit: FleetUnit) -> str:
    carrier = f" {unit.carrier}" if unit.carrier else ""
    traits = "".join(f" +{code}" for code in unit.traits)
    return f"{unit.design}{carrier}{traits}{f' {unit.name}' if unit.name else ''}"


def read(text: str) -> FleetPlan:
    """Raises ``Unreadable`` or ``DesignFault``."""
    parts = [each.strip() for each in text[len(HEAD) :].split("|", 3)]
    limit = _LIMIT.fullmatch(parts[1]) if len(parts) > 2 else None
    if limit is None:
        raise Unreadable("That is not a fleet.", instead=f"For example: {EXAMPLE}.")
    name, _, units, *own = parts
    found = () if units == "-" else tuple(map(_unit, units.strip("; ").split(";")))
    designs = tuple(map(design_text.parse, own[0].split(";"))) if own else ()
    plan = FleetPlan(name, int(limit[1]), found, designs, (limit[2] or "").upper())
    if len(found) > MOST_UNITS or len(designs) > MOST_OWN:
        raise Unreadable(f"A fleet has at most {MOST_UNITS} units and {MOST_OWN} designs.")
    for unit in found:
        if unit.design not in plan.known:
            raise Unreadable(f"There is no design {echo(unit.design)}.")
    return _named(plan, name).creation


def _unit(text: str) -> FleetUnit:
    found = _UNIT.fullmatch(text.strip())
    if found is None:
        raise Unreadable(f"“{echo(text.strip())}” is not a unit, such as HEAR +LUCKY or HORN 1.")
    traits = tuple(found[3].upper().replace("+", "").split())
    return FleetUnit(found[1].upper(), found[4] or "", int(found[2] or 0), traits)


# --- Questions ---

Nodes: TypeAlias = Iterator[Node[EditedCreation[FleetPlan]]]


def questions(
    plan: FleetPlan, own: Sequence[Design], agreed: Agreement
) -> Ask[EditedCreation[FleetPlan]]:
    return Ask("What do you change?", partial(_all, plan, own, agreed))


def _all(plan: FleetPlan, own: Sequence[Design], agreed: Agreement) -> Nodes:
    left = f"{plan.limit - cost(plan, agreed)} points left"
    packed = (each for code, each in agreed.catalogue.designs.items() if code not in BASE.designs)
    base = BASE.designs.values()
    for key, label, designs in (
        ("own", "Add one of your own designs", _distinct(plan, own)),
        ("pack", f"Add from {agreed.catalogue.title}", packed),
        ("ship", "Add a ship", [each for each in base if not each.fighter]),
        ("fighter", "Add a Fighter", [each for each in base if each.fighter]),
    ):
        found = tuple(_additions(plan, designs, agreed))
        if found:
            prompt = "Which one do you add?"
            ask = Ask(prompt, partial(grouped, found, AT_ONCE, "", prompt))
            yield branch(key, label, "", ask, left)
    if agreed.factions or plan.faction:
        there = agreed.catalogue.factions.get(plan.faction)
        name = there.name if there else plan.faction or "none"
        ask = Ask("Which faction?", partial(_factions, plan, agreed))
        yield branch("faction", f"Faction: {name}", "", ask, there.told if there else "")
    field = TextField("Type the name", "Home Guard", 24)
    typed = Typed(field, partial(_named, plan))
    yield branch("name", f"Name: {plan.name}", "", Ask("Which name?", typed=typed))
    field = TextField("Type the points", "1000", 4)
    limit = Ask("For how many points?", partial(_limits, plan), Typed(field, partial(_for, plan)))
    yield branch("limit", f"For {plan.limit} points", "", limit, left)
    units = [_unit_node(plan, at, agreed) for at in range(len(plan.units))]
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


def _additions(plan: FleetPlan, designs: Iterable[Design], agreed: Agreement) -> Nodes:
    for design in designs if len(plan.units) < MOST_UNITS else ():
        after = _added(plan, design)
        if len(after.designs) <= MOST_OWN:
            detail = partial(_priced, after, len(plan.units), agreed)
            yield leaf(design.code, design.name, EditedCreation(after, 1), detail)


def _priced(plan: FleetPlan, at: int, agreed: Agreement, about: str = "") -> str:
    """What a unit is with its faction and crew, or what these forbid, and the points left."""
    unit, terms = plan.units[at], agreed.fleet_terms(plan.faction)
    design = manned(plan, unit, terms)
    fault = next(beyond(design, unit, at + 1, terms), None)
    said = fault.sentence.rstrip(".") if fault else about or words.short(design)
    return f"{said}; then {plan.limit - cost(plan, agreed)} points left"


def _factions(plan: FleetPlan, agreed: Agreement) -> Nodes:
    factions = [("", "None", ""), *((e.code, e.name, e.told) for e in _allowed_factions(agreed))]
    for code, name, told in factions:
        if code != plan.faction:
            after = replace(plan, faction=code)
            left = f"then {plan.limit - cost(after, agreed)} points left"
            yield leaf(f"f{code}", name, EditedCreation(after), f"{left}. {told}".strip())


def _allowed_factions(agreed: Agreement) -> Iterable[Faction]:
    return agreed.catalogue.factions.values() if agreed.factions else ()


def _added(plan: FleetPlan, design: Design, traits: tuple[str, ...] = ()) -> FleetPlan:
    """Add a unit; a Fighter goes to the first ship with a free hangar, and traits of a design go
    to the crew."""
    carrier = next(_free(plan), 0) if design.needs_carrier else 0
    traits = (*(each.code for each in design.traits), *traits)
    design = replace(design, traits=())
    units = (*plan.units, FleetUnit(design.code, carrier=carrier, traits=traits))
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


def _unit_node(plan: FleetPlan, at: int, agreed: Agreement) -> Node[EditedCreation[FleetPlan]]:
    unit = plan.units[at]
    design = manned(plan, unit, agreed.fleet_terms(plan.faction))
    aboard = f", aboard {unit.carrier}" if unit.carrier else ""
    ask = Ask(f"What about unit {at + 1}?", partial(_changes, plan, at, agreed))
    label = f"{at + 1}. {unit.name or design.name}{_crew(unit, agreed)}{aboard}"
    return branch(f"u{at + 1}", label, "", ask, words.short(design))


def _crew(unit: FleetUnit, agreed: Agreement) -> str:
    """``, Veteran``"""
    traits = agreed.catalogue.traits
    return "".join(f", {traits[each].name if each in traits else each}" for each in unit.traits)


def _changes(plan: FleetPlan, at: int, agreed: Agreement) -> Nodes:
    unit, units = plan.units[at], plan.units
    design = plan.known[unit.design]

    def put(instead: FleetUnit) -> FleetPlan:
        return replace(plan, units=(*units[:at], instead, *units[at + 1 :]))

    def named(text: str) -> EditedCreation[FleetPlan]:
        after = put(replace(unit, name=text.strip()))
        known = set(_told(unit_name_faults(units)))
        for fault in unit_name_faults(after.units):
            if fault.sentence not in known:
                raise fault
        return EditedCreation(after)

    if design.fighter:
        places = [place for place in _free(plan, at) if place != unit.carrier]
        for place in places:
            ship = plan.known[units[place - 1].design].name
            after = put(replace(unit, carrier=place))
            yield leaf(f"c{place}", f"Aboard {place}, {ship}", EditedCreation(after))
    field = TextField("Type the name", "Lark", 24)
    yield branch(
        "name", f"Name: {unit.name or 'none'}", "", Ask("Which name?", typed=Typed(field, named))
    )
    for code, trait in agreed.catalogue.traits.items():
        if code in unit.traits:
            continue
        if agreed.crew and not design.fighter:
            after = put(replace(unit, traits=(*unit.traits, code)))
            detail = partial(_priced, after, at, agreed, trait.effect)
            yield leaf(f"t{code}", f"Crew trait: {trait.name}", EditedCreation(after, 1), detail)
    for code in unit.traits:
        after = put(replace(unit, traits=tuple(each for each in unit.traits if each != code)))
        label = f"Without{_crew(replace(unit, traits=(code,)), agreed)[1:]}"
        yield leaf(f"n{code}", label, EditedCreation(after, 1), partial(_priced, after, at, agreed))
    if len(plan.units) < MOST_UNITS:
        after = _added(plan, design, unit.traits)
        detail = partial(_priced, after, len(plan.units), agreed)
        yield leaf("again", "Add another of it", EditedCreation(after), detail)
    after = _without(plan, at)
    left = f"then {plan.limit - cost(after, agreed)} points left"
    yield leaf("remove", "Remove it", EditedCreation(after), left)


def _told(found: Iterable[DesignFault]) -> Iterator[str]:
    return (fault.sentence for fault in found)


def _without(plan: FleetPlan, at: int) -> FleetPlan:
    """Remove a unit: carriers behind it move up, and its Fighters have none."""
    gone = at + 1

    def moved(unit: FleetUnit) -> FleetUnit:
        carrier = 0 if unit.carrier == gone else unit.carrier - (unit.carrier > gone)
        return replace(unit, carrier=carrier)

    kept = tuple(map(moved, (*plan.units[:at], *plan.units[at + 1 :])))
    return replace(plan, units=kept).used


def _limits(plan: FleetPlan) -> Nodes:
    for points in (481, 1000, 1500, 2000):
        yield leaf(f"n{points}", f"{points} points", EditedCreation(replace(plan, limit=points)))


def _for(plan: FleetPlan, text: str) -> EditedCreation[FleetPlan]:
    found = int(text) if text.isdecimal() and len(text) < 5 else 0
    if found not in POINTS:
        raise Unreadable(f"Points are a number from {POINTS[0]} to {POINTS[-1]}.")
    return EditedCreation(replace(plan, limit=found))


def _named(plan: FleetPlan, text: str) -> EditedCreation[FleetPlan]:
    """The plan with a name, which is checked as those of units are."""
    named = replace(plan, name=text.strip())
    for fault in unit_name_faults((FleetUnit("", named.name),)) if named.name else ():
        raise fault
    if not named.name:
        raise Unreadable("The fleet needs a name.")
    return EditedCreation(named)


# --- What it amounts to ---


def line(plan: FleetPlan, agreed: Agreement) -> str:
    there = agreed.catalogue.factions.get(plan.faction)
    count = f"{counted(len(plan.units), 'unit')}{f', {there.name}' if there else ''}"
    return f"{count}, {cost(plan, agreed)} of {plan.limit} points"


def lines(plan: FleetPlan, agreed: Agreement) -> Iterator[str]:
    terms = agreed.fleet_terms(plan.faction)
    if terms.faction:
        yield f"{terms.faction.name}. {terms.faction.told}"
    for at, unit in enumerate(plan.units, 1):
        design = manned(plan, unit, terms)
        name = f"{unit.name}, a {design.name}" if unit.name else design.name
        aboard = f", aboard {unit.carrier}" if unit.carrier else ""
        yield f"{at}. {name}: {words.short(design)}{_crew(unit, agreed)}{aboard}"
