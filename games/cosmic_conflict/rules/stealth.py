"""Stealth: what reveals a hidden ship, and who is told what until then (CC-231 to 234, D-100)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games.core.geometry.plane import within
from games.core.steps import Do
from games.core.types import Forbidden, Seat
from games.cosmic_conflict import events as e
from games.cosmic_conflict.content.contacts import BOGEY
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.space import DU, distance, shown
from games.cosmic_conflict.state import StepBuilder
from games.cosmic_conflict.table.contacts import is_unseen
from games.cosmic_conflict.table.course import seat_of
from games.cosmic_conflict.table.orders import MAIN, TOKEN, Orders
from games.cosmic_conflict.table.tasks import Firing
from games.cosmic_conflict.table.units import Table, Unit

# --- Fleets ---

_DECOY: Final = -1


def in_order(
    designs: Mapping[str, Design], fleet: Sequence[FleetUnit], decoys: Sequence[int] = ()
) -> tuple[FleetUnit, ...]:
    """Ships first, then Fighters, those of carriers last: IDs tell nothing of what is aboard.

    ``decoys``  where false contacts are put among the ships, one after the other
    """

    def rank(at: int) -> tuple[bool, bool]:
        return designs[fleet[at].design].fighter, bool(fleet[at].carrier)

    order = sorted(range(len(fleet)), key=rank)
    for place in decoys:
        order.insert(place, _DECOY)
    return tuple(
        FleetUnit(BOGEY.code)
        if at == _DECOY
        else replace(fleet[at], carrier=order.index(fleet[at].carrier - 1) + 1)
        if fleet[at].carrier
        else fleet[at]
        for at in order
    )


def hidden(table: Table) -> Table:
    """The table with the SICs of all ships hidden, in a match with Stealth (CC-231)."""
    if table.stealth == "off":
        return table
    ships = (unit for unit in table.units.values() if not table.design(unit).fighter)
    return table.put(*(replace(unit, hidden=True) for unit in ships))


# --- Revealing ---


def knowing(unit: Unit) -> tuple[Seat, ...] | None:
    """The seats that know the SIC of a unit, ``None`` for everybody."""
    return tuple(map(seat_of, sorted({unit.side, *unit.known}))) if unit.hidden else None


def reveal(builder: StepBuilder, id: str) -> bool:
    """Show the SIC of a ship for good, with the dice against it; whether it is still there then: a
    false contact is removed. Between activations its own Size may be for another turn."""
    unit = builder.unit(id)
    if not unit.hidden:
        return unit.state == "in"
    seat = seat_of(unit.side)
    dice = builder.sheet(seat).dice
    builder.write(seat, dice={key: each for key, each in dice.items() if key != id})
    shown = builder.put(unit, hidden=False, known=())
    if builder.course.activation and not (builder.course.acting or builder.agenda):
        builder.push(Do("check-turn"))
    if unit.bogey:
        at = unit.at
        builder.table = builder.table.removed(shown, "destroyed")
        builder.hide(shown, Orders())
        builder.tell(e.BogeyRemoved(builder.piece(id), at))
        return False
    design = builder.table.design(unit)
    told = e.ShipRevealed(builder.piece(id), design.size, design.role, dice.get(id, ()))
    builder.tell(told)
    return True


def reveal_all(builder: StepBuilder) -> None:
    """Reveal all SICs at the end of the match, before its victory conditions count them."""
    for id in tuple(builder.table.units):
        reveal(builder, id)


def use_slot(builder: StepBuilder, unit: Unit, slot: int) -> None:
    """What only some ships have shows the SIC: an extra slot, the Token of a Command AI."""
    if slot not in (MAIN, TOKEN) or (slot == TOKEN and unit.second):
        reveal(builder, unit.id)


# --- Scans ---

SCANNERS, SENSORS = 8 * DU, 5 * DU
"""How far a hidden ship can be scanned for each point of its Size (CC-166, CC-175)."""


def refuse_identify(
    table: Table, unit: Unit, target: Unit, far: int, rule: str
) -> Forbidden | None:
    """Why a ship cannot find out what a contact is; its range goes by the Size that the contact
    counts as, since a true one would show in the refusal (D-100)."""
    if target.side == unit.side or not target.in_space:
        return Forbidden(rule, f"{target.id} is not an enemy on the board.", code="E-TARGET")
    if not is_unseen(target, unit.side):
        return Forbidden(rule, f"You know what {target.id} is.", code="E-TARGET")
    reach = far * table.open_size(target)
    if within(unit.spot, target.spot, reach):
        return None
    away, most = shown(distance(unit.spot, target.spot)), shown(reach)
    why = f"{target.id} is {away} away; it can be scanned up to {most}."
    return Forbidden(rule, why, code="E-RANGE")


def identify(builder: StepBuilder, unit: Unit, target: str) -> None:
    """A scan finds a ship for the side of the scanner alone, and removes a false contact."""
    found, seat = builder.unit(target), seat_of(unit.side)
    builder.tell(e.ContactScanned(builder.piece(unit.id), builder.piece(target)))
    if found.bogey:
        reveal(builder, target)
        return
    design = builder.table.design(found)
    builder.put(found, known=tuple(sorted({*found.known, unit.side})))
    piece = e.Piece(target, found.name or design.name)
    builder.tell(e.ContactIdentified(piece, design.size, design.role, only=(seat,)))


# --- Dice against contacts ---


def dice_seats(table: Table, task: Firing) -> tuple[Seat, ...] | None:
    """The seats that may know the dice of an attack, ``None`` for everybody."""
    target = table.units[task.target]
    if not target.hidden:
        return None
    return tuple(sorted({seat_of(target.side), seat_of(table.units[task.attacker].side)}))


def tell_attack(builder: StepBuilder, told: e.Attacked) -> None:
    """The outcome of an attack; on a hidden ship everybody hears of its band and its damage, the
    shooter of the dice, and only who knows the ship of all numbers."""
    target = builder.unit(told.target.id)
    seats = knowing(target)
    if seats is None:
        builder.tell(told)
        return
    own, shooter = seat_of(target.side), told.unit.seat
    builder.tell(
        e.ContactAttacked(
            told.unit,
            told.weapon,
            told.target,
            told.means,
            told.start,
            told.end,
            told.distance,
            told.reach,
            told.band,
            told.applied,
            told.token,
        ),
        replace(told, only=(own, *(each for each in seats if each == shooter))),
    )
    if shooter not in seats:
        dice = e.ContactDice(told.unit, told.target, told.dice, told.rerolls, only=(shooter,))
        builder.tell(dice)
    kept = builder.sheet(own).dice
    thrown = (*kept.get(target.id, ()), (told.unit.id, told.weapon[0], told.dice))
    builder.write(own, dice=dict(sorted({**kept, target.id: thrown}.items())))
