"""What one viewer may see of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from games.core import notation
from games.core.geometry.plane import Point
from games.core.types import Seat
from games.cosmic_conflict.content.design_data import OwnDesigns
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.notation import StepList
from games.cosmic_conflict.table.course import Progress
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.units import OrderName, Placement, Table, Unit

HiddenDice: TypeAlias = tuple[str, str, tuple[int, ...]]
"""An attacker, its Weapon, and the dice of its attack."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What Enhance Scanners found in a turn: the hidden Orders of a ship (CC-168)."""

    unit: str
    turn: int
    orders: tuple[OrderName, ...]


class Leg(NamedTuple):
    """Where a cloaked ship is at the end of a recorded move, and how it goes on from there."""

    at: Point
    heading: int
    velocity: int


@dataclass(frozen=True, slots=True)
class Cloaked:
    """Where a cloaked ship is ``now``, and the moves of the turns to come (D-101)."""

    now: Leg
    left: tuple[Leg, ...]

    @property
    def moved(self) -> Cloaked:
        return Cloaked(self.left[0], self.left[1:])


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a seat alone knows.

    ``code``    of a ready-made fleet that it chose
    ``fleet``   the units of its fleet, until both fleets are open
    ``designs``  those of its own that are in this fleet
    ``faction`` the code of its faction, and ``name`` that of a fleet of its own
    ``places``  of a secret deployment
    ``orders``  by unit: what it gives them, later what is still hidden
    ``steps``   of the activation that are still to be carried out
    ``scans``   what its ships have found out
    ``edits``   counts the changes of what can be locked
    ``auto``    whether the bot deploys the fleet
    ``decoys``  where its false contacts are put into its fleet, one after the other
    ``dice``    by ship that is hidden: the dice of attacks on it, with the attacker and its Weapon
    ``cloaks``  by ship that is cloaked: its course
    """

    code: str = ""
    fleet: tuple[FleetUnit, ...] = ()
    places: tuple[Placement, ...] = ()
    orders: Mapping[str, Orders] = field(default_factory=dict)
    steps: StepList = ()
    scans: tuple[Scan, ...] = ()
    locked: bool = False
    edits: int = 0
    auto: bool = False
    designs: OwnDesigns = ()
    faction: str = ""
    decoys: tuple[int, ...] = ()
    dice: Mapping[str, tuple[HiddenDice, ...]] = field(default_factory=dict)
    cloaks: Mapping[str, Cloaked] = field(default_factory=dict)
    name: str = ""

    def of(self, unit: str) -> Orders:
        """What a unit hides."""
        return self.orders.get(unit) or Orders()


@dataclass(frozen=True, slots=True)
class View:
    """``sheets`` by seat, ``None`` where the viewer may not look.

    ``seat``    that of the viewer's side, ``None`` for spectators and the referee
    ``player``  which player of a shared side it is, from 1; 0 for any
    """

    table: Table
    course: Progress
    sheets: tuple[Sheet | None, ...]
    seat: Seat | None = None
    player: int = 0

    def commands(self, unit: Unit) -> bool:
        """Whether a unit of the viewer's side is the viewer's to command (D-087)."""
        return self.player in (0, unit.owner)

    def sheet(self, seat: Seat) -> Sheet:
        """The sheet of a seat as far as the viewer may look at it, else a blank one."""
        return self.sheets[seat] or Sheet()

    def designs(self, seat: Seat) -> Mapping[str, Design]:
        """What fleets can be made of, as far as the viewer knows: the catalogue, and what the
        seat has designed."""
        own = {design.code: design for design in self.sheet(seat).designs}
        return {**self.course.agreement.catalogue.designs, **own}


Request: TypeAlias = notation.Request[View]
"""Who makes a move: the seat's view, and the decision it answers."""
