"""The match options, as states and views carry them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Muster: TypeAlias = Literal["draft", "ranked", "random"]
LayoutChoice: TypeAlias = Literal["open_basin", "ruined_quarter", "salt_trenches", "pack"]
DeployMode: TypeAlias = Literal["sequential", "secret"]
Suppression: TypeAlias = Literal["vulnerable", "pinned"]
FallBack: TypeAlias = Literal["immediate", "end_of_turn"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """The settings of a match (canon 3.2). Lengths are tenths of an inch.

    ``round_limit``  0 for none
    ``pack``         a content pack, or nothing
    """

    muster: Muster = "draft"
    layout: LayoutChoice = "ruined_quarter"
    mirror: bool = True
    deck_copies: int = 1
    deploy_mode: DeployMode = "sequential"
    hand: int = 60
    arm: int = 180
    courtesy: int = 0
    los: bool = True
    suppression: Suppression = "vulnerable"
    small_arms_shake: bool = False
    last_resort: bool = False
    fallback: FallBack = "immediate"
    round_limit: int = 20
    pack: str = ""

    @property
    def reach(self) -> int:
        """How far an attack at arm range goes (GA-15, GA-17)."""
        return self.arm + self.courtesy
