"""Components: where they fit and what they cost (2.8, 2.9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.cosmic_conflict.content.hulls import absorber_boxes

PRIMARY_PRICE, SECONDARY_PRICE = 20, 10
"""CC-284, CC-286, CC-147; of a Non-combat Component half of it (D-108)."""


@dataclass(frozen=True, slots=True)
class ComponentKind:
    """A type of Components.

    ``slots``    the slots of ships that it fits: ``P``, ``S``, both, or none
    ``fighter``  the slots of Fighters that it fits
    ``price``    where it differs from the usual one
    ``tagged``   it may say what it is: troops, cargo, passengers; of Stealth Plating what it shows
    """

    name: str
    slots: str
    fighter: str = ""
    price: int | None = None
    tagged: bool = False


COMPONENTS: Final[Mapping[str, ComponentKind]] = {
    "AWS": ComponentKind("Area Weapons System", "P"),
    "ARM": ComponentKind("Armor", "PS", "PS"),
    "SHD": ComponentKind("Shields", "PS", "PS"),
    "ECM": ComponentKind("ECM", "PS", "PS"),
    "NAV": ComponentKind("Navigation Bridge", "P"),
    "FLH": ComponentKind("Fighter Launch Hangar", "P", price=5),
    "FH": ComponentKind("Fighter Hangar", "P", price=0),
    "MAN": ComponentKind("Maneuver Enhance", "S"),
    "HDG": ComponentKind("Heading Enhance", "S"),
    "SEN": ComponentKind("Advanced Sensors", "S"),
    "PWS": ComponentKind("Proximity Weapon System", "S", "P"),
    "FTL": ComponentKind("FTL Drives", "", "S"),
    "FPWS": ComponentKind("Fighter Proximity Weapon System", "", "S"),
    "INT": ComponentKind("Interceptor Boosters", "", "S"),
    "PAY": ComponentKind("Extended Payload", "", "S"),
    "CLK": ComponentKind("Cloak Device", "P"),
    "STL": ComponentKind("Stealth Plating", "S", price=SECONDARY_PRICE, tagged=True),
    "NCM": ComponentKind("Non-combat", "PS", tagged=True),
}
"""CC-102 to 124, CC-131, CC-132, CC-143 to 146, D-020, D-021, D-058, D-101, D-108."""

FIGHTER_ONLY: Final = frozenset({"FTL", "FPWS", "INT", "PAY"})
"""The Fighter-specific items (CC-133, CC-142)."""
HANGARS: Final = ("FLH", "FH")
ABSORBERS: Final = ("SHD", "ARM")
"""The items with a track of their own (CC-016)."""


@dataclass(frozen=True, slots=True)
class Component:
    """A Component in a slot; ``tag`` says what a Non-combat Component is (CC-258), and whether
    Stealth Plating shows a ship ``Larger`` or ``Smaller`` (CC-235)."""

    type: str
    primary: bool
    tag: str = ""

    @property
    def kind(self) -> ComponentKind:
        return COMPONENTS[self.type]

    @property
    def name(self) -> str:
        """``Shields``; ``Non-combat: Troops``."""
        return f"{self.kind.name}: {self.tag}" if self.tag else self.kind.name

    @property
    def slots(self) -> int:
        return 1

    @property
    def price(self) -> int:
        """Its points on a ship (CC-118, CC-121, CC-284, CC-286, D-108)."""
        if self.kind.price is not None:
            return self.kind.price
        price = PRIMARY_PRICE if self.primary else SECONDARY_PRICE
        return price // 2 if self.type == "NCM" else price

    def boxes(self, row: int) -> int:
        """Its track, where a Health row has ``row`` boxes; 0 without one (D-019)."""
        return absorber_boxes(row, self.primary) if self.type in ABSORBERS else 0
