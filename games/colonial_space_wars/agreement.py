"""The settings of a match (canon 3.2)."""

from __future__ import annotations

from typing import Annotated, Literal

from games.core.settings import NO_LIMIT, Settings, setting


class Agreement(Settings):
    """What the players agree on before the first choice."""

    swords: int = setting(
        1,
        "Combat Swords",
        "How many Swords of 25 points each side has.",
        ge=1,
        le=3,
        fixed="the armies are chosen by it",
    )
    board: Literal["auto", "drill_field", "broken_march", "split_river", "pack"] = setting(
        "auto",
        "Board",
        "auto is Broken March for one Sword, Split River for more; pack is your own.",
        fixed="the board has been laid",
    )
    army_mode: Literal["standard", "points"] = setting(
        "standard",
        "Armies",
        "The standard Swords, or lists that each player builds in secret.",
        fixed="the armies are chosen by it",
    )
    mirror: bool = setting(
        True,
        "Same faction allowed",
        "Both may take the same faction. Otherwise Red chooses first.",
        fixed="the armies are chosen by it",
    )
    initiative: Literal["winner_chooses", "winner_attacks"] = setting(
        "winner_chooses",
        "Initiative",
        "The winner of the roll chooses a role, or is the attacker.",
        fixed="it has been rolled for",
        before=("army",),
    )
    deploy_depth: int = setting(
        2,
        "Depth of the deployment zones",
        "Rows along the edge in which a side deploys.",
        ge=1,
        le=3,
        fixed="the zones have been laid out",
        before=("army", "initiative", "role", "zone"),
    )
    metric: Literal["diagonal", "orthogonal"] = setting(
        "diagonal", "Distance", "Diagonal steps are allowed and count 1, or there are none."
    )
    pass_friends: bool = setting(
        False,
        "Pass through friends",
        "Units may move through friendly units, without stopping there.",
    )
    hit_model: Literal["turn", "attack"] = setting(
        "turn", "Protection", "It absorbs points once a turn, or of each attack."
    )
    round_limit: Annotated[int, NO_LIMIT] = setting(
        20,
        "Rounds",
        "After this round the surviving units are counted; 0 for no limit.",
        ge=0,
        le=99,
    )
    auto_end: bool = setting(
        True, "Turns end by themselves", "As soon as no unit can be paid for any more."
    )
    pack: str = setting(
        "",
        "Content pack",
        "More units, Swords and boards.",
        max_length=65536,
        fixed="the units come from it",
    )

    @property
    def orthogonal(self) -> bool:
        return self.metric == "orthogonal"
