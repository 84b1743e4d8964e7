"""Answers in advance: set, removed and cleared, by the player of the seat alone.

They are kept outside the log: a change makes no entry, affects no open question, and is told to
nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

from bot.play import effects
from bot.play.answers import conditional_moves
from bot.play.answers.conditional_moves import (
    beginnings,
    build_mark,
    line_text,
    with_line,
    without_line,
)
from bot.play.clocks.due_times import load_times
from bot.play.executor import Command, Continuation, Outcome, PlayContext, Receipt, transactional
from bot.play.match import changes, submission
from bot.play.match.changes import time_decisions
from bot.play.match.questions import TreeNode
from bot.play.match.submission import TypedMove
from bot.play.match.transitions import Transition
from bot.play.match.views import MatchView
from bot.play.refusals import NotNow, check_running
from bot.play.seat_holders import NONE, Answers, anyone_present, known_answers, with_answers
from bot.play.storage.ports import UnitOfWork
from bot.play.storage.records import Audit, Change, OpenDecision
from games.core.contract import AnyGame
from games.core.questions import Question
from games.core.standing import Standing, StandingOrder
from games.core.telling import counted
from games.core.types import Seat, Seated, Unreadable

MOST = 50
"""Conditional moves of one seat."""


@dataclass(frozen=True, slots=True)
class Path:
    """An order as the keys of choices."""

    keys: tuple[str, ...]


OrderInput: TypeAlias = TypedMove | Path
Edit: TypeAlias = Callable[[Transition, Seat, Answers], tuple[Answers, str]]
"""The answers as they shall be, and a receipt. Raises a ``Refusal``."""


@transactional
async def give_orders(
    work: UnitOfWork, context: PlayContext, command: Command, given: OrderInput
) -> Outcome:
    """Set orders, or remove some: of a typed text one a line."""

    def edit(transition: Transition, seat: Seat, answers: Answers) -> tuple[Answers, str]:
        standing = _get_standing(transition.game)
        wished = _parse(standing, transition.game.view(transition.state, Seated(seat)), given)
        orders = reduce(standing.given, wished, answers.orders)
        return replace(answers, orders=orders), _describe(standing, wished)

    return await _change_answers(work, context, command, edit)


@transactional
async def give_line(work: UnitOfWork, context: PlayContext, command: Command, text: str) -> Outcome:
    """Set the conditional moves of this text form."""

    def edit(transition: Transition, seat: Seat, answers: Answers) -> tuple[Answers, str]:
        line = conditional_moves.read_line(transition, seat, text)
        lines = with_line(answers.lines, line)
        if (count := len(beginnings(lines))) > MOST:
            raise NotNow(
                f"You can have {MOST} conditional moves at most; this would make {count}.",
                instead="Remove some of them first.",
            )
        return replace(answers, lines=lines), f"Conditional move set: {line_text(line)}"

    return await _change_answers(work, context, command, edit)


@transactional
async def remove(
    work: UnitOfWork, context: PlayContext, command: Command, mark: str | None
) -> Outcome:
    """Remove the order or conditional move with this mark, or for ``None`` all of them."""

    def edit(transition: Transition, seat: Seat, answers: Answers) -> tuple[Answers, str]:
        if mark is None:
            return NONE, "Your answers in advance are cleared."
        for text, left in _removals(transition.game, answers):
            if build_mark(text) == mark:
                return left, f"Removed: {text}"
        raise NotNow("That answer is gone.", instead="`/orders` shows those that you have.")

    return await _change_answers(work, context, command, edit)


def list_removable(game: AnyGame, answers: Answers) -> dict[str, str]:
    """The answers that can be removed, by their marks."""
    return {build_mark(text): text for text, _ in _removals(game, answers)}


def _removals(game: AnyGame, answers: Answers) -> Iterator[tuple[str, Answers]]:
    """What can be removed, and the answers without it."""
    orders, lines = answers.orders, answers.lines
    for at, order in enumerate(orders if game.standing else ()):
        without = (*orders[:at], *orders[at + 1 :])
        yield _get_standing(game).write(order), replace(answers, orders=without)
    for line in beginnings(lines):
        yield line_text(line), replace(answers, lines=without_line(lines, line))


@transactional
async def come_back(work: UnitOfWork, context: PlayContext, command: Command) -> Outcome:
    """Note that the player is back: the match waits for their seat again."""

    def edit(transition: Transition, seat: Seat, answers: Answers) -> tuple[Answers, str]:
        submission.mark_present(transition, seat)
        return answers, "Welcome back: the match waits for you."

    return await _change_answers(work, context, command, edit)


async def _change_answers(
    work: UnitOfWork, context: PlayContext, command: Command, edit: Edit
) -> Outcome:
    transition = await submission.begin_transition(work, context, command.match, paused=True)
    seat = submission.find_seat(transition, command.user)
    now, was = context.clock.now(), transition.holders[seat]
    answers, said = edit(transition, seat, known_answers(was, transition.game))
    # Having answers must not show, not even in when the match stops waiting for a seat.
    if was.is_autopilot:
        submission.mark_present(transition, seat)
    transition.keep(with_answers(transition.holders[seat], answers))
    match, opened = transition.match, tuple[OpenDecision, ...]()
    resumed = not anyone_present(transition.was.values())
    if resumed:
        # Everybody's time begins anew: nobody was waited for.
        users = (holder.user for holder in transition.holders.values())
        transition.times = await load_times(work, match, users)
        opened = time_decisions(transition, now)
    change = Change(
        match=match,
        expected=match.seq,
        audit=Audit(now, command.user, "answers", match.id),
        holders=changes.changed_holders(transition),
        answers=changes.changed_answers(transition),
        opened=opened,
        # That somebody is there again is for all to see, whatever their answers are.
        outbox_messages=effects.refresh_panel(match, now) if was.is_autopilot else (),
    )
    return Outcome(change, Receipt(match.id, said), rest=Continuation(resumed))


def build_node(match_view: MatchView, path: tuple[str, ...]) -> TreeNode:
    """The tree of standing orders at ``path``, and the orders in force, with the finished one among
    them. Raises a ``Refusal``."""
    check_running(match_view.match, paused=True)
    match_view.own_seat()
    standing, view = _get_standing(match_view.game), match_view.view
    orders = match_view.answers.orders
    found = standing.options(view).question(path)
    if isinstance(found, Question):
        return TreeNode(match_view, path, found.advised(), told=standing.show(view, orders))
    shown = standing.show(view, standing.given(orders, found))
    return TreeNode(match_view, path, None, text=standing.write(found), told=shown)


def _get_standing(game: AnyGame) -> Standing[object, object]:
    if game.standing is None:
        raise NotNow(f"{game.meta.title} has no standing orders.")
    return game.standing


def _describe(standing: Standing[object, object], wished: tuple[StandingOrder, ...]) -> str:
    """A single order in its text form, or the number of several."""
    if len(wished) == 1:
        return f"Standing order set: {standing.write(wished[0])}."
    added = sum(bool(order.value) for order in wished)
    removed = f", {len(wished) - added} removed" if added < len(wished) else ""
    return f"{counted(added, 'order')} added{removed}."


def _parse(
    standing: Standing[object, object], view: object, given: OrderInput
) -> tuple[StandingOrder, ...]:
    """Read the orders that a player gives. Raises a ``Refusal``."""
    options = standing.options(view)
    if isinstance(given, Path):
        order = options.question(given.keys)
        if isinstance(order, Question):
            raise Unreadable("This order is not complete yet.")
        return (order,)
    found = tuple(_parse_lines(standing, view, given.text))
    for order in found:
        refusal = options.refusal(order)
        if refusal is not None:
            raise refusal
    return found


def _parse_lines(
    standing: Standing[object, object], view: object, text: str
) -> Iterator[StandingOrder]:
    """Parse one order a line; later lines can leave out the word that the first begins with."""
    first, *rest = [line for line in text.splitlines() if line.strip()] or [""]
    yield standing.read(view, first)
    for line in rest:
        try:
            order = standing.read(view, line)
        except Unreadable:
            order = standing.read(view, f"{first.split()[0]} {line}")
        yield order
