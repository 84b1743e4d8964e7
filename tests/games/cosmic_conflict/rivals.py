"""Players of Cosmic Conflict to measure the computer player by."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, Final

from games.core.decisions import Decision
from games.core.endings import Ending
from games.core.seats import Seat, Seats
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.computer import COMPUTER
from games.cosmic_conflict.game import GAME
from games.cosmic_conflict.meta import PRESETS
from games.cosmic_conflict.view import View
from tests.games.duels import Chooser, duel

SETTINGS: Final = (
    PRESETS["standard"],
    PRESETS["quick"],
    {"scenario": "contested_marks"},
    {"scenario": "open"},
)
MEETINGS: Final = tuple(product(SETTINGS, (0, 1)))
"""Settings and own seat."""


def met(number: int, player: Chooser, rival: Chooser) -> tuple[Seat, Ending]:
    """The player's seat and the end of a match: numbers in a row go through both presets, the other
    scenarios, and seats."""
    chosen, own = MEETINGS[number % len(MEETINGS)]
    players = (player, rival) if own == 0 else (rival, player)
    settings = GAME.settings.model_validate(dict(chosen))
    state = GAME.setup(settings, Seats.alone(2))
    return Seat(own), duel(GAME, state, players, random.Random(number))


def won(number: int, player: Chooser, rival: Chooser) -> bool:
    seat, ending = met(number, player, rival)
    return ending.winners == (seat,)


def without_orders(view: View, decision: Decision, rng: random.Random) -> Any:
    """A normal computer player whose ships all get Tokens."""
    if decision.kind == "orders":
        return m.Lock()
    return COMPUTER.choose(view, decision, rng)
