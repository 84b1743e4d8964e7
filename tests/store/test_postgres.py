"""What holds on PostgreSQL alone: its locks, and what happens when the way to it breaks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import nullcontext
from dataclasses import replace

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import serving as bot_serving
from bot.clock import SystemClock, SystemEntropy
from bot.play.application import build
from bot.play.refusals import BadCharacter
from bot.play.storage import queries
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.ports import CommitInDoubt, StoreBusy, StoreUnwritable, TryAgain
from bot.play.storage.records import Change, MatchId
from bot.store.migrate import head
from bot.store.postgres import places
from bot.store.postgres import server as server_module
from bot.store.postgres.places import _Place
from bot.store.store import SqlStore, hold_alone, serve_shards
from bot.store.unusable import StoreUnusable
from tests.databases import Server, behind
from tests.store.make import a_match, look_up, opening, step

MATCH = a_match()


@pytest.fixture
def database(server: Server) -> object:
    with server.database() as url:
        yield url


@pytest.fixture
async def other(database: str) -> AsyncIterator[SqlStore]:
    """Another process, as the server sees it."""
    opened = await SqlStore.open(database, busy_timeout=0.1)
    yield opened
    await opened.aclose()


async def write(store: SqlStore, *changes: Change) -> None:
    async with store.writing(*{each.match.id for each in changes}) as work:
        for change in changes:
            await work.record(change)
        await work.commit()


async def scalar(store: SqlStore, statement: str) -> object:
    async with store.writing() as work:
        return await work._database.run(lambda each: each.scalar(text(statement)))


async def test_a_held_lock_is_busy_after_the_time_that_was_set(
    store: SqlStore, other: SqlStore
) -> None:
    async with store.writing() as work:
        await work.read(queries.MatchById(MATCH.id))
        with pytest.raises(StoreBusy):
            await write(other, opening(MATCH))
        await work.record(opening(MATCH))
        await work.commit()
    await write(other, step(MATCH))


async def test_who_writes_about_something_else_does_not_wait(
    store: SqlStore, other: SqlStore
) -> None:
    first, second = a_match(1), a_match(2)
    await write(store, opening(first), opening(second))
    async with store.writing(first.id, "another") as work, other.writing(second.id) as apart:
        await work.record(step(first))
        await apart.record(replace(step(second), press=None))
        await work.read(queries.MatchById(first.id))
        await apart.commit()
        for keys in ((), (first.id,), ("another", second.id)):
            with pytest.raises(StoreBusy):
                async with other.writing(*keys) as third:
                    await third.read(queries.MatchById(first.id))
        await work.commit()
    assert (await store.counts())["entries"] == 2


async def test_who_locks_the_same_in_another_order_waits_in_the_same_order(
    store: SqlStore, other: SqlStore
) -> None:
    keys = [f"match{number}" for number in range(6)]

    async def lock(store: SqlStore, keys: list[str]) -> None:
        async with store.databases.writing(tuple(keys)) as database:
            await database.run(lambda each: each.execute(text("SET LOCAL lock_timeout = '10s'")))

    rng = random.Random(7)
    for _ in range(10):
        orders = [rng.sample(keys, len(keys)) for _ in range(6)]
        await asyncio.gather(*(lock(s, o) for s, o in zip((store, other) * 3, orders, strict=True)))


async def test_moves_that_wait_for_each_other_can_be_tried_again(
    store: SqlStore, other: SqlStore
) -> None:
    first, second = a_match(1), a_match(2)
    await write(store, opening(first), opening(second))

    async def hold(store: SqlStore, one: MatchId, two: MatchId, both: asyncio.Barrier) -> None:
        taken = "SELECT 1 FROM matches WHERE id = :id FOR UPDATE"

        async with store.databases.writing((one,)) as database:
            await database.run(lambda each: each.execute(text(taken), {"id": one}))
            await both.wait()
            await database.run(lambda each: each.execute(text("SET lock_timeout = '10s'")))
            await database.run(lambda each: each.execute(text(taken), {"id": two}))

    both = asyncio.Barrier(2)
    ends = await asyncio.gather(
        hold(store, first.id, second.id, both),
        hold(other, second.id, first.id, both),
        return_exceptions=True,
    )
    assert [type(end) for end in ends if end is not None] == [TryAgain]


async def test_a_lost_connection_is_busy_and_the_next_step_is_stored(
    store: SqlStore, other: SqlStore
) -> None:
    await write(store, opening(MATCH))
    async with store.writing(MATCH.id) as work:
        await work.read(queries.MatchById(MATCH.id))
        async with other.databases.writing(("another",)) as database:
            killed = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
            these = "state = 'idle in transaction' AND datname = current_database()"
            await database.run(lambda each: each.execute(text(f"{killed} {these}")))
        with pytest.raises(StoreBusy):
            await work.read(queries.MatchById(MATCH.id))
    await write(store, step(MATCH))
    assert (await store.counts())["entries"] == 1


@pytest.mark.parametrize("arrived", [False, True])
async def test_a_connection_lost_at_the_commit_leaves_it_in_doubt(
    store: SqlStore, other: SqlStore, monkeypatch: pytest.MonkeyPatch, arrived: bool
) -> None:
    await write(store, opening(MATCH))
    commit = AsyncConnection.commit

    async def lost(connection: AsyncConnection) -> None:
        monkeypatch.undo()
        if arrived:
            await connection.exec_driver_sql("COMMIT")
        process = await connection.scalar(text("SELECT pg_backend_pid()"))
        async with other.databases.writing(("another",)) as database:
            killed = f"SELECT pg_terminate_backend({process})"
            await database.run(lambda each: each.execute(text(killed)))
        await commit(connection)

    monkeypatch.setattr(AsyncConnection, "commit", lost)
    with pytest.raises(CommitInDoubt):
        await write(store, step(MATCH))
    assert (await store.counts())["entries"] == arrived


@pytest.mark.parametrize("times", [1, 2])
async def test_a_writer_that_is_cancelled_leaves_nothing_and_blocks_nobody(
    store: SqlStore, times: int
) -> None:
    await write(store, opening(MATCH))
    inside = asyncio.Event()

    def dawdle(connection: Connection) -> None:
        inside.set()
        connection.execute(text("SELECT pg_sleep(0.2)"))

    async def slow() -> None:
        async with store.writing() as work:
            await work.record(step(MATCH))
            await work._database.run(dawdle)
            await work.commit()

    task = asyncio.create_task(slow())
    await inside.wait()
    for _ in range(times):
        task.cancel()
        await asyncio.sleep(0)
    await asyncio.gather(task, return_exceptions=True)
    assert task.cancelled()
    await write(store, step(MATCH))
    assert (await store.counts())["entries"] == 1


async def test_a_server_that_only_reads_takes_nothing(
    store: SqlStore, database: str, server: Server
) -> None:
    name = database.rpartition("/")[2]
    server.run(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    try:
        restricted = await SqlStore.open(database)
        with pytest.raises(StoreUnwritable):
            await write(restricted, opening(MATCH))
        await restricted.aclose()
    finally:
        server.run(f"ALTER DATABASE {name} RESET default_transaction_read_only")


async def test_text_is_sorted_as_in_sqlite(store: SqlStore) -> None:
    names = ["B", "a", "Z", "é", "_", "b"]
    for number, name in enumerate(names):
        await write(store, opening(replace(a_match(number), id=MatchId(name), server=9)))
    found = await look_up(store, queries.OpenOn(9, None))
    assert [each.id for each in found] == sorted(names)
    wild = "SELECT count(*) FROM information_schema.columns WHERE table_schema = 'public'"
    texts = "data_type IN ('text', 'character varying')"
    unsorted = f"{wild} AND {texts} AND collation_name IS DISTINCT FROM 'C'"
    assert await scalar(store, unsorted) == 0


async def test_a_move_is_kept_whatever_the_server_is_set_to(database: str, server: Server) -> None:
    name = database.rpartition("/")[2]
    server.run(f"ALTER DATABASE {name} SET synchronous_commit = off")
    try:
        store = await SqlStore.open(database)
        assert await scalar(store, "SHOW synchronous_commit") == "on"
        await store.aclose()
    finally:
        server.run(f"ALTER DATABASE {name} RESET synchronous_commit")


async def test_two_starts_at_once_migrate_once(server: Server) -> None:
    server.run("CREATE DATABASE fresh")
    stores = await asyncio.gather(*(SqlStore.open(f"{server.url}/fresh") for _ in range(4)))
    for store in stores:
        assert (await store.counts())["matches"] == 0
        await store.aclose()


async def _newer(server: Server) -> str:
    server.run("CREATE DATABASE newer")
    store = await SqlStore.open(f"{server.url}/newer")
    await store.aclose()
    server.run("UPDATE alembic_version SET version_num = 'later'", url=f"{server.url}/newer")
    return f"{server.url}/newer"


async def _another_projects(server: Server) -> str:
    server.run("CREATE DATABASE others")
    server.run("CREATE TABLE theirs (id integer)", url=f"{server.url}/others")
    return f"{server.url}/others"


async def _in_latin(server: Server) -> str:
    latin = "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    server.run(f"CREATE DATABASE latin {latin}")
    return f"{server.url}/latin"


async def _missing(server: Server) -> str:
    return f"{server.url}/nowhere"


async def _without_rights(server: Server) -> str:
    server.run("CREATE ROLE guest LOGIN", "CREATE DATABASE closed")
    return f"{server.url}/closed".replace("postgres@", "guest@")


async def _silent(_: Server) -> str:
    return "postgresql://127.0.0.1:1/starpost"


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (_newer, rf"newer Starpost \(schema later; .* up to {head()}\)"),
        (_another_projects, "not one of Starpost"),
        (_in_latin, "Make the database latin at 127.0.0.1 anew, with ENCODING 'UTF8'"),
        (_missing, "database nowhere at 127.0.0.1: it has no database of this name"),
        (_without_rights, "this user may not make tables there"),
        (_silent, "cannot reach the database starpost at 127.0.0.1"),
    ],
)
async def test_a_database_that_cannot_be_used_is_refused_in_words(
    server: Server, made: Callable[[Server], Awaitable[str]], words: str
) -> None:
    url = await made(server)
    with pytest.raises(StoreUnusable, match=words) as refused:
        await SqlStore.open(url)
    assert "guest:" not in str(refused.value)


async def test_an_older_process_stops_when_a_newer_one_has_migrated(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_serving, "_GLANCE_SECONDS", 0.02)
    server.run("CREATE DATABASE outdated")
    store = await SqlStore.open(f"{server.url}/outdated")
    app = build(store, (), SystemClock(), SystemEntropy())

    async def migrated() -> None:
        await asyncio.sleep(0.2)
        await behind(store, "UPDATE alembic_version SET version_num = 'later'")
        await asyncio.Event().wait()

    async with asyncio.timeout(30):
        with pytest.raises(StoreUnusable, match=r"newer Starpost \(schema later"):
            await bot_serving.serve_until_outdated(app, store, migrated())
    await store.aclose()


async def test_one_process_serves_a_database(database: str) -> None:
    async with hold_alone(database):
        with pytest.raises(StoreUnusable, match="Another process serves the database test"):
            async with hold_alone(database):
                pass
    async with hold_alone(database):
        pass


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        (Shards(0, 3, 8), Shards(4, 7, 8), ""),
        (Shards(0, 3, 8), None, ""),
        (None, ALL, ""),
        (None, None, ""),
        (ALL, ALL, "serves the database .* already: stop it first"),
        (Shards(0, 3, 8), Shards(3, 5, 8), r"already \(shard 3 of 8\): stop it first"),
        (Shards(0, 3, 8), Shards(4, 7, 16), "counts 8 shards, this one 16 shards: stop it first"),
        (Shards(1, 1, 2), ALL, "counts 2 shards, this one 1 shard: stop it first"),
    ],
    ids=str,
)
async def test_a_shard_is_served_once_and_all_count_alike(
    database: str, first: Shards | None, second: Shards | None, words: str
) -> None:
    async with serve_shards(database, first):
        refusal = pytest.raises(StoreUnusable, match=words) if words else nullcontext()
        with refusal:
            async with serve_shards(database, second):
                pass
        with pytest.raises(StoreUnusable, match="Another process serves"):
            async with hold_alone(database):  # it would be copied while it is played
                pass
    async with hold_alone(database):
        with pytest.raises(StoreUnusable, match="Another process serves"):
            async with serve_shards(database, first):
                pass
    async with serve_shards(database, second):
        pass


async def test_who_has_lost_the_database_takes_it_again_unless_another_process_was_first(
    database: str, other: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "_GLANCE_SECONDS", 0.02)
    take, may_look, serving = _Place.take, asyncio.Event(), asyncio.Event()
    key = server_module.lock_number("serving")
    holder = f"FROM pg_locks WHERE locktype = 'advisory' AND objid = {key & 0xFFFFFFFF}"

    async def look(place: _Place) -> None:
        await may_look.wait()
        await take(place)

    async def served() -> None:
        async with hold_alone(database):
            serving.set()
            await asyncio.Event().wait()

    async def cut() -> object:
        return await scalar(other, f"SELECT pg_terminate_backend(pid) {holder}")

    monkeypatch.setattr(_Place, "take", look)
    may_look.set()
    async with asyncio.timeout(30):
        first = asyncio.create_task(served())
        await serving.wait()
        for _ in range(2):
            await cut()
            while not await scalar(other, f"SELECT pid {holder}"):
                pass
        assert not first.done()
        may_look.clear()
        await cut()
        while not await scalar(other, f"SELECT pg_try_advisory_lock({key})"):
            await cut()
        may_look.set()
        with pytest.raises(StoreUnusable, match="Another process serves the database test"):
            await first


async def test_looking_for_what_it_could_not_hold_is_refused(store: SqlStore) -> None:
    async with store.reading() as reader:
        with pytest.raises(BadCharacter):
            await reader.read(queries.PackByKey(7, "toy", "a\0b"))
