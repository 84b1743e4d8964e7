"""Other states that a viewer could not tell from the true one: for the tests that nothing leaks.

They differ in all that the viewer may not know: objectives, targets and roles,
armies in the making, units that nobody has seen yet, answers that wait for others.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from games.astral_sailors import imagined_armies
from games.astral_sailors.moves import Capture
from games.astral_sailors.rules import bellicose, conditions, objectives, questions
from games.astral_sailors.rules.commanders import MUSTER
from games.astral_sailors.rules.reactions import reactions
from games.astral_sailors.state import Answer, Secrets, State, TeamSecret
from games.astral_sailors.table import NOBODY, Act, Attack, RollObjectives, Table
from games.core.seats import Referee, Seated, Viewer

OBJECTIVES = range(1, 7)


def reimagine(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The same for all that ``viewer`` may see, with other secrets of the other teams."""
    if isinstance(viewer, Referee) or state.table.result is not None:
        return state
    table = state.table
    own = table.team(viewer.seat) if isinstance(viewer, Seated) else NOBODY
    teams = _other_roles(state, own, rng)
    teams = tuple(
        secret if number == own else _other_aims(table, number, secret, rng)
        for number, secret in enumerate(teams)
    )
    secrets = Secrets(teams, state.secrets.drafts, _other_answers(state, viewer, rng))
    return imagined_armies.others(State(table, secrets), own, rng)


# --- Roles ---


def _other_roles(state: State, own: int, rng: random.Random) -> tuple[TeamSecret, ...]:
    """Other answers to the question who is Bellicose, and other roles where those stay secret."""
    table, teams = state.table, state.secrets.teams
    others = [number for number in range(len(teams)) if number != own]
    if table.phase == "bellicose" and not table.agreement.bellicose_public and table.agenda:
        return _roles(teams, {number: rng.random() < 0.5 for number in others})  # all have answered
    if table.phase == "bellicose":
        return _answers(table, teams, others, rng)
    free = [number for number in others if table.teams[number].bellicose is None]
    taken = sum(bool(teams[number].bellicose) for number in range(len(teams)) if number not in free)
    places = max(0, bellicose.most(len(teams)) - taken)
    chosen = rng.sample(free, rng.randint(0, min(places, len(free)))) if free else []
    return _roles(teams, {number: number in chosen for number in free})


def _answers(
    table: Table, teams: tuple[TeamSecret, ...], others: list[int], rng: random.Random
) -> tuple[TeamSecret, ...]:
    """Somebody must still be asked, or the match would have gone on."""
    if table.agenda:  # those who roll for it are known
        return teams
    waiting = [number for number, secret in enumerate(teams) if secret.bellicose is None]
    found = {number: rng.choice((None, True, False)) for number in others}
    if all(found.get(number, teams[number].bellicose) is not None for number in range(len(teams))):
        found[rng.choice([number for number in waiting if number in found] or others)] = None
    gone = {
        number
        for number in others
        if all(table.players[seat].left for seat in table.teams[number].seats)
    }
    return _roles(teams, {number: yes for number, yes in found.items() if number not in gone})


def _roles(teams: tuple[TeamSecret, ...], roles: dict[int, bool | None]) -> tuple[TeamSecret, ...]:
    return tuple(
        replace(secret, bellicose=roles[number]) if number in roles else secret
        for number, secret in enumerate(teams)
    )


# --- Objectives and targets ---


def _other_aims(table: Table, number: int, secret: TeamSecret, rng: random.Random) -> TeamSecret:
    """Another objective and target, of those that are not fulfilled already."""
    if table.phase == "bellicose" or _rolling(table):
        return secret
    if secret.bellicose:
        return TeamSecret(bellicose=True)
    if table.teams[number].objective and secret.objective != conditions.MANHUNT:
        return replace(secret, hopeless=rng.random() < 0.5)
    candidates = list(_aims(table, number, secret, rng))
    rng.shuffle(candidates)
    for candidate in candidates:
        if not conditions.met(table, number, candidate):
            return candidate
    return secret


def _rolling(table: Table) -> bool:
    return any(isinstance(task, RollObjectives) for task in table.agenda)


def _aims(
    table: Table, number: int, secret: TeamSecret, rng: random.Random
) -> Iterator[TeamSecret]:
    """What the team could be after, as far as others know."""
    known = table.teams[number].objective
    if secret.objective:
        yield replace(secret, hopeless=rng.random() < 0.5)
    if known and not secret.retarget:
        return  # the target was shown with the objective, and nothing has changed it
    if not _captures(table, number):
        for objective in (known,) if known else OBJECTIVES:
            plain = TeamSecret(objective, bellicose=secret.bellicose, hopeless=rng.random() < 0.2)
            yield _hunting(table, number, plain, rng) if objective == conditions.MANHUNT else plain


def _captures(table: Table, number: int) -> bool:
    """Whether it has said already that it will capture: a choice that waits for the terrain."""
    return any(
        isinstance(task, Act)
        and isinstance(task.action, Capture)
        and table.team(task.seat) == number
        for task in table.agenda
    )


def _hunting(table: Table, number: int, plain: TeamSecret, rng: random.Random) -> TeamSecret:
    """With a target, or with one to be named, for the first time or not."""
    rivals = objectives.targets(table, number)
    muster = table.phase in MUSTER
    retarget = 0 if muster else rng.randrange(3)
    if len(rivals) > 1 and rng.random() < 0.4:
        return replace(plain, retarget=retarget, asked=True)
    target = rng.choice(rivals) if rivals else NOBODY
    return replace(plain, target=target, retarget=retarget)


# --- Answers that wait for others ---


def _other_answers(state: State, viewer: Viewer, rng: random.Random) -> tuple[Answer, ...]:
    """Other answers of other seats, and other seats that have answered; never all of them."""
    table, given = state.table, state.secrets.answers
    task = table.agenda[-1] if table.agenda else None
    if not isinstance(task, Attack):
        return given
    concerned = questions.asked(table, task)
    if len(concerned) < 2:
        return given
    controllers = {code: table.controller(table.units[code].seat) for code in concerned}
    mine = viewer.seat if isinstance(viewer, Seated) else NOBODY
    free = [
        code for code, seat in controllers.items() if seat != mine and not table.players[seat].left
    ]
    kept = [each for each in given if each.about not in free]
    chosen = rng.sample(free, rng.randint(0, len(free)))
    if len(chosen) + len(kept) == len(concerned):  # then the match would have gone on
        chosen = chosen[1:]
    return (*kept, *(Answer(code, _choice(table, task, code, rng)) for code in chosen))


def _choice(table: Table, task: Attack, code: str, rng: random.Random) -> str:
    """An answer that the unit's player may give."""
    if task.stage == "react":
        part = next(part for part in task.parts if part.target == code)
        return rng.choice(reactions(table, task, part))
    return str(rng.randint(0, dict(questions.payers(table, task))[code]))
