"""Standing orders: answers that seats give in advance to kinds of decisions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from games.core.events import Event
from games.core.notation import shown
from games.core.questions import Options, TextField
from games.core.questions.tree import Ask, Node, Tree, Typed, branch, leaf
from games.core.types import Decision, Forbidden, Refusal, Unreadable

V_contra = TypeVar("V_contra", contravariant=True)
M = TypeVar("M")
M_contra = TypeVar("M_contra", contravariant=True)
E_contra = TypeVar("E_contra", bound=Event, contravariant=True)
V = TypeVar("V")

# --- Orders ---


ASK: Final = "ask"
"""The value of a topic that means: ask the player."""
ALL, CLEAR = "ALL", "CLEAR"
LONGEST = 4000
"""Longest text of an order, in characters."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """One standing order: under ``topic``, for ``about`` (all when empty), do ``value``.

    An empty ``value`` takes the order back.
    """

    topic: str
    about: str
    value: str


GivenOrders: TypeAlias = tuple[StandingOrder, ...]


@dataclass(frozen=True, slots=True)
class Answered(Generic[M]):
    """A move by standing order and the orders left afterwards.

    Without a move the seat is asked; the orders left still replace the old ones, as
    some may have become pointless.
    """

    move: M | None
    left: GivenOrders


class Standing(Protocol[V_contra, M]):
    """The standing orders of a game, from a seat's own view."""

    def queues(self, view: V_contra) -> tuple[tuple[str, str], ...]:
        """The first keys of orders that wait one behind the other and may yet be carried out, with
        their labels."""
        ...

    def known(self, orders: GivenOrders) -> GivenOrders:
        """Drop orders that can no longer be given: an earlier release may have had others."""
        ...

    def options(self, view: V_contra) -> Options[StandingOrder]:
        """The tree of questions for orders that can be given now."""
        ...

    def read(self, view: V_contra, text: str) -> StandingOrder:
        """Parse an order; raise ``Unreadable`` or ``Forbidden``."""
        ...

    def write(self, order: StandingOrder) -> str:
        """The text form of ``order``, the inverse of ``read``."""
        ...

    def given(self, orders: GivenOrders, order: StandingOrder) -> GivenOrders:
        """``orders`` after adding or withdrawing ``order``."""
        ...

    def show(self, view: V_contra, orders: GivenOrders) -> tuple[str, ...]:
        """The orders in force, defaults included, one sentence each."""
        ...

    def answer(self, view: V_contra, decision: Decision, orders: GivenOrders) -> Answered[M] | None:
        """The move that the orders give, or ``None`` to ask the seat."""
        ...

    def default(self, view: V_contra, decision: Decision, orders: GivenOrders) -> M | None:
        """The default move on timeout or for an empty seat, or ``None`` to wait."""
        ...

    def unless(self, view: V_contra, decision: Decision, orders: GivenOrders) -> str:
        """What the panel says about ``default``, as one sentence; may be empty.

        Everybody may read it: it must not depend on what only the seat knows.
        """
        ...


# --- Conditional moves ---


ANYTHING = "*"
"""The condition that every move meets."""


class Conditions(Protocol[M_contra, E_contra]):
    def read(self, text: str) -> str:
        """Parse a condition into its canonical form, or raise ``Unreadable``."""
        ...

    def meets(self, condition: str, move: M_contra, events: Sequence[E_contra]) -> bool:
        """Whether ``move``, which led to ``events``, meets the condition."""
        ...

    def around(self, move: M_contra) -> tuple[str, ...]:
        """Conditions that ``move`` meets whatever its events, narrowest first."""
        ...

    def tell(self, condition: str, view: Any) -> str:
        """What the other side does in such a match, in words: "goes to D7 and plants E7"."""
        ...


# --- Topics, declared ---


# --- Topics ---


@dataclass(frozen=True)
class TypedValue(Generic[V_contra]):
    """Typed values of a topic.

    ``wanted``  what may be typed: ``0 to 999``
    ``read``    the canonical form of a text; raises a ``Refusal``, or ``ValueError`` for a text
                that is not ``wanted``
    """

    field: TextField
    wanted: str
    read: Callable[[V_contra, str], str]


def numbers(lowest: int, highest: int) -> TypedValue[Any]:
    def read(view: object, text: str) -> str:
        if not (text.isascii() and text.isdecimal() and lowest <= int(text) <= highest):
            raise ValueError
        return str(int(text))

    wanted = f"{lowest} to {highest}"
    return TypedValue(TextField(f"A number, {wanted}", str(highest), 9), wanted, read)


def asking(automatic: Mapping[str, str]) -> Mapping[str, str]:
    """Values with the choice to be asked, which plays one of them on timeout."""
    later = {f"{ASK}-{key}": f"ask me; on timeout: {said}" for key, said in automatic.items()}
    return {**automatic, ASK: "ask me", **later}


@dataclass(frozen=True)
class Topic(Generic[V]):
    """One thing that can be decided in advance.

    ``values``    the choices, with their words in a sentence: ``never``, ``at least 2 dice``
    ``default``   the value without an order
    ``defaults``  by class of pieces, where it differs
    ``differs``   whether orders can be about single pieces
    ``typed``     values that can be typed besides
    ``queue``     the largest number of queued orders; 0 where a new order replaces the old one
    ``past``      whether nothing of a queue can be carried out any more
    ``aliases``   other names, under which orders are read, and may have been stored
    """

    key: str
    label: str
    values: Mapping[str, str]
    default: str = ""
    defaults: Mapping[str, str] = field(default_factory=dict)
    differs: bool = False
    typed: TypedValue[V] | None = None
    queue: int = 0
    past: Callable[[V], bool] = lambda _: False
    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return (self.key, *self.aliases)

    def value(self, orders: GivenOrders, *about: str) -> str:
        """The value for a piece and its classes, most specific first: of the first that has an
        order, else of the order for all, else the default."""
        given = {order.about: order.value for order in orders if order.topic in self.names}
        found = (given[each] for each in (*about, "") if each in given)
        return next(found, self.by_default(*about))

    def by_default(self, *about: str) -> str:
        return next((self.defaults[each] for each in about if each in self.defaults), self.default)

    def unasked(self, orders: GivenOrders, *about: str) -> str:
        """The value when the player cannot be asked."""
        found = self.value(orders, *about)
        return self.by_default(*about) if found == ASK else found.removeprefix(f"{ASK}-")

    def asks(self, orders: GivenOrders, *about: str) -> bool:
        found = self.value(orders, *about)
        return found == ASK or found.startswith(f"{ASK}-")


@dataclass(frozen=True)
class Subjects(Generic[V]):
    """What an order can be about, other than everything.

    ``one``      the word for a piece: ``unit``
    ``classes``  of pieces, with their names
    ``words``    synonyms for the classes, in capitals
    ``code``     a pattern for the codes of pieces
    ``own``      the pieces that the viewer can give orders to, with their names
    """

    one: str
    classes: Mapping[str, str]
    words: Mapping[str, str]
    code: str
    own: Callable[[V], Mapping[str, str]]


class StandingOrders(Generic[V]):
    """Implements ``Standing`` except for ``answer`` and ``default``.

    ``rule``     forbids what is not an order
    ``example``  how orders are written
    ``waits``    by kind of decision, a public sentence about its default
    """

    def __init__(
        self,
        topics: Sequence[Topic[V]],
        rule: str,
        example: str,
        waits: Mapping[str, str],
        pieces: Subjects[V] | None = None,
    ) -> None:
        self._topics = {topic.key: topic for topic in topics}
        self._words = {name: topic for topic in topics for name in topic.names}
        self._rule, self._example, self._waits = rule, example, waits
        self._pieces = pieces

    def queues(self, view: V) -> tuple[tuple[str, str], ...]:
        topics = (each for each in self._topics.values() if each.queue and not each.past(view))
        return tuple((_key(topic.key), topic.label) for topic in topics)

    def known(self, orders: GivenOrders) -> GivenOrders:
        return tuple(order for order in orders if self._knows(order))

    def _knows(self, order: StandingOrder) -> bool:
        topic = self._words.get(order.topic)
        return topic is not None and (order.value in topic.values or topic.typed is not None)

    def unless(self, view: V, decision: Decision, orders: GivenOrders) -> str:
        return self._waits.get(decision.kind, "")

    def given(self, orders: GivenOrders, order: StandingOrder) -> GivenOrders:
        """``orders`` with ``order`` among them.

        It replaces the one on its topic about the same pieces, or joins the end of a
        queue. An empty value removes the order, or the whole queue.
        """
        topic = self._words[order.topic]
        most, names = topic.queue, topic.names
        if most and order.value:
            queued = sum(each.topic in names for each in orders)
            return (*orders, order) if queued < most else orders
        kept = tuple(
            each
            for each in orders
            if each.topic not in names or not (most or each.about == order.about)
        )
        return (*kept, order) if order.value else kept

    # --- Texts ---

    def write(self, order: StandingOrder) -> str:
        topic = self._words[order.topic]
        about = f" {order.about.upper() or ALL}" if topic.differs else ""
        value = order.value
        if value in topic.values:
            value = value.upper().replace("-", " ")
        return f"{topic.key.upper()}{about} {value or CLEAR}"

    def read(self, view: V, text: str) -> StandingOrder:
        words = text.upper().replace(",", " ").split()
        if not words:
            raise Unreadable("The order is empty.", instead=self._example)
        if len(text) > LONGEST:
            sentence = f"The order has {len(text)} characters; the limit is {LONGEST}."
            raise Unreadable(sentence, instead=self._example)
        if len(words) > 1 and self._about(words[0]) is not None:
            words[:2] = [words[1], words[0]]
        topic = self._words.get(words[0].lower().replace("_", "-"))
        if topic is None:
            raise Unreadable(
                f"“{shown(words[0][:20])}” is not a standing order.",
                instead=f"Orders begin with {self}.",
            )
        about, rest = "", words[1:]
        if topic.differs and rest and (found := self._about(rest[0])) is not None:
            about, rest = found, rest[1:]
        return StandingOrder(topic.key, about, self._value(view, topic, rest))

    def __str__(self) -> str:
        return ", ".join(key.upper() for key in self._topics)

    def _about(self, word: str) -> str | None:
        """What a word is about: everything, a class or a piece; ``None`` for any other word."""
        if word == ALL:
            return ""
        if self._pieces is None:
            return None
        if re.fullmatch(self._pieces.code, word):
            return word
        word = self._pieces.words.get(word, word.lower())
        return word if word in self._pieces.classes else None

    def _value(self, view: V, topic: Topic[V], words: Sequence[str]) -> str:
        if not words:
            raise Unreadable("Missing: a value.", instead=_wanted(topic))
        if words == [CLEAR]:
            return ""
        value = "-".join(words).lower()
        if value in topic.values:
            return value
        text = " ".join(words)
        try:
            if topic.typed is not None:
                return topic.typed.read(view, text)
        except ValueError:
            pass
        sentence = f"“{text[:30]}” is not a value of {topic.key.upper()}."
        raise Unreadable(sentence, instead=_wanted(topic))

    # --- Legality ---

    def refusal(self, view: V, order: StandingOrder) -> Forbidden | None:
        """Why the order cannot be given."""
        topic = self._words.get(order.topic)
        if topic is None:
            sentence = f"{order.topic[:20].upper() or 'This'} is not a standing order."
            return self._forbidden(sentence, f"The orders are {self}.")
        key = topic.key.upper()
        if order.value and not self._allows(view, topic, order.value):
            return self._forbidden(f"{key} cannot be {order.value[:30].upper()}.", _wanted(topic))
        if not order.about:
            return None
        one = self._pieces.one if self._pieces else "piece"
        if self._pieces is None or not topic.differs:
            return self._forbidden(f"{key} applies to you, not to single {one}s.")
        if order.about in self._pieces.classes or order.about in self._pieces.own(view):
            return None
        return self._forbidden(
            f"You have no {one} {order.about[:20]}.",
            f"Name {ALL}, a class of {one}s, or one of your {one}s.",
        )

    def _allows(self, view: V, topic: Topic[V], value: str) -> bool:
        if value in topic.values or topic.typed is None:
            return value in topic.values
        try:
            return topic.typed.read(view, value) == value
        except (Refusal, ValueError):
            return False

    def _forbidden(self, sentence: str, instead: str = "") -> Forbidden:
        return Forbidden(self._rule, sentence, instead=instead, code="BAD_KEY")

    # --- The tree ---

    def options(self, view: V) -> Tree[StandingOrder]:
        root = Ask("What do you decide in advance?", partial(self._topic_nodes, view))
        return Tree(root, partial(self.refusal, view), self.write)

    def _topic_nodes(self, view: V) -> Iterator[Node[StandingOrder]]:
        for topic in self._topics.values():
            below = self._values(view, topic, "")
            if topic.differs and self._pieces is not None:
                prompt = f"{topic.label}: for which {self._pieces.one}s?"
                below = Ask(prompt, partial(self._about_nodes, view, topic, self._pieces))
            yield branch(_key(topic.key), topic.label, f"{topic.key.upper()} ", below)

    def _about_nodes(
        self, view: V, topic: Topic[V], pieces: Subjects[V]
    ) -> Iterator[Node[StandingOrder]]:
        names = {"": f"all {pieces.one}s", **pieces.classes, **pieces.own(view)}
        for about, name in names.items():
            word = about.upper() or ALL
            text = f"{topic.key.upper()} {word} "
            below = self._values(view, topic, about)
            yield branch(_key(about) or ALL.lower(), _capital(name), text, below)

    def _values(self, view: V, topic: Topic[V], about: str) -> Ask[StandingOrder]:
        typed = None
        if topic.typed is not None:
            typed = Typed(topic.typed.field, partial(self._typed, view, topic, about))
        prompt = "What do you queue?" if topic.queue else f"{topic.label}: which setting?"
        return Ask(prompt, partial(self._value_nodes, topic, about), typed)

    def _value_nodes(self, topic: Topic[V], about: str) -> Iterator[Node[StandingOrder]]:
        detail = ""
        if topic.queue and topic.typed is not None:
            detail = f"type any command, such as {topic.key.upper()} {topic.typed.field.example}"
        for value, said in topic.values.items():
            yield leaf(_key(value), _capital(said), StandingOrder(topic.key, about, value), detail)
        label = f"Clear the {topic.key}" if topic.queue else "Remove this order"
        yield leaf(CLEAR.lower(), label, StandingOrder(topic.key, about, ""))

    def _typed(self, view: V, topic: Topic[V], about: str, text: str) -> StandingOrder:
        return StandingOrder(topic.key, about, self._value(view, topic, text.upper().split()))

    # --- Orders as sentences ---

    def show(self, view: V, orders: GivenOrders) -> tuple[str, ...]:
        """The orders in force, defaults included, one sentence each."""
        own = tuple(self._pieces.own(view)) if self._pieces else ()
        topics = self._topics.values()
        return tuple(said for topic in topics for said in self._said(topic, own, orders))

    def _said(self, topic: Topic[V], own: Sequence[str], orders: GivenOrders) -> Iterator[str]:
        values = [order.value for order in orders if order.topic in topic.names]
        if topic.queue:
            yield from (f"{topic.label}, {at}: {text}." for at, text in enumerate(values, 1))
            return
        given = {order.about: order.value for order in orders if order.topic in topic.names}
        general = {} if "" in given else topic.defaults
        said = {"": topic.default, **general, **given}
        classes = self._pieces.classes if self._pieces else {}
        for about in sorted(said, key=["", *classes, *own, *said].index):
            name = f", {classes.get(about, about)}" if about else ""
            mark = "" if about in given else " (default)"
            value = said[about]
            yield f"{topic.label}{name}: {topic.values.get(value, value)}{mark}."


def _wanted(topic: Topic[Any]) -> str:
    """What may be written as a value."""
    plain = [key.upper() for key in topic.values if not key.startswith(f"{ASK}-")]
    if topic.typed is not None:
        plain = [key for key in plain if not key.isdecimal()] + [topic.typed.wanted]
    return f"Write {', '.join(plain)} or {CLEAR}."


def _key(text: str) -> str:
    return re.sub("[^A-Za-z0-9]", "", text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
