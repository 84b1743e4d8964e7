"""Building blocks of the tree of adjustments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from games.astral_sailors.adjusting.kinds import Adjustment
from games.astral_sailors.adjusting.writing import text_of
from games.astral_sailors.names import counted
from games.core.branching import Fork
from games.core.geometry.squares import Square, column
from games.core.options import Choice

LONGEST_LABEL, LONGEST_DETAIL, AT_ONCE = 80, 100, 25

Grown: TypeAlias = tuple[Choice, Fork[Adjustment] | Adjustment]
Grow: TypeAlias = Callable[[], Iterable[Grown]]


def leaf(key: str, label: str, adjustment: Adjustment, detail: str = "") -> Grown:
    text = text_of(adjustment)
    return Choice(
        key, label[:LONGEST_LABEL], text, detail=detail[:LONGEST_DETAIL], final=True
    ), adjustment


def branch(key: str, label: str, text: str, prompt: str, grow: Grow, detail: str = "") -> Grown:
    """A branch whose leaves' texts begin with ``text``."""
    choice = Choice(key, label[:LONGEST_LABEL], text, detail=detail[:LONGEST_DETAIL])
    return choice, Fork(prompt, grow)


def numbers(values: Iterable[int], make: Callable[[int], Adjustment], now: int) -> Iterator[Grown]:
    """A leaf for each number except the current one."""
    for value in values:
        if value != now:
            yield leaf(str(value), str(value), make(value))


def around(now: int, reach: int = 12, lowest: int = 0, highest: int = 9999) -> range:
    """Numbers near the current one."""
    return range(max(lowest, now - reach), min(highest, now + reach) + 1)


def where(
    squares: Iterable[Square], text: str, prompt: str, make: Callable[[Square], Adjustment]
) -> Iterator[Grown]:
    """A leaf for each square, grouped by column if there are many."""
    found = tuple(squares)
    if len(found) <= AT_ONCE:
        yield from (leaf(str(at), str(at), make(at)) for at in found)
        return
    by_column: dict[int, list[Square]] = {}
    for at in found:
        by_column.setdefault(at.c, []).append(at)
    for c in sorted(by_column):
        yield _column(c, by_column[c], text, prompt, make)


def _column(
    c: int, squares: list[Square], text: str, prompt: str, make: Callable[[Square], Adjustment]
) -> Grown:
    letters, count = column(c), counted(len(squares), "square")
    return branch(
        letters,
        f"Column {letters}",
        f"{text}{letters}",
        prompt,
        lambda: (leaf(str(at), str(at), make(at)) for at in squares),
        f"{count}, {squares[0]} to {squares[-1]}",
    )
