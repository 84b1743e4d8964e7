"""What the store refuses to be opened on, and how it closes."""

from __future__ import annotations

import asyncio
import random
import re
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, closing
from pathlib import Path

import pytest

from bot.play import queries
from bot.store.faults import StoreUnusable
from bot.store.migrate import head
from bot.store.sqlite.database_file import READERS
from bot.store.sqlite.database_thread import DatabaseThread
from bot.store.store import SqlStore, checked, database_file
from tests.store.make import a_match, opening, step


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


async def test_a_damaged_database_is_refused_with_the_way_out(file: Path) -> None:
    whole = await put_moves(file)
    with file.open("r+b") as opened:
        opened.seek(len(whole) // 2)
        opened.write(bytes(len(whole) // 4))
    with pytest.raises(StoreUnusable, match=r"last good backup.* python -m bot restore"):
        await SqlStore.open(f"sqlite:///{file}")


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
    whole, chance, refused = await put_moves(file), random.Random(27), 0
    for _ in range(40):
        file.write_bytes(damage(whole, chance))
        try:
            await checked(f"sqlite:///{file}")
            await (await SqlStore.open(f"sqlite:///{file}", busy_timeout=0.1)).aclose()
        except StoreUnusable:
            refused += 1
        for beside in file.parent.glob("*-*"):
            beside.unlink()
    assert refused > 5


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


async def test_closing_ends_the_threads_and_leaves_one_file(file: Path) -> None:
    before = set(threading.enumerate())
    store = await SqlStore.open(f"sqlite:///{file}")
    async with store.writing() as work:
        await work.record(opening(a_match()))
        await work.commit()
    async with store.reading() as one, store.reading() as other:
        await one.read(queries.MatchIn(1))
        await other.read(queries.MatchIn(1))
    await store.aclose()
    left = {thread.name for thread in set(threading.enumerate()) - before}
    assert {name for name in left if name.startswith("store")} == set()
    assert [path.name for path in file.parent.iterdir()] == [file.name]


async def test_what_was_committed_is_there_after_the_next_start(file: Path) -> None:
    for expected in (0, 1):
        store = await SqlStore.open(f"sqlite:///{file}")
        assert (await store.counts())["matches"] == expected
        if not expected:
            async with store.writing() as work:
                await work.record(opening(a_match()))
                await work.commit()
        await store.aclose()


async def test_connections_close_one_after_the_other_and_leave_one_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
