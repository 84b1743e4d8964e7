"""``perft``: how many sequences of legal moves there are."""

from __future__ import annotations

from typing import Any

from games.cli.faults import Fault
from games.core.contract import AnyGame
from games.core.log.position_files import tools_of
from games.core.types import Decisions, Ending, Seated


def perft(game: AnyGame, state: Any, depth: int, *, public: bool) -> None:
    """Print the number of sequences of 1, 2, … ``depth`` moves, a line each; ``public`` counts
    only through the contract."""
    quick = None if public else tools_of(game).count
    for moves in range(1, depth + 1):
        fast = quick(state, moves) if quick else None
        print(moves, count(game, state, moves) if fast is None else fast, flush=True)


def count(game: AnyGame, state: Any, depth: int) -> int:
    """Count sequences of exactly ``depth`` moves through the contract.

    Where several seats have to answer, they answer in the order in which they
    are asked. Offers are not taken up.
    """
    pending = game.pending(state)
    if isinstance(pending, Ending):
        return 0
    if not isinstance(pending, Decisions):
        raise Fault("perft cannot count games with dice")
    decision = next(decision for decision in pending.open if decision.waits)
    options = game.options(game.view(state, Seated(decision.seat)), decision)
    if depth == 1:
        return sum(1 for _ in options)
    return sum(
        count(game, game.apply(state, decision.seat, decision, move).state, depth - 1)
        for move in options
    )
