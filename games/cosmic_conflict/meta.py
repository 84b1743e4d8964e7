"""The game's card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from games.core.contract import Meta
from games.cosmic_conflict.content.limits import MOST_UNITS
from games.cosmic_conflict.space import MOST_PLAYERS

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": {},
    "full": {"formations": True, "escorts": True},
    "quick": {"points": 481, "map": "quick", "vc_random": 1},
    "shadow": {"stealth": "category", "bogeys": 1},
    "factions_and_crews": {
        "factions": True,
        "crew": True,
        "noncombat": True,
        "repair": True,
        "self_inflict": True,
    },
}
"""By name (canon 4.12); the other settings keep their defaults."""

SIDE_NAMES: Final = ("Side 1", "Side 2", "Side 3", "Side 4")

META = Meta(
    id="cosmic_conflict",
    title="Cosmic Conflict",
    tagline="Fleets of ready-made ships or your own designs fight with hidden orders.",
    designer="an unnamed author",
    credit=(
        "Cosmic Conflict is an unfinished free rules text of 2022, published on the blog Astral "
        "Action. The rules are their author's; ships, fleets, maps and the tables that the text "
        "has lost were made for this bot."
    ),
    rules_url="https://astralaction.blogspot.com/2022/05/rules-wip.html",
    players=tuple(range(2, MOST_PLAYERS * len(SIDE_NAMES) + 1)),
    seat_names={},
    largest_team=MOST_PLAYERS,
    team_names=SIDE_NAMES,
    stage="beta",
    rules_version=3,
    rule_changes={
        2: (
            "Fighters use no Commands; those with FTL Drives hide only a Jump, as the rules say. "
            f"A fleet has at most {MOST_UNITS} units; a larger one that has been chosen stays."
        ),
        3: (
            "Standing orders take one word or number for each window, shots are CONTINGENT and "
            "SNAP with a least damage; older kinds are gone. A Jump to Hyperspace is revealed in "
            "step R8."
        ),
    },
    resign_rule="D-094",
    secrets=True,
    dice=True,
    kinds={
        "fleet": "a fleet",
        "terrain": "terrain",
        "agree": "a proposal",
        "deploy": "deployment",
        "orders": "orders",
        "form": "Formations and Escorts",
        "activate": "an activation",
        "react": "a reaction",
        "resolve": "a scenario action",
        "cloak": "the course of a cloaked ship",
    },
    clocks={
        "standard": "24h; fleet 72h; react 6h; resolve 12h",
        "relaxed": "72h; fleet 168h; react 24h; resolve 24h",
        "blitz": "4h; fleet 24h; react 1h; resolve 1h",
    },
    first_match=PRESETS["quick"],
    plans=frozenset({"activate", "deploy", "orders"}),
    referee_after=2,
    presets=PRESETS,
)
