"""Other states that a viewer could not tell from the true one: for the tests that nothing leaks."""

from __future__ import annotations

import random
from dataclasses import replace

from games.astral_sailors.state import Answer, Draft, Secrets, State, TeamSecret
from games.astral_sailors.table import NOBODY, Table
from games.core.seats import Referee, Seated, Viewer

MANHUNT = 3
OBJECTIVES = range(1, 7)


def reimagine(state: State, viewer: Viewer, rng: random.Random) -> State:
    """The same table, with other secrets of those who are not in the viewer's team."""
    if isinstance(viewer, Referee) or state.table.result is not None:
        return state
    table = state.table
    own = table.team(viewer.seat) if isinstance(viewer, Seated) else NOBODY
    teams = tuple(
        secret if number == own else _other_secret(state, number, rng)
        for number, secret in enumerate(state.secrets.teams)
    )
    drafts = tuple(
        draft if table.team(seat) == own else _other_draft(state, seat, rng)
        for seat, draft in enumerate(state.secrets.drafts)
    )
    if table.phase == "muster" and all(draft.locked for draft in drafts):
        drafts = _one_open(table, drafts, own, rng)
    answers = tuple(_other_answer(table, answer, viewer, rng) for answer in state.secrets.answers)
    return State(table, Secrets(teams, drafts, answers))


def _other_secret(state: State, number: int, rng: random.Random) -> TeamSecret:
    """Another objective, of those that the team does not fulfil already, and its target."""
    from games.astral_sailors.rules import objectives  # the rules do not need this module

    table, secret = state.table, state.secrets.teams[number]
    if table.phase == "bellicose":
        yes = None if secret.bellicose is None else rng.random() < 0.5
        return replace(secret, bellicose=yes)
    if not secret.objective or table.teams[number].objective:
        return secret
    candidates = [_with(table, secret, number, each, rng) for each in OBJECTIVES]
    possible = [
        other
        for other in candidates
        if not objectives.fulfilled(table, state.secrets.with_team(number, other), number)
    ]
    return rng.choice(possible) if possible else secret


def _with(
    table: Table, secret: TeamSecret, number: int, objective: int, rng: random.Random
) -> TeamSecret:
    target, asked = NOBODY, False
    if objective == MANHUNT:
        others = [team for team in range(len(table.teams)) if team != number]
        asked = table.phase == "muster" and rng.random() < 0.5
        target = NOBODY if asked else rng.choice(others)
    return replace(secret, objective=objective, target=target, asked=asked, retarget=0)


def _other_draft(state: State, seat: int, rng: random.Random) -> Draft:
    """Another army in the making; once armies are known there is nothing left to imagine."""
    draft = state.secrets.drafts[seat]
    if state.table.phase not in ("bellicose", "muster"):
        return draft
    table = state.table
    ready = [
        each.units
        for each in table.catalogue.lists.values()
        if each.size <= table.agreement.army_size
    ]
    units = rng.choice([draft.units, (), *ready]) if table.phase == "muster" else draft.units
    legal = units in ready and table.agreement.commanders == 1
    return Draft(units, locked=legal and rng.random() < 0.5, edits=draft.edits + rng.randrange(3))


def _one_open(
    table: Table, drafts: tuple[Draft, ...], own: int, rng: random.Random
) -> tuple[Draft, ...]:
    """Somebody must still be at it, or the match would have gone on."""
    others = [seat for seat in range(len(drafts)) if table.team(seat) != own]
    seat = rng.choice(others)
    opened = replace(drafts[seat], locked=False)
    return (*drafts[:seat], opened, *drafts[seat + 1 :])


def _other_answer(table: Table, answer: Answer, viewer: Viewer, rng: random.Random) -> Answer:
    """Another of the answers that were possible, unless the viewer gave it."""
    owner = table.controller(table.units[answer.about].seat)
    if isinstance(viewer, Seated) and viewer.seat == owner:
        return answer
    if answer.choice.isdecimal():
        return replace(answer, choice=str(rng.randint(0, int(answer.choice))))
    return replace(answer, choice=rng.choice((answer.choice, "none")))
