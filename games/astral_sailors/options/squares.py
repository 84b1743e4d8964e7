"""Questions for a square, by column first if there are many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from games.astral_sailors.names import counted
from games.astral_sailors.options.tree import Ask, Node, branch
from games.core.geometry.squares import Square, column

AT_ONCE = 25
"""Most choices of one Discord select."""


def where(
    prompt: str,
    squares: Callable[[], Iterable[Square]],
    begun: str,
    node_of: Callable[[Square], Node],
) -> Ask:
    """Which of ``squares`` (in reading order), that are only found once this is asked; ``begun``
    is the text form up to the square."""

    @cache
    def found() -> tuple[Square, ...]:
        return tuple(squares())

    def asked() -> str:
        return prompt if len(found()) <= AT_ONCE else f"{prompt} Pick a column first."

    def nodes() -> Iterable[Node]:
        if len(found()) <= AT_ONCE:
            return map(node_of, found())
        return _columns(prompt, found(), begun, node_of)

    return Ask(asked, nodes)


def _columns(
    prompt: str, squares: tuple[Square, ...], begun: str, node_of: Callable[[Square], Node]
) -> Iterator[Node]:
    by_column: dict[int, list[Square]] = {}
    for square in squares:
        by_column.setdefault(square.c, []).append(square)
    for c in sorted(by_column):
        yield _column(prompt, c, by_column[c], begun, node_of)


def _column(
    prompt: str, c: int, squares: list[Square], begun: str, node_of: Callable[[Square], Node]
) -> Node:
    if len(squares) == 1:
        return node_of(squares[0])
    letters = column(c)
    below = Ask(prompt, lambda: map(node_of, squares))
    detail = f"{counted(len(squares), 'square')}, {squares[0]} to {squares[-1]}"
    return branch(letters, f"Column {letters}", f"{begun}{letters}", below, detail)
