"""Views of states, and states for previews from views."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.secrets import Draft, TeamSecret
from games.astral_sailors.state import Secrets, State
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import DiceOff, Task
from games.astral_sailors.view import SailorsView
from games.core.types import Referee, Seated, Viewer


def view_of(state: State, viewer: Viewer) -> SailorsView:
    """The view of ``viewer``: the table and its own team's secrets.

    The referee sees all of them, and so does everybody once the match is over.
    """
    table = state.table
    seat = viewer.seat if isinstance(viewer, Seated) else None
    all_seen = isinstance(viewer, Referee) or table.result is not None
    team = None if seat is None else table.team(seat)
    teams = tuple(
        secret if all_seen or number == team else None
        for number, secret in enumerate(state.secrets.teams)
    )
    chosen = table.phase not in ("bellicose", "muster")

    def others(draft: Draft) -> Draft | None:
        """Who lets the bot set up an army is known when the armies are."""
        return Draft(auto=draft.auto) if chosen else None

    drafts = tuple(
        draft if all_seen or table.team(number) == team else others(draft)
        for number, draft in enumerate(state.secrets.drafts)
    )
    answers = tuple(
        answer
        for answer in state.secrets.answers
        if all_seen or table.controller(table.units[answer.about].seat) == seat
    )
    known = table if all_seen else _open(table, team)
    return SailorsView(known, seat, teams, drafts, answers, all_seen=all_seen)


def _open(table: Table, team: int | None) -> Table:
    """The table without units that the team does not know of, and without the dice of others.

    What else is on the agenda is public: it follows from what all have seen, and an action
    that waits for the terrain has its line in the log.
    """
    agenda = tuple(_open_task(table, task, team) for task in table.agenda)
    if table.agreement.open_armies:
        return replace(table, agenda=agenda)
    units = {
        code: unit
        for code, unit in table.units.items()
        if unit.seen or table.team(unit.seat) == team
    }
    players = tuple(
        player if player.main in units else replace(player, main="") for player in table.players
    )
    return replace(table, units=units, players=players, agenda=agenda)


def _open_task(table: Table, task: Task, team: int | None) -> Task:
    """Where nobody may know who is Bellicose, each team sees its own dice; 0 stands for others."""
    if not isinstance(task, DiceOff) or task.purpose != "bellicose":
        return task
    if table.agreement.bellicose_public:
        return task
    rolls = tuple(
        tuple(face if of == team else 0 for of, face in zip(task.left, faces, strict=True))
        for faces in task.rolls
    )
    return replace(task, rolls=rolls)


def state_of(view: SailorsView) -> State:
    """A state in which everything unknown to the viewer is blank."""
    table = view.table
    secrets = Secrets(
        tuple(known or TeamSecret() for known in view.teams),
        tuple(known or Draft() for known in view.drafts),
        view.answers,
    )
    return State(table, secrets)
