"""The tree behind the questions, built on demand.

A game describes its questions as ``Ask`` and their answers as nodes: ``leaf`` for a complete
answer, ``branch`` for one that leads to another question. The key of a node is known at once; its
text, its detail and what follows are built on demand and cached, because odds and lines of sight
are slow and most walks through the tree do not need them. A question whose nodes have places is
drawn on the board, with the numbers of its choices there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, cached_property, partial
from typing import Any, Generic, TypeAlias, TypedDict, TypeVar, Unpack

from games.core.overlay import Overlay, Region
from games.core.questions import Choice, Question, Sketch, TextField, text_of_key, typed_key
from games.core.types import Forbidden, Unreadable

M_co = TypeVar("M_co", covariant=True)
M = TypeVar("M")
P = TypeVar("P")

AT_ONCE = 25
"""Most choices in one Discord select."""
MOST_PLACES = 3 * AT_ONCE
"""With more places than this, the column is asked first."""
LONGEST_LABEL, LONGEST_DETAIL = 80, 100
Text: TypeAlias = str | Callable[[], str]
"""A text, or a function that builds it when it is needed."""


class Typed(Generic[M_co]):
    """A text field of a question.

    ``read`` gives the answer that a text means, or the question that follows it; it raises
    ``Unreadable`` or ``Forbidden``. ``near`` gives labels and texts of the answers beside one:
    those of them that are legal are offered once it is looked at.
    """

    def __init__(
        self,
        field: TextField,
        read: Callable[[str], M_co | Ask[M_co]],
        near: Callable[[Any], Iterable[tuple[str, str]]] = lambda move: (),
    ) -> None:
        self.field = field
        self.read = read
        self.near = near


class Ask(Generic[M_co]):
    """A question whose ``nodes`` are built when first needed.

    ``suggested``  the best of the nodes, or of those below, with reasons; built when it is shown
    ``further``    nodes further down that can be suggested as well
    ``ground``     what is drawn on the board under the markers of the choices
    ``once``       whether the question above comes next, once this one is answered
    """

    def __init__(
        self,
        prompt: Text,
        nodes: Callable[[], Iterable[Node[M_co]]] = tuple,
        typed: Typed[M_co] | None = None,
        suggested: Callable[[], Iterable[Node[M_co]]] = tuple,
        further: Callable[[], Iterable[Node[M_co]]] = tuple,
        ground: Sketch | None = None,
        *,
        once: bool = False,
    ) -> None:
        self._prompt = prompt
        self._nodes = nodes
        self._suggested = suggested
        self.further = further
        self.typed = typed
        self.ground = ground
        self.once = once

    @cached_property
    def prompt(self) -> str:
        return made(self._prompt)

    @cached_property
    def nodes(self) -> tuple[Node[M_co], ...]:
        return tuple(self._nodes())

    def each_node(self) -> Iterable[Node[M_co]]:
        """The nodes one by one, for a search that seldom needs all of them."""
        return vars(self).get("nodes") or self._nodes()

    @cached_property
    def suggested(self) -> tuple[Node[M_co], ...]:
        return tuple(self._suggested())

    def ranked(self, worth: Callable[[str], Any]) -> Ask[M_co]:
        """Itself, with the nodes suggested in the order of what their keys are ``worth``."""
        self._suggested = lambda: sorted(self.nodes, key=lambda node: worth(node.key), reverse=True)
        return self


class Node(Generic[M_co]):
    """An answer to a question: complete with ``move``, or leading to the question ``below``.

    The other fields are those of a ``Choice``.
    """

    def __init__(
        self,
        key: str,
        label: Text,
        move: M_co | None = None,
        below: Ask[M_co] | None = None,
        text: Text = "",
        short: str = "",
        detail: Text = "",
        *,
        reason: Text = "",
        at: Any = None,
        mark: Text = "",
        stands: bool = False,
        kind: str = "",
    ) -> None:
        self.key = key
        self.label = label
        self.move = move
        self.below = below
        self.text = text
        self.short = short
        self.detail = detail
        self.reason = reason
        self.at = at
        self.mark = mark
        self.stands = stands
        self.kind = kind


class NodeHints(TypedDict, total=False):
    """Optional fields of a node."""

    reason: Text
    at: Any
    mark: Text
    stands: bool
    kind: str


def leaf(
    key: str, label: Text, move: M, detail: Text = "", short: str = "", **hints: Unpack[NodeHints]
) -> Node[M]:
    """A complete answer; its text is that of ``move``."""
    return Node(key, label, move, None, "", short, detail, **hints)


def branch(
    key: str,
    label: str,
    text: Text,
    below: Ask[M],
    detail: Text = "",
    short: str = "",
    **hints: Unpack[NodeHints],
) -> Node[M]:
    """``text`` is the start of the text form, as far as it is known."""
    return Node(key, label, None, below, text, short, detail, **hints)


def grouped(
    nodes: Sequence[Node[M]], most: int, text: str, prompt: str, ground: Sketch | None = None
) -> Iterator[Node[M]]:
    """The nodes, in groups of ``most`` if there are more; their texts start with ``text``. A
    group is drawn where its first node is, and its question over the ``ground``."""
    if len(nodes) <= most:
        yield from nodes
        return
    for number, at in enumerate(range(0, len(nodes), most)):
        part = nodes[at : at + most]
        label = f"{part[0].key} to {part[-1].key}"
        below = Ask(prompt, partial(iter, part), ground=ground)
        yield branch(f"g{number}", label, text, below, at=part[0].at)


def where(
    prompt: str,
    places: Callable[[], Iterable[P]],
    begun: str,
    node_of: Callable[[P], Node[M]],
    plural: str = "squares",
    best: Callable[[Sequence[P]], Iterable[tuple[P, str, str]]] | None = None,
    ground: Sketch | None = None,
    about: P | None = None,
) -> Ask[M]:
    """Ask for one of some places (in reading order), which are computed on demand: by column first
    where they would fill too many pages. Their names start with the letters of their column;
    ``begun`` is the text form before the place. ``best`` suggests some of the places, with
    reasons and marks. A node is drawn ``at`` its place unless it says otherwise, over the
    ``ground``, by default all places as an area, shown with the place that it is ``about``.
    """

    @cache
    def found() -> tuple[P, ...]:
        return tuple(places())

    @cache
    def node_at(place: P) -> Node[M]:
        node = node_of(place)
        node.at = place if node.at is None else node.at
        return node

    def asked() -> str:
        return prompt if len(found()) <= MOST_PLACES else f"{prompt} Pick a column first."

    def nodes() -> Iterator[Node[M]]:
        if len(found()) <= MOST_PLACES:
            yield from every()
            return
        columns: dict[str, list[P]] = {}
        for place in found():
            columns.setdefault(str(place).rstrip("0123456789"), []).append(place)
        for letters in sorted(columns, key=lambda each: (len(each), each)):
            yield column(letters, columns[letters])

    def column(letters: str, those: list[P]) -> Node[M]:
        if len(those) == 1:
            return node_at(those[0])
        detail = f"{len(those)} {plural}, {those[0]} to {those[-1]}"
        below = Ask(prompt, partial(map, node_at, those))
        at = node_at(those[0]).at if best is None else None
        return branch(letters, f"Column {letters}", f"{begun}{letters}", below, detail, at=at)

    def suggested(best: Callable[[Sequence[P]], Iterable[tuple[P, str, str]]]) -> Iterator[Node[M]]:
        for place, reason, mark in best(found()):
            node = node_at(place)
            node.reason, node.mark = reason, mark or node.mark
            yield node

    def every() -> Iterator[Node[M]]:
        return map(node_at, found())

    def area() -> Overlay[Any]:
        focus = () if about is None else (about,)
        return Overlay((Region(places=frozenset(node.at for node in every())),), focus)

    ground = ground or area
    if best is None:
        return Ask(asked, nodes, ground=ground)
    return Ask(asked, nodes, suggested=partial(suggested, best), further=every, ground=ground)


class Tree(Generic[M]):
    """Implements ``games.core.questions.Options``.

    ``refuse``  the only judge of what is legal: a ``Forbidden``, or what the check has worked out
    ``write``   the text form of an answer
    ``quick``   whether another answer can reverse it immediately
    ``sift``    whether nodes may be illegal: then choices without a legal node below them are
                left out; the search stops at the first legal one
    ``read``    reads a typed key at the first question, where it has no text field of its own
    """

    def __init__(
        self,
        root: Ask[M],
        refuse: Callable[[M], object],
        write: Callable[[M], str],
        *,
        quick: Callable[[M], bool] = lambda move: False,
        sift: bool = False,
        read: Callable[[str], M] | None = None,
    ) -> None:
        self._root = root
        self._refuse = refuse
        self._write = write
        self._quick = quick
        self._sift = sift
        self._read = read
        self._shown: dict[Ask[M], tuple[Node[M], ...]] = {}
        self._questions: dict[Ask[M], Question] = {}

    def refusal(self, move: M) -> Forbidden | None:
        found = self._refuse(move)
        return found if isinstance(found, Forbidden) else None

    def check(self, move: M) -> Any:
        found = self._refuse(move)
        if isinstance(found, Forbidden):
            raise found
        return found

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
        read = ask.typed.read if ask.typed else self._read if ask is self._root else None
        if read is not None and (text := text_of_key(key)) is not None:
            return read(text)
        node = _named(key, ask.nodes) or _named(key, ask.further())
        if node is not None and node.below is not None:
            return node.below
        if node is None or node.move is None:
            raise _gone()
        return node.move

    def _asked(self, ask: Ask[M]) -> Question:
        if ask not in self._questions:
            choices = tuple(map(self._choice, self._nodes(ask)))
            field = ask.typed.field if ask.typed else None
            suggest = partial(self._suggestions, ask)
            near = partial(self._near, ask)
            question = Question(ask.prompt, choices, field, suggest, ask.ground, near, 0, ask.once)
            self._questions[ask] = question
        return self._questions[ask]

    def _suggestions(self, ask: Ask[M]) -> tuple[Choice, ...]:
        shown = (node for node in ask.suggested if not self._sift or self._bears(node))
        return tuple(map(self._choice, shown))

    def _near(self, ask: Ask[M], move: M) -> tuple[Choice, ...]:
        found = []
        for label, text in ask.typed.near(move) if ask.typed else ():
            with suppress(Unreadable, Forbidden):
                answer = self._step(ask, key := typed_key(text))
                if not isinstance(answer, Ask) and self.contains(answer):
                    found.append(Choice(key, label, self._write(answer), final=True))
        return tuple(found)

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
            reason=clipped(made(node.reason), LONGEST_DETAIL),
            at=node.at,
            mark=made(node.mark),
            stands=node.stands,
            kind=node.kind,
        )

    def _nodes(self, ask: Ask[M]) -> tuple[Node[M], ...]:
        """The nodes of a question, without those that are sifted out."""
        if not self._sift:
            return ask.nodes
        if ask not in self._shown:
            self._shown[ask] = tuple(node for node in ask.nodes if self._bears(node))
        return self._shown[ask]

    def _bears(self, node: Node[M]) -> bool:
        if node.below is None:
            return node.move is not None and self.contains(node.move)
        return any(map(self._bears, node.below.each_node()))

    def _moves(self, ask: Ask[M]) -> Iterator[M]:
        for node in self._nodes(ask):
            if node.below is not None:
                yield from self._moves(node.below)
            elif node.move is not None:
                yield node.move


def _named(key: str, nodes: Iterable[Node[M]]) -> Node[M] | None:
    return next((node for node in nodes if node.key == key), None)


def made(text: Text) -> str:
    return text if isinstance(text, str) else text()


def clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def _gone() -> Unreadable:
    return Unreadable(
        "That choice is not available.", instead="Use the buttons under the newest board."
    )
