"""Designs of ships and Fighters: what a SIC tells, and its price (2.2, 2.15)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from games.cosmic_conflict.content import hulls
from games.cosmic_conflict.content.components import (
    ABSORBERS,
    HANGARS,
    PRIMARY_PRICE,
    SECONDARY_PRICE,
    Component,
)
from games.cosmic_conflict.content.factions import Faction, Quality, Trait
from games.cosmic_conflict.content.weapons import DU, Weapon

Item: TypeAlias = Weapon | Component


@dataclass(frozen=True, slots=True)
class Price:
    """How a price comes about (CC-283, D-061, D-098, D-099, D-102, D-107).

    ``beyond``   a Fighter's Secondaries beyond its allowance
    ``faction``  percent of what a ship costs otherwise
    """

    sum: int
    primary_slots: int
    secondary_slots: int
    beyond: int
    percent: int
    faction: int = 100

    @property
    def points(self) -> int:
        """Rounded up twice: a faction changes the whole points of a ship (5.6)."""
        points = _percent(self.sum, self.percent)
        return points if self.faction == 100 else _percent(points, self.faction)


def _percent(points: int, percent: int) -> int:
    """A share of some points, rounded up (D-098)."""
    return -(-points * percent // 100)


@dataclass(frozen=True)
class Design:
    """What a SIC tells of a ship or a Fighter (CC-005, CC-011); a Fighter has Size 0.

    ``role``  the class text, such as frigate
    ``row``   boxes of a Health row (CC-043)
    ``traits``, ``faction``  of a ship; a faction also of a Fighter (D-102, D-107)

    ``off`` is always the places, in SIC order, of items that do not work.
    """

    code: str
    name: str
    size: int
    primary: tuple[Item, ...]
    secondary: tuple[Item, ...]
    role: str = ""
    row: int = hulls.ROW
    traits: tuple[Trait, ...] = ()
    faction: Faction | None = None

    @property
    def fighter(self) -> bool:
        return self.size == hulls.FIGHTER

    @property
    def rows(self) -> int:
        """Health rows (CC-042, CC-138)."""
        return max(self.size, 1)

    @property
    def health(self) -> int:
        """Boxes of all Health rows."""
        return self.rows * self.row

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """All items of a design in SIC order."""
        return self.primary + self.secondary

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What the items are called in texts, in SIC order: KIN1, KIN2, SHD1."""
        types = [item.type for item in self.items]
        return tuple(f"{each}{types[: at + 1].count(each)}" for at, each in enumerate(types))

    @cached_property
    def absorbers(self) -> tuple[tuple[int, int], ...]:
        """The places of Armor and Shields in SIC order, with their boxes (CC-016, D-019)."""
        return tuple(
            (at, item.boxes(self.row))
            for at, item in enumerate(self.items)
            if isinstance(item, Component) and item.type in ABSORBERS
        )

    def count(self, *types: str, off: Container[int] = (), primary: bool | None = None) -> int:
        """How many items of these types work, in slots of either kind or of one."""
        return sum(
            at not in off and primary in (None, own)
            for each in types
            for at, own in self._places.get(each, ())
        )

    @cached_property
    def _places(self) -> Mapping[str, Sequence[tuple[int, bool]]]:
        """The places of items by their type, each with whether that is a Primary slot."""
        found: dict[str, list[tuple[int, bool]]] = {}
        for at, item in enumerate(self.items):
            found.setdefault(item.type, []).append((at, item.primary))
        return found

    def maneuver(self, velocity: int, off: Container[int] = ()) -> int:
        """How far the ship may shift, in du (CC-025, CC-112)."""
        return hulls.maneuver(self.size, velocity, self.count("MAN", off=off))

    def heading_value(self, velocity: int, off: Container[int] = ()) -> int:
        """How often the ship may turn by 30° (CC-026, CC-113)."""
        return hulls.heading_value(self.size, velocity, self.count("HDG", off=off))

    def chart(self, off: Container[int] = ()) -> hulls.Chart:
        """The target's chart (CC-018, CC-110)."""
        return hulls.chart(self.size, self.count("ECM", off=off, primary=False))

    def hangars(self, off: Container[int] = ()) -> int:
        """How many Fighters it can carry (CC-115, CC-119, D-055)."""
        return self.count(*HANGARS, off=off)

    @property
    def needs_carrier(self) -> bool:
        """Whether it must be carried by a ship (CC-125, CC-143)."""
        return self.fighter and not self.count("FTL")

    @property
    def flight(self) -> int:
        """How many cu a Fighter moves (CC-128, CC-145)."""
        return (10 if self.count("INT") else 7) * DU

    @property
    def shots(self) -> int:
        """How often a Fighter attacks before it must resupply (CC-136, CC-146)."""
        return 1 + self.count("PAY")

    @cached_property
    def price(self) -> Price:
        return _fighter_price(self) if self.fighter else _ship_price(self)

    @property
    def points(self) -> int:
        return self.price.points

    def has(self, quality: Quality) -> bool:
        """Whether a trait of its gives a quality."""
        return any(quality in trait.qualities for trait in self.traits)

    @property
    def berserk(self) -> bool:
        """Whether one of its Weapons may attack twice (CC-251)."""
        return self.faction is not None and self.faction.berserk and not self.fighter

    def manned(self, traits: Sequence[Trait], faction: Faction | None) -> Design:
        """The design with more traits, as a faction has it."""
        added = (each for each in traits if each not in self.traits)
        return replace(
            self,
            traits=(*self.traits, *added),
            faction=faction,
            primary=tuple(_in_faction(item, faction) for item in self.primary),
            secondary=tuple(_in_faction(item, faction) for item in self.secondary),
        )


def _in_faction(item: Item, faction: Faction | None) -> Item:
    further = faction.reach(item.type) if faction else 0
    return replace(item, further=further) if isinstance(item, Weapon) else item


def slots(items: Sequence[Item]) -> int:
    """A Structural mount counts twice (CC-090)."""
    return sum(item.slots for item in items)


def _ship_price(design: Design) -> Price:
    """The points of a ship (CC-283 to 288)."""
    primary, secondary = slots(design.primary), slots(design.secondary)
    over = 10 * max(primary - design.size, 0) + 5 * max(secondary - design.size, 0)
    over += sum(trait.price for trait in design.traits)
    total = 30 * design.size + sum(item.price for item in design.items)
    faction = design.faction.percent if design.faction else 100
    return Price(total, primary, secondary, 0, 100 + over, faction)


def _fighter_price(design: Design) -> Price:
    """CC-147 to 150: no item has a price of its own here, arcs cost nothing (D-058)."""
    primary, secondary = len(design.primary), len(design.secondary)
    beyond = max(secondary - (1 if primary else 2), 0)
    total = PRIMARY_PRICE * primary + SECONDARY_PRICE * secondary
    return Price(total, primary, secondary, beyond, 100 + 10 * beyond)
