"""Matches to take true states from for the test of two worlds: short, and of every kind."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.game import AstralSailors
from games.astral_sailors.notation import Aim
from games.astral_sailors.rules.turns.activation import Melee, Shoot
from games.astral_sailors.state import State
from games.astral_sailors.tasks import Action
from games.astral_sailors.tools import SailorsPosition
from games.core.log.replay import LogAction, Played, Thrown, carry_out
from games.core.questions import sample
from games.core.types import Chance, Decision, Decisions, Seated, Seats
from tests.games.kit import roll

GAME = AstralSailors()

QUICK: Mapping[str, Any] = {"scenery": "preset", "round_limit": 2}
CLOSED: Mapping[str, Any] = {**QUICK, "open_armies": False}
ROLES: Mapping[str, Any] = {**QUICK, "bellicose_public": False}

PLANS: Sequence[tuple[tuple[int, ...], Mapping[str, Any]]] = (
    ((0, 1), QUICK),
    ((0, 1, 2), CLOSED),
    ((0, 1, 2, 3), {**CLOSED, "bellicose_public": False, "round_limit": 1}),
    ((0, 0, 1, 1), {**QUICK, "reactions": "ask", "round_limit": 1}),
    ((0, 1, 2), {**ROLES, "scenery": "alternate", "round_limit": 1}),
    ((0, 1, 1), {**CLOSED, "commanders": 2, "army_size": 150}),
    ((0, 1, 2), {**QUICK, "saved_ap": "carry", "start_pool": 30, "glory": "any"}),
    ((0, 0, 1, 2), {**CLOSED, "start_pool": 20, "round_limit": 1}),
)
"""Teams by seat, and settings."""

OTHERS_TEAMS: Mapping[str, Any] = {
    "teams": [1, 1, 1],
    "objectives": {"A": 4, "B": 3, "C": 1},
    "targets": {"B": "C"},
    "pools": {"R": 12, "B": 15, "G": 9},
    "settings": {"round_limit": 2, "open_armies": False},
}
"""Three teams in the middle of a match with closed armies."""

FIGHTS: Sequence[tuple[Mapping[str, Any], Action]] = (
    (  # shots at three wardens of two seats, who may take cover; some of the Reserve is unseen
        {
            **OTHERS_TEAMS,
            "units": {
                "R1": "EX1 C4 S",
                "R2": "GU6 K13 N",
                "R3": "EX3 D6 S",
                "R4": "CV1",
                "R5": "EX5",
                "B1": "EX4 J10 S",
                "B2": "EX4 L10 S",
                "B3": "GU1 N3 S",
                "B4": "GU3",
                "G1": "EX4 K10 S",
                "G2": "GU1 T15 W",
                "G3": "GU5",
                "G4": "CV3",
            },
            "turn": "R",
        },
        Shoot("R2", (Aim("B1", 1), Aim("G1", 1), Aim("B2", 1))),
    ),
    (  # a Commander is seized, and its captor's other objective with it
        {
            **OTHERS_TEAMS,
            "units": {
                "R1": "EX1 C4 S",
                "R2": "GU6 K13 N",
                "R3": "EX4 H8 N",
                "B1": "MC3 K9 S",
                "B2": "GU4 H9 N",
                "B3": "GU1 N3 S",
                "B4": "GU3",
                "G1": {"kind": "GU1", "at": "K10", "facing": "S", "lost": 1},
                "G2": "CV3",
                "G3": "GU5",
            },
            "turn": "B",
        },
        Melee("B2", (Aim("R3", 3),)),
    ),
    (  # both sides of a fight strike, so that both are asked who pays
        {
            "teams": [1, 2],
            "objectives": {"A": 3, "B": 3},
            "targets": {"A": "B", "B": "A"},
            "pools": {"R": 30, "B": 30, "G": 30},
            "settings": {"round_limit": 2, "reactions": "ask"},
            "units": {
                "R1": "GU1 C4 S",
                "R2": "GU4 H9 N",
                "R3": "CV1",
                "B1": "EX4 H8 S",
                "B2": "EX1 T3 S",
                "G1": "EX4 G8 S",
                "G2": "EX2 T15 W",
            },
            "turn": "R",
        },
        Melee("R2", (Aim("B1", 3),)),
    ),
)
"""Positions as ``tools`` reads them, with teams and settings, and the deed that they begin with."""

LONGEST = 260
"""Deeds of a match that are looked at."""


@dataclass(frozen=True)
class Source:
    """``states[n]`` is the state before ``deeds[n]``; there is one more state than deeds."""

    seats: Seats
    states: tuple[State, ...]
    log_actions: tuple[LogAction, ...]


def source(seed: int) -> Source:
    """A match by computer players with a random move now and then; every fourth is a fight that
    begins in the middle, with answers that wait for others."""
    rng = random.Random(seed)
    if seed % 4 == 3:
        file, first = FIGHTS[seed // 4 % len(FIGHTS)]
        teams = tuple(number for number, count in enumerate(file["teams"]) for _ in range(count))
        own = {key: file[key] for key in file if key not in ("teams", "settings")}
        settings = Agreement.model_validate(file.get("settings", {}))
        start = SailorsPosition.model_validate(own).state(settings, Seats(teams))
        log_action = _first(start, first)
        return _played(start, Seats(teams), rng, LONGEST // 4, erring=0.6, first=log_action)
    teams, agreed = PLANS[(seed - seed // 4) % len(PLANS)]
    start = GAME.setup(Agreement.model_validate(agreed), Seats(teams))
    return _played(start, Seats(teams), rng, LONGEST, erring=0.1)


def _played(
    start: State,
    seats: Seats,
    rng: random.Random,
    most: int,
    *,
    erring: float,
    first: LogAction | None = None,
) -> Source:
    states, log_actions = [start], list[LogAction]()
    while len(log_actions) < most:
        log_action = first if first and not log_actions else _next(states[-1], rng, erring)
        if log_action is None:
            break
        log_actions.append(log_action)
        states.append(carry_out(GAME, states[-1], log_action).state)
    return Source(seats, tuple(states), tuple(log_actions))


def _first(start: State, move: Action) -> LogAction:
    pending = GAME.pending(start)
    assert isinstance(pending, Decisions)
    (turn,) = (each for each in pending.open if each.waits)
    return Played(turn.seat, turn.key, move)


def _next(state: State, rng: random.Random, erring: float) -> LogAction | None:
    pending = GAME.pending(state)
    if isinstance(pending, Chance):
        return Thrown(roll(pending, rng))
    if not isinstance(pending, Decisions):
        return None
    offers = [each for each in pending.open if not each.waits]
    if offers and rng.random() < 0.008:
        return _random(state, rng.choice(offers), rng)
    decision = rng.choice([each for each in pending.open if each.waits])
    hidden = state.table.phase in ("bellicose", "muster")
    if rng.random() < (0.5 if hidden else erring):
        return _random(state, decision, rng)
    view = GAME.view(state, Seated(decision.seat))
    assert GAME.computer is not None
    move = GAME.computer.choose(view, decision, rng)
    if move is None:  # it waits for the target of its team
        return _next(state, rng, erring)
    return Played(decision.seat, decision.key, move)


def _random(state: State, decision: Decision, rng: random.Random) -> Played:
    options = GAME.options(GAME.view(state, Seated(decision.seat)), decision)
    return Played(decision.seat, decision.key, sample(options, rng))
