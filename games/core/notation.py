"""Notation: how moves are written as text, and read.

In a form such as ``"{unit} RUN {facing} {steps}[ ON {target}]"`` words and signs are literal, names
in braces are fields of the move, and parts in brackets are optional. The first form is canonical,
the others are only read. Case, the kind of dash and the number of spaces do not matter; where a
form has no space, spaces are ignored. A comma next to a space counts as a space, and so does any
other comma if the text cannot be read with it.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property, reduce
from operator import or_
from typing import Any, Generic, TypeVar, cast

from games.core.geometry.plane import Point, Scale
from games.core.types import Decision, Forbidden, Form, Misplaced, Unreadable, tagged

C = TypeVar("C")
B = TypeVar("B")
M = TypeVar("M")
R = TypeVar("R")
T = TypeVar("T")
V = TypeVar("V")

# --- Text forms ---


LONGEST_SHOWN = 24
"""How many characters of a text a refusal quotes."""
_DASHES = str.maketrans("–—−", "---")
_COMMA = re.compile(r",(?=\s)|(?<=\s),|,$")
_PARTS = re.compile(r"\{(\w+)\}|\[([^\]]*)\]|([^{\[]+)")
_WORD = r"\S+"


@dataclass(frozen=True)
class Request(Generic[V]):
    """The context of a move: the seat's own view, and the decision to answer."""

    view: V
    decision: Decision


@dataclass(frozen=True)
class Value(Generic[C, T]):
    """How one field of a move is written.

    ``wanted``  what is expected, with its article: "a square"
    ``read``    parses a text, given the context of the verbs. Raises ``Unreadable`` with its own
                reason, or ``ValueError`` for a text that is not ``wanted``
    ``extent``  a pattern that every readable text matches
    """

    wanted: str
    read: Callable[[C, str], T]
    write: Callable[[T], str] = str
    extent: str = _WORD


def number(wanted: str = "a whole number", digits: int = 4) -> Value[Any, int]:
    """A non-negative whole number of at most ``digits`` digits."""
    pattern = re.compile(f"[0-9]{{1,{digits}}}")

    def read(_: Any, text: str) -> int:
        if not pattern.fullmatch(text):
            raise ValueError
        return int(text)

    return Value(wanted, read)


def one_of(wanted: str, words: Mapping[str, T]) -> Value[Any, T]:
    """One of some words in capitals; of several words for one value the first is canonical."""
    written = {value: word for word, value in reversed(tuple(words.items()))}

    def read(_: Any, text: str) -> T:
        if text not in words:
            raise ValueError
        return words[text]

    return Value(wanted, read, lambda value: written[value])


def point(scale: Scale, wanted: str) -> Value[Any, Point]:
    """A point of a plane: ``24 19.5``. ``wanted`` says how fine it may be."""
    return Value(wanted, lambda _, text: scale.point(text), scale.name, r"\S+\s+\S+")


def many(value: Value[C, T], most: int, wanted: str = "") -> Value[C, tuple[T, ...]]:
    """Between one and ``most`` of something, with blanks or commas between them."""

    def read(context: C, text: str) -> tuple[T, ...]:
        words = re.split(r"[\s,]+", text)
        if len(words) > most:
            raise Unreadable(f"At most {most} can be named here, not {len(words)}.")
        return tuple(read_value(value, context, word) for word in words)

    def write(values: tuple[T, ...]) -> str:
        return " ".join(map(value.write, values))

    return Value(wanted or value.wanted, read, write, r"\S+(?:\s+\S+)*")


def steps(
    read: Callable[[C, str], T], write: Callable[[T], str], most: int, example: str
) -> Value[C, tuple[T, ...]]:
    """Several moves in one text, at most ``most``, with semicolons between them."""

    def read_all(context: C, text: str) -> tuple[T, ...]:
        found = []
        for number, part in enumerate(text.strip(" ;").split(";"), 1):
            try:
                found.append(read(context, part))
            except Unreadable as wrong:
                raise Unreadable(
                    f"Step {number}: {wrong.sentence}", instead=wrong.instead
                ) from None
        if len(found) > most:
            raise Unreadable(f"An order has at most {most} steps, not {len(found)}.")
        return tuple(found)

    def write_all(moves: tuple[T, ...]) -> str:
        return "; ".join(map(write, moves))

    return Value(f"steps such as {example}", read_all, write_all, ".+")


@dataclass(frozen=True)
class Verb(Generic[C, B, M, R]):
    """Everything about one type of moves, as ``Move`` declares it.

    ``kinds``   the kinds of decisions that it answers
    ``forms``   its text forms
    ``short``   forms that are read only for its kinds of decisions
    ``fields``  the text forms of the fields named in them
    ``refuse``  why a move is not legal, a ``Forbidden``; of a legal one ``None``, or what the check
                has worked out
    ``do``      carries out a legal move; takes what its check has worked out as well, if anything
    ``values``  fixed values of fields that these forms do not name
    ``fill``    completes the fields that were read, from the view; raises ``Unreadable`` where
                it cannot
    ``quick``   whether another move can reverse it immediately
    """

    type: type[M]
    kinds: tuple[str, ...]
    forms: tuple[str, ...]
    refuse: Callable[[C, M], object]
    do: Callable[..., R]
    fields: Mapping[str, Value[C, Any]] = field(default_factory=dict)
    short: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    fill: Callable[[C, dict[str, Any]], Mapping[str, Any]] | None = None
    quick: bool = False


class Notation(Generic[C, M]):
    """Reads and writes the moves of some verbs.

    ``kind``       the kind of the open decision, whose verbs are tried first: by default that of
                   a ``Request``, else empty
    ``example``    what to write instead of an unreadable text: a move, or a whole sentence
    ``elsewhere``  refuses a move that answers other kinds of decisions, those given to it
    """

    def __init__(
        self,
        verbs: Iterable[Verb[C, Any, Any, Any]],
        example: Callable[[C], str],
        kind: Callable[[C], str] | None = None,
        elsewhere: Callable[[C, tuple[str, ...]], Forbidden] | None = None,
    ) -> None:
        self._verbs = tuple(verbs)
        self._example = example
        self._kind = kind or _asked_kind
        self._sorted: dict[str, tuple[_TextForm, ...]] = {}
        self._elsewhere = elsewhere

    def read(self, context: C, text: str, example: Callable[[], str] | None = None) -> M:
        """Parse a move. Raises ``Unreadable`` with an example, this table's or a better one, or
        ``Forbidden`` where ``fill`` does."""
        fault = Unreadable("The text is empty.")
        for variant in dict.fromkeys((text, text.replace(",", " "))):
            found = self._tried(context, text, _spaced(variant))
            if not isinstance(found, Unreadable):
                return found
            fault = found
        if fault.instead:
            raise fault
        shown_instead = example() if example else self._example(context)
        is_sentence = shown_instead.endswith(".")
        raise Unreadable(
            fault.sentence,
            instead=shown_instead if is_sentence else f"For example: {shown_instead}.",
        )

    def _tried(self, context: C, text: str, spaced: str) -> M | Unreadable:
        """Parse a text; return the move, or why the text is not one.

        Forms without a literal word yield to the refusal by a form that has one, unless their
        kind of decision is open.
        """
        kind = self._kind(context)
        faults: dict[bool, Unreadable] = {}
        for form in self._nearest(kind):
            if True in faults and not form.is_meant(kind):
                break
            try:
                found = form.read(context, spaced)
            except Unreadable as fault:
                if form.is_meant(kind):
                    faults.setdefault(bool(form.word), self._not_now(context, form) or fault)
            else:
                if found is not None:
                    return cast(M, found)
        return faults.get(True) or self._missed(context, text, spaced, faults.get(False))

    def write(self, move: M) -> str:
        """The text form of ``move``, the inverse of ``read``."""
        return self._first_form(move).write(move)

    def quick(self, move: M, kind: str = "") -> bool:
        """Whether the verb of a move in this kind of decision is quick."""
        return self.verb(move, kind).quick

    def refusal(self, context: C, move: M) -> Forbidden | None:
        """Why a move is not legal, ``None`` for a legal one."""
        found = self.check(context, move)
        return found if isinstance(found, Forbidden) else None

    def check(self, context: C, move: M) -> object:
        """Why a move is not legal, or what has been worked out of a legal one."""
        kind = self._kind(context)
        verb = self.verb(move, kind)
        if self._elsewhere and kind not in verb.kinds:
            return self._elsewhere(context, verb.kinds)
        return verb.refuse(context, move)

    def carry_out(self, body: Any, decision: Decision, move: M, found: Any = None) -> Any:
        """Do a legal move, from where its check has come if that has ``found`` anything."""
        verb = self.verb(move, decision.kind)
        if found is None:
            return verb.do(body, decision, move)
        return verb.do(body, decision, move, found)

    def verb(self, move: M, kind: str = "") -> Verb[C, Any, Any, Any]:
        """The verb of a move: of several that of ``kind``, and the one with most ``values``.
        Raises ``LookupError``."""
        return self._first_form(move, kind).verb

    def form(self, tag: str) -> Form[M]:
        """The JSON form of all moves; ``tag`` is the field that tells their types apart."""
        return tagged(reduce(or_, (verb.type for verb in self._verbs)), tag)

    def _first_form(self, move: M, kind: str = "") -> _TextForm:
        """The form that is written, of the verb of a move."""
        first = None
        for form in self._by_type.get(type(move), ()):
            if form.fits(move):
                if kind in form.verb.kinds:
                    return form
                first = first or form
        if first is None:
            raise LookupError(f"no verb for {type(move).__name__}")
        return first

    @cached_property
    def _by_type(self) -> dict[type[M], list[_TextForm]]:
        """The first forms of the verbs of each type, those with most ``values`` first."""
        found: dict[type[M], list[_TextForm]] = {}
        for verb in sorted(self._verbs, key=lambda verb: -len(verb.values)):
            written = (*verb.forms, *verb.short)[0]
            found.setdefault(verb.type, []).append(_TextForm(verb, written))
        return found

    @cached_property
    def _forms(self) -> tuple[_TextForm, ...]:
        return tuple(
            _TextForm(verb, form, short=form in verb.short)
            for verb in self._verbs
            for form in (*verb.forms, *verb.short)
        )

    def _nearest(self, kind: str) -> tuple[_TextForm, ...]:
        """The forms to try, those of a kind of decision first, unlikely ones last."""
        if kind not in self._sorted:
            forms = (form for form in self._forms if not form.short or kind in form.verb.kinds)
            self._sorted[kind] = tuple(
                sorted(
                    forms, key=lambda form: (not form.is_meant(kind), kind not in form.verb.kinds)
                )
            )
        return self._sorted[kind]

    def _missed(self, context: C, text: str, spaced: str, refused: Unreadable | None) -> Unreadable:
        """Why a text is not a move: by the form that it matches furthest, preferably one with a
        literal word; else as it was ``refused``."""
        if not spaced:
            return refused or Unreadable("The text is empty.")
        kind = self._kind(context)
        meant = [form for form in self._nearest(kind) if form.is_meant(kind)]
        for worded in (True, False):
            forms = [form for form in meant if bool(form.word) == worded]
            followed = max(forms, key=lambda form: form.follows(spaced), default=None)
            if followed is not None and followed.follows(spaced):
                missed = self._not_now(context, followed) or followed.missed(context, spaced)
                return (None if worded else refused) or missed
        why = f"I don't understand “{shown(text)}”."
        return refused or self._misspelt(context, spaced) or Unreadable(why)

    def _not_now(self, context: C, form: _TextForm) -> Unreadable | None:
        """Why a text of this form cannot be an answer now, whatever else is wrong with it."""
        if not (form.word and self._elsewhere) or self._kind(context) in form.verb.kinds:
            return None
        other = self._elsewhere(context, form.verb.kinds)
        return Misplaced(other.sentence, instead=other.instead)

    def _misspelt(self, context: C, spaced: str) -> Unreadable | None:
        """What is wrong with a word of a text that is one of the forms, or nearly, or means the
        same as one that answers this kind of decision; else nothing."""
        kind = self._kind(context)
        forms = dict[str, _TextForm]()
        for form in sorted(self._nearest(kind), key=lambda form: form.distance(kind)):
            forms.setdefault(form.word, form)
        forms.pop("", None)
        for word in spaced.split():
            if word in forms:
                why = f"{word} is written “{forms[word].pattern}”."
                return self._not_now(context, forms[word]) or Unreadable(why)
            same = next((alike for alike in _ALIKE if word in alike), frozenset())
            found = [each for each in forms if each in same and kind in forms[each].verb.kinds]
            near = found or (get_close_matches(word, forms, 1, 0.7) if len(word) > 2 else ())
            if near:
                why = f"I don't know “{shown(word)}”. Do you mean {' or '.join(near)}?"
                return Unreadable(why)
        return None


_ALIKE = (
    frozenset(("ATTACK", "SHOOT", "FIRE", "STRIKE", "MELEE", "HIT", "CHARGE")),
    frozenset(("MOVE", "GO", "WALK", "RUN", "FLY", "ADVANCE")),
    frozenset(("END", "DONE", "PASS", "FINISH", "STOP", "LOCK", "READY")),
    frozenset(("DEPLOY", "PLACE", "PUT", "BRING", "REINFORCE")),
)
"""Words that people use for one another."""


@dataclass(frozen=True)
class _TextForm:
    """One form of a verb; ``short`` ones are read only for the verb's kinds of decisions."""

    verb: Verb[Any, Any, Any, Any]
    written: str
    short: bool = False

    def read(self, context: Any, spaced: str) -> Any:
        """The move, or ``None`` for a text of another form. Raises ``Unreadable``."""
        found = self._whole.fullmatch(self._tidy(spaced))
        if found is None:
            return None
        values = dict(self.verb.values)
        for name, text in found.groupdict().items():
            if text is not None:
                values[name] = read_value(self.verb.fields[name], context, text)
        if self.verb.fill:
            values = dict(self.verb.fill(context, values))
        return self.verb.type(**values)

    def write(self, move: Any) -> str:
        return "".join(self._texts(self.written, move))

    def fits(self, move: Any) -> bool:
        """Whether a move of the verb's type has its ``values``."""
        values = self.verb.values
        return not values or all(getattr(move, name) == values[name] for name in values)

    def follows(self, spaced: str) -> int:
        """How many parts a text matches, 0 where it lacks the first of the fixed words."""
        if self.word not in self._tidy(spaced):
            return 0
        followed, _ = self._followed(spaced)
        return followed if followed > self._first_word else 0

    def missed(self, context: Any, spaced: str) -> Unreadable:
        """What is wrong after the parts that the text matches."""
        count, begun = self._followed(spaced)
        assert begun is not None
        try:
            for name, text in begun.groupdict().items():
                if text is not None:
                    read_value(self.verb.fields[name], context, text)
        except Unreadable as wrong:
            return wrong
        rest = begun.string[begun.end() :].strip()
        name = next((name for name, _, _ in self._parts[count:] if name), "")
        if rest and self._parts[count : count + 1] and self._parts[count][0]:
            wanted = self.verb.fields[name].wanted
            return Unreadable(f"“{shown(rest.split()[0])}” is not {wanted}.")
        if rest or not name:
            due = self._parts[count][2] if count < len(self._parts) else ""
            expected = f": {due} comes first" if due else ""
            why = f"“{shown(rest)}” is not expected here{expected}."
            return self._unfinished(rest) or Unreadable(why)
        return Unreadable(f"Missing: {self.verb.fields[name].wanted}.")

    def _unfinished(self, rest: str) -> Unreadable | None:
        """What lacks behind the first word of an optional part that a text has begun."""
        word, _, value = rest.partition(" ")
        for _, optional, _ in _parsed(self.written):
            begun = re.match(r" ?([A-Z]+) \{(\w+)\}", optional)
            if begun is None or begun[1] != word:
                continue
            field = self.verb.fields[begun[2]]
            if not value:
                return Unreadable(f"Missing after {word}: {field.wanted}.")
            if not re.match(f"(?:{field.extent})(?!\\S)", value):
                return Unreadable(f"“{shown(value.split()[0])}” is not {field.wanted}.")
        return None

    def is_meant(self, kind: str) -> bool:
        """Whether a refusal may say what the text lacks of this form: a form without a literal
        word only for its kind of decision."""
        return bool(self.word) or kind in self.verb.kinds

    def distance(self, kind: str) -> tuple[bool, int]:
        """Sorts the forms of a word: those of this kind of decision, the shortest first."""
        return kind not in self.verb.kinds, len(self.pattern)

    @property
    def pattern(self) -> str:
        """The form with the names of its fields in place of their values."""
        return re.sub(r"\[.*?\]|[{}]", "", self.written)

    @cached_property
    def word(self) -> str:
        """The first fixed word of the form; empty if it has none."""
        return self._parts[self._first_word][2]

    def _tidy(self, spaced: str) -> str:
        return spaced if " " in self.written else spaced.replace(" ", "")

    def _texts(self, form: str, move: Any) -> Iterator[str]:
        for name, optional, words in _parsed(form):
            if name:
                yield self.verb.fields[name].write(getattr(move, name))
            elif not optional:
                yield words
            elif any(name and self._differs(move, name) for name, _, _ in _parsed(optional)):
                yield from self._texts(optional, move)

    def _differs(self, move: Any, name: str) -> bool:
        """Whether a field has another value than its default."""
        return bool(getattr(move, name) != self._defaults[name])

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        return {each.name: each.default for each in dataclasses.fields(self.verb.type)}

    @cached_property
    def _parts(self) -> tuple[tuple[str, str, str], ...]:
        """The form part by part: the name of a field or nothing, a pattern, and a fixed word or
        nothing."""
        return tuple(self._patterns(self.written))

    def _patterns(self, form: str) -> Iterator[tuple[str, str, str]]:
        for name, optional, words in _parsed(form):
            if name:
                yield name, f"(?P<{name}>{self.verb.fields[name].extent})", ""
            elif optional:
                inside = "".join(pattern for _, pattern, _ in self._patterns(optional))
                yield "", f"(?:{inside})?", ""
            else:
                begins = re.match(r" ?([A-Z]+)", words.upper())
                pattern = re.escape(words.upper()).replace(r"\ ", r"\s+")
                yield "", pattern, begins[1] if begins else ""

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile("".join(pattern for _, pattern, _ in self._parts))

    @cached_property
    def _first_word(self) -> int:
        """The place of the first part that begins with a word; the last part without words."""
        words = (place for place, (_, _, word) in enumerate(self._parts) if word)
        return next(words, len(self._parts) - 1)

    @cached_property
    def _beginnings(self) -> tuple[re.Pattern[str], ...]:
        """Patterns of all parts, of all but the last, and so on."""
        ends = r"(?:(?<=\s)|(?!\S))" if " " in self.written else ""
        patterns = [pattern for _, pattern, _ in self._parts]
        return tuple(
            re.compile("".join(patterns[:count]) + ends) for count in range(len(patterns), 0, -1)
        )

    def _followed(self, spaced: str) -> tuple[int, re.Match[str] | None]:
        """How many parts a text matches, and the match."""
        tidy = f"{self._tidy(spaced)} "
        for count, pattern in zip(range(len(self._parts), 0, -1), self._beginnings, strict=True):
            if begun := pattern.match(tidy):
                return count, begun
        return 0, None


def _asked_kind(context: Any) -> str:
    return context.decision.kind if isinstance(context, Request) else ""


def shown(text: str) -> str:
    """The start of a text, for a refusal: without invisible or direction-changing characters."""
    tidy = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return tidy if len(tidy) <= LONGEST_SHOWN else f"{tidy[:LONGEST_SHOWN]}…"


def _spaced(text: str) -> str:
    """A text in capitals, with single blanks and plain dashes."""
    return " ".join(_COMMA.sub(" ", text).translate(_DASHES).upper().split())


def read_value(value: Value[C, T], context: C, text: str) -> T:
    """What a text means. Raises ``Unreadable``."""
    try:
        return value.read(context, text)
    except ValueError:
        raise Unreadable(f"“{shown(text)}” is not {value.wanted}.") from None


def named_fields(*forms: str) -> Iterator[str]:
    """The names of the fields in some forms."""
    for name, optional, _ in itertools.chain.from_iterable(map(_parsed, forms)):
        if name:
            yield name
        elif optional:
            yield from named_fields(optional)


@cache
def _parsed(form: str) -> tuple[tuple[str, str, str], ...]:
    """The parts of a form: each the name of a field, an optional part, or fixed words."""
    return tuple(_PARTS.findall(form))
