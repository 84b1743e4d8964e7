"""The game's card and its settings."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from games.core.contract import Meta, Settings
from games.galaxy_aflame.agreement import (
    Agreement,
    DeployMode,
    FallBack,
    LayoutChoice,
    Muster,
    Suppression,
)
from games.galaxy_aflame.ground import INCH, INCHES
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
    rule_changes={
        2: "The referee lays out all of the terrain at once, no longer piece by piece.",
    },
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
    clocks={
        "standard": "72h; draft 24h",
        "relaxed": "168h",
        "blitz": "24h",
    },
    first_match={"muster": "random", "layout": "open_basin"},
)


class GaSettings(Settings):
    """The settings that the players agree on before the first choice (canon 3.2)."""

    muster: Muster = Field(
        default="draft",
        title="Choosing units",
        description="Draft by turns, by two private rankings at once, or half a deck at random.",
    )
    layout: LayoutChoice = Field(
        default="ruined_quarter",
        title="Table",
        description="Where you fight; pack is your own.",
    )
    mirror: bool = Field(
        default=True,
        title="Same army allowed",
        description="Both may take the same army. Otherwise Red chooses first.",
    )
    deck_copies: int = Field(
        default=1,
        ge=1,
        le=2,
        title="Copies of each card",
        description="With 2 copies each side drafts twice as many units.",
    )
    deploy_mode: DeployMode = Field(
        default="sequential",
        title="Starting places",
        description="In turn, or both in secret and revealed together.",
    )
    hand: Annotated[int, INCHES] = Field(
        default=6 * INCH,
        ge=4 * INCH,
        le=8 * INCH,
        title="Hand range",
        description="Close range and the depth of the home zones, 4 to 8 in.",
    )
    arm: Annotated[int, INCHES] = Field(
        default=18 * INCH,
        ge=12 * INCH,
        le=24 * INCH,
        title="Arm range",
        description="Middle range, 12 to 24 in.",
    )
    courtesy: Annotated[int, INCHES] = Field(
        default=0,
        ge=0,
        le=59,
        title="Courtesy range",
        description="How much farther arm range reaches, 0 to 5.9 in.",
    )
    los: bool = Field(
        default=True,
        title="Line of sight",
        description="Solid terrain blocks shots.",
    )
    suppression: Suppression = Field(
        default="vulnerable",
        title="Suppressed units",
        description="Are easier to hit; pinned ones must also give up moving or shooting.",
    )
    small_arms_shake: bool = Field(
        default=False,
        title="Small arms shake vehicles",
        description="Units without Anti-Vehicle may attack vehicles, but only shake them.",
    )
    last_resort: bool = Field(
        default=False,
        title="Last resort against vehicles",
        description="A side without Anti-Vehicle may attack vehicles at hand range.",
    )
    fallback: FallBack = Field(
        default="immediate",
        title="Falling back",
        description="Directly after the attack, or at the end of the turn.",
    )
    round_limit: int = Field(
        default=20,
        ge=0,
        le=99,
        title="Rounds",
        description="After this round the surviving units are counted; 0 for no limit.",
    )
    pack: str = Field(
        default="",
        max_length=65536,
        title="Content pack",
        description="More cards, armies and tables.",
    )

    @property
    def agreement(self) -> Agreement:
        """The settings as stored in the match."""
        return Agreement(**self.model_dump())
