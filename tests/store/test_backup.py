"""Copies of a database in use."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.play import queries
from bot.store.backup import copy, main
from bot.store.faults import StoreUnusable
from bot.store.store import SqlStore
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

    monkeypatch.setattr("bot.store.backup.check", damaged)
    with pytest.raises(StoreUnusable):
        copy(file, file.with_name("copy.db"))
    assert [path.name for path in file.parent.glob("*.db")] == [file.name]


async def test_half_a_backup_of_before_is_no_hindrance(store: SqlStore, file: Path) -> None:
    (file.parent / "copy.db.part").write_bytes(b"half")
    copied = copy(file, file.with_name("copy.db"))
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute("SELECT count(*) FROM matches").fetchone() == (0,)
    assert not list(file.parent.glob("*.part"))


async def test_the_owner_can_copy_a_running_database_from_the_command_line(
    store: SqlStore, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with store.writing() as work:
        await work.record(opening(a_match()))
        await work.commit()
    copied = file.with_name("copy.db")
    monkeypatch.setattr("sys.argv", ["backup", str(file), str(copied)])
    assert main() == 0
    assert capsys.readouterr().out == f"{copied}\n"
    with closing(sqlite3.connect(copied)) as connection:
        assert connection.execute("SELECT id FROM matches").fetchall() == [(a_match().id,)]


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("nothing.db", "copy.db", "There is no database"),
        ("starpost.db", "no/such/folder/copy.db", "No copy was made"),
    ],
)
async def test_a_copy_that_cannot_be_made_is_said_in_words(
    store: SqlStore,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    source: str,
    target: str,
    said: str,
) -> None:
    assert file.name == "starpost.db"
    monkeypatch.setattr(
        "sys.argv", ["backup", str(file.with_name(source)), str(file.parent / target)]
    )
    assert main() == 1
    assert said in capsys.readouterr().err
    assert [path.name for path in file.parent.glob("*.db")] == ["starpost.db"]
