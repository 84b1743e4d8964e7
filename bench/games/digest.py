"""What a computer's turn comes to, against telling every event of it."""

from __future__ import annotations

import random
from typing import Any

from bench.games.self_play import SAILORS, opening
from bench.measure import Figure, interleaved, median
from games.core.seats import SPECTATOR
from tests.games.duels import by_computer, course

TURNS, AGAIN = 10, 80


def digest() -> list[Figure]:
    """Before there were digests, a panel told every event of a turn in a sentence of its own: that
    is the reference. Ours adds the same events up, for a spectator, over the first turns of a
    match of Astral Sailors between computer players.
    """
    words, spans = SAILORS.words, turns()
    taken = interleaved(
        {
            "ours": lambda: [
                words.digest(*span, SPECTATOR) for _ in range(AGAIN) for span in spans
            ],
            "told": lambda: [
                words.tell(event) for _ in range(AGAIN) for _, events in spans for event in events
            ],
        }
    )
    ours, told = (median(taken[name]) * 1e6 / AGAIN / len(spans) for name in ("ours", "told"))
    longest = max(len(events) for _, events in spans)
    name = "Digest of a turn of Astral Sailors"
    note = f"up to {longest} events"
    return [Figure(name, ours, told, "µs", ours / told, limit=2, goal=1, note=note)]


def turns() -> list[tuple[Any, tuple[Any, ...]]]:
    """Views with the events of the turn before."""
    spans: list[tuple[Any, tuple[Any, ...]]] = []
    events: list[Any] = []
    owner: int | None = None
    start = opening(SAILORS, SAILORS.meta.first_match)
    for moment in course(SAILORS, start, by_computer(SAILORS), random.Random(3)):
        events += (event for event in moment.events if event.visible_to(SPECTATOR))
        decision = moment.decision
        if decision and decision.kind == "activate" and decision.seat != owner:
            spans.append((SAILORS.view(moment.state, SPECTATOR), tuple(events)))
            owner, events = decision.seat, []
        if len(spans) == TURNS:
            break
    return spans
