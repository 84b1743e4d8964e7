"""What one viewer may see of a match, and states for previews from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from games.astral_sailors.board import zones
from games.astral_sailors.secrets import ArmyDraft, SecretAnswer, TeamSecret
from games.astral_sailors.state import State
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import DiceOff, Task
from games.core import notation
from games.core.geometry.squares import Base, Facing, Square
from games.core.steps import TableState, TableView
from games.core.types import Referee, Seated, Viewer


@dataclass(frozen=True, slots=True)
class Threat:
    """``target`` can be hit by the units of these codes.

    ``shots``   that could shoot it from where they stand
    ``blows``   that could strike it from where they stand, or charge it
    ``later``   that could shoot or strike it after a Move only
    """

    target: str
    shots: tuple[str, ...] = ()
    blows: tuple[str, ...] = ()
    later: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """What a preview shows: a move that has not been made.

    ``path``     bases from start to end; ``aims`` what it shoots at or strikes
    ``scores``   how much hides each of them; ``chances`` what may become of it, in words
    ``facing``   the one that it ends with, where it can be another
    """

    unit: str
    how: str
    path: tuple[Base, ...] = ()
    aims: tuple[Base, ...] = ()
    scores: tuple[int, ...] = ()
    facing: Facing | None = None
    chances: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SailorsView(TableView[Table, ArmyDraft]):
    """``table`` holds only what the viewer may know.

    ``sheets``  by seat: those of the viewer's own team, of others what their units tell
    ``secrets``  by team, ``None`` where the viewer knows nothing
    ``answers``  those of the viewer's own units to simultaneous questions
    ``all_seen``  whether nothing is hidden: from the referee, and from all after the end
    ``met``     the threats that have been worked out, by team
    """

    blank = ArmyDraft
    secrets: tuple[TeamSecret | None, ...] = ()
    answers: tuple[SecretAnswer, ...] = ()
    plan: PlannedMove | None = None
    all_seen: bool = False
    met: dict[int, tuple[Threat, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @classmethod
    def of(cls, state: TableState[Table, ArmyDraft], viewer: Viewer) -> Self:
        """The table and the secrets of the viewer's own team.

        The referee sees all of them, and so does everybody once the match is over.
        """
        assert isinstance(state, State)
        table = state.table
        seat = viewer.seat if isinstance(viewer, Seated) else None
        all_seen = isinstance(viewer, Referee) or table.result is not None
        team = None if seat is None else table.team(seat)
        chosen = table.phase not in ("bellicose", "muster")

        def others(draft: ArmyDraft) -> ArmyDraft | None:
            """What others see of a draft once armies are known: only whether the bot sets it up."""
            return ArmyDraft(auto=draft.auto) if chosen else None

        return cls(
            table if all_seen else _open(table, team),
            tuple(
                draft if all_seen or table.team(number) == team else others(draft)
                for number, draft in enumerate(state.sheets)
            ),
            seat,
            tuple(
                secret if all_seen or number == team else None
                for number, secret in enumerate(state.secrets)
            ),
            tuple(
                answer
                for answer in state.answers
                if all_seen or table.controller(table.units[answer.about].seat) == seat
            ),
            all_seen=all_seen,
        )

    @property
    def supposed(self) -> State:
        """A state in which everything unknown to the viewer is blank."""
        sheets = tuple(known or ArmyDraft() for known in self.sheets)
        secrets = tuple(known or TeamSecret() for known in self.secrets)
        return State(self.table, sheets, secrets, self.answers)

    def known(self, seat: int) -> TeamSecret:
        """What the team of ``seat`` keeps to itself, blank for a viewer of another team."""
        return self.secrets[self.table.team(seat)] or TeamSecret()

    def zone(self, seat: int) -> frozenset[Square]:
        """The squares of the seat's deployment zone."""
        return zones.zone(self.table, seat)


Request: TypeAlias = notation.Request[SailorsView]
"""Who makes a move: the seat's view, and the decision it answers."""


def _open(table: Table, team: int | None) -> Table:
    """The table without units that the team does not know of, and without the dice of others.

    What else is on the agenda is public: it follows from what all have seen, and an action
    that waits for the terrain has its line in the log.
    """
    agenda = tuple(_open_task(table, task, team) for task in table.agenda)
    return without_hidden(replace(table, agenda=agenda), team)


def without_hidden(table: Table, team: int | None) -> Table:
    """The table without units that the team does not know of."""
    if table.agreement.open_armies:
        return table
    units = {
        code: unit
        for code, unit in table.units.items()
        if unit.seen or table.team(unit.seat) == team
    }
    players = tuple(
        player if player.main in units else replace(player, main="") for player in table.players
    )
    return replace(table, units=units, players=players)


def _open_task(table: Table, task: Task, team: int | None) -> Task:
    """A task as a team may see it: of secret dice-offs only its own dice, with 0 for others."""
    if not isinstance(task, DiceOff) or task.purpose != "bellicose":
        return task
    if table.agreement.bellicose_public:
        return task
    rolls = tuple(
        tuple(face if of == team else 0 for of, face in zip(task.left, faces, strict=True))
        for faces in task.rolls
    )
    return replace(task, rolls=rolls)
