"""The text forms of moves, declared once: reading, writing and JSON follow.

A ``Verb`` gives a type of moves its forms: ``"{unit} RUN {facing} {steps}[ ON {target}]"``. Words
and signs stand for themselves, names in braces for fields of the type, and what is in brackets
may be left out. The first form is written, the others are only read. Case does not matter, nor
the kind of dash, nor how many blanks there are; where a form has no blank, blanks do not matter
at all. A comma before or behind a blank counts as a blank, and so does any other one where the
text is nothing with it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, reduce
from operator import or_
from typing import Any, Generic, TypeVar, cast

from games.core.decisions import Decision
from games.core.forms import Form, tagged
from games.core.refusals import Forbidden, Unreadable

C = TypeVar("C")
B = TypeVar("B")
M = TypeVar("M")
R = TypeVar("R")
T = TypeVar("T")
V = TypeVar("V")

LONGEST_SHOWN = 24
"""How much of a text a refusal repeats."""
_DASHES = str.maketrans("–—−", "---")
_COMMA = re.compile(r",(?=\s)|(?<=\s),|,$")
_PARTS = re.compile(r"\{(\w+)\}|\[([^\]]*)\]|([^{\[]+)")
_WORD = r"\S+"


@dataclass(frozen=True)
class Asked(Generic[V]):
    """Who reads or is refused a move: the seat's own view, and the decision it answers."""

    view: V
    decision: Decision


@dataclass(frozen=True)
class Value(Generic[C, T]):
    """How one field of a move is written.

    ``wanted``  what is expected, with its article: "a square"
    ``read``    the value of a text, in the context of whoever reads. Raises ``Unreadable`` for
                a reason of its own, ``ValueError`` for a text that is simply not what is wanted
    ``extent``  a pattern for the texts that are worth reading
    """

    wanted: str
    read: Callable[[C, str], T]
    write: Callable[[T], str] = str
    extent: str = _WORD


def number(wanted: str = "a whole number", digits: int = 4) -> Value[Any, int]:
    """A whole number, not negative, of at most so many digits."""
    pattern = re.compile(f"[0-9]{{1,{digits}}}")

    def read(_: Any, text: str) -> int:
        if not pattern.fullmatch(text):
            raise ValueError
        return int(text)

    return Value(wanted, read)


def one_of(wanted: str, words: Mapping[str, T]) -> Value[Any, T]:
    """One of some words in capitals; of several for one value the first is written."""
    written = {value: word for word, value in reversed(tuple(words.items()))}

    def read(_: Any, text: str) -> T:
        if text not in words:
            raise ValueError
        return words[text]

    return Value(wanted, read, lambda value: written[value])


def many(value: Value[C, T], most: int, wanted: str = "") -> Value[C, tuple[T, ...]]:
    """Between one and ``most`` of something, with blanks or commas between them."""

    def read(context: C, text: str) -> tuple[T, ...]:
        words = re.split(r"[\s,]+", text)
        if len(words) > most:
            raise Unreadable(f"At most {most} can be named here, not {len(words)}.")
        return tuple(_value(value, context, word) for word in words)

    def write(values: tuple[T, ...]) -> str:
        return " ".join(map(value.write, values))

    return Value(wanted or value.wanted, read, write, r"\S+(?:\s+\S+)*")


@dataclass(frozen=True)
class Verb(Generic[C, B, M, R]):
    """What one type of moves is, in one place.

    ``kinds``   the kinds of decisions that it answers
    ``forms``   its text forms
    ``short``   forms that are read only where its kind of decision is asked
    ``fields``  how the fields named in them are written
    ``refuse``  why a move is not legal, or ``None``
    ``do``      carries out a legal move
    ``values``  fields that these forms do not name, with what they stand for
    ``fill``    completes the fields that were read, from the view: raises ``Unreadable`` where
                it cannot
    ``quick``   whether another move can reverse it at once
    """

    type: type[M]
    kinds: tuple[str, ...]
    forms: tuple[str, ...]
    refuse: Callable[[C, M], Forbidden | None]
    do: Callable[[B, Decision, M], R]
    fields: Mapping[str, Value[C, Any]] = field(default_factory=dict)
    short: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    fill: Callable[[C, dict[str, Any]], Mapping[str, Any]] | None = None
    quick: bool = False


class Notation(Generic[C, M]):
    """Reads and writes the moves of some verbs.

    ``kind``       the kind of decision that is asked, by default that of an ``Asked`` or else
                   empty, as it does not matter: its verbs are tried first
    ``example``    what to write instead, for a text that says nothing
    ``elsewhere``  why a move is not legal that answers another kind of decision
    """

    def __init__(
        self,
        verbs: Iterable[Verb[C, Any, Any, Any]],
        example: Callable[[C], str],
        kind: Callable[[C], str] | None = None,
        elsewhere: Callable[[C], Forbidden] | None = None,
    ) -> None:
        self._verbs = tuple(verbs)
        self._example = example
        self._kind = kind or _asked_kind
        self._sorted: dict[str, tuple[_Form, ...]] = {}
        self._elsewhere = elsewhere

    def read(self, context: C, text: str, example: Callable[[], str] | None = None) -> M:
        """The move that ``text`` is. Raises ``Unreadable`` with an example, the table's or a better
        one, or ``Forbidden`` where ``fill`` does."""
        fault = Unreadable("The text is empty.")
        for variant in dict.fromkeys((text, text.replace(",", " "))):
            found = self._tried(context, text, _spaced(variant))
            if not isinstance(found, Unreadable):
                return found
            fault = found
        if fault.instead:
            raise fault
        shown_instead = example() if example else self._example(context)
        raise Unreadable(fault.sentence, instead=f"For example: {shown_instead}.")

    def _tried(self, context: C, text: str, spaced: str) -> M | Unreadable:
        """The move, or what keeps the text from being one.

        Forms without a word of their own give way to a refusal by one that has a word, unless
        their kind of decision is asked.
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
                    faults.setdefault(bool(form.word), fault)
            else:
                if found is not None:
                    return cast(M, found)
        return faults.get(True) or self._missed(context, text, spaced, faults.get(False))

    def write(self, move: M) -> str:
        """The text form of ``move``, the inverse of ``read``."""
        return self._first_form(move).write(move)

    def quick(self, move: M) -> bool:
        return self.verb(move).quick

    def refusal(self, context: C, move: M) -> Forbidden | None:
        """Why a move is not legal, ``None`` for a legal one."""
        kind = self._kind(context)
        verb = self.verb(move, kind)
        if self._elsewhere and kind not in verb.kinds:
            return self._elsewhere(context)
        return verb.refuse(context, move)

    def verb(self, move: M, kind: str = "") -> Verb[C, Any, Any, Any]:
        """The verb of a move: of several that of ``kind``, and the one with most ``values``.
        Raises ``LookupError``."""
        return self._first_form(move, kind).verb

    def form(self, tag: str) -> Form[M]:
        """The JSON form of all moves; ``tag`` is the field that tells their types apart."""
        return tagged(reduce(or_, (verb.type for verb in self._verbs)), tag)

    def _first_form(self, move: M, kind: str = "") -> _Form:
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
    def _by_type(self) -> dict[type[M], list[_Form]]:
        """The first forms of the verbs of each type, those with most ``values`` first."""
        found: dict[type[M], list[_Form]] = {}
        for verb in sorted(self._verbs, key=lambda verb: -len(verb.values)):
            written = (*verb.forms, *verb.short)[0]
            found.setdefault(verb.type, []).append(_Form(verb, written))
        return found

    @cached_property
    def _forms(self) -> tuple[_Form, ...]:
        return tuple(
            _Form(verb, form, short=form in verb.short)
            for verb in self._verbs
            for form in (*verb.forms, *verb.short)
        )

    def _nearest(self, kind: str) -> tuple[_Form, ...]:
        """The forms to try, those of a kind of decision first, those not meant last."""
        if kind not in self._sorted:
            forms = (form for form in self._forms if not form.short or kind in form.verb.kinds)
            self._sorted[kind] = tuple(
                sorted(
                    forms, key=lambda form: (not form.is_meant(kind), kind not in form.verb.kinds)
                )
            )
        return self._sorted[kind]

    def _missed(self, context: C, text: str, spaced: str, refused: Unreadable | None) -> Unreadable:
        """What keeps a text from being a move: told of the form that it follows furthest, one with
        a word of its own if there is one, or else as it was ``refused``."""
        if not spaced:
            return refused or Unreadable("The text is empty.")
        kind = self._kind(context)
        meant = [form for form in self._nearest(kind) if form.is_meant(kind)]
        for worded in (True, False):
            forms = [form for form in meant if bool(form.word) == worded]
            followed = max(forms, key=lambda form: form.follows(spaced), default=None)
            if followed is not None and followed.follows(spaced):
                return (None if worded else refused) or followed.missed(context, spaced)
        return refused or Unreadable(f"I do not understand “{shown(text)}”.")


@dataclass(frozen=True)
class _Form:
    """One form of a verb, ``short`` where it is read for the verb's kinds of decisions alone."""

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
                values[name] = _value(self.verb.fields[name], context, text)
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
        """How many parts a text follows, 0 where it lacks the first of the fixed words."""
        if self.word not in self._tidy(spaced):
            return 0
        followed, _ = self._followed(spaced)
        return followed if followed > self._first_word else 0

    def missed(self, context: Any, spaced: str) -> Unreadable:
        """What is wrong behind the parts that the text follows."""
        count, begun = self._followed(spaced)
        assert begun is not None
        try:
            for name, text in begun.groupdict().items():
                if text is not None:
                    _value(self.verb.fields[name], context, text)
        except Unreadable as wrong:
            return wrong
        rest = begun.string[begun.end() :].strip()
        name = next((name for name, _, _ in self._parts[count:] if name), "")
        if rest or not name:
            return Unreadable(f"“{shown(rest)}” is not expected here.")
        return Unreadable(f"Missing: {self.verb.fields[name].wanted}.")

    def is_meant(self, kind: str) -> bool:
        """Whether a text may be told what it lacks of this form: without a word of its own only
        where its kind of decision is asked."""
        return bool(self.word) or kind in self.verb.kinds

    @cached_property
    def word(self) -> str:
        """The first fixed word, empty where there is none."""
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
        """How many parts a text follows, and how."""
        tidy = f"{self._tidy(spaced)} "
        for count, pattern in zip(range(len(self._parts), 0, -1), self._beginnings, strict=True):
            if begun := pattern.match(tidy):
                return count, begun
        return 0, None


def _asked_kind(context: Any) -> str:
    return context.decision.kind if isinstance(context, Asked) else ""


def shown(text: str) -> str:
    """The beginning of a text, for a refusal: without what turns the line around or is unseen."""
    tidy = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return tidy if len(tidy) <= LONGEST_SHOWN else f"{tidy[:LONGEST_SHOWN]}…"


def _spaced(text: str) -> str:
    """In capitals, with single blanks and plain dashes."""
    return " ".join(_COMMA.sub(" ", text).translate(_DASHES).upper().split())


def _value(value: Value[C, T], context: C, text: str) -> T:
    try:
        return value.read(context, text)
    except ValueError:
        raise Unreadable(f"“{shown(text)}” is not {value.wanted}.") from None


@cache
def _parsed(form: str) -> tuple[tuple[str, str, str], ...]:
    """The parts of a form: of each, the name of a field, what may be left out, or fixed words."""
    return tuple(_PARTS.findall(form))
