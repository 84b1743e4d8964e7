"""Ships that act together: Formations and Escorts (2.14, D-074 to D-077).

A ship that is bound stands, for the rules, where the ship is to which it is bound, with its heading
and Velocity: ``Table.put`` sees to that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core.geometry.plane import Point
from games.cosmic_conflict.space import DU

Stance: TypeAlias = Literal["", "offensive", "defensive"]
STARBOARD: Final = 90
"""Where an escort is beside its ward unless another bearing is named (D-077)."""
NOWHERE: Final = Point(0, 0)
BESIDE: Final = DU
"""How far a released escort is from its ward at most (CC-279)."""


@dataclass(frozen=True, slots=True)
class Bond:
    """What binds a ship to another.

    ``to``       its Lead Ship, or the ship that it escorts, its ward
    ``aside``    of a member: where it is shown, from the Lead Ship (D-074)
    ``bearing``  of an escort: where it is shown and released, from the ward's heading (D-077)
    """

    to: str
    kind: Literal["member", "escort"]
    aside: Point = NOWHERE
    bearing: int = STARBOARD


_MOVED: Final = ("at", "heading", "velocity", "activated")
_ORDERED: Final = ("navigated", "evading", "bracing", "revealed", "attacked", "bought")
SHARED: Final[Mapping[str, tuple[str, ...]]] = {"member": (*_MOVED, *_ORDERED), "escort": _MOVED}
"""What a bound ship has in common with the one that it is bound to (CC-263, CC-264, CC-276)."""
