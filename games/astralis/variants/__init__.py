"""The variants of Astralis: each in a module that says what it changes."""

from __future__ import annotations

from collections.abc import Mapping

from games.astralis.agreement import Agreement, VariantName
from games.astralis.variants.beeline import Beeline
from games.astralis.variants.dice import Dice
from games.astralis.variants.dispersed_go import DispersedGo
from games.astralis.variants.simplified import Simplified
from games.astralis.variants.variant import Variant
from games.astralis.view import AstralisView

_ALL = (Variant(), Simplified(), Dice(), Beeline(), DispersedGo())
VARIANTS: Mapping[VariantName, Variant] = {each.name: each for each in _ALL}


def variant_of(match: AstralisView | Agreement) -> Variant:
    """The variant of a match, or of one that is agreed on."""
    return VARIANTS[(match.agreement if isinstance(match, AstralisView) else match).variant]
