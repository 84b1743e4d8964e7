"""Standing orders: what a player has decided in advance, seen and changed by that player alone.

They are kept outside the log: a change makes no entry, affects no open question, and is told to
nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.play import effects
from bot.play.clocks.due_times import looked_up
from bot.play.context import Command, PlayContext, transactional
from bot.play.executor import Continuation, Outcome
from bot.play.match import table
from bot.play.match.automation import orders_of, written
from bot.play.match.questions import TreeNode
from bot.play.match.table import Typed
from bot.play.match.timing import timed
from bot.play.match.transitions import Transition
from bot.play.match.views import MatchView
from bot.play.receipts import Receipt
from bot.play.refusals import NotNow, check_played
from bot.play.seat_holders import present
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import Audit, Change, MatchId
from games.core.contract import AnyGame
from games.core.options import Question
from games.core.refusals import Unreadable
from games.core.seats import Seat, Seated
from games.core.standing.orders import Order, Orders, Standing
from games.core.telling.phrases import counted


@dataclass(frozen=True, slots=True)
class Path:
    """An order as the keys of choices."""

    keys: tuple[str, ...]


OrderInput: TypeAlias = Typed | Path


@transactional
async def give(
    work: UnitOfWork, context: PlayContext, command: Command, given: OrderInput
) -> Outcome:
    """Give orders, or take some back: of a typed text one a line."""
    transition, seat = await _begun(work, context, command.match, command.user)
    view = transition.game.view(transition.state, Seated(seat))
    standing = _standing(transition.game)
    orders, wished = orders_of(transition.holders[seat]), _understood(standing, view, given)
    for order in wished:
        orders = standing.given(orders, order)
    said = _receipt(standing, wished)
    return await _kept(work, context, transition, seat, orders, command.user, said)


def _receipt(standing: Standing[object, object], wished: tuple[Order, ...]) -> str:
    """A single order as it is written; of several how many."""
    if len(wished) == 1:
        return f"Standing order set: {standing.write(wished[0])}."
    added = sum(bool(order.value) for order in wished)
    removed = f", {len(wished) - added} removed" if added < len(wished) else ""
    return f"{counted(added, 'order')} added{removed}."


@transactional
async def clear(work: UnitOfWork, context: PlayContext, command: Command) -> Outcome:
    """Take all orders back."""
    transition, seat = await _begun(work, context, command.match, command.user)
    _standing(transition.game)
    return await _kept(
        work, context, transition, seat, (), command.user, "Your standing orders are cleared."
    )


@transactional
async def back(work: UnitOfWork, context: PlayContext, command: Command) -> Outcome:
    """The player is there again: their seat is waited for, as before time ran out."""
    transition, seat = await _begun(work, context, command.match, command.user)
    orders = orders_of(transition.holders[seat])
    said = "Welcome back: the match waits for you."
    return await _kept(work, context, transition, seat, orders, command.user, said, back=True)


async def _begun(
    work: UnitOfWork, context: PlayContext, match: MatchId, user: int
) -> tuple[Transition, Seat]:
    transition = await table.begun(work, context, match, paused=True)
    return transition, table.seat_of(transition, user)


async def _kept(
    work: UnitOfWork,
    context: PlayContext,
    transition: Transition,
    seat: Seat,
    orders: Orders,
    user: int,
    said: str,
    *,
    back: bool = False,
) -> Outcome:
    now = context.clock.now()
    was = transition.holders[seat]
    # Having orders must not show, not even in when the match stops waiting for a seat.
    if back or was.autopilot:
        table.awake(transition, seat)
    transition.keep(replace(transition.holders[seat], orders=written(orders)))
    holders = tuple(transition.holders[each] for each in sorted(transition.holders))
    change = Change(
        match=transition.match,
        expected=transition.match.seq,
        audit=Audit(now, user, "standing", transition.match.id),
        holders=holders if transition.holders != transition.was else None,
    )
    resumed = not present(transition.was.values())
    if resumed:
        # Everybody's time begins anew: nobody was waited for.
        transition.times = await looked_up(
            work, transition.match, (holder.user for holder in transition.holders.values())
        )
        change = replace(change, opened=timed(transition, now))
    if was.autopilot:
        # That somebody is there again is for all to see, whatever their orders are.
        change = replace(change, outbox_messages=effects.back(transition.match, now))
    return Outcome(change, Receipt(transition.match.id, said), rest=Continuation(resumed))


def order_at(match_view: MatchView, path: tuple[str, ...]) -> TreeNode:
    """The tree of standing orders at ``path``, and the orders in force, with the finished one among
    them. Raises a ``Refusal``."""
    check_played(match_view.match, paused=True)
    match_view.own_seat()
    standing, view, orders = _standing(match_view.game), match_view.view, match_view.orders
    found = standing.options(view).question(path)
    if isinstance(found, Question):
        return TreeNode(match_view, path, found.advised(), told=standing.show(view, orders))
    shown = standing.show(view, standing.given(orders, found))
    return TreeNode(match_view, path, None, text=standing.write(found), told=shown)


def _standing(game: AnyGame) -> Standing[object, object]:
    if game.standing is None:
        raise NotNow(f"{game.meta.title} has no standing orders.")
    return game.standing


def _understood(
    standing: Standing[object, object], view: object, given: OrderInput
) -> tuple[Order, ...]:
    """The orders that are wished for, if they can be given. Raises a ``Refusal``."""
    options = standing.options(view)
    if isinstance(given, Path):
        order = options.question(given.keys)
        if isinstance(order, Question):
            raise Unreadable("This order is not complete yet.")
        return (order,)
    found = tuple(_lines(standing, view, given.text))
    for order in found:
        refusal = options.refusal(order)
        if refusal is not None:
            raise refusal
    return found


def _lines(standing: Standing[object, object], view: object, text: str) -> Iterator[Order]:
    """An order a line. The word that the first begins with can be left out of the others."""
    first, *rest = [line for line in text.splitlines() if line.strip()] or [""]
    yield standing.read(view, first)
    for line in rest:
        try:
            order = standing.read(view, line)
        except Unreadable:
            order = standing.read(view, f"{first.split()[0]} {line}")
        yield order
