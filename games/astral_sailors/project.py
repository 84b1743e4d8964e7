"""From what is true to what one viewer may see, and back to a state that previews can play on."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.state import Answer, Draft, Secrets, State, TeamSecret
from games.astral_sailors.table import Act, Attack, Table
from games.astral_sailors.view import DraftKnown, SailorsView, TeamKnown
from games.core.seats import Referee, Seated, Viewer


def view_of(state: State, viewer: Viewer) -> SailorsView:
    """What ``viewer`` may see: the table, and the secrets of the viewer's own team.

    The referee sees all of them, and so does everybody once the match is over.
    """
    table = state.table
    seat = viewer.seat if isinstance(viewer, Seated) else None
    all_seen = isinstance(viewer, Referee) or table.result is not None
    team = None if seat is None else table.team(seat)
    teams = tuple(
        _team(secret) if all_seen or number == team else None
        for number, secret in enumerate(state.secrets.teams)
    )
    drafts = tuple(
        _draft(draft) if all_seen or table.team(number) == team else None
        for number, draft in enumerate(state.secrets.drafts)
    )
    answered = tuple(
        answer.about
        for answer in state.secrets.answers
        if seat is not None and table.controller(table.units[answer.about].seat) == seat
    )
    return SailorsView(_open(table, team, all_seen=all_seen), seat, teams, drafts, answered)


def _open(table: Table, team: int | None, *, all_seen: bool) -> Table:
    """The table without units that the team does not know of, and without the bot's own notes.

    While an attack waits for an answer all that is on the agenda is public, but for
    the action that somebody will take after it.
    """
    waits = bool(table.agenda) and isinstance(table.agenda[-1], Attack)
    agenda = tuple(
        task
        for task in (table.agenda if waits else ())
        if all_seen or not isinstance(task, Act) or table.team(task.seat) == team
    )
    if all_seen or table.agreement.open_armies:
        return table if agenda == table.agenda else replace(table, agenda=agenda)
    units = {
        code: unit
        for code, unit in table.units.items()
        if unit.seen or table.team(unit.seat) == team
    }
    players = tuple(
        player if player.main in units else replace(player, main="") for player in table.players
    )
    return replace(table, units=units, players=players, agenda=agenda)


def state_of(view: SailorsView) -> State:
    """A state in which all that the viewer does not know is blank."""
    table = view.table
    secrets = Secrets(
        tuple(TeamSecret() if known is None else _secret(known) for known in view.teams),
        tuple(
            Draft() if known is None else Draft(known.units, known.locked, known.edits)
            for known in view.drafts
        ),
        tuple(Answer(code, "none") for code in view.answered),
    )
    return State(table, secrets)


def _team(secret: TeamSecret) -> TeamKnown:
    return TeamKnown(
        secret.objective, secret.target, secret.retarget, secret.asked, secret.bellicose
    )


def _secret(known: TeamKnown) -> TeamSecret:
    return TeamSecret(known.objective, known.target, known.retarget, known.asked, known.bellicose)


def _draft(draft: Draft) -> DraftKnown:
    return DraftKnown(draft.units, draft.locked, draft.edits)
