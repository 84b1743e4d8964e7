"""``selfplay``: random legal matches."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from time import perf_counter
from typing import Any

from games.core.contract import AnyGame
from games.core.log.replay import LogAction, Played, Thrown, carry_out
from games.core.questions import sample
from games.core.settings import Settings
from games.core.types import REFEREE, Chance, Ending, Rolled, Seated, Seats


def selfplay(game: AnyGame, settings: Settings, seats: Seats, seed: int, matches: int) -> None:
    """Print length and result of every match, then what they come to."""
    lengths, results = list[int](), Counter[str]()
    started = perf_counter()
    for number in range(1, matches + 1):
        rng = random.Random(f"{seed}/{number}")
        state, moves = game.setup(settings, seats), 0
        while (log_action := random_action(game, state, rng)) is not None:
            state = carry_out(game, state, log_action).state
            moves += isinstance(log_action, Played)
        ending = game.pending(state)
        assert isinstance(ending, Ending)
        view = game.view(state, REFEREE)
        print(f"{number:>4}  {moves:>4} moves  {game.words.ending(view, ending)}")
        lengths.append(moves)
        winners = " and ".join(game.words.seat(view, seat) for seat in ending.winners)
        results[winners or "draw"] += 1
    seconds = perf_counter() - started
    print(
        f"length: mean {statistics.mean(lengths):.1f}, median {statistics.median(lengths):g}, "
        f"shortest {min(lengths)}, longest {max(lengths)}"
    )
    print("won: " + ", ".join(f"{name} {times}" for name, times in sorted(results.items())))
    print(f"speed: {sum(lengths) / seconds:.0f} moves a second")


def random_action(game: AnyGame, state: Any, rng: random.Random) -> LogAction | None:
    """A random answer to a decision that the match waits for, or dice; ``None`` at the end."""
    pending = game.pending(state)
    if isinstance(pending, Ending):
        return None
    if isinstance(pending, Chance):
        return Thrown(
            Rolled(
                tuple(
                    tuple(rng.randint(1, roll.sides) for _ in range(roll.count))
                    for roll in pending.rolls
                )
            )
        )
    decision = rng.choice([decision for decision in pending.open if decision.waits])
    options = game.options(game.view(state, Seated(decision.seat)), decision)
    return Played(decision.seat, decision.key, sample(options, rng))
