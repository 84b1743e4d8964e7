"""A disk that takes nothing: the step is refused whole, and the next one finds a sound store."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine.default import DefaultDialect

from bot.play.storage.ports import StoreUnwritable
from bot.play.storage.records import Change
from bot.store.sqlite.database_file import DatabaseFile
from bot.store.store import SqlStore
from tests.store.make import a_match, opening, step


async def write(store: SqlStore, change: Change) -> None:
    async with store.writing() as work:
        await work.record(change)
        await work.commit()


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """As on a full disk: no file of this process may grow beyond ``size`` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@asynccontextmanager
async def full(file: Path) -> AsyncIterator[None]:
    with no_file_above(file.with_name(f"{file.name}-wal").stat().st_size):
        yield


@asynccontextmanager
async def read_only(store: SqlStore) -> AsyncIterator[None]:
    """As on a disk that was mounted anew after a fault, which SQLite refuses in the same way."""
    assert isinstance(store.databases, DatabaseFile)
    crossing = store.databases._writer._run_in_thread
    await crossing(lambda driver: driver.execute("PRAGMA query_only = ON"))
    try:
        yield
    finally:
        await crossing(lambda driver: driver.execute("PRAGMA query_only = OFF"))


@pytest.mark.parametrize("pages", [0, 1, 4, 8])
async def test_a_full_disk_refuses_a_step_whole_and_the_next_one_is_stored(
    store: SqlStore, file: Path, pages: int
) -> None:
    match = a_match()
    await write(store, opening(match))
    before = await store.counts()
    log = file.with_name(f"{file.name}-wal")
    with no_file_above(log.stat().st_size + pages * 4096):
        with pytest.raises(StoreUnwritable):
            await write(store, step(match))
        assert await store.counts() == before
    await write(store, step(match))
    assert (await store.counts())["entries"] == 1


@pytest.mark.parametrize("reason", ["full", "read-only"])
async def test_a_disk_that_takes_nothing_is_told_once_until_it_takes_something(
    store: SqlStore, file: Path, caplog: pytest.LogCaptureFixture, reason: str
) -> None:
    match = a_match()
    await write(store, opening(match))
    for _ in range(2):
        async with full(file) if reason == "full" else read_only(store):
            for _ in range(3):
                with pytest.raises(StoreUnwritable):
                    await write(store, step(match))
        await write(store, step(match))
        match = step(match).match
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        "nothing is stored",
        "what happens is stored again",
    ] * 2
    assert (await store.counts())["entries"] == 2


async def test_a_commit_that_fails_leaves_no_transaction_behind(
    store: SqlStore, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = a_match()
    await write(store, opening(match))

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("made up")

    with monkeypatch.context() as patched:
        patched.setattr(DefaultDialect, "do_commit", fail)
        with pytest.raises(Exception, match="made up"):
            await write(store, step(match))
    assert (await store.counts())["entries"] == 0
    other = await SqlStore.open(f"sqlite:///{file}", busy_timeout=0.1)
    await write(other, opening(a_match(1)))
    await other.aclose()
    await write(store, step(match))
    assert (await store.counts())["entries"] == 1
