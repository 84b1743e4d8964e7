"""Commands that concern a channel and a match, or two matches, lock both before they read."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.play.application import Application, build
from bot.play.executor import Receipt
from bot.play.history import forks
from bot.play.lobby import lobby, rematches, seating
from bot.play.lobby.lobby import Opening
from bot.play.lobby.practice import PracticePlace
from bot.play.people.leaving import Replacement
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import NotLocked, UnitOfWork, lock_key
from bot.play.storage.records import Change, Match, MatchId, Status
from bot.store.store import SqlStore
from games.core.types import Refusal
from tests.amounts import amount
from tests.play.conftest import ALICE, BOB, CAROL, CHANNEL, SERVER, Club
from tests.play.referees import Whistle
from tests.store.make import a_match, opening, step
from tests.toy import GAME as TOY

pytestmark = pytest.mark.on_both

THERE = CHANNEL + 1


async def leave_all(club: Club, match: MatchId) -> None:
    await club.leave(match, ALICE, Replacement.COMPUTER)
    await club.leave(match, BOB)


def note_locks(app: Application) -> list[tuple[str, ...]]:
    """The keys of the transactions that are committed from now on."""
    noted: list[tuple[str, ...]] = []
    writing = app.store.writing

    @asynccontextmanager
    async def write(*keys: str) -> AsyncIterator[UnitOfWork]:
        async with writing(*keys) as work:
            yield work
            if getattr(work, "committed", False):
                noted.append(keys)

    app.store.writing = write  # type: ignore[method-assign]  # listening in
    return noted


async def open_another(club: Club, _: MatchId) -> Receipt:
    press = next(club.interactions)
    return await lobby.open(club.app, Opening(SERVER, CHANNEL, CAROL, "toy", press))


async def fork_another(club: Club, _: MatchId) -> Receipt:
    other = await club.begin_with_lamps(channel=THERE)
    place = PracticePlace(SERVER, CHANNEL, ALICE, next(club.interactions))
    return await forks.start(club.app, other, place, 1)


async def ask_for_a_rematch(club: Club, match: MatchId) -> Receipt:
    """Of a match that was played here before the one that all have left."""
    await Whistle(club, match).move_to(THERE)
    first = await club.begin()
    await Whistle(club, first).close(None)
    await Whistle(club, match).move_to(CHANNEL)
    return await rematches.ask_for_rematch(club.app, club.command(first, ALICE), "A")


@pytest.mark.parametrize("begin", [open_another, fork_another, ask_for_a_rematch])
async def test_what_begins_in_place_of_an_abandoned_match_locks_that_too(
    club: Club, begin: Callable[[Club, MatchId], Awaitable[Receipt]]
) -> None:
    match = await club.begin_with_lamps()
    await leave_all(club, match)
    noted = note_locks(club.app)
    await begin(club, match)
    assert (await club.match(match)).status is Status.OVER
    assert {lock_key("channel", CHANNEL), match} in map(set, noted)


async def test_a_step_of_a_match_whose_lock_was_not_taken_is_not_stored(club: Club) -> None:
    store = club.app.store
    match, another = a_match(1), a_match(2)
    async with store.writing(match.id) as work:
        await work.record(opening(match))
        await work.commit()
    async with store.writing(another.id) as work:
        await work.record(opening(another))
        work.require_locks(another.id)
        with pytest.raises(NotLocked) as missing:
            await work.record(step(match))
    assert missing.value.keys == (match.id,)
    async with store.writing(another.id, match.id) as work:
        await work.record(step(match))
        await work.commit()
    assert (await store.counts())["matches"] == 1


async def test_a_match_that_moves_locks_the_channel_to_which_it_moves(club: Club) -> None:
    match = await club.begin_with_lamps()
    noted = note_locks(club.app)
    await Whistle(club, match).move_to(THERE)
    assert set(noted[-1]) == {lock_key("channel", THERE), match}


async def test_a_match_that_is_opened_again_locks_its_channel(club: Club) -> None:
    match = await club.begin()
    await Whistle(club, match).close(None)
    noted = note_locks(club.app)
    await Whistle(club, match).undo(1)
    assert set(noted[-1]) == {lock_key("channel", CHANNEL), match}


async def test_a_process_starts_although_another_holds_all_locks(club: Club, database: str) -> None:
    await club.begin_with_lamps()
    store = await SqlStore.open(database, busy_timeout=0.05)
    app = build(store, (TOY,), club.clock, club.app.entropy)
    async with club.app.store.writing() as work:
        await work.read(queries.RunningMatches())
        await app.computers.wake_all()
    app.computers.stop()
    await app.computers.wait_until_settled()
    await store.aclose()


@pytest.fixture
async def other(club: Club, database: str) -> AsyncIterator[Application]:
    """Another process at the same database."""
    store = await SqlStore.open(database)
    app = build(store, (TOY,), club.clock, club.app.entropy)
    yield app
    app.computers.stop()
    await app.computers.wait_until_settled()
    await store.aclose()


async def test_nobody_takes_a_seat_of_a_match_while_another_takes_its_place(
    club: Club, other: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin_with_lamps()
    await leave_all(club, match)
    joining: list[asyncio.Task[Receipt]] = []
    end = lobby._end_deserted

    async def end_slowly(*args: Any) -> Change:
        change = await end(*args)
        command = club.command(match, BOB)
        joining.append(asyncio.create_task(seating.join(other, command, BOB.name)))
        await asyncio.wait(joining, timeout=0.3)
        return change

    monkeypatch.setattr(lobby, "_end_deserted", end_slowly)
    new = (await open_another(club, match)).match
    with pytest.raises(NotNow, match="This match is over"):
        await joining[0]
    assert (await club.match(new)).channel == CHANNEL


async def test_of_many_that_want_the_same_channels_one_has_each(
    club: Club, other: Application
) -> None:
    """Matches that move and others that are opened, by two processes: every other one is told
    that the channel has a match already."""
    rng, apps = random.Random(4), (club.app, other)
    matches = [await club.begin_with_lamps(channel=1 + each) for each in range(3)]
    refused = Counter[str]()

    async def move(club: Club) -> None:
        await Whistle(club, rng.choice(matches)).move_to(rng.randrange(1, 7))

    async def open_one(club: Club) -> None:
        channel, press = rng.randrange(1, 7), next(club.interactions)
        receipt = await lobby.open(club.app, Opening(SERVER, channel, CAROL, "toy", press))
        await seating.leave(club.app, club.command(receipt.match, CAROL))

    async def wish(step: Callable[[Club], Awaitable[None]], app: Application) -> None:
        try:
            await step(Club(app, club.clock, club.interactions))
        except Refusal as refusal:
            refused[type(refusal).__name__] += 1

    for _ in range(amount(20, 200)):
        steps: Sequence[Callable[[Club], Awaitable[None]]] = rng.choices((move, open_one), k=6)
        await asyncio.gather(*(wish(step, apps[n % 2]) for n, step in enumerate(steps)))
        found: list[Match] = [await club.match(each) for each in matches]
        assert len({each.channel for each in found}) == len(matches)
    assert set(refused) == {"NotNow", "Occupied"}
