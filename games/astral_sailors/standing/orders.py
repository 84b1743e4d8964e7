"""The tree of standing orders: topic, units, value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.astral_sailors.names import called
from games.astral_sailors.standing import texts
from games.astral_sailors.standing.topics import ASK, BY_KEY, BY_SHORT, CLASSES, TOPICS, Topic
from games.astral_sailors.table import Unit
from games.astral_sailors.view import SailorsView
from games.core.options import Choice, Question
from games.core.refusals import Forbidden, Unreadable
from games.core.standing import Order

ALL, CLEAR = "all", "clear"
COLON = "z"
"""Stands for the colon of ``B2:1`` in keys, which hold letters and digits only; commands are
written in capitals, so that a small z means nothing else."""


@dataclass(frozen=True, slots=True)
class OrderOptions:
    """Implements ``games.core.options.Options`` and ``Guided`` for orders."""

    view: SailorsView

    # --- Legality ---

    def refusal(self, order: Order) -> Forbidden | None:
        """Why the order cannot be given."""
        topic = BY_KEY.get(order.topic)
        if topic is None:
            known = ", ".join(each.key.upper() for each in TOPICS)
            why = f"{order.topic[:20].upper() or 'This'} is not a standing order."
            return Forbidden("ASCW-D69", why, instead=f"The orders are {known}.", code="BAD_KEY")
        if topic.about == "queue":
            return self._queue_refusal(order)
        if order.value and not topic.allows(order.value):
            why = f"{topic.key.upper()} cannot be {order.value[:20].upper()}."
            return Forbidden("ASCW-D69", why, code="BAD_KEY")
        if not order.about:
            return None
        if topic.about == "player":
            why = f"{topic.key.upper()} applies to you, not to single units."
            return Forbidden("ASCW-D69", why, code="BAD_KEY")
        if order.about in CLASSES or any(unit.code == order.about for unit in self._units()):
            return None
        why = f"You have no unit {order.about[:20]}."
        instead = "Name ALL, a class of units, or one of your units."
        return Forbidden("ASCW-D69", why, instead=instead, code="BAD_KEY")

    def contains(self, order: Order) -> bool:
        return self.refusal(order) is None

    def _queue_refusal(self, order: Order) -> Forbidden | None:
        if order.about:
            return Forbidden(
                "ASCW-D49", "A queue does not belong to a single unit.", code="BAD_KEY"
            )
        if not order.value or self._command(order.value) is not None:
            return None
        why = f"“{order.value[:30]}” is not a command of a turn."
        return Forbidden("ASCW-D49", why, instead=texts.EXAMPLE, code="BAD_KEY")

    def _command(self, text: str) -> Order | None:
        """The entry of a queue that ``text`` is, in its canonical form."""
        try:
            found = texts.read(self.view, f"{texts.QUEUE} {text}")
        except Unreadable:
            return None
        return found if found.value == text else None

    # --- The tree ---

    def question(self, path: Sequence[str]) -> Question | Order:
        if not path:
            return Question("What do you decide in advance?", tuple(map(_topic_choice, TOPICS)))
        topic = BY_SHORT.get(path[0])
        if topic is None:
            raise _gone()
        if topic.about == "queue":
            return self._queue_question(path[1:])
        if topic.about == "player":
            return self._value_question(topic, "", path[1:])
        if len(path) == 1:
            choices = tuple(self._about_choices(topic))
            return Question(f"{topic.label}: for which units?", choices)
        return self._value_question(topic, self._about(path[1]), path[2:])

    def _about(self, key: str) -> str:
        if key == ALL:
            return ""
        if key in _CLASS_KEYS:
            return _CLASS_KEYS[key]
        if any(unit.code == key for unit in self._units()):
            return key
        raise _gone()

    def _about_choices(self, topic: Topic) -> Iterator[Choice]:
        word = topic.key.upper()
        yield Choice(ALL, "All units", f"{word} {texts.ALL} ")
        for key, name in _CLASS_KEYS.items():
            label = CLASSES[name]
            yield Choice(key, label[0].upper() + label[1:], f"{word} {name.upper()} ")
        for unit in self._units():
            label = called(self.view.table, unit.code)
            yield Choice(unit.code, label[:80], f"{word} {unit.code} ")

    def _value_question(self, topic: Topic, about: str, path: Sequence[str]) -> Question | Order:
        if not path:
            choices = tuple(self._value_choices(topic, about))
            return Question(f"{topic.label}: which setting?", choices)
        if len(path) > 1:
            raise _gone()
        for value in (*topic.values, ""):
            if _value_key(value) == path[0]:
                return Order(topic.key, about, value)
        if topic.allows(path[0]):
            return Order(topic.key, about, path[0])
        raise _gone()

    def _value_choices(self, topic: Topic, about: str) -> Iterator[Choice]:
        for value, said in topic.values.items():
            order = Order(topic.key, about, value)
            label = said[0].upper() + said[1:]
            yield Choice(_value_key(value), label[:80], texts.write(order), final=True)
        order = Order(topic.key, about, "")
        yield Choice(CLEAR, "Remove this order", texts.write(order), final=True)

    def _queue_question(self, path: Sequence[str]) -> Question | Order:
        if not path:
            return Question("What do you queue?", tuple(self._queue_choices()))
        if tuple(path) == (CLEAR,):
            return Order("queue", "", "")
        found = self._command(" ".join(path).replace(COLON, ":"))
        if found is None:
            raise _gone()
        return found

    def _queue_choices(self) -> Iterator[Choice]:
        """Without a blank a command is a key by itself; others are typed."""
        order = Order("queue", "", "DONE")
        detail = "type any command, such as QUEUE R3 MOVE C4"
        yield Choice("DONE", "End the turn", texts.write(order), detail=detail, final=True)
        cleared = texts.write(Order("queue", "", ""))
        yield Choice(CLEAR, "Clear the queue", cleared, final=True)

    def path_to(self, order: Order) -> tuple[str, ...] | None:
        """Numbers and commands that are typed, not chosen."""
        topic = BY_KEY.get(order.topic)
        if topic is None or not order.value or not self.contains(order):
            return None
        if topic.about == "queue":
            if order.value == "DONE":
                return None
            return (topic.short, *order.value.replace(":", COLON).split())
        if order.value in topic.values:
            return None
        about = {"": ALL, **{name: key for key, name in _CLASS_KEYS.items()}}
        place = (about.get(order.about, order.about),) if topic.about == "units" else ()
        return (topic.short, *place, order.value)

    def __iter__(self) -> Iterator[Order]:
        """Every order that the form offers; typed numbers and commands are legal besides."""
        return self._below(())

    def _below(self, path: tuple[str, ...]) -> Iterator[Order]:
        found = self.question(path)
        if isinstance(found, Question):
            for choice in found.choices:
                yield from self._below((*path, choice.key))
        else:
            yield found

    def _units(self) -> tuple[Unit, ...]:
        """Units that the viewer plays and that are still in the match."""
        table, seat = self.view.table, self.view.seat
        if seat is None:
            return ()
        return tuple(
            unit
            for unit in table.units.values()
            if unit.place != "out" and table.controller(unit.seat) == seat
        )


_CLASS_KEYS = {"cmd": "commander", "mil": "military", "civ": "civilian"}


def _topic_choice(topic: Topic) -> Choice:
    return Choice(topic.short, topic.label, f"{topic.key.upper()} ")


def _value_key(value: str) -> str:
    """Short, of letters and digits: ``ask-never`` is ``askNev``."""
    if value.startswith(f"{ASK}-"):
        return f"{ASK}{value[4:7].capitalize()}"
    return value or CLEAR


def _gone() -> Unreadable:
    return Unreadable("That choice is not available.", instead="Use the newest form.")
