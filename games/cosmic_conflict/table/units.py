"""The public part of a match: units on the board, terrain and Missile tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import Field, PlainSerializer, PlainValidator

from games.core.geometry.plane import Board, Point, rounded
from games.core.types import Seat
from games.cosmic_conflict.agreement import Edge, PwsElection
from games.cosmic_conflict.content import design_data, hulls
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.contacts import BOGEY, STAND_INS, Stealth, contact
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.maps import drifting
from games.cosmic_conflict.content.terrain import Feature, FireOrigin, solid_at
from games.cosmic_conflict.space import (
    BOARD,
    FEWEST_SIDES,
    MOST_PLAYERS,
    SIDES,
    clamped,
    depth,
    shifted,
)
from games.cosmic_conflict.table.bonds import BESIDE, SHARED, Bond, Stance
from games.cosmic_conflict.table.conditions import COMMUNICATIONS, ENGINES

UnitState: TypeAlias = Literal["in", "destroyed", "fled", "cloaked"]
MarkEffect: TypeAlias = Literal["accuracy", "terrain", "range"]
OrderName: TypeAlias = Literal[
    "contingent",
    "focus",
    "brace",
    "reinforce",
    "evasive",
    "velocity",
    "scanners",
    "mark",
    "jump",
    "repair",
    "cloak",
]
CommandName: TypeAlias = Literal["reaim", "snap", "damcon", "dodge", "velocity", "sensors"]


T = TypeVar("T")
BySide: TypeAlias = Annotated[tuple[T, ...], Field(min_length=FEWEST_SIDES, max_length=len(SIDES))]
"""One of each side, in their order."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A Condition in force (CC-047 to 058).

    ``result``  4 to 11, 13 to 15
    ``choice``  ``a`` or ``b`` where an option was chosen (results 8, 9 and 11); of Compromised
                Engines ``b`` once a Navigate Order or Command was used (CC-246)
    ``start``   the ship had it before the match, so that it does not count (D-102)
    ``items``   the places of the items that it deactivated, which a repair brings back (D-105); of
                the Weapon that attacks once more (CC-245)
    """

    result: int
    choice: Literal["", "a", "b"] = ""
    start: bool = False
    items: tuple[int, ...] = ()


class Vanished(NamedTuple):
    """The turn in which a ship cloaked, and where (D-101)."""

    turn: int
    at: Point


@dataclass(frozen=True, slots=True)
class Unit:
    """A ship or a Fighter (4.14).

    ``sic``         the key of its design
    ``side``        from 1
    ``at``          ``None`` while it is not placed, aboard, or gone
    ``velocity``    of ships only
    ``health``      boxes of Health that are filled
    ``absorbers``   boxes left, in the order of ``Design.absorbers``
    ``off``         places of items that do not work, in SIC order
    ``used``        places of Weapons, AWS and Launch Hangars that were used this turn
    ``conditions``  in the order in which they were received
    ``aboard``      the ID of the carrier that a Fighter is inside
    ``boarded``     the turn in which it was collected, 0 if it started aboard (D-059)
    ``carrier``     the ID of the ship that a Fighter belongs to (CC-125)
    ``shots``       attacks that a Fighter has left before it must resupply (CC-136)
    ``navigated``   a Navigate Order or Command was used this turn (D-083)
    ``evading``     Evasive Actions are revealed (CC-161)
    ``bracing``     Brace for Impact is revealed (CC-157)
    ``token``       it has a Command Token (CC-068)
    ``second``      it has the Token of its Command AI (CC-256)
    ``ended``       Conditions received in the match that have ended since (D-093)
    ``drilled``     its veterans have rolled a die again this turn (CC-254)
    ``slots``       Order slots that may still hide an Order, as everybody knows (D-054)
    ``revealed``    Orders revealed this turn
    ``commands``    Commands used this turn (D-062)
    ``attacked``    dice were rolled for an attack of its own this turn
    ``bought``      Marked effects for its attack sequence, each with the ship that was marked
    ``jumping``     it revealed a Jump to Hyperspace in the turn before (D-070)
    ``surveyed``    it has its token of Deep Survey (CC-222)
    ``owner``       the player of its side who commands it (D-087), from 1
    ``vip``         it has the VIP aboard, or has brought it home (CC-291)
    ``hidden``      its SIC is hidden from its opponents (CC-231)
    ``known``       the sides that have scanned it while it was hidden
    ``bond``        what binds it to its Lead Ship, or to the ship that it escorts
    ``stance``      of the Formation that it leads (CC-268)
    ``guarded``     the attackers of which an escort has taken an attack on it this turn, each with
                    whether that was a Missile token (D-046)
    ``vanished``    while it is cloaked, as all have seen it; heading and Velocity are those of then
    """

    id: str
    sic: str
    side: int
    name: str = ""
    at: Point | None = None
    heading: int = 0
    velocity: int = 0
    health: int = 0
    absorbers: tuple[int, ...] = ()
    off: tuple[int, ...] = ()
    used: tuple[int, ...] = ()
    conditions: tuple[Condition, ...] = ()
    state: UnitState = "in"
    aboard: str = ""
    boarded: int = 0
    carrier: str = ""
    shots: int = 0
    activated: bool = False
    navigated: bool = False
    evading: bool = False
    bracing: bool = False
    token: bool = False
    slots: tuple[int, ...] = ()
    revealed: tuple[OrderName, ...] = ()
    commands: tuple[CommandName, ...] = ()
    attacked: bool = False
    bought: tuple[tuple[str, MarkEffect], ...] = ()
    jumping: bool = False
    surveyed: bool = False
    owner: int = 1
    second: bool = False
    drilled: bool = False
    vip: bool = False
    ended: int = 0
    hidden: bool = False
    known: tuple[int, ...] = ()
    bond: Bond | None = None
    stance: Stance = ""
    guarded: tuple[tuple[str, bool], ...] = ()
    vanished: Vanished | None = None

    @property
    def bogey(self) -> bool:
        """Whether it is a false contact (CC-234)."""
        return self.sic == BOGEY.code

    @property
    def code(self) -> str:
        """Its ID, as other games call it."""
        return self.id

    @property
    def received(self) -> int:
        """How many Conditions it has received in the match (D-092, D-093)."""
        return self.ended + sum(not each.start for each in self.conditions)

    def without(self, place: int) -> Unit:
        """The unit without a Condition; the items that it deactivated work again (D-105)."""
        found = self.conditions[place]
        kept = (*self.conditions[:place], *self.conditions[place + 1 :])
        off = tuple(at for at in self.off if at not in found.items)
        return replace(self, conditions=kept, off=off, ended=self.ended + (not found.start))

    def maneuver(self, design: Design, velocity: int) -> int:
        """How far it may shift now, in du (CC-025, CC-246)."""
        return max(design.maneuver(velocity, self.off) - self._hampered, 0)

    def heading_value(self, design: Design, velocity: int) -> int:
        """How often it may turn by 30° now (CC-026, CC-246)."""
        return max(design.heading_value(velocity, self.off) - self._hampered, 0)

    @property
    def _hampered(self) -> int:
        return sum(each.result == ENGINES for each in self.conditions)

    @property
    def structural(self) -> int:
        """How much more each damage to Health is (CC-051)."""
        return sum(each.result in (4, 5) for each in self.conditions)

    @property
    def tokens(self) -> int:
        """How many Command Tokens it has, as everybody knows."""
        return self.token + self.second

    @property
    def in_space(self) -> bool:
        """Whether it is on the board."""
        return self.state == "in" and self.at is not None

    @property
    def spot(self) -> Point:
        """Where it is; only for a unit on the board."""
        assert self.at is not None, f"{self.id} is not on the board"
        return self.at

    @property
    def is_left(self) -> bool:
        """Whether it is neither destroyed nor has fled."""
        return self.state in ("in", "cloaked")

    @property
    def plays(self) -> bool:
        """Whether it is on the board, or will be again (D-101)."""
        return self.in_space or self.state == "cloaked"

    def suffers(self, *results: int, choice: str = "") -> bool:
        """Whether it has a Condition of these results, with any option or a certain one."""
        found = (each for each in self.conditions if choice in ("", each.choice))
        return any(each.result in results for each in found)


@dataclass(frozen=True, slots=True)
class MissileToken:
    """An attack on its way (CC-099, 4.14).

    ``weapon``   the place of the Weapon in the launcher's design
    ``limit``    how far the target may be from the token (D-050), in cu
    ``effects``  Marked effects bought at the launch
    ``support``  the ships whose Weapons support it, with the Size of each (CC-270)
    """

    id: str
    at: Point
    launcher: str
    weapon: int
    target: str
    limit: int
    effects: tuple[MarkEffect, ...] = ()
    support: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class MarkedToken:
    """A token of Mark Target; it is kept until the turn ends, so that nobody marks twice (CC-169).

    ``by``  the ID of the ship that marked the ``target``
    """

    by: str
    target: str
    spent: bool = False


def _own(designs: Mapping[str, Design]) -> dict[str, dict[str, Any]]:
    """The data of the designs that are not those of the base game."""
    return {
        code: design_data.write(design)
        for code, design in sorted(designs.items())
        if BASE.designs.get(code) != design
    }


def _with_base(own: Mapping[str, object]) -> dict[str, Design]:
    return {**BASE.designs, **{code: design_data.read(data) for code, data in own.items()}}


Designs: TypeAlias = Annotated[
    Mapping[str, Design], PlainSerializer(_own), PlainValidator(_with_base)
]
"""By code; written are only those that the base game does not have."""


@dataclass(frozen=True)
class Table:
    """``units`` in side order, then fleet order; ``designs`` by key.

    ``pws_range``        how near a PWS exchange is (CC-124), in cu
    ``condition_table``  the results that the sums 2 to 12 of two dice stand for (CC-060)
    ``pws_election``     whether the enemy may ask for one too (D-052)
    ``edge``             what becomes of a unit that moves off the board (D-086)
    ``objectives``       the Contested Marks (CC-225), or where the VIP drifts (CC-291)
    ``cards``            the results of the deck of Conditions, none without one (CC-243)
    ``drawn_cards``      those that have been drawn since it was shuffled
    ``repair``           whether Repair Orders may be given (CC-248)
    ``side_count``       how many sides there are (D-087)
    ``players``          how many players share each side, empty where each has one
    ``stealth``          what contacts show of hidden ships (CC-232, CC-233)
    ``cloak``            whether Cloak Devices work (CC-236)
    ``formations``       whether ships may form Formations (CC-260); ``escorts`` likewise
    """

    board: Board = BOARD
    features: tuple[Feature, ...] = ()
    designs: Designs = field(default_factory=dict)
    units: Mapping[str, Unit] = field(default_factory=dict)
    missiles: tuple[MissileToken, ...] = ()
    marked: tuple[MarkedToken, ...] = ()
    pws_range: int = 200
    condition_table: tuple[int, ...] = tuple(range(2, 13))
    pws_election: PwsElection = "either"
    repair: bool = False
    cards: tuple[int, ...] = ()
    drawn_cards: tuple[int, ...] = ()
    edge: Edge = "flee"
    turn: int = 1
    initiative: int = 1
    objectives: tuple[Point, ...] = ()
    side_count: Annotated[int, Field(ge=FEWEST_SIDES, le=len(SIDES))] = FEWEST_SIDES

    players: tuple[Annotated[int, Field(ge=1, le=MOST_PLAYERS)], ...] = ()
    stealth: Stealth = "off"
    formations: bool = False
    escorts: bool = False
    cloak: bool = False

    @property
    def cards_left(self) -> tuple[int, ...]:
        """The cards that may be drawn next, all once the deck is empty (D-103)."""
        left = Counter(self.cards) - Counter(self.drawn_cards)
        return tuple(sorted(left.elements())) or self.cards

    @property
    def sides(self) -> range:
        return range(1, self.side_count + 1)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.side_count)))

    def members(self, side: int) -> tuple[Seat, ...]:
        """The seats of the match that share a side."""
        counts = self.players or (1,) * self.side_count
        first = sum(counts[: side - 1])
        return tuple(map(Seat, range(first, first + counts[side - 1])))

    def side_of(self, seat: int) -> int:
        """The side that a seat of the match plays for."""
        return next(side for side in self.sides if seat in self.members(side))

    def rotation(self, first: int = 0) -> tuple[int, ...]:
        """The sides in their order, beginning with one, or with that of the initiative (D-087)."""
        first = first or self.initiative
        return (*range(first, self.side_count + 1), *range(1, first))

    def others(self, side: int) -> tuple[int, ...]:
        """The opponents of a side, the next in order first."""
        return self.rotation(side)[1:]

    def design(self, unit: Unit) -> Design:
        return self.designs.get(unit.sic) or STAND_INS[unit.sic]

    def size(self, unit: Unit) -> int:
        return self.design(unit).size

    def open_size(self, unit: Unit) -> int:
        """The Size that it counts as where that shows in the open (D-100)."""
        design = self.design(unit)
        return contact(self.stealth, design).size if unit.hidden else design.size

    def of(self, side: int) -> tuple[Unit, ...]:
        """The units of a side, in fleet order."""
        return tuple(unit for unit in self.units.values() if unit.side == side)

    def in_space(self, side: int | None = None) -> Iterator[Unit]:
        """The units on the board, all or those of a side."""
        for unit in self.units.values():
            if unit.in_space and side in (None, unit.side):
                yield unit

    def enemies(self, unit: Unit) -> Iterator[Unit]:
        return (each for each in self.in_space() if each.side != unit.side)

    def aboard(self, carrier: str) -> tuple[Unit, ...]:
        """The Fighters inside a ship."""
        found = (unit for unit in self.units.values() if unit.aboard == carrier)
        return tuple(unit for unit in found if unit.state == "in")

    def origin(self, at: Point) -> FireOrigin:
        """Where attacks from a place start, with the terrain that counts there."""
        if at not in self._origins:
            self._origins[at] = FireOrigin(self.features, at)
        return self._origins[at]

    @cached_property
    def _origins(self) -> dict[Point, FireOrigin]:
        return {}

    def put(self, *units: Unit) -> Table:
        """The table with these units; those that are bound to them follow."""
        table = replace(self, units={**self.units, **{unit.id: unit for unit in units}})
        if not table.bindings:
            return table
        followers = {each.id: each for unit in units for each in table.following(unit)}
        return replace(table, units={**table.units, **followers})

    def following(self, lead: Unit) -> Iterator[Unit]:
        """The ships bound to one that has changed, as they are now.

        What ends by Communications Damage ends for that ship alone, which leaves at once (CC-055).
        """
        for unit in self.bound(lead.id) if lead.in_space else ():
            assert unit.bond is not None
            if unit.bond.kind == "escort" or not lead.suffers(COMMUNICATIONS):
                shared = SHARED[unit.bond.kind]
                yield replace(unit, **{name: getattr(lead, name) for name in shared})

    # --- Formations and Escorts (2.14) ---

    @cached_property
    def bindings(self) -> Mapping[str, tuple[Unit, ...]]:
        """The ships that are bound to each, in fleet order."""
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in self.units.values() if self.formations or self.escorts else ():
            if unit.bond:
                found[unit.bond.to] = (*found.get(unit.bond.to, ()), unit)
        return found

    @property
    def bound_ids(self) -> dict[str, tuple[str, ...]]:
        """Who is bound to whom."""
        return {id: tuple(each.id for each in those) for id, those in self.bindings.items()}

    def bound(self, id: str) -> tuple[Unit, ...]:
        """The ships that are bound to one, in fleet order."""
        return self.bindings.get(id, ())

    def leader(self, unit: Unit) -> Unit:
        """The ship that activates and moves for a unit: itself, its Lead Ship or its ward."""
        return self.units[unit.bond.to] if unit.bond else unit

    def group(self, unit: Unit) -> tuple[Unit, ...]:
        """All that activate with a unit, the one that leads first."""
        lead = self.leader(unit)
        return (lead, *self.bound(lead.id))

    def commander(self, unit: Unit) -> Unit:
        """The ship whose Orders and Tokens a unit uses (CC-264, CC-277)."""
        return self.leader(unit) if unit.bond and unit.bond.kind == "member" else unit

    def formation(self, unit: Unit) -> tuple[Unit, ...]:
        """The Formation of a unit, the Lead Ship first; a ship without one alone."""
        lead = self.commander(unit)
        return (lead, *self.bound(lead.id)) if lead.stance else (unit,)

    def group_size(self, unit: Unit) -> int:
        """The Size at which a unit activates (CC-265, CC-278)."""
        return max(map(self.open_size, self.group(unit)))

    def maneuver(self, unit: Unit, velocity: int) -> int:
        """How far a unit may shift, with its Formation (CC-025, CC-266)."""
        return min(each.maneuver(self.design(each), velocity) for each in self.formation(unit))

    def heading_value(self, unit: Unit, velocity: int) -> int:
        """How often a unit may turn by 30°, with its Formation (CC-026, CC-266)."""
        return min(each.heading_value(self.design(each), velocity) for each in self.formation(unit))

    def vmax(self, unit: Unit) -> int:
        """The highest Velocity of a unit, with its Formation (D-074)."""
        return min(hulls.vmax(self.size(each)) for each in self.formation(unit))

    def shown_at(self, unit: Unit) -> Point | None:
        """Where a unit is drawn: bound ones are beside the point that they share."""
        return unit.at if unit.bond is None or unit.at is None else self._beside(unit.bond)

    def _beside(self, bond: Bond) -> Point:
        """Where a bound ship stands once it is free: on the board and outside Solid terrain, else
        where the ship is to which it was bound."""
        lead = self.units[bond.to]
        if bond.kind == "member":
            at = clamped(self.board, lead.spot.plus(bond.aside.x, bond.aside.y))
        else:
            at = shifted(lead.spot, (lead.heading + bond.bearing) % 360, BESIDE)
        free = at in self.board and not solid_at(self.features, at)
        return at if free else clamped(self.board, lead.spot)

    def freed(self, unit: Unit, at: Point | None = None) -> Table:
        """The table without the bonds of a unit, its own and of ships bound to it (D-074, D-077).

        ``at``  where an escort is released
        """
        table, left = self, self.bound(unit.id)
        if bond := unit.bond:
            table = self.put(replace(unit, bond=None, at=at or self._beside(bond)))
            return table.without_lone_lead(bond.to)
        if unit.stance:
            return self._led_on(unit, left)
        for each in left:
            table = table.freed(each)
        return table

    def without_lone_lead(self, id: str) -> Table:
        """The table without the Formation of a Lead Ship that has no members left."""
        lead = self.units[id]
        over = lead.stance and not self.bound(id)
        return self.put(replace(lead, stance="")) if over else self

    def _led_on(self, lead: Unit, left: tuple[Unit, ...]) -> Table:
        """The largest of the members that are left leads from the same point (D-074)."""
        first = max(left, key=self.size)
        new = replace(first, bond=None, stance=lead.stance)
        bonds = ((each, each.bond) for each in left if each.id != first.id)
        members = (replace(each, bond=replace(bond, to=new.id)) for each, bond in bonds if bond)
        table = self.put(replace(lead, stance=""), new, *members)
        return table.without_lone_lead(new.id)

    # --- Out of the game ---

    def removed(self, unit: Unit, state: UnitState) -> Table:
        """The table without a unit that left it; Fighters aboard share its fate (D-055), and so
        does the VIP of a ship that jumps or leaves over its own edge (D-109)."""
        table, at = self, unit.at
        home = at is not None and (at in self.board or depth(self.board, unit.side, at) < 0)
        if unit.vip and not (state == "fled" and home):
            table = table.with_vip(table.middle if at is None else at)
            unit = replace(unit, vip=False)
        table = table.freed(table.units[unit.id])
        gone = (replace(unit, bond=None, stance=""), *self.aboard(unit.id))
        return table.put(*(replace(each, at=None, aboard="", state=state) for each in gone))

    # --- Rescue (CC-291, D-109) ---

    @property
    def middle(self) -> Point:
        return Point(rounded(self.board.width, 2), rounded(self.board.height, 2))

    @property
    def rescuer(self) -> Unit | None:
        """The ship that has the VIP aboard, or has brought it home."""
        return next((each for each in self.units.values() if each.vip), None)

    def with_vip(self, at: Point) -> Table:
        """The VIP drifts at a place, or as near as it is on the board and outside Solid terrain."""
        return replace(self, objectives=(drifting(self.board, self.features, at),))


STARTING_VELOCITY: Final = 2
"""At the start, unless the player chooses another (D-015)."""


# --- Deployment (CC-211, D-088) ---


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a unit starts, and how; heading and Velocity are those of ships only.

    ``heading``  ``None`` for straight to the other edge (D-015)
    """

    unit: str
    at: Point
    heading: int | None = None
    velocity: int = STARTING_VELOCITY


VictoryCondition: TypeAlias = Literal[
    "area", "remaining", "lost", "conditions", "deep_survey", "contested_marks", "rescue"
]
