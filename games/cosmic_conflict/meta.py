"""The game's card, its settings and their presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from games.core.contract import Labels, Meta, Settings
from games.cosmic_conflict.agreement import (
    STANDARD_TABLE,
    Agreement,
    DeployMode,
    InitiativeMode,
    MapChoice,
    Scenario,
    VictoryNumber,
)
from games.cosmic_conflict.limits import MOST_UNITS
from games.cosmic_conflict.maps import MAPS
from games.cosmic_conflict.space import BOARD, DU, LONGEST, SCALE, SHORTEST
from games.cosmic_conflict.table import Edge, PwsElection

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "standard": {},
    "quick": {"points": 481, "map": "quick", "vc_random": 1},
}
"""By name (canon 4.12); the other settings keep their defaults."""

MAP_NAMES: Final = Labels({key: each.name for key, each in MAPS.items()})
CONDITIONS: Final = Labels(
    {1: "Area Control", 2: "Remaining", 3: "Destroyed or Fled", 4: "Conditions Inflicted"}
)

META = Meta(
    id="cosmic_conflict",
    title="Cosmic Conflict",
    tagline="Fleets bought by points fight in open space with hidden orders.",
    designer="an unnamed author",
    credit=(
        "Cosmic Conflict is an unfinished free rules text of 2022, published on the blog Astral "
        "Action. The rules are their author's; ships, fleets, maps and the tables that the text "
        "has lost were made for this bot."
    ),
    rules_url="https://astralaction.blogspot.com/2022/05/rules-wip.html",
    players=(2,),
    seat_names={2: ("Side 1", "Side 2")},
    stage="alpha",
    rules_version=3,
    rule_changes={
        2: (
            "Fighters use no Commands; those with FTL Drives hide only a Jump, as the rules say. "
            f"A fleet has at most {MOST_UNITS} units; a larger one that has been chosen stays."
        ),
        3: (
            "Standing orders take one word or number for each window, and shots are CONTINGENT and "
            "SNAP with a least damage, in place of triggers. Orders of the old kinds are gone."
        ),
    },
    resign_rule="D-094",
    secrets=True,
    dice=True,
    kinds={
        "fleet": "a fleet",
        "deploy": "deployment",
        "orders": "orders",
        "activate": "an activation",
        "react": "a reaction",
        "resolve": "a scenario action",
    },
    clocks={
        "standard": "24h; fleet 72h; react 6h; resolve 12h",
        "relaxed": "72h; fleet 168h; react 24h; resolve 24h",
        "blitz": "4h; fleet 24h; react 1h; resolve 1h",
    },
    first_match=PRESETS["quick"],
    referee_after=2,
    presets=PRESETS,
)


class CosmicSettings(Settings):
    """The settings that the players agree on before they choose fleets (4.12).

    Unless they are named, the board has the size of the map, and in an open engagement three
    victory conditions are drawn (5.5).
    """

    board_w: Annotated[int, SCALE] = Field(
        default=BOARD.width,
        ge=SHORTEST,
        le=LONGEST,
        title="Width of the board",
        description="West to east, 20 to 72 du; a named map needs its own size.",
    )
    board_h: Annotated[int, SCALE] = Field(
        default=BOARD.height,
        ge=SHORTEST,
        le=LONGEST,
        title="Height of the board",
        description="South to north, 20 to 72 du; a named map needs its own size.",
    )
    map: Annotated[MapChoice, MAP_NAMES] = Field(
        default="shattered_moon",
        title="Map",
        description="The terrain, and the size of the board.",
    )
    points: int = Field(
        default=1000,
        ge=200,
        le=5000,
        title="Points",
        description=f"What a fleet may cost, with at most {MOST_UNITS} units.",
    )
    initiative: InitiativeMode = Field(
        default="alternate",
        title="Initiative",
        description="After the first roll it changes every turn, stays, or is rolled for again.",
    )
    min_turns: int = Field(
        default=5,
        ge=1,
        le=20,
        title="Turns at least",
        description="From the end of this turn on, a die of 4 to 6 ends the match.",
    )
    max_turns: int = Field(
        default=0,
        ge=0,
        le=99,
        title="Turns at most",
        description="The match ends after this turn at the latest; 0 for no limit.",
    )
    scenario: Scenario = Field(
        default="deep_survey",
        title="Scenario",
        description="Scan the far half, hold marks on the middle line, or just fight.",
    )
    vc_random: int = Field(
        default=2,
        ge=0,
        le=3,
        title="Random victory conditions",
        description="How many are drawn after the last turn.",
    )
    vc_exclude: Annotated[frozenset[VictoryNumber], CONDITIONS] = Field(
        default=frozenset(),
        title="Excluded victory conditions",
        description="Those that are never drawn.",
    )
    terrain_setup: Literal["map"] = Field(
        default="map",
        title="Terrain",
        description="It comes from the map.",
    )
    deploy: DeployMode = Field(
        default="alternate",
        title="Deployment",
        description="Ship by ship in turn, or both in secret and revealed together.",
    )
    edge: Edge = Field(
        default="flee",
        title="Edge of the board",
        description="A unit that moves off the board flees, or is stopped there.",
    )
    pws_range: Annotated[int, SCALE] = Field(
        default=2 * DU,
        ge=DU // 2,
        le=4 * DU,
        title="Range of PWS exchanges",
        description="How near a move must end, 0.5 to 4 du.",
    )
    pws_election: PwsElection = Field(
        default="either",
        title="PWS exchanges are called by",
        description="Either player, or only the one who moves.",
    )
    condition_table: str = Field(
        default=STANDARD_TABLE,
        max_length=40,
        title="Condition table",
        description="standard, or the 11 results for the sums 2 to 12: 12 3 4 5 6 7 8 9 10 11 12.",
    )

    @model_validator(mode="before")
    @classmethod
    def _following(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        usual = {"vc_random": 3} if given.get("scenario") == "open" else {}
        name = given.get("map")
        if isinstance(name, str) and name in MAPS:
            usual |= {"board_w": MAPS[name].width, "board_h": MAPS[name].height}
        return {**usual, **given}

    @property
    def agreement(self) -> Agreement:
        """The settings as stored in the match."""
        return Agreement(**self.model_dump())
