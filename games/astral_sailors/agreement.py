"""The options of a match (canon 3.10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Agreement:
    """Match options as the rules read them; their texts are in ``meta``.

    ``pack``  the text of a content pack, empty for the base game alone
    """

    army_size: int = 100
    commanders: int = 1
    start_pool: int = 0
    open_armies: bool = True
    scenery: Literal["alternate", "preset", "gm"] = "alternate"
    preset: Literal["auto", "dockyard", "reactor-pit", "colony", "pack"] = "auto"
    perimeter_clear: bool = True
    zones: Literal["auto", "rectangles", "strips"] = "auto"
    deploy_gap: Literal[3, 0] = 3
    shoot_arc: Literal["all", "front"] = "all"
    melee_arc: Literal["front", "all"] = "front"
    fly_melee_down: bool = True
    extension_first: Literal["natural6", "total6"] = "natural6"
    attacker_extension: bool = False
    reroll_uses: Literal["split", "single"] = "split"
    aura_scope: Literal["each", "shared"] = "each"
    saved_ap: Literal["round", "carry"] = "round"
    limited_reset: bool = False
    venom_stack: Literal["refresh", "stack"] = "refresh"
    civilian_income: Literal["own", "all"] = "own"
    reinforce_alone: Literal["own_zone", "anywhere"] = "own_zone"
    silent_gap: Literal[3, 0] = 3
    silent_los: Literal["clean", "any"] = "clean"
    glory: Literal["sum", "any", "each"] = "sum"
    delivery: Literal["zone", "edge"] = "zone"
    retarget: bool = True
    promotion_dead: Literal["ignore", "count"] = "ignore"
    intrusion: Literal["end", "path"] = "end"
    home_quadrants: Literal["half", "all"] = "half"
    bellicose_public: bool = True
    fallen_share: bool = False
    round_limit: int = 20
    unreachable: Literal["draw", "win"] = "draw"
    reactions: Literal["mixed", "auto", "ask"] = "mixed"
    pack: str = ""
