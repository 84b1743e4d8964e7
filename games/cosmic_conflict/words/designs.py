"""Designs in words: items, price, movement, chart and tracks of a card."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.telling import counted, listed
from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.content.designs import Design, Item
from games.cosmic_conflict.content.weapons import Weapon


def item(each: Item, design: Design) -> str:
    """``Kinetic Linked 1 [FPS]``, ``Shields (10 boxes)``"""
    if isinstance(each, Weapon):
        more = f"Weapon Size {each.size}" if design.fighter else each.arcs
        return f"{each.name} [{more}]"
    boxes = each.boxes(design.row)
    return f"{each.name} ({boxes} boxes)" if boxes else each.name


def short(design: Design) -> str:
    """``Size 2 frigate, 137 points``"""
    size = "Fighter" if design.fighter else f"Size {design.size}"
    return f"{f'{size} {design.role}'.rstrip()}, {counted(design.points, 'point')}"


def price(design: Design) -> str:
    """``Size 60 + items 77 = 137, + 10 % = 151 points``"""
    found, hull = design.price, 30 * design.size
    parts = f"items {found.sum}" if design.fighter else f"Size {hull} + items {found.sum - hull}"
    extra = f", + {found.percent - 100} %" if found.percent > 100 else ""
    if extra and not design.fighter:
        extra = f" = {found.sum}{extra}"
    return f"{parts}{extra} = {counted(found.points, 'point')}"


def slots(design: Design) -> str:
    """``Primary slots 3 of 4, Secondary slots 2 of 4; above 2 they cost extra``"""
    found, most = design.price, 2 * design.size
    used = f"Primary slots {found.primary_slots} of {most}, Secondary {found.secondary_slots}"
    return f"{used} of {most}; above {design.size} they cost extra"


def movement(design: Design) -> Iterator[tuple[int, int, int]]:
    """Velocity, Maneuver and Heading value of a ship, line by line of its Movement Table."""
    for velocity in range(hulls.vmax(design.size) + 1):
        yield velocity, design.maneuver(velocity), design.heading_value(velocity)


def chart(design: Design) -> str:
    """``miss to 1, glance 2 to 3, hit from 4``"""
    found = design.chart()
    first, last = found.miss + 1, found.glance
    glance = f"{first}" if first == last else f"{first} to {last}"
    return f"miss to {found.miss}, glance {glance}, hit from {last + 1}"


def tracks(design: Design) -> str:
    """``Health 2 x 10, Shields 10, Armor 5``"""
    rows = f"{design.rows} x {design.row}" if design.rows > 1 else f"{design.row}"
    more = (f"{design.items[at].kind.name} {boxes}" for at, boxes in design.absorbers)
    return ", ".join((f"Health {rows}", *more))


def card(design: Design) -> Iterator[str]:
    """All that the card of a design says, a sentence each."""
    yield f"{price(design)[0].upper()}{price(design)[1:]}."
    if not design.fighter:
        yield f"{slots(design)}."
    for name, items in (("Primary", design.primary), ("Secondary", design.secondary)):
        told = listed([item(each, design) for each in items]) if items else "none"
        yield f"{name}: {told}."
    yield f"{tracks(design)}. Attacks on it {chart(design)}."
    if design.fighter:
        carrier = "needs a carrier" if design.needs_carrier else "needs no carrier"
        yield f"It flies {design.flight // 100} du and {carrier}."
    else:
        moves = (f"V{v} {m}/{h}" for v, m, h in movement(design))
        yield f"Maneuver and Heading: {', '.join(moves)}."
