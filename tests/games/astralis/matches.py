"""Random matches of Astralis, turn by turn."""

from __future__ import annotations

import random
from dataclasses import dataclass

from games.astralis.agreement import Agreement
from games.astralis.board import board_of, names
from games.astralis.moves import Turn
from games.astralis.moves.transitions import AstralisStep, place, take_turn
from games.astralis.rules.setup import starts
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.variants import variant_of
from games.astralis.view import LastTurn
from games.astralis.words.choice_notes import gain
from tests.games.astralis.positions import turns, view


@dataclass(frozen=True)
class Moment:
    """One turn of a match: the state before, the turn, and what it led to."""

    before: State
    turn: Turn
    step: AstralisStep

    @property
    def after(self) -> State:
        return self.step.state

    @property
    def last(self) -> LastTurn:
        assert self.after.last is not None
        return self.after.last


@dataclass(frozen=True)
class Manner:
    """How a side plays: how often it plants, and how often it takes the best turn."""

    planting: float = 0.75
    greed: float = 0.25


BUILDER, WANDERER = Manner(1.0, 0.6), Manner(0.1, 0.0)


def random_match(
    agreement: Agreement,
    seed: int,
    longest: int = 160,
    manners: tuple[Manner, Manner] = (Manner(), Manner()),
) -> list[Moment]:
    """A match of at most ``longest`` turns by chance, in the manner of each side."""
    rng = random.Random(seed)
    state = variant_of(agreement).opening(agreement)
    for side in Side:
        state = place(state, rng.choice(names(starts(board_of(agreement.size), side)))).state
    moments: list[Moment] = []
    while state.phase == "playing" and len(moments) < longest:
        turn = _chosen(state, manners[state.to_move], rng)
        moments.append(Moment(state, turn, take_turn(state, turn)))
        state = moments[-1].after
    return moments


def _chosen(state: State, manner: Manner, rng: random.Random) -> Turn:
    legal = turns(state)
    planting = [turn for turn in legal if turn.plant is not None]
    if not planting or rng.random() >= manner.planting:
        return rng.choice([turn for turn in legal if turn.plant is None])
    if rng.random() >= manner.greed:
        return rng.choice(planting)
    seen, at, hex_of = view(state), state.position(state.to_move), state.board.hex_of
    return max(
        planting, key=lambda turn: gain(seen, at, hex_of[turn.to], hex_of[turn.plant or ""]).lead
    )
