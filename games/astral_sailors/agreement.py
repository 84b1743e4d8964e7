"""The settings of a match (canon 3.10)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from games.core.settings import NO_LIMIT, Settings, setting

_MUSTER: Final = ("bellicose", "muster")


class Agreement(Settings):
    """What the players agree on before armies are built; house rules are readings of the canon."""

    dropped = frozenset({"victory", "leavers"})

    army_size: int = setting(
        100,
        "Army size in points",
        "What each army may cost: 100, 150 and so on to 1,000. Glory depends on it.",
        ge=100,
        le=1000,
        multiple_of=50,
    )
    commanders: Literal[1, 2, 3] = setting(
        1,
        "Commanders in each army",
        "With several, each player names the main one when locking the list.",
        fixed="armies are built with that number",
    )
    start_pool: int = setting(
        0,
        "Points at the start",
        "Points in every pool before the first round.",
        ge=0,
        le=999,
        fixed="the points are already in the pools; set those",
    )
    open_armies: bool = setting(
        True,
        "Open armies",
        "All lists are shown once locked. Otherwise units are revealed as they appear.",
        fixed="armies have been built with it",
        before=_MUSTER,
    )
    scenery: Literal["alternate", "preset", "gm"] = setting(
        "alternate",
        "Scenery",
        "Placed in turns, laid out from a preset (quicker), or only by the referee.",
        fixed="scenery placement has begun",
        before=_MUSTER,
    )
    preset: Literal["auto", "dockyard", "reactor-pit", "colony", "pack"] = setting(
        "auto",
        "Scenery preset",
        "Which preset is used; auto is Dockyard for two players, Colony for more.",
        fixed="scenery placement has begun",
        before=_MUSTER,
    )
    perimeter_clear: bool = setting(
        True,
        "Keep the border clear",
        "No scenery on border squares, so that reinforcements can enter.",
        fixed="the scenery has been placed",
        before=(*_MUSTER, "scenery"),
        house=True,
    )
    zones: Literal["auto", "rectangles", "strips"] = setting(
        "auto",
        "Deployment zones",
        "Rectangles suit 2, 3, 4 and 8 players, strips the rest; auto chooses.",
    )
    deploy_gap: Literal[3, 0] = setting(
        3,
        "Gap between deployments",
        "Distance to enemies already deployed: at least 3 squares, or any.",
        fixed="armies have been deployed",
        before=(*_MUSTER, "scenery", "deployment"),
    )
    shoot_arc: Literal["all", "front"] = setting(
        "all", "Shooting arc", "All around, or only to the front.", house=True
    )
    melee_arc: Literal["front", "all"] = setting(
        "front", "Melee arc", "Only to the front, or all around.", house=True
    )
    fly_melee_down: bool = setting(
        True,
        "Flyers strike the ground",
        "Flying units may attack units on the ground in melee.",
        house=True,
    )
    extension_first: Literal["natural6", "total6"] = setting(
        "natural6",
        "Extension on",
        "A natural 6, or a total of 6 where 7 was needed, earns a second defence die.",
        house=True,
    )
    attacker_extension: bool = setting(
        False,
        "Extension for attackers",
        "An attacker's natural 6 that could not win rolls a second die too.",
        house=True,
    )
    reroll_uses: Literal["split", "single"] = setting(
        "split",
        "Re-rolls per round",
        "One as attacker and one as defender, or one in all.",
        house=True,
    )
    aura_scope: Literal["each", "shared"] = setting(
        "each",
        "Re-rolls by Commanders",
        "For each unit near the Commander, or shared by all.",
        house=True,
    )
    saved_ap: Literal["round", "carry"] = setting(
        "round",
        "Saved action points",
        "They last until the round ends, or until the unit's next activation.",
        house=True,
    )
    limited_reset: bool = setting(
        False,
        "Limited weapons refill",
        "Units that return from the Reserve have all their Limited shots again.",
        house=True,
    )
    venom_stack: Literal["refresh", "stack"] = setting(
        "refresh", "Poison stacking", "A new dose replaces the old one, or adds to it.", house=True
    )
    civilian_income: Literal["own", "all"] = setting(
        "own",
        "Income from civilians",
        "2 points for each civilian on the board: only your own, or everyone's.",
        house=True,
    )
    reinforce_alone: Literal["own_zone", "anywhere"] = setting(
        "own_zone",
        "Reinforcing without friends",
        "With no friend on the board: only in your zone, or anywhere on the border.",
        house=True,
    )
    silent_gap: Literal[3, 0] = setting(
        3,
        "Gap for Silent units",
        "Distance to enemies when a Silent unit arrives: at least 3 squares, or any.",
        house=True,
    )
    silent_los: Literal["clean", "any"] = setting(
        "clean",
        "Silent units arrive out of",
        "Clean: out of clear view. Any: out of all view, half cover too.",
        house=True,
    )
    glory: Literal["sum", "any", "each"] = setting(
        "sum",
        "Glory of a team",
        "Full must be: all pools together, any one pool, or every pool.",
        house=True,
    )
    delivery: Literal["zone", "edge"] = setting(
        "zone",
        "Captives are delivered to",
        "The captor's deployment zone, or only the outline of it.",
        house=True,
    )
    retarget: bool = setting(
        True,
        "New Manhunt target",
        "A team whose target is gone for good chooses another one.",
        house=True,
    )
    promotion_dead: Literal["ignore", "count"] = setting(
        "ignore",
        "Promotion and dead Commanders",
        "Dead Commanders are ignored, or must have made their kills too.",
        house=True,
    )
    intrusion: Literal["end", "path"] = setting(
        "end",
        "A quadrant is lost to an enemy that",
        "Ends an action in it, or merely passes through.",
        house=True,
    )
    home_quadrants: Literal["half", "all"] = setting(
        "half",
        "Quadrants at home",
        "Half of the quadrants for Occupation may touch your own zones, or all.",
        house=True,
    )
    bellicose_public: bool = setting(
        True,
        "Bellicose teams are announced",
        "Everyone learns which teams fight as Bellicose Hedonists.",
        fixed="the teams have already answered",
    )
    fallen_share: bool = setting(
        False,
        "Fallen players share the victory",
        "Players of the winning team whose Commanders died also win.",
    )
    round_limit: Annotated[int, NO_LIMIT] = setting(
        20,
        "Round limit",
        "Without a winner by then the match is drawn. 0 means no limit.",
        ge=0,
        le=99,
    )
    unreachable: Literal["draw", "win"] = setting(
        "draw",
        "When no objective can be met",
        "A draw, or a win for the only team that still has a Commander.",
        house=True,
    )
    reactions: Literal["mixed", "auto", "ask"] = setting(
        "mixed",
        "Reactions",
        "By each player's orders, always by orders without waiting, or always asked.",
    )
    pack: str = setting(
        "",
        "Content pack",
        "Units, scenery and lists of your own. The host fills it in from a file.",
        max_length=65536,
        fixed="this match's units and scenery come from it",
    )
