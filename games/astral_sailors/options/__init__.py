"""Options: the one source of legality of Astral Sailors."""

from __future__ import annotations

from games.astral_sailors.options.answers import answer_options
from games.astral_sailors.options.army import army_options
from games.astral_sailors.options.offers import offer_options
from games.astral_sailors.options.placing import placing_options
from games.astral_sailors.options.tree import TreeOptions
from games.astral_sailors.options.turns import turn_options
from games.astral_sailors.view import SailorsView
from games.core.decisions import Decision


def options_for(view: SailorsView, decision: Decision) -> TreeOptions:
    """The options of one decision of a match."""
    match decision.kind:
        case "army":
            return army_options(view, decision)
        case "scenery" | "deploy" | "reinforce":
            return placing_options(view, decision)
        case "activate":
            return turn_options(view, decision)
        case "react" | "reroll" | "pay":
            return answer_options(view, decision)
        case _:
            return offer_options(view, decision)
