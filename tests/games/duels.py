"""Matches between players of any kind: computer players, chance, and others for comparison."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from games import all_games
from games.core.chance import Chance
from games.core.computer import USUAL, Level
from games.core.contract import AnyGame
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.events import Event
from games.core.log.replay import Played, Thrown, act
from games.core.options import sample
from games.core.seats import Seated
from tests.games.kit import roll

Chooser: TypeAlias = Callable[[Any, Decision, random.Random], Any]
"""The move of a player: from the view of a seat, and what it decides."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A state with the events that led to it, and what is decided next: ``None`` before dice and
    at the end."""

    state: Any
    events: tuple[Event, ...]
    decision: Decision | None


def game_of(game_id: str) -> Any:
    return next(game for game in all_games() if game.meta.id == game_id)


def by_chance(game: AnyGame) -> Chooser:
    return lambda view, decision, rng: sample(game.options(view, decision), rng)


def by_computer(game: AnyGame, level: Level = USUAL) -> Chooser:
    assert game.computer is not None
    return partial(game.computer.choose, level=level)


def course(game: AnyGame, state: Any, choose: Chooser, rng: random.Random) -> Iterator[Moment]:
    """A match from a state to its end. Standing orders are those that hold from the start."""
    events: tuple[Event, ...] = ()
    while not isinstance(pending := game.pending(state), Ending):
        if isinstance(pending, Chance):
            yield Moment(state, events, None)
            step = act(game, state, Thrown(roll(pending, rng)))
        else:
            decision = _awaited(pending, rng)
            yield Moment(state, events, decision)
            move = _answer(game, game.view(state, Seated(decision.seat)), decision, choose, rng)
            step = act(game, state, Played(decision.seat, decision.key, move))
        state, events = step.state, step.events
    yield Moment(state, events, None)


def _awaited(pending: Decisions, rng: random.Random) -> Decision:
    return rng.choice([decision for decision in pending.open if decision.waits])


def _answer(
    game: AnyGame, view: Any, decision: Decision, choose: Chooser, rng: random.Random
) -> Any:
    ordered = game.standing.answer(view, decision, ()) if game.standing else None
    if ordered is not None and ordered.move is not None:
        return ordered.move
    return choose(view, decision, rng)


def duel(game: AnyGame, state: Any, players: Sequence[Chooser], rng: random.Random) -> Ending:
    """The end of a match; ``players`` are by seat."""

    def choose(view: Any, decision: Decision, rng: random.Random) -> Any:
        return players[decision.seat](view, decision, rng)

    *_, last = course(game, state, choose, rng)
    ending = game.pending(last.state)
    assert isinstance(ending, Ending)
    return ending
