"""The public part of a match: everything but rankings and places that are still secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal, TypeAlias

from games.core.geometry.plane import Point
from games.core.types import Ending, Seat
from games.galaxy_aflame.agreement import Agreement
from games.galaxy_aflame.catalogue import Card, Catalogue, catalogue_of
from games.galaxy_aflame.ground import INCH, Ground
from games.galaxy_aflame.table.tasks import Task

Phase: TypeAlias = Literal[
    "army", "rolloff", "privilege", "draft", "ranking", "deploy", "reinforce", "turn", "over"
]
RED, BLUE = Seat(0), Seat(1)
SEATS = (RED, BLUE)
LETTERS, NAMES = "RB", ("Red", "Blue")
DEPLOYED = 2
"""How many units start on the table (GA-29)."""
RADIUS, VEHICLE_RADIUS = INCH, 15 * INCH // 10


@dataclass(frozen=True, slots=True)
class Unit:
    """A drafted unit (GA-07).

    It is ``out``, on the table with a place ``at``, inside a transport that names it in its
    ``cargo``, or else in reserve.

    ``cargo``        codes of the units inside, in the order of boarding
    ``shaken``       limits its owner's next turn (GA-79)
    ``limited``      it has to give up moving or shooting this turn (GA-79)
    ``fails``        failed checks this turn (GA-69)
    ``boarded``      inside since its owner's turn began (GA-94)
    """

    code: str
    card: str
    seat: Seat
    models: int
    at: Point | None = None
    cargo: tuple[str, ...] = ()
    out: bool = False
    suppressed: bool = False
    shaken: bool = False
    limited: bool = False
    moved: bool = False
    ran: bool = False
    shots: int = 0
    fails: int = 0
    fell_back: bool = False
    boarded: bool = False
    embarked: bool = False
    disembarked: bool = False

    @property
    def spot(self) -> Point:
        """Where it is; only for a unit on the table."""
        assert self.at is not None, f"{self.code} is not on the table"
        return self.at


@dataclass(frozen=True)
class Table:
    """Pairs are by seat.

    ``armies``   keys of the catalogue, empty until they are chosen
    ``decks``    cards that are not drafted yet
    ``denied``   cards that are out of the draft
    ``auto``     whether the bot deploys for a seat
    ``winner``   of the roll-off
    ``first``    who has the first turn of the game, and the south (GA-10)
    ``active``   who drafts, deploys or has the turn
    ``drafted``  steps of the draft so far
    ``losses``   models and units lost since the last reinforcement step (GA-89)
    ``rights``   units that may still be brought in this reinforcement step
    ``fallen``   units that the active seat had lost when its turn began
    ``engaged``  pairs of codes, each and all sorted (GA-71)
    ``steps``    answers so far, which number the decisions
    ``turns``    turns begun; ``first_step`` is that of the present one
    """

    agreement: Agreement
    ground: Ground
    phase: Phase = "army"
    armies: tuple[str, str] = ("", "")
    decks: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    denied: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    units: Mapping[str, Unit] = field(default_factory=dict)
    auto: tuple[bool, bool] = (False, False)
    winner: Seat | None = None
    first: Seat = RED
    active: Seat = RED
    drafted: int = 0
    losses: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    rights: int = 0
    fallen: int = 0
    engaged: tuple[tuple[str, str], ...] = ()
    steps: int = 0
    turns: int = 0
    first_step: int = 0
    round: int = 1
    agenda: tuple[Task, ...] = ()
    ending: Ending | None = None

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue_of(self.agreement.pack)

    def card(self, unit: Unit) -> Card:
        return self.catalogue.cards[unit.card]

    # --- Units ---

    def of(self, seat: Seat) -> tuple[Unit, ...]:
        """The drafted units of a seat, those that are out too, in drafting order."""
        return tuple(unit for unit in self.units.values() if unit.seat == seat)

    def on_table(self, seat: Seat | None = None) -> Iterator[Unit]:
        """The units with a marker, all or those of a seat."""
        for unit in self.units.values():
            if unit.at is not None and seat in (None, unit.seat):
                yield unit

    def reserve(self, seat: Seat) -> tuple[Unit, ...]:
        """The units that can still be brought, in drafting order."""
        return tuple(unit for unit in self.of(seat) if self.is_reserve(unit))

    def is_reserve(self, unit: Unit) -> bool:
        return not unit.out and unit.at is None and unit.code not in self._carriers

    def in_play(self, seat: Seat) -> tuple[Unit, ...]:
        """The units on the table and inside transports there (GA-07)."""
        return tuple(unit for unit in self.of(seat) if not unit.out and not self.is_reserve(unit))

    def left(self, seat: Seat) -> tuple[Unit, ...]:
        """The units on the table, carried and in reserve (GA-102)."""
        return tuple(unit for unit in self.of(seat) if not unit.out)

    def carrier(self, code: str) -> Unit | None:
        """The transport that carries a unit."""
        return self.units.get(self._carriers.get(code, ""))

    def place(self, unit: Unit) -> Point | None:
        """Where a unit or the transport around it stands."""
        carrier = self.carrier(unit.code)
        return unit.at if carrier is None else carrier.at

    @cached_property
    def _carriers(self) -> Mapping[str, str]:
        return {code: unit.code for unit in self.units.values() for code in unit.cargo}

    def room(self, transport: Unit) -> int:
        """How many more models fit into a transport (GA-92)."""
        inside = sum(self.units[code].models for code in transport.cargo)
        return self.card(transport).capacity - inside

    def radius(self, unit: Unit) -> int:
        """The radius of its marker (GA-12)."""
        return VEHICLE_RADIUS if self.card(unit).vehicle else RADIUS

    def value(self, unit: Unit) -> Fraction:
        """Its points by the models left (GA-104)."""
        card = self.card(unit)
        return Fraction(card.value * unit.models, card.models)

    def score(self, seat: Seat) -> Fraction:
        """The score of a seat (GA-104)."""
        return sum((self.value(unit) for unit in self.left(seat)), Fraction())

    # --- Edges ---

    def is_north(self, seat: Seat) -> bool:
        """Whether the north edge is a seat's own (GA-10)."""
        return seat != self.first

    def home(self, seat: Seat) -> Literal["north", "south"]:
        """A seat's own edge."""
        return "north" if self.is_north(seat) else "south"

    def from_edge(self, seat: Seat, y: int) -> int:
        """How far ``y`` is from a seat's own edge; and the ``y`` that is so far from it."""
        return y if self.is_north(seat) else self.ground.height - y

    # --- Places ---

    def overlaps(self, unit: Unit, at: Point) -> Unit | None:
        """The unit that its marker would overlap at ``at`` (GA-12)."""
        own = self.radius(unit)
        for other in self.on_table():
            if other.code == unit.code or other.at is None:
                continue
            apart = own + self.radius(other)
            x, y = at.x - other.at.x, at.y - other.at.y
            if x * x + y * y < apart * apart:
                return other
        return None

    def is_legal_spot(self, unit: Unit, at: Point) -> bool:
        """Whether a unit may stand at a point (GA-13)."""
        return self.ground.is_open(at) and self.overlaps(unit, at) is None

    # --- Changes ---

    def put(self, *units: Unit) -> Table:
        return replace(self, units={**self.units, **{unit.code: unit for unit in units}})


def other(seat: Seat) -> Seat:
    return BLUE if seat == RED else RED
