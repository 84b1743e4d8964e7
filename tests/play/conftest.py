"""A house over a real store in a temporary file, with a clock and dice that the tests hold."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest

from bot.play.answers import giving
from bot.play.application import Application, build
from bot.play.executor import Command, Receipt
from bot.play.history import undo
from bot.play.lobby import lobby
from bot.play.lobby import seating as play_seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.seating import Person
from bot.play.match import submission, views
from bot.play.match.submission import Picked, TypedMove
from bot.play.match.views import LogLine, MatchView
from bot.play.people import leaving, proposals
from bot.play.people.leaving import Replacement
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.people.proposals import OpenProposal
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import Entry, Match, MatchId, SeatHolder, SeatingOrder, Status
from bot.store.store import SqlStore
from games.core.contract import AnyGame
from games.core.types import SPECTATOR, Seat, Viewer
from tests.amounts import LONG
from tests.databases import database as database
from tests.databases import on_both, put_database
from tests.databases import server as server
from tests.play.folding import from_log, kept_position
from tests.toy import GAME as TOY
from tests.toy.variants import DUEL, NIGHT

Found = TypeVar("Found")
GAMES = (TOY, NIGHT, DUEL)
SERVER, CHANNEL = 100, 200
ALICE, BOB, CAROL = Person(1, "Alice"), Person(2, "Bob"), Person(3, "Carol")


class HeldClock:
    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def advance(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)


class KnownEntropy:
    """Looks random and is the same in every run."""

    def __init__(self) -> None:
        self._drawn = count()

    def bytes(self, count: int) -> bytes:
        return hashlib.shake_128(str(next(self._drawn)).encode()).digest(count)


@dataclass
class Club:
    """A house with short words for what tests do with it."""

    app: Application
    clock: HeldClock
    interactions: count[int] = field(default_factory=lambda: count(1))

    async def open(
        self,
        game: str = "toy",
        *,
        channel: int = CHANNEL,
        seating: SeatingOrder = SeatingOrder.CHOICE,
        settings: dict[str, object] | None = None,
        host: Person = ALICE,
        **more: Any,
    ) -> MatchId:
        wish = Opening(
            SERVER,
            channel,
            host,
            game,
            next(self.interactions),
            seating=seating,
            settings=settings,
            **more,
        )
        return (await lobby.open(self.app, wish)).match

    async def begin(self, channel: int = CHANNEL, game: str = "toy", **more: Any) -> MatchId:
        """A running match of Alice in seat 0 and Bob in seat 1; what else fits is free."""
        match = await self.open(game, channel=channel, **more)
        await play_seating.join(
            self.app, Command(match, BOB.user, next(self.interactions)), BOB.name
        )
        await self.start(match)
        return match

    async def three(self, **more: Any) -> MatchId:
        """A running match of Alice, Bob and Carol, in this order."""
        match = await self.open(**{"seats": 3, **more})
        for person in (BOB, CAROL):
            await self.join(match, person)
        await self.start(match)
        return match

    async def solo(self, game: str = "toy", **more: Any) -> MatchId:
        """A running match of Alice in seat 0 against a computer player, that has moved."""
        match = await self.open(game, computers=1, **more)
        await self.start(match)
        return match

    async def start(self, match: MatchId) -> None:
        await lobby.start(self.app, Command(match, ALICE.user, next(self.interactions)))
        await self.app.computers.wait_until_settled()

    async def join(self, match: MatchId, person: Person, seat: int | None = None) -> Receipt:
        chosen = None if seat is None else Seat(seat)
        running = (await self.match(match)).status is Status.RUNNING
        sit = leaving.take_over if running else play_seating.join
        command = Command(match, person.user, next(self.interactions))
        return await sit(self.app, command, person.name, chosen)

    async def leave(
        self, match: MatchId, person: Person, instead: Replacement = Replacement.VACANT
    ) -> Receipt:
        command = Command(match, person.user, next(self.interactions))
        if (await self.match(match)).status is not Status.RUNNING:
            return await play_seating.leave(self.app, command)
        receipt = await leaving.leave(self.app, command, instead)
        await self.app.computers.wait_until_settled()
        return receipt

    async def order(self, match: MatchId, person: Person, text: str) -> Receipt:
        press = next(self.interactions)
        return await giving.give_orders(
            self.app, Command(match, person.user, press), TypedMove(text)
        )

    async def say(
        self, match: MatchId, person: Person, text: str, interaction: int | None = None
    ) -> Receipt:
        number = next(self.interactions) if interaction is None else interaction
        return await submission.submit(
            self.app, Command(match, person.user, number), TypedMove(text)
        )

    async def pick(self, match: MatchId, person: Person, decision: str, *path: str) -> Receipt:
        answer = Picked(decision, path)
        wish = Command(match, person.user, next(self.interactions))
        return await submission.submit(self.app, wish, answer)

    async def resign(
        self, match: MatchId, person: Person, instead: Replacement = Replacement.VACANT
    ) -> Receipt:
        press = next(self.interactions)
        receipt = await leaving.resign(self.app, Command(match, person.user, press), instead)
        await self.app.computers.wait_until_settled()
        return receipt

    async def on_turn(self, match: MatchId) -> tuple[Person, Person]:
        """Who is to move, and the other one."""
        [seat] = (await views.load_public(self.app, match)).awaited
        people = (ALICE, BOB)
        return people[seat], people[1 - seat]

    async def begin_with_lamps(self, game: str = "toy", **more: Any) -> MatchId:
        """A running match in which both lamps are hidden and the wind has blown."""
        match = await self.begin(game=game, **more)
        await self.say(match, BOB, "LAMP3")
        await self.say(match, ALICE, "LAMP2")
        return match

    def command(self, match: MatchId, person: Person, press: int | None = None) -> Command:
        """``press``: that of another command, to come once more; else one of its own."""
        return Command(match, person.user, next(self.interactions) if press is None else press)

    async def change(self, match: MatchId, person: Person, name: str, value: object) -> Receipt:
        """A setting, in the lobby."""
        return await lobby.change_setting(self.app, self.command(match, person), name, value)

    async def propose(self, match: MatchId, person: Person, terms: ProposalTerms) -> str:
        return (await proposals.propose(self.app, self.command(match, person), terms)).text

    async def proposal(self, match: MatchId) -> OpenProposal:
        """The only open one."""
        [put] = await proposals.load_open(self.app, await self.match(match))
        return put

    async def answer(
        self, to: OpenProposal | MatchId, person: Person, *, agree: bool, press: int | None = None
    ) -> str:
        """``to``: a proposal, or the only open one of a match."""
        put = await self.proposal(to) if isinstance(to, str) else to
        command = self.command(put.proposal.match, person, press)
        return (await proposals.answer(self.app, command, put.proposal.id, agree=agree)).text

    async def undo(self, match: MatchId, person: Person, to: int | None = None) -> str:
        receipt = await undo.undo(self.app, self.command(match, person), to)
        await self.app.computers.wait_until_settled()
        return receipt.text

    async def after(self, hours: float) -> int:
        """In how many matches a sweep does something so much later."""
        self.clock.advance(hours * 3600)
        return await self.app.deadlines.sweep()

    async def read(self, query: queries.Query[Found]) -> Found:
        async with self.app.store.reading() as reader:
            return await reader.read(query)

    async def sees(self, match: MatchId, who: Person | int) -> MatchView:
        """What the match looks like to somebody."""
        user = who.user if isinstance(who, Person) else who
        return await views.load_for_user(self.app, match, user)

    async def public(self, match: MatchId) -> MatchView:
        return await views.load_public(self.app, match)

    async def log(self, match: MatchId, viewer: Viewer = SPECTATOR) -> tuple[LogLine, ...]:
        return await views.load_log(self.app, match, viewer)

    async def settled(self) -> None:
        """Until no computer player thinks any more."""
        await self.app.computers.wait_until_settled()

    async def match(self, match: MatchId) -> Match:
        found = await self.read(queries.MatchById(match))
        assert found is not None
        return found

    async def holders(self, match: MatchId) -> tuple[SeatHolder, ...]:
        """By seat, with what only the seats may know."""
        return await self.read(queries.Holders(match))

    async def entries(self, match: MatchId) -> tuple[Entry, ...]:
        return await self.read(queries.Entries(match))

    async def kinds(self, match: MatchId) -> list[str]:
        """The kinds of the entries so far, with their seats: ``move 0``."""
        return [
            entry.kind.value if entry.seat is None else f"{entry.kind.value} {entry.seat}"
            for entry in await self.entries(match)
        ]

    async def decisions(self, match: MatchId) -> dict[str, datetime | None]:
        """When what is stored as open is due, by key."""
        return {row.key: row.due_at for row in await self.read(queries.OpenDecisions(match))}

    async def posted(self) -> list[tuple[MessageKind, int | None]]:
        """What has been put into the outbox since this was last asked."""
        async with self.app.store.writing() as work:
            due = await work.read(queries.DueMessages(self.clock.now(), 1000))
            for outbox_message in due:
                assert outbox_message.id is not None
                await work.mark_sent(outbox_message.id, 1, self.clock.now())
            await work.commit()
        return [(outbox_message.kind, outbox_message.user) for outbox_message in due]

    async def replayed(self, match: MatchId) -> None:
        """The log alone gives the state that is kept, byte for byte."""
        stored = await self.match(match)
        game = self.app.games[stored.game]
        async with self.app.store.reading() as reader:
            kept = await kept_position(reader, match, stored.seq)
            folded = await from_log(reader, stored, game)
        assert game.state_form.write(folded) == kept

    async def rows(self) -> dict[str, int]:
        store = self.app.store
        return dict(await store.counts())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """On PostgreSQL as well: what is about transactions, locks and queries; each night, all."""
    if LONG or metafunc.definition.get_closest_marker("on_both"):
        on_both(metafunc, "database")


@pytest.fixture
async def club(database: str) -> AsyncIterator[Club]:
    async with a_club(database) as club:
        yield club


@asynccontextmanager
async def a_club(place: Path | str, games: Iterable[AnyGame] = GAMES) -> AsyncIterator[Club]:
    """Beginning with the same time and entropy each time; in a folder, or in this database."""
    url = place if isinstance(place, str) else f"sqlite:///{put_database(place / 'starpost.db')}"
    store = await SqlStore.open(url)
    clock = HeldClock()
    club = Club(build(store, games, clock, KnownEntropy()), clock)
    try:
        yield club
    finally:
        club.app.computers.stop()
        await club.app.computers.wait_until_settled()
        await store.aclose()
