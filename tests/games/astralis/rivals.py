"""Players of Astralis to measure the computer player by."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from games.astralis.board import name
from games.astralis.game import GAME
from games.astralis.moves import Turn
from games.astralis.rules.turn import play, turns
from games.astralis.view import AstralisView
from games.core.decisions import Decision
from games.core.seats import Seats
from tests.games.duels import Chooser, by_chance, duel

RANDOM_PLIES = 2


def won(number: int, player: Chooser, rival: Chooser, settings: Mapping[str, Any]) -> bool:
    """Whether a player wins the match of a number against a rival.

    Matches in a row are pairs with exchanged sides and the same opening: both ships and two turns
    at random.
    """
    opening, chance = random.Random(number // 2), by_chance(GAME)

    def opened(choose: Chooser) -> Chooser:
        def opens(view: AstralisView, decision: Decision, rng: random.Random) -> Any:
            if view.turn <= RANDOM_PLIES:
                return chance(view, decision, opening)
            return choose(view, decision, rng)

        return opens

    own = number % 2
    players = [opened(player), opened(rival)][:: -1 if own else 1]
    state = GAME.setup(GAME.settings.model_validate(dict(settings)), Seats.alone(2))
    return duel(GAME, state, players, random.Random(number)).winners == (own,)


def greedy(view: AstralisView, decision: Decision, rng: random.Random) -> Any:
    """One that takes the largest gain at once, and flies anywhere where there is none."""
    if decision.kind != "turn":
        return by_chance(GAME)(view, decision, rng)
    board, at = view.board, view.position(view.to_move)

    def lead(turn: tuple[int, int | None]) -> tuple[int, float]:
        theirs, mine = view.points(play(board, at, *turn).position)
        return mine - theirs, rng.random()

    to, plant = max(turns(board, at), key=lead)
    return Turn(name(at.ship), name(to), None if plant is None else name(plant))
