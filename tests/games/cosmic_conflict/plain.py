"""A second engine, slow and plain, made from the canon alone: prices and faults of designs, random
terrain, the deck and repairs. Shares no code with the game, so that the two can be compared.

Designs are in the data form of 4.14, lengths are cu.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, isqrt
from typing import Any

Data = dict[str, Any]
Point = tuple[int, int]

# --- Prices (CC-147 to 150, CC-283 to 288, D-008, D-030, D-061, D-098, D-099, D-107, D-108) ---

GUNS = ("KIN", "BEAM", "RKT", "MSL")
ARC_COSTS = {"F": (6, 3), "P": (4, 2), "S": (4, 2), "A": (2, 1)}


def item_price(item: Data, primary: bool) -> int:
    if item.get("variant") == "SM":
        return 40
    if item["type"] == "FLH":
        return 5
    if item["type"] == "FH":
        return 0
    if item["type"] == "NCM":
        return 10 if primary else 5
    cost = 20 if primary else 10
    for arc in item.get("arcs", ""):
        cost += ARC_COSTS[arc][0 if primary else 1]
    return ceil(cost * Fraction(13, 10)) if item.get("variant") == "OV" else cost


def slots(items: Sequence[Data]) -> int:
    return sum(2 if item.get("variant") == "SM" else 1 for item in items)


def ship_price(ship: Data) -> int:
    size = ship["size"]
    cost = 30 * size
    cost += sum(item_price(item, True) for item in ship["primary"])
    cost += sum(item_price(item, False) for item in ship["secondary"])
    percent = 100 + 10 * len(ship.get("traits", ()))
    percent += 10 * max(0, slots(ship["primary"]) - size)
    percent += 5 * max(0, len(ship["secondary"]) - size)
    total = ceil(Fraction(cost * percent, 100))
    return ceil(Fraction(total * 85, 100)) if ship.get("faction") == "Mercenary" else total


def fighter_price(fighter: Data) -> int:
    primaries, secondaries = int(fighter["primary"] is not None), len(fighter["secondary"])
    beyond = max(0, secondaries - (1 if primaries else 2))
    return ceil(Fraction((20 * primaries + 10 * secondaries) * (10 + beyond), 10))


def price(design: Data) -> int:
    return ship_price(design) if "size" in design else fighter_price(design)


# --- Faults, in the order of 5.6 ---

ON_BOTH = (*GUNS, "ARM", "SHD", "ECM", "NCM")
PRIMARY = (*ON_BOTH, "AWS", "NAV", "FLH", "FH")
SECONDARY = (*ON_BOTH, "MAN", "HDG", "SEN", "PWS")
OF_FIGHTERS = ("FTL", "FPWS", "INT", "PAY")


def faults(design: Data) -> list[str]:
    """The codes of all faults; with a Size that is none, nothing else can be told."""
    return list(ship_faults(design) if "size" in design else fighter_faults(design))


def ship_faults(ship: Data) -> Iterator[str]:
    size, primary, secondary = ship["size"], ship["primary"], ship["secondary"]
    if not 1 <= size <= 6:
        yield "E-DESIGN-SIZE"
        return
    if slots(primary) > 2 * size or len(secondary) > 2 * size:
        yield "E-DESIGN-SLOTS"
    misplaced = any(item["type"] not in PRIMARY for item in primary)
    if misplaced or any(item["type"] not in SECONDARY for item in secondary):
        yield "E-DESIGN-SLOTKIND"
    guns = [(item, True) for item in primary if item["type"] in GUNS]
    guns += [(item, False) for item in secondary if item["type"] in GUNS]
    for gun, first in guns:
        variant = gun.get("variant")
        if variant and (gun["type"] in ("RKT", "MSL") or (variant in ("OV", "SM") and not first)):
            yield "E-DESIGN-VARIANT"
            break
    for gun, _ in guns:
        arcs = gun.get("arcs", "")
        if not arcs or len(set(arcs)) < len(arcs):
            yield "E-DESIGN-ARC"
            break
        if gun.get("variant") == "SM" and len(arcs) > 1:
            yield "E-DESIGN-ARC"
            break
    kinds, others = [item["type"] for item in primary], [item["type"] for item in secondary]
    traits = [trait.lower() for trait in ship.get("traits", ())]
    if kinds.count("ECM") > 1 or others.count("ECM") > 2 or kinds.count("AWS") > 2:
        yield "E-DESIGN-CAP"
    if "FH" in kinds + others and "FLH" not in kinds + others:
        yield "E-DESIGN-HANGAR"
    if len(set(traits)) < len(traits):
        yield "E-DESIGN-CAP"
    if ship.get("faction") == "Beam Guild" and any(gun["type"] != "BEAM" for gun, _ in guns):
        yield "E-DESIGN-FACTION"


def fighter_faults(fighter: Data) -> Iterator[str]:
    first, others = fighter["primary"], [item["type"] for item in fighter["secondary"]]
    gun = first if first is not None and first["type"] in GUNS else None
    wrong = first is not None and first["type"] not in (*GUNS, "ARM", "SHD", "ECM", "PWS")
    wrong |= any(each not in ("ARM", "SHD", "ECM", *OF_FIGHTERS) for each in others)
    wrong |= sum(each in ("ARM", "SHD", "ECM") for each in others) > 1
    wrong |= any(others.count(each) > 1 for each in OF_FIGHTERS)
    wrong |= gun is not None and not 1 <= gun["wsize"] <= 6
    if gun is not None and gun.get("variant"):
        yield "E-DESIGN-VARIANT"
    if others.count("ECM") > 2:
        yield "E-DESIGN-CAP"
    if wrong:
        yield "E-DESIGN-FIGHTER"
    if fighter.get("faction") == "Beam Guild" and gun is not None and gun["type"] != "BEAM":
        yield "E-DESIGN-FACTION"


# --- Random terrain (5.4, CC-T10) ---

KINDS = ("asteroid_field", "dust_cloud", "gas_nebula", "wreckage", "ancient_minefield", "moon")
SHAPES: dict[str, list[int | Point]] = {
    "asteroid_field": [300],
    "dust_cloud": [300],
    "gas_nebula": [450, 250],
    "wreckage": [200],
    "ancient_minefield": [(600, 300)],
    "moon": [250],
}
"""The radius of each disc, or width and height of a rectangle (5.3)."""


def radius(kind: str) -> int:
    """Of the disc around the centre that holds all of a piece, in whole cu (D-001)."""
    shape = SHAPES[kind][0]
    return shape if isinstance(shape, int) else isqrt((shape[0] ** 2 + shape[1] ** 2) // 4 - 1) + 1


def overlap(one: tuple[str, Point], two: tuple[str, Point]) -> bool:
    (x, y), (v, w) = one[1], two[1]
    return (x - v) ** 2 + (y - w) ** 2 < (radius(one[0]) + radius(two[0])) ** 2


@dataclass
class RandomTerrain:
    """``pieces`` are kinds, centres and quarter turns, copies with their pieces."""

    width: int
    height: int
    sides: int
    pieces: list[tuple[str, Point, int]] = field(default_factory=list)
    kinds: list[str] = field(default_factory=lambda: list(KINDS))

    def turned(self, at: Point, quarters: int) -> Point:
        """A point after clockwise quarter turns of the board about its middle."""
        for _ in range(quarters):
            at = at[1], self.width - at[0]
        return at

    def copies(self, at: Point) -> list[tuple[Point, int]]:
        if self.sides == 2:
            return [(at, 0), ((self.width - at[0], self.height - at[1]), 2)]
        return [(self.turned(at, quarters), quarters) for quarters in range(4)]

    def places(self, kind: str) -> list[Point]:
        """Row by row from the south-west."""
        west = 900 if self.sides > 2 else 500
        return [
            (x, y)
            for y in range(0, self.height + 1, 100)
            for x in range(0, self.width + 1, 100)
            if 900 <= y <= self.height - 900 and west <= x and 2 * x <= self.width
            if self.is_free(kind, (x, y))
        ]

    def is_free(self, kind: str, at: Point) -> bool:
        own = [(kind, copy) for copy, _ in self.copies(at)]
        there = [(other, centre) for other, centre, _ in self.pieces]
        return not any(
            overlap(each, other)
            for number, each in enumerate(own)
            for other in [*there, *own[:number]]
        )

    def lay(self, kind: str, at: Point) -> None:
        self.pieces += [(kind, copy, quarters) for copy, quarters in self.copies(at)]

    def zones(self) -> list[tuple[str, object]]:
        """Each zone with its kind: centre and radius, or its corners."""
        return sorted(
            (kind, outline(shape, centre, quarters))
            for kind, centre, quarters in self.pieces
            for shape in SHAPES[kind]
        )


def outline(shape: int | Point, centre: Point, quarters: int) -> tuple[Any, ...]:
    x, y = centre
    if isinstance(shape, int):
        return x, y, shape
    width, height = shape if quarters % 2 == 0 else reversed(shape)
    across, along = width // 2, height // 2
    return tuple(sorted((x + i * across, y + j * along) for i in (-1, 1) for j in (-1, 1)))


# --- Conditions: which count, by dice or from the deck, and repairs (3.8, D-039, D-103 to 105) ---

DECK = {2: 1, 3: 2, 4: 7, 6: 11, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
ADVANCED = {4: 14, 6: 13, 12: 15}


@dataclass
class Deck:
    """``left`` are the cards that can still be drawn, in ascending order."""

    cards: list[int]
    left: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = sorted(self.cards)

    def draw(self, face: int) -> int:
        card = self.left.pop(face - 1)
        if not self.left:
            self.left = sorted(self.cards)
        return card


@dataclass
class Ship:
    """``boxes`` are those left of its Armor and Shields, in their order; ``conditions`` results
    with choices and the places of their items; ``off`` places of items in SIC order."""

    design: Data
    boxes: Sequence[int]
    off: Sequence[int]
    conditions: Sequence[tuple[int, str, Sequence[int]]]

    def eligible(self, weapons: bool) -> set[int]:
        """What is left that the result can deactivate (D-030, D-040)."""
        found, boxes = set[int](), list(self.boxes)
        for place, item in enumerate([*self.design["primary"], *self.design["secondary"]]):
            is_track = item["type"] in ("ARM", "SHD")
            open_boxes = boxes.pop(0) if is_track else 1
            fits = item["type"] in GUNS if weapons else item["type"] not in GUNS
            fits |= item.get("variant") == "SM"
            if fits and place not in self.off and open_boxes:
                found.add(place)
        return found

    def takes(self, result: int) -> bool:
        """Whether a result can have an effect (CC-048, D-039, D-104)."""
        results = [each for each, _, _ in self.conditions]
        if result == 8:
            return bool(self.eligible(weapons=True))
        if result == 9:
            return 9 not in results or bool(self.eligible(weapons=False))
        if result in (10, 15):
            return result not in results
        if result == 11:
            return {"a", "b"} != {choice for each, choice, _ in self.conditions if each == 11}
        if result == 13:
            failing = {item for each, _, items in self.conditions if each == 13 for item in items}
            return not self.eligible(weapons=True) <= failing
        return True

    def repairable(self) -> list[int]:
        """What a Repair can be rolled for; Communications Damage bars it (D-105)."""
        results = [each for each, _, _ in self.conditions]
        return [] if 10 in results else [each for each in results if each in (4, 5, 8, 9, 11)]
