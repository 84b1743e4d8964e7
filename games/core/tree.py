"""The lazy tree of questions behind ``Options``.

A game describes its questions as ``Ask`` and their answers as nodes: ``leaf`` for a complete
answer, ``branch`` for one that another question follows. A node knows its key at once; its text,
its detail and what follows are built when they are asked for, and kept while somebody walks the
tree: odds and lines of sight cost time that a walk past them need not spend.

A question may have a text field besides its choices. What is typed there becomes a key of the
path, written so that a custom id can carry it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import Generic, TypeAlias, TypeVar

from games.core.options import Choice, Question, TextField, text_of_key
from games.core.refusals import Forbidden, Unreadable

M = TypeVar("M")
M_co = TypeVar("M_co", covariant=True)
P = TypeVar("P")

AT_ONCE = 25
"""Most choices of one question in one Discord select."""
LONGEST_LABEL, LONGEST_DETAIL = 80, 100

Text: TypeAlias = str | Callable[[], str]
"""A text, or a function that builds it when it is needed."""


class Typed(Generic[M_co]):
    """A text field of a question.

    ``read`` gives the answer that a text means, or the question that follows it; it raises
    ``Unreadable`` or ``Forbidden``.
    """

    def __init__(self, field: TextField, read: Callable[[str], M_co | Ask[M_co]]) -> None:
        self.field = field
        self.read = read


class Ask(Generic[M_co]):
    """A question whose ``nodes`` are built when first needed."""

    def __init__(
        self,
        prompt: Text,
        nodes: Callable[[], Iterable[Node[M_co]]] = tuple,
        typed: Typed[M_co] | None = None,
    ) -> None:
        self._prompt = prompt
        self._nodes = nodes
        self.typed = typed

    @cached_property
    def prompt(self) -> str:
        return made(self._prompt)

    @cached_property
    def nodes(self) -> tuple[Node[M_co], ...]:
        return tuple(self._nodes())


class Node(Generic[M_co]):
    """An answer to a question: complete with ``move``, or leading to the question ``below``."""

    def __init__(
        self,
        key: str,
        label: Text,
        move: M_co | None = None,
        below: Ask[M_co] | None = None,
        text: Text = "",
        short: str = "",
        detail: Text = "",
    ) -> None:
        self.key = key
        self.label = label
        self.move = move
        self.below = below
        self.text = text
        self.short = short
        self.detail = detail


def leaf(key: str, label: Text, move: M, detail: Text = "", short: str = "") -> Node[M]:
    """A complete answer; its text is that of ``move``."""
    return Node(key, label, move, None, "", short, detail)


def branch(
    key: str, label: str, text: Text, below: Ask[M], detail: Text = "", short: str = ""
) -> Node[M]:
    """``text`` is the beginning of the text form, as far as it is clear by then."""
    return Node(key, label, None, below, text, short, detail)


def grouped(nodes: Sequence[Node[M]], most: int, text: str, prompt: str) -> Iterator[Node[M]]:
    """The nodes, in groups of ``most`` where they are more; their texts begin with ``text``."""
    if len(nodes) <= most:
        yield from nodes
        return
    for number, at in enumerate(range(0, len(nodes), most)):
        part = nodes[at : at + most]
        label = f"{part[0].key} to {part[-1].key}"
        yield branch(f"g{number}", label, text, Ask(prompt, partial(iter, part)))


def where(
    prompt: str,
    places: Callable[[], Iterable[P]],
    begun: str,
    node_of: Callable[[P], Node[M]],
    plural: str = "squares",
) -> Ask[M]:
    """Which of some places (in reading order), that are only found once this is asked: by column
    first where they are many. They are written with the letters of their column in front;
    ``begun`` is the text form up to there.
    """

    @cache
    def found() -> tuple[P, ...]:
        return tuple(places())

    def asked() -> str:
        return prompt if len(found()) <= AT_ONCE else f"{prompt} Pick a column first."

    def nodes() -> Iterator[Node[M]]:
        if len(found()) <= AT_ONCE:
            yield from map(node_of, found())
            return
        columns: dict[str, list[P]] = {}
        for place in found():
            columns.setdefault(str(place).rstrip("0123456789"), []).append(place)
        for letters in sorted(columns, key=lambda each: (len(each), each)):
            yield column(letters, columns[letters])

    def column(letters: str, those: list[P]) -> Node[M]:
        if len(those) == 1:
            return node_of(those[0])
        detail = f"{len(those)} {plural}, {those[0]} to {those[-1]}"
        below = Ask(prompt, partial(map, node_of, those))
        return branch(letters, f"Column {letters}", f"{begun}{letters}", below, detail)

    return Ask(asked, nodes)


class Tree(Generic[M]):
    """Implements ``games.core.options.Options``.

    ``refuse``  decides alone what is legal
    ``write``   the text form of an answer
    ``quick``   whether an answer can be taken back at once by another
    ``sift``    whether nodes may be illegal: then choices below which none is legal are left out,
                for which at most the first legal one below each is looked for
    """

    def __init__(
        self,
        root: Ask[M],
        refuse: Callable[[M], Forbidden | None],
        write: Callable[[M], str],
        *,
        quick: Callable[[M], bool] = lambda move: False,
        sift: bool = False,
    ) -> None:
        self._root = root
        self._refuse = refuse
        self._write = write
        self._quick = quick
        self._sift = sift
        self._shown: dict[Ask[M], tuple[Node[M], ...]] = {}
        self._questions: dict[Ask[M], Question] = {}

    def refusal(self, move: M) -> Forbidden | None:
        return self._refuse(move)

    def contains(self, move: M) -> bool:
        return self.refusal(move) is None

    def question(self, path: Sequence[str]) -> Question | M:
        ask = self._root
        for place, key in enumerate(path, start=1):
            found = self._step(ask, key)
            if not isinstance(found, Ask):
                if place < len(path):
                    raise _gone()
                if refused := self.refusal(found):
                    raise refused
                return found
            ask = found
        if ask.typed is None and not self._nodes(ask):
            raise Unreadable("There is nothing to choose right now.")
        return self._asked(ask)

    def __iter__(self) -> Iterator[M]:
        return self._moves(self._root)

    def _step(self, ask: Ask[M], key: str) -> M | Ask[M]:
        """What the choice ``key`` of a question leads to."""
        if ask.typed is not None and (text := text_of_key(key)) is not None:
            return ask.typed.read(text)
        node = next((node for node in ask.nodes if node.key == key), None)
        if node is not None and node.below is not None:
            return node.below
        if node is None or node.move is None:
            raise _gone()
        return node.move

    def _asked(self, ask: Ask[M]) -> Question:
        if ask not in self._questions:
            choices = tuple(map(self._choice, self._nodes(ask)))
            field = ask.typed.field if ask.typed else None
            self._questions[ask] = Question(ask.prompt, choices, field)
        return self._questions[ask]

    def _choice(self, node: Node[M]) -> Choice:
        final = node.move is not None
        return Choice(
            node.key,
            clipped(made(node.label), LONGEST_LABEL),
            made(node.text) or (self._write(node.move) if node.move is not None else ""),
            node.short,
            clipped(made(node.detail), LONGEST_DETAIL),
            final=final,
            quick=node.move is not None and self._quick(node.move),
        )

    def _nodes(self, ask: Ask[M]) -> tuple[Node[M], ...]:
        """The nodes of a question that are shown."""
        if not self._sift:
            return ask.nodes
        if ask not in self._shown:
            self._shown[ask] = tuple(node for node in ask.nodes if self._bears(node))
        return self._shown[ask]

    def _bears(self, node: Node[M]) -> bool:
        if node.below is None:
            return node.move is not None and self.contains(node.move)
        return any(map(self._bears, node.below.nodes))

    def _moves(self, ask: Ask[M]) -> Iterator[M]:
        for node in self._nodes(ask):
            if node.below is not None:
                yield from self._moves(node.below)
            elif node.move is not None:
                yield node.move


def made(text: Text) -> str:
    return text if isinstance(text, str) else text()


def clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _gone() -> Unreadable:
    return Unreadable(
        "That choice is not available.", instead="Use the buttons under the newest board."
    )
