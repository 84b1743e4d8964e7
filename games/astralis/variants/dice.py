"""Variant 2, dice planets: the planets are dice, and their values are the score (AST-V2)."""

from __future__ import annotations

from typing import Any, ClassVar

from games.astralis.agreement import VariantName
from games.astralis.board import name
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.variants.variant import Variant
from games.astralis.view.dice import DiceView


class DiceState(State, DiceView):
    """A match with dice planets."""


def dice(state: Any) -> dict[str, int]:
    """The value of each planet's die, by hex (AST-V2-02)."""
    found = {**state.values(Side.YELLOW), **state.values(Side.CYAN)}
    return {name(hex): found[hex] for hex in sorted(found)}


class Dice(Variant):
    name: ClassVar[VariantName] = "dice"
    rule: ClassVar[str] = "AST-V2-01"
    state_type = DiceState
    view_type = DiceView
    measures = (dice,)
