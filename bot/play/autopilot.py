"""What goes by itself: dice, standing orders, defaults for those who are not there.

After every entry the match carries on here until it waits for a person, or for a computer
player that has to think, so that nobody waits for what is decided already.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from bot.play.records import Hold, Kind
from bot.play.steps import Run, present
from games.core.chance import Chance
from games.core.contract import AnyGame
from games.core.contract import Step as Played
from games.core.decisions import Decision, Decisions
from games.core.forms import Form
from games.core.seats import Seat, Seated
from games.core.standing import Orders

log = logging.getLogger(__name__)

ORDERS: Form[Orders] = Form(Orders)
AT_ONCE = 250
"""Entries that may follow of themselves while a player waits for their receipt."""


def orders_of(hold: Hold) -> Orders:
    return ORDERS.read(hold.orders) if hold.orders else ()


def written(orders: Orders) -> str:
    return ORDERS.write(orders).decode() if orders else ""


@dataclass(frozen=True, slots=True)
class Rest:
    """What is left to follow when a run ends.

    ``more``     whether the match goes on by itself: entries are left for another run, or a
                 computer player is to think
    ``unasked``  decisions that standing orders have not been tried on yet
    """

    more: bool = False
    unasked: frozenset[str] = frozenset()


NOTHING = Rest()


class Autopilot:
    """Carries one run on.

    ``asked``  keys of the decisions that players have been asked already. An order that is
               given afterwards does not answer them: they may be looking at the question.
    """

    def __init__(self, run: Run, asked: Iterable[str]) -> None:
        self._run = run
        self._asked = set(asked)
        self._views: dict[Seat, Any] = {}

    def carry_on(self, most: int = AT_ONCE) -> Rest:
        """Add what follows, at most so many entries."""
        run = self._run
        last = len(run.lines) + most
        while len(run.lines) < last:
            if not self.one():
                return Rest(bool(thinking(run)))
        pending = run.game.pending(run.state)
        opened = pending.open if isinstance(pending, Decisions) else ()
        return Rest(True, frozenset(each.key for each in opened) - self._asked)

    def one(self) -> bool:
        """Add the entry that follows of itself, if there is one."""
        run = self._run
        pending = run.game.pending(run.state)
        self._views.clear()
        if isinstance(pending, Chance):
            run.throw(pending)
            return True
        if isinstance(pending, Decisions) and present(run.holds.values()):
            return any(self._answered(decision) for decision in pending.open)
        return False

    def expire(self, decision: Decision) -> bool:
        """Answer a decision whose time has run out; whether the game has a default for it."""
        self._views.clear()
        hold = self._run.holds.get(decision.seat)
        return self._by_default(decision, () if hold is None else orders_of(hold))

    def _answered(self, decision: Decision) -> bool:
        hold = self._run.holds.get(decision.seat)
        if hold is None:
            return self._by_default(decision, ())
        if hold.computer:
            return self._by_order(decision, hold)
        if decision.key not in self._asked:
            self._asked.add(decision.key)
            if self._by_order(decision, hold):
                return True
        lapsed = hold.lapsed != "" and hold.lapsed == decision.batch
        return (hold.autopilot or lapsed) and self._by_default(decision, orders_of(hold))

    def _by_order(self, decision: Decision, hold: Hold) -> bool:
        standing = self._run.game.standing
        if standing is None:
            return False
        orders = orders_of(hold)
        answered = standing.answer(self._view(decision.seat), decision, orders)
        if answered is None:
            return False
        move = answered.move
        played = move is not None and self._played(Kind.STANDING, decision, move)
        if move is not None and not played:
            return False
        if answered.left != orders and not hold.computer:
            self._run.keep(replace(hold, orders=written(answered.left)))
        return played

    def _by_default(self, decision: Decision, orders: Orders) -> bool:
        standing = self._run.game.standing
        if standing is None:
            return False
        move = standing.default(self._view(decision.seat), decision, orders)
        return move is not None and self._played(Kind.DEFAULT, decision, move)

    def _played(self, kind: Kind, decision: Decision, move: Any) -> bool:
        run = self._run
        done = carried_out(run.game, run.state, self._view(decision.seat), decision, move)
        if done is None:
            # Nobody's wish: to be told of the rule it breaks would help no player.
            ids = {"match": run.match.id, "seq": run.seq, "kind": kind.value}
            log.error("an automatic move is not legal", extra={"ids": ids})
            return False
        run.play(kind, decision, move, done, None)
        return True

    def _view(self, seat: Seat) -> Any:
        if seat not in self._views:
            self._views[seat] = self._run.game.view(self._run.state, Seated(seat))
        return self._views[seat]


def carried_out(
    game: AnyGame, state: Any, view: Any, decision: Decision, move: Any
) -> Played[Any, Any] | None:
    """The step that a move makes, ``None`` when it is not legal."""
    if game.options(view, decision).refusal(move) is not None:
        return None
    return game.apply(state, decision.seat, decision, move)


def thinking(run: Run) -> tuple[Decision, ...]:
    """The decisions that the match waits for and that computer players must think about."""
    pending = run.game.pending(run.state)
    if not isinstance(pending, Decisions) or not present(run.holds.values()):
        return ()
    return tuple(
        decision
        for decision in pending.open
        if decision.waits and (hold := run.holds.get(decision.seat)) and hold.computer
    )
