"""What a referee who is not playing can set of secrets."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby

from games.astral_sailors.editing.values import (
    NONE,
    SEAT,
    TEAM,
    army_of,
    flag,
    no_kind,
    not_in,
    read_name,
    refuse,
    same,
    team_of,
)
from games.astral_sailors.names import (
    OBJECTIVES,
    codes,
    counted,
    objective_name,
    seat_name,
    team_name,
)
from games.astral_sailors.rules.setup import armies, bellicose, muster
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.rules.victory.conditions import BELLICOSE, MANHUNT
from games.astral_sailors.state import Draft, State, TeamSecret
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.editing.acts import Act, Argument, Audience, number
from games.core.notation import Value
from games.core.refusals import Forbidden

LONGEST = 200
"""Most units of an army list."""


def knows_all(view: SailorsView) -> bool:
    """Whether this is the view of a referee who is not playing."""
    return view.seat is None and view.all_seen


def _known(view: SailorsView, team: int) -> TeamSecret:
    known = view.teams[team]
    assert known is not None
    return TeamSecret(known.objective, known.target, known.retarget, known.asked, known.bellicose)


# --- Objectives and targets ---


def _read_objective(view: SailorsView, text: str) -> int:
    names = {name.upper(): number for number, name in enumerate(OBJECTIVES)}
    found: int = names[text] if text in names else OBJECTIVE_NUMBER.value.read(view, text)
    return found


OBJECTIVE_NUMBER = number(range(1, len(OBJECTIVES)))
OBJECTIVE = replace(
    OBJECTIVE_NUMBER,
    value=Value("a number from 1 to 6", _read_objective),
    label=lambda _, objective: f"{objective} {OBJECTIVES[objective]}",
    example="",
)


def _unrolled(view: SailorsView) -> Forbidden | None:
    rolled = view.table.phase != "bellicose"
    return None if rolled else refuse("The objectives have not been rolled yet.")


def _no_objective(view: SailorsView, team: int, objective: int) -> Forbidden | None:
    if found := _unrolled(view):
        return found
    if _known(view, team).objective == objective:
        return same(f"It is already {objective_name(objective)}.")
    return None


def _objectives(view: SailorsView, team: int, objective: int) -> tuple[str, str]:
    return objective_name(_known(view, team).objective), objective_name(objective)


def _read_target(view: SailorsView, text: str) -> int:
    found: int = NOBODY if text == NONE else TEAM.value.read(view, text)
    return found


def _target_name(_: SailorsView, target: int) -> str:
    return "nothing" if target == NOBODY else team_name(target)


TARGET = Argument(
    Value(
        "a team, or NONE",
        _read_target,
        lambda target: NONE if target == NOBODY else TEAM.value.write(target),
    ),
    "Which target?",
    lambda view, _: (*range(len(view.table.teams)), NOBODY),
    label=lambda _, target: "Let the team choose" if target == NOBODY else team_name(target),
    called=_target_name,
)


def _no_target(view: SailorsView, team: int, target: int) -> Forbidden | None:
    if found := _unrolled(view):
        return found
    known, name = _known(view, team), team_name(team)
    if known.objective != MANHUNT:
        why = f"{name} does not have the objective Manhunt."
        instead = f"Set it first: OBJECTIVE {name[-1]} {MANHUNT}."
        return refuse(why, instead, "ASCW-119")
    if target == known.target and known.asked == (target == NOBODY):
        return same("It already is.")
    if target != NOBODY and target not in objectives.targets(view.table, team):
        why = "A Manhunt targets another team with a living Commander."
        return refuse(why, rule="ASCW-119")
    return None


def _targets(view: SailorsView, team: int, target: int) -> tuple[str, str]:
    return _target_name(view, _known(view, team).target), _target_name(view, target)


# --- Bellicose teams ---


def _no_role(view: SailorsView, team: int, yes: bool) -> Forbidden | None:
    table, name = view.table, team_name(team)
    most = bellicose.most(len(table.teams))
    if not most:
        return refuse("With two teams, neither can be Bellicose Hedonists.", rule="ASCW-134")
    if _known(view, team).bellicose == yes:
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


def _role(view: SailorsView, team: int, yes: bool) -> str:
    does = ("wants" if yes else "does not want") + " to fight"
    if view.table.phase != "bellicose":
        does = "fights" if yes else "no longer fights"
    return f"sets {team_name(team)}: it {does} as Bellicose Hedonists"


def _who_hears(state: State, team: int, _: bool) -> Audience:
    public = state.table.agreement.bellicose_public and state.table.phase != "bellicose"
    return None if public else team_of(state, team)


# --- Army lists ---


def _read_list(view: SailorsView, text: str) -> tuple[str, ...]:
    """``EX1 2 EX3``: a number in front of a kind counts."""
    units, many = list[str](), 1
    for word in text.split() if text != NONE else ():
        if re.fullmatch("[0-9]{1,4}", word):
            many = int(word)
            continue
        units += [read_name(view, word)] * min(many, LONGEST + 1)
        many = 1
    return tuple(units[: LONGEST + 1])


def _write_list(units: tuple[str, ...]) -> str:
    runs = [(kind.upper(), len(list(same))) for kind, same in groupby(units)]
    return " ".join(kind if many == 1 else f"{many} {kind}" for kind, many in runs) or NONE


def _lists(view: SailorsView, seat: int) -> list[tuple[str, ...]]:
    ready = armies.ready(view.table.agreed_with(seat)).values()
    return list(dict.fromkeys(((), *ready)))


def _list_label(view: SailorsView, units: tuple[str, ...]) -> str:
    table = view.table
    for key, ready in armies.ready(table).items():
        if ready == units:
            known = table.catalogue.lists.get(key)
            return known.name if known else key
    return codes(units) or "Empty"


SET_UP = ("muster", "scenery", "deployment")
"""Phases in which it matters who sets an army up."""

LIST = Argument(
    Value("kinds of units, or NONE", _read_list, _write_list, r"\S+(?:\s+\S+)*"),
    "Which list?",
    _lists,
    label=_list_label,
    called=lambda _, units: codes(units) or "empty",
    example="EX1 2 EX3",
)


def _draft(view: SailorsView, seat: int) -> Draft:
    draft = view.drafts[seat]
    assert draft is not None
    return Draft(draft.units, locked=draft.locked)


def _no_lists(view: SailorsView, seat: int) -> Forbidden | None:
    if found := not_in(view.table, ("muster",), "Army lists can be set"):
        return found
    left = view.table.players[seat].left
    return refuse(f"{seat_name(seat)} has left the match.") if left else None


def _no_list(view: SailorsView, seat: int, units: tuple[str, ...]) -> Forbidden | None:
    if found := _no_lists(view, seat):
        return found
    if wrong := next((no for code in units if (no := no_kind(view, code))), None):
        return wrong
    if units == _draft(view, seat).units and not _draft(view, seat).locked:
        return same("It is already that list.")
    if len(units) > LONGEST:
        return refuse(f"The number of units must be from 0 to {LONGEST}, not {len(units)}.")
    return None


def _no_lock(view: SailorsView, seat: int) -> Forbidden | None:
    if found := _no_lists(view, seat):
        return found
    if _draft(view, seat).locked:
        return same("It already is.")
    agreed, table = view.table.agreed_with(seat).agreement, view.table
    return armies.fault(agreed, table.catalogue, _draft(view, seat).units)


def _no_unlock(view: SailorsView, seat: int) -> Forbidden | None:
    if found := _no_lists(view, seat):
        return found
    return None if _draft(view, seat).locked else same("It already is.")


def _set_list(builder: StepBuilder, seat: int, units: tuple[str, ...]) -> None:
    draft = builder.secrets.drafts[seat]
    fresh = Draft(units, edits=draft.edits + 1)
    builder.secrets = builder.secrets.with_draft(seat, fresh)


def _lock(builder: StepBuilder, seat: int, *, locked: bool = True) -> None:
    draft = builder.secrets.drafts[seat]
    changed = replace(draft, locked=locked, edits=draft.edits + 1)
    builder.secrets = builder.secrets.with_draft(seat, changed)
    muster.settle(builder)


# --- Setting it ---


def _give(builder: StepBuilder, team: int, objective: int) -> None:
    """Give a Manhunt its target, or ask for one."""
    secret = builder.secrets.teams[team]
    if secret.bellicose:
        _publish(builder, team, yes=False)
    others = objectives.targets(builder.table, team)
    hunts = objective == MANHUNT
    only = others[0] if hunts and len(others) == 1 else NOBODY
    asked = hunts and len(others) > 1
    fresh = TeamSecret(objective, only, secret.retarget + asked, asked, bellicose=False)
    builder.secrets = builder.secrets.with_team(team, fresh)
    builder.put_team(team, replace(builder.table.teams[team], objective=0, hunted=NOBODY))


def _aim(builder: StepBuilder, team: int, target: int) -> None:
    secret = builder.secrets.teams[team]
    asked = target == NOBODY
    retarget = secret.retarget + asked
    fresh = replace(secret, target=target, asked=asked, retarget=retarget, hopeless=False)
    builder.secrets = builder.secrets.with_team(team, fresh)


def _say(builder: StepBuilder, team: int, yes: bool) -> None:
    secret = builder.secrets.teams[team]
    if builder.table.phase == "bellicose":
        builder.secrets = builder.secrets.with_team(team, replace(secret, bellicose=yes))
        bellicose.settle(builder)
        return
    _publish(builder, team, yes=yes)
    fresh = TeamSecret(BELLICOSE, bellicose=yes, retarget=secret.retarget)
    builder.secrets = builder.secrets.with_team(team, fresh)
    builder.put_team(team, replace(builder.table.teams[team], objective=0, hunted=NOBODY))


def _no_auto(view: SailorsView, seat: int, yes: bool) -> Forbidden | None:
    if found := not_in(view.table, SET_UP, "Who sets an army up can be set"):
        return found
    draft = view.drafts[seat]
    return same("It already is.") if draft is not None and draft.auto == yes else None


def _set_auto(builder: StepBuilder, seat: int, yes: bool) -> None:
    changed = replace(builder.secrets.drafts[seat], auto=yes)
    builder.secrets = builder.secrets.with_draft(seat, changed)


def _setting_up(view: SailorsView, seat: int, yes: bool) -> str:
    return f"lets {'the bot' if yes else 'its player'} set up the army of {seat_name(seat)}"


def _who_hears_auto(state: State, seat: int, _: bool) -> Audience:
    """Everybody once the armies are known."""
    return army_of(state, seat) if state.table.phase == "muster" else None


def _publish(builder: StepBuilder, team: int, *, yes: bool) -> None:
    """Show the role publicly unless the options keep it secret."""
    if builder.table.agreement.bellicose_public:
        builder.put_team(team, replace(builder.table.teams[team], bellicose=yes))


SECRETS = (
    Act(
        "objective", "OBJECTIVE {team} {objective}", "An objective",
        {"team": TEAM, "objective": OBJECTIVE}, _give, "the objective of {team}",
        words=_objectives, rule="ASCW-112", refuse=_no_objective, only=team_of,
    ),
    Act(
        "target", "TARGET {team} {target}", "The target of a Manhunt",
        {"team": TEAM, "target": TARGET}, _aim, "the target of {team}", words=_targets,
        refuse=_no_target, only=team_of,
    ),
    Act(
        "bellicose", "BELLICOSE {team} {yes}", "Who is Bellicose",
        {"team": TEAM, "yes": flag("bellicose", "not bellicose")}, _say, said=_role,
        refuse=_no_role, only=_who_hears,
    ),
    Act(
        "draft", "DRAFT {seat} {units}", "An army list", {"seat": SEAT, "units": LIST},
        _set_list, "the army list of {seat}",
        words=lambda view, seat, units: (
            LIST.name(view, _draft(view, seat).units), LIST.name(view, units)),
        refuse=_no_list, only=army_of,
    ),
    Act(
        "lock", "LOCK {seat}", "Lock a list", {"seat": SEAT}, _lock,
        said="locks the army list of {seat}", refuse=_no_lock, only=army_of,
    ),
    Act(
        "unlock", "UNLOCK {seat}", "Unlock a list", {"seat": SEAT},
        lambda builder, seat: _lock(builder, seat, locked=False),
        said="opens the army list of {seat}", refuse=_no_unlock, only=army_of,
    ),
    Act(
        "auto", "AUTO {seat} {yes}", "Who sets an army up",
        {"seat": SEAT, "yes": flag("the bot", "its player")}, _set_auto, said=_setting_up,
        refuse=_no_auto, only=_who_hears_auto,
    ),
)  # fmt: skip
