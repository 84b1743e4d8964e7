"""Players of A Galaxy Aflame to measure the computer player by."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

from games.core.decisions import Decision
from games.core.endings import Ending
from games.core.options import sample
from games.core.seats import Seat, Seats
from games.galaxy_aflame import moves as m
from games.galaxy_aflame.game import GAME
from games.galaxy_aflame.rules import shooting
from games.galaxy_aflame.table import other
from games.galaxy_aflame.verbs import NOTATION
from games.galaxy_aflame.view import Asked, View
from tests.games.duels import Chooser, duel

LAYOUTS = ("open_basin", "ruined_quarter", "salt_trenches")
ARMIES = ("aquanaratta", "halcyon")
MEETINGS = tuple(product(LAYOUTS, (0, 1), ARMIES, ARMIES))
"""Layout, own seat, own army, and that of the other."""


def met(number: int, player: Chooser, rival: Chooser) -> tuple[Seat, Ending]:
    """The player's seat and the end of a match: numbers in a row go through layouts, seats and
    armies."""
    layout, own, *armies = MEETINGS[number % len(MEETINGS)]
    pair = [of(army, each) for army, each in zip(armies, (player, rival), strict=True)]
    players = pair if own == 0 else pair[::-1]
    state = GAME.setup(GAME.settings.model_validate({"layout": layout}), Seats.alone(2))
    return Seat(own), duel(GAME, state, players, random.Random(number))


def won(number: int, player: Chooser, rival: Chooser) -> bool:
    seat, ending = met(number, player, rival)
    return ending.winners == (seat,)


def of(army: str, player: Chooser) -> Chooser:
    """The player with an army."""

    def choose(view: View, decision: Decision, rng: random.Random) -> Any:
        return m.ChooseArmy(army) if decision.kind == "army" else player(view, decision, rng)

    return choose


def shooter(view: View, decision: Decision, rng: random.Random) -> Any:
    """One that shoots at random whenever it can, and else moves at random."""
    asked = Asked(view, decision)
    if decision.kind == "turn" and (shots := _shots(asked)):
        return rng.choice(shots)
    return sample(GAME.options(view, decision), rng)


def _shots(asked: Asked) -> list[m.Shoot]:
    table, seat = asked.view.table, asked.decision.seat
    tried = [
        m.Shoot(unit.code, target.code, suppress)
        for unit in table.on_table(seat)
        for target in table.on_table(other(seat))
        for suppress in (False, True)
        if unit.at is not None and shooting.is_target(table, unit, target, unit.at)
    ]
    return [move for move in tried if NOTATION.refusal(asked, move) is None]
