"""When old records are removed, and old matches packed."""

from __future__ import annotations

import logging
from datetime import datetime

import pytest
from sqlalchemy import Connection

from bot.play.pruning import Pruning
from bot.play.storage.records import MatchId
from bot.store import packed_logs
from tests.play.conftest import CHANNEL, Club
from tests.play.pasts import finish

pytestmark = pytest.mark.on_both

DAY = 24 * 60 * 60


async def test_once_a_day_what_is_older_than_the_days_kept_goes(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await club.begin()
    pruning = Pruning(club.app, days=2)
    before = (await club.app.store.counts())["presses"]
    assert before
    with caplog.at_level(logging.INFO, "bot"):
        await pruning.sweep()
        club.clock.advance(2 * DAY)
        await pruning.sweep()
        assert (await club.app.store.counts())["presses"] == before
        club.clock.advance(DAY - 1)
        await pruning.sweep()
        assert (await club.app.store.counts())["presses"] == before
        club.clock.advance(1)
        await pruning.sweep()
    assert (await club.app.store.counts())["presses"] == 0
    assert [each.getMessage() for each in caplog.records if each.name.endswith("pruning")] == [
        "pruned"
    ]


async def test_with_no_days_all_is_kept(club: Club) -> None:
    await club.begin()
    before = await club.app.store.counts()
    club.clock.advance(5000 * DAY)
    await Pruning(club.app, days=0).sweep()
    assert await club.app.store.counts() == before


async def over(club: Club, count: int) -> list[MatchId]:
    """Matches that ended long ago, the oldest first."""
    matches = [await club.begin_with_lamps(channel=CHANNEL + number) for number in range(count)]
    for match in matches:
        await finish(club, match)
        club.clock.advance(1)
    club.clock.advance(3 * DAY)
    return matches


async def packed(club: Club) -> int:
    return (await club.app.store.counts())["packed_logs"]


async def test_matches_that_ended_long_ago_are_packed_some_in_each_sweep(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.play.pruning._MATCHES", 2)
    matches = await over(club, 3)
    logs = [await club.entries(match) for match in matches]
    running = await club.begin(channel=1)
    pruning = Pruning(club.app, days=2)
    for count in (2, 3, 3):
        await pruning.sweep()
        assert await packed(club) == count
    assert (await club.app.store.counts())["entries"] == len(await club.entries(running))
    assert [await club.entries(match) for match in matches] == logs


async def test_a_match_that_cannot_be_packed_stays_and_stops_no_other(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, *others = await over(club, 3)
    log, pack = await club.entries(bad), packed_logs.pack

    def fails(connection: Connection, match: MatchId, before: datetime) -> None:
        pack(connection, match, before)
        if match == bad:
            raise ValueError("made up")

    pruning = Pruning(club.app, days=2)
    with monkeypatch.context() as patched:
        patched.setattr(packed_logs, "pack", fails)
        await pruning.sweep()
        await pruning.sweep()  # of the same day
    [told] = [each for each in caplog.records if each.levelname == "ERROR"]
    assert told.message == "a match could not be packed"
    assert told.__dict__["ids"] == {"match": bad, "fault": "ValueError"}
    assert await packed(club) == len(others)
    assert await club.entries(bad) == log
    club.clock.advance(DAY)
    await pruning.sweep()
    assert await packed(club) == 3
