"""What the store refuses to be opened on, and how it closes."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path

import pytest

from bot.play.storage import queries
from bot.play.storage.ports import StoreBusy
from bot.store.migrate import head
from bot.store.sqlite import backup
from bot.store.sqlite.database_file import READERS, DatabaseThread
from bot.store.store import SqlStore, check_database, database_file
from bot.store.unusable import StoreUnusable
from tests.store.make import a_match, at, look_up, opening, step


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("sqlite://", "forgets every match"),
        ("sqlite:///:memory:", "forgets every match"),
        ("sqlite:///file::memory:?uri=true", "no options"),
        ("sqlite:///file:x.db", "forgets every match"),
        ("sqlite:///x.db?mode=memory", "no options"),
        ("mysql://x/y", "must begin with sqlite:///"),
        ("data/starpost.db", "cannot be read"),
    ],
)
async def test_a_url_that_names_no_file_is_refused(url: str, words: str) -> None:
    with pytest.raises(StoreUnusable, match=words):
        await SqlStore.open(url)


def test_a_url_with_a_driver_names_the_same_file() -> None:
    assert database_file("sqlite:///data/a.db") == Path("data/a.db")
    assert database_file("sqlite+aiosqlite:////data/a.db") == Path("/data/a.db")


async def test_a_missing_folder_is_refused_and_not_made(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="No such file or directory"):
        await SqlStore.open(f"sqlite:///{tmp_path}/missing/starpost.db")
    assert not (tmp_path / "missing").exists()


async def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(file: Path) -> None:
    file.write_bytes(b"This is a letter and no database." * 100)
    with pytest.raises(StoreUnusable, match="damaged"):
        await SqlStore.open(f"sqlite:///{file}")
    assert file.read_bytes() == b"This is a letter and no database." * 100


async def put_moves(file: Path) -> bytes:
    store = await SqlStore.open(f"sqlite:///{file}")
    async with store.writing() as work:
        match = a_match()
        await work.record(opening(match))
        for _ in range(60):
            change = step(match)
            await work.record(change)
            match = change.match
        await work.commit()
    await store.aclose()
    return file.read_bytes()


def zeroed(whole: bytes) -> bytes:
    """Without a page of entries."""
    start = whole.index(b'{"to":30}') // 4096 * 4096
    return whole[:start] + bytes(4096) + whole[start + 4096 :]


@pytest.fixture
def looked_through(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that were looked through as a whole."""
    found, check = list[Path](), backup.check

    def noted(file: Path) -> None:
        found.append(file)
        check(file)

    monkeypatch.setattr(backup, "check", noted)
    return found


async def test_what_ended_cleanly_is_opened_without_being_looked_through(
    file: Path, looked_through: list[Path]
) -> None:
    for _ in range(3):
        store = await SqlStore.open(f"sqlite:///{file}")
        await store.counts()
        async with store.writing() as work:
            await work.see_server(7, at(1))
            await work.commit()
        await store.aclose()
    assert looked_through == []


async def test_what_was_left_by_a_crash_is_looked_through_once(
    file: Path, tmp_path: Path, looked_through: list[Path]
) -> None:
    await put_moves(file)
    store, left = await SqlStore.open(f"sqlite:///{file}"), tmp_path / "left.db"
    async with store.writing() as work:
        await work.see_server(7, at(1))
        await work.commit()
    for end in ("", "-wal"):
        left.with_name(f"left.db{end}").write_bytes(
            file.with_name(f"{file.name}{end}").read_bytes()
        )
    await store.aclose()
    for _ in range(2):
        again = await SqlStore.open(f"sqlite:///{left}")
        assert (await again.counts())["servers"] == 1
        await again.aclose()
    assert looked_through == [left]


async def test_a_copy_of_a_database_in_use_is_looked_through_as_well(
    file: Path, looked_through: list[Path]
) -> None:
    store, copied = await SqlStore.open(f"sqlite:///{file}"), file.with_name("copy.db")
    async with store.writing() as work:
        await work.see_server(7, at(1))
        await work.commit()
    backup.copy(file, copied)
    await store.aclose()
    looked_through.clear()
    await (await SqlStore.open(f"sqlite:///{copied}")).aclose()
    assert looked_through == [copied]


async def test_a_start_that_only_reads_leaves_the_file_as_it_was(file: Path) -> None:
    whole = await put_moves(file)
    store = await SqlStore.open(f"sqlite:///{file}")
    await store.counts()
    await store.aclose()
    assert file.read_bytes() == whole


async def test_a_database_that_was_damaged_by_a_crash_is_refused_with_the_way_out(
    file: Path,
) -> None:
    whole = await put_moves(file)
    file.write_bytes(zeroed(whole))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 1")
    with pytest.raises(StoreUnusable, match=r"last good backup.* python -m bot restore"):
        await SqlStore.open(f"sqlite:///{file}")


@pytest.mark.parametrize("written", [False, True])
async def test_damage_that_is_met_later_is_told_and_the_next_start_is_refused(
    file: Path, written: bool
) -> None:
    file.write_bytes(zeroed(await put_moves(file)))
    store, told = await SqlStore.open(f"sqlite:///{file}"), list[StoreUnusable | None]()
    store.on_damage = lambda: told.append(store.damage)
    if written:
        async with store.writing() as work:
            await work.see_server(7, at(1))
            await work.commit()
    for _ in range(2):
        with pytest.raises(StoreUnusable, match="last good backup"):
            await look_up(store, queries.Entries(a_match().id))
    await store.aclose()
    assert told == [store.damage]
    with pytest.raises(StoreUnusable, match=r"starpost.db is damaged"):
        await SqlStore.open(f"sqlite:///{file}")


async def test_a_text_that_is_none_concerns_only_what_is_looked_up(file: Path) -> None:
    await put_moves(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE entries SET text = CAST(x'ff' AS TEXT) WHERE seq = 7")
    store = await SqlStore.open(f"sqlite:///{file}")
    async with store.reading() as reader:
        with pytest.raises(StoreUnusable):
            await reader.read(queries.Entries(a_match().id))
        assert len(await reader.read(queries.Entries(a_match().id, until=6))) == 6
    assert store.damage is None
    await store.aclose()
    await (await SqlStore.open(f"sqlite:///{file}")).aclose()


def pages(whole: bytes, chance: random.Random) -> bytearray:
    """One to three pages of nonsense."""
    damaged = bytearray(whole)
    for _ in range(chance.randint(1, 3)):
        start = 4096 * chance.randrange(len(whole) // 4096)
        damaged[start : start + 4096] = chance.randbytes(4096)
    return damaged


def swapped(whole: bytes, chance: random.Random) -> bytearray:
    """One page in the place of another."""
    damaged = bytearray(whole)
    here, there = (4096 * chance.randrange(1, len(whole) // 4096) for _ in range(2))
    damaged[here : here + 4096] = whole[there : there + 4096]
    return damaged


def schema(whole: bytes, chance: random.Random) -> bytearray:
    """A few bytes within the names and definitions of tables."""
    damaged = bytearray(whole)
    definitions = [found.start() for found in re.finditer(b"CREATE (UNIQUE |TABLE|INDEX)", whole)]
    start = chance.choice(definitions) + chance.randrange(-40, 200)
    damaged[start : start + 4] = chance.randbytes(4)
    return damaged


def version(whole: bytes, chance: random.Random) -> bytearray:
    """The revision of the schema is no text."""
    damaged = bytearray(whole)
    start = whole.index(head().encode(), 4096)
    damaged[start + chance.randrange(4)] = chance.randrange(128, 256)
    return damaged


@pytest.mark.parametrize("damage", [pages, swapped, schema, version])
async def test_whatever_is_damaged_has_its_words_for_the_owner(
    file: Path, damage: Callable[[bytes, random.Random], bytearray]
) -> None:
    whole, chance, refused, met = await put_moves(file), random.Random(27), 0, 0
    url = f"sqlite:///{file}"
    for _ in range(40):
        file.write_bytes(damage(whole, chance))
        try:
            await check_database(url)
        except StoreUnusable:
            refused += 1
        with suppress(StoreUnusable):
            store = await SqlStore.open(url, busy_timeout=0.1)
            try:
                await look_through(store)
            except StoreUnusable:
                met += 1
            finally:
                await store.aclose()
        for beside in file.parent.glob("*-*"):
            beside.unlink()
    assert refused > 5
    assert met or damage in (schema, version)


async def look_through(store: SqlStore) -> None:
    """Most of what a bot reads and writes."""
    match = a_match().id
    async with store.reading() as reader:
        found = await reader.read(queries.SeatedMatch(match))
        await reader.read(queries.Entries(match))
        await reader.read(queries.Snapshots(match, 60, after=0))
        await reader.read(queries.NextMessages(at(9), at(9), 9))
        await reader.read(queries.DueNow(at(9), at(9)))
    if found is not None:
        async with store.writing(match) as work:
            await work.record(step(found[0]))
            await work.prune(at(1))
            await work.commit()


async def test_a_database_of_another_program_is_refused_and_left_as_it_is(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE matches (flame TEXT)")
    with pytest.raises(StoreUnusable, match="not one of Starpost"):
        await SqlStore.open(f"sqlite:///{file}")
    with closing(sqlite3.connect(file)) as connection:
        names = connection.execute("SELECT name FROM sqlite_schema").fetchall()
    assert names == [("matches",)]


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="cannot be written"):
        await SqlStore.open(f"sqlite:///{tmp_path}")


async def test_only_the_owner_can_read_a_new_database(file: Path) -> None:
    store = await SqlStore.open(f"sqlite:///{file}")
    await store.aclose()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(("mode", "warned"), [(0o600, 0), (0o640, 1), (0o604, 1)])
async def test_a_database_that_others_can_read_is_warned_about(
    file: Path, caplog: pytest.LogCaptureFixture, mode: int, warned: int
) -> None:
    file.touch()
    file.chmod(mode)
    await (await SqlStore.open(f"sqlite:///{file}")).aclose()
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == [
        "others can read the database and its secrets: chmod 600 the file"
    ] * warned


async def test_connections_close_one_after_the_other_and_leave_one_file_and_no_thread(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(threading.enumerate())
    real, closing_now = DatabaseThread.aclose, list[DatabaseThread]()

    async def alone(thread: DatabaseThread) -> None:
        closing_now.append(thread)
        await asyncio.sleep(0)
        assert closing_now == [thread]
        await real(thread)
        closing_now.remove(thread)

    monkeypatch.setattr(DatabaseThread, "aclose", alone)
    store = await SqlStore.open(f"sqlite:///{file}")
    async with AsyncExitStack() as readers:
        for _ in range(READERS):
            reader = await readers.enter_async_context(store.reading())
            assert not await reader.read(queries.UnfilledMatches())
    async with store.writing() as work:
        await work.record(opening(a_match()))
        await work.commit()
    await store.aclose()
    assert list(file.parent.iterdir()) == [file]
    left = {thread.name for thread in set(threading.enumerate()) - before}
    assert not [name for name in left if name.startswith("store")]


async def test_a_file_that_was_closed_is_not_opened_again(tmp_path: Path) -> None:
    store = await SqlStore.open(f"sqlite:///{tmp_path / 'starpost.db'}")
    await look_up(store, queries.Entries(a_match().id))
    await store.aclose()
    before = set(threading.enumerate())
    with pytest.raises(StoreBusy, match="closed"):
        await look_up(store, queries.Entries(a_match().id))
    assert set(threading.enumerate()) == before, "it would keep the process from ending"
