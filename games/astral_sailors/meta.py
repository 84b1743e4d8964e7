"""What a lobby needs to know: the game's card and its settings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.names import COLOURS
from games.core.contract import Meta, Settings

META = Meta(
    id="astral_sailors",
    title="Astral Sailors: Civil War",
    tagline="Small squads, hidden aims: fight over the colonies of a divided mankind.",
    designer="Amygdala Games",
    credit=(
        "Astral Sailors: Civil War is a game by Amygdala Games. The rules are theirs; the units, "
        "scenery and lists that come with this bot were made for it, because the rules sheet has "
        "none. Anyone who wants to publish or sell anything of it should ask Amygdala Games first."
    ),
    rules_url="https://www.amygdala-games.com/",
    players=tuple(range(2, 9)),
    seat_names={count: COLOURS[:count] for count in range(2, 9)},
    stage="beta",
    rules_version=2,
    resign_rule="ASCW-115",
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
    leaving=(
        "The rules have a way of their own, as a move: LEAVE takes your units off the board, "
        "LEAVE HANDOVER offers them to a team-mate."
    ),
)

LONGEST_PACK = 65536


class SailorsSettings(Settings):
    """What the players agree on before armies are built (canon 3.10)."""

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
        description="What every pool holds before the first round: too little for a Glory at once.",
    )
    open_armies: bool = Field(
        default=True,
        title="Open armies",
        description="Once all lists are locked, everybody sees them. If not, as units come.",
    )
    scenery: Literal["alternate", "preset", "gm"] = Field(
        default="alternate",
        title="Scenery",
        description="Placed in turns, laid from a preset (quicker), or none but the referee's.",
    )
    preset: Literal["auto", "dockyard", "reactor-pit", "colony", "pack"] = Field(
        default="auto",
        title="Preset of scenery",
        description="Which preset is laid: auto takes Dockyard for two players, Colony for more.",
    )
    perimeter_clear: bool = Field(
        default=True,
        title="Border kept clear",
        description="No piece of scenery covers a border square, so that reinforcements find room.",
    )
    zones: Literal["auto", "rectangles", "strips"] = Field(
        default="auto",
        title="Deployment zones",
        description="Rectangles suit 2, 3, 4 and 8 players, strips the others; auto knows.",
    )
    deploy_gap: Literal[3, 0] = Field(
        default=3,
        title="Gap between deployments",
        description="Squares from an enemy already deployed: 3 or more, or any.",
    )
    shoot_arc: Literal["all", "front"] = Field(
        default="all",
        title="Shooting to",
        description="All around, or only at what lies in front of the shooter.",
    )
    melee_arc: Literal["front", "all"] = Field(
        default="front",
        title="Melee to",
        description="Only to the front of the attacker, or all around.",
    )
    fly_melee_down: bool = Field(
        default=True,
        title="Flyers strike the ground",
        description="Flying units may attack units on the ground in melee.",
    )
    extension_first: Literal["natural6", "total6"] = Field(
        default="natural6",
        title="Extension after",
        description="A second defence die follows a natural 6, or a total of 6 that needed 7.",
    )
    attacker_extension: bool = Field(
        default=False,
        title="Extension for attackers",
        description="An attacker's natural 6 that could not win rolls a second die, too.",
    )
    reroll_uses: Literal["split", "single"] = Field(
        default="split",
        title="Re-rolls in a round",
        description="One as attacker and one as defender, or a single one for both.",
    )
    aura_scope: Literal["each", "shared"] = Field(
        default="each",
        title="Re-rolls by Commanders",
        description="For each unit near the Commander, or shared by all of them.",
    )
    saved_ap: Literal["round", "carry"] = Field(
        default="round",
        title="Saved action points",
        description="Last until the round ends, or until the unit is activated again.",
    )
    limited_reset: bool = Field(
        default=False,
        title="Limited weapons refill",
        description="A unit that comes back from the Reserve has all its Limited shots again.",
    )
    venom_stack: Literal["refresh", "stack"] = Field(
        default="refresh",
        title="More poison",
        description="A new dose refreshes the old one, or ticks beside it.",
    )
    civilian_income: Literal["own", "all"] = Field(
        default="own",
        title="Income from civilians",
        description="2 points for each of your own in the game area, or for everybody's.",
    )
    reinforce_alone: Literal["own_zone", "anywhere"] = Field(
        default="own_zone",
        title="Reinforcing without friends",
        description="With no friend on the board: inside the own zone, or anywhere on the border.",
    )
    silent_gap: Literal[3, 0] = Field(
        default=3,
        title="Gap for Silent units",
        description="Squares from enemies when a Silent unit arrives: 3 or more, or any.",
    )
    silent_los: Literal["clean", "any"] = Field(
        default="clean",
        title="Silent units arrive unseen by",
        description="Clean: no enemy sees the spot in the clear. Any: nor in half cover.",
    )
    glory: Literal["sum", "any", "each"] = Field(
        default="sum",
        title="Glory of a team",
        description="The pools together, that of any one player, or of each player must be full.",
    )
    delivery: Literal["zone", "edge"] = Field(
        default="zone",
        title="Captives are delivered to",
        description="The deployment zone of the captor's player, or the squares of its outline.",
    )
    retarget: bool = Field(
        default=True,
        title="New Manhunt target",
        description="A team whose prey is gone for good picks another team.",
    )
    promotion_dead: Literal["ignore", "count"] = Field(
        default="ignore",
        title="Promotion and dead Commanders",
        description="Dead Commanders are ignored, or count with the kills they made.",
    )
    intrusion: Literal["end", "path"] = Field(
        default="end",
        title="A quadrant is lost to an enemy who",
        description="Ends an action in it, or has come through on the path, too.",
    )
    home_quadrants: Literal["half", "all"] = Field(
        default="half",
        title="Quadrants of one's own zone",
        description="For an Occupation half of the number needed may lie at home, or all of it.",
    )
    bellicose_public: bool = Field(
        default=True,
        title="Bellicose teams are announced",
        description="Everybody learns which teams fight as Bellicose Hedonists.",
    )
    victory: Literal["auto", "claim"] = Field(
        default="auto",
        title="Victory comes",
        description="By itself when a condition is met, or when the team claims it.",
    )
    fallen_share: bool = Field(
        default=False,
        title="The fallen share the victory",
        description="Players of the winning team whose Commanders died count as victors.",
    )
    leavers: Literal["handover", "remove"] = Field(
        default="handover",
        title="Armies of leavers",
        description="May be handed over to a team-mate, or are always removed.",
    )
    round_limit: int = Field(
        default=20,
        ge=0,
        le=99,
        title="Round limit",
        description="Without a winner by then, nobody wins. 0 is no limit.",
    )
    unreachable: Literal["draw", "win"] = Field(
        default="draw",
        title="When no aim can be met any more",
        description="A draw, or a win for the only team that still has a Commander.",
    )
    reactions: Literal["mixed", "auto", "ask"] = Field(
        default="mixed",
        title="Reactions",
        description="As each player's orders say, always by orders at once, or always asked.",
    )
    pack: str = Field(
        default="",
        max_length=LONGEST_PACK,
        title="Content pack",
        description="Units, scenery and lists of your own. The host fills it in from a file.",
    )

    @property
    def agreement(self) -> Agreement:
        """The settings as the match carries them."""
        return Agreement(**self.model_dump())
