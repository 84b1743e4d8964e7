"""What a seat's orders say about a unit: the unit's own order, else its class's, else that for
all, else the default (4.4)."""

from __future__ import annotations

from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.standing.topics import ASK, BY_KEY, UNLIMITED
from games.astral_sailors.table import Table, Unit
from games.core.standing import Order, Orders

MOST_QUEUED = 60
"""Most moves in a queue."""


def class_of(kind: UnitKind) -> str:
    """Which of the three classes a kind belongs to."""
    if kind.category == "commander":
        return "commander"
    return "military" if kind.military else "civilian"


def value(orders: Orders, topic: str, table: Table, unit: Unit) -> str:
    """What holds for ``unit``."""
    kind = table.kind(unit)
    given = {order.about: order.value for order in orders if order.topic == topic}
    for about in (unit.code, class_of(kind), ""):
        if about in given:
            return given[about]
    return default(topic, class_of(kind))


def default(topic: str, about: str = "") -> str:
    """What holds for a class when nobody says anything."""
    found = BY_KEY[topic]
    return found.commander if about == "commander" and found.commander else found.default


def own(orders: Orders, topic: str) -> str:
    """What holds for the player, in a topic that is not about units."""
    return next((order.value for order in orders if order.topic == topic), BY_KEY[topic].default)


def fallback(found: str, topic: str, table: Table, unit: Unit) -> str:
    """What a value becomes when nobody is asked: itself, unless it is to ask."""
    if found == ASK:
        return default(topic, class_of(table.kind(unit)))
    return found.removeprefix(f"{ASK}-")


def asks(found: str) -> bool:
    return found == ASK or found.startswith(f"{ASK}-")


def limit(found: str) -> int | None:
    """The number of points that a value of ``pay-max`` means; ``None`` for no limit."""
    return None if found == UNLIMITED else int(found)


def given(orders: Orders, order: Order) -> Orders:
    """``orders`` with ``order`` among them.

    It replaces the one on its topic about the same units; the entries of a queue
    follow each other. An empty value takes back, for a queue all of it.
    """
    if order.topic == "queue":
        queued = sum(each.topic == "queue" for each in orders)
        if order.value:
            return (*orders, order) if queued < MOST_QUEUED else orders
        return tuple(each for each in orders if each.topic != "queue")
    place = (order.topic, order.about)
    kept = tuple(each for each in orders if (each.topic, each.about) != place)
    return (*kept, order) if order.value else kept
