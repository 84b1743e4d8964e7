"""A match that follows another one: its ships are those that survived, with Conditions and losses,
unless a refit within agreed points removes them (CC-249)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Final, TypeAlias, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content import design_data
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import MOST_UNITS, FleetUnit
from games.cosmic_conflict.content.weapons import Weapon
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.values import malformed
from games.cosmic_conflict.space import LETTERS
from games.cosmic_conflict.table.conditions import COMPONENTS, WEAPONS, Lasting, Option
from games.cosmic_conflict.table.units import Condition, Table, Unit

PER_CONDITION, PER_BOX = 20, 2
"""What a refit pays to remove a Condition, and for each box of Health or Armor."""


class Veteran(BaseModel):
    """A unit that survived.

    ``sic``       the code of a design of the base game, or the data of one (4.14)
    ``carrier``   of a Fighter: the place of its ship in the fleet, from 1; 0 for none
    ``health``    boxes filled
    ``absorbers``  boxes left, in SIC order
    ``conditions``  results, options and the places of items that they deactivated
    ``off``       places of items that do not work
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    sic: str | dict[str, Any]
    name: Annotated[str, Field(max_length=30)] = ""
    carrier: Annotated[int, Field(ge=0, le=MOST_UNITS)] = 0
    health: Annotated[int, Field(ge=0)] = 0
    absorbers: tuple[int, ...] = ()
    conditions: tuple[tuple[Lasting, Option, tuple[int, ...]], ...] = ()
    off: tuple[int, ...] = ()


Fleets: TypeAlias = tuple[Annotated[tuple[Veteran, ...], Field(max_length=MOST_UNITS)], ...]
_FLEETS: Final = TypeAdapter[Fleets](Fleets)


def survivors(table: Table) -> str:
    """What is left of all fleets, as text; empty where a side has no ship left.

    Ships that fled are left, too; Fighters with their carrier, or if they need none.
    """
    fleets = tuple(_left(table, side) for side in table.sides)
    if not all(any(not table.design(each).fighter for each in fleet) for fleet in fleets):
        return ""
    return _FLEETS.dump_json(
        tuple(tuple(_veteran(table, fleet, each) for each in fleet) for fleet in fleets),
        exclude_defaults=True,
    ).decode()


def _left(table: Table, side: int) -> tuple[Unit, ...]:
    own = [each for each in table.of(side) if each.state != "destroyed"]
    there = {each.id for each in own}
    return tuple(each for each in own if not each.carrier or each.carrier in there)


def _veteran(table: Table, fleet: Sequence[Unit], unit: Unit) -> Veteran:
    """A unit as it comes to the next match; its Shields are whole again."""
    design = table.design(unit)
    known = BASE.designs.get(design.code) == design
    boxes = zip(unit.absorbers, design.absorbers, strict=True)
    return Veteran(
        sic=design.code if known else design_data.write(design),
        name=unit.name,
        carrier=next((at for at, each in enumerate(fleet, 1) if each.id == unit.carrier), 0),
        health=unit.health,
        absorbers=tuple(
            most if design.items[place].type == "SHD" else left for left, (place, most) in boxes
        ),
        conditions=tuple(
            (cast(Lasting, each.result), each.choice, each.items) for each in unit.conditions
        ),
        off=unit.off,
    )


@lru_cache(maxsize=16)
def read(text: str) -> Fleets:
    """The fleets of a text. Raises ``Forbidden``."""
    try:
        return _FLEETS.validate_json(text)
    except ValidationError:
        raise malformed("The fleets of the campaign cannot be read.") from None


def muster(table: Table, agreement: Agreement) -> Table:
    """The table with the fleets, after the refit. Raises ``Forbidden`` for a faulty text."""
    fleets = read(agreement.campaign)
    if len(fleets) != table.side_count or not all(fleets):
        raise malformed(f"The campaign needs {table.side_count} fleets, none of them empty.")
    for side, fleet in zip(table.sides, fleets, strict=True):
        table = _mustered(table, side, fleet, agreement.refit)
    return table


def _mustered(table: Table, side: int, fleet: Sequence[Veteran], points: int) -> Table:
    units = []
    for at, each in enumerate(fleet, 1):
        table, design = _with_design(table, each, f"{LETTERS[side - 1]}{at}")
        units.append(FleetUnit(design.code, each.name, each.carrier))
    found = []
    for unit, each in zip(preparation.units(table.designs, side, units), fleet, strict=True):
        design = table.design(unit)
        worn = replace(
            unit,
            health=each.health,
            absorbers=each.absorbers or unit.absorbers,
            conditions=tuple(
                Condition(result, choice, start=True, items=items)
                for result, choice, items in each.conditions
            ),
            off=each.off,
        )
        worn, points = refitted(design, worn, points)
        found.append(worn)
    return table.put(*preparation.dealt(found, len(table.members(side))))


def _with_design(table: Table, veteran: Veteran, id: str) -> tuple[Table, Design]:
    if isinstance(veteran.sic, dict):
        return preparation.with_design(table, design_data.read(veteran.sic), id)
    design = BASE.designs.get(veteran.sic)
    if design is None:
        raise malformed("The campaign has a ship of a design that is not there.")
    return table, design


def refitted(design: Design, unit: Unit, points: int) -> tuple[Unit, int]:
    """A unit after its refit, and the points that are left: Conditions first, the oldest first,
    then Health, then Armor."""
    while unit.conditions and points >= PER_CONDITION:
        unit = _without_first(design, unit)
        points -= PER_CONDITION
    mended = min(unit.health, points // PER_BOX)
    unit, points = replace(unit, health=unit.health - mended), points - PER_BOX * mended
    absorbers = []
    for left, (_, most) in zip(unit.absorbers, design.absorbers, strict=True):
        mended = min(max(most - left, 0), points // PER_BOX)
        absorbers.append(left + mended)
        points -= PER_BOX * mended
    return replace(unit, absorbers=tuple(absorbers)), points


def _without_first(design: Design, unit: Unit) -> Unit:
    """Remove the oldest Condition; after the last one of its kind its items work again."""
    gone, *rest = unit.conditions
    off = unit.off
    if gone.result in (WEAPONS, COMPONENTS) and all(each.result != gone.result for each in rest):
        weapons = gone.result == WEAPONS
        off = tuple(at for at in off if isinstance(design.items[at], Weapon) != weapons)
    return replace(unit, conditions=tuple(rest), off=off)
