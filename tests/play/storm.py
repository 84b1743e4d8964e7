"""Everybody does anything at any time: a match between people who try to break it.

Whatever is refused is refused in words; any other exception is a fault.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from bot.play.answers import giving
from bot.play.answers.giving import Path, build_node
from bot.play.executor import Command
from bot.play.history import exports, forks, imports, looking_back, undo
from bot.play.lobby.practice import PracticePlace
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.computers import random_move
from bot.play.match.submission import TypedMove
from bot.play.people import proposal_kinds, proposals
from bot.play.people.leaving import Replacement
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.referee import referee_views
from bot.play.storage.records import MatchId, Status
from games.core import questions
from games.core.types import Refusal, Seat
from tests.play.conftest import ALICE, BOB, CAROL, SERVER, Club
from tests.play.pasts import no_board
from tests.play.referees import GM, Whistle
from tests.play.sound import tells_only, whole

PEOPLE = (ALICE, BOB, CAROL, Person(4, "Dave"))
CLOCKS = ("", "1h", "2h; hide 1h; then vote", "3h; grace 1h; autopilot 1", "8h+1h max 12h")
Deed = Callable[["Storm"], Awaitable[Any]]


@dataclass
class Storm:
    """``matches``  those that are played, the newest last; ``here`` the one that is looked at
    ``done``     how often each deed came to something
    """

    club: Club
    rng: random.Random
    matches: list[MatchId] = field(default_factory=list)
    here: MatchId = field(init=False)
    done: Counter[str] = field(default_factory=Counter)

    async def begin(self, game: str) -> None:
        seats = self.rng.choice((2, 3))
        clock = self.rng.choice(CLOCKS)
        match = await self.club.open(game, channel=self.channel(), seats=seats, clock=clock)
        for person in PEOPLE[1:seats]:
            await self.club.join(match, person)
        await self.club.start(match)
        self.matches.append(match)

    async def step(self, log_actions: Sequence[tuple[Deed, int]]) -> None:
        """Any deed in any match."""
        self.here = self.rng.choice(self.matches[-3:])
        [log_action] = self.rng.choices(
            [each for each, _ in log_actions], [weight for _, weight in log_actions]
        )
        with suppress(Refusal):
            await log_action(self)
            self.done[log_action.__name__] += 1
        await self.club.settled()

    def channel(self) -> int:
        return 1000 + self.press()

    def press(self) -> int:
        return next(self.club.interactions)

    def anybody(self) -> Person:
        return self.rng.choice(PEOPLE)

    async def seat(self) -> Seat:
        return Seat(self.rng.randrange((await self.club.match(self.here)).seats))

    async def number(self) -> int:
        return self.rng.randint(0, (await self.club.match(self.here)).shown + 1)


async def at_once(*log_actions: Awaitable[Any]) -> None:
    for done in await asyncio.gather(*log_actions, return_exceptions=True):
        if isinstance(done, BaseException) and not isinstance(done, Refusal):
            raise done


async def moves(storm: Storm) -> None:
    """The same press twice, and another press for the same decision."""
    rng, app = storm.rng, storm.club.app
    for person in rng.sample(PEOPLE, len(PEOPLE)):
        match_view = await views.load_for_user(app, storm.here, person.user)
        if not match_view.mine:
            continue
        decision = rng.choice(match_view.mine)
        move = random_move(match_view.game.options(match_view.view, decision), rng)
        text = TypedMove(match_view.game.write(move))
        terms = Command(storm.here, person.user, storm.press())
        if rng.random() < 0.2:
            other = replace(terms, interaction=storm.press())
            await at_once(submission.submit(app, terms, text), submission.submit(app, other, text))
            return
        receipt = await submission.submit(app, terms, text)
        assert await submission.submit(app, terms, text) == receipt
        return


async def undoes(storm: Storm) -> None:
    """What nobody else knows of is taken back without anybody else learning it."""
    app, person = storm.club.app, storm.anybody()
    to = storm.rng.choice((None, await storm.number()))
    found = await undo.classify(app, storm.here, person.user, to)
    assert found.plan is not None
    await undo.list_places(app, storm.here, person.user, 25)
    before = await storm.club.match(storm.here)
    public = await views.load_public(app, storm.here)
    await undo.undo(app, Command(storm.here, person.user, storm.press()), to, found.mark)
    if found.plan.is_hidden:
        after = await views.load_public(app, storm.here)
        assert (await storm.club.match(storm.here)).shown == before.shown
        assert (after.view, after.due, after.late) == (public.view, public.due, public.late)


async def proposes(storm: Storm) -> None:
    app, person = storm.club.app, storm.anybody()
    possible = await proposals.load_possible(app, storm.here, person.user)
    wild = ProposalTerms(
        storm.rng.choice(sorted(proposal_kinds.KINDS.keys() - {"undo"})), await storm.seat()
    )
    terms = storm.rng.choice((*possible, wild))
    if terms.kind == "pause":
        terms = replace(terms, until=storm.club.clock.now() + timedelta(hours=5))
    if terms.kind == "extend":
        terms = replace(terms, hours=24)
    await proposals.propose(app, Command(storm.here, person.user, storm.press()), terms)


async def answers(storm: Storm) -> None:
    for put in await proposals.load_open(storm.club.app, await storm.club.match(storm.here)):
        name, agree = put.proposal.id, storm.rng.random() < 0.8
        if storm.rng.random() < 0.1:
            await proposals.withdraw(
                storm.club.app,
                Command(put.proposal.match, storm.anybody().user, storm.press()),
                name,
            )
        one, other = storm.anybody().user, storm.anybody().user
        if put.proposal.kind == "undo":
            await undo.load_asked_undo(storm.club.app, put, one)
        await at_once(
            proposals.answer(
                storm.club.app, Command(put.proposal.match, one, storm.press()), name, agree=agree
            ),
            proposals.answer(
                storm.club.app, Command(put.proposal.match, other, storm.press()), name, agree=agree
            ),
            moves(storm),
        )


async def referees(storm: Storm) -> None:
    rng, by = storm.rng, storm.rng.choice((GM, GM, storm.anybody()))
    whistle = Whistle(storm.club, storm.here, by, manages=rng.random() < 0.9)
    seat, number = await storm.seat(), await storm.number()
    match_view = await referee_views.load_view(storm.club.app, storm.here, by.user, manages=True)
    adjustment = questions.sample(match_view.game.editing.options(match_view.view), rng)
    acts: tuple[Callable[[], Awaitable[Any]], ...] = (
        lambda: whistle.adjust(match_view.game.editing.write(adjustment)),
        lambda: whistle.dice(rng.choice(("", "1", "6 3", "7", "x"))),
        lambda: whistle.undo(number),
        lambda: whistle.reopen(seat),
        lambda: whistle.default(seat),
        lambda: whistle.give(seat, storm.anybody()),
        lambda: whistle.clear(seat, rng.choice(list(Replacement))),
        lambda: whistle.look(rng.choice((None, seat))),
        whistle.pause,
        whistle.resume,
        whistle.resume,
        lambda: whistle.time(seat, rng.choice((0, 5))),
        lambda: whistle.move_to(storm.channel()),
        lambda: whistle.close(rng.choice(((0,), (), None))),
    )
    await rng.choice(acts)()


async def sits(storm: Storm) -> None:
    club, person, rng = storm.club, storm.anybody(), storm.rng
    instead = rng.choice(list(Replacement))
    log_actions: tuple[Callable[[], Awaitable[Any]], ...] = (
        lambda: at_once(*(club.join(storm.here, each) for each in PEOPLE)),
        lambda: club.join(storm.here, person),
        lambda: club.leave(storm.here, person, instead),
        lambda: club.resign(storm.here, person, instead),
        lambda: giving.come_back(club.app, Command(storm.here, person.user, storm.press())),
    )
    await rng.choices(log_actions, (2, 4, 3, 1, 2))[0]()


async def orders(storm: Storm) -> None:
    person = storm.anybody()
    match_view = await views.load_for_user(storm.club.app, storm.here, person.user)
    asked = build_node(match_view, ())
    while asked.question is not None:
        asked = build_node(match_view, (*asked.path, storm.rng.choice(asked.question.choices).key))
    await giving.give_orders(
        storm.club.app, Command(storm.here, person.user, storm.press()), Path(asked.path)
    )


async def waits(storm: Storm) -> None:
    """Also with clocks that are set, in either direction, and a move at the last moment."""
    app, clock = storm.club.app, storm.club.clock
    clock.advance(storm.rng.choice((-1800, 600, 1800, 3600, 7200, 40_000)))
    await at_once(app.deadlines.sweep(), moves(storm))
    await proposals.lapse_due(app, clock.now())
    clock.advance(1)
    await app.deadlines.sweep()


async def looks(storm: Storm) -> None:
    app, person = storm.club.app, storm.anybody()
    match_view = await views.load_for_user(app, storm.here, person.user)
    match = match_view.match
    for each in match_view.mine:
        match_view.describe_default(each)
    async for _ in looking_back.film(
        app, match, match_view.viewer, after=storm.rng.randint(0, match.seq)
    ):
        pass
    await looking_back.load_news(app, storm.here, person.user)
    await looking_back.mark_seen(app, match_view, person.user)
    with suppress(Refusal):
        await looking_back.load_position(app, storm.here, person.user, await storm.number())
    if match.status is Status.RUNNING:
        file = await exports.export(app, storm.here, person.user, no_board)
        entries = await storm.club.entries(storm.here)
        tells_only(match_view.game, match, match_view.viewer, entries, file.data)


async def goes_on(storm: Storm) -> None:
    """A fork; of a match that is over its file, checked, and a match from that."""
    app, person = storm.club.app, storm.anybody()
    match = await storm.club.match(storm.here)
    place = PracticePlace(SERVER, storm.channel(), person, storm.press(), computers=False)
    if match.status is Status.RUNNING or storm.rng.random() < 0.3:
        number = await storm.number()
        await forks.check(app, storm.here, person.user, number)
        storm.matches.append((await forks.start(app, storm.here, place, number)).match)
        return
    file = await exports.export(app, storm.here, person.user, no_board)
    log = whole(app.games[match.game], file.data)
    if any(entry.kind == "position" for entry in log.entries):
        return
    last = storm.rng.choice([each.shown for each in log.entries if each.shown])
    storm.matches.append((await imports.start(app, file.data, place, last)).match)


DEEDS: tuple[tuple[Deed, int], ...] = (
    (moves, 40),
    (undoes, 14),
    (proposes, 10),
    (answers, 14),
    (referees, 14),
    (sits, 8),
    (orders, 4),
    (waits, 10),
    (looks, 6),
    (goes_on, 4),
)
