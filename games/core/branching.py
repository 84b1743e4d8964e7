"""Options as a lazily built tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.core.options import Choice, Question
from games.core.refusals import Forbidden, Unreadable

M = TypeVar("M")


@dataclass(frozen=True)
class Fork(Generic[M]):
    """A question and what may be answered: each choice with the next question, or with the move
    that is complete by it. Choices may be among ``grow()`` that are not legal: nobody sees them.
    To find that out each move is asked for, so what grows to thousands of moves of which none is
    legal is better not grown at all."""

    prompt: str
    grow: Callable[[], Iterable[tuple[Choice, Fork[M] | M]]]


@dataclass(frozen=True)
class Branching(Generic[M]):
    """Implements ``games.core.options.Options``: what ``refuse`` refuses is not offered, and no
    question is asked that nothing could be answered to."""

    root: Fork[M]
    refuse: Callable[[M], Forbidden | None]

    def refusal(self, move: M) -> Forbidden | None:
        return self.refuse(move)

    def contains(self, move: M) -> bool:
        return self.refuse(move) is None

    def question(self, path: Sequence[str]) -> Question | M:
        at: Fork[M] | M = self.root
        for key in path:
            ways = at.grow() if isinstance(at, Fork) else ()
            at = next((then for choice, then in ways if choice.key == key), self.root)
            if at is self.root:
                raise Unreadable("That choice is no longer available.")
        if isinstance(at, Fork):
            choices = tuple(choice for choice, then in at.grow() if self._bears(then))
            if not choices:
                raise Unreadable("There is nothing to choose right now.")
            return Question(at.prompt, choices)
        if refusal := self.refuse(at):
            raise refusal
        return at

    def __iter__(self) -> Iterator[M]:
        return self._moves(self.root)

    def _moves(self, at: Fork[M] | M) -> Iterator[M]:
        if not isinstance(at, Fork):
            if self.contains(at):
                yield at
            return
        for _, then in at.grow():
            yield from self._moves(then)

    def _bears(self, at: Fork[M] | M) -> bool:
        return any(True for _ in self._moves(at))
