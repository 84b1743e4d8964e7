"""Positions of Astralis that show everything a picture can show."""

from __future__ import annotations

import random
from functools import cache

from games.astralis.agreement import Agreement
from games.astralis.game import GAME
from games.astralis.moves import Turn
from games.astralis.moves.transitions import arranged, opening, take_turn
from games.astralis.state import State
from games.astralis.view import AstralisView
from games.core.types import SPECTATOR, Decisions

W32 = (
    "A3", "M8", "A3-C3+B2", "M8-I4+J5", "C3-E5+D4", "I4-F4+G5", "E5-L12+M12", "F4-J8+I7",
    "L12-L8+K8", "J8-L10+M10", "L8-E8+E7", "L10-J8+J9", "E8-A4+A3", "J8-C8+C7", "A4-F9+F10",
    "C8-F8+G8", "F9-G10+H10", "F8-F2+F1", "G10-A4+B5", "F2-E2+F3", "A4-I12+J12", "E2-D2+C1",
    "I12-I13+H12", "D2-H2+I3", "I13-G13+F12", "H2-K5+L6", "G13-A7+B8", "K5-M7+M8", "A7-C9+D9",
    "M7-F7+F6", "C9-C5", "F7-K12+K11",
)  # fmt: skip
"""The complete game of the canon on hexhex7, from the placing of the ships."""


def seen(state: State) -> AstralisView:
    return GAME.view(state, SPECTATOR)


@cache
def complete_game() -> tuple[AstralisView, ...]:
    """What is seen before each move of W32 and at its end."""
    state = opening(Agreement(size=7))
    views = [seen(state)]
    for text in W32:
        state = played(state, text)
        views.append(seen(state))
    return tuple(views)


def played(state: State, text: str) -> State:
    """The state after a move of the seat that must decide."""
    pending = GAME.pending(state)
    assert isinstance(pending, Decisions)
    decision = next(decision for decision in pending.open if decision.waits)
    move = GAME.read(seen(state), decision, text)
    return GAME.apply(state, decision.seat, decision, move).state


def random_views(size: int, seed: int, turns: int) -> list[AstralisView]:
    """What is seen along a random game in which everybody plants when possible."""
    rng = random.Random(seed)
    state = opening(Agreement(size=size))
    views = [seen(state)]
    for _ in range(turns):
        pending = GAME.pending(state)
        if not isinstance(pending, Decisions):
            break
        decision = pending.open[0]
        moves = list(GAME.options(seen(state), decision))
        planting = [move for move in moves if isinstance(move, Turn) and move.plant]
        state = GAME.apply(state, decision.seat, decision, rng.choice(planting or moves)).state
        views.append(seen(state))
    return views


def bonus_waits() -> AstralisView:
    """W17: Yellow has closed a ring around Cyan's ship on H8."""
    state = arranged(Agreement(size=8), (["I7", "I10"], []), ("B3", "H8"))
    return seen(take_turn(state, Turn("B3", "E6", "F7")).state)


def beneath_a_ship() -> AstralisView:
    """W18 (d): the planet comes at once, beneath the ship."""
    agreement = Agreement(size=8, bonus_under_ship="immediate")
    state = arranged(agreement, (["I7", "I10"], []), ("B3", "H8"))
    return seen(take_turn(state, Turn("B3", "E6", "F7")).state)


def threatened() -> AstralisView:
    """Both sides could win bonus planets and extract."""
    return random_views(8, 5, 22)[-1]
