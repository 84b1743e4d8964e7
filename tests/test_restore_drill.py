"""A restore drill: matches are backed up while they are played, restored, and go on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.computers import random_move
from bot.play.match.submission import TypedMove
from bot.play.storage.records import Entry, MatchId, Status
from games import all_games
from tests.databases import BOTH, Server
from tests.databases import database as database
from tests.databases import server as server
from tests.play.conftest import ALICE, BOB, Club, a_club
from tools.postgres_server import programs

BEFORE, MEANWHILE, AFTER = 4, 6, 3
"""Rounds of all matches."""


class Backup:
    """Of the database ``url``, by the commands that the README names."""

    def __init__(self, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.url = url
        self._folder = folder
        self._monkeypatch = monkeypatch

    async def make(self) -> None:
        if self.url.startswith("sqlite"):
            self._monkeypatch.setenv("STARPOST_DATABASE", self.url)
            assert await asyncio.to_thread(main, ["backup", str(self._folder / "copy")]) == 0
        else:
            await _postgres("pg_dump", "--format=custom", f"--file={self._folder}/copy", self.url)

    async def restore(self, server: Server | None) -> str:
        """The URL of the database that comes of it."""
        if server is None:
            restored = f"sqlite:///{self._folder / 'restored.db'}"
            self._monkeypatch.setenv("STARPOST_DATABASE", restored)
            assert await asyncio.to_thread(main, ["restore", str(self._folder / "copy")]) == 0
        else:
            server.run("CREATE DATABASE restored")
            restored = f"{server.url}/restored"
            await _postgres("pg_restore", f"--dbname={restored}", str(self._folder / "copy"))
        return restored


async def _postgres(program: str, *arguments: str) -> None:
    there = programs()
    assert there is not None
    process = await asyncio.create_subprocess_exec(there / program, *arguments)
    assert await process.wait() == 0


async def play(club: Club, matches: Sequence[MatchId], rng: random.Random, rounds: int) -> None:
    """A move of everybody who is asked, in each round of each match."""
    for _ in range(rounds):
        for match in matches:
            for person in (ALICE, BOB):
                match_view = await views.load_for_user(club.app, match, person.user)
                asked = [decision for decision in match_view.mine if decision.waits]
                if asked:
                    move = random_move(match_view.game.options(match_view.view, asked[0]), rng)
                    wish = Command(match, person.user, next(club.interactions))
                    await submission.submit(club.app, wish, TypedMove(match_view.game.write(move)))


async def log_of(club: Club, match: MatchId) -> tuple[Entry, ...]:
    """What can be read of it, by everybody who may."""
    for person in (ALICE, BOB):
        assert await views.load_for_user(club.app, match, person.user)
    await club.replayed(match)
    return await club.entries(match)


@pytest.mark.parametrize("database", BOTH, indirect=True)
async def test_what_was_backed_up_under_play_is_restored_and_goes_on(
    request: pytest.FixtureRequest, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(27)
    backup = Backup(database, tmp_path, monkeypatch)
    async with a_club(database, all_games()) as club:
        matches = [
            await club.begin(number, game.meta.id) for number, game in enumerate(all_games(), 1)
        ]
        await play(club, matches, rng, BEFORE)
        before = [await club.entries(match) for match in matches]
        await asyncio.gather(backup.make(), play(club, matches, rng, MEANWHILE))
        after = [await club.entries(match) for match in matches]
    server = None if database.startswith("sqlite") else request.getfixturevalue("server")
    async with a_club(await backup.restore(server), all_games()) as club:
        club.interactions = count(10_000)
        for match, least, most in zip(matches, before, after, strict=True):
            restored = await log_of(club, match)
            assert most[: len(restored)] == restored
            assert restored[: len(least)] == least
            await play(club, [match], rng, AFTER)
            went_on = await log_of(club, match)
            over = (await club.match(match)).status is Status.OVER
            assert len(went_on) > len(restored) or over
