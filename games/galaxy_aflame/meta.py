"""The game's card."""

from __future__ import annotations

from games.core.contract import Meta
from games.galaxy_aflame.table import NAMES

META = Meta(
    id="galaxy_aflame",
    title="A Galaxy Aflame",
    tagline="Two armies of cards on an open table: measure, take cover, and strike first.",
    designer="an unnamed author",
    credit=(
        "A Galaxy Aflame is a free playtest text published on the JB Mannon web site; it credits "
        "Jason Morningstar's Task Force Roach for several mechanics. The rules are their "
        "author's; cards and tables were made for this bot."
    ),
    rules_url="https://jbmannon.squarespace.com/galaxy-aflame/a-galaxy-aflame.html",
    players=(2,),
    seat_names={2: NAMES},
    stage="beta",
    rules_version=2,
    rule_changes={2: "The referee lays out all of the terrain at once, no longer piece by piece."},
    resign_rule="GA-106",
    draw_rule="GA-106",
    secrets=True,
    dice=True,
    kinds={
        "army": "an army",
        "privilege": "the choice after the roll-off",
        "draft": "a draft step",
        "ranking": "rankings for the draft",
        "deploy": "deployment",
        "reinforce": "reinforcements",
        "turn": "a turn",
    },
    clocks={"standard": "72h; draft 24h", "relaxed": "168h", "blitz": "24h"},
    first_match={"muster": "random", "layout": "open_basin"},
    plans=frozenset({"deploy", "reinforce", "turn"}),
)
