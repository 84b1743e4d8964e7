"""The match options, as states and views carry them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

BoardChoice: TypeAlias = Literal["auto", "drill_field", "broken_march", "split_river", "pack"]
ArmyMode: TypeAlias = Literal["standard", "points"]
Initiative: TypeAlias = Literal["winner_chooses", "winner_attacks"]
Metric: TypeAlias = Literal["diagonal", "orthogonal"]
HitModel: TypeAlias = Literal["turn", "attack"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """The settings of a match (canon 3.2).

    ``round_limit``  0 for none
    ``pack``         a content pack, or nothing
    """

    swords: int = 1
    board: BoardChoice = "auto"
    army_mode: ArmyMode = "standard"
    mirror: bool = True
    initiative: Initiative = "winner_chooses"
    deploy_depth: int = 2
    metric: Metric = "diagonal"
    pass_friends: bool = False
    hit_model: HitModel = "turn"
    round_limit: int = 20
    auto_end: bool = True
    pack: str = ""

    @property
    def orthogonal(self) -> bool:
        return self.metric == "orthogonal"
