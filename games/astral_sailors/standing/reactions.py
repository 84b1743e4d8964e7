"""Answers to the questions of an attack by standing order (D-26, D-34, D-69, 4.4)."""

from __future__ import annotations

from dataclasses import dataclass

from games.astral_sailors.rules.combat import attack, exchange, questions, wounds
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.rules.combat.questions import reactions
from games.astral_sailors.standing import topics
from games.astral_sailors.standing.topics import UNLIMITED, class_of
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import Attack, Throw
from games.astral_sailors.view import SailorsView
from games.core.standing import GivenOrders, Topic
from games.core.types import Decision


def answer(
    table: Table, decision: Decision, orders: GivenOrders, *, asking: bool
) -> React | Reroll | Pay | None:
    """What the orders answer, ``None`` when the player wants to be asked.

    Not ``asking``: time has run out, or the match waits for nobody; then what is
    to be asked takes its fallback.
    """
    task, at = table.attack, decision.number - table.asked
    asked = questions.asked(table, task) if task else ()
    if task is None or not 0 <= at < len(asked):
        return None
    says = _Says(table, table.units[asked[at]], orders, asking)
    match decision.kind:
        case "react":
            return _react(says, task)
        case "reroll":
            return _reroll(says, task)
        case _:
            return _pay(says, task)


@dataclass(frozen=True, slots=True)
class _Says:
    """What the orders say about one unit."""

    table: Table
    unit: Unit
    orders: GivenOrders
    asking: bool

    @property
    def about(self) -> tuple[str, str]:
        """Its own order holds, else its class's, else that for all."""
        return self.unit.code, class_of(self.table.kind(self.unit))

    def value(self, topic: Topic[SailorsView]) -> str:
        return topic.value(self.orders, *self.about)

    def automatic(self, topic: Topic[SailorsView]) -> str | None:
        """The automatic value that holds, ``None`` when the player is to be asked."""
        asks = self.asking and topic.asks(self.orders, *self.about)
        return None if asks else topic.unasked(self.orders, *self.about)


# --- Counter-attack and Cover ---


def _react(says: _Says, task: Attack) -> React | None:
    """The preferred reaction if it is wanted, else the other, else none."""
    table, unit = says.table, says.unit
    part = questions.part_of(task, unit.code)
    possible = reactions(table, task, part)
    worth_cover = part.dice >= int(says.value(topics.COVER_DICE))
    wished = (topics.COUNTER, topics.COVER)
    for topic in reversed(wished) if says.value(topics.PREFER) == "cover" else wished:
        if topic.key not in possible or (topic.key == "cover" and not worth_cover):
            continue
        value = says.automatic(topic)
        if value is None:
            return None
        if value == "always" or (value == "acted" and unit.activated == table.round):
            return React(unit.code, "cover" if topic.key == "cover" else "counter")
    return React(unit.code, "none")


# --- Throwing dice again ---


def _reroll(says: _Says, task: Attack) -> Reroll | None:
    table = says.table
    failed = questions.rerollable(table, task)
    throw, attacks = questions.under_way(task), task.stage == "attack-reroll?"
    value = says.automatic(topics.REROLL_ATTACK if attacks else topics.REROLL_DEFENCE)
    if throw is None or value is None:
        return None
    if attacks:
        wanted = value == "always" or (value == "two" and len(failed) >= 2)
        return Reroll(failed if wanted else ())
    wanted = value == "always" or (value == "lethal" and _is_lethal(table, says.unit, len(failed)))
    spared = _extending(table, task, throw)
    return Reroll(tuple(place for place in failed if place not in spared) if wanted else ())


def _is_lethal(table: Table, unit: Unit, lost: int) -> bool:
    """Whether so many lost pairs would eliminate the unit, after Tough."""
    return wounds.after_tough(table, unit, lost) >= wounds.left(table, unit)


def _extending(table: Table, task: Attack, throw: Throw) -> frozenset[int]:
    """Natural 6s that get an extension die and should be kept (D-26)."""
    if exchange.extended_by(throw, table.agreement) != "defence":
        return frozenset()
    extending = attack.extending(table, task, throw)
    return frozenset(place for place in extending if throw.defence[place] == 6)


# --- Paying wounds off ---


def _pay(says: _Says, task: Attack) -> Pay | None:
    value = says.automatic(topics.PAY)
    if value is None:
        return None
    table, unit = says.table, says.unit
    suffered = questions.suffered(task, unit.code)
    left = wounds.left(table, unit)
    most = _affordable(says, dict(questions.payers(table, task))[unit.code])
    needed = max(0, suffered - left + 1)
    if value == "never" or needed > most:
        return Pay(unit.code, 0)
    return Pay(unit.code, needed if value == "lethal" else most)


def _affordable(says: _Says, most: int) -> int:
    """How many of ``most`` wounds the limits of the player allow to pay for."""
    table, unit = says.table, says.unit
    price = wounds.price(table.kind(unit).cost)
    points = table.players[unit.seat].pool - int(topics.PAY_KEEP.value(says.orders))
    if (limit := says.value(topics.PAY_MAX)) != UNLIMITED:
        points = min(points, int(limit))
    return min(most, max(0, points) // price) if price else most
