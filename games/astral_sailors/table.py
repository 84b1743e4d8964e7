"""The public part of a match: units, scenery, players, whose turn, the current attack.

States and views are both built of these types. What only some may know stands
in ``state`` and, as far as a viewer may know it, in ``view``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.content.catalogue import Catalogue, PieceKind, UnitKind
from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.tasks import NOBODY, Attack, Task
from games.core.geometry.squares import Base, Facing, Square

LETTERS = "RBGYPOTW"
"""The letter of each seat's units: Red, Blue, Green, Yellow, Purple, Orange, Teal, White."""


Phase: TypeAlias = Literal[
    "bellicose",  # P2a: each team answers in secret
    "muster",  # P1 and P2c: armies and targets, in secret
    "scenery",  # P3
    "deployment",  # P4
    "activation",  # R4 and R5
    "reinforcement",  # R6
    "over",
]


@dataclass(frozen=True, slots=True)
class Poison:
    """A mark of Venomous/Electric X on its victim (D-33)."""

    source: str
    damage: int
    ticks: int


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit. Its code (``R3``) is the letter of its seat and its number in the army list.

    ``kind``       code in the catalogue
    ``seat``       its owner; who plays it is ``Table.controller``
    ``place``      ``captive`` travels with ``held_by``; ``out`` is gone for good
    ``seen``       has been in the game area: with closed armies others know of it from then on
    ``lost``       RE lost
    ``activated``  the last round in which it was activated, 0 for none; ``shot`` likewise
    ``used``       Shoot actions with Limited X so far
    ``absorbed``   wounds that Tough has taken this round
    ``rerolls``    uses spent this round: role and source, ``attack-elite``, ``defence-aura``
    ``lent``       with a shared aura: uses of its aura spent this round, by role
    ``cover``      whether its Cover X is active
    ``kills``      eliminations of enemy military units credited to it
    ``delivered``  a Commander handed in by a Manhunt
    """

    code: str
    kind: str
    seat: int
    place: Literal["reserve", "board", "captive", "out"] = "reserve"
    seen: bool = False
    c: int = -1
    r: int = -1
    facing: Facing = Facing.N
    lost: int = 0
    ap: int = 0
    activated: int = 0
    shot: int = 0
    used: int = 0
    absorbed: int = 0
    rerolls: tuple[str, ...] = ()
    lent: tuple[str, ...] = ()
    cover: bool = False
    poison: tuple[Poison, ...] = ()
    holds: str = ""
    held_by: str = ""
    kills: int = 0
    delivered: bool = False

    @property
    def number(self) -> int:
        return int(self.code[1:])

    @property
    def on_board(self) -> bool:
        return self.place == "board"


@dataclass(frozen=True, slots=True)
class Scenery:
    """A piece of scenery on the board; pieces are known by their place in ``Table.pieces``.

    ``c``, ``r``  its north-western square
    ``seat``      who placed it, ``NOBODY`` for a preset
    """

    kind: str
    c: int
    r: int
    turned: bool = False
    seat: int = NOBODY

    def squares(self, kind: PieceKind) -> list[Square]:
        """What it covers, in reading order."""
        columns, rows = kind.extent(self.turned)
        return [Square(self.c + c, self.r + r) for r in range(rows) for c in range(columns)]


@dataclass(frozen=True, slots=True)
class Player:
    """The public facts of one seat.

    ``pool``       points
    ``civilians``  enemy civilians eliminated by its units
    ``main``       code of its main Commander, once the army is known
    ``deployed``   has ended its first deployment
    ``left``       has left the match (D-59); ``played_by`` is the seat that plays its army now
    ``removed``    its units were taken out of the match, and the seat no longer counts
    ``army_size``  points of its army, 0 for as many as agreed (D-53)
    """

    seat: int
    team: int
    pool: int = 0
    civilians: int = 0
    main: str = ""
    deployed: bool = False
    left: bool = False
    removed: bool = False
    played_by: int = NOBODY
    army_size: int = 0


@dataclass(frozen=True, slots=True)
class Team:
    """The public facts of one team.

    ``seats``       ascending, consecutive
    ``bellicose``   ``None`` while it is unknown or not public
    ``objective``   revealed number 1 to 6, 0 while secret
    ``hunted``      the team that a Manhunt was after when it was revealed
    ``commanders``  enemy Commanders eliminated by its units
    ``delivered``   teams of the Commanders it has delivered
    ``quadrants``   counters by name (``Q1-2``): 1, or 2 when captured
    """

    seats: tuple[int, ...]
    bellicose: bool | None = None
    objective: int = 0
    hunted: int = NOBODY
    commanders: int = 0
    delivered: tuple[int, ...] = ()
    quadrants: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is in a phase of turns.

    ``order``    seats in order; for scenery and deployment that of the dice-off
    ``at``       place in ``order``
    ``half``     1 or 2 in the activation phase
    ``quota``    units still to be begun in this half-turn
    ``active``   code of the unit being activated, empty for none
    ``struck``   pieces that have struck the active unit in this activation (D-16)
    ``touched``  pieces that it has touched and that have not struck yet, in order
    ``moved``    whether it has made a movement action
    ``number``   counts the turns of the match; public
    ``first``    the number of its first decision (``Table.turns`` then); public
    """

    order: tuple[int, ...] = ()
    at: int = 0
    half: int = 1
    quota: int = 0
    active: str = ""
    struck: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()
    moved: bool = False
    number: int = 0
    first: int = 0

    @property
    def seat(self) -> int:
        return self.order[self.at] if self.at < len(self.order) else NOBODY


# --- The last action, for pictures and texts ---


@dataclass(frozen=True, slots=True)
class Hit:
    """One resolved exchange: dice as they counted in the end.

    ``totals`` of the dice that met, the highest first: attack and defence.
    """

    attacker: str
    target: str
    score: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    wounds: int
    gone: bool
    counter: bool = False
    totals: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class LastAction:
    """The last thing a unit did. ``path`` are its bases from start to end, the side included."""

    unit: str
    seat: int
    how: str
    path: tuple[Base, ...] = ()
    aims: tuple[Base, ...] = ()
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How the match ended (D-57, D-58): ``kind`` and ``rule`` as in ``games.core.types``."""

    kind: str
    rule: str
    team: int = NOBODY
    victors: tuple[int, ...] = ()
    fallen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Everything open. ``units`` are by code, in the order of seats and numbers.

    ``size``    squares of a side of the board
    ``agenda``  what is to be done, the last first
    ``asked``   counts the questions of reactions asked so far; public
    ``starter`` the team that started this round
    ``turns``   counts the decisions of turns, so that each has a key of its own; public
    """

    agreement: Agreement
    size: int
    teams: tuple[Team, ...]
    players: tuple[Player, ...]
    phase: Phase = "muster"
    round: int = 0
    units: Mapping[str, Unit] = field(default_factory=dict)
    pieces: tuple[Scenery, ...] = ()
    turn: Turn = field(default_factory=Turn)
    agenda: tuple[Task, ...] = ()
    asked: int = 0
    turns: int = 0
    starter: int = NOBODY
    last: LastAction | None = None
    result: Result | None = None

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_of(self.agreement.pack)

    @property
    def top(self) -> Task | None:
        """What is to be done first."""
        return self.agenda[-1] if self.agenda else None

    @property
    def attack(self) -> Attack | None:
        """The attack that waits for an answer."""
        top = self.top
        return top if isinstance(top, Attack) else None

    def kind(self, unit: Unit) -> UnitKind:
        return self.catalogue.units[unit.kind]

    def shots(self, unit: Unit) -> int:
        """Dice of its Shoot, 0 once Limited X is used up (ASCW-150)."""
        kind = self.kind(unit)
        limited = kind.specials.limited
        return 0 if limited and unit.used >= limited else kind.shots

    def base(self, unit: Unit) -> Base:
        """Where the unit stands; only for one on the board."""
        return Base(unit.c, unit.r, self.kind(unit).base)

    def on_board(self) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units.values() if unit.place == "board")

    def of(self, seat: int) -> tuple[Unit, ...]:
        """All units that ``seat`` owns."""
        return tuple(unit for unit in self.units.values() if unit.seat == seat)

    def team(self, seat: int) -> int:
        return self.players[seat].team

    def enemies(self, a: Unit, b: Unit) -> bool:
        return self.players[a.seat].team != self.players[b.seat].team

    def controller(self, seat: int) -> int:
        """The seat that plays the army of ``seat``: itself, or who got it from the referee."""
        played_by = self.players[seat].played_by
        return seat if played_by == NOBODY else played_by

    def agreed_with(self, seat: int) -> Table:
        """The table by whose agreement ``seat`` builds its army: with a size of its own, if it has
        one (D-53)."""
        size = self.players[seat].army_size
        if not size:
            return self
        return replace(self, agreement=self.agreement.replace(army_size=size))

    @property
    def steps(self) -> int:
        return self.turns

    def put(self, *units: Unit) -> Table:
        return replace(self, units={**self.units, **{unit.code: unit for unit in units}})

    def with_player(self, player: Player) -> Table:
        at = player.seat
        return replace(self, players=(*self.players[:at], player, *self.players[at + 1 :]))

    def with_team(self, number: int, team: Team) -> Table:
        return replace(self, teams=(*self.teams[:number], team, *self.teams[number + 1 :]))
