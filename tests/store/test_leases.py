"""Leases on matches: several processes share the work on one PostgreSQL database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy import Engine, event, text

from bot.play.storage import queries
from bot.play.storage.leases import Alone, Leases
from bot.play.storage.outbox import MessageKind, OutboxMessage
from bot.play.storage.records import Match, MatchId
from bot.store.postgres.leases import Held
from bot.store.store import SqlStore
from tests.databases import Server, behind
from tests.store.make import NOON, a_match, look_up, opening

LEASE = 2.0
"""Seconds; where its length does not matter it is ended by hand."""


@pytest.fixture
def database(server: Server) -> object:
    with server.database() as url:
        yield url


@pytest.fixture
async def one(database: str) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(database, lease=600)
    yield opened
    await opened.aclose()


@pytest.fixture
async def two(database: str) -> AsyncIterator[SqlStore]:
    """Another process, as the server sees it."""
    opened = await SqlStore.open(database, lease=600)
    yield opened
    await opened.aclose()


def message(match: Match, number: int) -> OutboxMessage:
    return OutboxMessage(match.id, MessageKind.PANEL, number, f"{match.id}{number}", NOON)


async def told(store: SqlStore, *matches: Match, number: int = 1) -> None:
    """Something is to be sent."""
    async with store.writing(*(match.id for match in matches)) as work:
        await work.post(tuple(message(match, number) for match in matches))
        await work.commit()


async def stored(store: SqlStore, *matches: Match) -> None:
    async with store.writing() as work:
        for match in matches:
            await work.record(replace(opening(match), outbox_messages=()))
        await work.commit()


async def over(store: SqlStore) -> None:
    """A minute goes by in which nobody works."""
    await behind(store, "UPDATE leases SET until = clock_timestamp()")
    shared: Leases = store.leases
    vars(shared)["_held"].clear()


async def newest(store: SqlStore) -> int:
    return await look_up(store, queries.LastMessage())


async def test_what_is_committed_belongs_to_the_process_that_commits_it(
    one: SqlStore, two: SqlStore
) -> None:
    match = a_match()
    await stored(one, match)
    await told(one, match)
    assert one.leases.held_matches() == {match.id}
    assert one.leases.last_in_doubt(match.id) == 0
    await told(two, match, number=2)
    assert two.leases.held_matches() == set()
    assert not await two.leases.hold(match.id)
    assert not await two.leases.take_due(NOON, 8, frozenset())
    assert two.leases.held_matches() == set()
    assert await one.leases.hold(match.id)


async def test_a_step_of_a_match_that_is_held_for_long_takes_no_lease(
    one: SqlStore, two: SqlStore
) -> None:
    match = a_match()
    await stored(one, match)
    statements: list[str] = []

    def note(_: object, __: object, sql: str, *___: object) -> None:
        statements.append(sql)

    event.listen(Engine, "before_cursor_execute", note)
    taken = list[bool]()
    for number, until in enumerate((None, None, time.monotonic() + 290, None)):
        if until is not None:
            vars(one.leases)["_held"][match.id] = Held(until, 0)
        statements.clear()
        await told(one, match, number=number)
        taken.append(any("INTO leases" in each for each in statements))
    event.remove(Engine, "before_cursor_execute", note)
    assert taken == [True, False, True, False]
    assert not await two.leases.hold(match.id)


async def test_nothing_is_held_because_of_what_is_not_committed(one: SqlStore) -> None:
    match = a_match()
    await stored(one, match)
    async with one.writing(match.id) as work:
        await work.post((message(match, 1),))
        await work.read(queries.MatchById(match.id))
    assert one.leases.held_matches() == set()


async def test_a_new_holder_of_a_match_doubts_all_that_is_not_sent(
    one: SqlStore, two: SqlStore
) -> None:
    match = a_match()
    await stored(one, match)
    await told(one, match)
    await over(one)
    tried = await newest(one)
    assert not await two.leases.take_due(NOON, 8, frozenset())
    assert two.leases.held_matches() == {match.id}
    assert two.leases.last_in_doubt(match.id) == tried
    await told(two, match, number=2)
    assert two.leases.last_in_doubt(match.id) == tried
    await over(two)
    # Its own tries it remembers.
    assert await two.leases.hold(match.id)
    assert two.leases.last_in_doubt(match.id) == tried
    await over(two)
    await told(one, match, number=3)
    assert one.leases.last_in_doubt(match.id) == await newest(one) - 1


async def test_what_has_been_sent_is_not_in_doubt(one: SqlStore, two: SqlStore) -> None:
    match = a_match()
    await stored(one, match)
    await told(one, match)
    async with one.writing(match.id) as work:
        await work.mark_sent(await newest(one), 7, NOON)
        await work.commit()
    await over(one)
    await told(two, match, number=2)
    assert two.leases.last_in_doubt(match.id) == 0


async def test_what_nobody_works_at_is_taken_once(one: SqlStore, two: SqlStore) -> None:
    matches = [a_match(number) for number in range(20)]
    await stored(one, *matches)
    await told(one, *matches)
    await behind(one, "DELETE FROM leases WHERE match_id < 'match005'")
    await over(one)
    takers = (one.leases, two.leases)
    for _ in range(len(matches)):
        await asyncio.gather(*(each.take_due(NOON, 3, each.held_matches()) for each in takers))
        assert not one.leases.held_matches() & two.leases.held_matches()
    assert one.leases.held_matches() | two.leases.held_matches() == {match.id for match in matches}
    assert not one.leases.held_matches() & two.leases.held_matches()


async def test_matches_that_are_being_served_are_not_taken_again(one: SqlStore) -> None:
    matches = [a_match(number) for number in range(3)]
    await stored(one, *matches)
    await told(one, *matches)
    await over(one)
    assert not await one.leases.take_due(NOON, 3, frozenset({matches[0].id}))
    assert one.leases.held_matches() == {matches[1].id, matches[2].id}


async def test_a_match_goes_on_by_itself_with_another_process(one: SqlStore, two: SqlStore) -> None:
    match = a_match()
    await stored(one, match)

    async def goes_on(store: SqlStore, seq: int) -> None:
        async with store.writing(match.id) as work:
            await work.go_on(match.id, seq, frozenset())
            await work.commit()

    async def rests(store: SqlStore, seq: int) -> None:
        async with store.writing(match.id) as work:
            await work.rest(match.id, seq)
            await work.commit()

    await goes_on(one, 4)
    assert await two.leases.take_going(9, ()) == ()
    # Its own it takes at any time, for it may have failed.
    assert await one.leases.take_going(9, ()) == (match.id,)
    assert await one.leases.take_going(9, {match.id}) == ()
    await over(one)
    assert await two.leases.take_going(9, ()) == (match.id,)
    assert two.leases.held_matches() == {match.id}
    await goes_on(one, 6)
    # What it had found before the last entry is not the end.
    await rests(two, 5)
    assert await two.leases.take_going(9, ()) == (match.id,)
    await rests(two, 6)
    assert await two.leases.take_going(9, ()) == ()


async def test_the_holder_of_a_match_hears_what_others_commit_in_it(
    one: SqlStore, two: SqlStore
) -> None:
    mine, other = a_match(1), a_match(2)
    await stored(one, mine, other)
    heard: asyncio.Queue[tuple[MatchId, frozenset[str] | None]] = asyncio.Queue()
    deaf: list[MatchId] = []
    await one.leases.listen(lambda match, unasked: heard.put_nowait((match, unasked)))
    await two.leases.listen(lambda match, _: deaf.append(match))
    await told(one, mine)

    async def next_heard() -> tuple[MatchId, frozenset[str] | None]:
        async with asyncio.timeout(30):
            return await heard.get()

    await told(two, mine, other, number=2)
    assert await next_heard() == (mine.id, None)
    async with two.writing(mine.id) as work:
        await work.go_on(mine.id, 3, frozenset({"turn2", "watch1"}))
        await work.commit()
    assert await next_heard() == (mine.id, frozenset({"turn2", "watch1"}))
    # The way to the server breaks, and the next sweep makes sure of it.
    await behind(
        two,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE query LIKE 'LISTEN%' OR query = 'SELECT true'",
    )
    await one.leases.listen(lambda match, unasked: heard.put_nowait((match, unasked)))
    await told(two, mine, number=3)
    assert await next_heard() == (mine.id, None)
    assert heard.empty()
    assert deaf == []


async def test_a_process_that_stops_leaves_its_matches_to_others(
    database: str, one: SqlStore
) -> None:
    match = a_match()
    await stored(one, match)
    stopping = await SqlStore.open(database, lease=600)
    await told(stopping, match)
    assert not await one.leases.hold(match.id)
    await stopping.aclose()
    assert await one.leases.hold(match.id)


async def test_a_lease_runs_by_the_clock_of_the_database(database: str, one: SqlStore) -> None:
    brief = await SqlStore.open(database, lease=LEASE)
    match = a_match()
    await stored(one, match)
    assert await brief.leases.hold(match.id)
    assert not await one.leases.hold(match.id)
    await asyncio.sleep(LEASE)
    assert await one.leases.hold(match.id)
    assert brief.leases.held_matches() == set()
    assert not await brief.leases.hold(match.id)
    await brief.aclose()


async def test_a_lease_is_renewed_for_what_takes_longer(database: str, one: SqlStore) -> None:
    brief = await SqlStore.open(database, lease=LEASE)
    match = a_match()
    await stored(one, match)
    await told(brief, match)
    assert await brief.leases.hold(match.id, 100)
    left = "SELECT until - clock_timestamp() > interval '99 seconds' FROM leases"
    async with one.writing() as work:
        assert await work._database.run(lambda each: each.scalar(text(left)))
    await told(brief, match, number=2)
    async with one.writing() as work:
        assert await work._database.run(lambda each: each.scalar(text(left)))
    await brief.aclose()


async def test_one_process_at_a_file_holds_everything(tmp_path: object) -> None:
    store = await SqlStore.open(f"sqlite:///{tmp_path}/starpost.db")
    assert isinstance(store.leases, Alone)
    assert await store.leases.hold(MatchId("anything"))
    assert (await store.counts())["leases"] == 0
    await store.aclose()
