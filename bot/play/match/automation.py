"""What happens automatically: dice, standing orders, defaults for absent players.

After every entry the match continues here until it waits for a person, or for a computer
player that has to think, so that nobody waits for what is decided already.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.play.executor import Continuation
from bot.play.match.transitions import DropReason, Transition
from bot.play.seat_holders import Line, goes_on, is_present, known_answers, with_answers
from bot.play.storage.records import MOVES, EntryKind, SeatHolder
from games.core.contract import AnyGame
from games.core.events import Step as Played
from games.core.log import replay
from games.core.standing import GivenOrders
from games.core.types import Chance, Decision, Forbidden, Refusal, Seat, Seated

log = logging.getLogger(__name__)

AT_ONCE = 250
"""Automatic entries that may follow while a player waits for their receipt."""
BURST = 20
"""Conditional moves that follow each other without anybody moving by hand."""


class Automation:
    """Carries one run on.

    ``untried``  keys of open decisions that standing orders have not been tried on yet. All
                 other decisions that were open before have been put to their players: an order
                 that is given afterwards does not answer what they may be looking at.
    """

    def __init__(self, transition: Transition, untried: frozenset[str] = frozenset()) -> None:
        self._transition = transition
        self._asked = {
            each.key
            for each in transition.before
            if each.key not in untried and not _is_computer(transition, each.seat)
        }
        self._asked |= {
            each.key
            for each in transition.open_decisions
            if each.key in transition.put and not _is_computer(transition, each.seat)
        }
        self._passed: set[str] = set()
        self._views: dict[Seat, Any] = {}

    def carry_on(self, most: int = AT_ONCE) -> Continuation:
        """Add what follows, at most so many entries."""
        transition = self._transition
        last = len(transition.lines) + most
        while len(transition.lines) < last:
            if not self.add_next():
                return Continuation(bool(decisions_of_computers(transition)))
        return Continuation(
            True, frozenset(each.key for each in transition.open_decisions) - self._asked
        )

    def add_next(self) -> bool:
        """Add the next automatic entry, if there is one."""
        transition = self._transition
        self._views.clear()
        if transition.match.paused_at is not None:
            return False
        if isinstance(transition.pending, Chance):
            transition.throw(transition.pending)
            return True
        if not goes_on(transition.match, transition.holders.values()):
            return False
        return any(self._try_answer(decision) for decision in transition.open_decisions)

    def expire(self, decision: Decision) -> bool:
        """Answer a decision whose time has run out; whether the game has a default for it."""
        self._views.clear()
        holder = self._transition.holders.get(decision.seat)
        # Silence declines what was proposed: what was prepared goes on.
        if holder is not None and decision.proposed and self._play_order(decision, holder):
            return True
        return self._play_default(decision, self._orders(holder))

    def has_default(self, decision: Decision) -> bool:
        """Whether the game has a move for a decision whose time has run out."""
        standing, holder = (
            self._transition.game.standing,
            self._transition.holders.get(decision.seat),
        )
        if standing is None:
            return False
        orders = self._orders(holder)
        return standing.default(self._build_view(decision.seat), decision, orders) is not None

    def _try_answer(self, decision: Decision) -> bool:
        """A fault of the game in what nobody has pressed for costs no other player their move."""
        try:
            return self._answer(decision)
        except Exception as error:  # noqa: BLE001  then the seat itself is asked
            transition = self._transition
            fault = type(error).__name__
            ids = {"match": transition.match.id, "seq": transition.seq, "fault": fault}
            log.error("an automatic move has failed", extra={"ids": ids})
            self._passed.add(decision.key)
            return False

    def _answer(self, decision: Decision) -> bool:
        if is_left_to_people(self._transition, decision):
            return False
        holder = self._transition.holders.get(decision.seat)
        if holder is not None and (decision.left or decision.key not in self._asked):
            self._asked.add(decision.key)
            asks = decision.proposed and is_present(holder)
            if not asks and (self._play_order(decision, holder) or self._play_line(decision)):
                return True
        if holder is None:
            return self._lets_pass(decision, ())
        lapsed = holder.lapsed != "" and holder.lapsed == decision.batch
        absent = holder.is_autopilot or lapsed or decision.left
        return absent and self._lets_pass(decision, self._orders(holder))

    def _lets_pass(self, decision: Decision, orders: GivenOrders) -> bool:
        """An offer that the seat lets pass is not looked at again in this run."""
        if decision.key in self._passed:
            return False
        if self._play_default(decision, orders):
            return True
        if not decision.waits:
            self._passed.add(decision.key)
        return False

    def _play_order(self, decision: Decision, holder: SeatHolder) -> bool:
        standing = self._transition.game.standing
        if standing is None:
            return False
        answers = known_answers(holder, self._transition.game)
        answered = standing.answer(self._build_view(decision.seat), decision, answers.orders)
        if answered is None:
            return False
        move = answered.move
        # Whose wish it was, an order's or the game's own, may depend on what the seat hides.
        played = move is not None and self._play_if_legal(EntryKind.STANDING, decision, move)
        if move is not None and not played:
            return False
        if answered.left != answers.orders and not holder.is_computer:
            left = replace(answers, orders=answered.left)
            self._transition.keep(with_answers(holder, left))
        return played

    def _play_line(self, decision: Decision) -> bool:
        """Play what the seat has prepared for the move that was made just now."""
        transition, conditions = self._transition, self._transition.game.conditions
        holder = transition.holders[decision.seat]
        if conditions is None or not holder.answers or not decision.waits:
            return False
        answers = known_answers(holder, self._transition.game)
        if not answers.lines:
            return False
        last = next((each for each in reversed(transition.lines) if each.kind in MOVES), None)
        if last is None or last.seat == holder.seat or transition.branch != transition.began_in:
            return False
        move = transition.game.move_form.read(last.body)
        text, lines = next_answer(
            answers.lines, lambda when: conditions.meets(when, move, last.events)
        )
        answered = sum(each.kind is EntryKind.CONDITIONAL for each in transition.lines)
        if not text or answered >= BURST:
            transition.keep(with_answers(holder, replace(answers, lines=())))
            return False
        transition.keep(with_answers(holder, replace(answers, lines=lines)))
        view = self._build_view(decision.seat)
        try:
            reply = transition.game.read(view, decision, text)
        except Refusal:
            reply = None
        if reply is None or transition.game.options(view, decision).refusal(reply) is not None:
            transition.drop(holder.seat, DropReason.ILLEGAL)
            return False
        return self._play_if_legal(EntryKind.CONDITIONAL, decision, reply)

    def _play_default(self, decision: Decision, orders: GivenOrders) -> bool:
        standing = self._transition.game.standing
        if standing is None:
            return False
        move = standing.default(self._build_view(decision.seat), decision, orders)
        return move is not None and self._play_if_legal(EntryKind.DEFAULT, decision, move)

    def _play_if_legal(self, kind: EntryKind, decision: Decision, move: Any) -> bool:
        transition = self._transition
        done = try_move(
            transition.game, transition.state, self._build_view(decision.seat), decision, move
        )
        if done is None:
            # Nobody's wish: to be told of the rule it breaks would help no player.
            ids = {"match": transition.match.id, "seq": transition.seq, "kind": kind.value}
            log.error("an automatic move is not legal", extra={"ids": ids})
            return False
        transition.play(kind, decision, move, done, None)
        return True

    def _orders(self, holder: SeatHolder | None) -> GivenOrders:
        return known_answers(holder, self._transition.game).orders

    def _build_view(self, seat: Seat) -> Any:
        if seat not in self._views:
            self._views[seat] = self._transition.game.view(self._transition.state, Seated(seat))
        return self._views[seat]


def next_answer(
    lines: Sequence[Line], is_met: Callable[[str], bool]
) -> tuple[str, tuple[Line, ...]]:
    """The answer of the first line whose condition is met, and what follows it; "" for none."""
    first = next((line[0] for line in lines if is_met(line[0].when)), None)
    if first is None:
        return "", ()
    return first.reply, tuple(line[1:] for line in lines if line[0] == first and line[1:])


def try_move(
    game: AnyGame, state: Any, view: Any, decision: Decision, move: Any
) -> Played[Any, Any] | None:
    """The step that a move makes, ``None`` when it is not legal."""
    try:
        return replay.carried_out(game, state, view, decision, move)
    except Forbidden:
        return None


def decisions_of_computers(transition: Transition) -> tuple[Decision, ...]:
    """The decisions that computer players think about: first the offers, such as to claim a
    victory before it is gone, then what the match waits for.
    """
    if transition.match.paused_at is not None or not goes_on(
        transition.match, transition.holders.values()
    ):
        return ()
    found = [
        each
        for each in transition.open_decisions
        if _is_computer(transition, each.seat)
        and not (
            is_left_to_people(transition, each)
            if each.waits
            else _is_offered_to_people(transition, each)
        )
    ]
    return tuple(sorted(found, key=lambda each: each.waits))


def _is_offered_to_people(transition: Transition, offer: Decision) -> bool:
    """Whether a person of the same team who is there may take up the same kind of offer."""
    teams = transition.match.sides.teams
    return any(
        (each.kind, each.waits) == (offer.kind, False)
        and teams[each.seat] == teams[offer.seat]
        and is_present(transition.holders.get(each.seat))
        for each in transition.open_decisions
    )


def is_left_to_people(transition: Transition, decision: Decision) -> bool:
    """Whether a present person of the team can still answer a question to the whole team: then
    neither a computer player nor the default of an empty seat answers before them."""
    if not decision.by_team or is_present(transition.holders.get(decision.seat)):
        return False
    teams = transition.match.sides.teams
    return any(
        (each.kind, each.number) == (decision.kind, decision.number)
        and teams[each.seat] == teams[decision.seat]
        and is_present(transition.holders.get(each.seat))
        for each in transition.open_decisions
        if each.by_team
    )


def _is_computer(transition: Transition, seat: Seat) -> bool:
    holder = transition.holders.get(seat)
    return holder is not None and holder.is_computer
