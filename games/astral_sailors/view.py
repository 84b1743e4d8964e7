"""What one viewer may see of a match."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias

from games.astral_sailors.board import zones
from games.astral_sailors.secrets import Answer, Draft, TeamSecret
from games.astral_sailors.table import Table
from games.astral_sailors.threats import Threat, threats
from games.core import notation
from games.core.geometry.squares import Base, Facing, Square


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """What a preview shows: a move that has not been made.

    ``path``     bases from start to end; ``aims`` what it shoots at or strikes
    ``scores``   how much hides each of them; ``chances`` what may become of it, in words
    ``facing``   the one that is chosen for a unit that comes into play
    """

    unit: str
    how: str
    path: tuple[Base, ...] = ()
    aims: tuple[Base, ...] = ()
    scores: tuple[int, ...] = ()
    facing: Facing | None = None
    chances: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SailorsView:
    """``table`` holds only what the viewer may know.

    ``seat``    the viewer's seat, ``None`` for spectators and the referee
    ``teams``   by team, ``None`` where the viewer knows nothing
    ``drafts``  by seat, ``None`` where the viewer may not look
    ``answers``  those of the viewer's own units to simultaneous questions
    ``all_seen``  whether nothing is hidden: from the referee, and from all after the end
    ``met``     the threats that have been worked out, by team
    """

    table: Table
    seat: int | None
    teams: tuple[TeamSecret | None, ...]
    drafts: tuple[Draft | None, ...]
    answers: tuple[Answer, ...] = ()
    plan: PlannedMove | None = None
    all_seen: bool = False
    met: dict[int, tuple[Threat, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def answered(self) -> tuple[str, ...]:
        """Codes of the units whose simultaneous question is answered."""
        return tuple(answer.about for answer in self.answers)

    @property
    def own(self) -> TeamSecret | None:
        """What the viewer's own team keeps from the others."""
        return None if self.seat is None else self.teams[self.table.team(self.seat)]

    def known(self, seat: int) -> TeamSecret:
        """What the team of ``seat`` keeps to itself, blank for a viewer of another team."""
        return self.teams[self.table.team(seat)] or TeamSecret()

    def zone(self, seat: int) -> frozenset[Square]:
        """The squares of the seat's deployment zone."""
        return zones.zone(self.table, seat)

    def threats(self, team: int) -> tuple[Threat, ...]:
        """What could be hit of this team, and by it, when units are next activated."""
        if team not in self.met:
            self.met[team] = threats(self.table, team)
        return self.met[team]

    def planning(self, plan: PlannedMove) -> SailorsView:
        return replace(self, plan=plan)


Asked: TypeAlias = notation.Asked[SailorsView]
"""Who makes a move: the seat's view, and the decision it answers."""
