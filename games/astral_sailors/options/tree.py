"""A lazily built tree of questions.

The chapters of ``options`` describe nodes; this file walks them. A node knows
its key at once, and makes its text, its detail and what follows only when they
are asked for: odds and lines of sight cost time that a walk past them need not
spend.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial

from games.astral_sailors.moves import Deploy, Dismiss, Enlist, Move, TakeBack, Unlock
from games.astral_sailors.notation.writing import text_of
from games.core.options import Choice, Question
from games.core.refusals import Forbidden, Unreadable

LONGEST_LABEL, LONGEST_DETAIL = 80, 100

QUICK = (Enlist, Dismiss, Deploy, TakeBack, Unlock)
"""Moves that another move can reverse at once."""

Text = str | Callable[[], str]
"""A text, or a function that builds it when needed."""


class Ask:
    """A question whose ``nodes`` are built when first needed."""

    def __init__(self, prompt: Text, nodes: Callable[[], Iterable[Node]]) -> None:
        self._prompt = prompt
        self._nodes = nodes

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        return tuple(self._nodes())

    @cached_property
    def question(self) -> Question:
        choices = tuple(node.choice for node in self.nodes)
        return Question(made(self._prompt), choices)


class Node:
    """An answer: a ``move``, or the next question ``below``."""

    def __init__(
        self,
        key: str,
        label: str,
        text: Text,
        *,
        move: Move | None = None,
        below: Ask | None = None,
        detail: Text = "",
        short: str = "",
    ) -> None:
        self.key = key
        self.move = move
        self.below = below
        self._label = label
        self._text = text
        self._short = short
        self._detail = detail

    @cached_property
    def choice(self) -> Choice:
        return Choice(
            self.key,
            clipped(self._label, LONGEST_LABEL),
            made(self._text),
            self._short,
            clipped(made(self._detail), LONGEST_DETAIL),
            final=self.below is None,
            quick=isinstance(self.move, QUICK),
        )


def leaf(key: str, label: str, move: Move, detail: Text = "", short: str = "") -> Node:
    return Node(key, label, partial(text_of, move), move=move, detail=detail, short=short)


def branch(key: str, label: str, text: str, below: Ask, detail: Text = "") -> Node:
    """``text`` is the beginning of the text form, as far as it is clear by then."""
    return Node(key, label, text, below=below, detail=detail)


def grouped(nodes: Sequence[Node], most: int, text: str, prompt: str) -> Iterator[Node]:
    """The nodes, in groups of ``most``; their texts begin with ``text``."""
    if len(nodes) <= most:
        yield from nodes
        return
    for number, at in enumerate(range(0, len(nodes), most)):
        part = nodes[at : at + most]
        label = f"{part[0].key} to {part[-1].key}"
        yield branch(f"g{number}", label, text, Ask(prompt, partial(iter, part)))


def made(text: Text) -> str:
    return text if isinstance(text, str) else text()


def clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def gone() -> Unreadable:
    return Unreadable(
        "That choice is not available.", instead="Use the buttons under the newest board."
    )


class TreeOptions:
    """Implements ``games.core.options.Options`` and ``Guided``.

    ``refusal``   decides alone what is legal
    ``root``      the first question
    ``hidden``    the move that a path with a key nobody is shown means, if it means one
    ``path_to``   the other way round
    """

    def __init__(
        self,
        refusal: Callable[[Move], Forbidden | None],
        root: Ask,
        hidden: Callable[[tuple[str, ...]], Move | None] | None = None,
        path_to: Callable[[Move], tuple[str, ...] | None] | None = None,
    ) -> None:
        self._refusal = refusal
        self._root = root
        self._hidden = hidden
        self._path_to = path_to

    def refusal(self, move: Move) -> Forbidden | None:
        return self._refusal(move)

    def contains(self, move: Move) -> bool:
        return self._refusal(move) is None

    def question(self, path: Sequence[str]) -> Question | Move:
        ask = self._root
        for place, key in enumerate(path, start=1):
            node = next((node for node in ask.nodes if node.key == key), None)
            if node is None:
                return self._unseen(tuple(path))
            if node.below is None:
                if node.move is None or place < len(path):
                    raise gone()
                return node.move
            ask = node.below
        if not ask.nodes:
            raise Unreadable("There is nothing to choose right now.")
        return ask.question

    def _unseen(self, path: tuple[str, ...]) -> Move:
        move = self._hidden(path) if self._hidden else None
        if move is None:
            raise gone()
        if refused := self._refusal(move):
            raise refused
        return move

    def path_to(self, move: Move) -> tuple[str, ...] | None:
        return self._path_to(move) if self._path_to else None

    def __iter__(self) -> Iterator[Move]:
        return _moves(self._root)


def _moves(ask: Ask) -> Iterator[Move]:
    for node in ask.nodes:
        if node.below is not None:
            yield from _moves(node.below)
        elif node.move is not None:
            yield node.move
