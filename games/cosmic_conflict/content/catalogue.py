"""Ships, Fighters, fleets and maps, of the base game and of packs (5.1, 5.2, 5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.core import content
from games.core.content import (
    DataFile,
    FieldType,
    Loaded,
    PackReader,
    RecordType,
    several,
    text,
    whole,
    written,
)
from games.cosmic_conflict.content.design_data import read
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.factions import (
    FACTIONS,
    TRAIT_RECORDS,
    TRAITS,
    Faction,
    Trait,
    check_faction,
    check_trait,
    unknown,
)
from games.cosmic_conflict.content.limits import (
    ANYTHING,
    MOST_UNITS,
    DesignFault,
    FleetTerms,
    FleetUnit,
    fleet_faults,
)
from games.cosmic_conflict.content.maps import MAPS, SpaceMap, check_map


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet that can be chosen as it is; ``points`` is what it costs, ``faction`` the code of the
    one that it belongs to."""

    code: str
    name: str
    style: str
    points: int
    units: tuple[FleetUnit, ...]
    faction: str = ""


@dataclass(frozen=True)
class Catalogue:
    """``designs`` has ships and Fighters by code."""

    title: str
    designs: Mapping[str, Design]
    fleets: Mapping[str, Fleet]
    maps: Mapping[str, SpaceMap]
    factions: Mapping[str, Faction]
    traits: Mapping[str, Trait]

    @property
    def pack_map(self) -> SpaceMap | None:
        """The first map of a pack."""
        return next((each for key, each in self.maps.items() if key not in BASE.maps), None)

    def fleet_fault(
        self, fleet: Fleet, limit: int, terms: FleetTerms = ANYTHING
    ) -> DesignFault | None:
        """Why a fleet cannot be chosen as it is in a match for so many points."""
        return next(fleet_faults(self.designs, fleet.units, limit, terms), None)


# --- What a file may say ---


def _design(code: str, **fields: Any) -> dict[str, Any]:
    """The data of 4.14, which ``_check_design`` reads."""
    return {"id": code, **fields}


CODE = text("[A-Z]{4}", "four capitals: WREN")
NAME = content.name(24)
POINTS = whole(1, 5000)
ITEM: FieldType[object] = FieldType('an item: { type = "SHD" }', lambda written: written)
ITEMS: FieldType[Any] = several(ITEM, 0, 24, "a list of up to 24 items").otherwise([])
UNIT = written(
    r"([A-Z]{4})(?: ([1-9][0-9]{0,2}))?((?: \+[A-Z]{2,8})*)",
    lambda code, carrier, traits: FleetUnit(
        code, carrier=int(carrier or 0), traits=tuple(traits.replace("+", "").split())
    ),
    "Write a unit of a fleet as HEAR or HEAR +LUCKY, and a Fighter with the place of its carrier: "
    "HORN 1.",
)
SHIPS: Final = RecordType(
    "ships",
    "a ship",
    60,
    _design,
    {
        "code": CODE,
        "name": NAME,
        "class": NAME,
        "size": FieldType("a number", lambda size: size),  # which _check_design refuses by rule
        "primary": ITEMS,
        "secondary": ITEMS,
        "traits": several(content.name(24), 0, 6, "a list of traits: VETERAN").otherwise(()),
        "points": POINTS,
    },
)
FIGHTERS: Final = RecordType(
    "fighters",
    "a Fighter",
    60,
    _design,
    {
        "code": CODE,
        "name": NAME,
        "class": NAME,
        "primary": ITEM.otherwise(None),
        "secondary": ITEMS,
        "points": POINTS,
    },
)
FLEETS: Final = RecordType(
    "fleets",
    "a fleet",
    40,
    Fleet,
    {
        "code": text("[A-Z][A-Z0-9]{0,3}", "up to four capitals and digits: Q1"),
        "name": NAME,
        "style": content.name(40),
        "faction": FACTIONS.fields["code"].otherwise(""),
        "points": POINTS,
        "units": several(UNIT, 1, MOST_UNITS, f"a list of 1 to {MOST_UNITS} units"),
    },
)


def _check_design(loaded: Loaded[Any], known: DataFile) -> None:
    if loaded.key in known.of(SHIPS) and loaded.key in known.of(FIGHTERS):
        loaded.fault("code", f"There are a ship and a Fighter {loaded.key}.")
    try:
        design = read(loaded.value, _traits(known))
    except DesignFault as wrong:
        loaded.fault(wrong.field, f"{wrong.sentence} ({wrong.rule})")
    if loaded.value["points"] != design.points:
        loaded.fault("points", f"{design.name} costs {design.points} points. (CC-283)")


def _check_fleet(loaded: Loaded[Fleet], known: DataFile) -> None:
    fleet, designs, factions = loaded.value, _designs(known), known.of(FACTIONS)
    if fleet.faction and fleet.faction not in factions:
        loaded.fault("faction", f"{unknown('faction', fleet.faction, factions.values())} (CC-237)")
    terms = FleetTerms(factions.get(fleet.faction), _traits(known))
    for wrong in fleet_faults(designs, fleet.units, fleet.points, terms):
        loaded.fault(wrong.field, f"{wrong.sentence} ({wrong.rule})")
    if (points := terms.cost(designs, fleet.units)) < fleet.points:
        loaded.fault("points", f"The units cost {points} points. (CC-283)")


def _designs(known: DataFile) -> Mapping[str, Design]:
    data = (*known.of(SHIPS).values(), *known.of(FIGHTERS).values())
    return {design.code: design for design in (read(each, _traits(known)) for each in data)}


def _traits(known: DataFile) -> Mapping[str, Trait]:
    return {**TRAITS, **known.of(TRAIT_RECORDS)}


PACKS = PackReader(
    "games.cosmic_conflict",
    ("ships.toml", "fighters.toml", "fleets.toml", "maps.toml", "factions.toml"),
    (
        (TRAIT_RECORDS, check_trait),
        (FACTIONS, check_faction),
        (SHIPS, _check_design),
        (FIGHTERS, _check_design),
        (FLEETS, _check_fleet),
        (MAPS, check_map),
    ),
)


def _catalogue(found: DataFile) -> Catalogue:
    return Catalogue(
        found.title,
        _designs(found),
        found.of(FLEETS),
        found.of(MAPS),
        found.of(FACTIONS),
        _traits(found),
    )


BASE = _catalogue(PACKS.base)


@lru_cache(maxsize=64)
def catalogue_of(pack: str) -> Catalogue:
    """The base game with the content of ``pack`` added. Raises ``PackFault``."""
    return _catalogue(PACKS.read(pack)) if pack else BASE
