"""The text form of a standing order, and orders as sentences.

``COUNTER R3 ALWAYS``, ``PAY ALL LETHAL``, ``PAY-KEEP 10``, ``ACTIVATION PASS``,
``QUEUE R3 MOVE C4``; ``CLEAR`` takes back. What it is about may also come first:
``R3 COUNTER ALWAYS``.
"""

from __future__ import annotations

import re

from games.astral_sailors.moves import Melee, Shoot
from games.astral_sailors.notation.reading import read as read_move
from games.astral_sailors.notation.writing import text_of
from games.astral_sailors.standing import book
from games.astral_sailors.standing.queue import COMMANDS
from games.astral_sailors.standing.topics import ALIASES, ASK, BY_KEY, CLASSES, TOPICS, Topic
from games.astral_sailors.table import LETTERS
from games.astral_sailors.view import SailorsView
from games.core.decisions import Decision
from games.core.refusals import Unreadable
from games.core.seats import Seat
from games.core.standing import Order, Orders

ALL, CLEAR, QUEUE = "ALL", "CLEAR", "QUEUE"
LONGEST = 200
_UNIT = re.compile(f"[{LETTERS}][1-9][0-9]{{0,2}}")
_CLASSES = {name.upper(): name for name in CLASSES} | {
    f"{name.upper()}S": name for name in ("commander", "civilian")
}
EXAMPLE = "For example: COUNTER R3 ALWAYS, PAY ALL LETHAL or QUEUE R3 MOVE C4."


def write(order: Order) -> str:
    """The text form; ``read`` gives the same order back."""
    value = order.value.upper().replace("-", " ") or CLEAR
    if order.topic == "queue":
        return f"{QUEUE} {order.value or CLEAR}"
    if BY_KEY[order.topic].about == "units":
        return f"{order.topic.upper()} {order.about.upper() or ALL} {value}"
    return f"{order.topic.upper()} {value}"


def read(view: SailorsView, text: str) -> Order:
    """Parse an order, or raise ``Unreadable``; legality is checked elsewhere."""
    words = text.upper().replace(",", " ").split()
    if not words or len(text) > LONGEST:
        raise Unreadable("The order is empty.", instead=EXAMPLE)
    if words[0] == QUEUE:
        return _queued(view, words[1:])
    if len(words) > 1 and _about(words[0]) is not None:
        words[:2] = [words[1], words[0]]
    topic = _topic(words[0])
    if topic is None:
        known = ", ".join(each.key.upper() for each in TOPICS)
        shown = words[0][:20]
        raise Unreadable(
            f"“{shown}” is not a standing order.", instead=f"Orders begin with {known}."
        )
    about = ""
    rest = words[1:]
    if topic.about == "units" and rest and (found := _about(rest[0])) is not None:
        about, rest = found, rest[1:]
    return Order(topic.key, about, _value(topic, rest))


def _topic(word: str) -> Topic | None:
    key = word.lower().replace("_", "-")
    return BY_KEY.get(ALIASES.get(key, key))


def _about(word: str) -> str | None:
    """All units, a class or a unit; ``None`` for any other word."""
    if word == ALL:
        return ""
    if _UNIT.fullmatch(word):
        return word
    return _CLASSES.get(word)


def _value(topic: Topic, words: list[str]) -> str:
    """``ASK NEVER`` is asking with a fallback, and one value."""
    if words == [CLEAR]:
        return ""
    value = "-".join(words).lower()
    if len(words) == 1 and words[0].isascii() and words[0].isdecimal() and topic.numbers:
        return str(int(value))
    if words and topic.allows(value):
        return value
    shown = " ".join(words)[:30]
    raise Unreadable(
        f"“{shown}” is not a value of {topic.key.upper()}." if words else "Missing: a value.",
        instead=f"Write {_values(topic)} or {CLEAR}.",
    )


def _values(topic: Topic) -> str:
    plain = [key.upper() for key in topic.values if not key.startswith(f"{ASK}-")]
    if topic.numbers is not None:
        lowest, highest = topic.numbers
        plain = [key for key in plain if not key.isdecimal()] + [f"{lowest} to {highest}"]
    return ", ".join(plain)


def _queued(view: SailorsView, words: list[str]) -> Order:
    """A command in its canonical text form; dice that were not dealt out are dealt out later."""
    if words == [CLEAR]:
        return Order("queue", "", "")
    decision = Decision(Seat(view.seat or 0), "activate", 0)
    text = " ".join(words)
    move = read_move(view, decision, text)
    if not isinstance(move, COMMANDS):
        raise Unreadable(
            f"“{text[:30]}” is not a command of a turn.",
            instead="You can queue scenery, deployment, actions, reinforcements or DONE.",
        )
    if isinstance(move, Shoot | Melee) and len(move.aims) == 1 and ":" not in text:
        return Order("queue", "", f"{move.unit} {move.move.upper()} {move.aims[0].target}")
    return Order("queue", "", text_of(move))


def show(view: SailorsView, orders: Orders) -> tuple[str, ...]:
    """The orders in force, defaults included, one sentence each."""
    said: list[str] = []
    for topic in TOPICS:
        if topic.about == "queue":
            continue
        if topic.about == "player":
            value = book.own(orders, topic.key)
            said.append(f"{topic.label}: {_said(topic, value)}{_mark(orders, topic, '')}.")
            continue
        value = next(
            (order.value for order in orders if (order.topic, order.about) == (topic.key, "")),
            topic.default,
        )
        said.append(f"{topic.label}: {_said(topic, value)}{_mark(orders, topic, '')}.")
        said += _exceptions(orders, topic)
    queued = [order.value for order in orders if order.topic == "queue"]
    said += [f"Queue, {at}: {text}." for at, text in enumerate(queued, 1)]
    return tuple(said)


def _exceptions(orders: Orders, topic: Topic) -> list[str]:
    """What differs for classes and units."""
    given = {order.about: order.value for order in orders if order.topic == topic.key}
    if topic.commander and not given.keys() & {"", "commander"}:
        given = {"commander": topic.commander, **given}
    classes = [about for about in CLASSES if about in given]
    units = sorted(
        (about for about in given if about and about not in CLASSES),
        key=lambda code: (LETTERS.find(code[0]), int(code[1:])),
    )
    return [
        f"{topic.label}, {CLASSES.get(about, about)}: {_said(topic, given[about])}"
        f"{_mark(orders, topic, about)}."
        for about in (*classes, *units)
    ]


def _said(topic: Topic, value: str) -> str:
    return topic.values.get(value, value)


def _mark(orders: Orders, topic: Topic, about: str) -> str:
    """Says of an order that nobody gave it."""
    is_given = any((order.topic, order.about) == (topic.key, about) for order in orders)
    return "" if is_given else " (default)"
