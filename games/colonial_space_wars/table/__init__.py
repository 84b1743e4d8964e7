"""The public part of a match: everything but lists of units that are being written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias

from games.colonial_space_wars.agreement import Agreement
from games.colonial_space_wars.catalogue import Catalogue, UnitKind, catalogue_of
from games.colonial_space_wars.table.board import Bits, Board, StoredSquare, board_of
from games.core.geometry.squares import Square
from games.core.types import Ending, Seat

Phase: TypeAlias = Literal["army", "initiative", "role", "zone", "deploy", "turn", "over"]
Zone: TypeAlias = Literal["north", "south"]
RED, BLUE = Seat(0), Seat(1)
LETTERS, NAMES = "RB", ("Red", "Blue")
UNDAMAGED = 4
SURCHARGE = {2: 1, 1: 2}
"""Command points that damage adds, by health (CSW-85, CSW-86)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit (4.2). On the board it has a square; without one it is in the cargo of another,
    not yet deployed, or destroyed.

    ``cargo``   codes of the units inside, in the order of boarding
    ``health``  4 to 1, 0 for destroyed (CSW-83)
    ``struck``  attack points received this turn, S of CSW-92
    ``hits``    hits applied this turn, A of CSW-92
    ``healed``  whether it has regained a level this turn (CSW-111)
    """

    code: str
    kind: str
    seat: Seat
    at: StoredSquare | None = None
    cargo: tuple[str, ...] = ()
    health: int = UNDAMAGED
    struck: int = 0
    hits: int = 0
    activated: bool = False
    dug_in: bool = False
    inspired: bool = False
    dread: bool = False
    healed: bool = False

    @property
    def square(self) -> Square:
        """Where it is; only for a unit on the board."""
        assert self.at is not None, f"{self.code} is not on the board"
        return self.at

    @property
    def destroyed(self) -> bool:
        return self.health == 0


@dataclass(frozen=True, slots=True)
class Activation:
    """The open activation (CSW-44).

    ``left``   movement points
    ``spent``  attack points, on Light and on Heavy targets
    ``moved``  whether it has moved, leapt, embarked or disembarked
    """

    unit: str
    left: int
    spent: tuple[int, int] = (0, 0)
    skills: tuple[str, ...] = ()
    moved: bool = False
    attacked: bool = False


@dataclass(frozen=True)
class Table:
    """Pairs are by seat.

    ``rows``      the board; a referee may change squares
    ``swords``    what each side commands, empty until it is known
    ``locked``    whose list is locked, while lists are written
    ``auto``      for whom the bot chooses role and zone, and deploys
    ``winner``    of the initiative
    ``zone``      that of the attacker
    ``active``    who deploys or has the turn
    ``steps``     answers so far, which number the decisions
    ``bonus``     points promised with the next income; ``martyrs`` says for whom a fallen Martyr
                  is among them (CSW-108)
    ``turns``     turns begun; ``first_step`` is that of the present one
    """

    agreement: Agreement
    rows: tuple[str, ...]
    phase: Phase = "army"
    swords: tuple[str, str] = ("", "")
    units: Mapping[str, Unit] = field(default_factory=dict)
    auto: tuple[bool, bool] = (False, False)
    winner: Seat | None = None
    attacker: Seat = RED
    zone: Zone = "south"
    active: Seat = RED
    steps: int = 0
    turns: int = 0
    first_step: int = 0
    round: int = 1
    pool: int = 0
    bonus: tuple[int, int] = (0, 0)
    martyrs: tuple[bool, bool] = (False, False)
    inspire_used: bool = False
    open: Activation | None = None
    ending: Ending | None = None

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue_of(self.agreement.pack)

    @cached_property
    def board(self) -> Board:
        return board_of(self.rows, self.agreement.orthogonal)

    def kind(self, unit: Unit) -> UnitKind:
        return self.catalogue.units[unit.kind]

    # --- Units ---

    def of(self, seat: Seat) -> tuple[Unit, ...]:
        """The units of a seat, destroyed ones too, in list order."""
        return tuple(unit for unit in self.units.values() if unit.seat == seat)

    def in_play(self, seat: Seat) -> Iterator[Unit]:
        """Units on the board and inside others (CSW-06)."""
        return (unit for unit in self.units.values() if unit.seat == seat and unit.health)

    def on_board(self, seat: Seat | None = None) -> Iterator[Unit]:
        for unit in self.units.values():
            if unit.at is not None and seat in (None, unit.seat):
                yield unit

    def unit_at(self, square: Square) -> Unit | None:
        return self.units.get(self._by_square.get(square, ""))

    def carrier(self, code: str) -> Unit | None:
        """The transport that carries a unit."""
        return self.units.get(self._carriers.get(code, ""))

    @cached_property
    def _by_square(self) -> Mapping[Square, str]:
        return {unit.at: unit.code for unit in self.units.values() if unit.at is not None}

    @cached_property
    def _carriers(self) -> Mapping[str, str]:
        return {code: unit.code for unit in self.units.values() for code in unit.cargo}

    def is_active(self, unit: Unit) -> bool:
        """Whether its activation is open."""
        return self.open is not None and self.open.unit == unit.code

    # --- Values derived from a unit (2.2, 2.5, 2.11) ---

    def cost(self, unit: Unit) -> int:
        """The command points that activating it takes (CSW-42)."""
        kind = self.kind(unit)
        surcharge = 0 if kind.has("unshaken") else SURCHARGE.get(unit.health, 0)
        return max(0, kind.command + surcharge + unit.dread - unit.inspired)

    def protection(self, unit: Unit) -> int:
        """PRT at this moment: dug in (CSW-110) and beside an Aegis (CSW-106) one more each."""
        return self.kind(unit).protection + unit.dug_in + self._has_aegis(unit)

    def income(self, seat: Seat) -> tuple[int, int]:
        """Command points from leaders (CSW-33) and from Voices (CSW-34), for the units in play."""
        kinds = [self.kind(unit) for unit in self.in_play(seat)]
        sword = self.catalogue.swords.get(self.swords[seat])
        most = sword.chorus * self.agreement.swords if sword else 0
        voices = sum(kind.has("voice") for kind in kinds)
        return sum(kind.leader for kind in kinds), min(most, voices)

    def _has_aegis(self, unit: Unit) -> bool:
        """Whether a friendly Aegis unit stands next to a unit on the board."""
        if unit.at is None:
            return False
        beside = (self.unit_at(square) for square in self.board.around(unit.at))
        return any(
            near is not None and near.seat == unit.seat and self.kind(near).has("aegis")
            for near in beside
        )

    # --- Squares ---

    def occupied(self, seat: Seat | None = None) -> Bits:
        """The squares of units, all or those of a seat."""
        red, blue = self._taken
        return red | blue if seat is None else self._taken[seat]

    @cached_property
    def _taken(self) -> tuple[Bits, Bits]:
        """The occupied squares, by seat."""
        red, blue = (
            self.board.bits(unit.at for unit in self.on_board(seat) if unit.at is not None)
            for seat in (RED, BLUE)
        )
        return red, blue

    def is_free(self, square: Square) -> bool:
        """Whether it is on the board, without a unit, and not type C (CSW-53)."""
        board = self.board
        return square in board and board.type(square) != "C" and square not in self._by_square

    def zone_of(self, seat: Seat) -> Zone:
        """The deployment zone of a seat (CSW-22)."""
        if seat == self.attacker:
            return self.zone
        return "north" if self.zone == "south" else "south"

    def zone_rows(self, seat: Seat) -> range:
        """The rows of its zone, the one nearest to the enemy first (CSW-23)."""
        depth, rows = self.agreement.deploy_depth, len(self.rows)
        if self.zone_of(seat) == "north":
            return range(depth)[::-1]
        return range(rows - depth, rows)

    # --- Changes ---

    def promise(self, seat: Seat, points: int, *, martyr: bool) -> Table:
        """The table with points promised for a seat's next income, perhaps with a Martyr's."""
        red, blue = (
            (points, martyr) if each == seat else (self.bonus[each], self.martyrs[each])
            for each in (RED, BLUE)
        )
        return replace(self, bonus=(red[0], blue[0]), martyrs=(red[1], blue[1]))

    def put(self, *units: Unit) -> Table:
        return replace(self, units={**self.units, **{unit.code: unit for unit in units}})


def other(seat: Seat) -> Seat:
    return BLUE if seat == RED else RED
