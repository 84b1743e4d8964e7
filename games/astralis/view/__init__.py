"""The view of a match, the same for everyone.

Hexes are numbers and sets of hexes are bit sets, as in ``games.astralis.board``;
``view.board`` turns them into names and axial coordinates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias

from games.astralis.agreement import Agreement, EndKind
from games.astralis.board import ALL, Bits, StoredHex, StoredHexes, board_of, name
from games.astralis.board import Board as Board
from games.astralis.board import members as members
from games.astralis.rules import ending as results
from games.astralis.rules.bonus import departure_award
from games.astralis.rules.expand import stones_left
from games.astralis.rules.explore import is_stuck
from games.astralis.rules.setup import starts
from games.astralis.rules.terms import Tiles, tiles
from games.astralis.rules.turn import Position, position, unexplored
from games.astralis.sides import Mover, Piece
from games.astralis.sides import Side as Side
from games.astralis.view.threats import Threats, threats
from games.core import notation
from games.core.types import Ending, Seat

Phase: TypeAlias = Literal["placing", "playing", "over"]
Status: TypeAlias = Literal["unexplored", "yellow", "cyan", "contested"]


@dataclass(frozen=True, slots=True)
class Score:
    """Numbers of hexes (AST-41), and Cyan's total with komi (AST-42)."""

    yellow: int
    cyan: int
    contested: int
    unexplored: int
    cyan_with_komi: float


@dataclass(frozen=True, slots=True)
class LastTurn:
    """The last turn in which a ship moved.

    ``bonuses``     bonus planets of ``side``
    ``extracted``   planets that ``side`` took over
    ``awarded``     where the *other* side got a planet when the ship left (AST-33)
    ``pending``     where ``side`` earned a planet beneath the opposing ship (AST-32)
    ``controlled``  hexes without a planet that ``side`` controls now and did not before
    ``contested``   hexes that are contested now and were not before
    ``lost``        hexes without a planet that the other side does not control any more
    ``passed``      whether the other side was stuck then and lost its turn (AST-20)
    """

    side: Side
    origin: StoredHex
    to: StoredHex
    planted: StoredHex | None = None
    bonuses: StoredHexes = 0
    extracted: StoredHexes = 0
    awarded: StoredHex | None = None
    pending: StoredHex | None = None
    controlled: StoredHexes = 0
    contested: StoredHexes = 0
    lost: StoredHexes = 0
    passed: bool = False


@dataclass(frozen=True)
class AstralisView:
    """A match as it stands. Pairs are in the order Yellow, Cyan.

    Statuses, scores and pending awards are not in it: they follow from the
    planets and ships (AST-11).

    ``to_move``    whose ship is to be placed or moved; without meaning when over
    ``seats``      the seat that plays each side; a swap exchanges them
    ``turn``       the number of the turn that is due, from 1; 0 while placing
    ``quiet``      turns in a row without a new planet (AST-45)
    ``swap_open``  whether Cyan may exchange the colours instead of moving now
    ``asked``      the seat that asks to settle the match as it stands
    ``asked_in``   the turn in which somebody last asked; 0 for never
    """

    agreement: Agreement
    phase: Phase = "placing"
    planets: tuple[StoredHexes, StoredHexes] = (0, 0)
    ships: tuple[StoredHex | None, StoredHex | None] = (None, None)
    to_move: Side = Side.YELLOW
    seats: tuple[Seat, Seat] = (Seat(0), Seat(1))
    turn: int = 0
    quiet: int = 0
    swap_open: bool = False
    asked: Seat | None = None
    asked_in: int = 0
    last: LastTurn | None = None
    ending: Ending | None = None

    has_ships: ClassVar[bool] = True
    flies_over: ClassVar[bool] = True
    """Whether own planets are flown over (AST-23)."""
    mover: ClassVar[Mover] = "ship"
    piece: ClassVar[Piece] = "planet"
    end_kind: ClassVar[EndKind] = "score"
    end_rule: ClassVar[str] = "AST-40"
    settle_rule: ClassVar[str] = "AST-45"
    turn_help: ClassVar[str] = (
        "Write {start}-TO+PLANT, with a hex such as E7 for TO and for PLANT. "
        "You may leave out {start}- and +PLANT."
    )
    replaced: ClassVar[Mapping[str, str]] = {}
    """The rules that others replace in a variant."""
    plants_as: ClassVar[str] = "+{}"
    lands: ClassVar[str] = "goes to {} without planting"
    counts: ClassVar[tuple[str, str]] = ("hex", "hexes")
    """What the scores count: one, and several."""

    def rule(self, base: str) -> str:
        """The rule that holds in this match in the place of one of the base game."""
        return self.replaced.get(base, base)

    @property
    def last_played(self) -> tuple[Side, str] | None:
        """The side that moved last, and its turn as typed: ``A4-D7+E7``."""
        last = self.last
        if last is None:
            return None
        planted = "" if last.planted is None else self.plants_as.format(name(last.planted))
        return last.side, f"{name(last.origin)}-{name(last.to)}{planted}"

    @property
    def captured(self) -> Bits:
        """Where the last turn took pieces off the board."""
        return 0

    @property
    def focus(self) -> tuple[int, ...]:
        """The hexes that matter most now: the last flight, before the first one the ships."""
        ships = tuple(ship for ship in self.ships if ship is not None)
        return ships if self.last is None else (self.last.origin, self.last.to)

    @property
    def grounded(self) -> str:
        """Why the side to move cannot take a turn (AST-20), or nothing."""
        if self.phase != "playing":
            return ""
        at = self.position(self.to_move)
        return f"its {self.mover} could not leave {name(at.ship)}" if self.is_stuck(at) else ""

    @property
    def size(self) -> int:
        """Hexes along an edge of the board."""
        return self.agreement.size

    @property
    def komi(self) -> float:
        return self.agreement.komi

    @property
    def turns_played(self) -> int:
        """Turns taken so far, forced passes among them."""
        return max(self.turn - 1, 0)

    @property
    def board(self) -> Board:
        return board_of(self.agreement.size)

    @cached_property
    def tiles(self) -> Tiles:
        """The status of every hex."""
        return tiles(self.board, *self.planets)

    @property
    def hexes(self) -> tuple[int, ...]:
        """All hexes of the board in canonical order."""
        return self.board.hexes

    def side_of(self, seat: Seat) -> Side:
        """The side that ``seat`` plays at present."""
        return Side(self.seats.index(seat))

    def status(self, hex: int) -> Status:
        """The status of a hex (AST-10)."""
        bit, tiles = 1 << hex, self.tiles
        if bit & tiles.yellow:
            return "yellow"
        if bit & tiles.cyan:
            return "cyan"
        return "contested" if bit & tiles.contested else "unexplored"

    def planet(self, hex: int) -> Side | None:
        """Whose planet stands on a hex."""
        bit = 1 << hex
        return next((side for side in Side if bit & self.planets[side]), None)

    def score(self) -> Score:
        """The score of the position as it stands; pending awards are not counted (D-27)."""
        yellow, cyan = self.scores
        _, with_komi = results.totals((yellow, cyan), self.komi)
        return Score(
            yellow,
            cyan,
            self.tiles.contested.bit_count(),
            self.tiles.unexplored.bit_count(),
            with_komi,
        )

    @property
    def covered(self) -> bool:
        """Whether statuses and scores are kept from the players."""
        return False

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else is to be said about the last turn, in phrases."""
        return ()

    @property
    def due(self) -> Bits:
        """Where the departure of the ship to move can bring a planet (AST-33): on any hex."""
        return ALL

    @property
    def scores(self) -> tuple[int, int]:
        """The scores of Yellow and Cyan, without komi."""
        return results.score(self.tiles)

    def points(self, at: Position) -> tuple[int, int]:
        """The scores in another position, that of the side first from which it is seen."""
        own, opposing, near_own, near_opposing, _, _ = at
        return (
            (own | near_own & ~near_opposing).bit_count(),
            (opposing | near_opposing & ~near_own).bit_count(),
        )

    def is_over(self, at: Position) -> bool:
        """Whether a turn that leads to this position ends the match (AST-40)."""
        return results.is_over(unexplored(self.board, at))

    def is_stuck(self, at: Position) -> bool:
        """Whether the side from which it is seen cannot move in this position (AST-20)."""
        return is_stuck(self.board, at.ship, at.own, at.opposing, at.other)

    @property
    def supplies(self) -> tuple[int, int] | None:
        """The planets each side has left; ``None`` when there is no limit (AST-17)."""
        if not self.agreement.strict_supply:
            return None
        yellow, cyan = self.planets
        return stones_left(yellow), stones_left(cyan)

    @property
    def pending(self) -> int | None:
        """The hex on which a side gets a planet once the other side's ship leaves (AST-32)."""
        for side in Side:
            ship = self.ships[side]
            control = self.tiles.of(side.other)
            supplied = self.supplies is None or self.supplies[side.other] > 0
            if ship is None or not supplied:
                continue
            if departure_award(self.board, ship, self.tiles.unexplored, control):
                return ship
        return None

    @property
    def starts(self) -> Bits:
        """Where the side to move may place its ship (AST-15); nothing once both stand."""
        return starts(self.board, self.to_move) if self.phase == "placing" else 0

    @property
    def may_ask(self) -> bool:
        """Whether a player may ask to settle the match as it stands (AST-45)."""
        return results.may_ask(self.quiet, self.turn, self.asked_in, self.asked is not None)

    def position(self, side: Side) -> Position:
        """Planets and ships as ``side`` sees them. Raises ``ValueError`` while placing."""
        ship, other = self.ships[side], self.ships[side.other]
        if ship is None or other is None:
            raise ValueError("not both ships are on the board yet")
        return position(self.board, self.planets[side], self.planets[side.other], ship, other)

    def threats(self, side: Side) -> Threats:
        """What ``side`` could win with one planting: nothing before or after play."""
        if self.phase != "playing":
            return Threats()
        beneath = self.agreement.bonus_under_ship == "immediate"
        return threats(self.board, self.position(side), self.agreement.strict_supply, beneath)


Request: TypeAlias = notation.Request[AstralisView]
