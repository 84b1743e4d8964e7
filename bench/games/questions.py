"""Suggestions and first questions of Astral Sailors at the largest positions that were found."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from typing import Any

from bench.measure import Figure
from games import all_games
from games.core.options import complete
from games.core.seats import Seat, Seated
from tests.games.astral_sailors.crowded import reinforcing

ROUNDS = 5
MOST = 50.0
"""Milliseconds."""
AT_ONCE = 10
"""First questions of a round."""


def questions() -> list[Figure]:
    """No other bot asks this, so the reference is what may be: 50 ms on the event loop, in
    which everybody else waits, at the 99th of 100. The positions are the slowest of hundreds
    that were tried: eight teams on the largest board, one of which brings Silent units, which
    may come in wherever no enemy sees them; once with a free border and once with none. Each
    time a view is made anew, as after a move; all suggestions for what has been typed are
    worked out. Processor time of the one thread.
    """
    suggested: list[float] = []
    first: list[float] = []
    for _ in range(ROUNDS):
        for walled in (False, True):
            first += _first(walled)
            suggested += _suggested(walled)
    return [
        Figure(
            f"{what} of eight teams that reinforce with Silent units: 99 of 100 take less",
            slow,
            MOST,
            "ms",
            slow / MOST,
            limit=1,
            note=f"median {statistics.median(taken):.3g} ms, longest {max(taken):.3g} ms",
        )
        for what, taken in (("Autocomplete", suggested), ("First question", first))
        for slow in (statistics.quantiles(taken, n=100, method="inclusive")[98],)
    ]


def _options(walled: bool) -> Any:
    game: Any = next(game for game in all_games() if game.meta.id == "astral_sailors")
    state = reinforcing(walled=walled)
    decision = next(each for each in game.pending(state).open if each.seat == 0)
    return game.options(game.view(state, Seated(Seat(0))), decision)


def _first(walled: bool) -> Iterator[float]:
    for _ in range(AT_ONCE):
        options = _options(walled)
        start = time.thread_time()
        options.question(())
        yield (time.thread_time() - start) * 1e3


def _suggested(walled: bool) -> Iterator[float]:
    """For nothing, for the beginning of all, and for each unit that is offered then."""
    offered = ["".join(each.text.split()) for each in complete(_options(walled), "")]
    for typed in ("", "BRING", *offered):
        options = _options(walled)
        start = time.thread_time()
        list(complete(options, typed))
        yield (time.thread_time() - start) * 1e3
