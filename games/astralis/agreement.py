"""The match options, as states and views carry them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

BonusUnderShip: TypeAlias = Literal["deferred", "immediate"]
VariantName: TypeAlias = Literal["base", "simplified", "dice", "beeline", "dispersed_go"]

EndKind: TypeAlias = Literal["score", "grown", "passed", "settled"]
"""How a match ends: all explored, without room for flowers, by passes, or as it stands."""

BASE: VariantName = "base"


def is_base(variant: VariantName) -> bool:
    """Whether a match follows the base rules, which its JSON does not say."""
    return variant == BASE


@dataclass(frozen=True, slots=True)
class Agreement:
    """The settings of a match.

    ``size``              hexes along an edge: 8 or 7 for players, 3 to 8 for tests
    ``komi``              what Cyan adds to its score (AST-42)
    ``bonus_under_ship``  when a bonus planet arises beneath the opposing ship (AST-32)
    ``strict_supply``     whether a side has only thirty planets (AST-17)
    ``swap``              whether Cyan may take over Yellow's start (AST-D25)
    ``variant``           the rules of the match, by their name in ``games.astralis.variants``
    """

    size: int = 8
    komi: float = 3.5
    bonus_under_ship: BonusUnderShip = "deferred"
    strict_supply: bool = False
    swap: bool = False
    variant: Annotated[VariantName, Field(exclude_if=is_base)] = BASE
