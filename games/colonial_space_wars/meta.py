"""The game's card and its settings."""

from __future__ import annotations

from pydantic import Field

from games.colonial_space_wars.agreement import (
    Agreement,
    ArmyMode,
    BoardChoice,
    HitModel,
    Initiative,
    Metric,
)
from games.colonial_space_wars.table import NAMES
from games.core.contract import Meta, Settings

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
        ),
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
    clocks={
        "standard": "72h",
        "relaxed": "168h",
        "blitz": "24h",
    },
    first_match={"board": "broken_march"},
)


class CswSettings(Settings):
    """The settings that the players agree on before the first choice (canon 3.2)."""

    swords: int = Field(
        default=1,
        ge=1,
        le=3,
        title="Combat Swords",
        description="How many Swords of 25 points each side has.",
    )
    board: BoardChoice = Field(
        default="auto",
        title="Board",
        description="auto is Broken March for one Sword, Split River for more; pack is your own.",
    )
    army_mode: ArmyMode = Field(
        default="standard",
        title="Armies",
        description="The standard Swords, or lists that each player builds in secret.",
    )
    mirror: bool = Field(
        default=True,
        title="Same faction allowed",
        description="Both may take the same faction. Otherwise Red chooses first.",
    )
    initiative: Initiative = Field(
        default="winner_chooses",
        title="Initiative",
        description="The winner of the roll chooses a role, or is the attacker.",
    )
    deploy_depth: int = Field(
        default=2,
        ge=1,
        le=3,
        title="Depth of the deployment zones",
        description="Rows along the edge in which a side deploys.",
    )
    metric: Metric = Field(
        default="diagonal",
        title="Distance",
        description="Diagonal steps are allowed and count 1, or there are none.",
    )
    pass_friends: bool = Field(
        default=False,
        title="Pass through friends",
        description="Units may move through friendly units, without stopping there.",
    )
    hit_model: HitModel = Field(
        default="turn",
        title="Protection",
        description="It absorbs points once a turn, or of each attack.",
    )
    round_limit: int = Field(
        default=20,
        ge=0,
        le=99,
        title="Rounds",
        description="After this round the surviving units are counted; 0 for no limit.",
    )
    auto_end: bool = Field(
        default=True,
        title="Turns end by themselves",
        description="As soon as no unit can be paid for any more.",
    )
    pack: str = Field(
        default="",
        max_length=65536,
        title="Content pack",
        description="More units, Swords and boards.",
    )

    @property
    def agreement(self) -> Agreement:
        """The settings as stored in the match."""
        return Agreement(**self.model_dump())
