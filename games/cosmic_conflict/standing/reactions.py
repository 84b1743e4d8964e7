"""Answers to windows by standing order: the automatic rules (4.3, 4.5, 4.6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.core.notation import Request
from games.core.standing import ASK, Answered
from games.core.standing import GivenOrders as Given
from games.core.types import Decision
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.odds import DODGE_MIN, best_request, best_reroll, is_worth_dodging
from games.cosmic_conflict.rules import cloak, damage, movement, reactions
from games.cosmic_conflict.rules.attacks import pws, shared
from games.cosmic_conflict.rules.movement import move_of
from games.cosmic_conflict.rules.reactions import (
    BlockingReroll,
    Cloak,
    Decline,
    Keep,
    React,
    ReactCommand,
    Redirect,
    Repair,
    Reroll,
    Sacrifice,
    TracksFirst,
)
from games.cosmic_conflict.rules.windows import WindowKey
from games.cosmic_conflict.standing import shots, topics
from games.cosmic_conflict.standing.topics import AUTO, NEVER, POLICIES
from games.cosmic_conflict.table.orders import Orders
from games.cosmic_conflict.table.tasks import Firing
from games.cosmic_conflict.table.units import CommandName, Table, Unit
from games.cosmic_conflict.view import View


def answer(
    view: View, decision: Decision, orders: Given, *, asking: bool
) -> Answered[Answer] | None:
    """What the orders answer; ``None`` where the player wants to be asked.

    Not ``asking``: time has run out; then the automatic rule answers what was to be asked.
    """
    request = Request(view, decision)
    window = reactions.window(request)
    assert window is not None
    if window.key == "interrupt":
        if asking and shots.asks(view, decision, orders):
            return None
        return Answered(shots.choose_shot(view, decision, orders) or Decline(), orders)
    policy, about = POLICIES[window.key], topics.about(window.unit)
    if asking and policy.asks(orders, about):
        return None
    value = policy.unasked(orders, about)
    now = _Open(view, decision, window.unit, value)
    move = AUTOMATIC[window.key](now) if value != NEVER else None
    if move is None or NOTATION.refusal(request, move):
        move = Decline()
    return Answered(move, orders)


@dataclass(frozen=True)
class _Open:
    """A window of one unit, and the ``policy`` of its side for it."""

    view: View
    decision: Decision
    id: str
    policy: str

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
        commander = self.table.commander(self.unit)
        return self.view.sheet(self.decision.seat).of(commander.id)

    def pay(self, name: CommandName) -> str:
        return shots.payment(self.view, self.decision.seat, self.unit, name)


CONTROLLED: Final = frozenset({2, 3, 8, 9, 10})
"""Results against which Damage Control and luck are used (4.3)."""


def _yes(key: Any) -> Callable[[_Open], Answer]:
    return lambda now: React(key)


# --- Attacks ---


def _reroll(now: _Open) -> Answer | None:
    """A free reroll, by Offensive Focus or veterans; Re-aim has a price, so the player decides."""
    task: Firing = now.task
    die = best_reroll(task.fixed.terms, task.dice)
    if not die:
        return None
    move = Reroll(die)
    by = reactions.reroll_by(now.table, task, now.unit, now.hidden.names, move)
    return None if by == "reaim" else move


def _blocking(now: _Open) -> Answer | None:
    task: Firing = now.task
    die = best_request(task.fixed.terms, task.dice)
    return BlockingReroll(die) if die else None


def _dodge(now: _Open) -> Answer | None:
    task: Firing = now.task
    least, pay = DODGE_MIN if now.policy == AUTO else int(now.policy), now.pay("dodge")
    worth = is_worth_dodging(task.fixed.terms, task.dice, least)
    return ReactCommand("dodge", pay) if worth and pay else None


def _redirect(key: Any) -> Callable[[_Open], Answer | None]:
    def answer(now: _Open) -> Answer | None:
        taker = shared.sturdiest(now.table, shared.takers(now.table, now.task))
        worth = shared.is_worth_passing(now.table, now.task, taker)
        return Redirect(key, taker.id) if worth else None

    return answer


# --- Damage ---


def _keep(now: _Open) -> Answer:
    return Keep(damage.least_bad(now.task.condition.results))


def _luck(now: _Open) -> Answer | None:
    return React("luck") if now.task.condition.results[-1] in CONTROLLED else None


def _damcon(now: _Open) -> Answer | None:
    (result,) = now.task.condition.results
    pay = now.pay("damcon")
    return ReactCommand("damcon", pay) if result in CONTROLLED and pay else None


def _sacrifice(now: _Open) -> Answer:
    """The automatic choice; option (b) of Propulsion Damage while a jump is pending (4.5)."""
    (result,), labels = now.task.condition.results, now.table.design(now.unit).labels
    jumping = now.unit.jumping or "jump" in now.hidden.names
    choice = damage.choices(now.table, now.unit, result, jumping)[0]
    items = tuple(labels[place] for place in choice.places)
    return Sacrifice(items, "" if items else choice.option)


# --- Moves and the Resolution Phase ---


def _pws(now: _Open) -> Answer | None:
    mover = now.table.units[now.task.mover]
    found = pws.exchange(now.table, mover, now.unit)
    return React("pws") if found and found.enemy_elects else None


def _reinforce(now: _Open) -> Answer:
    return TracksFirst("reinforce")


def _cloak(now: _Open) -> Answer | None:
    """The course that was given, else adrift for one turn where that is safe (4.7)."""
    if now.policy not in (AUTO, ASK):
        return Cloak(cloak.COURSE.read(now.view, now.policy.upper()))
    table, unit = cloak.drifted(now.table, 1), cloak.alone(now.unit)
    return Cloak((replace(move_of(movement.safe_drift(table, unit)), confirmed=False),))


AUTOMATIC: Final[Mapping[WindowKey, Callable[[_Open], Answer | None]]] = {
    "evasive": _yes("evasive"),
    "reroll": _reroll,
    "blocking": _blocking,
    "dodge": _dodge,
    "redirect": _redirect("redirect"),
    "escort": _redirect("escort"),
    "absorb": lambda now: None,
    "brace": _yes("brace"),
    "luck": _luck,
    "keep": _keep,
    "damcon": _damcon,
    "sacrifice": _sacrifice,
    "pws": _pws,
    "reinforce": _reinforce,
    "survey": _yes("survey"),
    "rescue": _yes("rescue"),
    "repair": lambda now: Repair(),
    "jump": _yes("jump"),
    "cloak": _cloak,
}
"""The automatic rules; what is not legal now is declined. Windows for Brace for Impact open only
where its rule holds."""
