"""Starting the bot: what keeps it from starting is said in one line, with a status of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from pydantic import SecretStr

from bot import composition
from bot import serving as start
from bot.__main__ import main
from bot.chat.client import StarpostClient
from bot.play.storage.leases import ALL, Shards
from bot.play.storage.records import MatchId
from bot.serving import Exit
from bot.settings import BotSettings, load
from bot.store.sqlite import backup
from bot.store.sqlite.faults import Damaged
from tests.play.conftest import Club, HeldClock
from tests.toy import GAME as TOY
from tests.toy import RENDERER as TOY_RENDERER

ROOT = Path(__file__).parents[1]
NOWHERE = (
    "import sys, discord.http; discord.http.Route.BASE = 'http://127.0.0.1:9'; "
    "from bot.__main__ import main; sys.exit(main())"
)
TOKEN = "MTIzNDU2.abcdef.not-a-real-token"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "STARPOST_TOKEN is missing: The bot's token from Discord's developer portal"),
        ({"STARPOST_TOKEN": ""}, "STARPOST_TOKEN"),
        ({"STARPOST_TOKEN": TOKEN, "STARPOST_SWEEP_SECONDS": "1e400"}, "STARPOST_SWEEP_SECONDS"),
        ({"STARPOST_TOKEN": TOKEN, "STARPOST_LOG_LEVEL": "DEBUG"}, "STARPOST_LOG_LEVEL"),
        ({"STARPOST_TOKEN": TOKEN, "STARPOST_SERVERS": '["x"]'}, "STARPOST_SERVERS"),
        ({"STARPOST_TOKEN": TOKEN, "STARPOST_SWEEP_SECONDS": "1"}, "STARPOST_SWEEP_SECONDS"),
        ({"STARPOST_TOKEN": TOKEN, "STARPOST_SERVERS": "12x"}, 'field "servers"'),
        ({"STARPOST_TOKEN": TOKEN, "STARPOST_DATABASE": "mysql://x"}, "STARPOST_DATABASE"),
        (
            {"STARPOST_TOKEN": TOKEN, "STARPOST_SHARDS": "0-8/8"},
            "STARPOST_SHARDS: 0-8/8 does not fit: of 8 shards the first is 0; or all, or none",
        ),
        (
            {"STARPOST_TOKEN": TOKEN, "STARPOST_SHARDS": "some"},
            "STARPOST_SHARDS: write the shards of this process, and how many there are",
        ),
        *(
            (
                {"STARPOST_TOKEN": TOKEN, "STARPOST_SHARDS": shards},
                "STARPOST_SHARDS: one process alone can use a file, and serves all shards",
            )
            for shards in ("0-3/8", "none")
        ),
    ],
)
def test_settings_that_cannot_be_used_are_named_without_their_values(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("STARPOST_")]:
        monkeypatch.delenv(name)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert start.run() == Exit.SETTINGS
    told = "".join(capsys.readouterr())
    assert said in told
    assert TOKEN not in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "database", "shards"),
    [
        ("", "sqlite:///starpost.db", ALL),
        ("0-7/8", "sqlite:///starpost.db", Shards(0, 7, 8)),
        ("4-7/8", "postgresql://host/starpost", Shards(4, 7, 8)),
        ("none", "postgresql://host/starpost", None),
    ],
)
def test_the_shards_of_a_process_are_read(
    monkeypatch: pytest.MonkeyPatch, text: str, database: str, shards: Shards | None
) -> None:
    monkeypatch.setenv("STARPOST_TOKEN", TOKEN)
    monkeypatch.setenv("STARPOST_DATABASE", database)
    monkeypatch.setenv("STARPOST_SHARDS", text)
    assert load(BotSettings).shards == shards


def test_a_settings_file_that_is_no_text_is_refused_without_its_contents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_bytes(f"STARPOST_TOKEN={TOKEN}\n".encode("utf-16"))
    assert start.run() == Exit.SETTINGS
    assert capsys.readouterr().err == "The file .env cannot be read: it must be text in UTF-8.\n"


def settings_for(file: Path) -> BotSettings:
    return BotSettings(token=SecretStr(TOKEN), database=f"sqlite:///{file}")


async def test_a_database_that_cannot_be_used_ends_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    (tmp_path / "broken.db").write_bytes(b"this is no database" * 100)
    for name in ("data/starpost.db", "broken.db"):
        assert await start.serve(settings_for(tmp_path / name)) == Exit.DATABASE
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert TOKEN not in told


async def test_a_database_that_another_process_holds_ends_the_start_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "held.db"
    file.touch(0o600)
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        assert await start.serve(settings_for(file)) == Exit.DATABASE
    assert capsys.readouterr().err == "The database is in use by another process.\n"


SERVING = """
import asyncio, sys
from bot.chat.client import StarpostClient

async def start(client, token):
    print("serving", flush=True)
    await asyncio.sleep(60)

StarpostClient.start = start
from bot.__main__ import main
sys.exit(main())
"""
"""The whole command, but for a Discord that never answers."""


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that serves ``first/starpost.db``."""
    (tmp_path / "first").mkdir()
    database = f"sqlite:///{tmp_path}/first/starpost.db"
    with subprocess.Popen(
        [sys.executable, "-c", SERVING],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "STARPOST_TOKEN": TOKEN,
            "STARPOST_DATABASE": database,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert "serving\n" in iter(process.stdout.readline, "")
        yield process
        process.kill()


@pytest.fixture
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "all_games", tuple)


@pytest.mark.usefixtures("_quiet")
def test_a_database_is_served_by_one_process_until_that_has_died(
    tmp_path: Path,
    serving: subprocess.Popen[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def connect(*_: object) -> None:
        """And end at once."""

    monkeypatch.setattr(StarpostClient, "start", connect)
    (tmp_path / "second").symlink_to("first")
    for name in ("first", "second"):
        file = tmp_path / name / "starpost.db"
        assert asyncio.run(start.serve(settings_for(file))) == Exit.DATABASE
        said = f"Another process serves the database {file} already: stop it first.\n"
        assert capsys.readouterr().err == said
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STARPOST_DATABASE", f"sqlite:///{file}")
    assert main(["backup", "copy.db"]) == Exit.CLEAN, "it is no second bot"
    assert asyncio.run(start.serve(settings_for(tmp_path / "other.db"))) == Exit.CLEAN
    assert serving.poll() is None
    serving.kill()
    serving.wait()
    assert asyncio.run(start.serve(settings_for(file))) == Exit.CLEAN


def test_no_line_of_a_start_holds_the_token(tmp_path: Path) -> None:
    """The whole command, up to the first word to a Discord that is not there."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STARPOST_")}
    ended = subprocess.run(
        [sys.executable, "-c", NOWHERE],
        cwd=tmp_path,
        env={**kept, "PYTHONPATH": str(ROOT), "STARPOST_TOKEN": TOKEN},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == Exit.UNREACHABLE
    assert "cannot be reached" in ended.stderr
    written = ended.stdout.encode() + ended.stderr.encode()
    written += b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    for part in (TOKEN, *TOKEN.split(".")[1:]):
        assert part.encode() not in written


@pytest.fixture
def settings(tmp_path: Path) -> BotSettings:
    url = f"sqlite:///{tmp_path}/new/starpost.db"
    return BotSettings(token=SecretStr(TOKEN), database=url, servers=(7,))


def no_gateway() -> discord.GatewayNotFound:
    return discord.GatewayNotFound()  # type: ignore[no-untyped-call]  # the library's


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0)


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (discord.LoginFailure("Improper token"), Exit.TOKEN, "STARPOST_TOKEN"),
        (discord.PrivilegedIntentsRequired(None), Exit.INTENTS, "intent"),
        (closed(4004), Exit.TOKEN, "withdrawn"),
        (closed(4011), Exit.SHARDS, "too many servers for its shards"),
        (closed(4012), Exit.UNREACHABLE, "ended the connection (4012)"),
        (no_gateway(), Exit.UNREACHABLE, "cannot be reached"),
        (aiohttp.ClientConnectionError(TOKEN), Exit.UNREACHABLE, "cannot be reached"),
        (Damaged(), Exit.DATABASE, "python -m bot restore BACKUP"),
        (RuntimeError(TOKEN), Exit.FAULT, "A fault ended the bot: RuntimeError"),
    ],
)
@pytest.mark.usefixtures("_quiet")
async def test_each_fault_of_the_connection_has_its_status_and_one_line(
    settings: BotSettings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: Exception,
    status: Exit,
    said: str,
) -> None:
    async def fail(_: object, token: str) -> None:
        assert token == TOKEN
        raise error

    monkeypatch.setattr(StarpostClient, "start", fail)
    assert await start.serve(settings) == status
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert TOKEN not in told


@pytest.mark.usefixtures("_quiet")
async def test_damage_that_is_met_while_serving_ends_the_bot_in_one_line(
    settings: BotSettings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def connect(client: StarpostClient, token: str) -> None:
        for _ in range(2):
            with suppress(Damaged):  # as whatever somebody has pressed is answered
                async with client.context.app.store.reading():
                    raise Damaged
        await asyncio.sleep(60)

    checked = list[Path]()
    monkeypatch.setattr(StarpostClient, "start", connect)
    monkeypatch.setattr(backup, "check", checked.append)
    assert await start.serve(settings) == Exit.DATABASE
    told = capsys.readouterr().err
    assert "python -m bot restore BACKUP" in told
    assert told.count("\n") == 1
    assert checked == []
    assert await start.serve(settings) == Exit.DATABASE
    assert len(checked) == 1


@pytest.mark.usefixtures("_quiet")
async def test_the_database_is_made_with_its_folder_and_its_servers_reach_the_client(
    settings: BotSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    served: list[bool] = []

    async def connect(client: StarpostClient, token: str) -> None:
        served.extend((client.context.serves(7), client.context.serves(8)))

    monkeypatch.setattr(StarpostClient, "start", connect)
    assert await start.serve(settings) == Exit.CLEAN
    assert served == [True, False]
    assert (tmp_path / "new" / "starpost.db").exists()


async def test_rules_older_than_those_of_the_matches_end_the_start(
    settings: BotSettings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    played: list[MatchId] = []

    async def play(client: StarpostClient, token: str) -> None:
        club = Club(client.context.app, HeldClock(), count(1))
        played.append(await club.begin())

    monkeypatch.setattr(composition, "all_games", lambda: (TOY,))
    monkeypatch.setattr(composition, "renderer_for", lambda game: TOY_RENDERER)
    with monkeypatch.context() as newer:
        newer.setattr(type(TOY), "meta", replace(TOY.meta, rules_version=2))
        newer.setattr(StarpostClient, "start", play)
        assert await start.serve(settings) == Exit.CLEAN, capsys.readouterr().err
    assert played
    before = (tmp_path / "new" / "starpost.db").read_bytes()
    assert await start.serve(settings) == Exit.DATABASE
    told = capsys.readouterr().err
    assert "Beacons was played under version 2 of its rules; this one knows up to 1." in told
    assert "Start the newer version, or restore a backup from before it." in told
    assert told.count("\n") == 1
    assert (tmp_path / "new" / "starpost.db").read_bytes() == before


@pytest.mark.usefixtures("_quiet")
async def test_garbage_is_collected_seldom_as_soon_as_the_bot_is_ready(
    settings: BotSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    happened: list[str] = []
    ready = asyncio.Event()

    async def connect(client: StarpostClient, token: str) -> None:
        await asyncio.sleep(0)
        happened.append("ready")
        ready.set()
        await asyncio.sleep(0.01)

    monkeypatch.setattr(StarpostClient, "wait_until_ready", lambda client: ready.wait())
    monkeypatch.setattr(StarpostClient, "start", connect)
    monkeypatch.setattr(start, "collect_seldom", lambda: happened.append("collected"))
    assert await start.serve(settings) == Exit.CLEAN
    assert happened == ["ready", "collected"]


@pytest.mark.usefixtures("_quiet")
async def test_a_broken_game_ends_the_start(
    settings: BotSettings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise TypeError("games/chess must export GAME")

    monkeypatch.setattr(start, "build_client", broken)
    assert await start.serve(settings) == Exit.FAULT
    assert "A fault ended the bot: TypeError" in capsys.readouterr().err


async def test_a_request_to_stop_ends_the_bot_cleanly(
    settings: BotSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    serving = asyncio.Event()

    async def serve(_: BotSettings) -> int:
        serving.set()
        await asyncio.sleep(60)
        return Exit.FAULT

    monkeypatch.setattr(start, "serve", serve)
    ending = asyncio.ensure_future(start._serve_until_stopped(settings))
    await serving.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    assert await ending == Exit.CLEAN
