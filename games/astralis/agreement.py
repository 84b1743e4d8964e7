"""The settings of a match."""

from __future__ import annotations

from collections.abc import Mapping
from operator import not_
from typing import Annotated, Any, Literal, TypeAlias

from games.core.settings import Labels, Settings, setting

BonusUnderShip: TypeAlias = Literal["deferred", "immediate"]
VariantName: TypeAlias = Literal["base", "simplified", "dice", "beeline", "dispersed_go"]

EndKind: TypeAlias = Literal["score", "grown", "passed", "settled"]
"""How a match ends: all explored, without room for flowers, by passes, or as it stands."""

SIZES = (8, 7)
BASE: VariantName = "base"
VARIANT_NAMES = {
    "base": "Base game",
    "simplified": "Simplified turns",
    "dice": "Dice planets",
    "beeline": "Beeline",
    "dispersed_go": "Dispersed Go",
}

KOMI = 3.5
USUAL_KOMI = (("variant", "beeline", 0.5), ("swap", True, 0.5))
"""Settings, their values, and the komi that goes with them if nobody names one."""


def is_base(variant: VariantName) -> bool:
    """Whether a match follows the base rules, which its JSON does not say."""
    return variant == BASE


class Agreement(Settings):
    """What two players agree on before the first ship is placed.

    With ``swap`` on, a komi that nobody named is 0.5: the swap makes the sides
    even, and the half point only keeps ties away (D-25). A komi that is named
    always holds. Boards of fewer than 7 hexes along an edge are for tests.
    """

    size: Literal[8, 7, 6, 5, 4, 3] = setting(
        8,
        "Hexes along an edge",
        "8 gives a board of 169 hexes, 7 one of 127 and a shorter match.",
        offered=SIZES,
    )
    variant: Annotated[VariantName, Labels(VARIANT_NAMES)] = setting(
        BASE,
        "Variant",
        "The base game, or a variant of its author's: the last chapters of the rules.",
        exclude_if=is_base,
    )
    komi: float = setting(
        KOMI,
        "Komi, extra points for Cyan",
        "Points for Cyan for moving second. A whole number allows draws.",
        ge=-99.5,
        le=99.5,
        multiple_of=0.5,
    )
    ready: bool = setting(
        False,
        "Ships stand ready",
        "Both ships start in the middle of their home edges, and Yellow takes the first turn.",
        fixed="the ships are placed or stand ready already",
        exclude_if=not_,
    )
    bonus_under_ship: BonusUnderShip = setting(
        "deferred",
        "Bonus planet under a ship",
        "A bonus planet under the other ship appears when the ship leaves, or at once.",
    )
    strict_supply: bool = setting(
        False,
        "Thirty planets each",
        "A side that has used its thirty planets gets no more of them.",
    )
    swap: bool = setting(
        False, "Swap of colours", "Instead of Cyan's first turn, that player may take over Yellow."
    )

    @classmethod
    def usual(cls, named: Mapping[str, Any]) -> Mapping[str, Any]:
        found = (komi for name, value, komi in USUAL_KOMI if named.get(name) == value)
        return {"komi": next(found, KOMI)}
