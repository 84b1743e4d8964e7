"""Figures, and processor time taken so that two ways of doing something are compared fairly."""

from __future__ import annotations

import asyncio
import gc
import os
import statistics
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table: ``ours`` against ``reference``, both in ``unit``.

    Their ratio must be at most ``limit`` (or at least, if ``at_least``).
    """

    name: str
    ours: float
    reference: float
    unit: str = "ms"
    limit: float | None = None
    goal: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.ours / self.reference

    def meets(self, bound: float | None) -> bool | None:
        if bound is None:
            return None
        return self.ratio >= bound if self.at_least else self.ratio <= bound


ROWS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("rows.toml").read_text(encoding="utf-8")
)
"""What the rows of the table say, and their bounds."""


def figure(key: str, ours: float, reference: float | None = None, **told: Any) -> Figure:
    """The row with this key, its texts filled with what is told; a ``limit`` may be told too."""
    row = {"note": "", "limit": told.pop("limit", None), **ROWS[key]}
    texts = {each: row.pop(each).format(**told) for each in ("name", "note")}
    bounds = {
        each: float(Fraction(str(row.pop(each))))
        for each in ("limit", "goal")
        if row.get(each) is not None
    }
    found = row.pop("reference", reference)
    return Figure(**texts, ours=ours, reference=found, **{**row, **bounds})


def measure(
    cases: Mapping[str, Callable[[], object]],
    rounds: int = 9,
    each: float = 1,
    spent: Callable[[], float] = time.process_time,
) -> dict[str, float]:
    """Median processor milliseconds of each case, all threads of this process counted.

    All cases run in turn, so that a slow moment of the machine hits them alike; one round before
    is not measured.

    Args:
        each: how many things a case does: the time is that of one
        spent: seconds so far, where more than this process counts
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
    return {name: statistics.median(times) * 1e3 / each for name, times in taken.items()}


@contextmanager
def on_one_cpu() -> Iterator[tuple[Path, asyncio.Runner]]:
    """A folder, and an event loop, while the process is pinned to one CPU.

    Hops between threads then cost what they cost on a busy machine, and not the time it takes to
    wake an idle CPU.
    """
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
            yield Path(folder), runner
    finally:
        os.sched_setaffinity(0, allowed)
