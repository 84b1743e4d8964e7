"""The settings of a match (canon 4.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from games.core.content import PackFault, echo
from games.core.settings import NO_LIMIT, Labels, Settings, Some, setting
from games.core.types import Forbidden, Seats
from games.cosmic_conflict.content.catalogue import BASE, Catalogue, catalogue_of
from games.cosmic_conflict.content.contacts import Stealth
from games.cosmic_conflict.content.limits import MOST_UNITS, FleetTerms
from games.cosmic_conflict.content.maps import PACK_MAP, SpaceMap, has_room
from games.cosmic_conflict.space import (
    BOARD,
    DU,
    FEWEST_SIDES,
    LONGEST,
    SCALE,
    SHORTEST,
    SIDES,
    SQUARE,
    shown,
)

Edge: TypeAlias = Literal["flee", "wall"]
PwsElection: TypeAlias = Literal["either", "mover"]


MapChoice: TypeAlias = Literal[
    "shattered_moon", "veil", "meteor_run", "quick", "crossroads", "four_winds", "pack"
]
InitiativeMode: TypeAlias = Literal["alternate", "fixed", "roll"]
TerrainSetup: TypeAlias = Literal["map", "random", "alternate", "split"]
SETUPS: Final = Labels(
    {
        "map": "From the map",
        "random": "Random",
        "alternate": "Placed in turn",
        "split": "One side places, another chooses an edge",
    }
)
MAP_NAMES: Final = Labels(
    {**{key: each.name for key, each in BASE.maps.items()}, PACK_MAP: "The map of the content pack"}
)
CONDITIONS: Final = Labels(
    {1: "Area Control", 2: "Remaining", 3: "Destroyed or Fled", 4: "Conditions Inflicted"}
)
"""Of a victory condition (CC-216 to CC-219)."""
STEALTH: Final = Labels(
    {
        "off": "Off",
        "category": "Small, medium or large contacts",
        "size": "Contacts with their Size",
        "blank": "Blank contacts",
    }
)
STANDARD_TABLE: Final = "standard"
SUMS: Final = range(2, 13)
"""Of two dice, and the results of Conditions."""
ADVANCED: Final = {4: 14, 6: 13, 12: 15}
"""The advanced Conditions by the sums of two dice that stand for them without a deck (D-104)."""
LONGEST_CAMPAIGN: Final = 65536
"""Characters of all that survived: 160 damaged ships of the catalogue have less than half."""
CARDS: Final = {2: 1, 3: 2, 4: 7, 6: 11, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
"""How many cards of each result the deck of Conditions has (D-103)."""


_OF_SEVERAL: Final = {"map": "crossroads", "scenario": "open"}
"""What more than two sides play unless they name it (5.5, D-003)."""
SQUARE_MAPS: Final = tuple(
    each.name for each in BASE.maps.values() if (each.width, each.height) == (SQUARE, SQUARE)
)
_OF_SCENARIOS: Final[Mapping[str, Mapping[str, Any]]] = {
    "rescue": {"map": "veil", "vc_random": 1},
    "open": {"vc_random": 3},
}
"""What goes with a scenario unless others are named (5.5)."""


class Agreement(Settings):
    """What the players agree on before they choose fleets. Lengths are cu.

    Unless they are named, the board has the size of the map, in an open engagement three victory
    conditions are drawn, Rescue has one on The Veil (5.5), and more than two sides have an open
    engagement on a square map.
    """

    team_count = "sides"
    carried = "campaign"

    board_w: Annotated[int, SCALE] = setting(
        BOARD.width,
        "Width of the board",
        "West to east, 20 to 72 du; terrain from a map needs the size of the map.",
        ge=SHORTEST,
        le=LONGEST,
        fixed="the board has been laid",
    )
    board_h: Annotated[int, SCALE] = setting(
        BOARD.height,
        "Height of the board",
        "South to north, 20 to 72 du; terrain from a map needs the size of the map.",
        ge=SHORTEST,
        le=LONGEST,
        fixed="the board has been laid",
    )
    map: Annotated[MapChoice, MAP_NAMES] = setting(
        "shattered_moon",
        "Map",
        "The size of the board and, unless you agree on another way, the terrain.",
        fixed="the board has been laid",
    )
    points: int = setting(
        1000,
        "Points",
        f"What a fleet may cost, with at most {MOST_UNITS} units.",
        ge=200,
        le=5000,
        fixed="the fleets are chosen by it",
    )
    initiative: InitiativeMode = setting(
        "alternate",
        "Initiative",
        "After the first roll it changes every turn, stays, or is rolled for again.",
    )
    min_turns: int = setting(
        5,
        "Turns at least",
        "From the end of this turn on, a die of 4 to 6 ends the match.",
        ge=1,
        le=20,
    )
    max_turns: Annotated[int, NO_LIMIT] = setting(
        0,
        "Turns at most",
        "The match ends after this turn at the latest; 0 for no limit.",
        ge=0,
        le=99,
    )
    scenario: Literal["deep_survey", "contested_marks", "rescue", "open"] = setting(
        "deep_survey",
        "Scenario",
        "Scan the far half, hold marks on the middle line, bring a VIP home, or just fight.",
        fixed="the board has been laid for it",
    )
    vc_random: int = setting(
        2, "Random victory conditions", "How many are drawn after the last turn.", ge=0, le=3
    )
    vc_exclude: Annotated[Some[Literal[1, 2, 3, 4]], CONDITIONS] = setting(
        (), "Excluded victory conditions", "Those that are never drawn."
    )
    terrain_setup: Annotated[TerrainSetup, SETUPS] = setting(
        "map",
        "Terrain",
        "From the map, by dice, placed by the sides in turn, or placed by one while another "
        "chooses an edge.",
        fixed="the board has been laid",
    )
    deploy: Literal["alternate", "secret"] = setting(
        "alternate",
        "Deployment",
        "Ship by ship in turn, or in secret and revealed together.",
        fixed="ships are being deployed or have been",
        before=("fleet",),
    )
    edge: Edge = setting(
        "flee", "Edge of the board", "A unit that moves off the board flees, or is stopped there."
    )
    pws_range: Annotated[int, SCALE] = setting(
        2 * DU,
        "Range of PWS exchanges",
        "How near a move must end, 0.5 to 4 du.",
        ge=DU // 2,
        le=4 * DU,
        house=True,
    )
    pws_election: PwsElection = setting(
        "either",
        "PWS exchanges are called by",
        "Either player, or only the one who moves.",
        house=True,
    )
    condition_table: str = setting(
        STANDARD_TABLE,
        "Condition table",
        "standard, or the 11 results for the sums 2 to 12: 12 3 4 5 6 7 8 9 10 11 12.",
        max_length=40,
    )
    stealth: Annotated[Stealth, STEALTH] = setting(
        "off",
        "Stealth",
        "Ships are contacts until they attack or are found: by category, by Size, or blank.",
        fixed="the ships have been hidden or not",
        before=("fleet",),
    )
    bogeys: int = setting(
        0,
        "Bogeys",
        "With Stealth: how many false contacts each side has among its ships.",
        ge=0,
        le=4,
        fixed="the fleets have been shown",
        before=("fleet",),
    )
    cloak: bool = setting(
        False,
        "Cloak Devices",
        "Ships of your own design may leave the board for some turns, on a course in secret.",
        fixed="the fleets are chosen by it",
    )
    sides: int = setting(
        FEWEST_SIDES,
        "Sides",
        "Two face each other; three and four have an edge each of a square board.",
        ge=FEWEST_SIDES,
        le=len(SIDES),
        fixed="the board has been laid for them",
    )
    factions: bool = setting(
        False,
        "Factions",
        "Each fleet may have a faction, with its advantages and disadvantages.",
        fixed="the fleets are chosen by it",
    )
    crew: bool = setting(
        False,
        "Crew traits",
        "Ships may have traits such as Veteran for a tenth of their price.",
        fixed="the fleets are chosen by it",
    )
    noncombat: bool = setting(
        False,
        "Non-combat Components",
        "Ships may carry troops, cargo or passengers in their slots.",
        fixed="the fleets are chosen by it",
    )
    refit: int = setting(
        100,
        "Refit",
        "In the next match of a campaign: what repairs may cost each side.",
        ge=0,
        le=2000,
        fixed="the fleets have been repaired",
    )
    campaign: str = setting(
        "",
        "Campaign",
        "The fleets that survived an earlier match.",
        max_length=LONGEST_CAMPAIGN,
        fixed="the fleets come from it",
    )
    repair: bool = setting(
        False,
        "Repair Orders",
        "A ship may get an Order to repair one of its Conditions at the end of the turn.",
    )
    self_inflict: bool = setting(
        False,
        "Rerouting and scuttling",
        "A ship may exchange Component for Propulsion Damage, or destroy itself.",
    )
    adv_conditions: bool = setting(
        False,
        "Advanced Conditions",
        "Feed Failure, Compromised Engines and Power Loss may come up as well.",
    )
    deck: bool = setting(
        False,
        "Deck of Conditions",
        "Conditions are drawn from cards instead of rolled with two dice.",
    )
    deck_cards: str = setting(
        STANDARD_TABLE,
        "Cards of the deck",
        "standard, or how many of the results 2, 3, 4, 6, 8, 9, 10, 11 and 12: 1 2 7 11 5 4 3 2 1.",
        max_length=40,
    )
    formations: bool = setting(
        False,
        "Formations",
        "Ships may act as one under a Lead Ship, to attack or to defend together.",
    )
    escorts: bool = setting(False, "Escorts", "A ship may follow another and take attacks on it.")
    pack: str = setting(
        "",
        "Content pack",
        "More ships, Fighters, fleets, maps, factions and traits.",
        max_length=65536,
        fixed="the ships come from it",
    )

    @classmethod
    def usual(cls, named: Mapping[str, Any]) -> Mapping[str, Any]:
        several = named.get("sides") in SIDES[FEWEST_SIDES:]
        own: Mapping[str, Any] = _OF_SEVERAL if several else {}
        scenario = str({**own, **named}.get("scenario"))
        usual = {**_OF_SCENARIOS.get(scenario, {}), **own}
        if found := _map_named(named.get("map", usual.get("map")), named.get("pack")):
            usual |= {"board_w": found.width, "board_h": found.height}
        return usual

    @property
    def catalogue(self) -> Catalogue:
        """Raises ``PackFault`` for a faulty pack."""
        return catalogue_of(self.pack)

    def fleet_terms(self, faction: str = "") -> FleetTerms:
        """What fleets may have; ``faction`` by its code, which may be unknown."""
        known = self.catalogue
        found = known.factions.get(faction)
        stealth = self.stealth != "off"
        return FleetTerms(found, known.traits, self.crew, self.noncombat, stealth, self.cloak)

    @property
    def space_map(self) -> SpaceMap:
        """The map, for an agreement without faults."""
        found = _map_named(self.map, self.pack)
        assert found is not None
        return found

    @property
    def results(self) -> tuple[int, ...]:
        """What the sums 2 to 12 stand for (CC-060), for an agreement without faults."""
        if self.condition_table == STANDARD_TABLE:
            more = ADVANCED if self.adv_conditions and not self.deck else {}
            return tuple(more.get(each, each) for each in SUMS)
        return tuple(int(each) for each in self.condition_table.split())

    @property
    def cards(self) -> tuple[int, ...]:
        """The results on the cards of the deck, if there is one, for an agreement without faults
        (CC-243, D-103)."""
        if not self.deck:
            return ()
        counts: Iterable[int] = CARDS.values()
        if self.deck_cards != STANDARD_TABLE:
            counts = map(int, self.deck_cards.split())
        found = [each for each, count in zip(CARDS, counts, strict=True) for _ in range(count)]
        return (*found, *(sorted(ADVANCED.values()) if self.adv_conditions else ()))


def _map_named(name: object, pack: object) -> SpaceMap | None:
    """The map of a name; ``None`` for one that is not there, also in a faulty pack."""
    if name != PACK_MAP:
        return BASE.maps.get(name) if isinstance(name, str) else None
    try:
        return catalogue_of(pack).pack_map if isinstance(pack, str) else None
    except PackFault:
        return None


def faults(agreement: Agreement) -> Iterator[Forbidden]:
    """What is impossible together (E-OPTION), for a pack without faults."""
    chosen, size = _map_named(agreement.map, agreement.pack), (agreement.board_w, agreement.board_h)
    if chosen is None:
        why = "The content pack has no map."
        yield _fault("CC-182", f"{why} Add [[maps]] to it, or choose another map.")
    elif agreement.terrain_setup == "map" and size != (chosen.width, chosen.height):
        its = _area(chosen.width, chosen.height)
        why = f"The map {chosen.name} has a board of {its}, not of {_area(*size)}."
        yield _fault("D-003", why)
    yield from _side_faults(agreement, chosen)
    if 0 < agreement.max_turns < agreement.min_turns:
        least, most = agreement.min_turns, agreement.max_turns
        yield _fault("CC-213", f"A match of at least {least} turns cannot have at most {most}.")
    drawn, excluded = agreement.vc_random, len(agreement.vc_exclude)
    if drawn + excluded > 4:
        left = f"{excluded} excluded, {4 - excluded} are left"
        yield _fault("D-090", f"There are 4 victory conditions: with {left}, not {drawn}.")
    yield from _table_faults(agreement.condition_table)
    yield from _deck_faults(agreement.deck_cards)
    if agreement.bogeys and agreement.stealth == "off":
        yield _fault("CC-234", "Bogeys are contacts: choose a form of Stealth, or no bogeys.")
    if agreement.deck and agreement.condition_table != STANDARD_TABLE:
        why = "A deck of Conditions takes the place of the table: change one of them only."
        yield _fault("CC-243", why)


def seat_faults(agreement: Agreement, seats: Seats) -> Iterator[Forbidden]:
    """A team of seats is a side (D-087)."""
    teams = len(set(seats.teams))
    if teams != agreement.sides:
        yield _fault("D-087", f"The seats form {teams} sides, not {agreement.sides}.")


def _side_faults(agreement: Agreement, chosen: SpaceMap | None) -> Iterator[Forbidden]:
    """What more than two sides cannot have (5.5, D-003, D-087)."""
    count = agreement.sides
    if count == FEWEST_SIDES:
        return
    if two := _OF_TWO.get(agreement.scenario):
        rule, why = two
        yield _fault(rule, f"{why}, so it is for 2 sides, not {count}. Choose Open Engagement.")
    if agreement.board_w != agreement.board_h:
        size = _area(agreement.board_w, agreement.board_h)
        instead = f"Choose {' or '.join(SQUARE_MAPS)}."
        yield _fault("D-003", f"{count} sides need a square board, not one of {size}. {instead}")
    elif agreement.terrain_setup == "map" and chosen:
        for own in (each for each in SIDES[:count] if not has_room(chosen, each)):
            yield _fault("D-088", f"{chosen.name} leaves side {own} too little room to start in.")


_OF_TWO: Final = {
    "deep_survey": ("CC-221", "Deep Survey divides the board into two halves"),
    "contested_marks": ("CC-225", "Contested Marks has its line between two starting edges"),
}
"""The scenarios that know only two sides (5.5)."""


def _table_faults(table: str) -> Iterator[Forbidden]:
    """What is wrong with the table of Conditions (CC-060)."""
    results = table.split()
    if table == STANDARD_TABLE:
        return
    if len(results) != len(SUMS):
        why = f"There are {len(results)} results, but the sums 2 to 12 need {len(SUMS)}."
        yield _fault("CC-060", f"Condition table: {why}")
    elif strange := next((each for each in results if each not in map(str, SUMS)), ""):
        why = f"“{echo(strange)}” is not a result from 2 to 12."
        yield _fault("CC-060", f"Condition table: {why}")


def _deck_faults(cards: str) -> Iterator[Forbidden]:
    """What is wrong with the cards of the deck (CC-243)."""
    counts = cards.split()
    if cards == STANDARD_TABLE:
        return
    if len(counts) != len(CARDS):
        why = f"There are {len(counts)} numbers of cards, but {len(CARDS)} results."
        yield _fault("CC-243", f"Deck: {why}")
    elif strange := next((each for each in counts if each not in map(str, range(37))), ""):
        yield _fault("CC-243", f"Deck: “{echo(strange)}” is not a number from 0 to 36.")
    elif sum(map(int, counts)) < 2:
        yield _fault("CC-243", "Deck: It needs two cards at least.")


def _area(width: int, height: int) -> str:
    return f"{shown(width)} by {shown(height)}"


def _fault(rule: str, why: str) -> Forbidden:
    return Forbidden(rule, why, code="E-OPTION")
