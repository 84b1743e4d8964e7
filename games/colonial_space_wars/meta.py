"""The game's card."""

from __future__ import annotations

from games.colonial_space_wars.table import NAMES
from games.core.contract import Meta

META = Meta(
    id="colonial_space_wars",
    title="Colonial Space Wars",
    tagline="Task forces fight for a colony without combat dice: command points are what runs out.",
    designer="José Diego Méndez",
    credit=(
        "Colonial Space Wars is a game by José Diego Méndez with art by África Mir, published by "
        "Vedra Games (2012). The rules are theirs; unit values, skills and boards are not "
        "published and were made for this bot. Ask Vedra Games before you publish or sell "
        "anything based on it."
    ),
    rules_url="https://boardgamegeek.com/boardgame/125752/colonial-space-wars",
    players=(2,),
    seat_names={2: NAMES},
    stage="beta",
    rules_version=2,
    rule_changes={
        2: (
            "A fallen Martyr adds 1 to whatever your next income was promised already; it used to "
            "replace what the referee had granted."
        )
    },
    resign_rule="CSW-119",
    draw_rule="CSW-119",
    secrets=True,
    dice=True,
    kinds={
        "army": "an army list",
        "faction": "a faction",
        "role": "the choice of role",
        "zone": "the choice of zone",
        "deploy": "deployment",
        "turn": "a turn",
    },
    clocks={"standard": "72h", "relaxed": "168h", "blitz": "24h"},
    first_match={"board": "broken_march"},
    plans=frozenset({"deploy", "turn"}),
)
