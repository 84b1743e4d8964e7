"""Self-play of Astral Sailors: how fast it goes, and for how many people a round waits."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench.measure import Figure, median
from bench.rules import chess_plies
from games import all_games
from games.core.chance import Chance, Rolled
from games.core.decisions import Decision, Decisions
from games.core.endings import Ending
from games.core.log.replay import Played, Thrown, act
from games.core.options import sample
from games.core.seats import Seated, Seats

ROUNDS = 5
SEATS = 2
PLIES = 600
MATCHES = 6
DUELS = 100

Chooser = Callable[[Any, Decision, random.Random], Any]


def the_game() -> Any:
    return next(game for game in all_games() if game.meta.id == "astral_sailors")


def by_chance(view: Any, decision: Decision, rng: random.Random) -> Any:
    return sample(the_game().options(view, decision), rng)


def by_computer(view: Any, decision: Decision, rng: random.Random) -> Any:
    return the_game().computer.choose(view, decision, rng)


def by_easy_computer(view: Any, decision: Decision, rng: random.Random) -> Any:
    return the_game().computer.choose(view, decision, rng, "easy")


@dataclass
class SelfPlay:
    """One match that plays itself. ``waits`` counts decisions that hold it up, by kind, of seats
    that are not on turn. Nobody has given orders: those hold that are in force from the
    start."""

    seed: int
    choose: Chooser
    settings: dict[str, Any] = field(default_factory=dict)
    moves: int = 0
    waits: Counter[str] = field(default_factory=Counter)

    def run(self) -> Any:
        """The last state."""
        game, rng = the_game(), random.Random(self.seed)
        preferences = {"scenery": "preset", "round_limit": 4, **self.settings}
        state = game.setup(game.settings.model_validate(preferences), Seats.alone(SEATS))
        while not isinstance(pending := game.pending(state), Ending):
            if isinstance(pending, Chance):
                faces = tuple(
                    tuple(rng.randint(1, roll.sides) for _ in range(roll.count))
                    for roll in pending.rolls
                )
                state = act(game, state, Thrown(Rolled(faces))).state
            else:
                state = self._answered(game, state, pending, rng)
        return state

    def _answered(self, game: Any, state: Any, pending: Decisions, rng: random.Random) -> Any:
        decision = rng.choice([each for each in pending.open if each.waits])
        view = game.view(state, Seated(decision.seat))
        ordered = game.standing.answer(view, decision, ())
        if ordered is not None and ordered.move is not None:
            move = ordered.move
        else:
            move = self.choose(view, decision, rng)
            if state.table.round and decision.seat != state.table.turn.seat:
                self.waits[decision.kind] += 1
        self.moves += 1
        return act(game, state, Played(decision.seat, decision.key, move)).state


def speed() -> list[Figure]:
    """Moves a second, against random plies of python-chess with all moves listed."""
    taken: dict[str, list[float]] = {"chance": [], "computer": [], "chess": []}
    ways = {"chance": by_chance, "computer": by_computer}
    SelfPlay(0, by_computer).run()
    for number in range(ROUNDS):
        for name, choose in ways.items():
            match = SelfPlay(number, choose)
            start = time.process_time()
            match.run()
            taken[name].append(match.moves / (time.process_time() - start))
        start = time.process_time()
        chess_plies(PLIES)
        taken["chess"].append(PLIES / (time.process_time() - start))
    reference = median(taken["chess"])
    return [
        Figure(
            f"Self-play of Astral Sailors: {what}, against random plies of python-chess",
            median(taken[name]),
            reference,
            "moves/s",
            median(taken[name]) / reference,
            limit=limit,
            at_least=True,
            note="2 seats, dice, views, options, state",
        )
        for name, what, limit in (
            ("chance", "random legal moves", 1 / 80),
            ("computer", "computer players", 1 / 200),
        )
    ]


def waits(**settings: Any) -> float:
    """Times a round that the match waits for a seat that is not on turn."""
    held = rounds = 0
    for seed in range(MATCHES):
        match = SelfPlay(seed, by_computer, settings)
        rounds += match.run().table.round
        held += match.waits.total()
    return held / rounds


def pace() -> list[Figure]:
    """Waiting for people not on turn: with standing orders, against a match that always asks."""
    with_orders, without = waits(), waits(reactions="ask")
    return [
        Figure(
            "Pace of Astral Sailors: waits a round for a seat not on turn, with the standing "
            "orders that hold from the start, against always asking",
            with_orders,
            without,
            "waits",
            with_orders / without,
            limit=0.1,
            goal=0,
            note="computer players, 2 seats",
        )
    ]


def strength() -> list[Figure]:
    """Matches that a normal computer player wins against the weaker ones."""
    return [
        Figure(
            f"Computer player of Astral Sailors: matches won by a normal one against {what}",
            won := wins(by_computer, other),
            DUELS,
            "matches",
            won / DUELS,
            limit=limit,
            goal=goal,
            at_least=True,
            note="ready-made scenery, all other options as they are",
        )
        for what, other, limit, goal in (
            ("random legal moves", by_chance, 0.95, 0.99),
            ("an easy one", by_easy_computer, 0.7, None),
        )
    ]


def wins(one: Chooser, other: Chooser) -> int:
    """How many matches ``one`` wins, now in the first seat, now in the second."""
    won = 0
    for seed in range(DUELS):
        own = seed % 2

        def choose(view: Any, decision: Decision, rng: random.Random, own: int = own) -> Any:
            return (one if decision.seat == own else other)(view, decision, rng)

        ending = the_game().pending(SelfPlay(seed, choose, {"round_limit": 20}).run())
        won += [int(seat) for seat in ending.winners] == [own]
    return won


def self_play() -> list[Figure]:
    """Speed: random plies of python-chess with all moves listed, the same as above: another
    game, and so only a measure of the machine. Pace: the same computer players with reactions
    that always ask: what people wait for without standing orders. Strength: random legal moves,
    which is the weakest that a player can be, and the level below; 1 would be to win every match.
    """
    return [*speed(), *pace(), *strength()]
