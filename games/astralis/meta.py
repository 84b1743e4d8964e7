"""The game's card and its settings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from games.astralis.agreement import BASE, Agreement, BonusUnderShip, VariantName, is_base
from games.core.contract import Labels, Meta, Settings

META = Meta(
    id="astralis",
    title="Astralis",
    tagline="Plant planets, close rings and control more of the sky than your opponent.",
    designer="Phil Leduc",
    credit=(
        "Astralis © 2021 Phil Leduc, all rights reserved. The rules text may be copied and "
        "distributed on the web; the author asks anyone who wants to program or sell the game "
        "in any form to contact him for permission or a licence. His address stands at the "
        "foot of his rules page."
    ),
    rules_url="https://sites.google.com/site/theowlsnest02/home/astralis",
    players=(2,),
    seat_names={2: ("Yellow", "Cyan")},
    stage="beta",
    resign_rule="AST-44",
    kinds={"place": "a placement", "turn": "a turn"},
    clocks={"standard": "72h", "blitz": "24h", "relaxed": "168h"},
    draw_rule="AST-44",
)

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


class AstralisSettings(Settings):
    """What two players agree on before the first ship is placed.

    With ``swap`` on, a komi that nobody named is 0.5: the swap makes the sides
    even, and the half point only keeps ties away (D-25). A komi that is named
    always holds.
    """

    size: Literal[8, 7] = Field(
        default=8,
        title="Hexes along an edge",
        description="8 gives a board of 169 hexes, 7 one of 127 and a shorter match.",
    )
    variant: Annotated[VariantName, Labels(VARIANT_NAMES)] = Field(
        default=BASE,
        exclude_if=is_base,
        title="Variant",
        description="The base game, or a variant of its author's: the last chapters of the rules.",
    )
    komi: float = Field(
        default=KOMI,
        ge=-99.5,
        le=99.5,
        multiple_of=0.5,
        title="Komi, extra points for Cyan",
        description="Points for Cyan for moving second. A whole number allows draws.",
    )
    bonus_under_ship: BonusUnderShip = Field(
        default="deferred",
        title="Bonus planet under a ship",
        description="A bonus planet under the other ship appears when the ship leaves, or at once.",
    )
    strict_supply: bool = Field(
        default=False,
        title="Thirty planets each",
        description="A side that has used its thirty planets gets no more of them.",
    )
    swap: bool = Field(
        default=False,
        title="Swap of colours",
        description="Instead of Cyan's first turn, that player may take over Yellow.",
    )

    @model_validator(mode="before")
    @classmethod
    def _usual_komi(cls, given: Any) -> Any:
        if not isinstance(given, dict) or "komi" in given:
            return given
        for name, value, komi in USUAL_KOMI:
            if given.get(name) == value:
                return {**given, "komi": komi}
        return given

    @property
    def agreement(self) -> Agreement:
        """The settings as the match carries them."""
        return Agreement(
            size=self.size,
            komi=self.komi,
            bonus_under_ship=self.bonus_under_ship,
            strict_supply=self.strict_supply,
            swap=self.swap,
            variant=self.variant,
        )
