"""Limits of designs and fleets; each fault names its item and its rule (5.6)."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.core import content
from games.core.content import echo
from games.core.telling import listed
from games.core.types import Forbidden
from games.cosmic_conflict.content.components import FIGHTER_ONLY, Component
from games.cosmic_conflict.content.designs import Design, Item, slots
from games.cosmic_conflict.content.factions import TRAITS, Faction, Trait, unknown
from games.cosmic_conflict.content.hulls import ROW, SIZES
from games.cosmic_conflict.content.weapons import ARCS, STRUCTURAL, VARIANTS, WEAPONS, Weapon


class DesignFault(Forbidden):
    """What is wrong with a design or a fleet; ``field`` is the one of 4.14 to change."""

    def __init__(self, code: str, rule: str, sentence: str, field: str = "") -> None:
        self.field = field
        super().__init__(rule, sentence, code=f"E-{code}")


# --- Designs ---


@dataclass(frozen=True, slots=True)
class _Slot:
    """An item with its place, for the sentences."""

    item: Item
    at: int

    @property
    def field(self) -> str:
        return "primary" if self.item.primary else "secondary"

    def fault(self, code: str, rule: str, reason: str) -> DesignFault:
        place = f"{self.field.capitalize()} {self.at}"
        sentence = f"{place} ({self.item.kind.name}): {reason}"
        return DesignFault(f"DESIGN-{code}", rule, sentence, self.field)


def design_faults(design: Design) -> Iterator[DesignFault]:
    """The faults of a design that has a Size, in the order of 5.6."""
    placed, weapons = _placed(design), _weapons(design)
    components = [(slot, slot.item) for slot in placed if isinstance(slot.item, Component)]
    if not design.fighter:
        yield from _slot_numbers(design)
        for slot, component in components:
            yield from _slot_kind(slot, component)
            yield from _plating(slot, component)
    for slot, weapon in weapons:
        yield from _variant(slot, weapon, design.fighter)
    for slot, weapon in weapons:
        yield from _arcs(slot, weapon, design.fighter)
    yield from _caps(design)
    if design.fighter:
        yield from _fighter(placed)
    yield from _crew(design)
    yield from _faction(design, weapons)
    yield from name_faults(design.name, "The design")


def _placed(design: Design) -> list[_Slot]:
    sides = (design.primary, design.secondary)
    return [_Slot(item, at) for items in sides for at, item in enumerate(items, 1)]


def _weapons(design: Design) -> list[tuple[_Slot, Weapon]]:
    return [(slot, slot.item) for slot in _placed(design) if isinstance(slot.item, Weapon)]


def wrong_size(size: int) -> DesignFault:
    return DesignFault(
        "DESIGN-SIZE", "CC-019", f"A ship has a Size from 1 to 6, not {size}.", "size"
    )


def too_many_items(size: int, field: str, used: int) -> DesignFault:
    """Why there are too many items: for the slots of a hull (D-023), or for any Fighter."""
    if size not in SIZES:
        why = (
            f"{field}: There are {used:,} items, but a Fighter has at most 1 Primary and 5 others."
        )
        return DesignFault("DESIGN-FIGHTER", "CC-129", why, field)
    what, most = field.capitalize(), 2 * size
    why = f"{what} items take {used:,} slots, but a ship of Size {size} has at most {most}."
    return DesignFault("DESIGN-SLOTS", "CC-021", why, field)


def _slot_numbers(design: Design) -> Iterator[DesignFault]:
    for field, items in (("primary", design.primary), ("secondary", design.secondary)):
        if (used := slots(items)) > 2 * design.size:
            yield too_many_items(design.size, field, used)


def _slot_kind(slot: _Slot, component: Component) -> Iterator[DesignFault]:
    fits = component.kind.slots
    if component.type in FIGHTER_ONLY:
        yield slot.fault("SLOTKIND", "CC-133", "Only Fighters can have it.")
    elif ("P" if component.primary else "S") not in fits:
        fitting = "Primary" if fits == "P" else "Secondary"
        yield slot.fault("SLOTKIND", "CC-101", f"It fits {fitting} slots only.")


def _variant(slot: _Slot, weapon: Weapon, fighter: bool) -> Iterator[DesignFault]:
    written = weapon.variant
    if not written:
        return
    if written not in VARIANTS:
        why = f"“{echo(written)}” is not a Variant; it may have one of L1, L2, L3, OV and SM."
        yield slot.fault("VARIANT", "CC-087", why)
    elif not weapon.kind.varied:
        rule = "CC-095" if weapon.type == "RKT" else "CC-097"
        yield slot.fault("VARIANT", rule, "It cannot have a Variant.")
    elif fighter:
        yield slot.fault("VARIANT", "CC-129", "A Weapon of a Fighter cannot have a Variant.")
    elif VARIANTS[written].primary and not weapon.primary:
        rule = "CC-090" if written == STRUCTURAL else "CC-089"
        yield slot.fault("VARIANT", rule, f"{VARIANTS[written].name} needs a Primary slot.")


def _arcs(slot: _Slot, weapon: Weapon, fighter: bool) -> Iterator[DesignFault]:
    arcs = weapon.arcs
    if not arcs:
        yield slot.fault("ARC", "CC-014", "It needs one to four arcs of F, P, S and A.")
    elif strange := next((arc for arc in arcs if arc not in ARCS), ""):
        yield slot.fault("ARC", "CC-014", f"“{echo(strange)}” is not an arc; use F, P, S and A.")
    elif len(set(arcs)) < len(arcs):
        arc = next(arc for arc in ARCS if arcs.count(arc) > 1)
        yield slot.fault("ARC", "CC-014", f"The arc {arc} is given twice.")
    elif weapon.variant == STRUCTURAL and len(arcs) > 1:
        why = f"A Structural mount has exactly one arc, not {len(arcs)}."
        yield slot.fault("ARC", "CC-090", why)
    elif fighter and arcs != ARCS:
        yield slot.fault(
            "ARC", "CC-128", "A Weapon of a Fighter fires all round: leave out the arcs."
        )


PLATING: Final = ("Larger", "Smaller")
"""What Stealth Plating may say (D-100)."""
_CAPS = (
    ("ECM", True, 1, "CC-109"),
    ("ECM", False, 2, "CC-110"),
    ("AWS", True, 2, "CC-102"),
    ("STL", False, 1, "CC-235"),
)
"""Type, in Primary slots, the most, rule (D-023)."""


def _plating(slot: _Slot, component: Component) -> Iterator[DesignFault]:
    """Checks CC-235."""
    if component.type == "STL" and component.tag not in PLATING:
        yield slot.fault("VARIANT", "CC-235", f"It says what it shows: {' or '.join(PLATING)}.")


def _caps(design: Design) -> Iterator[DesignFault]:
    for code, primary, most, rule in _CAPS:
        if (count := design.count(code, primary=primary)) > most:
            field = "primary" if primary else "secondary"
            why = f"There are {count} {field.capitalize()} {code}, but the limit is {most}."
            yield DesignFault("DESIGN-CAP", rule, why, field)
    if not design.fighter and design.count("FH") and not design.count("FLH"):
        why = "A Fighter Hangar needs a Fighter Launch Hangar on the same ship."
        yield DesignFault("DESIGN-HANGAR", "CC-120", why, "primary")


def _fighter(placed: Sequence[_Slot]) -> Iterator[DesignFault]:
    """The faults of a Fighter's design (CC-129 to 134, D-058)."""
    for slot in placed:
        yield from _fighter_item(slot)
    secondary = [slot for slot in placed if not slot.item.primary]
    listed = [slot for slot in secondary if slot.item.type not in FIGHTER_ONLY]
    if len(listed) > 1:
        why = "A Fighter has at most one Secondary item that ships can have too."
        yield listed[1].fault("FIGHTER", "CC-129", why)
    seen = set()
    for slot in secondary:
        if slot.item.type in seen:
            yield slot.fault("FIGHTER", "CC-133", "A Fighter has it at most once.")
        seen.add(slot.item.type)


def _fighter_item(slot: _Slot) -> Iterator[DesignFault]:
    item = slot.item
    if isinstance(item, Weapon):
        if not item.primary:
            yield slot.fault("FIGHTER", "CC-130", "A Fighter has no Weapon in a Secondary slot.")
        elif item.size not in SIZES:
            why = f"Its Weapon Size (wsize) is a number from 1 to 6, not {item.size}."
            yield slot.fault("FIGHTER", "CC-134", why)
    elif not item.kind.fighter:
        rule = "CC-131" if item.type in ("AWS", "FLH", "FH") else "CC-129"
        yield slot.fault("FIGHTER", rule, "A Fighter cannot have it.")
    elif ("P" if item.primary else "S") not in item.kind.fighter:
        rule = "CC-132" if item.type == "PWS" else "CC-142"
        fitting = "Secondary" if item.primary else "Primary"
        yield slot.fault("FIGHTER", rule, f"On a Fighter it fits the {fitting} slot only.")


def _crew(design: Design) -> Iterator[DesignFault]:
    """Traits: of ships only, each once (CC-253, D-107)."""
    codes = [trait.code for trait in design.traits]
    if codes and design.fighter:
        yield DesignFault("DESIGN-FIGHTER", "CC-253", "A Fighter has no crew traits.", "traits")
    if twice := next((code for code in codes if codes.count(code) > 1), ""):
        yield DesignFault("DESIGN-CAP", "CC-253", f"The trait {twice} is given twice.", "traits")


def _faction(design: Design, weapons: Sequence[tuple[_Slot, Weapon]]) -> Iterator[DesignFault]:
    """What its faction forbids (CC-239, 5.6)."""
    allowed = design.faction.weapons if design.faction else ()
    for slot, weapon in weapons:
        if allowed and weapon.type not in allowed:
            assert design.faction is not None
            names = listed([WEAPONS[each].name for each in allowed], "or")
            why = f"{design.name} of {design.faction.name} may have {names} only."
            yield slot.fault("FACTION", "CC-239", why)


_NAME = content.name(24)


def name_faults(name: str, what: str) -> Iterator[DesignFault]:
    try:
        long_enough = len(_NAME.read(name)) >= 3
        reason = ""
    except ValueError as wrong:
        long_enough, reason = False, str(wrong)
    if not long_enough:
        why = reason or "A name has 3 to 24 characters."
        yield DesignFault("NAME", "CC-012", f"{what} “{echo(name)}”: {why}", "name")


# --- Fleets ---

MOST_UNITS: Final = 40
"""Of a side: more would be neither seen on a picture nor commanded by hand."""


@dataclass(frozen=True, slots=True)
class FleetUnit:
    """A unit of a fleet.

    ``name``     its own one, or nothing
    ``carrier``  of a Fighter: the place of its ship in the fleet, from 1; 0 for none
    ``traits``   the codes of those that it has besides the traits of its design
    """

    design: str
    name: str = ""
    carrier: int = 0
    traits: tuple[str, ...] = ()


@dataclass(frozen=True)
class FleetTerms:
    """What the units of a fleet may have beyond the base game, and its faction.

    ``traits``     those that are there, by code
    ``crew``       whether ships may have traits
    ``noncombat``  whether they may have Non-combat Components
    ``stealth``    whether they may have Stealth Plating
    ``cloak``      whether they may have a Cloak Device
    """

    faction: Faction | None = None
    traits: Mapping[str, Trait] = dataclasses.field(default_factory=lambda: TRAITS)
    crew: bool = True
    noncombat: bool = True
    stealth: bool = True
    cloak: bool = True

    def manned(self, designs: Mapping[str, Design], unit: FleetUnit) -> Design:
        """The design of a unit with its traits, as its faction has it."""
        traits = [self.traits[code] for code in unit.traits]
        return designs[unit.design].manned(traits, self.faction)

    def cost(self, designs: Mapping[str, Design], units: Iterable[FleetUnit]) -> int:
        """What a fleet costs, in points."""
        return sum(self.manned(designs, unit).points for unit in units)


ANYTHING: Final = FleetTerms()


def fleet_faults(
    designs: Mapping[str, Design],
    units: Sequence[FleetUnit],
    limit: int,
    terms: FleetTerms = ANYTHING,
) -> Iterator[DesignFault]:
    """The faults of a fleet for so many points."""
    if unknowns := [*_unknown(designs, units), *_unknown_traits(units, terms)]:
        yield from unknowns
        return
    found = [terms.manned(designs, unit) for unit in units]
    for at, (design, unit) in enumerate(zip(found, units, strict=True), 1):
        yield from beyond(design, unit, at, terms)
    for at, design in enumerate(found, 1):
        if not design.fighter and design.row != ROW:
            why = f"{design.name} ({at}) has rows of {design.row} boxes; a match needs {ROW}."
            yield DesignFault("FORMAT", "CC-043", why, "units")
    if (points := sum(design.points for design in found)) > limit:
        why = f"The fleet costs {points:,} points, but the limit is {limit:,}."
        yield DesignFault("POINTS", "CC-283", why, "units")
    if len(units) > MOST_UNITS:
        why = f"The fleet has {len(units)} units, but the limit is {MOST_UNITS}."
        yield DesignFault("POINTS", "CC-T01", why, "units")
    if all(design.fighter for design in found):
        yield DesignFault("POINTS", "CC-001", "A fleet needs at least one ship.", "units")
    yield from _hangars(found, units)
    yield from unit_name_faults(units)


def own_faults(
    known: Mapping[str, Design], own: Sequence[Design], units: Sequence[FleetUnit]
) -> Iterator[DesignFault]:
    """The faults of what a fleet brings besides the ``known`` designs of the catalogue."""
    used, names = {unit.design for unit in units}, dict[str, str]()
    for design in own:
        code = design.code
        if not re.fullmatch("[A-Z]{4}", code):
            why = f"The code of {design.name} has four capitals, such as WOLF."
            yield DesignFault("FORMAT", "CC-004", why, "designs")
        elif code in known:
            why = f"{code} is {known[code].name} here: give {design.name} another code."
            yield DesignFault("NAME", "CC-004", why, "designs")
        elif code in names:
            yield DesignFault("NAME", "CC-004", f"Two designs have the code {code}.", "designs")
        elif design.traits or design.faction:
            why = f"Give traits to units, such as {code} +LUCKY, and a faction to the fleet."
            yield DesignFault("FORMAT", "CC-253", why, "designs")
        elif code not in used:
            why = f"No unit of the fleet is a {design.name} ({code})."
            yield DesignFault("UNKNOWN-ID", "CC-004", why, "designs")
        names[code] = design.name
    called = [known[code].name for code in sorted(used) if code in known]
    counts = Counter(map(str.casefold, (*called, *names.values())))
    for name in {each.casefold(): each for each in (*names.values(), *called)}.values():
        if counts[name.casefold()] > 1:
            why = f"Two designs of the fleet are called {name}."
            yield DesignFault("NAME", "CC-004", why, "designs")


def _unknown(designs: Mapping[str, Design], units: Sequence[FleetUnit]) -> Iterator[DesignFault]:
    for at, unit in enumerate(units, 1):
        if unit.design not in designs:
            why = f"Unit {at}: there is no design {echo(unit.design)}."
            yield DesignFault("UNKNOWN-ID", "CC-004", why, "units")


def _unknown_traits(units: Sequence[FleetUnit], terms: FleetTerms) -> Iterator[DesignFault]:
    for at, unit in enumerate(units, 1):
        for code in unit.traits:
            if code not in terms.traits:
                why = f"Unit {at}: {unknown('trait', code, terms.traits.values())}"
                yield DesignFault("UNKNOWN-ID", "CC-253", why, "units")


def beyond(design: Design, unit: FleetUnit, at: int, terms: FleetTerms) -> Iterator[DesignFault]:
    """What the match does not allow, and what the unit's traits and faction forbid."""
    who = f"{design.name} ({at})"
    if not terms.noncombat and design.count("NCM"):
        why = f"{who} has a Non-combat Component, which this match is without."
        yield DesignFault("DESIGN-SLOTKIND", "CC-258", why, "units")
    if not terms.stealth and design.count("STL"):
        why = f"{who} has Stealth Plating, which this match is without."
        yield DesignFault("DESIGN-SLOTKIND", "CC-235", why, "units")
    if not terms.cloak and design.count("CLK"):
        why = f"{who} has a Cloak Device, which this match is without."
        yield DesignFault("DESIGN-SLOTKIND", "CC-236", why, "units")
    if not terms.crew and design.traits:
        why = f"{who} has a crew trait, which this match is without."
        yield DesignFault("OPTION", "CC-253", why, "units")
    if (design.traits and design.fighter) or len(set(unit.traits)) < len(unit.traits):
        why = f"{who}: a ship has each crew trait once, and a Fighter has none."
        yield DesignFault("DESIGN-CAP", "CC-253", why, "units")
    yield from _faction(design, _weapons(design))


def _hangars(found: Sequence[Design], units: Sequence[FleetUnit]) -> Iterator[DesignFault]:
    """Checks CC-115, CC-119, CC-125, CC-143."""

    def fault(rule: str, why: str) -> DesignFault:
        return DesignFault("HANGAR", rule, why, "units")

    fighters = sum(design.needs_carrier for design in found)
    if fighters > (room := sum(design.hangars() for design in found)):
        yield fault("CC-119", f"{fighters:,} Fighters need hangars, but the ships have {room:,}.")
    aboard = Counter(unit.carrier for unit in units)
    for at, (design, unit) in enumerate(zip(found, units, strict=True), 1):
        if not design.fighter:
            if unit.carrier:
                yield fault(
                    "CC-125", f"{design.name} ({at}) is a ship: only Fighters have a carrier."
                )
            if aboard[at] > design.hangars():
                why = f"has {design.hangars()} hangars, but {aboard[at]:,} Fighters assigned to it."
                yield fault("CC-119", f"{design.name} ({at}) {why}")
        elif design.needs_carrier and not unit.carrier:
            yield fault("CC-125", f"{design.name} ({at}) needs a carrier.")
        elif unit.carrier and not _is_ship(found, unit.carrier):
            why = f"unit {unit.carrier} is not a ship of this fleet."
            yield fault("CC-125", f"{design.name} ({at}) has no carrier: {why}")


def _is_ship(found: Sequence[Design], place: int) -> bool:
    return 1 <= place <= len(found) and not found[place - 1].fighter


def unit_name_faults(units: Sequence[FleetUnit]) -> Iterator[DesignFault]:
    seen: set[str] = set()
    for at, unit in enumerate(units, 1):
        if not unit.name:
            continue
        yield from name_faults(unit.name, f"Unit {at},")
        if unit.name.casefold() in seen:
            why = f"Unit {at}: the fleet already has a unit called {echo(unit.name)}."
            yield DesignFault("NAME", "CC-004", why, "units")
        seen.add(unit.name.casefold())
