"""The game's card and its settings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.names import COLOURS
from games.core.contract import Meta, Settings

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
    leaving="The rules also let you give up with a move: LEAVE takes your units off the board.",
)

LONGEST_PACK = 65536


class SailorsSettings(Settings):
    """The settings that the players agree on before armies are built (canon 3.10)."""

    dropped = frozenset({"victory", "leavers"})
    house_rules = frozenset(
        [
            "perimeter_clear",
            "shoot_arc",
            "melee_arc",
            "fly_melee_down",
            "extension_first",
            "attacker_extension",
            "reroll_uses",
            "aura_scope",
            "saved_ap",
            "limited_reset",
            "venom_stack",
            "civilian_income",
            "reinforce_alone",
            "silent_gap",
            "silent_los",
            "glory",
            "delivery",
            "retarget",
            "promotion_dead",
            "intrusion",
            "home_quadrants",
            "unreachable",
        ]
    )

    army_size: int = Field(
        default=100,
        ge=100,
        le=1000,
        multiple_of=50,
        title="Army size in points",
        description="What each army may cost: 100, 150 and so on to 1,000. Glory depends on it.",
    )
    commanders: Literal[1, 2, 3] = Field(
        default=1,
        title="Commanders in each army",
        description="With several, each player names the main one when locking the list.",
    )
    start_pool: int = Field(
        default=0,
        ge=0,
        le=999,
        title="Points at the start",
        description="Points in every pool before the first round.",
    )
    open_armies: bool = Field(
        default=True,
        title="Open armies",
        description="All lists are shown once locked. Otherwise units are revealed as they appear.",
    )
    scenery: Literal["alternate", "preset", "gm"] = Field(
        default="alternate",
        title="Scenery",
        description="Placed in turns, laid out from a preset (quicker), or only by the referee.",
    )
    preset: Literal["auto", "dockyard", "reactor-pit", "colony", "pack"] = Field(
        default="auto",
        title="Scenery preset",
        description="Which preset is used; auto is Dockyard for two players, Colony for more.",
    )
    perimeter_clear: bool = Field(
        default=True,
        title="Keep the border clear",
        description="No scenery on border squares, so that reinforcements can enter.",
    )
    zones: Literal["auto", "rectangles", "strips"] = Field(
        default="auto",
        title="Deployment zones",
        description="Rectangles suit 2, 3, 4 and 8 players, strips the rest; auto chooses.",
    )
    deploy_gap: Literal[3, 0] = Field(
        default=3,
        title="Gap between deployments",
        description="Distance to enemies already deployed: at least 3 squares, or any.",
    )
    shoot_arc: Literal["all", "front"] = Field(
        default="all",
        title="Shooting arc",
        description="All around, or only to the front.",
    )
    melee_arc: Literal["front", "all"] = Field(
        default="front",
        title="Melee arc",
        description="Only to the front, or all around.",
    )
    fly_melee_down: bool = Field(
        default=True,
        title="Flyers strike the ground",
        description="Flying units may attack units on the ground in melee.",
    )
    extension_first: Literal["natural6", "total6"] = Field(
        default="natural6",
        title="Extension on",
        description="A natural 6, or a total of 6 where 7 was needed, earns a second defence die.",
    )
    attacker_extension: bool = Field(
        default=False,
        title="Extension for attackers",
        description="An attacker's natural 6 that could not win rolls a second die too.",
    )
    reroll_uses: Literal["split", "single"] = Field(
        default="split",
        title="Re-rolls per round",
        description="One as attacker and one as defender, or one in all.",
    )
    aura_scope: Literal["each", "shared"] = Field(
        default="each",
        title="Re-rolls by Commanders",
        description="For each unit near the Commander, or shared by all.",
    )
    saved_ap: Literal["round", "carry"] = Field(
        default="round",
        title="Saved action points",
        description="They last until the round ends, or until the unit's next activation.",
    )
    limited_reset: bool = Field(
        default=False,
        title="Limited weapons refill",
        description="Units that return from the Reserve have all their Limited shots again.",
    )
    venom_stack: Literal["refresh", "stack"] = Field(
        default="refresh",
        title="Poison stacking",
        description="A new dose replaces the old one, or adds to it.",
    )
    civilian_income: Literal["own", "all"] = Field(
        default="own",
        title="Income from civilians",
        description="2 points for each civilian on the board: only your own, or everyone's.",
    )
    reinforce_alone: Literal["own_zone", "anywhere"] = Field(
        default="own_zone",
        title="Reinforcing without friends",
        description="With no friend on the board: only in your zone, or anywhere on the border.",
    )
    silent_gap: Literal[3, 0] = Field(
        default=3,
        title="Gap for Silent units",
        description="Distance to enemies when a Silent unit arrives: at least 3 squares, or any.",
    )
    silent_los: Literal["clean", "any"] = Field(
        default="clean",
        title="Silent units arrive out of",
        description="Clean: out of clear view. Any: out of all view, half cover too.",
    )
    glory: Literal["sum", "any", "each"] = Field(
        default="sum",
        title="Glory of a team",
        description="Full must be: all pools together, any one pool, or every pool.",
    )
    delivery: Literal["zone", "edge"] = Field(
        default="zone",
        title="Captives are delivered to",
        description="The captor's deployment zone, or only the outline of it.",
    )
    retarget: bool = Field(
        default=True,
        title="New Manhunt target",
        description="A team whose target is gone for good chooses another one.",
    )
    promotion_dead: Literal["ignore", "count"] = Field(
        default="ignore",
        title="Promotion and dead Commanders",
        description="Dead Commanders are ignored, or must have made their kills too.",
    )
    intrusion: Literal["end", "path"] = Field(
        default="end",
        title="A quadrant is lost to an enemy that",
        description="Ends an action in it, or merely passes through.",
    )
    home_quadrants: Literal["half", "all"] = Field(
        default="half",
        title="Quadrants at home",
        description="Half of the quadrants for Occupation may touch your own zones, or all.",
    )
    bellicose_public: bool = Field(
        default=True,
        title="Bellicose teams are announced",
        description="Everyone learns which teams fight as Bellicose Hedonists.",
    )
    fallen_share: bool = Field(
        default=False,
        title="Fallen players share the victory",
        description="Players of the winning team whose Commanders died also win.",
    )
    round_limit: int = Field(
        default=20,
        ge=0,
        le=99,
        title="Round limit",
        description="Without a winner by then the match is drawn. 0 means no limit.",
    )
    unreachable: Literal["draw", "win"] = Field(
        default="draw",
        title="When no objective can be met",
        description="A draw, or a win for the only team that still has a Commander.",
    )
    reactions: Literal["mixed", "auto", "ask"] = Field(
        default="mixed",
        title="Reactions",
        description="By each player's orders, always by orders without waiting, or always asked.",
    )
    pack: str = Field(
        default="",
        max_length=LONGEST_PACK,
        title="Content pack",
        description="Units, scenery and lists of your own. The host fills it in from a file.",
    )

    @property
    def agreement(self) -> Agreement:
        """The settings as stored in the match."""
        return Agreement(**self.model_dump())
