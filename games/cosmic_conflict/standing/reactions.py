"""Answers to windows by standing order: the automatic rules (4.3, 4.5, 4.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.core.decisions import Decision
from games.core.notation import Asked
from games.core.standing.orders import Answered
from games.core.standing.orders import Orders as Given
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.odds import best_request, best_reroll, is_worth_dodging
from games.cosmic_conflict.orders import Orders, automatic_payment
from games.cosmic_conflict.rules import arrivals, conditions, reacting
from games.cosmic_conflict.rules.values import paid_text
from games.cosmic_conflict.rules.windows import WindowKey
from games.cosmic_conflict.standing import topics, triggers
from games.cosmic_conflict.standing.topics import AUTO, INTERRUPT, NEVER, POLICIES, YES, Topics
from games.cosmic_conflict.table import CommandName, Table, Unit
from games.cosmic_conflict.tasks import Firing
from games.cosmic_conflict.verbs import NOTATION
from games.cosmic_conflict.view import View


def answer(
    view: View, decision: Decision, orders: Given, *, asking: bool
) -> Answered[m.Answer] | None:
    """What the orders answer; ``None`` where the player wants to be asked.

    Not ``asking``: time has run out; then the automatic rule answers what was to be asked.
    """
    asked = Asked(view, decision)
    window = reacting.window(asked)
    assert window is not None
    policy = INTERRUPT if window.key == "interrupt" else POLICIES[window.key]
    about = topics.about(window.unit)
    if asking and policy.asks(orders, about):
        return None
    wanted = policy.unasked(orders, about) != NEVER
    if window.key == "interrupt":
        shot = triggers.fired(view, decision, orders) if wanted else None
        return shot or Answered(m.Decline(), orders)
    move = AUTOMATIC[window.key](_Open(view, decision, orders, window.unit)) if wanted else None
    if move is None or NOTATION.refusal(asked, move):
        move = m.Decline()
    return Answered(move, orders)


@dataclass(frozen=True)
class _Open:
    """A window of one unit, and what its side ordered."""

    view: View
    decision: Decision
    orders: Given
    id: str

    @property
    def table(self) -> Table:
        return self.view.table

    @property
    def unit(self) -> Unit:
        return self.table.units[self.id]

    @property
    def task(self) -> Any:
        return self.view.course.agenda[-1]

    @property
    def hidden(self) -> Orders:
        return self.view.sheet(self.decision.seat).of(self.id)

    def value(self, topic: Topics) -> str:
        return topic.value(self.orders, topics.about(self.id))

    def pay(self, name: CommandName) -> str:
        """What pays for an automatic Command, empty for nothing (4.3)."""
        with_order = self.value(topics.PAY_WITH_ORDER) == YES
        found = automatic_payment(self.table, self.unit, self.hidden, name, with_order)
        return "" if found is None else paid_text(self.table.design(self.unit), found).upper()


def _yes(key: Any) -> Callable[[_Open], m.Answer]:
    return lambda now: m.React(key)


# --- Attacks ---


def _reroll(now: _Open) -> m.Answer | None:
    """Offensive Focus is free; Re-aim is paid for only where that is allowed."""
    task: Firing = now.task
    assert task.attack is not None
    die = best_reroll(task.attack.terms, task.dice)
    if die is None:
        return None
    if reacting.reroll_by(now.table, task, now.unit, now.hidden.names, "") == "focus":
        return m.Reroll(die)
    pay = now.pay("reaim") if now.value(topics.REROLL_TOKEN) == YES else ""
    return m.Reroll(die, pay) if pay else None


def _blocking(now: _Open) -> m.Answer | None:
    task: Firing = now.task
    assert task.attack is not None
    die = best_request(task.attack.terms, task.dice)
    return m.Request(die) if die else None


def _dodge(now: _Open) -> m.Answer | None:
    task: Firing = now.task
    assert task.attack is not None
    least, pay = int(now.value(topics.DODGE_LEAST)), now.pay("dodge")
    worth = is_worth_dodging(task.attack.terms, task.dice, least)
    return m.ReactCommand("dodge", pay) if worth and pay else None


# --- Damage ---


def _absorb(now: _Open) -> m.Answer | None:
    """The tracks in the order that was set; ``ARM`` names all Armor."""
    value, design = now.value(topics.ABSORB_ORDER), now.table.design(now.unit)
    if value == AUTO:
        return None
    there = [design.labels[place] for place, _ in design.absorbers]
    named = [each for word in value.split() for each in there if word in (each, each[:3])]
    return m.TracksFirst("absorb", tuple(dict.fromkeys(named)))


def _keep(now: _Open) -> m.Answer:
    return m.Keep(conditions.least_bad(now.task.condition.results))


def _damcon(now: _Open) -> m.Answer | None:
    (result,) = now.task.condition.results
    pay = now.pay("damcon")
    wanted = str(result) in now.value(topics.CONTROLLED).split()
    return m.ReactCommand("damcon", pay) if wanted and pay else None


def _sacrifice(now: _Open) -> m.Answer:
    """By the list of the unit, else the automatic choice; option (b) of Propulsion Damage while a
    jump is pending (4.5)."""
    (result,), labels = now.task.condition.results, now.table.design(now.unit).labels
    jumping = now.unit.jumping or "jump" in now.hidden.names
    found = conditions.choices(now.table, now.unit, result, jumping)
    listed = [labels.index(each) for each in now.value(topics.SACRIFICED).split() if each in labels]
    choice = conditions.preferred(found, listed)
    items = tuple(labels[place] for place in choice.places)
    return m.Sacrifice(items, "" if items else choice.option)


# --- Moves and the Resolution Phase ---


def _pws(now: _Open) -> m.Answer | None:
    mover = now.table.units[now.task.mover]
    found = arrivals.exchange(now.table, mover, now.unit)
    return m.React("pws") if found and found.enemy_elects else None


def _reinforce(now: _Open) -> m.Answer:
    return m.TracksFirst("reinforce")


AUTOMATIC: Final[Mapping[WindowKey, Callable[[_Open], m.Answer | None]]] = {
    "evasive": _yes("evasive"),
    "reroll": _reroll,
    "blocking": _blocking,
    "dodge": _dodge,
    "absorb": _absorb,
    "brace": _yes("brace"),
    "keep": _keep,
    "damcon": _damcon,
    "sacrifice": _sacrifice,
    "pws": _pws,
    "reinforce": _reinforce,
    "survey": _yes("survey"),
    "jump": _yes("jump"),
}
"""The automatic rules; what is not legal now is declined. Windows for Brace for Impact open only
where its rule holds."""
