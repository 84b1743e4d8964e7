"""What a seat is asked, as a tree of questions, and the one source of legality.

``Options`` is the tree (where to fly? what to plant?). The check of a move, autocomplete, the
buttons, computer players and fuzzers all ask the same object, so what is offered and what is
allowed cannot drift apart. Here is what is shown of it; how a game describes it is in ``tree``.

A question may have a text field besides its choices. What is typed there becomes a key of the
path, written so that a custom id can carry it.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from itertools import islice
from typing import Any, Protocol, TypeAlias, TypeVar

from games.core.geometry.plane import Scale, Shape
from games.core.overlay import Marker, Overlay
from games.core.telling import listed
from games.core.types import Forbidden, Refusal

M = TypeVar("M")


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
    ``near``     computes the answers beside a move that was typed, as choices
    ``whole``    how many choices at the front are suggested whole moves
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
        placed = [choice for choice in self.choices if choice.at is not None]
        suggested = [choice for choice in placed if choice.reason]
        shown = suggested if suggested and len(placed) > MOST_MARKERS else placed
        return tuple(enumerate(shown, start=1))

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


def suggest(options: Options[Any], text: str, said: str = "") -> str:
    """What can be written instead of a refused ``text``: what begins as it does for as many words
    as possible, or anything that is offered first. Empty where nothing is.

    First comes what shares words with the text, in whatever order, or else with what is ``said``
    of it."""
    words = text.upper().split()
    own, named = (frozenset(_WORD.findall(each)) for each in (text.upper(), said))
    for count in range(len(words), -1, -1):
        typed = "".join(words[:count])
        if texts := _alike(options, typed, own, named):
            return f"You can write {listed(texts, 'or')}."
    return ""


MOST_ALIKE = 40
"""Most texts that are looked at for what is like a refused one."""
_WORD = re.compile(r"\b[A-Z][A-Z\d]+\b")


def _alike(
    options: Options[Any], typed: str, own: frozenset[str], named: frozenset[str]
) -> list[str]:
    """Up to three texts that begin as is ``typed``, those that share most words first. One word of
    the player's own leads on to what can follow it."""

    def shared(completion: Completion) -> tuple[int, int]:
        words = frozenset(_WORD.findall(completion.text.upper()))
        return len(words & own), len(words & named)

    offered = (
        each for each in complete(options, typed) if "".join(each.text.upper().split()) != typed
    )
    found = sorted(islice(offered, MOST_ALIKE), key=shared, reverse=True)
    if not found:
        return []
    most = shared(found[0])
    best = [each for each in found if shared(each) == most][:3]
    begun = "".join(best[0].text.upper().split())
    if len(best) == 1 and most[0] and not best[0].final:
        return _alike(options, begun, own, named) or _written(best)
    return _written(best)


def _written(found: Iterable[Completion]) -> list[str]:
    return [each.text if each.final else f"{each.text.rstrip()} …" for each in found]


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
