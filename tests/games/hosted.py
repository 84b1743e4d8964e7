"""The test of two worlds for what the host tells: log lines, news, catch-up, digests, messages.

Two worlds that a viewer cannot tell apart go on as the host plays them: people answer the same in
both, and the same standing orders answer for everybody. What this viewer may read must be the same
until an automatic answer itself differs, for then a hidden fact is played for all to see.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any

from bot.chat.messages import news
from bot.play.match import changes
from bot.play.match.automation import Automation, try_move
from bot.play.match.transitions import Transition
from bot.play.match.views import LogLine, MatchView, readable_line, to_public
from bot.play.seat_holders import Answers, with_answers
from bot.play.storage.records import Change, EntryKind, MatchId, SeatHolder, SeatingOrder, Status
from bot.play.storage.records import Match as Record
from games.core.contract import AnyGame
from games.core.questions import sample
from games.core.standing import GivenOrders
from games.core.types import Decision, Decisions, Seat, Seated, Seats, Viewer
from tests.games.kit import Title, random_decision
from tests.games.worlds import Leak, Surface, compare, facts, friends

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ANSWERS = 8
"""Answers of people, after which two worlds are left."""
TRIED, EARLY, SECRETLY = 20, 16, 0.25
"""Moments that are looked at to find one that tells; where secret choices are, and how often one
of these is looked for."""
GIVEN = 90
"""Most standing orders that a seat gives, of which later ones replace earlier ones."""


@dataclass
class Hosted:
    """A match as the host keeps it, and what ``viewer`` could read of it so far."""

    game: AnyGame
    record: Record
    holders: tuple[SeatHolder, ...]
    viewer: Viewer
    state: Any
    lines: list[LogLine] = field(default_factory=list)

    def play(self, decision: Decision | None = None, move: Any = None) -> list[LogLine] | None:
        """What the viewer reads of an answer, and of all that follows by itself; ``None`` where
        the answer is not possible. Without a decision standing orders are tried on all."""
        transition = Transition(self.game, self.record, self.holders, self.state)
        if decision is not None:
            view = self.game.view(self.state, Seated(decision.seat))
            done = try_move(self.game, self.state, view, decision, move)
            if done is None:
                return None
            user = transition.holders[decision.seat].user
            transition.play(EntryKind.MOVE, decision, move, done, user)
        untried = {each.key for each in transition.open_decisions if decision is None}
        Automation(transition, frozenset(untried)).carry_on()
        if not transition.lines:
            return []
        seat = None if decision is None else decision.seat
        change = changes.build_change(transition, changes.Cause("move", seat=seat), NOW)
        self.record, self.state = change.match, transition.state
        self.holders = tuple(transition.holders[each.seat] for each in self.holders)
        return self._read(change)

    def _read(self, change: Change) -> list[LogLine]:
        found = (readable_line(self.game, each, self.viewer) for each in change.entries)
        new = [line for line in found if line is not None]
        self.lines += new
        return new

    def surfaces(self, new: Sequence[LogLine]) -> Iterator[Surface]:
        """All that the host says to the viewer, of the ``new`` lines and of all so far."""
        view = self.game.view(self.state, self.viewer)
        seen = MatchView(self.record, self.game, self.holders, self.viewer, view)
        yield "log", [news.paragraph(seen, line) for line in new]
        yield "news", news.digest(seen, to_public(new))
        yield "catch-up", news.digest(seen, self.lines)
        yield "public number", self.record.shown


def check_two_logs(
    title: Title,
    seats: Seats,
    states: Sequence[Any],
    viewer: Viewer,
    rng: random.Random,
    moments: int,
) -> int:
    """Play on from some moments of a match, and from what ``viewer`` could not tell from them.

    Returns how often worlds that differ were compared. Raises ``Leak``.
    """
    compared = 0
    for _ in range(moments):
        true = _telling(title.game, states, rng)
        other = title.game.reimagine(title.game.view(true, viewer), rng)
        if other != true:
            compared += _compare(title, (true, other), viewer, seats, rng)
    return compared


def _telling(game: AnyGame, states: Sequence[Any], rng: random.Random) -> Any:
    """A moment in which something is answered without asking anybody, now and then one of secret
    choices; any other where these are rare."""
    secretly = rng.random() < SECRETLY
    for _ in range(TRIED):
        state = rng.choice(states[: EARLY if secretly else None])
        pending = game.pending(state)
        for each in pending.open if isinstance(pending, Decisions) else ():
            view = game.view(state, Seated(each.seat))
            told = game.standing and game.standing.answer(view, each, ())
            if each.secret if secretly else (told and not each.secret):
                return state
    return state


def _compare(
    title: Title, worlds: tuple[Any, Any], viewer: Viewer, seats: Seats, rng: random.Random
) -> int:
    game, compared = title.game, 0
    orders = {seat: _some_orders(game, worlds, seat, rng) for seat in seats.all()}
    here, there = (hosted(game, state, viewer, seats, orders) for state in worlds)
    decision: Decision | None = None
    move: Any = None
    for _ in range(ANSWERS):
        differ = here.state != there.state
        new = here.play(decision, move)
        imagined = there.play(*_counterpart(there, decision, move, seats, rng))
        if new is None or imagined is None or _parted(new, imagined, viewer):
            break
        compared += differ
        compare(here.surfaces(new), there.surfaces(imagined), viewer)
        compare(facts(title, here.state, viewer), facts(title, there.state, viewer), viewer)
        pending = game.pending(here.state)
        if not isinstance(pending, Decisions):
            break
        decision = random_decision(pending, rng, title.offers)
        move = _answer(game, here.state, decision, rng)
    return compared


def _answer(game: AnyGame, state: Any, decision: Decision, rng: random.Random) -> Any:
    """A person's answer: often the default, so that turns end, else any."""
    view = game.view(state, Seated(decision.seat))
    move = game.standing.default(view, decision, ()) if game.standing else None
    return sample(game.options(view, decision), rng) if move is None or rng.random() < 0.3 else move


def hosted(
    game: AnyGame, state: Any, viewer: Viewer, seats: Seats, orders: dict[Seat, GivenOrders]
) -> Hosted:
    id = MatchId("abcdefg2")
    record = Record(
        id,
        game.meta.id,
        "{}",
        game.meta.rules_version,
        Status.RUNNING,
        10,
        20,
        1,
        len(seats),
        SeatingOrder.CHOICE,
        bytes(32),
        NOW,
        seq=7,
        shown=6,
        teams=seats.teams,
    )
    holders = tuple(
        with_answers(SeatHolder(id, seat, 1 + seat, f"Player {seat}"), Answers(orders[seat]))
        for seat in seats.all()
    )
    return Hosted(game, record, holders, viewer, state)


def _some_orders(
    game: AnyGame, worlds: tuple[Any, Any], seat: Seat, rng: random.Random
) -> GivenOrders:
    """Some orders that the seat could have given in both worlds."""
    if game.standing is None:
        return ()
    here, there = (game.standing.options(game.view(each, Seated(seat))) for each in worlds)
    orders: GivenOrders = ()
    for _ in range(rng.randrange(GIVEN)):
        order = replace(sample(here, rng), about="")
        if order.value and here.contains(order) and there.contains(order):
            orders = game.standing.given(orders, order)
    return orders


def _counterpart(
    there: Hosted, decision: Decision | None, move: Any, seats: Seats, rng: random.Random
) -> tuple[Decision | None, Any]:
    """The same answer in the other world; of somebody else in secret any that is possible there."""
    game = there.game
    known = decision is None or decision.seat in friends(seats, there.viewer)
    if decision is None or known or not decision.secret:
        return decision, move
    pending = game.pending(there.state)
    found = pending.find(decision.key) if isinstance(pending, Decisions) else None
    if found is None:
        return decision, move
    view = game.view(there.state, Seated(found.seat))
    return found, sample(game.options(view, found), rng)


def _parted(new: Sequence[LogLine], imagined: Sequence[LogLine], viewer: Viewer) -> bool:
    """Whether the worlds part here for all to see. Raises ``Leak`` where only the host's account
    of what is the same differs."""
    for pair in zip_longest(new, imagined):
        events = (event for line in pair if line is not None for event in line.events)
        if any(event.reveals for event in events):
            return True
        one, other = pair
        if one is None or other is None:
            raise Leak(viewer, "what is answered by itself")
        if one.text != other.text:
            return True
        if one != other:
            raise Leak(viewer, "log lines")
    return False
