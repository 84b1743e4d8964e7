"""What is true in a match, secrets included, and the builder of its steps."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.table import Player, Table, Team, Unit
from games.astral_sailors.tasks import NOBODY, Task
from games.core.geometry.squares import Base
from games.core.steps import StepBuilderBase
from games.core.types import Event, Seat


@dataclass(frozen=True, slots=True)
class TeamSecret:
    """What a team keeps from the others.

    ``objective``  1 to 6; 0 before the roll and for Bellicose Hedonists
    ``target``     the team it hunts, ``NOBODY`` when there is none or it is to be named
    ``retarget``   how often it has had to name a new one; its members know
    ``asked``      whether a target is to be named now
    ``bellicose``  its answer, ``None`` before it
    ``hopeless``   whether it has been told that its objective is out of reach (D-74)
    """

    objective: int = 0
    target: int = NOBODY
    retarget: int = 0
    asked: bool = False
    bellicose: bool | None = None
    hopeless: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """An army being built: kinds of units in list order; ``edits`` counts the changes, and with
    ``auto`` the bot places its player's scenery and deploys it."""

    units: tuple[str, ...] = ()
    locked: bool = False
    edits: int = 0
    auto: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to one of several simultaneous questions, kept until all are in.

    ``about``  the code of the unit concerned
    ``choice`` ``none``, ``counter``, ``cover``, or the number of wounds paid for
    """

    about: str
    choice: str


# --- States ---


@dataclass(frozen=True, slots=True)
class Secrets:
    """By team and by seat."""

    teams: tuple[TeamSecret, ...]
    drafts: tuple[Draft, ...]
    answers: tuple[Answer, ...] = ()

    def with_team(self, number: int, secret: TeamSecret) -> Secrets:
        return replace(self, teams=(*self.teams[:number], secret, *self.teams[number + 1 :]))

    def with_draft(self, seat: int, draft: Draft) -> Secrets:
        return replace(self, drafts=(*self.drafts[:seat], draft, *self.drafts[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class State:
    """``table.units`` holds all units, those too that not everybody may know of yet."""

    table: Table
    secrets: Secrets


# --- Steps ---


class StepBuilder(StepBuilderBase[State, Event, Task]):
    """Rules change ``table`` and ``secrets`` through this."""

    def __init__(self, state: State) -> None:
        super().__init__()
        self.table: Table = state.table
        self.secrets: Secrets = state.secrets

    @property
    def state(self) -> State:
        return State(self.table, self.secrets)

    @property
    def agenda(self) -> tuple[Task, ...]:
        return self.table.agenda

    @agenda.setter
    def agenda(self, tasks: tuple[Task, ...]) -> None:
        self.table = replace(self.table, agenda=tasks)

    def unit(self, code: str) -> Unit:
        return self.table.units[code]

    def kind(self, code: str) -> UnitKind:
        return self.table.kind(self.table.units[code])

    def base(self, code: str) -> Base:
        return self.table.base(self.table.units[code])

    def put(self, *units: Unit) -> None:
        self.table = self.table.with_unit(*units)

    def player(self, seat: int) -> Player:
        return self.table.players[seat]

    def put_player(self, player: Player) -> None:
        self.table = self.table.with_player(player)

    def put_team(self, number: int, team: Team) -> None:
        self.table = self.table.with_team(number, team)

    def members(self, team: int) -> tuple[Seat, ...]:
        """The audience of what only this team may know."""
        return tuple(Seat(seat) for seat in self.table.teams[team].seats)
