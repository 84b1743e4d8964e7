"""What a seat is asked, as a tree of questions, and the one source of legality.

``Options`` is the tree (where to fly? what to plant?). The check of a move, autocomplete, the
buttons, computer players and fuzzers all ask the same object, so what is offered and what is
allowed cannot drift apart.

A game describes its questions as ``Ask`` and their answers as nodes: ``leaf`` for a complete
answer, ``branch`` for one that leads to another question. The key of a node is known at once; its
text, its detail and what follows are built on demand and cached, because odds and lines of sight
are slow and most walks through the tree do not need them. A question whose nodes have places is
drawn on the board, with the numbers of its choices there.

A question may have a text field besides its choices. What is typed there becomes a key of the
path, written so that a custom id can carry it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cache, cached_property, partial
from itertools import islice
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypedDict, TypeVar, Unpack

from games.core.geometry.plane import Board, Point, Scale, Shape
from games.core.overlay import Marker, Overlay, Region
from games.core.telling import listed
from games.core.types import Forbidden, Refusal, Unreadable

M_co = TypeVar("M_co", covariant=True)
M = TypeVar("M")
P = TypeVar("P")

# --- Questions, choices and options ---


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question.

    ``key``     short and stable, of ``[A-Za-z0-9]``: travels in custom ids
    ``label``   what a person reads, at most 80 characters
    ``text``    the text form up to here. For a ``final`` choice it is the whole
                move (``A4-D7+E7``); otherwise it is visibly unfinished (``A4-D7+``), or empty
                where the text forms below begin in different ways
    ``short``   a shorter text form that means the same, if there is one
    ``detail``  what to know before choosing, at most 100 characters
    ``final``   whether the move is complete with this choice
    ``quick``   whether another move can reverse it immediately: it is played without a preview
    ``reason``  why it is suggested, at most 100 characters; empty where it is not
    ``at``      its place on the board, in the game's own type
    ``mark``    its effect in a few characters, drawn beside its number there: ``+7``
    ``stands``  whether it is what was chosen so far, to which the other choices add
    ``kind``    the code of the kind of piece that it is, if it is one: its sign stands beside it
    """

    key: str
    label: str
    text: str
    short: str = ""
    detail: str = ""
    final: bool = False
    quick: bool = False
    reason: str = ""
    at: Any = None
    mark: str = ""
    stands: bool = False
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Points:
    """Points of a plane that can be typed, written in ``scale``.

    ``limits`` are the shapes at whose borders the answer may change, such as the table and what
    is in reach: the tests of a game try points inside, on and beyond each.
    """

    scale: Scale
    limits: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class TextField:
    """What can be typed in answer to a question: ``longest`` in characters.

    ``points``  where it can be a point: ``24 19.5``
    """

    label: str
    example: str
    longest: int
    points: Points | None = None


MOST_MARKERS = 48
"""Choices that can be told apart on a sketch."""

Sketch: TypeAlias = Callable[[], Overlay[Any]]
"""Builds an overlay when it is to be drawn."""


@dataclass(frozen=True, slots=True)
class Question:
    """One node of the tree: ``choices`` in canonical order, and a text field or none.

    Without a text field there is at least one choice. What is typed leads on by ``typed_key``.

    ``suggest``  computes the best choices, here or further down, with reasons; may be slow
    ``ground``   builds what is drawn on the board under the markers of the choices
    ``whole``    so many of the first choices are whole moves that are suggested
    ``once``     whether the question above comes next, once this one is answered
    """

    prompt: str
    choices: tuple[Choice, ...]
    field: TextField | None = None
    suggest: Callable[[], tuple[Choice, ...]] = dataclass_field(
        default=tuple, compare=False, repr=False
    )
    ground: Sketch | None = dataclass_field(default=None, compare=False, repr=False)
    near: Callable[[Any], tuple[Choice, ...]] = dataclass_field(
        default=lambda move: (), compare=False, repr=False
    )
    whole: int = 0
    once: bool = False

    def choice(self, key: str) -> Choice | None:
        """The choice with this key, suggested or not."""
        found = (choice for choice in self.choices if choice.key == key)
        return next(found, None) or next((c for c in self.suggest() if c.key == key), None)

    def advised(self) -> Question:
        """The question with what is suggested as its first choices."""
        first = {choice.key: choice for choice in self.suggest()}
        rest = (choice for choice in self.choices if choice.key not in first)
        return replace(self, choices=(*first.values(), *rest), suggest=tuple)

    @property
    def drawn(self) -> bool:
        """Whether it can be drawn on the board."""
        return self.ground is not None or any(choice.at is not None for choice in self.choices)

    @property
    def marked(self) -> tuple[tuple[int, Choice], ...]:
        """The choices to mark on the board, with their numbers from 1: when there are too many
        to tell apart, only the suggested ones, if any."""
        placed = tuple(pair for pair in enumerate(self.choices, start=1) if pair[1].at is not None)
        suggested = tuple(pair for pair in placed if pair[1].reason)
        return suggested if suggested and len(placed) > MOST_MARKERS else placed

    def sketch(self) -> Overlay[Any]:
        """The choices on the board: markers with their numbers over the ground."""
        ground: Overlay[Any] = self.ground() if self.ground else Overlay()
        markers = [
            Marker(
                number=number,
                place=choice.at,
                label=choice.mark,
                told=", ".join(filter(None, (marked_label(choice), choice.reason))),
            )
            for number, choice in self.marked
        ]
        places = (marker.place for marker in reversed(markers))
        return Overlay((*ground.parts, *markers), (*places, *ground.focus), is_question=True)


def marked_label(choice: Choice) -> str:
    """The label, with the mark if it lacks that and no reason for a suggestion says more."""
    said = choice.reason or all(word in choice.label for word in choice.mark.split())
    return choice.label if said else f"{choice.label} · {choice.mark}"


class Options(Protocol[M]):
    """The legal moves of one decision, as seen by its seat."""

    def refusal(self, move: M) -> Forbidden | None:
        """Why ``move`` is not among them, or ``None`` when it is legal."""
        ...

    def check(self, move: M) -> Any:
        """What the check of a legal ``move`` has worked out, for ``Game.apply`` to go on from;
        ``None`` for nothing. Raises ``Forbidden``."""
        ...

    def contains(self, move: M) -> bool:
        """Whether ``move`` is legal. Does not enumerate."""
        ...

    def question(self, path: Sequence[str]) -> Question | M:
        """The question after the choices with the keys ``path``.

        Returns the move once the path is complete. Raises ``Forbidden`` or ``Unreadable`` when it
        is not one of the tree: paths come from custom ids and may be old or forged.
        """
        ...

    def __iter__(self) -> Iterator[M]:
        """Every move that is offered, in canonical order; others can be legal when typed."""
        ...


_SIGN = re.compile("[^A-Za-z0-9 ]")
_TYPED = re.compile("_((?:[A-Za-z0-9_]|-[0-9a-f]{2})*)")


def typed_key(text: str) -> str:
    """The key of a text that was typed: ``_R3_MOVE_C5``, other signs in hexadecimal digits."""
    signs = _SIGN.sub(
        lambda sign: "".join(f"-{byte:02x}" for byte in sign[0].encode(errors="replace")), text
    )
    return f"_{signs.replace(' ', '_')}"


def text_of_key(key: str) -> str | None:
    """The text that a key stands for; ``None`` for the key of a choice."""
    found = _TYPED.fullmatch(key)
    if found is None:
        return None
    signs = re.sub("-(..)", lambda sign: chr(int(sign[1], 16)), found[1].replace("_", " "))
    return signs.encode("latin-1").decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Completion:
    """One suggestion for a half-typed move; ``text`` is what it puts in the box.

    ``final``  whether it is a whole move
    """

    text: str
    label: str
    final: bool = True


def complete(options: Options[M], typed: str) -> Iterator[Completion]:
    """Suggestions for ``typed`` (upper case, no blanks), in canonical order.

    Descends as long as exactly one choice fits, so ``A4-D7`` already shows
    what can be done at D7. Where several fit, it descends into those that are
    typed in full: ``R1`` shows what R1 can do, and R10 beside it. No text comes twice.
    """
    shown: set[str] = set()
    for completion in _below(options, typed, ()):
        if completion.text not in shown:
            shown.add(completion.text)
            yield completion


def suggest(options: Options[Any], text: str) -> str:
    """What can be written instead of a refused ``text``: what begins as it does for as many words
    as possible, or anything that is offered first. Empty where nothing is."""
    words = text.upper().split()
    for count in range(len(words), -1, -1):
        typed = "".join(words[:count])
        found = [*islice(complete(options, typed), 3)]
        texts = [
            each.text if each.final else f"{each.text.rstrip()} …"
            for each in found
            if "".join(each.text.upper().split()) != typed
        ]
        if texts:
            return f"You can write {listed(texts, 'or')}."
    return ""


def _below(options: Options[M], typed: str, path: tuple[str, ...]) -> Iterator[Completion]:
    question = options.question(path)
    if not isinstance(question, Question):
        return
    fitting = [choice for choice in question.choices if _fits(choice, typed)]
    for choice in fitting:
        if not choice.final and (len(fitting) == 1 or _begun(choice, typed)):
            yield from _below(options, typed, (*path, choice.key))
        else:
            # The text of an unfinished choice already says what its label does.
            label = choice.label if choice.final else choice.detail or choice.label
            yield Completion(choice.text, label, choice.final)


def _fits(choice: Choice, typed: str) -> bool:
    """Whether the typed text, without spaces, can be this choice or go beyond it."""
    return any(form.startswith(typed) for form in _forms(choice)) or (
        not choice.final and _begun(choice, typed)
    )


def _begun(choice: Choice, typed: str) -> bool:
    """Whether all of the choice has been typed, and perhaps more."""
    return not choice.text or any(typed.startswith(form) for form in _forms(choice))


def _forms(choice: Choice) -> Iterator[str]:
    for form in (choice.text, choice.short):
        if form:
            yield "".join(form.upper().split())


def path_of(options: Options[M], move: M, text: str) -> tuple[str, ...]:
    """The keys that lead to a legal ``move`` with the text form ``text``.

    Looks where the text form begins like the move's first, then everywhere, and only at
    final choices that bear its text; in a text field the rest of the text is tried. Raises
    ``LookupError`` for a move that is not in the tree.
    """

    def below(path: tuple[str, ...], begun: str, *, everywhere: bool) -> tuple[str, ...] | None:
        question = options.question(path)
        if not isinstance(question, Question):
            return path if question == move else None
        for choice in question.choices:
            if choice.final:
                leads = choice.text == text
            else:
                begins = text.startswith(choice.text) or choice.text.startswith(text)
                leads = everywhere or begins
            further = (*path, choice.key)
            if leads and (found := below(further, choice.text, everywhere=everywhere)) is not None:
                return found
        typed = (*path, typed_key(text.removeprefix(begun)))
        return typed if question.field and _leads(options, typed, move) else None

    for everywhere in (False, True):
        if (found := below((), "", everywhere=everywhere)) is not None:
            return found
    raise LookupError("no path leads to this move")


def _leads(options: Options[M], path: tuple[str, ...], move: M) -> bool:
    try:
        return options.question(path) == move
    except Refusal:
        return False


def sample(options: Options[M], rng: random.Random) -> M:
    """A random legal move: a random choice at each question, or the example of a text field without
    choices."""
    path: tuple[str, ...] = ()
    while isinstance(found := options.question(path), Question):
        if found.choices:
            key = rng.choice(found.choices).key
        else:
            key = typed_key(found.field.example if found.field else "")
        path = (*path, key)
    return found


# --- The tree behind them, built on demand ---


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

    def suggested(
        best: Callable[[Sequence[P]], Iterable[tuple[P, str, str]]],
    ) -> Iterator[Node[M]]:
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


# --- Text fields for points of a plane ---


WINDS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
LONGEST_PLACE = 400
_WIND = re.compile(rf" *({'|'.join(sorted(WINDS, key=len, reverse=True))}) +([0-9.]+) *")


class TypedPlace(NamedTuple, Generic[M]):
    """What a point is typed for.

    ``read``    the answer that a text means, or the question that follows it
    ``at``      the point of an answer, where it has one
    ``beyond``  what an answer says behind its point
    """

    read: Callable[[str], M | Ask[M]]
    at: Callable[[Any], Point | None]
    beyond: Callable[[Any], str] = lambda move: ""


def place_field(
    place: TypedPlace[M],
    board: Board,
    points: Points,
    nudge: int,
    name: Callable[[int], str],
    example: str,
    start: Point | None = None,
) -> Typed[M]:
    """A place: two numbers, what ``read`` knows besides, or from ``start`` a wind and a length.

    Beside an answer are the places so far from it; ``name`` writes a length with its unit.
    """
    scale = points.scale

    def read(text: str) -> M | Ask[M]:
        return place.read(_in_a_wind(board, points, start, text))

    def near(move: Any) -> Iterator[tuple[str, str]]:
        found = place.at(move)
        if found is not None:
            for wind, spot in nudged(board, found, nudge):
                yield f"{wind} {name(nudge)}", f"{scale.name(spot)}{place.beyond(move)}"

    return Typed(TextField("Type the place", example, LONGEST_PLACE, points), read, near)


def _in_a_wind(board: Board, points: Points, start: Point | None, text: str) -> str:
    """``NE 5`` as the point that it means; any other text as it is."""
    found = _WIND.fullmatch(text.upper())
    if start is None or found is None:
        return text
    try:
        far = points.scale.read(found[2])
    except ValueError:
        return text
    return points.scale.name(board.short_of(start, 45 * WINDS.index(found[1]), far))


def nudged(board: Board, at: Point, far: int) -> Iterator[tuple[str, Point]]:
    """The eight places at a distance ``far`` from a point, each with the name of its direction."""
    for number, wind in enumerate(WINDS):
        yield wind, board.short_of(at, 45 * number, far)
