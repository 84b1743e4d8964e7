"""Conditions by the result that causes them (CC-047 to 057, CC-245 to 247)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

from games.core.telling import listed

CATASTROPHIC, CRITICAL, NONE = 2, 3, 12
SERIOUS: Final = (6, 7)
WEAPONS, COMPONENTS, COMMUNICATIONS, PROPULSION = 8, 9, 10, 11
FEED, ENGINES, POWER = 13, 14, 15
"""Advanced Conditions (D-104)."""
Lasting: TypeAlias = Literal[4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15]
"""The results that are counted as Conditions received (3.8)."""
LASTING: Final[tuple[int, ...]] = get_args(Lasting)
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


def restored(labels: Sequence[str]) -> str:
    """``; KIN1 and BEAM1 work again``, of what a Condition had deactivated."""
    return f"; {listed(labels)} work{'s' * (len(labels) == 1)} again" if labels else ""
