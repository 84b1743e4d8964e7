"""Copies of a database in use."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.play.storage import queries
from bot.store.sqlite.backup import copy
from bot.store.store import SqlStore
from bot.store.unusable import StoreUnusable
from tests.store.make import a_match, opening, step


async def test_a_backup_holds_what_is_committed_and_opens_as_a_store(
    store: SqlStore, file: Path
) -> None:
    match = a_match()
    change = step(match)
    async with store.writing() as work:
        await work.record(opening(match))
        await work.commit()
    async with store.writing() as work:
        await work.record(change)
        copied = copy(file, file.with_name("copy.db"))
        await work.commit()
    assert copied == file.parent / "copy.db"
    assert stat.S_IMODE(copied.stat().st_mode) == 0o600
    restored = await SqlStore.open(f"sqlite:///{copied}")
    async with restored.reading() as reader:
        assert await reader.read(queries.MatchById(match.id)) == match
    await restored.aclose()


async def test_a_backup_never_overwrites_another(store: SqlStore, file: Path) -> None:
    names = [copy(file, file.with_name("copy.db")).name for _ in range(3)]
    assert names == ["copy.db", "copy-2.db", "copy-3.db"]


async def test_a_failed_backup_leaves_nothing_that_looks_like_one(
    store: SqlStore, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(_: Path) -> None:
        raise StoreUnusable("damaged")

    monkeypatch.setattr("bot.store.sqlite.backup.check", damaged)
    with pytest.raises(StoreUnusable):
        copy(file, file.with_name("copy.db"))
    assert [path.name for path in file.parent.glob("*.db")] == [file.name]


async def test_half_a_backup_of_before_is_no_hindrance(store: SqlStore, file: Path) -> None:
    (file.parent / "copy.db.part").write_bytes(b"half")
    copied = copy(file, file.with_name("copy.db"))
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    assert not list(file.parent.glob("*.part"))
