"""What is stored of tournaments: plain frozen values like those of ``records``."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.play.storage.stored_fields import DiscordId, MatchId, RowNumber, TournamentId


class TournamentFormat(StrEnum):
    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody."""
    SWISS = "swiss"
    """A number of rounds, each against somebody with about as many points."""
    KNOCK_OUT = "knock-out"
    """Whoever loses is out."""
    DOUBLE_ELIMINATION = "double"
    """Whoever has lost twice is out."""


class Stage(StrEnum):
    SIGN_UP = "sign-up"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Tournament:
    """Many matches of one game, round by round.

    ``channel``  where it is announced; its matches are threads of it
    ``settings``, ``teams``, ``pack``, ``clock``
                 those of each match, as in ``Match``; ``settings`` names what is not as usual
    ``places``   how many sides may sign up; it begins when all are taken
    ``begins_at``  when sign-up ends, if on a date
    ``rounds``   how many; 0 as long as the format or the number of sides does not say
    ``round_hours``  how long a round may take; 0 for as long as it does
    ``round``    the newest; 0 before the first
    ``round_ends_at``  when matches of the round that are not over are ended
    ``paused_at``  since when no match begins, and no round ends
    ``panel``    the message that shows it; ``panel_round`` counts the panels before it, and
                 ``told`` the ``version`` that it shows
    ``version``  grows with everything that changes
    """

    id: TournamentId
    server: DiscordId
    channel: DiscordId
    host: DiscordId
    title: str
    game: str
    format: TournamentFormat
    stage: Stage
    created_at: datetime
    settings: str = field(default="{}", repr=False)
    teams: tuple[int, ...] = ()
    pack: str | None = None
    clock: str = ""
    places: int = 256
    begins_at: datetime | None = None
    rounds: int = 0
    round_hours: int = 0
    round: int = 0
    round_ends_at: datetime | None = None
    paused_at: datetime | None = None
    finished_at: datetime | None = None
    panel: DiscordId | None = None
    panel_round: int = 0
    version: int = 1
    told: int = 0

    @property
    def side_size(self) -> int:
        """How many play together on a side."""
        return max(1, self.teams.count(0))


@dataclass(frozen=True, slots=True)
class Entrant:
    """A side that takes part: a player, a team, or computer players.

    ``number``  in the order of signing up, from 1
    ``name``    made safe, of the player or the team
    ``level``   of computer players; empty for people
    ``seed``    its place in the draw, from 1; 0 until the first round is paired
    ``left_in`` the round in which it withdrew; ``None`` for one that is still in
    """

    tournament: TournamentId
    number: int
    name: str
    level: str = ""
    seed: int = 0
    left_in: int | None = None


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A person who takes part, in one side of a tournament at most."""

    tournament: TournamentId
    user: DiscordId
    entrant: int
    name: str


class Bracket(StrEnum):
    """Which part of a tournament a pairing belongs to."""

    MAIN = "main"
    LOSERS = "losers"
    """Of those with one loss in a double elimination."""
    FINAL = "final"


class PairingResult(StrEnum):
    ONE = "one"
    OTHER = "other"
    DRAW = "draw"
    NEITHER = "neither"
    """Both sides have forfeited."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two sides that meet in a round; without a match it waits for one to be opened.

    ``table``   numbers the pairings of a round; in a bracket those of tables 1 and 2 meet next
    ``one``     the entrant whose side goes first
    ``other``   the entrant it meets; ``None`` for a bye: ``one`` gets a point without a match
    ``played_in``  the match
    ``result``  ``None`` until it is known
    ``forfeit`` whether it was won without playing to the end
    ``margin``  by how much ``one`` was ahead in the game's own score: ``7``, ``-5/2``; empty where
                the game has none
    ``ruled``   whether the referee of the tournament has set the result
    """

    tournament: TournamentId
    round: int
    table: int
    one: int
    other: int | None = None
    bracket: Bracket = Bracket.MAIN
    played_in: MatchId | None = None
    result: PairingResult | None = None
    forfeit: bool = False
    margin: str = ""
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class TournamentNote:
    """What the referee of a tournament did by hand, for everybody to read.

    ``by``  the name of the referee, made safe
    """

    tournament: TournamentId
    at: datetime
    by: str
    said: str
    reason: str
    id: RowNumber | None = None
