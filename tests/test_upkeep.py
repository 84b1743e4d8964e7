"""``python -m bot check``, ``backup``, ``restore`` and ``copy-database``."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.__main__ import main
from bot.play.history.filling import fill_all
from bot.play.storage import queries
from bot.play.storage.records import MatchId
from bot.serving import Exit
from bot.store.sqlite import backup
from bot.store.sqlite.process_lock import hold_lock
from bot.store.store import SqlStore
from games.core.types import Forbidden, Refusal
from tests.databases import Server
from tests.databases import server as server
from tests.play.conftest import ALICE, BOB, Club, a_club
from tests.store.make import a_match, opening
from tests.toy import GAME as TOY

Said = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The database of the settings, with one match."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "starpost.db"
    monkeypatch.setenv("STARPOST_DATABASE", f"sqlite:///{file}")
    asyncio.run(add(f"sqlite:///{file}", 0))
    return file


async def add(url: str, number: int) -> None:
    store = await SqlStore.open(url)
    async with store.writing() as work:
        await work.record(opening(a_match(number)))
        await work.commit()
    await store.aclose()


def matches(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM matches ORDER BY id")]


def damage(file: Path) -> None:
    contents = bytearray(file.read_bytes())
    contents[4096:8192] = bytes(4096)
    file.write_bytes(contents)


def pages(file: Path) -> tuple[int, int]:
    """How the file shrinks (2: by and by), and how many of its pages are free."""
    with closing(sqlite3.connect(file)) as connection:
        (mode,), (free,) = (
            connection.execute(f"PRAGMA {each}").fetchone()
            for each in ("auto_vacuum", "freelist_count")
        )
    return mode, free


def test_what_is_free_is_given_back_and_a_file_of_an_earlier_release_shrinks_from_then_on(
    file: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pages(file)[0] == 2
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA auto_vacuum = NONE")
        connection.execute("VACUUM")
        connection.execute("CREATE TABLE gone AS SELECT zeroblob(1000000)")
        connection.execute("DROP TABLE gone")
    mode, free = pages(file)
    assert mode == 0
    assert free > 200
    size = file.stat().st_size
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=2 * size - 1))
        assert main(["check", "--compact"]) == Exit.DATABASE
    assert "beside it meanwhile" in capsys.readouterr().err
    with hold_lock(file):
        assert main(["check", "--compact"]) == Exit.DATABASE
    assert "already" in capsys.readouterr().err
    assert file.stat().st_size == size
    assert main(["check", "--compact"]) == Exit.CLEAN
    said = capsys.readouterr().out
    assert "sound: 1 matches" in said
    assert "MiB, and took" in said
    assert pages(file) == (2, 0)
    assert file.stat().st_size < size - 900_000
    assert matches(file) == ["match000"]


def test_a_sound_database_is_said_to_be_so(
    file: Path, server: Server, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["check"]) == Exit.CLEAN
    with server.database() as url:
        asyncio.run(add(url, 0))
        monkeypatch.setenv("STARPOST_DATABASE", url)
        assert main(["check"]) == Exit.CLEAN
    assert capsys.readouterr().out == "The database is sound: 1 matches, 0 entries.\n" * 2


def test_running_matches_that_stand_as_none_could_are_named(
    tmp_path: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> MatchId:
        async with a_club(tmp_path) as club:
            return await club.begin(300)

    match = asyncio.run(play())
    monkeypatch.setenv("STARPOST_DATABASE", f"sqlite:///{tmp_path / 'starpost.db'}")
    monkeypatch.setattr("bot.upkeep.all_games", lambda: (TOY,))
    assert main(["check"]) == Exit.CLEAN
    assert capsys.readouterr().out.count("\n") == 1
    fault = Forbidden("TOY-02", "There is more oil than the lamps hold.")
    monkeypatch.setattr(type(TOY.editing), "sound", lambda editing, state: iter((fault,)))
    assert main(["check"]) == Exit.CLEAN
    _, line = capsys.readouterr().out.splitlines()
    assert line == f"Match {match} (toy, #1): no match could stand like this. {fault.sentence}"
    with closing(sqlite3.connect(tmp_path / "starpost.db")) as connection, connection:
        connection.execute("UPDATE snapshots SET state = x'00'")
    assert main(["check"]) == Exit.CLEAN
    assert f"Match {match} (toy, #1): " in capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    ["check", "backup copy.db", "copy-database sqlite:///starpost.db sqlite:///another.db"],
)
def test_a_database_that_is_not_there_is_not_made(file: Path, capsys: Said, command: str) -> None:
    file.unlink()
    assert main(command.split()) == Exit.DATABASE
    assert "There is no database" in capsys.readouterr().err
    assert not list(file.parent.glob("*.db"))


def test_damage_is_found(file: Path, capsys: Said) -> None:
    damage(file)
    assert main(["check"]) == Exit.DATABASE
    assert "is damaged" in capsys.readouterr().err


def test_a_backup_is_restored_and_what_was_there_stays(file: Path, capsys: Said) -> None:
    assert main(["backup", "copy.db"]) == Exit.CLEAN
    asyncio.run(add(f"sqlite:///{file}", 1))
    assert main(["restore", "copy.db"]) == Exit.CLEAN
    replaced = file.with_name("starpost-replaced.db")
    assert capsys.readouterr().out == (
        f"The copy is copy.db.\ncopy.db is restored. What was there is {replaced} now.\n"
    )
    assert matches(file) == matches(Path("copy.db")) == [a_match(0).id]
    assert matches(replaced) == [a_match(0).id, a_match(1).id]
    file.unlink()
    assert main(["restore", "copy.db"]) == Exit.CLEAN
    assert capsys.readouterr().out == "copy.db is restored.\n"


def test_what_cannot_be_restored_changes_nothing(file: Path, capsys: Said) -> None:
    assert main(["backup", "copy.db"]) == Exit.CLEAN
    with hold_lock(file):
        assert main(["restore", "copy.db"]) == Exit.DATABASE
    assert "Another process serves" in capsys.readouterr().err
    damage(Path("copy.db"))
    assert main(["restore", "copy.db"]) == Exit.DATABASE
    assert "copy.db is damaged" in capsys.readouterr().err
    assert main(["restore", "nothing.db"]) == Exit.DATABASE
    assert "There is no file nothing.db" in capsys.readouterr().err
    assert main(["backup", "no/such/folder/copy.db"]) == Exit.DATABASE
    assert matches(file) == [a_match(0).id]
    assert sorted(path.name for path in file.parent.glob("*.db")) == ["copy.db", "starpost.db"]


def test_all_matches_move_to_a_server(file: Path, server: Server, capsys: Said) -> None:
    with server.database() as url:
        assert main(["copy-database", f"sqlite:///{file}", url]) == Exit.CLEAN
        assert "1 matches with 0 entries are copied" in capsys.readouterr().out
        assert main(["copy-database", f"sqlite:///{file}", url]) == Exit.DATABASE
        assert "must be empty" in capsys.readouterr().err


def test_a_server_that_cannot_be_used_is_said_to_be_so(
    file: Path, server: Server, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    for url, words in (
        (f"{server.url}/nowhere", "it has no database of this name"),
        ("postgresql://somebody:hush@127.0.0.1:1/starpost", "cannot be reached"),
    ):
        monkeypatch.setenv("STARPOST_DATABASE", url)
        assert main(["check"]) == Exit.DATABASE
        said = capsys.readouterr().err
        assert words in said
        assert "hush" not in said


@pytest.mark.parametrize("command", ["backup copy.db", "restore copy.db"])
def test_a_server_has_backups_of_its_own(
    file: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("STARPOST_DATABASE", "postgresql://somebody:hush@nowhere/starpost")
    assert main(command.split()) == Exit.DATABASE
    said = capsys.readouterr().err
    assert "pg_dump" in said
    assert "hush" not in said


def test_settings_that_cannot_be_used_are_named(
    file: Path, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARPOST_DATABASE", "oracle://x")
    assert main(["check"]) == Exit.SETTINGS
    assert "STARPOST_DATABASE" in capsys.readouterr().err


def test_help_names_every_command(capsys: Said) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    for command in ("run", "check", "backup", "restore", "copy-database"):
        assert f"\n    {command}" in said


async def test_a_copy_made_under_play_opens_and_goes_on(tmp_path: Path) -> None:
    for name in ("play", "again"):
        (tmp_path / name).mkdir()
    async with a_club(tmp_path / "play") as club:
        played = [await club.begin(channel=300 + number) for number in range(3)]
        await asyncio.gather(
            *(_both_lamps(club, match) for match in played),
            asyncio.to_thread(backup.copy, tmp_path / "play" / "starpost.db", tmp_path / "copy.db"),
        )
    assert backup.restore(tmp_path / "again" / "starpost.db", tmp_path / "copy.db") is None
    async with a_club(tmp_path / "again") as club:
        club.interactions = count(1000)
        await fill_all(club.app)
        async with club.app.store.reading() as reader:
            assert await reader.read(queries.RunningMatches()) == tuple(sorted(played))
        for match in played:
            await _both_lamps(club, match)
            on_turn, _ = await club.on_turn(match)
            await club.say(match, on_turn, "REST")


async def _both_lamps(club: Club, match: MatchId) -> None:
    """Hidden now, if they are not yet."""
    for person, lamp in ((BOB, "LAMP3"), (ALICE, "LAMP2")):
        with suppress(Refusal):
            await club.say(match, person, lamp)
