"""Conditions by the result that causes them (CC-047 to 057)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

CATASTROPHIC, CRITICAL, NONE = 2, 3, 12
SERIOUS: Final = (6, 7)
WEAPONS, COMPONENTS, COMMUNICATIONS, PROPULSION = 8, 9, 10, 11
LASTING: Final = range(4, 12)
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
}
Option: TypeAlias = Literal["", "a", "b"]
