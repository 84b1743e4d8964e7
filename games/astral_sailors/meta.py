"""The game's card."""

from __future__ import annotations

from games.astral_sailors.names import COLOURS
from games.core.contract import Meta

META = Meta(
    id="astral_sailors",
    title="Astral Sailors: Civil War",
    tagline="Small squads with secret aims fight over the colonies of a divided mankind.",
    designer="Amygdala Games",
    credit=(
        "Astral Sailors: Civil War is a game by Amygdala Games. The rules are theirs; the units, "
        "scenery and lists that come with this bot were made for it, because the rules sheet has "
        "none. Ask Amygdala Games before you publish or sell anything based on it."
    ),
    rules_url="https://www.amygdala-games.com/",
    players=tuple(range(2, 9)),
    seat_names={count: COLOURS[:count] for count in range(2, 9)},
    stage="beta",
    rules_version=4,
    rule_changes={
        2: (
            "Of the quadrants of an Occupation only half of those needed now count at home, "
            "so that nobody wins without leaving their own zone."
        ),
        3: (
            "Where poison would come from a friend, the referee now removes it before a unit "
            "changes its owner: venom works between enemies only."
        ),
        4: (
            "Draws are proposed as in every game, the bot declares victories, LEAVE takes the "
            "units off, an army on offer goes to a team-mate, and referees enter secrets as a "
            "seat's moves."
        ),
    },
    resign_rule="ASCW-115",
    draw_rule="ASCW-D75",
    secrets=True,
    dice=True,
    largest_team=4,
    first_match={"scenery": "preset"},
    kinds={
        "army": "an army list",
        "bellicose": "the choice to be Bellicose",
        "target": "a new target",
        "scenery": "a piece of scenery",
        "deploy": "a deployment",
        "activate": "a turn",
        "react": "a reaction",
        "reroll": "a re-roll",
        "pay": "a payment",
        "reinforce": "reinforcements",
    },
    clocks={
        "standard": "24h; army 72h; scenery 12h; react 8h; reroll 8h; pay 8h; reinforce 12h",
        "relaxed": "48h; army 144h; scenery 24h; react 16h; reroll 16h; pay 16h; reinforce 24h",
        "blitz": "4h; army 12h; scenery 2h; react 1h; reroll 1h; pay 1h; reinforce 2h",
    },
    plans=frozenset({"activate"}),
    leaving="The rules also let you give up with a move: LEAVE takes your units off the board.",
)
