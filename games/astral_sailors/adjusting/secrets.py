"""Adjustments of secrets, for a referee who is not playing."""

from __future__ import annotations

from dataclasses import replace

from games.astral_sailors.adjusting.kinds import (
    GiveObjective,
    GiveRole,
    GiveTarget,
    LockDraft,
    Secret,
    SetDraft,
)
from games.astral_sailors.adjusting.replies import (
    no_seat,
    no_team,
    not_in,
    outside,
    refuse,
    same,
    told,
)
from games.astral_sailors.names import (
    codes,
    counted,
    objective_name,
    seat_name,
    team_name,
)
from games.astral_sailors.rules.setup import armies, bellicose, muster
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.rules.victory.conditions import BELLICOSE, MANHUNT
from games.astral_sailors.state import Draft, TeamSecret
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.refusals import Forbidden

LONGEST = 200
"""Most units of an army list."""


def knows_all(view: SailorsView) -> bool:
    """Whether this is the view of a referee who is not playing."""
    return view.seat is None and view.all_seen


def not_for_players() -> Forbidden:
    return refuse("Only a referee who is not playing may set secrets.")


def refusal(view: SailorsView, adjustment: Secret) -> Forbidden | None:
    table = view.table
    if not knows_all(view):
        return not_for_players()
    if isinstance(adjustment, (SetDraft, LockDraft)):
        return no_seat(table, adjustment.seat) or _draft(view, adjustment)
    if found := no_team(table, adjustment.team):
        return found
    if table.phase == "bellicose" and not isinstance(adjustment, GiveRole):
        return refuse("The objectives have not been rolled yet.")
    match adjustment:
        case GiveObjective(team, objective):
            if _known(view, team).objective == objective:
                return same(f"It is already {objective_name(objective)}.")
            return outside("The objective", objective, 1, 6, "ASCW-112")
        case GiveTarget(team, target):
            return _target(view, team, target)
        case GiveRole(team, yes):
            return _role(view, team, yes=yes)


def _known(view: SailorsView, team: int) -> TeamSecret:
    known = view.teams[team]
    assert known is not None
    return TeamSecret(known.objective, known.target, known.retarget, known.asked, known.bellicose)


def _target(view: SailorsView, team: int, target: int) -> Forbidden | None:
    known, name = _known(view, team), team_name(team)
    if known.objective != MANHUNT:
        why = f"{name} does not have the objective Manhunt."
        instead = f"Set it first: OBJECTIVE {name[-1]} {MANHUNT}."
        return refuse(why, instead, "ASCW-119")
    if target == known.target and known.asked == (target == NOBODY):
        return same("It already is.")
    if target == NOBODY:
        return None
    if target not in objectives.targets(view.table, team):
        why = "A Manhunt targets another team with a living Commander."
        return refuse(why, rule="ASCW-119")
    return None


def _role(view: SailorsView, team: int, *, yes: bool) -> Forbidden | None:
    table, name = view.table, team_name(team)
    most = bellicose.most(len(table.teams))
    if not most:
        return refuse("With two teams, neither can be Bellicose Hedonists.", rule="ASCW-134")
    before = _known(view, team).bellicose
    if before == yes:
        return same(f"{name} already is.")
    if table.phase == "bellicose":
        return None
    if not yes:
        instead = f"Set it first: OBJECTIVE {name[-1]} 2."
        return refuse(f"{name} then needs an objective.", instead)
    others = sum(bool(known and known.bellicose) for known in view.teams)
    if others >= most:
        why = f"{counted(most, 'team')} may be Bellicose, and that limit is reached."
        return refuse(why, "Give one of them an objective first.", "ASCW-134")
    return None


def _draft(view: SailorsView, adjustment: SetDraft | LockDraft) -> Forbidden | None:
    table, seat = view.table, adjustment.seat
    if found := not_in(table, ("muster",), "Army lists can be set"):
        return found
    if table.players[seat].left:
        return refuse(f"{seat_name(seat)} has left the match.")
    draft = view.drafts[seat]
    assert draft is not None
    match adjustment:
        case SetDraft(_, units):
            if wrong := next((code for code in units if code not in table.catalogue.units), None):
                known = ", ".join(table.catalogue.units)
                return refuse(
                    f"There is no kind of unit with the code {wrong}.", f"The codes are {known}."
                )
            if units == draft.units and not draft.locked:
                return same("It is already that list.")
            return outside("The number of units", len(units), 0, LONGEST)
        case LockDraft(_, locked):
            if locked == draft.locked:
                return same("It already is.")
            if not locked:
                return None
            agreed = table.agreed_with(seat).agreement
            return armies.fault(agreed, table.catalogue, draft.units)


# --- Setting it ---


def perform(builder: StepBuilder, adjustment: Secret) -> None:
    match adjustment:
        case GiveObjective(team, objective):
            _give(builder, team, objective)
        case GiveTarget(team, target):
            _aim(builder, team, target)
        case GiveRole(team, yes):
            _say(builder, team, yes=yes)
        case SetDraft(seat, units):
            draft = builder.secrets.drafts[seat]
            only = builder.members(builder.table.team(seat))
            before, after = (codes(each) or "empty" for each in (draft.units, units))
            told(builder, "draft", seat_name(seat), before, after, only=only)
            fresh = Draft(units, edits=draft.edits + 1)
            builder.secrets = builder.secrets.with_draft(seat, fresh)
        case LockDraft(seat, locked):
            draft = builder.secrets.drafts[seat]
            only = builder.members(builder.table.team(seat))
            after = "locks" if locked else "opens"
            told(builder, "lock", seat_name(seat), "", after, only=only)
            changed = replace(draft, locked=locked, edits=draft.edits + 1)
            builder.secrets = builder.secrets.with_draft(seat, changed)
            muster.settle(builder)


def _give(builder: StepBuilder, team: int, objective: int) -> None:
    """Give a Manhunt its target, or ask for one."""
    members, secret = builder.members(team), builder.secrets.teams[team]
    names = [objective_name(each) for each in (secret.objective, objective)]
    told(builder, "objective", team_name(team), *names, only=members)
    if secret.bellicose:
        _tell_role(builder, team, yes=False)
    others = objectives.targets(builder.table, team)
    hunts = objective == MANHUNT
    only = others[0] if hunts and len(others) == 1 else NOBODY
    asked = hunts and len(others) > 1
    fresh = TeamSecret(objective, only, secret.retarget + asked, asked, bellicose=False)
    builder.secrets = builder.secrets.with_team(team, fresh)
    builder.put_team(team, replace(builder.table.teams[team], objective=0, hunted=NOBODY))


def _aim(builder: StepBuilder, team: int, target: int) -> None:
    members, secret = builder.members(team), builder.secrets.teams[team]
    names = [team_name(each) if each != NOBODY else "" for each in (secret.target, target)]
    told(builder, "target", team_name(team), *names, only=members)
    asked = target == NOBODY
    retarget = secret.retarget + asked
    fresh = replace(secret, target=target, asked=asked, retarget=retarget, hopeless=False)
    builder.secrets = builder.secrets.with_team(team, fresh)


def _say(builder: StepBuilder, team: int, *, yes: bool) -> None:
    secret = builder.secrets.teams[team]
    if builder.table.phase == "bellicose":
        after = "wants to fight" if yes else "does not want to fight"
        told(builder, "role", team_name(team), "", after, only=builder.members(team))
        builder.secrets = builder.secrets.with_team(team, replace(secret, bellicose=yes))
        bellicose.settle(builder)
        return
    _tell_role(builder, team, yes=yes)
    fresh = TeamSecret(BELLICOSE, bellicose=yes, retarget=secret.retarget)
    builder.secrets = builder.secrets.with_team(team, fresh)
    builder.put_team(team, replace(builder.table.teams[team], objective=0, hunted=NOBODY))


def _tell_role(builder: StepBuilder, team: int, *, yes: bool) -> None:
    """Tell the role publicly unless the options keep it secret."""
    public = builder.table.agreement.bellicose_public
    only = None if public else builder.members(team)
    told(builder, "role", team_name(team), "", "fights" if yes else "no longer fights", only=only)
    if public:
        builder.put_team(team, replace(builder.table.teams[team], bellicose=yes))
