"""A house over a real store in a temporary file, with a clock and dice that the tests hold."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from bot.play.house import House, furnish
from bot.play.lobby import Opening, Person
from bot.play.receipts import Receipt
from bot.play.records import Match, MatchId, Seating
from bot.play.table import Picked, Submit, Typed
from bot.store.store import SqlStore
from tests.toy import GAME as TOY

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

    house: House
    clock: HeldClock
    interactions: count[int] = field(default_factory=lambda: count(1))

    async def open(
        self,
        game: str = "toy",
        *,
        channel: int = CHANNEL,
        seating: Seating = Seating.CHOICE,
        settings: dict[str, object] | None = None,
        host: Person = ALICE,
    ) -> MatchId:
        wish = Opening(
            SERVER,
            channel,
            host,
            game,
            next(self.interactions),
            seating=seating,
            settings=settings,
        )
        return (await self.house.lobby.open(wish)).match

    async def begin(self, channel: int = CHANNEL) -> MatchId:
        """A running match of Alice in seat 0 and Bob in seat 1."""
        match = await self.open(channel=channel)
        await self.house.lobby.join(match, BOB, next(self.interactions))
        await self.house.lobby.start(match, ALICE.user, next(self.interactions))
        return match

    async def say(
        self, match: MatchId, person: Person, text: str, interaction: int | None = None
    ) -> Receipt:
        number = next(self.interactions) if interaction is None else interaction
        return await self.house.table.submit(Submit(match, person.user, Typed(text), number))

    async def pick(self, match: MatchId, person: Person, decision: str, *path: str) -> Receipt:
        answer = Picked(decision, path)
        wish = Submit(match, person.user, answer, next(self.interactions))
        return await self.house.table.submit(wish)

    async def resign(self, match: MatchId, person: Person) -> Receipt:
        return await self.house.table.resign(match, person.user, next(self.interactions))

    async def on_turn(self, match: MatchId) -> tuple[Person, Person]:
        """Who is to move, and the other one."""
        [seat] = (await self.house.eyes.by_public(match)).awaited
        people = (ALICE, BOB)
        return people[seat], people[1 - seat]

    async def begin_with_lamps(self) -> MatchId:
        """A running match in which both lamps are hidden and the wind has blown."""
        match = await self.begin()
        await self.say(match, BOB, "LAMP3")
        await self.say(match, ALICE, "LAMP2")
        return match

    async def match(self, match: MatchId) -> Match:
        async with self.house.store.reading() as reader:
            found = await reader.match(match)
        assert found is not None
        return found

    async def rows(self) -> dict[str, int]:
        store = self.house.store
        return dict(await store.counts())


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    store = await SqlStore.open(f"sqlite:///{tmp_path / 'starpost.db'}")
    clock = HeldClock()
    try:
        yield Club(furnish(store, (TOY,), clock, KnownEntropy()), clock)
    finally:
        await store.aclose()
