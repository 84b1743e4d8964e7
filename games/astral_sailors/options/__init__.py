"""Options: the one source of legality of Astral Sailors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.astral_sailors.moves import NOTATION
from games.astral_sailors.options.answers import AnswerTree
from games.astral_sailors.options.army import ArmyTree
from games.astral_sailors.options.legality import refusal
from games.astral_sailors.options.offers import OfferTree
from games.astral_sailors.options.placing import PlacingTree
from games.astral_sailors.options.turns import TurnTree
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import SailorsView
from games.core.questions import Ask, Tree
from games.core.types import Decision

SURE = ("army", "scenery", "deploy", "reinforce", "activate", "reroll", "pay")
"""Kinds of decisions whose offered answers are all legal."""


def options_for(
    view: SailorsView, decision: Decision, read: Callable[[str], Move] | None = None
) -> Tree[Move]:
    """The options of one decision; ``read`` parses the moves that can only be typed."""
    return Tree(
        _root(view, decision, read),
        partial(refusal, view, decision),
        NOTATION.write,
        quick=NOTATION.quick,
        sift=decision.kind not in SURE,
    )


def _root(view: SailorsView, decision: Decision, read: Callable[[str], Move] | None) -> Ask[Move]:
    match decision.kind:
        case "army":
            return ArmyTree(view, decision).root()
        case "scenery" | "deploy" | "reinforce":
            return PlacingTree(view, decision).root()
        case "activate":
            return TurnTree(view, decision).root(read)
        case "react" | "reroll" | "pay":
            return AnswerTree(view, decision).root()
        case _:
            return OfferTree(view, decision).root()
