"""Measuring CPU time so that two ways of doing something can be compared fairly."""

from __future__ import annotations

import gc
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    ``ours`` and ``reference`` are in ``unit``; ``ratio`` is what the goal is
    about; it must be at most ``limit`` (or at least, if ``at_least``).
    """

    name: str
    ours: float
    reference: float
    unit: str
    ratio: float
    limit: float | None = None
    goal: float | None = None
    at_least: bool = False
    note: str = ""

    def meets(self, bound: float | None) -> bool | None:
        if bound is None:
            return None
        return self.ratio >= bound if self.at_least else self.ratio <= bound


def interleaved(
    cases: Mapping[str, Callable[[], object]],
    rounds: int = 9,
    spent: Callable[[], float] = time.process_time,
) -> Mapping[str, list[float]]:
    """CPU seconds (all threads of this process, or what ``spent`` tells) of each case in each
    round.

    One unmeasured round first; then all cases in turn, so that a slow moment of
    the machine hits them alike.
    """
    for case in cases.values():
        case()
    taken: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            gc.collect()
            start = spent()
            case()
            taken[name].append(spent() - start)
    return taken


def median(values: list[float]) -> float:
    return statistics.median(values)


@contextmanager
def one_cpu() -> Iterator[None]:
    """Pin this process to one CPU: hops between threads then cost what they cost
    on a busy machine, and not the time it takes to wake an idle one."""
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)
