"""Random matches to take true states from for the test of two worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.core.contract import AnyGame
from games.core.log.replay import LogAction, Played, Thrown, carry_out
from games.core.questions import sample
from games.core.types import Chance, Decisions, Seated, Seats
from tests.games.kit import roll


@dataclass(frozen=True)
class RandomSource:
    """``states[n]`` is the state before ``log_actions[n]``; there is one more state."""

    seats: Seats
    states: tuple[Any, ...]
    log_actions: tuple[LogAction, ...]


def random_source(
    game: AnyGame,
    settings: Mapping[str, Any],
    seats: Seats,
    seed: int,
    longest: int,
    begin: Callable[[Any, Seats, random.Random], Any] | None = None,
) -> RandomSource:
    """The first log actions of a match in which sheets are unlocked now and then.

    ``begin``  makes the first state, where that is not the start of a match
    """
    rng, agreed = random.Random(seed), game.settings.model_validate(settings)
    states = [begin(agreed, seats, rng) if begin else game.setup(agreed, seats)]
    log_actions = list[LogAction]()
    while len(log_actions) < longest:
        log_action = _next(game, states[-1], rng)
        if log_action is None:
            break
        log_actions.append(log_action)
        states.append(carry_out(game, states[-1], log_action).state)
    return RandomSource(seats, tuple(states), tuple(log_actions))


def _next(game: AnyGame, state: Any, rng: random.Random) -> LogAction | None:
    pending = game.pending(state)
    if isinstance(pending, Chance):
        return Thrown(roll(pending, rng))
    if not isinstance(pending, Decisions):
        return None
    offers = [each for each in pending.open if not each.waits]
    awaited = [each for each in pending.open if each.waits]
    decision = rng.choice(offers if offers and rng.random() < 0.4 else awaited)
    options = game.options(game.view(state, Seated(decision.seat)), decision)
    return Played(decision.seat, decision.key, sample(options, rng))
