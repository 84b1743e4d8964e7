"""Conditions by the result that causes them (CC-047 to 057, CC-245 to 247)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

CATASTROPHIC, CRITICAL, NONE = 2, 3, 12
SERIOUS: Final = (6, 7)
WEAPONS, COMPONENTS, COMMUNICATIONS, PROPULSION = 8, 9, 10, 11
FEED, ENGINES, POWER = 13, 14, 15
"""Advanced Conditions (D-104)."""
LASTING: Final = (*range(4, 12), FEED, ENGINES, POWER)
"""The results that are counted as Conditions received (3.8)."""
NAMES: Final[Mapping[int, str]] = {
    CATASTROPHIC: "Catastrophic Damage",
    CRITICAL: "Critical Damage",
    **dict.fromkeys((4, 5), "Structural Damage"),
    **dict.fromkeys(SERIOUS, "Serious Damage"),
    WEAPONS: "Weapons Damage",
    COMPONENTS: "Component Damage",
    COMMUNICATIONS: "Communications Damage",
    PROPULSION: "Propulsion Damage",
    NONE: "no Condition",
    FEED: "Feed Failure",
    ENGINES: "Compromised Engines",
    POWER: "Power Loss",
}
Option: TypeAlias = Literal["", "a", "b"]
